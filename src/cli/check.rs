//! `dapu check`: everything that is wrong in records, with its place.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::error::{Error, Exit};
use super::files;
use super::options::{Inputs, examples};
use super::output::Output;
use crate::format::Loaded;
use crate::record::{Lines, NodeId, Place, Record, Warning};

/// Arguments of `dapu check`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu check game.xqf", "FILE:LINE:COLUMN: or FILE: byte N: before each finding, and [PLACE]"),
    ("dapu check -r games --json", "a directory, a line of JSON for each finding"),
]))]
pub struct CheckArgs {
    #[command(flatten)]
    inputs: Inputs,
    /// Print a line of JSON for each finding
    #[arg(long)]
    json: bool,
    /// Print text from files as it is, control characters included
    #[arg(long)]
    raw: bool,
}

pub(super) fn run(args: &CheckArgs) -> Result<Exit, Error> {
    let mut out = Output::new(args.raw);
    let findings = |_: &Path, loaded: Loaded| findings(&loaded);
    let print = |out: &mut Output, path: &Path, findings: Vec<Finding>| {
        for finding in &findings {
            if args.json {
                out.json(&finding.value(path))?;
            } else {
                out.line(&finding.line(out, path))?;
            }
        }
        Ok(if findings.is_empty() {
            Exit::Fine
        } else {
            Exit::Findings
        })
    };
    let files = args.inputs.files();
    Ok(files::for_each(files, args.inputs.reading.into(), &mut out, findings, print)?.exit)
}

/// Something that is wrong, with its place in the record if it is a move's.
struct Finding {
    warning: Warning,
    /// The number of the game, from 1, where the file has several.
    game: Option<usize>,
    place: Option<Place>,
}

/// Everything that is wrong in a file.
fn findings(loaded: &Loaded) -> Vec<Finding> {
    let games: Vec<_> = (0..loaded.games.len())
        .map(|game| loaded.game(game).ok())
        .collect();
    // What is wrong with a game shows when it is opened: by now all of them are.
    let warnings = loaded.all_warnings();
    let nodes = warnings.iter().filter_map(Warning::node).collect();
    let mut noted = noted(&games, &nodes);
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    let mut finding = |warning: Warning| {
        let node = warning.node();
        let game = node.and_then(|node| noted.get_mut(&node)?.pop_front());
        let place = node.zip(game).and_then(|(node, game)| {
            let tree = &games[game].as_ref()?.tree;
            let lines = lines.entry(game).or_insert_with(|| Lines::new(tree));
            Some(Place::of(tree, lines, node))
        });
        Finding {
            warning,
            game: game.filter(|_| games.len() > 1).map(|game| game + 1),
            place,
        }
    };
    warnings.into_iter().map(&mut finding).collect()
}

/// The games, from 0 in the order of the file, that have a warning at one of these nodes: once for each.
fn noted(
    games: &[Option<Arc<Record>>],
    nodes: &HashSet<NodeId>,
) -> HashMap<NodeId, VecDeque<usize>> {
    let mut noted: HashMap<_, VecDeque<_>> = HashMap::new();
    for (game, record) in games.iter().enumerate() {
        let tree = record.iter().map(|record| &record.tree);
        let all = tree.flat_map(|tree| tree.ids().map(move |node| (tree, node)));
        for (tree, node) in all.filter(|(_, node)| nodes.contains(node)) {
            for _ in tree.warnings(node) {
                noted.entry(node).or_default().push_back(game);
            }
        }
    }
    noted
}

impl Finding {
    /// `game.kif:12:7: [3.2-5] move 5 is illegal`
    fn line(&self, out: &Output, path: &Path) -> String {
        let (path, message) = (path.to_string_lossy(), &self.warning.message);
        let (path, message) = (out.clean_line(&path), out.clean_line(message));
        let at = self.warning.at.joint();
        match (&self.place, self.game) {
            (Some(place), Some(game)) => format!("{path}{at}[#{game}:{place}] {message}"),
            (Some(place), None) => format!("{path}{at}[{place}] {message}"),
            (None, _) => format!("{path}{at}{message}"),
        }
    }

    fn value(&self, path: &Path) -> Value {
        let mut value = Map::new();
        value.insert("file".to_owned(), path.to_string_lossy().into());
        value.extend(files::place(self.warning.at));
        if let Some(game) = self.game {
            value.insert("game".to_owned(), game.into());
        }
        if let Some(place) = &self.place {
            value.insert("place".to_owned(), place.to_string().into());
        }
        value.insert("message".to_owned(), self.warning.message.as_str().into());
        Value::Object(value)
    }
}

//! `dapu check`: everything that is wrong in records, with its place.

use std::collections::{HashMap, VecDeque};
use std::path::Path;

use serde_json::{Map, Value};

use super::error::{Error, Exit};
use super::files;
use super::options::{Inputs, examples};
use super::output::Output;
use crate::format::Loaded;
use crate::record::{Lines, Note, Place, Warning};

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
    let mut noted = noted(loaded);
    let several = loaded.games.len() > 1;
    let finding = |warning: Warning| {
        let noted = noted.get_mut(&*warning.message);
        let (game, place) = noted.and_then(VecDeque::pop_front).unzip();
        let game = game.filter(|_| several);
        Finding {
            warning,
            game,
            place,
        }
    };
    // What is wrong with a game shows when it is opened: by now all of them are.
    loaded.all_warnings().into_iter().map(finding).collect()
}

/// The warnings that stand at the nodes of all games, each with its places in the order of the file.
fn noted(loaded: &Loaded) -> HashMap<Box<str>, VecDeque<(usize, Place)>> {
    let mut noted: HashMap<_, VecDeque<_>> = HashMap::new();
    for number in 1..=loaded.games.len() {
        let Ok(record) = loaded.game(number - 1) else {
            continue;
        };
        let tree = &record.tree;
        let mut lines = None;
        for node in tree.ids() {
            for note in tree.notes(node) {
                if let Note::Warning(message) = note {
                    let lines = lines.get_or_insert_with(|| Lines::new(tree));
                    let place = Place::of(tree, lines, node);
                    let places = noted.entry(message.clone()).or_default();
                    places.push_back((number, place));
                }
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

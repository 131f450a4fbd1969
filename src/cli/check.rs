//! `dapu check`: lists the problems in records.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use super::error::{Error, Exit};
use super::files;
use super::options::{InputArgs, ResultOptions, answers, examples};
use super::output::{Output, Tint, lang};
use crate::format::Loaded;
use crate::library::stream::{FilePart, Input};
use crate::record::{Lines, Place, Warning};
use crate::text::json::without_nulls;
use crate::words::Worded;

/// Arguments of `dapu check`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("quiet", answers), after_help = examples(&[
    ("dapu check game.xqf", "prints FILE:LINE:COLUMN: or FILE: byte N: and [PLACE] for each finding"),
    ("dapu check games --json", "a directory; one line of JSON per finding"),
    ("dapu check -q game.xqf", "only the exit status"),
]))]
pub struct CheckArgs {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    results: ResultOptions,
}

pub(super) fn run(args: &CheckArgs) -> Result<Exit, Error> {
    let results = args.results;
    let reading = args.inputs.reading.into();
    let inputs = args.inputs.of_games()?;
    let print = |out: &mut Output, path: &Path, part: Option<FilePart<Vec<Fault>>>| {
        let Some(part) = part else {
            return Ok(Exit::Fine);
        };
        for fault in part.result.iter().filter(|_| !results.printing.quiet) {
            let index = fault.warning.game.filter(|_| part.several);
            let game = index.map(|index| part.first + index + 1);
            if results.json {
                out.json(&value(path, fault, game))?;
            } else {
                out.line(&line(out, path, fault, game))?;
            }
        }
        Ok(if part.result.is_empty() { Exit::Fine } else { Exit::Findings })
    };
    let mut out = results.output();
    let work = |input: &Input, loaded| faults(&loaded, input.game);
    let tally = files::for_each(&inputs, reading, &mut out, work, print)?;
    files::report_skipped(&mut out, results, &tally.skipped)?;
    Ok(tally.exit)
}

/// A problem, with its place in the game if it is about a move.
struct Fault {
    warning: Warning,
    place: Option<Place>,
}

/// All problems in what was read of a file, or only those of one game and of the file as a whole.
fn faults(loaded: &Loaded, only: Option<usize>) -> Vec<Fault> {
    // The problems of a game are found when it is opened.
    let games: Vec<_> = (0..loaded.games().len()).map(|game| loaded.game(game).ok()).collect();
    let mut warnings = loaded.warnings();
    warnings.retain(|warning| only.is_none() || warning.game.is_none() || warning.game == only);
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    let faults = warnings.into_iter().map(|warning| {
        let place = warning.game.zip(warning.node).and_then(|(game, node)| {
            let tree = &games.get(game)?.as_ref()?.tree;
            let lines = lines.entry(game).or_insert_with(|| Lines::new(tree));
            Some(Place::of(tree, lines, node))
        });
        Fault { warning, place }
    });
    faults.collect()
}

/// `game.kif:12:7: [3.2-5] move 5 is illegal`
fn line(out: &Output, path: &Path, fault: &Fault, game: Option<usize>) -> String {
    let (name, problem) = (path.to_string_lossy(), fault.warning.problem.worded(lang()));
    let (name, message) = (out.clean_line(&name), out.clean_line(&problem));
    let path = out.tint(Tint::File, &name);
    let at = fault.warning.at.joint();
    let place = match (&fault.place, game) {
        (Some(place), Some(game)) => format!("[#{game}:{place}] "),
        (Some(place), None) => format!("[{place}] "),
        (None, Some(game)) => format!("[#{game}] "),
        (None, None) => String::new(),
    };
    format!("{path}{at}{}{message}", out.tint(Tint::Place, &place))
}

fn value(path: &Path, fault: &Fault, game: Option<usize>) -> Value {
    let [byte, line, column] = files::byte_line_column(fault.warning.at);
    without_nulls(json!({
        "file": path.to_string_lossy(),
        "byte": byte,
        "line": line,
        "column": column,
        "game": game,
        "place": fault.place.as_ref().map(Place::to_string),
        "message": fault.warning.problem.to_string(),
    }))
}

//! `dapu check`: everything that is wrong in records, with its place.

use std::path::Path;

use serde_json::{Map, Value};

use super::error::{Error, Exit};
use super::files;
use super::options::{Inputs, examples};
use super::output::Output;
use crate::format::Loaded;
use crate::record::Warning;

/// Arguments of `dapu check`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu check game.xqf", "FILE:LINE:COLUMN: or FILE: byte N: before each finding"),
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
    let findings = |_: &Path, loaded: Loaded| {
        for index in 0..loaded.games.len() {
            // What is wrong with a game shows when it is opened, and is reported with the rest.
            let _ = loaded.game(index);
        }
        loaded.all_warnings()
    };
    let print = |out: &mut Output, path: &Path, warnings: Vec<Warning>| {
        for warning in &warnings {
            if args.json {
                out.json(&finding(path, warning))?;
            } else {
                let (path, message) = (path.to_string_lossy(), &warning.message);
                let (path, message) = (out.clean_line(&path), out.clean_line(message));
                out.line(&format!("{path}{}{message}", warning.at.joint()))?;
            }
        }
        Ok(if warnings.is_empty() {
            Exit::Fine
        } else {
            Exit::Findings
        })
    };
    let files = args.inputs.files();
    Ok(files::for_each(files, args.inputs.reading.into(), &mut out, findings, print)?.exit)
}

fn finding(path: &Path, warning: &Warning) -> Value {
    let mut finding = Map::new();
    finding.insert("file".to_owned(), path.to_string_lossy().into());
    finding.extend(files::place(warning.at));
    finding.insert("message".to_owned(), warning.message.as_str().into());
    Value::Object(finding)
}

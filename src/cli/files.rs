//! Processing many files, and reporting on them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::{Error, Exit};
use super::output::{Output, report};
use crate::files::load::{self, LoadError, LoadOptions};
use crate::format::{Loaded, ReadError, count};
use crate::library::stream::{self, Ended, Input, Inputs, Outcome, Part, Progress, display_path};
use crate::record::{At, Warning};

/// Prints warnings on standard error.
pub(super) fn print_warnings(path: &Path, warnings: &[Warning]) {
    for warning in warnings {
        let path = display_path(path);
        report(&load::locate(path, warning.at, &warning.message));
    }
}

/// The error of a game that cannot be opened.
pub(super) fn game_error(path: &Path, error: ReadError) -> Error {
    Error::Load(LoadError::Read {
        path: display_path(path).to_owned(),
        error,
    })
}

/// The outcome of processing many files.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The files that were read.
    pub(super) read: usize,
    /// Files in directories that are not records.
    pub(super) skipped: Vec<PathBuf>,
    /// Files that could not be read.
    pub(super) failed: usize,
    /// The exit status.
    pub(super) exit: Exit,
}

/// Reads files, processes their games on all cores, and passes the results on in file order: once per part, and `None`
/// at the end of each file. Files that cannot be read are reported and skipped.
pub(super) fn for_each<T: Send>(
    inputs: &Inputs,
    options: LoadOptions,
    out: &mut Output,
    work: impl Fn(&Input, Loaded) -> T + Sync,
    mut print: impl FnMut(&mut Output, &Path, Option<Part<T>>) -> Result<Exit, Error>,
) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    let each = |outcome, progress: &Progress| {
        let exit = match outcome {
            Outcome::Part(path, part) => print(out, &path, Some(part))?,
            Outcome::End(path) => {
                tally.read += 1;
                print(out, &path, None)?
            }
            Outcome::NotARecord(path) => {
                tally.skipped.push(path);
                Exit::Fine
            }
            Outcome::Failed(error) => {
                tally.failed += 1;
                out.report(&error);
                Exit::Failed
            }
        };
        tally.exit = tally.exit.max(exit);
        out.flush()?;
        out.progress(|| progress_line(progress));
        Ok::<(), Error>(())
    };
    if stream::run(inputs, options, work, each)? == Ended::Interrupted {
        tally.exit = Exit::INTERRUPTED;
    }
    Ok(tally)
}

/// `12,000 games, 42 %, 3 s left`, as far as known.
pub(super) fn progress_line(progress: &Progress) -> String {
    let mut line = count(progress.games, "game");
    if let Some(done) = progress.done() {
        line.push_str(&format!(", {:.0} %", done * 100.0));
    }
    if let Some(left) = progress.left() {
        line.push_str(&format!(", {} left", duration(left)));
    }
    line
}

fn duration(left: Duration) -> String {
    match left.as_secs() {
        seconds @ ..120 => format!("{} s", seconds.max(1)),
        seconds => format!("{} min", seconds / 60),
    }
}

/// The location of a warning as JSON keys.
pub(super) fn place(at: At) -> serde_json::Map<String, serde_json::Value> {
    let mut place = serde_json::Map::new();
    match at {
        At::File => {}
        At::Byte(offset) => {
            place.insert("byte".to_owned(), offset.into());
        }
        // Reading has turned these into lines and columns.
        At::Text(offset) => {
            place.insert("byte".to_owned(), offset.into());
        }
        At::Line { line, column } => {
            place.insert("line".to_owned(), line.into());
            place.insert("column".to_owned(), column.into());
        }
    }
    place
}

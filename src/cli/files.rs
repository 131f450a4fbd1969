//! Work on many files, with what is reported on the way.

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

/// How work on many files went.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The files that were read.
    pub(super) read: usize,
    /// The files in directories that are no records.
    pub(super) skipped: Vec<PathBuf>,
    /// The files that cannot be read.
    pub(super) failed: usize,
    /// How the command is to end.
    pub(super) exit: Exit,
}

/// Reads files and works on their games on all cores, then prints what came of it in the order of the files: part by
/// part, and `None` where a file ends. A file that cannot be read is reported and does not keep the others from being
/// read.
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

/// `12,000 games, 42 %, 3 s left`, as far as it is known.
fn progress_line(progress: &Progress) -> String {
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

/// The place of a warning as keys of JSON.
pub(super) fn place(at: At) -> serde_json::Map<String, serde_json::Value> {
    let mut place = serde_json::Map::new();
    match at {
        At::File => {}
        At::Byte(offset) => {
            place.insert("byte".to_owned(), offset.into());
        }
        // Reading has made lines and columns of these.
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

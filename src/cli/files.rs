//! The files that a command is to work on: those that were named, and those found in directories.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::vec;

use super::error::{Error, Exit};
use super::options::Inputs;
use super::output::{Output, report};
use super::parallel;
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;
use crate::files::walk;
use crate::format::{Loaded, ReadError};
use crate::record::{At, Warning};

/// What stands for standard input in messages.
const STDIN: &str = "<stdin>";

/// A file to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Where it is.
    pub(super) path: PathBuf,
    /// Whether it was named, or only lies in a directory that was: then it need not be a record.
    pub(super) named: bool,
}

/// The files that paths name, those below directories included.
pub(super) struct Files {
    named: vec::IntoIter<PathBuf>,
    /// What is left of the directory that was named last.
    below: Option<Below>,
    recursive: bool,
    except: Option<PathBuf>,
}

type Below = Box<dyn Iterator<Item = Result<PathBuf, LoadError>> + Send>;

impl Files {
    /// The named files; with `recursive`, everything below named directories.
    pub(super) fn new(paths: Vec<PathBuf>, recursive: bool) -> Self {
        Self {
            named: paths.into_iter(),
            below: None,
            recursive,
            except: None,
        }
    }

    /// Leaves out a directory, which may not exist.
    pub(super) fn without(mut self, directory: &Path) -> Self {
        self.except = Some(directory.to_owned());
        self
    }
}

impl Iterator for Files {
    type Item = Result<Found, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.below.as_mut().and_then(Iterator::next) {
                let named = false;
                return Some(found.map(|path| Found { path, named }));
            }
            let path = self.named.next()?;
            if !self.recursive || !path.is_dir() {
                return Some(Ok(Found { path, named: true }));
            }
            self.below = Some(Box::new(walk::files_below(&path, self.except.as_deref())));
        }
    }
}

/// Reads a file that was named, or standard input.
pub(super) fn load_named(path: &Path, options: LoadOptions) -> Result<Loaded, LoadError> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else if load::is_handed_over(path) {
        Box::new(File::open(path).map_err(|error| LoadError::Io {
            path: path.to_owned(),
            error,
        })?)
    } else {
        return load::load(path, options);
    };
    let path = display_path(path);
    let bytes = load::read_to_end(input).map_err(|error| LoadError::Io {
        path: path.to_owned(),
        error,
    })?;
    load::parse(&bytes, "", options).map_err(|error| LoadError::Read {
        path: path.to_owned(),
        error,
    })
}

/// The path as messages name it.
pub(super) fn display_path(path: &Path) -> &Path {
    if path == Path::new("-") {
        Path::new(STDIN)
    } else {
        path
    }
}

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

/// Reads files and works on each on all cores, then prints what came of it in the order of the files. A file that cannot
/// be read is reported and does not keep the others from being read.
pub(super) fn for_each<T: Send>(
    files: impl Iterator<Item = Result<Found, LoadError>> + Send,
    options: LoadOptions,
    out: &mut Output,
    work: impl Fn(&Path, Loaded) -> T + Sync,
    mut print: impl FnMut(&mut Output, &Path, T) -> Result<Exit, Error>,
) -> Result<Tally, Error> {
    let read = |found: Result<Found, LoadError>| -> Result<_, LoadError> {
        let Found { path, named } = found?;
        let loaded = if named {
            Some(load_named(&path, options)?)
        } else {
            load::load_if_record(&path, options)?
        };
        let path = display_path(&path).to_owned();
        let done = loaded.map(|loaded| work(&path, loaded));
        Ok((path, done))
    };
    let mut tally = Tally::default();
    parallel::in_order(files, read, |outcome| {
        match outcome {
            Ok((path, Some(done))) => {
                tally.read += 1;
                tally.exit = tally.exit.max(print(out, &path, done)?);
            }
            Ok((path, None)) => tally.skipped.push(path),
            Err(error) => {
                tally.failed += 1;
                tally.exit = Exit::Failed;
                out.report(&error);
            }
        }
        out.flush()?;
        out.progress(|| {
            let count = tally.read + tally.skipped.len() + tally.failed;
            format!("{count} files")
        });
        Ok(())
    })?;
    Ok(tally)
}

impl Inputs {
    /// The files that are named.
    pub(super) fn files(&self) -> Files {
        Files::new(self.files.clone(), self.recursive)
    }

    /// Whether there is one file and no more.
    pub(super) fn is_single(&self) -> bool {
        self.files.len() == 1 && !(self.recursive && self.files[0].is_dir())
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

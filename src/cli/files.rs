//! The files that a command is to work on: those that were named, and those found in directories.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::vec;

use super::args::{Input, Inputs};
use super::output::{Output, complain};
use super::parallel;
use super::{Error, Exit};
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;
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

/// The files that paths name, those below directories included, in the order of their names. Directories are listed as
/// they are reached. Hidden files and links to directories are left out, and so is whatever is no file.
pub(super) struct Files {
    named: vec::IntoIter<PathBuf>,
    /// What is left of the directories on the way to the current one.
    directories: Vec<vec::IntoIter<PathBuf>>,
    recursive: bool,
    leave_out: Option<PathBuf>,
}

impl Files {
    /// The named files; with `recursive`, everything below named directories.
    pub(super) fn new(paths: Vec<PathBuf>, recursive: bool) -> Self {
        Self {
            named: paths.into_iter(),
            directories: Vec::new(),
            recursive,
            leave_out: None,
        }
    }

    /// Leaves out a directory, which may not exist.
    pub(super) fn without(mut self, directory: &Path) -> Self {
        self.leave_out = fs::canonicalize(directory).ok();
        self
    }

    /// Goes into a directory.
    fn enter(&mut self, directory: PathBuf) -> Result<(), LoadError> {
        let left_out = |path: &PathBuf| fs::canonicalize(path).ok() == self.leave_out;
        if self.leave_out.is_some() && left_out(&directory) {
            return Ok(());
        }
        let listed = fs::read_dir(&directory)
            .and_then(|entries| entries.filter(is_wanted).map(path_of).collect());
        let mut paths: Vec<PathBuf> = listed.map_err(|error| LoadError::Io {
            path: directory,
            error,
        })?;
        paths.sort_unstable();
        self.directories.push(paths.into_iter());
        Ok(())
    }

    fn next_inside(&mut self) -> Option<PathBuf> {
        while let Some(directory) = self.directories.last_mut() {
            match directory.next() {
                Some(path) => return Some(path),
                None => self.directories.pop(),
            };
        }
        None
    }
}

impl Iterator for Files {
    type Item = Result<Found, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (path, named) = match self.next_inside() {
                Some(path) => (path, false),
                None => (self.named.next()?, true),
            };
            if (!named || self.recursive) && path.is_dir() {
                match self.enter(path) {
                    Ok(()) => continue,
                    Err(error) => return Some(Err(error)),
                }
            }
            return Some(Ok(Found { path, named }));
        }
    }
}

/// Whether an entry of a directory is a visible file or directory. An error is wanted: it is to be told.
fn is_wanted(entry: &io::Result<DirEntry>) -> bool {
    let Ok(entry) = entry else {
        return true;
    };
    let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
    let kind = entry.file_type().is_ok_and(|kind| {
        // A link may name a file, but a link to a directory may lead in a circle.
        kind.is_file() || kind.is_dir() || (kind.is_symlink() && entry.path().is_file())
    });
    kind && !hidden
}

fn path_of(entry: io::Result<DirEntry>) -> io::Result<PathBuf> {
    entry.map(|entry| entry.path())
}

/// Reads the file that a command names, or standard input.
pub(super) fn read(input: &Input) -> Result<Loaded, LoadError> {
    load_named(&input.file, input.reading.into())
}

/// Reads a file that was named, or standard input.
pub(super) fn load_named(path: &Path, options: LoadOptions) -> Result<Loaded, LoadError> {
    if path != Path::new("-") {
        return load::load(path, options);
    }
    let path = || PathBuf::from(STDIN);
    let bytes = load::read_to_end(io::stdin().lock()).map_err(|error| LoadError::Io {
        path: path(),
        error,
    })?;
    load::parse(&bytes, "", options).map_err(|error| LoadError::Read {
        path: path(),
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
        complain(&load::locate(path, warning.at, &warning.message));
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
/// be read is told and does not keep the others from being read.
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
                out.complain(&error);
            }
        }
        out.flush()?;
        out.tell(|| {
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
        At::Line { line, column } => {
            place.insert("line".to_owned(), line.into());
            place.insert("column".to_owned(), column.into());
        }
    }
    place
}

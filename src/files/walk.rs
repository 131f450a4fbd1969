//! Walks directories.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::load::{LoadError, is_named_as_record};

/// The files below a directory, in order of their names, read as the walk proceeds. Skips hidden files, links to
/// directories, everything that is not a file, and everything below `except`, which need not exist.
///
/// Directories that cannot be read are returned as errors.
pub fn files_below(
    directory: &Path,
    except: Option<&Path>,
) -> impl Iterator<Item = Result<PathBuf, LoadError>> + Send + use<> {
    let except = except.and_then(|except| fs::canonicalize(except).ok());
    let directory = directory.to_owned();
    let is_left_out = move |entry: &DirEntry| {
        let found = || fs::canonicalize(entry.path()).ok();
        except.is_some() && entry.file_type().is_dir() && found() == except
    };
    let walk = WalkDir::new(&directory).sort_by_file_name().into_iter();
    walk.filter_entry(move |entry| !is_hidden(entry) && !is_left_out(entry))
        .filter(|entry| entry.as_ref().map_or(true, is_file))
        .map(move |entry| {
            entry
                .map(DirEntry::into_path)
                .map_err(|error| LoadError::Io {
                    path: error.path().unwrap_or(&directory).to_owned(),
                    error: error.into(),
                })
        })
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// A link to a file is accepted. A link to a directory may form a loop.
fn is_file(entry: &DirEntry) -> bool {
    let kind = entry.file_type();
    kind.is_file() || (kind.is_symlink() && entry.path().is_file())
}

/// The subdirectories of a directory, and its files with the extension of a record, each in order of their names.
pub fn entries_in(directory: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let entries = WalkDir::new(directory)
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    let entries = entries.into_iter().filter_entry(|entry| !is_hidden(entry));
    let (directories, others): (Vec<_>, Vec<_>) =
        entries.flatten().partition(|entry| entry.path().is_dir());
    let paths = |entries: Vec<DirEntry>| entries.into_iter().map(DirEntry::into_path);
    let files = others.into_iter().filter(is_file).collect();
    let records = paths(files).filter(|path| is_named_as_record(path));
    (paths(directories).collect(), records.collect())
}

/// The files below a directory with the extension of a record. Unreadable directories are skipped.
pub fn records_below(directory: &Path) -> Vec<PathBuf> {
    let files = files_below(directory, None).flatten();
    files.filter(|path| is_named_as_record(path)).collect()
}

//! Walks directories, and archives as if they were directories.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::archive::{self, ArchivePath};
use super::load::{LoadError, is_named_as_record};
use crate::format::{ReadError, natural};

/// The files below a directory or an archive, in order of their names, read as the walk proceeds. Skips hidden files,
/// links to directories, everything that is not a file, and everything below `except`, which need not exist. In place of
/// an archive its files are returned.
///
/// Directories and archives that cannot be read are returned as errors.
pub fn files_below(
    directory: &Path,
    except: Option<&Path>,
) -> impl Iterator<Item = Result<PathBuf, LoadError>> + Send + use<> {
    let archived = archive::find(directory);
    let on_disk = archived.is_none().then(|| walk(directory, except));
    let files = archived.into_iter().flat_map(files_of);
    files.chain(on_disk.into_iter().flatten().flat_map(|found| {
        let path = found.as_ref().ok().filter(|path| is_named_as_archive(path));
        let archived = path.and_then(|path| archive::find(path));
        let itself = archived.is_none().then_some(found);
        archived.into_iter().flat_map(files_of).chain(itself)
    }))
}

fn files_of(
    found: Result<ArchivePath, LoadError>,
) -> impl Iterator<Item = Result<PathBuf, LoadError>> + Send {
    let (files, error) = match found {
        Ok(found) => (Some(found.files()), None),
        Err(error) => (None, Some(Err(error))),
    };
    files.into_iter().flatten().map(Ok).chain(error)
}

/// Whether a file in a directory is searched as an archive. Other formats are zip files, too.
fn is_named_as_archive(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// The files below a directory on the disk.
fn walk(
    directory: &Path,
    except: Option<&Path>,
) -> impl Iterator<Item = Result<PathBuf, LoadError>> + Send + use<> {
    let except = except.and_then(|except| fs::canonicalize(except).ok());
    let directory = directory.to_owned();
    let walk = WalkDir::new(&directory).sort_by_file_name().into_iter();
    walk.filter_entry(move |entry| {
        let is_left_out = except.is_some()
            && entry.file_type().is_dir()
            && fs::canonicalize(entry.path()).ok() == except;
        !is_hidden(entry) && !is_left_out
    })
    .filter(|entry| entry.as_ref().map_or(true, is_file))
    .map(move |entry| {
        entry.map(DirEntry::into_path).map_err(|error| {
            let path = error.path().unwrap_or(&directory).to_owned();
            LoadError::new(path, io::Error::from(error))
        })
    })
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && is_hidden_name(entry.file_name())
}

fn is_hidden_name(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// A link to a file is accepted. A link to a directory may form a loop.
fn is_file(entry: &DirEntry) -> bool {
    let kind = entry.file_type();
    kind.is_file() || (kind.is_symlink() && entry.path().is_file())
}

/// Whether a path is that of a record as [`entries_in`] lists them.
pub(super) fn is_record(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    !is_hidden_name(name) && is_named_as_record(path) && path.is_file()
}

/// The subdirectories and archives of a directory, and its files with the extension of a record, each in the order of
/// `natural_order`. The directory may be an archive, or a folder in one.
///
/// # Errors
/// The directory or archive cannot be read, or the file is not an archive.
pub fn entries_in(directory: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), LoadError> {
    let (mut folders, mut files) = match archive::find(directory) {
        Some(found) => found?.children(),
        None if directory.is_file() => {
            let error = ReadError::none("not a zip archive");
            return Err(LoadError::new(directory, error));
        }
        None => {
            fs::read_dir(directory).map_err(|error| LoadError::new(directory, error))?;
            entries_on_disk(directory)
        }
    };
    files.retain(|path| is_named_as_record(path));
    folders.sort_by_cached_key(|path| natural_order(path));
    files.sort_by_cached_key(|path| natural_order(path));
    Ok((folders, files))
}

/// What the paths of a directory are sorted by: numbers by what they count, and then as written.
pub(crate) fn natural_order(path: &Path) -> (String, OsString) {
    let name = path.file_name().unwrap_or_default();
    (natural(&name.to_string_lossy()), name.to_owned())
}

fn entries_on_disk(directory: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let walk = WalkDir::new(directory).min_depth(1).max_depth(1);
    let entries = walk.into_iter().filter_entry(|entry| !is_hidden(entry));
    let (folders, others): (Vec<_>, Vec<_>) = entries.flatten().partition(|entry| {
        entry.path().is_dir() || is_file(entry) && is_named_as_archive(entry.path())
    });
    let files = others.into_iter().filter(is_file);
    let folders = folders.into_iter().map(DirEntry::into_path);
    (folders.collect(), files.map(DirEntry::into_path).collect())
}

/// The files below a directory or an archive with the extension of a record, and errors as from [`files_below`].
pub fn records_below(directory: &Path) -> impl Iterator<Item = Result<PathBuf, LoadError>> {
    let files = files_below(directory, None);
    files.filter(|found| found.as_ref().map_or(true, |path| is_named_as_record(path)))
}

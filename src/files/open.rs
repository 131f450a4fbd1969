//! Opening files, and what the system says of paths.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::format::ReadError;
use crate::record::At;
use crate::text::clean_line;

/// Why a file gives no record. Prints as one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The system does not give the file.
    #[error("{}: {}", show_path(.path), io_text(.error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The path names a directory, a device or a pipe.
    #[error("{}: {kind}, not a file", show_path(.path))]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// The directory or the archive holds no file with the extension of a record.
    #[error("{}: no record is in it", show_path(.path))]
    NoRecord {
        /// The directory.
        path: PathBuf,
    },
    /// The path leads into an archive.
    #[error("{}: {ARCHIVED}", show_path(.path))]
    Archived {
        /// The path.
        path: PathBuf,
    },
    /// The file is there, but no game in it can be shown.
    #[error("{}", locate(.path, .error.at, &.error.message))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ReadError,
    },
}

const ARCHIVED: &str = "a record in an archive cannot be followed";

impl LoadError {
    /// The reason without the file's name, for a status line.
    pub fn reason(&self) -> String {
        match self {
            Self::Io { error, .. } => io_text(error),
            Self::NoRecord { .. } => "no record is in it".to_owned(),
            Self::NotAFile { kind, .. } => format!("{kind}, not a file"),
            Self::Archived { .. } => ARCHIVED.to_owned(),
            Self::Read { error, .. } => clean_line(&error.to_string()),
        }
    }
}

/// A path as text that is safe to print.
pub fn show_path(path: &Path) -> String {
    clean_line(&path.to_string_lossy())
}

/// A message with its file and place, on one line that is safe to print.
pub fn locate(path: &Path, at: At, message: &str) -> String {
    format!("{}{}{}", show_path(path), at.joint(), clean_line(message))
}

fn io_text(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::FileTooLarge => "too large for a record: more than 1 GiB".to_owned(),
        _ => error.to_string(),
    }
}

/// Opens a file. Directories, devices and pipes are refused before they are opened: opening a pipe would wait for its
/// writer.
pub(super) fn open(path: &Path) -> Result<(File, Metadata), LoadError> {
    file_only(path, fs::metadata(path))?;
    open_found(path)
}

/// Opens what was a file a moment ago. What was put in its place meanwhile is opened without waiting, and refused then.
pub(super) fn open_found(path: &Path) -> Result<(File, Metadata), LoadError> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| LoadError::Io {
        path: path.to_owned(),
        error,
    })?;
    let metadata = file_only(path, file.metadata())?;
    Ok((file, metadata))
}

/// Refuses what is not an ordinary file.
fn file_only(path: &Path, metadata: io::Result<Metadata>) -> Result<Metadata, LoadError> {
    let path = || path.to_owned();
    let metadata = metadata.map_err(|error| LoadError::Io {
        path: path(),
        error,
    })?;
    match other_kind(&metadata) {
        Some(kind) => Err(LoadError::NotAFile { path: path(), kind }),
        None => Ok(metadata),
    }
}

/// Whether a path is read as a stream, from its start to its end and only once: standard input, or a pipe.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok_and(|metadata| is_pipe(&metadata))
}

/// Whether a path is a pipe opened by the calling process: `/dev/stdin`, or what a shell makes of `<(command)`. It has
/// a writer, so opening it does not wait for one.
pub fn is_handed_over(path: &Path) -> bool {
    (path.starts_with("/dev") || path.starts_with("/proc")) && is_stream(path)
}

/// Whether a path names standard input: `-`, or `/dev/stdin` and its like.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || is_same_as_input(path)
}

#[cfg(unix)]
fn is_same_as_input(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let input = rustix::fs::fstat(io::stdin());
    let named = fs::metadata(path);
    matches!((input, named), (Ok(input), Ok(named))
        if (input.st_dev, input.st_ino) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn is_same_as_input(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_metadata: &Metadata) -> bool {
    false
}

/// Whether the system would give the file now.
pub fn is_readable(path: &Path) -> bool {
    open(path).is_ok()
}

/// What a path is if it is not an ordinary file.
fn other_kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some("a directory");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if is_pipe(metadata) {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("a device")
}

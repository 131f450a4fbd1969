//! Opens files, and classifies paths.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use derive_more::Display;

use crate::format::ReadError;
use crate::record::At;
use crate::text::clean_line;

/// Why a file cannot be loaded. Displayed as one line that names the file.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.line())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// Why it cannot be loaded.
    pub cause: Cause,
}

/// Why a file cannot be loaded, without its name. Displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// It cannot be read.
    #[error("{}", io_text(.0))]
    Io(#[from] io::Error),
    /// It is a directory, a device or a pipe.
    #[error("{0}, not a file")]
    NotAFile(NotAFile),
    /// It is a directory or archive without a file that has the extension of a record.
    #[error("no record is in it")]
    NoRecord,
    /// It is inside an archive.
    #[error("a record in an archive cannot be followed")]
    Archived,
    /// No game in it can be shown.
    #[error("{}", clean_line(&.0.to_string()))]
    Read(#[from] ReadError),
    /// Another reason, in English.
    #[error("{0}")]
    Other(String),
}

/// What is there in place of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
pub enum NotAFile {
    /// A directory.
    #[display("a directory")]
    Directory,
    /// A pipe.
    #[display("a pipe")]
    Pipe,
    /// A socket.
    #[display("a socket")]
    Socket,
    /// A device.
    #[display("a device")]
    Device,
    /// A terminal.
    #[display("a terminal")]
    Terminal,
}

impl LoadError {
    pub(crate) fn new(path: impl Into<PathBuf>, cause: impl Into<Cause>) -> Self {
        let (path, cause) = (path.into(), cause.into());
        Self { path, cause }
    }

    /// Whether there is no such file.
    pub(crate) fn is_missing(&self) -> bool {
        use io::ErrorKind::{NotADirectory, NotFound};
        matches!(&self.cause, Cause::Io(error) if matches!(error.kind(), NotADirectory | NotFound))
    }

    fn line(&self) -> String {
        match &self.cause {
            Cause::Read(error) => locate(&self.path, error.at, &error.message),
            cause => format!("{}: {cause}", show_path(&self.path)),
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

/// Opens a file. Directories, devices and pipes are refused without opening them, since opening a pipe would block.
pub(super) fn open(path: &Path) -> Result<(File, Metadata), LoadError> {
    file_only(path, fs::metadata(path))?;
    open_found(path)
}

/// Opens what was a regular file a moment ago. If it has been replaced by something else since, opening does not block,
/// and the result is refused.
pub(super) fn open_found(path: &Path) -> Result<(File, Metadata), LoadError> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let opened = options.open(path);
    let file = opened.map_err(|error| LoadError::new(path, error))?;
    let metadata = file_only(path, file.metadata())?;
    Ok((file, metadata))
}

/// Refuses anything but a regular file.
fn file_only(path: &Path, metadata: io::Result<Metadata>) -> Result<Metadata, LoadError> {
    let metadata = metadata.map_err(|error| LoadError::new(path, error))?;
    match other_kind(&metadata) {
        Some(kind) => Err(LoadError::new(path, Cause::NotAFile(kind))),
        None => Ok(metadata),
    }
}

/// Whether a path is a stream, which can only be read once from start to end: standard input, or a pipe.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok_and(|metadata| is_pipe(&metadata))
}

/// Whether a path is a pipe opened by the calling process: `/dev/stdin`, or what a shell substitutes for `<(command)`.
/// It already has a writer, so opening it does not block.
pub fn is_handed_over(path: &Path) -> bool {
    (path.starts_with("/dev") || path.starts_with("/proc")) && is_stream(path)
}

/// Whether a path is standard input: `-`, `/dev/stdin` and similar.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || is_same_as_input(path)
}

#[cfg(unix)]
fn is_same_as_input(path: &Path) -> bool {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let input = io::stdin().as_fd().try_clone_to_owned();
    let input = input.and_then(|input| File::from(input).metadata());
    matches!((input, fs::metadata(path)), (Ok(input), Ok(named))
        if (input.dev(), input.ino()) == (named.dev(), named.ino()))
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

/// The kind of a path that is not a regular file.
fn other_kind(metadata: &Metadata) -> Option<NotAFile> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some(NotAFile::Directory);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if is_pipe(metadata) {
            return Some(NotAFile::Pipe);
        }
        if kind.is_socket() {
            return Some(NotAFile::Socket);
        }
    }
    Some(NotAFile::Device)
}

//! Writes files at the user's request.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use super::archive;
use super::load::show_path;

/// How often it is tried to give a file its name.
const TRIES: usize = 40;
/// How long to wait between two tries.
const PAUSE: Duration = Duration::from_millis(25);

/// Why a file was not written. Displayed as one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// The file exists and was not to be overwritten.
    #[error("{} already exists", show_path(.0))]
    Exists(PathBuf),
    /// The path names a pipe, a device or a folder.
    #[error("{}: not a regular file", show_path(.0))]
    NotRegular(PathBuf),
    /// The file cannot be written.
    #[error("{}: cannot be written: {error}", show_path(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
    /// The path leads into an archive.
    #[error("{}: nothing is written into an archive", show_path(.0))]
    Archived(PathBuf),
}

impl NotWritten {
    /// The operating system's error, or that the path leads into an archive.
    pub fn new(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::of_archive(&path).unwrap_or(Self::Io { path, error })
    }

    /// Why a file cannot be written whose path leads into an archive; `None` for any other path.
    pub fn of_archive(path: &Path) -> Option<Self> {
        let is_inside = !path.exists() && archive::is_archived(path);
        is_inside.then(|| Self::Archived(path.to_owned()))
    }

    /// Whether the error is that the reader of a pipe is gone.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Writes a whole file: see [`Draft`].
///
/// # Errors
/// The file exists, or cannot be written.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), NotWritten> {
    let mut draft = Draft::new(path, force)?;
    draft.write_all(bytes).map_err(|error| write_error(path, error))?;
    draft.finish()
}

/// A file being written. It is written to a temporary file in the same directory and renamed at the end, so that a
/// crash never leaves half a file. An existing file, even if just created, is only replaced with `force`; the new one
/// then has its owner and mode, except setuid and setgid. Pipes and devices are written to directly.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: DraftFile,
}

#[derive(Debug)]
enum DraftFile {
    /// Writes directly to what exists.
    InPlace(File),
    /// A new file, and whether it may replace a link, or a file created in the meantime.
    New(NamedTempFile, bool),
    /// Replaces the existing file at this path with this metadata.
    Replacement(NamedTempFile, PathBuf, Metadata),
}

impl Draft {
    /// Begins a file.
    ///
    /// # Errors
    /// The file exists, or cannot be written.
    pub fn new(path: &Path, force: bool) -> Result<Self, NotWritten> {
        let file = DraftFile::new(path, force).map_err(|error| write_error(path, error))?;
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    /// Moves the file to its place. If this is not called, nothing is left.
    ///
    /// # Errors
    /// A file has been created in the meantime, or the file cannot be written.
    pub fn finish(self) -> Result<(), NotWritten> {
        let Self { path, file } = self;
        file.finish(&path).map_err(|error| write_error(&path, error))
    }

    fn file(&mut self) -> &mut File {
        match &mut self.file {
            DraftFile::InPlace(file) => file,
            DraftFile::New(file, _) | DraftFile::Replacement(file, ..) => file.as_file_mut(),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl DraftFile {
    fn new(path: &Path, force: bool) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if !there.is_file() && !there.is_dir() => {
                Ok(Self::InPlace(OpenOptions::new().write(true).open(path)?))
            }
            Ok(there) if force && there.is_file() => {
                // A link to a file is kept.
                let path = dunce::canonicalize(path)?;
                Ok(Self::Replacement(temporary(&mut Builder::new(), &path)?, path, there))
            }
            // A dangling link is replaced instead of creating its target.
            _ if !force && path.symlink_metadata().is_ok() => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            // The default mode of new files.
            _ => {
                let mut builder = Builder::new();
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                Ok(Self::New(temporary(&mut builder, path)?, force))
            }
        }
    }

    fn finish(self, path: &Path) -> io::Result<()> {
        match self {
            Self::InPlace(_) => Ok(()),
            Self::New(file, force) => {
                file.as_file().sync_all()?;
                persist(file, path, force)
            }
            Self::Replacement(file, path, there) => {
                file.as_file().sync_all()?;
                // Not readable by others until it has the owner and mode of the old file.
                if take_over(file.as_file(), &there)? {
                    return persist(file, &path, true);
                }
                // The owner can only be kept by writing in place.
                overwrite(&OpenOptions::new().write(true).open(path)?, &file.reopen()?)
            }
        }
    }
}

/// Copies a part of the new file to the same place in the other one.
fn copy_part(mut file: &File, mut new: &File, start: u64, length: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    new.seek(SeekFrom::Start(start))?;
    io::copy(&mut new.take(length), &mut file)?;
    file.sync_all()
}

/// Replaces the contents of a file in place. The part beyond the old end is written first, so that a full disk leaves
/// the old contents intact.
fn overwrite(file: &File, new: &File) -> io::Result<()> {
    let (before, now) = (file.metadata()?.len(), new.metadata()?.len());
    if let Err(error) = copy_part(file, new, before, now.saturating_sub(before)) {
        file.set_len(before)?;
        return Err(error);
    }
    copy_part(file, new, 0, before)?;
    file.set_len(now)
}

/// Keeps a copy of a file under another name: a new file with its owner and mode, in place of anything else of that name,
/// even a link.
///
/// # Errors
/// The copy cannot be written.
pub fn keep_copy(path: &Path, copy: &Path) -> Result<(), NotWritten> {
    write_copy(path, copy).map_err(|error| NotWritten::new(copy, error))
}

fn write_copy(path: &Path, copy: &Path) -> io::Result<()> {
    let mut from = File::open(path)?;
    let mut file = temporary(&mut Builder::new(), copy)?;
    io::copy(&mut from, &mut file)?;
    take_over(file.as_file(), &from.metadata()?)?;
    file.as_file().sync_all()?;
    persist(file, copy, true)
}

fn write_error(path: &Path, error: io::Error) -> NotWritten {
    match error.kind() {
        io::ErrorKind::AlreadyExists => NotWritten::Exists(path.to_owned()),
        _ => NotWritten::new(path, error),
    }
}

/// Writes a file that only its owner can read, replacing an existing one.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = temporary(&mut Builder::new(), path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    persist(file, path, true)
}

/// Gives a finished file its name, in place of another of that name if that is wanted.
fn persist(mut file: NamedTempFile, path: &Path, force: bool) -> io::Result<()> {
    let mut tries = 1;
    loop {
        let persisted = if force { file.persist(path) } else { file.persist_noclobber(path) };
        match persisted {
            // Windows refuses while another process has the other file open, which dapu has for a moment only.
            Err(error) if cfg!(windows) && tries < TRIES && is_denied(&error.error) => {
                file = error.file;
                tries += 1;
                thread::sleep(PAUSE);
            }
            persisted => return persisted.map_err(|error| error.error).map(drop),
        }
    }
}

fn is_denied(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
}

/// A text in a file that only its owner can read, and that is removed when its path is dropped.
///
/// # Errors
/// The file cannot be written.
pub fn temporary_text(text: &str) -> io::Result<impl AsRef<Path>> {
    let mut file = Builder::new().prefix("dapu").suffix(".txt").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file.into_temp_path())
}

/// A file without a name, for what does not fit into memory. It goes when it is closed.
///
/// # Errors
/// It cannot be made.
pub(crate) fn scratch() -> io::Result<File> {
    tempfile::tempfile()
}

/// A temporary file with a short, unique name in the directory of `path`. It is removed unless it is renamed.
fn temporary(builder: &mut Builder<'_, '_>, path: &Path) -> io::Result<NamedTempFile> {
    let directory = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(io::ErrorKind::IsADirectory.into()),
    };
    let file = builder.prefix(".dapu").suffix(".tmp").tempfile_in(directory);
    // An error that names the temporary file would confuse the user.
    file.map_err(|error| match fs::metadata(directory) {
        Ok(_) => error.kind().into(),
        Err(error) => error,
    })
}

/// Gives a file the owner, group and mode of another. Returns false if that is not permitted. Setuid and setgid are not
/// copied, since they were not granted to the new contents.
#[cfg(unix)]
fn take_over(file: &File, there: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let own = file.metadata()?;
    let differs = (own.uid(), own.gid()) != (there.uid(), there.gid());
    if differs && fchown(file, Some(there.uid()), Some(there.gid())).is_err() {
        return Ok(false);
    }
    file.set_permissions(fs::Permissions::from_mode(there.mode() & 0o777))?;
    Ok(true)
}

#[cfg(not(unix))]
fn take_over(file: &File, there: &Metadata) -> io::Result<bool> {
    file.set_permissions(there.permissions())?;
    Ok(true)
}

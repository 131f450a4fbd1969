//! Files that dapu writes because it was asked to. The only writer of files.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::load::show_path;

/// Why a file was not written. Prints as one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// There is a file already, and it was not to be overwritten.
    #[error("{} already exists", show_path(.0))]
    Exists(PathBuf),
    /// The system does not take it.
    #[error("{}: cannot be written: {error}", show_path(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl WriteError {
    /// Whether the reader of a pipe has gone away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Writes a file: see [`Draft`].
///
/// # Errors
/// The file exists already, or cannot be written.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), WriteError> {
    let mut draft = Draft::new(path, force)?;
    draft.write_all(bytes).map_err(|error| fault(path, error))?;
    draft.finish()
}

/// A file that is being written. It is written beside its place and renamed at the end, so that no crash leaves half a
/// file. One that exists, even since a moment ago, is kept unless `force` says otherwise; what takes its place has its
/// owner and its mode, but runs as nobody else. A pipe or a device is written to, and never replaced.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: Place,
}

#[derive(Debug)]
enum Place {
    /// What is there is written into.
    There(File),
    /// A new file, which may take the place of a link or of one that was made since.
    New(NamedTempFile, bool),
    /// Another file's place is taken; that is what was there.
    Other(NamedTempFile, PathBuf, Metadata),
}

impl Draft {
    /// Begins a file.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn new(path: &Path, force: bool) -> Result<Self, WriteError> {
        let file = Place::new(path, force).map_err(|error| fault(path, error))?;
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    /// Puts the file in its place. Without that nothing is left of it.
    ///
    /// # Errors
    /// A file is there by now, or the system does not take it.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { path, file } = self;
        file.finish(&path).map_err(|error| fault(&path, error))
    }

    fn file(&mut self) -> &mut File {
        match &mut self.file {
            Place::There(file) => file,
            Place::New(file, _) | Place::Other(file, ..) => file.as_file_mut(),
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

impl Place {
    fn new(path: &Path, force: bool) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if !there.is_file() && !there.is_dir() => {
                Ok(Self::There(OpenOptions::new().write(true).open(path)?))
            }
            Ok(there) if force && there.is_file() => {
                // A link keeps leading to the file that it names.
                let path = fs::canonicalize(path)?;
                Ok(Self::Other(
                    temporary(&mut Builder::new(), &path)?,
                    path,
                    there,
                ))
            }
            // What a link names and is not there is not made: the link itself is replaced.
            _ if !force && path.symlink_metadata().is_ok() => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            // The mode that the system gives to new files.
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
            Self::There(_) => Ok(()),
            Self::New(file, force) => {
                file.as_file().sync_all()?;
                let persisted = match force {
                    true => file.persist(path),
                    false => file.persist_noclobber(path),
                };
                persisted.map_err(|error| error.error).map(drop)
            }
            Self::Other(file, path, there) => {
                file.as_file().sync_all()?;
                // Readable by nobody else before it has the other's owner and mode.
                if take_over(file.as_file(), &there)? {
                    return file.persist(path).map_err(|error| error.error).map(drop);
                }
                // Only in its own place does it stay its owner's.
                let mut own = OpenOptions::new().write(true).truncate(true).open(path)?;
                io::copy(&mut file.reopen()?, &mut own)?;
                own.sync_all()
            }
        }
    }
}

fn fault(path: &Path, error: io::Error) -> WriteError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path),
        _ => WriteError::Io { path, error },
    }
}

/// Writes a file that only its owner can read, replacing an existing one.
///
/// # Errors
/// The system does not take it.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = temporary(&mut Builder::new(), path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A file beside another, with a short name that nobody else uses. It is removed if it is not given another name.
fn temporary(builder: &mut Builder<'_, '_>, path: &Path) -> io::Result<NamedTempFile> {
    let directory = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(io::ErrorKind::IsADirectory.into()),
    };
    let file = builder
        .prefix(".dapu")
        .suffix(".tmp")
        .tempfile_in(directory);
    // The error would name the temporary file, which means nothing to the reader.
    file.map_err(|error| match fs::metadata(directory) {
        Ok(_) => error.kind().into(),
        Err(error) => error,
    })
}

/// Gives a file the owner, the group and the mode of another; false if the system does not allow that. The bits that
/// make a program run as its owner or group are left out: they were not given to these bytes.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_made_in_between_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.kif");
        let mut draft = Draft::new(&path, false).unwrap();
        draft.write_all(b"new").unwrap();
        fs::write(&path, "in between").unwrap();
        assert!(matches!(draft.finish(), Err(WriteError::Exists(_))));
        assert!(matches!(
            write(&path, b"new", false),
            Err(WriteError::Exists(_))
        ));
        assert_eq!(fs::read(&path).unwrap(), b"in between");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_written_on_the_way_is_private() {
        use std::os::unix::fs::MetadataExt;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.kif");
        fs::write(&path, "old").unwrap();
        let mut draft = Draft::new(&path, true).unwrap();
        assert_eq!(draft.file().metadata().unwrap().mode() & 0o777, 0o600);
    }
}

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
        /// What the system says.
        error: io::Error,
    },
}

impl WriteError {
    /// Whether the reader of a pipe has gone away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Writes a file. It is written beside its place first and renamed then, so that no crash leaves half a file. One that
/// exists, even since a moment ago, is kept unless `force` says otherwise; what takes its place has its owner and its
/// mode, but runs as nobody else. A pipe or a device is written to, and never replaced.
///
/// # Errors
/// The file exists already, or cannot be written.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), WriteError> {
    let written = match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => overwrite(path, bytes),
        Ok(there) if force && there.is_file() => replace(path, bytes, &there),
        // What a link names and is not there is not made: the link itself is replaced.
        _ => create(path, bytes, force),
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path.to_owned()),
        _ => WriteError::Io {
            path: path.to_owned(),
            error,
        },
    })
}

/// Writes a file that nobody else may read, in the place of the one that is there.
///
/// # Errors
/// The system does not take it.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = temporary(&mut Builder::new(), path, bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes into what is there.
fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(bytes)
}

/// Makes a file with the mode that the system gives to new ones.
fn create(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    if !force && path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = temporary(&mut builder, path, bytes)?;
    let persisted = if force {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    persisted.map_err(|error| error.error)?;
    Ok(())
}

/// Puts a file in the place of another, readable by nobody else before it has the other's owner and mode.
fn replace(path: &Path, bytes: &[u8], there: &Metadata) -> io::Result<()> {
    // A link keeps leading to the file that it names.
    let path = fs::canonicalize(path)?;
    let file = temporary(&mut Builder::new(), &path, bytes)?;
    if !take_over(file.as_file(), there)? {
        // Only in its own place does it stay its owner's.
        let mut file = OpenOptions::new().write(true).truncate(true).open(&path)?;
        file.write_all(bytes)?;
        return file.sync_all();
    }
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// A file beside another, with a short name that nobody else uses. It is removed if it is not given another name.
fn temporary(
    builder: &mut Builder<'_, '_>,
    path: &Path,
    bytes: &[u8],
) -> io::Result<NamedTempFile> {
    let directory = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(io::ErrorKind::IsADirectory.into()),
    };
    let mut file = builder
        .prefix(".dapu")
        .suffix(".tmp")
        .tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
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
        let file = temporary(&mut Builder::new(), &path, b"new").unwrap();
        fs::write(&path, "in between").unwrap();
        assert!(file.persist_noclobber(&path).is_err());
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
        let file = temporary(&mut Builder::new(), &path, b"secret").unwrap();
        assert_eq!(file.as_file().metadata().unwrap().mode() & 0o777, 0o600);
    }
}

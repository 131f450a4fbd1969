//! The state of a file, to detect changes.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::waits::COARSE;
use crate::files::load;

/// Device, inode, length and time of a file. Only compared for equality, because clocks may go backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    device: u64,
    inode: u64,
    length: u64,
    /// In nanoseconds since 1970.
    modified: i128,
}

impl Stamp {
    /// The current state of a file, or `None` if it does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self::new(&metadata, || File::open(path)))
    }

    /// The current state of an open file.
    ///
    /// # Errors
    /// The system refuses.
    pub fn of_file(file: &File) -> io::Result<Self> {
        Ok(Self::new(&file.metadata()?, || file.try_clone()))
    }

    fn new(metadata: &Metadata, open: impl FnOnce() -> io::Result<File>) -> Self {
        let (device, inode) = identity(metadata, open);
        let since_1970 =
            metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanoseconds = since_1970.map(|time| i128::try_from(time.as_nanos()));
        let modified = nanoseconds.map_or(0, |time| time.unwrap_or(i128::MAX));
        Self { device, inode, length: metadata.len(), modified }
    }

    /// The current state, determined by opening the file, because some network file systems cache what they return for
    /// a name.
    pub fn of_opened(path: &Path) -> Option<Self> {
        match load::open(path) {
            Ok((file, metadata)) => Some(Self::new(&metadata, || Ok(file))),
            // It is not readable, or not a regular file, so that opening it may block.
            Err(_) => Self::of(path),
        }
    }

    /// Identifies the file, whatever its state.
    pub(in crate::files) fn identity(self) -> (u64, u64) {
        (self.device, self.inode)
    }

    /// Whether it is the same file, and longer than before.
    pub(in crate::files) fn has_grown_from(self, before: Self) -> bool {
        self.identity() == before.identity() && self.length > before.length
    }

    /// The modification time, to choose the newest of several files.
    pub(super) fn modified(self) -> i128 {
        self.modified
    }
}

/// A state that may hide a change.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    pub(super) stamp: Stamp,
    /// When to read the file again; `None` once that has been done.
    pub(super) due: Option<Instant>,
}

impl Doubt {
    pub(super) fn of(stamp: Stamp) -> Option<Self> {
        let is_coarse = stamp.modified % 1_000_000_000 == 0;
        is_coarse.then(|| Self { stamp, due: Some(Instant::now() + COARSE) })
    }
}

/// Whether a file was modified so recently that it may still be being written.
pub(crate) fn is_fresh(path: &Path, within: Duration) -> bool {
    let modified = std::fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age < within))
}

/// Device and inode.
#[cfg(unix)]
fn identity(metadata: &Metadata, _: impl FnOnce() -> io::Result<File>) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// The volume and the index there, for which the file must be open; none for a directory.
#[cfg(not(unix))]
fn identity(_: &Metadata, open: impl FnOnce() -> io::Result<File>) -> (u64, u64) {
    let known = open().and_then(winapi_util::file::information);
    known.map_or((0, 0), |known| (known.volume_serial_number(), known.file_index()))
}

//! The state of a file, to detect changes.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

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
        std::fs::metadata(path).ok().map(|metadata| Self::from(&metadata))
    }

    /// The current state, determined by opening the file, because some network file systems cache what they return for
    /// a name.
    pub fn of_opened(path: &Path) -> Option<Self> {
        match load::open(path) {
            Ok((_, metadata)) => Some(Self::from(&metadata)),
            // It is not readable, or not a regular file, so that opening it may block.
            Err(_) => Self::of(path),
        }
    }

    /// Whether its time may also be that of an earlier state, because it is in whole seconds.
    fn is_coarse(self) -> bool {
        self.modified % 1_000_000_000 == 0
    }

    /// Identifies the file, whatever its state.
    pub(super) fn identity(self) -> (u64, u64) {
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

/// A file whose time is in whole seconds is read again after this long, because changes within the same second may not
/// show in its time or length.
const COARSE: Duration = Duration::from_secs(2);

/// A state that may hide a change.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    pub(super) stamp: Stamp,
    /// When to read the file again; `None` once that has been done.
    pub(super) due: Option<Instant>,
}

impl Doubt {
    pub(super) fn of(stamp: Stamp) -> Option<Self> {
        stamp.is_coarse().then(|| Self { stamp, due: Some(Instant::now() + COARSE) })
    }
}

/// Whether a file was modified so recently that it may still be being written.
pub(crate) fn is_fresh(path: &Path, within: Duration) -> bool {
    let modified = std::fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age < within))
}

impl From<&Metadata> for Stamp {
    #[cfg(unix)]
    fn from(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            length: metadata.len(),
            modified: i128::from(metadata.mtime()) * 1_000_000_000
                + i128::from(metadata.mtime_nsec()),
        }
    }

    #[cfg(not(unix))]
    fn from(metadata: &Metadata) -> Self {
        let since_1970 = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let modified =
            since_1970.map_or(0, |time| i128::try_from(time.as_nanos()).unwrap_or(i128::MAX));
        Self { device: 0, inode: 0, length: metadata.len(), modified }
    }
}

//! Telling states of a file apart.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use crate::files::load;

/// Device, inode, length and time of a file. Compared for inequality only: clocks go backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    device: u64,
    inode: u64,
    length: u64,
    /// Nanoseconds since 1970.
    modified: i128,
}

impl Stamp {
    /// The state of a file now; `None` if it is not there.
    pub fn of(path: &Path) -> Option<Self> {
        std::fs::metadata(path)
            .ok()
            .map(|metadata| Self::from(&metadata))
    }

    /// The same, as opening the file shows it: some network file systems answer from memory when they are asked by name.
    pub fn of_opened(path: &Path) -> Option<Self> {
        match load::open(path) {
            Ok((_, metadata)) => Some(Self::from(&metadata)),
            // It may not be opened; or is not a file, and opening it would wait.
            Err(_) => Self::of(path),
        }
    }

    /// Whether its time may be that of an earlier state: it is one of whole seconds.
    fn is_coarse(self) -> bool {
        self.modified % 1_000_000_000 == 0
    }

    /// Which file it is, whatever its state.
    pub(super) fn identity(self) -> (u64, u64) {
        (self.device, self.inode)
    }

    /// Whether it is the same file, with more in it than before.
    pub(super) fn has_grown_from(self, before: Self) -> bool {
        self.identity() == before.identity() && self.length > before.length
    }

    /// When it was last written, for choosing the newest of several files.
    pub(super) fn modified(self) -> i128 {
        self.modified
    }
}

/// A file whose time has whole seconds is read once more after this long: what was written within them shows neither in
/// its time nor, perhaps, in its length.
const COARSE: Duration = Duration::from_secs(2);

/// A state that may hide a change.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    pub(super) stamp: Stamp,
    /// When to read the file once more; `None` after that was done.
    pub(super) due: Option<Instant>,
}

impl Doubt {
    pub(super) fn of(stamp: Stamp) -> Option<Self> {
        stamp.is_coarse().then(|| Self {
            stamp,
            due: Some(Instant::now() + COARSE),
        })
    }
}

/// Whether a file was written so lately that its writer may still be at work.
pub(super) fn is_fresh(path: &Path, within: Duration) -> bool {
    let modified = std::fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| {
        SystemTime::now()
            .duration_since(time)
            .is_ok_and(|age| age < within)
    })
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
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |time| {
            i128::try_from(time.as_nanos()).unwrap_or(i128::MAX)
        });
        Self {
            device: 0,
            inode: 0,
            length: metadata.len(),
            modified,
        }
    }
}

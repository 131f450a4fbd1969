//! The state of a file when it was read.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use flate2::CrcReader;

/// A file's time, length and content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stamp {
    pub(super) length: u64,
    /// In nanoseconds since 1970; 0 if the file may change again in the same instant.
    pub(super) modified: i64,
    /// A hash of its bytes; 0 if it is not known.
    pub(super) content: u64,
}

impl Stamp {
    /// What the system says of a file, or of the archive that it is in.
    pub(super) fn of(path: &Path) -> Self {
        /// Within this time, a file may change again without another time.
        const COARSE: Duration = Duration::from_secs(2);
        let file =
            path.ancestors().filter_map(|path| fs::metadata(path).ok()).find(fs::Metadata::is_file);
        let Some(metadata) = file else {
            return Self::default();
        };
        let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let is_settled = modified.elapsed().is_ok_and(|elapsed| elapsed > COARSE);
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let modified = if is_settled { since.as_nanos() as i64 } else { 0 };
        Self { length: metadata.len(), modified, content: 0 }
    }

    /// With a hash of the content of a file that was read just now, unless it may have changed meanwhile.
    pub(super) fn with_content(self, path: &Path) -> Self {
        let content = if self.modified == 0 { 0 } else { content(path).unwrap_or(0) };
        if Self::of(path) == self { Self { content, ..self } } else { Self::default() }
    }
}

/// A check sum of the bytes of a file, never 0; none for one in an archive.
pub(super) fn content(path: &Path) -> io::Result<u64> {
    let mut file = CrcReader::new(File::open(path)?);
    io::copy(&mut file, &mut io::sink())?;
    Ok(u64::from(file.crc().sum()) | 1 << 32)
}

//! What dapu wrote to the files of new games.

use std::fs;
use std::path::{Path, PathBuf};

use super::Notes;
use crate::files::write::write_private;
use crate::files::{canonical, fnv, private_directory};

/// A number for what a file holds.
pub fn digest(path: &Path) -> Option<u64> {
    path.is_file().then(|| fs::read(path).ok()).flatten().map(|bytes| fnv(&bytes))
}

impl Notes {
    fn record_of(&self, path: &Path) -> PathBuf {
        let hash = fnv(canonical(path).as_os_str().as_encoded_bytes());
        self.0.with_file_name("written").join(format!("{hash:016x}"))
    }

    /// Remembers what dapu has written to a file. Where that fails, the file is like any other once dapu ends.
    pub fn remember(&self, path: &Path, digest: u64) {
        let record = self.record_of(path);
        let _ = private_directory(record.parent().unwrap_or(&record))
            .and_then(|()| write_private(&record, digest.to_string().as_bytes()));
    }

    /// What a file holds, if dapu wrote that as a new game.
    pub fn written(&self, path: &Path) -> Option<u64> {
        let known = fs::read_to_string(self.record_of(path)).ok()?;
        digest(path).filter(|digest| known.parse() == Ok(*digest))
    }
}

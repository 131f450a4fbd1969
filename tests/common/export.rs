//! Records as the bytes of a file.

#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use dapu::format::{
    Collection, CollectionError, FileHead, Format, Loaded, Losses, WriteError, WriteOptions,
};
use dapu::record::Record;

/// Records to write, and the file they come from.
pub struct Export<'a> {
    /// The file the records come from: the JSON includes its format, encoding and warnings.
    pub source: &'a Loaded,
    pub records: &'a [Arc<Record>],
    pub options: &'a WriteOptions,
}

impl Export<'_> {
    /// Writes the records as a file of a format, or only the first if such a file has one game.
    pub fn write(&self, format: &'static Format) -> Result<Written, WriteError> {
        let write = || {
            let head = FileHead::of(self.source, format);
            let mut file = Collection::begin(format, self.options, &head, Vec::new())?;
            for record in self.records {
                file.add(self.source.format, record)?;
            }
            let losses = file.losses().clone();
            Ok(Written { bytes: file.end()?, losses })
        };
        write().map_err(|error: CollectionError| WriteError(error.to_string()))
    }
}

/// A written file and what was lost.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    pub bytes: Vec<u8>,
    pub losses: Losses,
}

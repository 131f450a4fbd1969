//! Writes a copy of the record to a new file, with the reader's own lines as variations.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::files::load::show_path;
use crate::files::write::{WriteError, write};
use crate::format::{self, Export, Loaded, WriteOptions};
use crate::record::{Layer, Record};

/// A copy that was written.
#[derive(Debug)]
pub(in crate::tui) struct Copy {
    pub(in crate::tui) path: PathBuf,
    /// The number of games in it.
    pub(in crate::tui) games: usize,
    /// What the format cannot represent.
    pub(in crate::tui) lost: String,
}

/// What to write, and where.
#[derive(Debug)]
pub(in crate::tui) struct CopyJob {
    pub(in crate::tui) path: PathBuf,
    pub(in crate::tui) loaded: Arc<Loaded>,
    pub(in crate::tui) game: usize,
    /// What the reader has added to the games.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
}

impl CopyJob {
    /// Writes the file in the format of its extension, with all games if that format supports several.
    ///
    /// # Errors
    /// Why nothing was written. An existing file is never changed.
    pub(in crate::tui) fn run(self) -> Result<Copy, String> {
        if self.path.symlink_metadata().is_ok() {
            return Err(WriteError::Exists(self.path).to_string());
        }
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        let format = format::by_extension(&extension);
        let unknown = || format!("{}: unknown extension", show_path(&self.path));
        let (format, write_as) =
            format.and_then(|format| Some((format, format.write?))).ok_or_else(unknown)?;
        let games = match format.holds.games {
            true => 0..self.loaded.games.len(),
            false => self.game..self.game + 1,
        };
        let records: Vec<_> = games.filter_map(|game| self.record(game)).collect();
        let written = write_as(&Export {
            source: &self.loaded,
            records: &records,
            options: &WriteOptions::default(),
        })
        .map_err(|error| error.to_string())?;
        write(&self.path, &written.bytes, false).map_err(|error| error.to_string())?;
        Ok(Copy { path: self.path, games: records.len(), lost: written.losses.to_string() })
    }

    /// A game with its own lines, if it is readable.
    fn record(&self, game: usize) -> Option<Arc<Record>> {
        let record = self.loaded.game(game).ok()?;
        Some(match self.layers.get(&game) {
            Some(layer) => Arc::new(layer.merged(&record)),
            None => record,
        })
    }
}

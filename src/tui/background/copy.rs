//! Writes a copy of the record to a new file, with the reader's own lines as variations.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::load::show_path;
use crate::files::write::{WriteError, write};
use crate::format::{self, Export, FORMATS, Loaded, WriteOptions};
use crate::record::{Layer, Record};

/// A copy that was written.
pub(in crate::tui) struct Copy {
    pub(in crate::tui) path: PathBuf,
    /// The number of games in it.
    pub(in crate::tui) games: usize,
    /// What the format cannot represent.
    pub(in crate::tui) lost: String,
}

/// What to write, and where.
pub(in crate::tui) struct CopyJob {
    pub(in crate::tui) path: PathBuf,
    /// Whether an existing file is replaced, of which a copy is kept.
    pub(in crate::tui) force: bool,
    /// The open file, which is never replaced.
    pub(in crate::tui) open: PathBuf,
    pub(in crate::tui) loaded: Arc<Loaded>,
    pub(in crate::tui) game: usize,
    /// What the reader has added to the games.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
}

impl CopyJob {
    /// Writes the file in the format of its extension, with all games if that format supports several.
    ///
    /// # Errors
    /// Why nothing was written.
    pub(in crate::tui) fn run(self) -> Result<Copy, String> {
        let exists = self.path.symlink_metadata().is_ok();
        let canonical = |path: &Path| path.canonicalize().ok();
        let is_open = exists && canonical(&self.path) == canonical(&self.open);
        if is_open || exists && !self.force {
            return Err(WriteError::Exists(self.path).to_string());
        }
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        let format = format::by_extension(&extension);
        let (format, write_as) = format
            .and_then(|format| Some((format, format.write?)))
            .ok_or_else(|| self.not_written())?;
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
        if exists {
            let mut former = self.path.clone().into_os_string();
            former.push("~");
            let kept = fs::copy(&self.path, former);
            kept.map_err(|error| WriteError::new(&self.path, error).to_string())?;
        }
        write(&self.path, &written.bytes, exists).map_err(|error| error.to_string())?;
        Ok(Copy { path: self.path, games: records.len(), lost: written.losses.to_string() })
    }

    /// That files with this extension are not written, and which would do.
    fn not_written(&self) -> String {
        let game = self.loaded.game(self.game).map(|record| record.game());
        let written = FORMATS.iter().filter(|format| format.write.is_some());
        let fit = written.filter(|format| game.as_ref().is_ok_and(|it| format.games.contains(it)));
        let names: Vec<&str> = fit.map(|format| format.name).collect();
        format!("{}: not written; use {}", show_path(&self.path), names.join(" "))
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

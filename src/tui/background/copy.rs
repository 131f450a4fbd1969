//! Writes a copy of the record to a new file, with the trial as a variation.

use std::path::PathBuf;
use std::sync::Arc;

use crate::files::load::show_path;
use crate::files::write::{WriteError, write};
use crate::format::{self, Export, Loaded, WriteOptions};
use crate::game::Move;
use crate::record::{NodeId, Record};

/// What to write, and where.
#[derive(Debug)]
pub(in crate::tui) struct CopyJob {
    pub(in crate::tui) path: PathBuf,
    pub(in crate::tui) loaded: Arc<Loaded>,
    pub(in crate::tui) game: usize,
    pub(in crate::tui) record: Arc<Record>,
    /// The node where the trial begins, and its moves.
    pub(in crate::tui) trial: (NodeId, Vec<Move>),
}

impl CopyJob {
    /// Writes the file in the format of its extension, with all games if that format supports several. Returns the path
    /// and what the format cannot represent.
    ///
    /// # Errors
    /// Why nothing was written. An existing file is never changed.
    pub(in crate::tui) fn run(self) -> Result<(PathBuf, String), String> {
        if self.path.symlink_metadata().is_ok() {
            return Err(WriteError::Exists(self.path).to_string());
        }
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        let format = format::by_extension(&extension);
        let unknown = || format!("{}: unknown extension", show_path(&self.path));
        let (format, write_as) =
            format.and_then(|format| Some((format, format.write?))).ok_or_else(unknown)?;
        let (node, moves) = &self.trial;
        let record = Arc::new(self.record.with_line(*node, moves));
        let records = match format.holds.games {
            true => self.all_games(&record),
            false => vec![record],
        };
        let written = write_as(&Export {
            source: &self.loaded,
            records: &records,
            options: &WriteOptions::default(),
        });
        let written = written.map_err(|error| error.to_string())?;
        write(&self.path, &written.bytes, false).map_err(|error| error.to_string())?;
        Ok((self.path, written.losses.to_string()))
    }

    /// All readable games of the file; the current one includes the trial.
    fn all_games(&self, record: &Arc<Record>) -> Vec<Arc<Record>> {
        let games = 0..self.loaded.games.len();
        let game = |game| match game == self.game {
            true => Some(Arc::clone(record)),
            false => self.loaded.game(game).ok(),
        };
        games.filter_map(game).collect()
    }
}

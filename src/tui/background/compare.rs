//! Compares a reloaded file with the record on the screen.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::format::Loaded;
use crate::record::{Layer, Record, Reread};

/// A reloaded file, compared with the record on the screen.
#[derive(Debug)]
pub(in crate::tui) struct Compared {
    pub(in crate::tui) loaded: Arc<Loaded>,
    pub(in crate::tui) game: usize,
    /// What the reader has added, in the reloaded file.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
    pub(in crate::tui) reread: Reread,
    /// The comparison with the former record, if parts of it are missing.
    pub(in crate::tui) former: Option<Reread>,
}

/// Compares a reloaded file with the record on the screen and the former record.
///
/// # Errors
/// The game can no longer be read, for this reason.
pub(in crate::tui) fn compare(
    loaded: Arc<Loaded>,
    game: usize,
    mut layers: Arc<BTreeMap<usize, Layer>>,
    earlier: Arc<Record>,
    former: Option<Arc<Record>>,
) -> Result<Compared, String> {
    let game = game.min(loaded.games.len().saturating_sub(1));
    let record = loaded.game(game).map_err(|error| error.to_string())?;
    let record = match Arc::make_mut(&mut layers).get_mut(&game) {
        Some(layer) => layer.over(&record),
        None => record,
    };
    let reread = Reread::new(earlier, record);
    let former = former.map(|former| reread.beside(former));
    Ok(Compared { loaded, game, layers, reread, former })
}

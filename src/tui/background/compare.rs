//! Compares a reloaded file with the record on the screen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::files::notes::Identity;
use crate::format::Loaded;
use crate::record::{Layer, NodeId, Record, Reread};

/// A reloaded file, compared with the record on the screen.
pub(in crate::tui) struct Compared {
    pub(in crate::tui) loaded: Arc<Loaded>,
    pub(in crate::tui) game: usize,
    /// What the reader has added, in the reloaded file.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
    pub(in crate::tui) reread: Reread,
    /// The comparison with the previous record, if parts of it are missing on the screen.
    former: Option<Reread>,
    /// Whether the reader's notes are on another game than that of the new reading.
    pub(in crate::tui) is_apart: bool,
}

impl Compared {
    /// The comparison with the last whole reading.
    pub(in crate::tui) fn former(&self) -> &Reread {
        self.former.as_ref().unwrap_or(&self.reread)
    }

    /// Whether the new reading has nothing in common with the others.
    pub(in crate::tui) fn is_another_game(&self) -> bool {
        self.reread.is_another_game() && self.former().is_another_game()
    }

    /// Of nodes that differ from the reading on the screen, returns those that differ from the previous one, too.
    pub(in crate::tui) fn news(&self, nodes: &[NodeId]) -> Vec<NodeId> {
        let former = self.former();
        let news: BTreeSet<&NodeId> = former.added.iter().chain(&former.changed).collect();
        nodes.iter().filter(|node| news.contains(node)).copied().collect()
    }
}

/// Compares a reloaded file with the record on the screen and the previous record.
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
    let game = game.min(loaded.games().len().saturating_sub(1));
    let mut record = loaded.game(game).map_err(|error| error.to_string())?;
    if let Some(layer) = Arc::make_mut(&mut layers).get_mut(&game) {
        record = layer.over(&record);
    }
    let reread = Reread::new(earlier, record);
    let former_reread = former.clone().map(|former| Reread::new(former, reread.record.clone()));
    let is_apart = is_apart(&reread) && former_reread.as_ref().is_none_or(is_apart);
    let mut compared = Compared { loaded, game, layers, reread, former: former_reread, is_apart };
    if is_apart
        && let Some(layer) = Arc::make_mut(&mut compared.layers).get_mut(&game)
        && layer.count() > 0
    {
        // The notes are on the game before.
        layer.forget_kept();
        return compare(compared.loaded, game, compared.layers, compared.reread.earlier, former);
    }
    Ok(compared)
}

/// Whether notes on the earlier reading are not on the later one.
fn is_apart(reread: &Reread) -> bool {
    let [earlier, later] =
        [&reread.earlier, &reread.record].map(|record| Identity::of(record, Path::new(""), 0));
    !earlier.stays(&later)
}

//! Previews the selected game of a list without opening it.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::Wanted;
use crate::format::Loaded;
use crate::game::Position;
use crate::record::{NodeId, Record};

/// The pause before a game is read, so that scrolling past does not read it.
const PAUSE: Duration = Duration::from_millis(100);

/// A position of a game: the final one, or that of a problem.
pub(in crate::tui) struct Preview {
    pub(in crate::tui) game: PreviewedGame,
    pub(in crate::tui) node: NodeId,
    pub(in crate::tui) position: Position,
}

/// A game of a list.
pub(in crate::tui) struct PreviewedGame {
    pub(in crate::tui) path: PathBuf,
    /// The name of the file, cleaned.
    pub(in crate::tui) name: String,
    pub(in crate::tui) loaded: Arc<Loaded>,
    /// The index of the game in the file.
    pub(in crate::tui) number: usize,
    pub(in crate::tui) record: Arc<Record>,
}

/// Reads a game if it is still wanted after a pause, and shows the position of a node. Returns `None` if it cannot be
/// read.
pub(in crate::tui) fn preview(
    wanted: &Wanted,
    node: impl FnOnce(&Record) -> NodeId,
    read: impl FnOnce() -> Option<PreviewedGame>,
) -> Option<Preview> {
    thread::sleep(PAUSE);
    let game = wanted.is().then(read)??;
    let node = node(&game.record);
    Some(Preview { position: game.record.position_at(node), node, game })
}

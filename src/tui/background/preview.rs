//! Previews the selected game of a list without opening it.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::Wanted;
use crate::files::load::{self, LoadOptions};
use crate::format::Loaded;
use crate::game::{Move, Position};

/// The pause before a game is read, so that scrolling past does not read it.
const PAUSE: Duration = Duration::from_millis(100);

/// The game to preview.
#[derive(Debug)]
pub(in crate::tui) enum PreviewJob {
    /// A game of the open file.
    Game(Arc<Loaded>, usize),
    /// The first game of a file.
    File(PathBuf, LoadOptions),
}

/// The final position of a game.
#[derive(Debug)]
pub(in crate::tui) struct Preview {
    pub(in crate::tui) position: Position,
    pub(in crate::tui) last: Option<Move>,
}

impl PreviewJob {
    /// Reads the game if it is still wanted after a pause. Returns `None` if it cannot be read.
    pub(in crate::tui) fn run(self, wanted: &Wanted) -> Option<Preview> {
        thread::sleep(PAUSE);
        if !wanted.is() {
            return None;
        }
        let record = match self {
            Self::Game(loaded, game) => loaded.games.get(game)?.read(),
            Self::File(path, options) => load::load(&path, options).ok()?.game(0),
        };
        let record = record.ok()?;
        let end = record.tree.mainline_end();
        Some(Preview {
            position: record.position_at(end),
            last: record.tree.mv(end),
        })
    }
}

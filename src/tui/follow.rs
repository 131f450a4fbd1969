//! What happens when the file changes under the reader: the place is kept, what is new is marked, and a reader at the
//! live end goes on with it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::jobs::{Outcome, Ticket};
use crate::format::Loaded;
use crate::record::{NodeId, Record, Reread};

/// How the watched file stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Watched {
    Live,
    Polling,
    Writing,
    Incomplete(String),
    Gone,
    Ended,
}

/// How the file is followed, and what came with its last readings.
#[derive(Debug)]
pub(super) struct Following {
    pub(super) state: Watched,
    /// When the file last changed, by the clock on the wall.
    pub(super) changed: Option<jiff::civil::Time>,
    /// A reader at the live end goes on with it.
    pub(super) on: bool,
    /// The system sends no events.
    pub(super) polling: bool,
    /// The file of a directory to which the watch has gone over, until its first reading is there.
    pub(super) turned: Option<PathBuf>,
    /// The directory whose newest file is followed, where not one file is.
    pub(super) directory: Option<PathBuf>,
    /// The file of a directory is not left for a newer one.
    pub(super) pinned: bool,
    /// The reader chose this file of the directory, and the watch is still on another one.
    pub(super) away: bool,
    /// Nodes that came or changed and were not looked at yet.
    pub(super) fresh: BTreeSet<NodeId>,
    /// The reader asked for the file as it is, whatever is missing in it.
    pub(super) forced: bool,
    /// The reading that is being compared with the record on the screen.
    pub(super) comparing: Option<Ticket>,
}

impl Following {
    /// A file that was just opened.
    pub(super) fn new(on: bool) -> Self {
        Self {
            state: Watched::Live,
            changed: None,
            on,
            polling: false,
            turned: None,
            directory: None,
            pinned: false,
            away: false,
            fresh: BTreeSet::new(),
            forced: false,
            comparing: None,
        }
    }

    /// The state of a file that was read whole.
    pub(super) fn watched(&self) -> Watched {
        if self.polling {
            Watched::Polling
        } else {
            Watched::Live
        }
    }
}

/// A file that was read again, compared with the record on the screen.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) loaded: Arc<Loaded>,
    pub(super) game: usize,
    pub(super) reread: Reread,
}

/// Compares a new reading with a record; nothing if the game cannot be read any more.
pub(super) fn compare(loaded: Arc<Loaded>, game: usize, earlier: Arc<Record>) -> Outcome {
    let game = game.min(loaded.games.len().saturating_sub(1));
    match loaded.game(game) {
        Ok(record) => {
            let reread = Reread::new(earlier, record);
            Outcome::Compared(Box::new(Compared {
                loaded,
                game,
                reread,
            }))
        }
        Err(error) => Outcome::Unreadable(error.to_string()),
    }
}

//! How the file is followed, and what came with its last readings.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::former::{Former, Fresh};
use crate::tui::background::Ticket;

/// The state of the watched file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::tui) enum Watched {
    #[default]
    Live,
    Polling,
    Writing,
    Incomplete(String),
    Gone,
    Ended,
}

/// How the file is followed, and what came with its last readings.
#[derive(Debug, Default)]
pub(in crate::tui) struct Following {
    pub(in crate::tui) state: Watched,
    /// When the file last changed, by the clock on the wall.
    pub(in crate::tui) changed: Option<jiff::civil::Time>,
    /// Whether a reader at the live end moves along with it.
    pub(in crate::tui) on: bool,
    /// The system sends no events.
    pub(in crate::tui) polling: bool,
    /// The file of a directory to which the watch has gone over, until its first reading is there.
    pub(in crate::tui) turned: Option<PathBuf>,
    /// The directory whose newest file is followed, where not one file is.
    pub(in crate::tui) directory: Option<PathBuf>,
    /// The file of a directory is not left for a newer one.
    pub(in crate::tui) pinned: bool,
    /// The reader chose this file of the directory, and the watch is still on another one.
    pub(in crate::tui) away: bool,
    pub(in crate::tui) fresh: Fresh,
    /// How many readings brought something new.
    pub(in crate::tui) readings: u64,
    /// What went with a reading and may come back.
    pub(in crate::tui) former: Option<Former>,
    /// Whether the user asked for the file as it is, whatever is missing in it.
    pub(in crate::tui) forced: bool,
    /// Since when readings are not shown because something is gone from them and their writer may be at work.
    pub(in crate::tui) held: Option<Instant>,
    /// The reading that is being compared with the record on the screen.
    pub(in crate::tui) comparing: Option<Ticket>,
}

impl Following {
    /// A file that was just opened.
    pub(in crate::tui) fn new(on: bool) -> Self {
        Self {
            on,
            ..Self::default()
        }
    }

    /// Whether a reading from which something is gone is shown only when its writer is done, or takes too long.
    pub(in crate::tui) fn holds(&mut self, is_held_back: bool) -> bool {
        /// A writer that takes longer than this is writing another game.
        const PATIENCE: Duration = Duration::from_secs(3);
        is_held_back && self.held.get_or_insert_with(Instant::now).elapsed() < PATIENCE
    }

    /// The state of a file that was read whole.
    pub(in crate::tui) fn watched(&self) -> Watched {
        if self.polling {
            Watched::Polling
        } else {
            Watched::Live
        }
    }
}

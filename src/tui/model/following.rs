//! The state of following the file, including its last readings.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::former::{Former, Fresh};

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

/// The state of following the file, including its last readings.
#[derive(Debug, Default)]
pub(in crate::tui) struct Following {
    pub(in crate::tui) state: Watched,
    /// The local time of the file's last change.
    pub(in crate::tui) changed: Option<jiff::civil::Time>,
    /// Whether a reader at the live end moves along with it.
    pub(in crate::tui) on: bool,
    /// Whether the file is polled, because the system sends no events.
    pub(in crate::tui) polling: bool,
    /// The file of a directory to which the watch has switched, until its first reading.
    pub(in crate::tui) turned: Option<PathBuf>,
    /// The directory whose newest file is followed, if any.
    pub(in crate::tui) directory: Option<PathBuf>,
    /// Whether the current file of the directory is kept even if another becomes newer.
    pub(in crate::tui) pinned: bool,
    /// Whether the reader chose this file while the watch is still on another file of the directory.
    pub(in crate::tui) away: bool,
    pub(in crate::tui) fresh: Fresh,
    /// The number of readings with changes.
    pub(in crate::tui) readings: u64,
    /// What is missing in the last reading and may be restored.
    pub(in crate::tui) former: Option<Former>,
    /// Whether the user asked to show the file as it is, even if parts are missing.
    pub(in crate::tui) forced: bool,
    /// Since when readings have been held back because parts are missing and the file may still be being written.
    pub(in crate::tui) held: Option<Instant>,
}

impl Following {
    /// Whether to hold back a reading with missing parts until its writer is done or takes too long.
    pub(in crate::tui) fn holds(&mut self, is_held_back: bool) -> bool {
        /// A writer that takes longer than this is writing another game.
        const PATIENCE: Duration = Duration::from_secs(3);
        is_held_back && self.held.get_or_insert_with(Instant::now).elapsed() < PATIENCE
    }

    /// The state of a file that was read completely.
    pub(in crate::tui) fn watched(&self) -> Watched {
        if self.polling { Watched::Polling } else { Watched::Live }
    }
}

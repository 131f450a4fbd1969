//! The state of following the file, including its last readings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::record::{NodeId, Record};
use crate::tui::background::Compared;

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
    /// New and changed nodes that have not been viewed yet, with the number of their reading.
    pub(in crate::tui) fresh: BTreeMap<NodeId, u64>,
    /// The number of readings with changes.
    pub(in crate::tui) readings: u64,
    /// The last reading before moves went missing, while they are. If they come back, they are not new.
    pub(in crate::tui) former: Option<Arc<Record>>,
    /// A reading that is not shown because moves are missing and the file may still be being written.
    pub(in crate::tui) held: Option<Compared>,
    /// Since when no reading has been shown because each lacked moves.
    pub(in crate::tui) since: Option<Instant>,
    /// Whether the last reading is to be shown even if moves are missing.
    pub(in crate::tui) rested: bool,
}

impl Following {
    /// The state of a file that was read completely.
    pub(in crate::tui) fn watched(&self) -> Watched {
        if self.polling { Watched::Polling } else { Watched::Live }
    }
}

//! What keeps a file from being shown, and when that is worth a word: most writers are done in a moment.

use std::time::{Duration, Instant};

use super::Change;

/// After this long an unfinished file is reported as being written.
const WRITING: Duration = Duration::from_millis(300);
/// After this long the reason is reported why the file cannot be shown.
const REASON: Duration = Duration::from_secs(2);

/// A file that cannot be shown as it is.
#[derive(Debug)]
pub(super) struct Trouble {
    began: Instant,
    reason: String,
    reported_writing: bool,
    reported_reason: bool,
}

impl Trouble {
    pub(super) fn new(reason: String) -> Self {
        Self {
            began: Instant::now(),
            reason,
            reported_writing: false,
            reported_reason: false,
        }
    }

    /// Goes on, for a reason that may be another one; false if the earlier one was reported, so that this is new trouble.
    pub(super) fn goes_on(&mut self, reason: &str) -> bool {
        let goes_on = !self.reported_reason || self.reason == reason;
        if goes_on {
            reason.clone_into(&mut self.reason);
        }
        goes_on
    }

    /// When there is something to report.
    pub(super) fn due(&self) -> Option<Instant> {
        if !self.reported_writing {
            return Some(self.began + WRITING);
        }
        (!self.reported_reason).then(|| self.began + REASON)
    }

    /// What there is to report now.
    pub(super) fn report(&mut self) -> Option<Change> {
        let elapsed = self.began.elapsed();
        if elapsed >= REASON && !self.reported_reason {
            (self.reported_writing, self.reported_reason) = (true, true);
            return Some(Change::Incomplete(self.reason.clone()));
        }
        if elapsed >= WRITING && !self.reported_writing {
            self.reported_writing = true;
            return Some(Change::Writing);
        }
        None
    }
}

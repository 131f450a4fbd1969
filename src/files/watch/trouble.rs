//! Decides when to report that a file cannot be shown. Most writers are done within moments.

use std::time::{Duration, Instant};

use super::Change;

/// An incomplete file is reported as being written after this time.
const WRITING: Duration = Duration::from_millis(300);
/// The reason why the file cannot be shown is reported after this time.
const REASON: Duration = Duration::from_secs(2);

/// A file that currently cannot be shown.
pub(super) struct Trouble {
    began: Instant,
    reason: String,
    reported_writing: bool,
    reported_reason: bool,
}

impl Trouble {
    pub(super) fn new(reason: String) -> Self {
        Self { began: Instant::now(), reason, reported_writing: false, reported_reason: false }
    }

    /// Updates the reason. Returns false if another reason was reported before, which makes this a new problem.
    pub(super) fn goes_on(&mut self, reason: &str) -> bool {
        let goes_on = !self.reported_reason || self.reason == reason;
        if goes_on {
            reason.clone_into(&mut self.reason);
        }
        goes_on
    }

    /// When the next report is due.
    pub(super) fn due(&self) -> Option<Instant> {
        if !self.reported_writing {
            return Some(self.began + WRITING);
        }
        (!self.reported_reason).then(|| self.began + REASON)
    }

    /// The report that is due now, if any.
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

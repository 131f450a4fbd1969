//! Decides when to report that a file cannot be shown.

use std::sync::Arc;
use std::time::Instant;

use super::Change;
use super::waits::REPORTS;
use crate::files::load::Cause;

/// A file that currently cannot be shown.
pub(super) struct Trouble {
    began: Instant,
    reason: Arc<Cause>,
    /// How many of the reports have been made, or left out for a later one.
    reported: usize,
}

impl Trouble {
    pub(super) fn new(reason: Arc<Cause>) -> Self {
        Self { began: Instant::now(), reason, reported: 0 }
    }

    /// Updates the reason. Returns false if another reason was reported before, which makes this a new problem.
    pub(super) fn goes_on(&mut self, reason: &Arc<Cause>) -> bool {
        let goes_on =
            self.reported < REPORTS.len() || self.reason.to_string() == reason.to_string();
        if goes_on {
            self.reason = Arc::clone(reason);
        }
        goes_on
    }

    /// When the next report is due.
    pub(super) fn due(&self) -> Option<Instant> {
        REPORTS.get(self.reported).map(|after| self.began + *after)
    }

    /// The report that is due now, if any.
    pub(super) fn report(&mut self) -> Option<Change> {
        let elapsed = self.began.elapsed();
        let due = REPORTS.iter().filter(|after| elapsed >= **after).count();
        match (due > std::mem::replace(&mut self.reported, due), due) {
            (false, _) => None,
            (true, 1) => Some(Change::Writing),
            (true, _) => Some(Change::Incomplete(Arc::clone(&self.reason))),
        }
    }
}

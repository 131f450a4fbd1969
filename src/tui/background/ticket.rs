//! Tracks whether a result is still wanted.

use std::sync::{Arc, Weak};

/// Held while waiting for a result. Dropping it cancels the work.
pub(in crate::tui) type Ticket = Arc<()>;

/// The worker's end of a [`Ticket`].
#[derive(Debug, Clone)]
pub(in crate::tui) struct Wanted(Weak<()>);

impl Wanted {
    pub(in crate::tui) fn by(ticket: &Ticket) -> Self {
        Self(Arc::downgrade(ticket))
    }

    pub(in crate::tui) fn is(&self) -> bool {
        self.0.strong_count() > 0
    }

    pub(in crate::tui) fn is_by(&self, ticket: &Ticket) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(ticket))
    }
}

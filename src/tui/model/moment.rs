//! The time of an event.

use std::time::Instant;

/// When an event happened.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui) struct Moment {
    pub(in crate::tui) instant: Instant,
    /// The local time of day.
    pub(in crate::tui) time: chrono::NaiveTime,
}

impl Moment {
    /// Reads the clocks.
    pub(in crate::tui) fn now() -> Self {
        Self { instant: Instant::now(), time: chrono::Local::now().time() }
    }
}

//! Decides when a reading that lacks moves is shown.

use std::time::Instant;

use super::waits::LACK;

/// A reading that waits because moves are missing, which the file may still get: it is shown once the file has rested. A
/// file may never rest: moves are also taken back once every reading has lacked some for a few seconds.
#[derive(Debug)]
pub struct Held<T> {
    reading: Option<T>,
    /// Since when no reading has been shown because each lacked moves.
    since: Option<Instant>,
    /// Whether the last reading is to be shown even if moves are missing.
    rested: bool,
}

impl<T> Default for Held<T> {
    fn default() -> Self {
        Self { reading: None, since: None, rested: false }
    }
}

impl<T> Held<T> {
    /// The file was read again, instead of any earlier reading that has not been shown.
    pub fn begin(&mut self) {
        (self.reading, self.rested) = (None, false);
    }

    /// Returns a reading if it is to be shown now. Otherwise it waits: it lacks moves, or the file is cut.
    pub fn admit(&mut self, reading: T, lacks: bool, is_cut: bool, now: Instant) -> Option<T> {
        let since = *self.since.get_or_insert(now);
        if lacks && !self.rested && (is_cut || now - since < LACK) {
            self.reading = Some(reading);
            return None;
        }
        self.since = None;
        Some(reading)
    }

    /// The file has rested, or the user asks for it as it is: returns the reading that waits.
    pub fn rest(&mut self) -> Option<T> {
        self.rested = true;
        self.reading.take()
    }
}

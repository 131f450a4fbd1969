//! Playing the moves automatically.

use std::time::Duration;

use super::stepped;

/// The pauses between two moves in milliseconds, shortest first.
const PAUSES: [u64; 7] = [125, 250, 500, 1000, 2000, 4000, 8000];
/// The index of one second.
const USUAL: usize = 3;

/// Whether autoplay is on, and its speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) struct Playing {
    pub(in crate::tui) on: bool,
    pause: usize,
}

impl Default for Playing {
    fn default() -> Self {
        Self { on: false, pause: USUAL }
    }
}

impl Playing {
    /// The pause between two moves, if autoplay is on.
    pub(in crate::tui) fn interval(self) -> Option<Duration> {
        self.on.then(|| Duration::from_millis(PAUSES[self.pause]))
    }

    pub(in crate::tui) fn change_pause(&mut self, longer: bool) {
        self.pause = stepped(self.pause, longer, 1, PAUSES.len() - 1);
    }
}

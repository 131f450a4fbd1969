//! Playing the moves one after another.

use std::sync::Arc;
use std::time::Duration;

use super::model::State;
use super::say::Say;

/// The pauses between two moves, the shortest first, in milliseconds.
const PAUSES: [u64; 7] = [125, 250, 500, 1000, 2000, 4000, 8000];
/// One second.
const USUAL: usize = 3;

/// Whether moves are played by themselves, and how fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Playing {
    on: bool,
    pause: usize,
}

impl Default for Playing {
    fn default() -> Self {
        Self {
            on: false,
            pause: USUAL,
        }
    }
}

impl Playing {
    /// The pause between two moves, while they are played.
    pub(super) fn interval(self) -> Option<Duration> {
        self.on.then(|| Duration::from_millis(PAUSES[self.pause]))
    }

    pub(super) fn stop(&mut self) {
        self.on = false;
    }

    pub(super) fn faster(&mut self) {
        self.pause = self.pause.saturating_sub(1);
    }

    pub(super) fn slower(&mut self) {
        self.pause = (self.pause + 1).min(PAUSES.len() - 1);
    }
}

impl State {
    /// Begins to play, or stops. At the end of the line it begins anew.
    pub(super) fn play(&mut self) {
        self.ui.playing.on = !self.ui.playing.on;
        if self.ui.playing.on && self.reader.cursor.at_end() {
            let record = Arc::clone(&self.document.record);
            self.reader.cursor.go_to_ply(&record, 0);
        }
    }

    /// The pause is over.
    pub(super) fn tick(&mut self) {
        if !self.ui.playing.on {
            return;
        }
        let before = self.node();
        self.forward(1);
        self.guard_answer();
        self.ui.panes.comment.reset();
        if self.reader.cursor.at_end() || self.node() == before {
            self.ui.playing.stop();
            self.say(&Say::EndOfLine);
        }
        self.touch();
    }
}

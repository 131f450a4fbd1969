//! Autoplay.

use super::{cursor, motion};
use crate::tui::model::State;
use crate::tui::report::Report;

/// Starts or stops autoplay. At the end of the line it restarts from the beginning.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    let playing = &mut state.ui.mode.playing;
    (playing.on, playing.last) = (!playing.on, Some(state.now.instant));
    if playing.on && state.cursor().is_last() {
        motion::start(state, None);
    }
}

/// Plays the next move after the pause.
pub(super) fn tick(state: &mut State) {
    if !state.ui.mode.playing.on {
        return;
    }
    state.ui.mode.playing.last = Some(state.now.instant);
    let before = state.node();
    cursor::go_by(state, true, 1);
    if state.cursor().is_last() || state.node() == before {
        state.ui.mode.playing.on = false;
        state.report(&Report::EndOfLine);
    }
}

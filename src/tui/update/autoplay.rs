//! Playing the moves one after another.

use super::{motion, trial};
use crate::tui::model::State;
use crate::tui::say::Say;

/// Begins to play, or stops. At the end of the line it begins anew.
pub(in crate::tui) fn toggle(state: &mut State, _: Option<usize>) {
    trial::leave(state);
    let playing = &mut state.ui.playing;
    playing.on = !playing.on;
    if playing.on && state.reader.cursor.at_end() {
        motion::start(state, None);
    }
}

pub(in crate::tui) fn is_on(state: &State) -> bool {
    state.ui.playing.interval().is_some()
}

pub(in crate::tui) fn faster(state: &mut State, _: Option<usize>) {
    state.ui.playing.faster();
}

pub(in crate::tui) fn slower(state: &mut State, _: Option<usize>) {
    state.ui.playing.slower();
}

/// The pause between two moves is over.
pub(super) fn tick(state: &mut State) {
    if !is_on(state) {
        return;
    }
    let before = state.node();
    motion::go_by(state, true, 1);
    if state.reader.cursor.at_end() || state.node() == before {
        state.ui.playing.stop();
        state.say(&Say::EndOfLine);
    }
}

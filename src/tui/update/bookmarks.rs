//! Setting bookmarks, and going to them.

use super::jumps;
use crate::tui::actions::Action;
use crate::tui::model::{Location, State, marks_here};
use crate::tui::say::Say;

/// The letter of the place where the last jump began.
const LEFT: char = '\'';

pub(in crate::tui) fn choose(state: &mut State, _: Option<usize>) {
    state.ui.entry.letter = Some(Action::GoToMark);
}

pub(in crate::tui) fn begin_set(state: &mut State, _: Option<usize>) {
    state.ui.entry.letter = Some(Action::SetMark);
}

pub(in crate::tui) fn has_any(state: &State) -> bool {
    !marks_here(state).is_empty()
}

/// Sets a bookmark here, or deletes it if it is here already.
pub(super) fn set(state: &mut State, letter: char) {
    let here = (state.document.game, state.node());
    if state.reader.marks.0.insert(letter, here) == Some(here) {
        state.reader.marks.0.remove(&letter);
        return state.say(&Say::MarkDeleted(letter));
    }
    state.say(&Say::MarkSet(letter));
}

pub(super) fn go_to(state: &mut State, letter: char) {
    if letter == LEFT {
        return jumps::back(state, None);
    }
    let marks = marks_here(state);
    let Some(mark) = marks.into_iter().find(|mark| mark.letter == letter) else {
        return state.say(&Say::NoMark(letter));
    };
    jumps::leave(state);
    let there = Location {
        game: mark.game,
        node: mark.node,
        end: mark.node,
        trial: None,
    };
    jumps::go(state, there);
}

//! Setting bookmarks, and going to them.

use super::jumps;
use crate::tui::actions::Action;
use crate::tui::model::{Location, State, bookmarks_here};
use crate::tui::say::Say;

/// The letter of the place where the last jump began.
const LEFT: char = '\'';

pub(in crate::tui) fn choose(state: &mut State, _: Option<usize>) {
    state.ui.entry.letter = Some(Action::GoToBookmark);
}

pub(in crate::tui) fn begin_set(state: &mut State, _: Option<usize>) {
    state.ui.entry.letter = Some(Action::SetBookmark);
}

pub(in crate::tui) fn has_any(state: &State) -> bool {
    !bookmarks_here(state).is_empty()
}

/// Sets a bookmark here, or deletes it if it is here already.
pub(super) fn set(state: &mut State, letter: char) {
    let here = (state.document.game, state.node());
    if state.reader.bookmarks.0.insert(letter, here) == Some(here) {
        state.reader.bookmarks.0.remove(&letter);
        return state.say(&Say::BookmarkDeleted(letter));
    }
    state.say(&Say::BookmarkSet(letter));
}

pub(super) fn go_to(state: &mut State, letter: char) {
    if letter == LEFT {
        return jumps::back(state, None);
    }
    let bookmarks = bookmarks_here(state);
    let Some(bookmark) = bookmarks
        .into_iter()
        .find(|bookmark| bookmark.letter == letter)
    else {
        return state.say(&Say::NoBookmark(letter));
    };
    jumps::leave(state);
    let there = Location {
        game: bookmark.game,
        node: bookmark.node,
        end: bookmark.node,
        trial: None,
        is_live: false,
    };
    jumps::go(state, there);
}

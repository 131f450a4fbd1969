//! Setting bookmarks, and going to them.

use super::{BACKWARD, jumps};
use crate::tui::actions::Action;
use crate::tui::model::{Location, State, bookmarks_here};
use crate::tui::report::Report;

/// The letter of the place where the last jump began.
const LEFT: char = '\'';

/// Waits for the letter of a bookmark that is to be gone to or set.
pub(super) fn ask(state: &mut State, action: Action, _: Option<usize>) {
    state.ui.entry.letter = Some(action);
}

/// Sets a bookmark here, or deletes it if it is here already.
pub(super) fn set(state: &mut State, letter: char) {
    let here = (state.document.game, state.node());
    if state.reader.bookmarks.0.insert(letter, here) == Some(here) {
        state.reader.bookmarks.0.remove(&letter);
        return state.report(&Report::BookmarkDeleted(letter));
    }
    state.report(&Report::BookmarkSet(letter));
}

pub(super) fn go_to(state: &mut State, letter: char) {
    if letter == LEFT {
        return jumps::go_along(state, BACKWARD, None);
    }
    let bookmarks = bookmarks_here(state);
    let Some(bookmark) = bookmarks
        .into_iter()
        .find(|bookmark| bookmark.letter == letter)
    else {
        return state.report(&Report::NoBookmark(letter));
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

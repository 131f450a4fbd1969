//! Sets and visits bookmarks.

use super::{BACKWARD, jumps, records};
use crate::tui::model::{Bookmarked, Location, State, bookmarks_here};
use crate::tui::report::Report;

/// The letter of the place where the last jump began.
const LEFT: char = '\'';

/// Sets a bookmark at the current place.
pub(super) fn set(state: &mut State, letter: char) {
    let node = state.node();
    let here =
        Bookmarked { game: state.document.game, at: node.into(), place: state.place_of(node) };
    state.reader.bookmarks.0.insert(letter, here);
    state.report(&Report::BookmarkSet(letter));
}

/// Deletes one of the reader's bookmarks.
pub(super) fn delete(state: &mut State, text: &str) -> bool {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    let deleted = state.reader.bookmarks.0.remove(&letter);
    state.report(&match deleted {
        Some(_) => Report::BookmarkDeleted(letter),
        None => Report::NoBookmark(letter),
    });
    true
}

pub(super) fn go_to(state: &mut State, letter: char) {
    if letter == LEFT {
        return jumps::go_along(state, BACKWARD, None);
    }
    let bookmarks = bookmarks_here(state);
    let Some(bookmark) = bookmarks.into_iter().find(|bookmark| bookmark.letter == letter) else {
        return state.report(&Report::NoBookmark(letter));
    };
    let [node, end] = [bookmark.node; 2].map(Into::into);
    let there = Location { game: bookmark.game, node, end, is_live: false };
    records::with_game(state, there.game, move |state| {
        jumps::leave(state);
        jumps::go(state, &there);
    });
}

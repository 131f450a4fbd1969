//! Jumps, going back and forward along their history, and bookmarks.

use super::{BACKWARD, cursor, records};
use crate::record::NodeId;
use crate::tui::model::{Bookmarked, Location, State, bookmarks_here};
use crate::tui::report::Report;

/// The letter of the place where the last jump began.
const LEFT: char = '\'';

/// Goes to a node and records the jump.
pub(super) fn jump_to(state: &mut State, node: NodeId) {
    leave(state);
    cursor::go_to(state, node);
}

/// Goes to a node. Records a jump if that leaves the current line.
pub(super) fn cross_to(state: &mut State, node: NodeId) {
    if state.cursor().is_on_line(&state.desk.record, node) {
        cursor::go_to(state, node);
    } else {
        jump_to(state, node);
    }
}

/// Records the current location before a jump.
pub(super) fn leave(state: &mut State) {
    let here = here(state);
    state.desk.reader.jumps.leave(here);
}

/// The current location.
pub(super) fn here(state: &State) -> Location {
    let cursor = state.cursor();
    Location {
        game: state.desk.game,
        node: cursor.node().into(),
        end: cursor.node_at(cursor.last_ply()).unwrap_or(NodeId::ROOT).into(),
        is_live: state.ui.follows && cursor.at_end(),
    }
}

/// Goes back or forward in the history of jumps, once the game there has been read.
pub(super) fn go_along(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1).max(1);
    let (there, _) = state.desk.reader.jumps.clone().along(here(state), forward, times);
    records::with_game(state, there.game, move |state| {
        let here = here(state);
        let (there, steps) = state.desk.reader.jumps.along(here, forward, times);
        if steps > 0 {
            go(state, &there);
        }
        if steps < times {
            state.report(&Report::NoMoreJumps);
        }
    });
}

/// Goes to a location in a game that has been read.
pub(super) fn go(state: &mut State, there: &Location) {
    if !records::enter_game(state, there.game) {
        return;
    }
    // Moves may have been removed since.
    let [node, end] = [&there.node, &there.end].map(|at| at.node(state.tree()));
    // First restores the line through the node, which is part of the location.
    if !state.cursor().is_on_line(&state.desk.record, end) {
        cursor::go_to(state, end);
    }
    cursor::go_to(state, node);
}

/// Returns to where a chooser was opened. If that was the live end, goes to the current one.
pub(super) fn return_to(state: &mut State, there: Location) {
    records::with_game(state, there.game, move |state| {
        go(state, &there);
        if there.is_live {
            cursor::go_to(state, state.lines().line_end(state.node()));
        }
    });
}

/// Sets a bookmark at the current place.
pub(super) fn set_bookmark(state: &mut State, letter: char) {
    let node = state.node();
    let (place, name) = (state.place_of(node), String::new());
    let here = Bookmarked { game: state.desk.game, at: node.into(), place, name };
    state.desk.reader.bookmarks.insert(letter, here);
    state.report(&Report::BookmarkSet(letter));
}

/// Deletes one of the reader's bookmarks.
pub(super) fn delete_bookmark(state: &mut State, text: &str) -> bool {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    let deleted = state.desk.reader.bookmarks.remove(&letter);
    state.report(&match deleted {
        Some(_) => Report::BookmarkDeleted(letter),
        None => Report::NoBookmark(letter),
    });
    true
}

pub(super) fn go_to_bookmark(state: &mut State, letter: char) {
    if letter == LEFT {
        return go_along(state, BACKWARD, None);
    }
    let Some(Bookmarked { game, at, .. }) = bookmarks_here(state).remove(&letter) else {
        return state.report(&Report::NoBookmark(letter));
    };
    let there = Location { game, node: at.clone(), end: at, is_live: false };
    records::with_game(state, there.game, move |state| {
        leave(state);
        go(state, &there);
    });
}

//! Restores the reader's last place, bookmarks and own lines in a file.

use super::{cursor, follow, layer, records};
use crate::files::history::{Entry, Spot};
use crate::record::{Lines, Place};
use crate::tui::model::{Bookmarked, State};

/// Applies the history of the file: own lines, bookmarks, the flipped board, and the place if `moves`.
pub(super) fn resume(state: &mut State, entry: Entry, moves: bool) {
    let spots = entry.bookmarks.values().chain([&entry.spot]);
    let last = spots.map(|spot| spot.game).max();
    if state.document.percent.is_some() && last >= Some(state.document.loaded.games.len()) {
        state.document.remembered = Some((entry, moves));
        return;
    }
    if !entry.own.is_empty() {
        layer::restore(state, &entry.own);
    }
    let marks = entry.bookmarks.iter();
    let marks = marks.filter_map(|(letter, spot)| Some((*letter, mark(state, spot)?)));
    state.reader.bookmarks.0 = marks.collect();
    if moves && state.ui.mode.problem.is_none() {
        go_back(state, &entry);
    }
    state.document.is_flipped = entry.flipped;
}

/// Continues after more of the file has been read: the place may be available now.
pub(super) fn go_on(state: &mut State) {
    if let Some((entry, moves)) = state.document.remembered.take() {
        resume(state, entry, moves);
    }
}

fn go_back(state: &mut State, entry: &Entry) {
    let game = entry.spot.game;
    let is_there = game < state.document.loaded.games.len();
    if game != state.document.game && !(is_there && records::show_game(state, game)) {
        return;
    }
    if entry.live {
        follow::go_to_live_end(state);
    } else {
        let node = entry.spot.trail.end(state.tree());
        cursor::go_to(state, node);
    }
}

/// The place of a bookmark.
fn mark(state: &mut State, spot: &Spot) -> Option<Bookmarked> {
    let tree = &state.document.read_game(spot.game).ok()?.tree;
    let node = spot.trail.end(tree);
    let place = Place::of(tree, &Lines::new(tree), node);
    Some(Bookmarked { game: spot.game, at: node.into(), place })
}

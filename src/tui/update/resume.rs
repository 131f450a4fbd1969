//! Going back to where the reader was in a file.

use super::{cursor, follow, records};
use crate::files::history::{Entry, Spot};
use crate::record::NodeId;
use crate::tui::model::State;

/// Takes over what is remembered of the file: bookmarks, the side from which the board is seen, and the place where
/// `moves` says so.
pub(super) fn resume(state: &mut State, entry: &Entry, moves: bool) {
    let marks = entry.bookmarks.iter();
    let marks = marks.filter_map(|(letter, spot)| Some((*letter, mark(state, spot)?)));
    state.reader.bookmarks.0 = marks.collect();
    if moves && state.reader.problem.is_none() {
        go_back(state, entry);
    }
    state.ui.settings.flip |= entry.flipped != state.document.record.flipped;
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
        let node = entry.spot.trail.end(&state.document.record.tree);
        cursor::go_to(state, node);
    }
}

/// The game and the node of a bookmark.
fn mark(state: &State, spot: &Spot) -> Option<(usize, NodeId)> {
    let record = state.document.loaded.game(spot.game).ok()?;
    Some((spot.game, spot.trail.end(&record.tree)))
}

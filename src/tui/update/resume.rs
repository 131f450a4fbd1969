//! Restores the reader's last place, bookmarks and own lines in a file.

use super::{cursor, follow, layer, records};
use crate::files::history::{HistoryEntry, StoredLocation};
use crate::record::{Lines, Place, Trail};
use crate::tui::background::Job;
use crate::tui::model::{Bookmarked, Listed, PaneId, State};

/// Takes the history of the file, if it has any.
pub(super) fn recalled(state: &mut State, entry: Option<HistoryEntry>) {
    let moves = state.desk.remembered.take().is_some_and(|(moves, _)| moves);
    state.desk.remembered = entry.map(|entry| (moves, Some(entry)));
}

/// Restores what was read of the history, once the games in it have been read.
pub(super) fn go_on(state: &mut State) {
    let Some((moves, Some(entry))) = &state.desk.remembered else {
        return;
    };
    let stored = entry.bookmarks.values().chain(moves.then_some(&entry.last));
    let games: Vec<usize> = stored.map(|location| location.game).collect();
    let is_awaited = state.desk.percent.is_some()
        && games.iter().any(|game| *game >= state.desk.loaded.games().len());
    if !is_awaited && !state.awaits(Job::History) {
        records::with_games(state, Job::History, games, Box::new(restore));
    }
}

/// Restores own lines, bookmarks, the flipped board, and the place if the reader has not moved.
fn restore(state: &mut State) {
    let Some((moves, Some(entry))) = state.desk.remembered.take() else {
        return;
    };
    if !entry.own.is_empty() {
        layer::restore(state, &entry.own);
    }
    for (letter, stored) in &entry.bookmarks {
        if let Some(mark) = bookmark(state, stored) {
            // Bookmarks that the reader has set meanwhile take precedence.
            state.desk.reader.bookmarks.entry(*letter).or_insert(mark);
        }
    }
    if moves && state.ui.mode.problem.is_none() {
        go_back(state, &entry);
    }
    state.desk.is_flipped = entry.flipped;
    state.desk.numbered = entry.numbered;
    state.touch();
}

fn go_back(state: &mut State, entry: &HistoryEntry) {
    let game = entry.last.game;
    if game >= state.desk.loaded.games().len() || !records::enter_game(state, game) {
        return;
    }
    let is_start = game == 0 && entry.last.trail.as_str().is_empty() && !entry.live;
    // Who was further than the list with which a file of several games opens is not held up by it.
    if !is_start && state.ui.began_in.take_if(|list| *list == Listed::Games).is_some() {
        state.ui.mode.close(PaneId::Games);
    }
    if entry.live {
        follow::go_to_live_end(state);
    } else {
        let node = entry.last.trail.end(state.tree());
        cursor::go_to(state, node);
    }
}

/// The bookmark of a stored location.
fn bookmark(state: &mut State, stored: &StoredLocation) -> Option<Bookmarked> {
    let tree = &state.desk.read_game(stored.game).ok()?.tree;
    let node = stored.trail.end(tree);
    let place = Place::of(tree, &Lines::new(tree), node);
    let is_here = stored.game == state.desk.game;
    let at = if is_here { node.into() } else { Trail::to(tree, node).into() };
    Some(Bookmarked { game: stored.game, at, place, name: String::new() })
}

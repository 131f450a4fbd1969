//! Restores the reader's last place, bookmarks and own lines in a file.

use super::{cursor, follow, layer, records};
use crate::files::history::{Entry, HistoryError, StoredLocation};
use crate::record::{Lines, Place};
use crate::tui::background::Job;
use crate::tui::model::{Bookmarked, State};
use crate::tui::report::Report;

/// Takes the history of the file, or why it cannot be read.
pub(in crate::tui) fn remembered(
    state: &mut State,
    found: Result<Option<Entry>, HistoryError>,
) -> bool {
    state.tickets.remove(&Job::History);
    let moves = state.document.remembered.take().is_some_and(|(moves, _)| moves);
    match found {
        Ok(Some(entry)) => resume(state, entry, moves),
        Ok(None) => {}
        Err(error) => state.report(&Report::Failed(error.to_string())),
    }
    true
}

/// The history could not be written.
pub(in crate::tui) fn not_written(state: &mut State, reason: String) -> bool {
    state.report(&Report::Failed(reason));
    true
}

/// Applies the history of the file: own lines, bookmarks, the flipped board, and the place if `moves`.
fn resume(state: &mut State, entry: Entry, moves: bool) {
    let stored = entry.bookmarks.values().chain([&entry.last]);
    let last = stored.map(|location| location.game).max();
    if state.document.percent.is_some() && last >= Some(state.document.loaded.games.len()) {
        state.document.remembered = Some((moves, Some(entry)));
        return;
    }
    if !entry.own.is_empty() {
        layer::restore(state, &entry.own);
    }
    for (letter, stored) in &entry.bookmarks {
        if let Some(mark) = mark(state, stored) {
            // Bookmarks that the reader has set meanwhile take precedence.
            state.reader.bookmarks.0.entry(*letter).or_insert(mark);
        }
    }
    if moves && state.ui.mode.problem.is_none() {
        go_back(state, &entry);
    }
    state.document.is_flipped = entry.flipped;
}

/// Continues after more of the file has been read: the place may be available now.
pub(super) fn go_on(state: &mut State) {
    let read = state.document.remembered.take_if(|(_, entry)| entry.is_some());
    if let Some((moves, Some(entry))) = read {
        resume(state, entry, moves);
    }
}

fn go_back(state: &mut State, entry: &Entry) {
    let game = entry.last.game;
    let is_there = game < state.document.loaded.games.len();
    if game != state.document.game && !(is_there && records::show_game(state, game)) {
        return;
    }
    if entry.live {
        follow::go_to_live_end(state);
    } else {
        let node = entry.last.trail.end(state.tree());
        cursor::go_to(state, node);
    }
}

/// The bookmark of a stored location.
fn mark(state: &mut State, stored: &StoredLocation) -> Option<Bookmarked> {
    let tree = &state.document.read_game(stored.game).ok()?.tree;
    let node = stored.trail.end(tree);
    let place = Place::of(tree, &Lines::new(tree), node);
    Some(Bookmarked { game: stored.game, at: node.into(), place })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::record::Trail;
    use crate::settings::Config;
    use crate::text::Source;

    #[test]
    fn a_reader_who_has_moved_is_not_moved_by_a_history_that_comes_late() {
        for moves in [true, false] {
            let text = b"(;SZ[9];B[ee];W[gc])";
            let loaded = crate::format::read(&Source::new(text, "game.sgf")).unwrap();
            let mut state =
                State::new(Path::new("game.sgf"), loaded, 0, Config::default()).unwrap();
            let end = state.lines().mainline_end();
            let last = StoredLocation { game: 0, trail: Trail::to(state.tree(), end) };
            let entry = Entry { last, flipped: true, ..Entry::default() };
            state.document.remembered = Some((moves, None));
            // More of the file is read first.
            go_on(&mut state);
            assert!(remembered(&mut state, Ok(Some(entry))));
            assert_eq!(state.node() == end, moves);
            assert!(state.document.is_flipped && state.document.remembered.is_none());
        }
    }
}

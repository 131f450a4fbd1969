//! Goes to a place in another file, and back.

use super::file::Way;
use super::{FORWARD, file, games, jumps, records, statistics};
use crate::tui::model::{State, There};

/// Opens a game that was found at the position for which it was.
pub(super) fn open_found(state: &mut State, chosen: usize, way: Way) {
    let list = state.ui.games.as_ref().or(state.catalog.found.list.as_ref());
    let at = list.and_then(|list| list.reached.as_ref()?.get(&(chosen as u32)).cloned());
    if let Some(reached) = state.catalog.found.choose(chosen).cloned() {
        let place = at.unwrap_or(reached.place);
        open(state, There { path: reached.path, game: reached.game, place }, way);
    }
}

/// Goes to a place in this file or another one.
pub(super) fn open(state: &mut State, there: There, way: Way) {
    if there.path == state.desk.path && !state.desk.is_pasted {
        records::with_game(state, there.game, move |state| {
            jumps::leave(state);
            games::close(state);
            file::arrive(state, &there);
        });
    } else {
        file::start_opening(state, there.path.clone(), Some((there, way)));
    }
}

/// Goes back or forward in the history of jumps, and at its end to the file before or after.
pub(super) fn go_along(state: &mut State, forward: bool, count: Option<usize>) {
    let has_more = state.desk.reader.jumps.go_on(forward);
    let was_found = state.listed_here().is_some();
    let there = if has_more { None } else { state.ui.trail[usize::from(forward)].pop() };
    match there {
        Some(there) => {
            file::start_opening(state, there.path.clone(), Some((there, Way::Along(forward))));
        }
        None => {
            jumps::go_along(state, forward, count);
            if !forward && was_found && state.listed_here().is_none() {
                statistics::list_found(state);
            }
        }
    }
}

/// Goes forward from a list to the game that was left for it.
pub(super) fn go_forward(state: &mut State, count: Option<usize>) {
    games::close(state);
    go_along(state, FORWARD, count);
}

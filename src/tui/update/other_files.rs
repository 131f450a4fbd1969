//! Goes to a place in another file, and back.

use super::{file, games, jumps, records};
use crate::record::Place;
use crate::tui::model::{State, There};

/// Opens the chosen game of the list at the position that it was listed for.
pub(super) fn open_listed(state: &mut State, chosen: usize) {
    let listed = &state.books.statistics.listed;
    let reached = listed.as_ref().and_then(|counted| counted.answer.list.get(chosen));
    let Some((reached, place)) =
        reached.and_then(|reached| Some((reached, Place::MAIN_END.at(reached.ply).ok()?)))
    else {
        return;
    };
    let there = There { path: reached.path.clone(), game: reached.game, place };
    if there.path == state.desk.path && !state.desk.is_pasted {
        records::with_game(state, there.game, move |state| {
            jumps::leave(state);
            games::close(state);
            file::arrive(state, &there);
        });
    } else {
        file::start_opening(state, there.path.clone(), Some((there, None)));
    }
}

/// Goes back or forward in the history of jumps, and at its end to the file before or after.
pub(super) fn go_along(state: &mut State, forward: bool, count: Option<usize>) {
    let has_more = state.desk.reader.jumps.go_on(forward);
    let there = if has_more { None } else { state.ui.trail[usize::from(forward)].pop() };
    match there {
        Some(there) => {
            file::start_opening(state, there.path.clone(), Some((there, Some(forward))));
        }
        None => jumps::go_along(state, forward, count),
    }
}

//! Goes to a place in another file, and back.

use super::{BACKWARD, cursor, file, games, jumps, records};
use crate::files::load::LoadError;
use crate::files::watch::{self, Opened};
use crate::record::Place;
use crate::tui::background::Job;
use crate::tui::model::{State, There, short_name};
use crate::tui::report::{Report, cause};

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
            arrive(state, &there);
        });
    } else {
        start(state, there, None);
    }
}

/// Goes back or forward in the history of jumps, and at its end to the file before or after.
pub(super) fn go_along(state: &mut State, forward: bool, count: Option<usize>) {
    let has_more = state.desk.reader.jumps.go_on(forward);
    let there = if has_more { None } else { state.ui.trail[usize::from(forward)].pop() };
    match there {
        Some(there) => start(state, there, Some(forward)),
        None => jumps::go_along(state, forward, count),
    }
}

/// A place that was left for a file, the file, and in which direction of the history one goes.
type Journey = (There, Option<bool>, Result<Opened, LoadError>);

/// Starts reading the file of a place.
fn start(state: &mut State, there: There, along: Option<bool>) {
    let options = state.catalog.options;
    state.report(&Report::Opening(short_name(&there.path)));
    state.start(Job::Opening, opened, move |_, _| {
        let opened = watch::open(&there.path, options).map(|mut opened| {
            opened.read_to(there.game);
            opened
        });
        Some((there, along, opened))
    });
}

/// Takes the file that was read, or why it cannot be read.
fn opened(state: &mut State, (there, along, opened): Journey) -> bool {
    state.ui.message = None;
    let left = here(state);
    match opened {
        Ok(opened) => {
            if state.ui.games.is_some() {
                games::close(state);
            }
            if file::open(state, opened) {
                arrive(state, &there);
                let [behind, ahead] = &mut state.ui.trail;
                if along.is_none() {
                    ahead.clear();
                }
                if along == Some(BACKWARD) { ahead.extend(left) } else { behind.extend(left) }
            }
        }
        Err(error) => {
            state.report(&Report::CannotOpen(
                short_name(&there.path),
                cause(state.lang(), &error.cause),
            ));
        }
    }
    true
}

/// The place on the board, unless it is in no file.
fn here(state: &State) -> Option<There> {
    let (desk, place) = (&state.desk, state.place_of(state.node()));
    let is_in_file = desk.has_path() && !desk.is_pasted;
    is_in_file.then(|| There { path: desk.path.clone(), game: desk.game, place })
}

/// Goes to a place of the open file. If it is not there yet, the reader's own lines are to come, and so is the place where the
/// file was left.
fn arrive(state: &mut State, there: &There) {
    if !records::enter_game(state, there.game) {
        return;
    }
    let node = there.place.find(state.tree(), state.lines());
    if let Ok(node) = node {
        cursor::go_to(state, node);
        state.desk.remembered = Some((false, None));
    }
}

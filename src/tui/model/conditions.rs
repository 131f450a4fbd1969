//! Which actions currently have an effect. Help dims the others.

use super::State;

pub(in crate::tui) fn always(_: &State) -> bool {
    true
}

pub(in crate::tui) fn has_variations(state: &State) -> bool {
    state.lines().count() > 1
}

/// Whether the current line has left the mainline.
pub(in crate::tui) fn has_left_mainline(state: &State) -> bool {
    let lines = state.lines();
    !lines.on_mainline(state.node())
}

pub(in crate::tui) fn has_comments(state: &State) -> bool {
    !state.lines().comments.is_empty()
}

/// Whether an own move is on the board.
pub(in crate::tui) fn has_own_move(state: &State) -> bool {
    state.tree().is_own(state.node())
}

/// Whether the record contains evaluations.
pub(in crate::tui) fn has_evals(state: &State) -> bool {
    state.survey_has(|survey| !survey.evals.is_empty())
}

/// Whether an engine has found anything in the game, or is at work.
pub(in crate::tui) fn has_engine(state: &State) -> bool {
    !state.desk.examined.valued.at.is_empty() || state.engine.is_running
}

/// Whether a book or the statistics have moves to choose from.
pub(in crate::tui) fn has_offers(state: &State) -> bool {
    state.has_book() || state.shows_statistics()
}

/// Whether the record contains evaluations or times.
pub(in crate::tui) fn has_graph(state: &State) -> bool {
    state.survey_has(|survey| !survey.evals.is_empty() || !survey.clocks.is_empty())
}

/// Whether the history of jumps goes on in a direction, in this file or another.
pub(in crate::tui) fn has_way(state: &State, forward: bool) -> bool {
    state.desk.reader.jumps.go_on(forward) || !state.ui.trail[usize::from(forward)].is_empty()
}

/// Whether there are other games or problems to go to.
pub(in crate::tui) fn has_other_games(state: &State) -> bool {
    state.lists().next().is_some()
}

/// Whether several games are followed or listed.
pub(in crate::tui) fn has_wall(state: &State) -> bool {
    !state.ui.wall.watched.is_empty() || !state.for_wall().is_empty()
}

/// Whether the file is text, with lines for an editor.
pub(in crate::tui) fn is_text(state: &State) -> bool {
    let desk = &state.desk;
    let game = desk.loaded.games().get(desk.game);
    game.is_some_and(|game| game.is_text())
}

/// Whether the record comes from a file.
pub(in crate::tui) fn is_in_file(state: &State) -> bool {
    let desk = &state.desk;
    desk.has_path() && !desk.is_archived() && !desk.is_new()
}

/// Whether the newest file of a directory is followed.
pub(in crate::tui) fn is_directory(state: &State) -> bool {
    state.catalog.directory.is_some()
}

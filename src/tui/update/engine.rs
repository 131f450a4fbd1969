//! What engines found, and the lines of an engine on the board.

use super::writing::noted_game;
use super::{layer, records};
use crate::files::results::Findings;
use crate::game::Move;
use crate::tui::background::{Job, follow_results};
use crate::tui::model::State;
use crate::tui::model::panes::PaneId;
use crate::tui::report::Report;

/// Has the results on the game on the screen read, and looked at from then on.
pub(super) fn attend(state: &mut State) {
    state.document.findings = Default::default();
    if let Some(results) = state.results.clone() {
        let game = noted_game(state);
        state.start(Job::Results, found, move |wanted, send| {
            let (path, index, _) = &game.key;
            follow_results(&results, (&game.loaded, path, *index), wanted, send);
        });
    }
}

fn found(state: &mut State, findings: Findings) -> bool {
    if !(findings.is_empty() && state.document.findings.is_empty()) {
        state.document.findings = findings.into();
        records::survey_again(state);
    }
    false
}

/// Opens the lines at the node on the board, or closes them.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.document.findings.is_empty() {
        return state.report(&Report::NoResults);
    }
    state.ui.toggle(PaneId::Engine);
}

/// Selects a line.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.document.marked_line = Some((state.node(), row));
}

/// Plays the selected line, or the one with a number from 1, and goes to its first move.
pub(super) fn walk(state: &mut State, number: Option<usize>) {
    let row = number.map_or(state.marked_line(), |number| number.saturating_sub(1));
    let moves: Vec<Move> =
        state.engine_lines().get(row).into_iter().flat_map(|line| line.moves()).collect();
    if moves.is_empty() {
        return state.report(&Report::NoResults);
    }
    let nodes = layer::play_line(state, state.node(), &moves);
    if let Some(first) = nodes.get(1) {
        super::cursor::go_to(state, *first);
    }
}

//! The lines of an engine on the board.

use super::layer;
use crate::tui::model::State;
use crate::tui::model::conditions::has_findings;
use crate::tui::model::panes::PaneId;
use crate::tui::report::Report;

/// Opens the lines at the node on the board, or closes them.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    match has_findings(state) {
        true => state.ui.toggle(PaneId::Engine),
        false => state.report(&Report::NoResults),
    }
}

/// Selects a line.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.document.marked_line = Some((state.node(), row));
}

/// Plays the selected line, or the one with a number from 1, and goes to its first move.
pub(super) fn walk(state: &mut State, number: Option<usize>) {
    let row = number.map_or(state.marked_line(), |number| number.saturating_sub(1));
    let Some(line) = state.engine_lines().get(row) else {
        return state.report(&Report::NoResults);
    };
    let moves = line.moves(state.position());
    let nodes = layer::play_line(state, state.node(), &moves);
    if let Some(first) = nodes.get(1) {
        super::cursor::go_to(state, *first);
    }
}

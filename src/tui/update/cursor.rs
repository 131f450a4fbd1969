//! Moves only the cursor.

use crate::record::NodeId;
use crate::tui::model::State;

/// Goes forward or back by a number of plies along the current line.
pub(super) fn go_by(state: &mut State, forward: bool, plies: usize) {
    state.reader.lost = None;
    let record = &state.document.record;
    match forward {
        true => state.reader.cursor.forward(record, plies),
        false => state.reader.cursor.back(record, plies),
    }
}

/// Goes to a ply of the current line, or to its end.
pub(super) fn go_to_ply(state: &mut State, ply: usize) {
    state.reader.lost = None;
    let record = &state.document.record;
    state.reader.cursor.go_to_ply(record, ply);
}

/// Goes to a node, making the line through it current.
pub(super) fn go_to(state: &mut State, node: NodeId) {
    (state.reader.lost, state.reader.quoting) = (None, None);
    state.reader.cursor.go_to(&state.document.record, node);
}

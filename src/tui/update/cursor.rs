//! Moves only the cursor.

use crate::record::NodeId;
use crate::tui::model::State;

/// Goes forward or back by a number of plies along the current line.
pub(super) fn go_by(state: &mut State, forward: bool, plies: usize) {
    state.desk.reader.lost = None;
    let record = &state.desk.record;
    match forward {
        true => state.desk.reader.cursor.forward(record, plies),
        false => state.desk.reader.cursor.back(record, plies),
    }
}

/// Goes to a ply of the current line, or to its end.
pub(super) fn go_to_ply(state: &mut State, ply: usize) {
    state.desk.reader.lost = None;
    let record = &state.desk.record;
    state.desk.reader.cursor.go_to_ply(record, ply);
}

/// Goes to a node, making the line through it current.
pub(super) fn go_to(state: &mut State, node: NodeId) {
    (state.desk.reader.lost, state.desk.reader.quoting) = (None, None);
    state.desk.reader.cursor.go_to(&state.desk.record, node);
}

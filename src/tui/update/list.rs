//! Lists, in which keys, the wheel and clicks mark a row.

use super::{catalog, search, variations, wall};
use crate::tui::model::{PaneId, State, focus};
use crate::tui::panes;

/// In the focused list, marks the row `count` rows below or above the marked one.
pub(super) fn move_mark(state: &mut State, down: bool, count: Option<usize>) {
    if state.is_on_wall() {
        return wall::step(state, (0, if down { 1 } else { -1 }), count);
    }
    move_in(state, focus::focused(state), down, count.unwrap_or(1));
}

/// In the focused list, moves the mark down or up by `count` pages.
pub(super) fn page(state: &mut State, down: bool, count: Option<usize>) {
    let id = focus::focused(state);
    let page =
        if id == PaneId::Wall { state.room_on_wall().1 } else { panes::rows_on_page(state, id) };
    let rows = page.saturating_mul(count.unwrap_or(1));
    move_in(state, id, down, rows);
}

/// Moves the mark of a list down or up by `rows`.
pub(super) fn move_in(state: &mut State, id: PaneId, down: bool, rows: usize) {
    let Some(list) = state.pane(id).list else {
        return;
    };
    let row = match ((list.marked)(state), down) {
        (Ok(row), true) => row.saturating_add(rows),
        // If no row is marked, this is the row before which the cursor is: one step down leads to it.
        (Err(row), true) => row.saturating_add(rows.saturating_sub(1)),
        (Ok(row) | Err(row), false) => row.saturating_sub(rows),
    };
    select(state, id, row);
}

/// Marks the row with an index, or the last row.
pub(super) fn select(state: &mut State, id: PaneId, row: usize) {
    let pane = state.pane(id);
    let count = pane.list.map_or(0, |list| (list.count)(state));
    (pane.mark)(state, row.min(count.saturating_sub(1)));
}

/// In the focused list, marks the row with a number from 1, or the last row.
pub(super) fn go_to(state: &mut State, number: usize) {
    select(state, focus::focused(state), number.saturating_sub(1));
}

/// Closes the list and stays where the cursor is. With a number, goes to that branch instead.
pub(super) fn stay(state: &mut State, number: Option<usize>) {
    if number.is_some() {
        variations::take(state, number);
    } else if !search::stay(state) {
        state.ui.mode.close_top();
    }
}

/// Marks the row that was clicked, and opens it in the list of games.
pub(super) fn press(state: &mut State, id: PaneId, row: usize) {
    select(state, id, row);
    if id == PaneId::Games {
        catalog::open_chosen(state, None);
    }
}

//! Lists: keys, the wheel and clicks mark one of the rows.

use super::{books, library, map, search, variations};
use crate::tui::actions::Action;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, focus};

/// Marks a row that many rows below or above the marked one, in the focused list.
pub(super) fn step(state: &mut State, down: bool, count: Option<usize>) {
    step_in(state, focus::focused(state), down, count.unwrap_or(1));
}

/// The same by pages.
pub(super) fn page(state: &mut State, down: bool, count: Option<usize>) {
    let id = focus::focused(state);
    let rows = id.page(state).saturating_mul(count.unwrap_or(1));
    step_in(state, id, down, rows);
}

/// The same in any list.
pub(super) fn step_in(state: &mut State, id: PaneId, down: bool, rows: usize) {
    let Some(list) = id.pane().list else {
        return;
    };
    let row = match ((list.marked)(state), down) {
        (Ok(row), true) => row.saturating_add(rows),
        // Before a row, one row down leads to it.
        (Err(row), true) => row.saturating_add(rows.saturating_sub(1)),
        (Ok(row) | Err(row), false) => row.saturating_sub(rows),
    };
    mark(state, id, row);
}

/// Marks a row, from 0, or the last.
pub(super) fn mark(state: &mut State, id: PaneId, row: usize) {
    let count = id.pane().list.map_or(0, |list| (list.count)(state));
    let row = row.min(count.saturating_sub(1));
    match id {
        PaneId::Branches => variations::go_to(state, row),
        PaneId::Book => books::mark_row(state, row),
        PaneId::Map => map::go(state, row),
        PaneId::Hits => search::go_to(state, row),
        _ => library::mark(state, row),
    }
}

/// Performs an action in a list; false if the action has no special meaning there.
pub(super) fn act(state: &mut State, id: PaneId, action: Action, count: Option<usize>) -> bool {
    let row = |count: usize| count.saturating_sub(1);
    match action {
        Action::Down | Action::Up => step(state, action == Action::Down, count),
        Action::PageDown | Action::PageUp => page(state, action == Action::PageDown, count),
        Action::Start => mark(state, id, count.map_or(0, row)),
        Action::End => mark(state, id, count.map_or(usize::MAX, row)),
        _ => return false,
    }
    true
}

/// Marks the row that was clicked, and opens it in the list of games.
pub(super) fn press(state: &mut State, id: PaneId, row: usize) {
    mark(state, id, row);
    if id == PaneId::Games {
        library::open_chosen(state);
    }
}

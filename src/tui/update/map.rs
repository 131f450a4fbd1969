//! Chooses a place in the map: the cursor goes along with the marked row.

use super::{cursor, jumps};
use crate::tui::model::{Map, PaneId, State};
use crate::tui::outline::{Row, RowPart};
use crate::tui::report::Report;

/// Opens the map, or closes it and stays.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.ui.mode.opened() == Some(PaneId::Map) {
        state.ui.mode.close(PaneId::Map);
        return;
    }
    if state.hides_answer() {
        return state.report(&Report::AnswerHidden);
    }
    jumps::leave(state);
    state.desk.reader.way_back = Some(jumps::here(state));
    let lines = state.lines();
    state.ui.map = Some(Map::new(&state.desk.record, lines, state.node()));
    state.ui.open(PaneId::Map);
}

/// Goes to a row of the map.
pub(super) fn go(state: &mut State, row: usize) {
    if let Some(map) = &mut state.ui.map {
        let node = map.go(row);
        cursor::go_to(state, node);
    }
}

/// Goes to the next or previous row along the line, `count` times.
pub(super) fn along(state: &mut State, forward: bool, count: Option<usize>) {
    for _ in 0..count.unwrap_or(1) {
        let there = if forward { next(state) } else { previous(state) };
        match there {
            Some(row) => go(state, row),
            None => return state.report(&Report::NoMoreForks),
        }
    }
}

/// The row after the fork at the end of this one, or the first row of a group.
fn next(state: &mut State) -> Option<usize> {
    let tree = &state.desk.record.tree;
    let lines = state.desk.reader.cursor.lines();
    let map = state.ui.map.as_mut()?;
    match map.outline.row(map.row)?.part {
        RowPart::Stretch { last, .. } => {
            Some(map.outline.number_of(lines, tree.first_child(last)?))
        }
        RowPart::Group { .. } => {
            map.outline.unfold(map.row);
            Some(map.row + 1)
        }
    }
}

/// The row that ends with the fork before this one, or the group that contains it.
fn previous(state: &mut State) -> Option<usize> {
    let map = state.ui.map.as_ref()?;
    map.outline.group_of(map.row).or_else(|| {
        let first = map.outline.row(map.row).map(Row::first)?;
        let fork = state.tree().parent(first)?;
        Some(map.outline.number_of(state.lines(), fork))
    })
}

/// Folds or unfolds the branches of the row.
pub(super) fn set_folded(state: &mut State, folded: bool) {
    let done = state.ui.map.as_mut().and_then(|map| match folded {
        true => map.outline.fold(map.row),
        false => Some((map.row, map.outline.unfold(map.row)?)),
    });
    match done {
        Some((row, branches)) => {
            go(state, row);
            state.report(&Report::Folded(branches, folded));
        }
        None => state.report(&Report::NoBranches),
    }
}

pub(super) fn fold_all(state: &mut State, _: Option<usize>) {
    let lines = state.desk.reader.cursor.lines();
    let variations = lines.count() - 1;
    if let Some(map) = &mut state.ui.map {
        let folded = map.fold_all(lines);
        state.report(&Report::Folded(variations, folded));
    }
}

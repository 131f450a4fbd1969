//! The map as a chooser: its rows are walked, and the cursor goes along.

use super::{cursor, jumps};
use crate::record::{Part, Row};
use crate::tui::actions::Action;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{Map, State};
use crate::tui::report::Report;

/// Opens the map; closes it where it led to.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.ui.panes.opened == Some(PaneId::Map) {
        state.ui.panes.close(PaneId::Map);
        return;
    }
    if state.hides_answer() {
        return state.report(&Report::AnswerHidden);
    }
    jumps::leave(state);
    state.ui.way_back = Some(jumps::here(state));
    let lines = state.lines();
    state.ui.map = Some(Map::new(&state.document.record, lines, state.node()));
    state.ui.panes.open(PaneId::Map);
}

/// Performs an action in the map; false if the action has no special meaning there.
pub(super) fn act(state: &mut State, action: Action, count: Option<usize>) -> bool {
    match action {
        Action::Forward => along(state, count, next),
        Action::Back => along(state, count, previous),
        Action::Fold => set_folded(state, true),
        Action::Unfold => set_folded(state, false),
        Action::FoldAll => fold_all(state),
        Action::Take if count.is_none() => {
            state.ui.panes.close(PaneId::Map);
        }
        _ => return false,
    }
    true
}

/// Goes to a row of the map.
pub(super) fn go(state: &mut State, row: usize) {
    if let Some(map) = &mut state.ui.map {
        let node = map.go(row);
        cursor::go_to(state, node);
    }
}

/// Goes to the row that follows along the line or precedes it, this many times.
fn along(state: &mut State, count: Option<usize>, step: fn(&mut State) -> Option<usize>) {
    for _ in 0..count.unwrap_or(1) {
        match step(state) {
            Some(row) => go(state, row),
            None => return state.report(&Report::NoMoreForks),
        }
    }
}

/// The row after the fork with which this one ends, or the first of a group.
fn next(state: &mut State) -> Option<usize> {
    let tree = &state.document.record.tree;
    let lines = state.reader.cursor.lines();
    let map = state.ui.map.as_mut()?;
    match map.outline.row(map.row)?.part {
        Part::Stretch { last, .. } => Some(map.outline.number_of(lines, tree.first_child(last)?)),
        Part::Group { .. } => {
            map.outline.unfold(map.row);
            Some(map.row + 1)
        }
    }
}

/// The row that ends with the fork where this one begins, or the group that it is in.
fn previous(state: &mut State) -> Option<usize> {
    let map = state.ui.map.as_ref()?;
    let before = || {
        let first = map.outline.row(map.row).map(Row::first)?;
        let fork = state.tree().parent(first)?;
        Some(map.outline.number_of(state.lines(), fork))
    };
    map.outline.group_of(map.row).or_else(before)
}

/// Folds or unfolds what hangs on the row.
fn set_folded(state: &mut State, folded: bool) {
    let done = state.ui.map.as_mut().and_then(|map| match folded {
        true => map.outline.fold(map.row),
        false => Some((map.row, map.outline.unfold(map.row)?)),
    });
    match done {
        Some((row, branches)) => {
            go(state, row);
            state.report(&Report::fold(folded, branches));
        }
        None => state.report(&Report::NoBranches),
    }
}

fn fold_all(state: &mut State) {
    let lines = state.reader.cursor.lines();
    let variations = lines.count() - 1;
    if let Some(map) = &mut state.ui.map {
        let folded = map.fold_all(lines);
        state.report(&Report::fold(folded, variations));
    }
}

//! The mouse: what stands where it was pressed.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::{jumps, library, motion, trial, variations};
use crate::record::NodeId;
use crate::tui::model::State;
use crate::tui::rows::Row;
use crate::tui::views::{Focus, View};

/// Deals with a press or a turn of the wheel; false if it is neither.
pub(super) fn handle(state: &mut State, event: MouseEvent) -> bool {
    let at = Position::new(event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => press(state, at),
        MouseEventKind::ScrollDown => wheel(state, at, true),
        MouseEventKind::ScrollUp => wheel(state, at, false),
        _ => return false,
    }
    true
}

/// The wheel scrolls the comment where it stands on it; elsewhere it goes along the line.
fn wheel(state: &mut State, at: Position, down: bool) {
    let areas = state.areas();
    let is_on = |area: Option<Rect>| area.is_some_and(|area| area.contains(at));
    if let (Some(View::Games), Some(list)) = (state.ui.panes.view, &mut state.ui.list) {
        list.go(if down { 3 } else { -3 });
    } else if let Some(scroll) = state.ui.panes.view.and(state.scrolled()) {
        scroll.by(3, down);
    } else if is_on(areas.comment) {
        state.ui.panes.comment.by(3, down);
    } else if is_on(areas.info) {
        state.ui.panes.info.by(3, down);
    } else if is_on(areas.branches) {
        variations::sideways(state, down, 1);
    } else if is_on(areas.book) {
        trial::mark(state, 1, down);
    } else if down {
        motion::forward(state, None);
    } else {
        motion::back(state, None);
    }
}

fn press(state: &mut State, at: Position) {
    let areas = state.areas();
    let row_in = |area: Option<Rect>| {
        let area = area.filter(|area| area.contains(at))?;
        Some((area, usize::from(at.y - area.y)))
    };
    if let Some((area, row)) = row_in(areas.view) {
        press_in_view(state, area, row);
    } else if let Some((area, row)) = row_in(areas.moves) {
        state.ui.panes.focus = Focus::Moves;
        press_move(state, area, row);
    } else if let Some((area, row)) = row_in(areas.branches) {
        press_branch(state, area, row);
    } else if row_in(areas.comment).is_some() {
        state.ui.panes.focus = Focus::Comment;
    } else if row_in(areas.info).is_some() {
        state.ui.panes.focus = Focus::Info;
    } else if row_in(areas.book).is_some() {
        state.ui.panes.focus = Focus::Book;
    } else if let Some((area, row)) = row_in(areas.board) {
        press_square(state, area, (row, usize::from(at.x - area.x)));
    }
}

fn press_in_view(state: &mut State, area: Rect, row: usize) {
    let Some(list) = state
        .ui
        .list
        .as_mut()
        .filter(|_| state.ui.panes.view == Some(View::Games))
    else {
        return;
    };
    // Under the heading and the filter.
    if let Some(row) = row.checked_sub(2) {
        let room = usize::from(area.height.saturating_sub(2));
        let index = list.scroll.top(list.counts().0, room, || None) + row;
        if index < list.counts().0 {
            list.marked = index;
            library::open_chosen(state);
        }
    }
}

fn press_move(state: &mut State, area: Rect, row: usize) {
    let Some(row) = row.checked_sub(1) else {
        return;
    };
    let rows = state.move_rows(usize::from(area.height - 1), state.is_inline());
    match rows.get(row) {
        Some(Row::Move(node) | Row::Branch(node, ..)) => jumps::cross_to(state, *node),
        Some(Row::Ending(_)) => {
            let end = state.reader.cursor.node_at(state.reader.cursor.last_ply());
            jumps::cross_to(state, end.unwrap_or(NodeId::ROOT));
        }
        _ => {}
    }
}

fn press_branch(state: &mut State, area: Rect, row: usize) {
    let Some(row) = row.checked_sub(1) else {
        return;
    };
    let room = usize::from(area.height - 1).max(1);
    let lines = state.reader.cursor.lines();
    let here = lines.number(&state.document.record.tree, state.node());
    variations::take(state, Some(here / room * room + row + 1));
}

/// Follows the branch that goes to the square: the one of the line, or another one.
fn press_square(state: &mut State, area: Rect, at: (usize, usize)) {
    let next = state.reader.cursor.node_at(state.reader.cursor.ply() + 1);
    let lines = state.reader.cursor.lines();
    let others = lines.children(state.node()).iter().copied();
    let mut all = next.into_iter().chain(others);
    if let Some(node) = all.find(|node| state.lights(area, *node, at)) {
        jumps::cross_to(state, node);
    }
}

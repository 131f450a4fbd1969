//! Handles the mouse.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::{board, jumps, keys, list, motion, notes, quoted};
use crate::board::Target;
use crate::record::MarkKind;
use crate::tui::arrange;
use crate::tui::model::panes::Press;
use crate::tui::model::{PaneId, State, focus};
use crate::tui::panes;

/// The number of rows to scroll for each step of the wheel.
const ROWS: usize = 3;

/// Handles a click or the wheel. Returns false for other events.
pub(super) fn handle(state: &mut State, event: MouseEvent) -> bool {
    let at = Position::new(event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => press(state, at),
        MouseEventKind::Down(MouseButton::Right) => press_right(state, at),
        MouseEventKind::ScrollDown => wheel(state, at, true),
        MouseEventKind::ScrollUp => wheel(state, at, false),
        _ => return false,
    }
    true
}

/// The wheel acts like up and down keys in the pane under it.
fn wheel(state: &mut State, at: Position, down: bool) {
    let Some((id, _)) = state.ui.layout.at(at) else {
        return;
    };
    if state.pane(id).list.is_some() {
        // In the other lists, marking a row goes there.
        list::move_in(state, id, down, if id == PaneId::Games { ROWS } else { 1 });
    } else if panes::extent(state, id).is_some() {
        arrange::scroll(state, id, ROWS, down);
    } else {
        motion::by_moves(state, down, None);
    }
}

fn press(state: &mut State, at: Position) {
    state.ui.message = None;
    let Some((id, pressed)) = panes::press(state, at) else {
        return;
    };
    focus::focus(state, id);
    match pressed {
        Some(Press::GoTo(node)) => jumps::cross_to(state, node),
        Some(Press::Target(target)) => board::press(state, target, Some(true)),
        Some(Press::Quoted(shown)) => quoted::press(state, shown),
        Some(Press::Row(row)) => list::press(state, id, row),
        Some(Press::Letter(letter)) => keys::name_bookmark(state, letter),
        None => {}
    }
}

/// The right button moves a shogi piece without promotion, and marks a point of Go.
fn press_right(state: &mut State, at: Position) {
    match panes::press(state, at) {
        Some((_, Some(Press::Target(Target::Go(point))))) => {
            notes::set_mark(state, MarkKind::Triangle, point, "");
        }
        Some((_, Some(Press::Target(target)))) => board::press(state, target, Some(false)),
        _ => {}
    }
}

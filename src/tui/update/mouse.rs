//! Handles the mouse.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::{board, jumps, keys, library, map, motion, quoted, search, trial, variations};
use crate::tui::actions::Action;
use crate::tui::arrange;
use crate::tui::model::panes::Keys;
use crate::tui::model::{State, focus};
use crate::tui::panes::{self, Press};

/// The number of rows to scroll for each step of the wheel.
const ROWS: isize = 3;

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
    let id = state.ui.layout.at(at).map(|(id, _)| id);
    match (id.map(|id| id.keys()), id) {
        (Some(Keys::Text), Some(id)) => arrange::scroll(state, id, ROWS.unsigned_abs(), down),
        (Some(Keys::Siblings), _) => variations::sideways(state, down, 1),
        (Some(Keys::Map), _) => {
            map::act(state, toward(down), None);
        }
        (Some(Keys::Hits), _) => {
            search::act(state, toward(down), None);
        }
        (Some(Keys::Book), _) => trial::mark(state, 1, down),
        (Some(Keys::Games), _) => {
            let by = if down { ROWS } else { -ROWS };
            state.ui.games.iter_mut().for_each(|list| list.go(by));
        }
        _ => motion::step(state, down, None),
    }
}

fn toward(down: bool) -> Action {
    if down { Action::Down } else { Action::Up }
}

fn press(state: &mut State, at: Position) {
    state.ui.message = None;
    let Some((id, pressed)) = panes::press(state, at) else {
        return;
    };
    focus::focus(state, id);
    match pressed {
        Some(Press::GoTo(node)) => jumps::cross_to(state, node),
        Some(Press::Target(target)) => board::press(state, target, true),
        Some(Press::Quoted(shown)) => quoted::press(state, shown),
        Some(Press::Tried(nth)) => {
            let trial = state.reader.trial.iter_mut();
            trial.for_each(|trial| trial.show(nth + 1));
        }
        Some(Press::Open(row)) => library::open_row(state, row),
        Some(Press::BookMove(row)) => trial::mark_row(state, row),
        Some(Press::Hit(index)) => search::go_to(state, index),
        Some(Press::Letter(letter)) => keys::name_bookmark(state, letter),
        None => {}
    }
}

/// The right button moves a shogi piece without promotion.
fn press_right(state: &mut State, at: Position) {
    if let Some((_, Some(Press::Target(target)))) = panes::press(state, at) {
        board::press(state, target, false);
    }
}

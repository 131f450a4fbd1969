//! Moves that are tried out on the board, from the position of the record on, and the pane of books that they come from.

use super::jumps;
use crate::game::Move;
use crate::tui::book::Tried;
use crate::tui::model::State;
use crate::tui::panes::PaneId;
use crate::tui::say::Say;

/// Whether something is tried out.
pub(in crate::tui) fn is_on(state: &State) -> bool {
    !state.reader.tried.is_empty()
}

/// Takes the moves that are tried off the board; the way back to them is remembered.
pub(super) fn leave(state: &mut State) {
    if is_on(state) {
        jumps::leave(state);
        state.reader.tried.clear();
    }
}

/// Takes back so many of the moves that are tried; false if none are.
pub(super) fn step_back(state: &mut State, times: usize) -> bool {
    let tried = &mut state.reader.tried;
    let had = !tried.is_empty();
    tried.truncate(tried.len().saturating_sub(times));
    had
}

/// Goes on with what the books have; false if nothing is tried.
pub(super) fn step_forward(state: &mut State) -> bool {
    if is_on(state) {
        play_book_move(state, None);
    }
    is_on(state)
}

/// Marks another row of the books where they have the keys; false if they have not.
pub(super) fn mark_in_book(state: &mut State, rows: usize, down: bool) -> bool {
    let has_keys = has_keys(state);
    if has_keys {
        mark(state, rows, down);
    }
    has_keys
}

/// Marks another row of the books.
pub(super) fn mark(state: &mut State, rows: usize, down: bool) {
    let here = state.marked_in_book();
    let last = state.book_moves().len().saturating_sub(1);
    let row = if down {
        here.saturating_add(rows).min(last)
    } else {
        here.saturating_sub(rows)
    };
    mark_row(state, row);
}

/// Marks a row of the books, from 0.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.books.marked = state.key_on_board().map(|key| (key, row));
}

/// Whether the keys of the book pane are heard.
pub(super) fn has_keys(state: &State) -> bool {
    is_on(state) || state.is_in_book()
}

pub(in crate::tui) fn has_book(state: &State) -> bool {
    state.has_book()
}

/// Opens the pane with the focus in it; the pane that has it is closed.
pub(in crate::tui) fn toggle_book(state: &mut State, _: Option<usize>) {
    if !state.has_book() {
        let why = state.books.why_none();
        return state.say(&why);
    }
    let had = state.is_in_book();
    state.books.is_open = !had;
    state.ui.panes.opened = None;
    state.ui.panes.focus = if had { PaneId::Board } else { PaneId::Book };
}

/// Plays a move of the books on the board: the marked one, or the one of a number from 1.
pub(in crate::tui) fn play_book_move(state: &mut State, number: Option<usize>) {
    let row = number.map_or(state.marked_in_book(), |number| number.saturating_sub(1));
    let moves = state.book_moves();
    let Some(mv) = moves.get(row).map(|book| Move::Xiangqi(book.mv)) else {
        let why = match state.has_book() {
            true => Say::NotInBook,
            false => state.books.why_none(),
        };
        return state.say(&why);
    };
    let mut position = state.position().clone();
    position.apply(mv);
    state.reader.tried.push(Tried { mv, position });
}

//! The cursor of the board in the last row.

use super::bar::{Bar, weight};
use crate::game::{Game, MoveError};
use crate::tui::model::State;
use crate::tui::target;
use crate::words::{self, Worded};

/// The place at the cursor of the board, the piece there, and why the raised piece cannot go there.
pub(super) fn put_pointed(state: &State, bar: &mut Bar) {
    let Some(at) = state.pointed() else { return };
    let texts = state.texts();
    let (place, piece) = state.named(at);
    let owner = target::owner(at, state.position()).map(|side| match state.position().game() {
        // As on the board.
        Game::Shogi if !state.in_ascii() => side.pick("", "v"),
        game => words::side(game, side, state.terms_on_board()),
    });
    let there = [owner.unwrap_or(texts.nothing), &piece].concat();
    bar.left(weight::MESSAGE, &[&format!("{place} {there}")]);
    let held = state.ui.pointer.held.as_ref();
    if held.is_some_and(|held| held.is_asked) {
        let [take, fold] = ["take", "fold"].map(|name| state.ui.keymap.first_key(name));
        bar.left(weight::MESSAGE, &[&(texts.promotes)(&take, &fold)]);
    } else if let Some(fault) = state.fault_at(at).filter(|_| state.ui.message.is_none())
        && !target::is_movable(at, state.position())
    {
        let fault = MoveError::Illegal(fault);
        bar.left_text((weight::LONG, weight::TROUBLE), &[&fault.worded(state.lang())]);
    }
}

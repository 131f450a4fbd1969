//! The cursor of the board in the last row.

use super::bar::{Bar, weight};
use crate::board::Target;
use crate::game::shogi::notation::{file_digit, rank_kanji};
use crate::game::xiangqi::Script;
use crate::game::{Game, MoveError, Position, Side};
use crate::tui::model::State;
use crate::tui::target;
use crate::words::{self, Worded};

/// The place at the cursor of the board, the piece there, and why the raised piece cannot go there.
pub(super) fn put_pointed(state: &State, bar: &mut Bar) {
    let Some(at) = state.pointed() else { return };
    let texts = state.texts();
    let (place, piece) = named(state, at);
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

fn sign(in_ascii: bool, letter: char, glyph: char) -> String {
    if in_ascii { format!(" {letter}") } else { glyph.to_string() }
}

/// The file and the rank of a square of xiangqi, as the side to move counts and writes them: `八路三线`.
fn counted(state: &State, place: Target) -> String {
    let side = state.position().side_to_move();
    let (file, ahead) = target::seen_by(place, side).unwrap_or_default();
    let [file, rank] = [file, ahead + 1].map(|number| match side {
        _ if state.in_ascii() => number.to_string(),
        Side::First if number == 10 => "十".to_owned(),
        Side::First => rank_kanji(number).to_string(),
        Side::Second if number == 10 => "１０".to_owned(),
        Side::Second => file_digit(number).to_string(),
    });
    match state.script() {
        _ if state.in_ascii() => format!("{file}-{rank}"),
        Script::Simplified => format!("{file}路{rank}线"),
        Script::Traditional => format!("{file}路{rank}線"),
    }
}

/// The name of a place of the board, and of the piece there; stones have no name.
fn named(state: &State, place: Target) -> (String, String) {
    let ascii = state.in_ascii();
    match (place, state.position()) {
        (Target::Xiangqi(square), Position::Xiangqi(position)) => {
            let (piece, script) = (position.piece(square), state.script());
            let name = piece.map(|piece| sign(ascii, piece.letter(), piece.on_board(script)));
            (counted(state, place), name.unwrap_or_default())
        }
        (Target::Shogi(square), Position::Shogi(position)) => {
            let name = position
                .piece(square)
                .map(|piece| sign(ascii, piece.kind.letter(), piece.kind.in_diagram()));
            let place = match ascii {
                true => square.to_string(),
                false => format!("{}{}", file_digit(square.file()), rank_kanji(square.rank())),
            };
            (place, name.unwrap_or_default())
        }
        (Target::Hand(_, kind), _) => {
            (state.texts().in_hand.to_owned(), sign(ascii, kind.letter(), kind.in_diagram()))
        }
        (Target::Go(point), Position::Go(position)) => (point.a1(position.size()), String::new()),
        _ => Default::default(),
    }
}

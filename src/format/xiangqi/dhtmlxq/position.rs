//! The starting position: 64 digits, file and rank of each of the 32 pieces, counted from red's left and from black's
//! back rank; 99 is a captured piece.

use super::blocks::Block;
use crate::format::xiangqi::stored_moves::{in_slots, slots};
use crate::game::xiangqi::{Position, Square};
use crate::record::{At, Warnings};
use crate::text::scan::Scan;

/// A captured piece.
const ABSENT: &str = "99";
const DIGITS: usize = 64;

/// The positions of a text that holds nothing else, each with its place. Lines may end anywhere among the digits.
pub(super) fn bare(text: &str) -> Option<Vec<(String, At)>> {
    let mut scan = Scan::new(text);
    let mut positions = Vec::new();
    scan.skip_space();
    while !scan.is_at_end() {
        let at = scan.at();
        let mut digits = String::with_capacity(DIGITS);
        while digits.len() < DIGITS {
            scan.skip_space();
            digits.push(scan.next().filter(char::is_ascii_digit)?);
        }
        if !is_sound(&digits) {
            return None;
        }
        positions.push((digits, at));
        scan.skip_space();
    }
    (!positions.is_empty()).then_some(positions)
}

/// Whether every piece is on a square that it can reach.
fn is_sound(digits: &str) -> bool {
    let mut pieces = slots().zip(squares(digits));
    pieces.all(|(piece, square)| match square {
        Ok(square) => piece.can_stand_on(square),
        Err(text) => text == ABSENT,
    })
}

pub(super) fn start(block: &Block<'_>, warnings: &mut Warnings) -> Position {
    if let Some(tag) = block.tag("fen") {
        match Position::from_fen(tag.value) {
            Ok(position) => return position,
            Err(_) => warnings.warn(tag.at, "the tag fen is not a position"),
        }
    }
    match block.tag("binit") {
        Some(tag) => parse(tag.value.trim(), tag.at, warnings),
        None => Position::initial(),
    }
}

/// Reads the digits of a position, as far as they are good.
pub(super) fn parse(text: &str, at: At, warnings: &mut Warnings) -> Position {
    let mut position = Position::empty();
    let mut warn = |message: String| warnings.warn(at, message);
    let count = text.chars().count();
    if count != DIGITS {
        warn(format!("a position of {count} digits, not {DIGITS}"));
    }
    for (piece, square) in slots().zip(squares(text)) {
        match square {
            Ok(square) if position.piece(square).is_some() => {
                warn(format!("two pieces are on {square}"));
            }
            Ok(square) => position.put(square, Some(piece)),
            Err(ABSENT) => {}
            Err(text) => warn(format!("{text:?} is not a square")),
        }
    }
    position
}

/// The squares for a position's digits, or the digits themselves if they are invalid.
fn squares(text: &str) -> impl Iterator<Item = Result<Square, &str>> {
    let pairs = text.as_bytes().chunks_exact(2).enumerate();
    pairs.map(|(index, pair)| {
        let [file, row] = [pair[0], pair[1]].map(|digit| digit.wrapping_sub(b'0'));
        let digits = text.get(index * 2..index * 2 + 2);
        Square::from_top(file, row).ok_or(digits.unwrap_or("??"))
    })
}

/// The digits of a position; `None` if there are more pieces of a kind than 32 places have room for.
pub(super) fn write(position: &Position) -> Option<String> {
    let squares = in_slots(position.pieces().collect()).ok()?.into_iter();
    let written = squares.map(|square| square.map_or(ABSENT.to_owned(), digits));
    Some(written.collect())
}

/// File and rank of a square, the rank counted from black's back rank.
pub(super) fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

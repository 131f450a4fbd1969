//! The notation of `ChineseChess.h`, the text manual: `C2H5`, `ACH5`, `3RA7`, `A5A1`.
//!
//! K G B T R C P are king, advisor, elephant, horse, rook, cannon and pawn; A H R are forward, sideways and back; A M Z
//! in the first place are front, middle and rear. Upper case is red. The manual's first example has S for sideways and
//! W for forward; its long examples number two rooks on a file 1 and 3.

use super::description::{Description, Direction, Pawns, Subject, Tandem, digit, digit_value};
use crate::game::Side;
use crate::game::xiangqi::{Kind, Move, Position};

/// The letters of the kinds, in the order of [`Kind::ALL`].
const KINDS: [char; 7] = ['K', 'G', 'B', 'T', 'R', 'C', 'P'];
const TANDEMS: [char; 3] = ['A', 'M', 'Z'];
const DIRECTIONS: [char; 3] = ['A', 'H', 'R'];

/// Writes a move. Returns `None` if the notation cannot express it.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let side = position.piece(mv.from)?.side;
    let description = Description::of(position, mv, Pawns::OnColumns)?;
    let letter = |kind: Kind| KINDS[kind as usize - 1];
    let piece = match description.subject {
        Subject::OnColumn(kind, column) => [letter(kind), digit(column)],
        Subject::Placed(place, kind) => [place.spelled(TANDEMS, digit), letter(kind)],
        Subject::PawnOnColumn(place, column) => [place.spelled(TANDEMS, digit), digit(column)],
    };
    let text = description.spelled(piece, DIRECTIONS, digit);
    Some(match side {
        Side::First => text,
        Side::Second => text.to_ascii_lowercase(),
    })
}

/// Parses the start of a text, and returns the number of bytes, which is always four.
pub(super) fn scan(text: &str) -> Option<(Description, usize)> {
    let [first, second, third, fourth] =
        text.as_bytes().first_chunk::<4>()?.map(|byte| byte as char);
    let subject = match (kind(first), kind(second)) {
        (Some(kind), _) => Subject::OnColumn(kind, digit_value(second)?),
        (None, Some(kind)) => Subject::Placed(tandem(first)?, kind),
        (None, None) => Subject::PawnOnColumn(tandem(first)?, digit_value(second)?),
    };
    let direction = match third.to_ascii_uppercase() {
        'A' | 'W' => Direction::Forward,
        'H' | 'S' => Direction::Sideways,
        'R' => Direction::Back,
        _ => return None,
    };
    let description = Description { subject, direction, number: digit_value(fourth)? };
    Some((description, 4))
}

/// The side of the text's first letter.
pub(super) fn side(text: &str) -> Option<Side> {
    let letter = text.chars().find(char::is_ascii_alphabetic)?;
    Some(Side::first_if(letter.is_ascii_uppercase()))
}

/// The kind for a letter of either case.
pub(super) fn kind(letter: char) -> Option<Kind> {
    let upper = letter.to_ascii_uppercase();
    let place = KINDS.iter().position(|known| *known == upper)?;
    Kind::ALL.get(place).copied()
}

fn tandem(sign: char) -> Option<Tandem> {
    let word = Tandem::read(sign.to_ascii_uppercase(), TANDEMS);
    word.or_else(|| digit_value(sign).map(Tandem::Number))
}

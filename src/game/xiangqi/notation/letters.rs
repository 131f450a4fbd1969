//! The letters of `ChineseChess.h`, the text manual: `C2H5`, `ACH5`, `3RA7`, `A5A1`.
//!
//! K G B T R C P are king, advisor, elephant, horse, rook, cannon and pawn; A H R are forward, sideways and back; A M Z in
//! the first place are front, middle and rear. Upper case is red. The manual's first example writes S for sideways and W
//! for forward; its long examples number two rooks on a file 1 and 3.

use super::description::{Description, Direction, Pawns, Subject, Tandem};
use crate::game::Side;
use crate::game::xiangqi::{Kind, Move, Position};

/// Writes a move; `None` if there are no words for it.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let side = position.piece(mv.from)?.side;
    let description = Description::of(position, mv, Pawns::OnColumns)?;
    let digit = |number: u8| char::from(b'0' + number);
    let [first, second] = match description.subject {
        Subject::OnColumn(kind, column) => [letter(kind), digit(column)],
        Subject::Placed(place, kind) => [tandem_letter(place), letter(kind)],
        Subject::PawnOnColumn(place, column) => [tandem_letter(place), digit(column)],
    };
    let direction = match description.direction {
        Direction::Forward => 'A',
        Direction::Sideways => 'H',
        Direction::Back => 'R',
    };
    let text: String = [first, second, direction, digit(description.number)]
        .iter()
        .collect();
    Some(match side {
        Side::First => text,
        Side::Second => text.to_ascii_lowercase(),
    })
}

/// The words at the beginning of a text, and how many bytes they take: always four.
pub(super) fn scan(text: &str) -> Option<(Description, usize)> {
    let [first, second, third, fourth] =
        text.as_bytes().first_chunk::<4>()?.map(|byte| byte as char);
    let subject = match (kind(first), kind(second)) {
        (Some(kind), _) => Subject::OnColumn(kind, digit(second)?),
        (None, Some(kind)) => Subject::Placed(tandem(first)?, kind),
        (None, None) => Subject::PawnOnColumn(tandem(first)?, digit(second)?),
    };
    let direction = match third.to_ascii_uppercase() {
        'A' | 'W' => Direction::Forward,
        'H' | 'S' => Direction::Sideways,
        'R' => Direction::Back,
        _ => return None,
    };
    let number = digit(fourth)?;
    let description = Description {
        subject,
        direction,
        number,
    };
    Some((description, 4))
}

/// The side whose letters these are: that of the first letter.
pub(super) fn side(text: &str) -> Option<Side> {
    let letter = text.chars().find(char::is_ascii_alphabetic)?;
    Some(if letter.is_ascii_uppercase() {
        Side::First
    } else {
        Side::Second
    })
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::King => 'K',
        Kind::Advisor => 'G',
        Kind::Elephant => 'B',
        Kind::Horse => 'T',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    }
}

/// The kind of a letter of either case.
pub(super) fn kind(character: char) -> Option<Kind> {
    let upper = character.to_ascii_uppercase();
    Kind::ALL.into_iter().find(|&kind| letter(kind) == upper)
}

fn tandem_letter(tandem: Tandem) -> char {
    match tandem {
        Tandem::Front => 'A',
        Tandem::Middle => 'M',
        Tandem::Rear => 'Z',
        Tandem::Number(number) => char::from(b'0' + number % 10),
    }
}

fn tandem(character: char) -> Option<Tandem> {
    match character.to_ascii_uppercase() {
        'A' => Some(Tandem::Front),
        'M' => Some(Tandem::Middle),
        'Z' => Some(Tandem::Rear),
        _ => digit(character).map(Tandem::Number),
    }
}

fn digit(character: char) -> Option<u8> {
    match character {
        '1'..='9' => Some(character as u8 - b'0'),
        _ => None,
    }
}

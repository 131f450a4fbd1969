//! WXF notation: `C2=5`, `H8+7`, `C+-2`, `15+1`.
//!
//! Letters K A E H R C P, digits for both sides; `+` forward, `-` back, `=` or `.` sideways. Of two pieces on a file the
//! front one has `+` in the place of its column, the rear one `-`. Pawns, where three or more share files, have a number
//! (from the front) and their column instead, as the rules of the World Xiangqi Federation (2018) say; the xqbase forms
//! `Pa` … `Pe` (a list as in Chinese) are read too.

use super::description::{Description, Direction, Pawns, Subject, Tandem};
use crate::game::halfwidth;
use crate::game::xiangqi::{Kind, Move, Position};

/// Writes a move; `None` if there are no words for it.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let description = Description::of(position, mv, Pawns::Numbered)?;
    let digit = |number: u8| char::from(b'0' + number);
    let [first, second] = match description.subject {
        Subject::OnColumn(kind, column) => [letter(kind), digit(column)],
        Subject::Placed(place, kind) => [letter(kind), sign(place)?],
        Subject::PawnOnColumn(Tandem::Number(number), column) => [digit(number), digit(column)],
        Subject::PawnOnColumn(..) => return None,
    };
    let direction = match description.direction {
        Direction::Forward => '+',
        Direction::Sideways => '=',
        Direction::Back => '-',
    };
    Some(
        [first, second, direction, digit(description.number)]
            .iter()
            .collect(),
    )
}

/// The words at the beginning of a text, and how many bytes they take. Letters of either case, fullwidth forms too.
pub(super) fn scan(text: &str) -> Option<(Description, usize)> {
    let mut characters = text.char_indices();
    let mut next = || characters.next().map(|(_, character)| halfwidth(character));
    let (first, second, third, fourth) = (next()?, next()?, next()?, next()?);
    let end = characters.offset();
    // `15+12` is not a move.
    if characters
        .next()
        .is_some_and(|(_, next)| halfwidth(next).is_ascii_digit())
    {
        return None;
    }
    let description = Description {
        subject: subject(first, second)?,
        direction: match third {
            '+' => Direction::Forward,
            '=' | '.' => Direction::Sideways,
            '-' => Direction::Back,
            _ => return None,
        },
        number: digit(fourth)?,
    };
    Some((description, end))
}

fn subject(first: char, second: char) -> Option<Subject> {
    if let Some(kind) = kind(first) {
        return Some(match (digit(second), kind, second.to_ascii_lowercase()) {
            (Some(column), _, _) => Subject::OnColumn(kind, column),
            (None, Kind::Pawn, letter @ 'a'..='e') => {
                Subject::Placed(Tandem::Number(letter as u8 - b'a' + 1), kind)
            }
            (None, _, _) => Subject::Placed(tandem(second)?, kind),
        });
    }
    if let Some(place) = tandem(first) {
        return Some(Subject::Placed(place, kind(second)?));
    }
    Some(Subject::PawnOnColumn(
        Tandem::Number(digit(first)?),
        digit(second)?,
    ))
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::King => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    }
}

/// `G` (general) and `S` (soldier) are rare but seen.
fn kind(letter: char) -> Option<Kind> {
    match letter.to_ascii_lowercase() {
        'g' => Some(Kind::King),
        's' => Some(Kind::Pawn),
        letter => Kind::from_letter(letter),
    }
}

fn sign(tandem: Tandem) -> Option<char> {
    match tandem {
        Tandem::Front => Some('+'),
        Tandem::Middle => Some('.'),
        Tandem::Rear => Some('-'),
        Tandem::Number(_) => None,
    }
}

fn tandem(sign: char) -> Option<Tandem> {
    match sign {
        '+' => Some(Tandem::Front),
        '.' => Some(Tandem::Middle),
        '-' => Some(Tandem::Rear),
        _ => None,
    }
}

fn digit(character: char) -> Option<u8> {
    match character {
        '1'..='9' => Some(character as u8 - b'0'),
        _ => None,
    }
}

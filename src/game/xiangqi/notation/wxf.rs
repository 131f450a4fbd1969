//! WXF notation: `C2=5`, `H8+7`, `C+-2`, `15+1`.
//!
//! Letters K A E H R C P, digits for both sides; `+` forward, `-` back, `=` or `.` sideways. Of two pieces on a file
//! the front one has `+` instead of its column, the rear one `-`. If three or more pawns share files, they have a
//! number (from the front) and their column instead, according to the rules of the World Xiangqi Federation (2018). The
//! forms of xqbase `Pa` … `Pe` (a list as in Chinese) are also accepted.

use super::chinese::is_whole;
use super::description::{Description, Direction, Pawns, Subject, Tandem, digit, digit_value};
use crate::game::halfwidth;
use crate::game::xiangqi::{Kind, Move, Position};

/// The letters of the kinds, in the order of [`Kind::ALL`].
const KINDS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
const TANDEMS: [char; 3] = ['+', '.', '-'];
const DIRECTIONS: [char; 3] = ['+', '=', '-'];

/// Writes a move. Returns `None` if the notation cannot express it.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let description = Description::of(position, mv, Pawns::Numbered)?;
    let letter = |kind: Kind| KINDS[kind as usize - 1];
    let piece = match description.subject {
        Subject::OnColumn(kind, column) => [letter(kind), digit(column)],
        Subject::Placed(Tandem::Number(_), _) => return None,
        Subject::Placed(place, kind) => [letter(kind), place.spelled(TANDEMS, digit)],
        Subject::PawnOnColumn(Tandem::Number(number), column) => [digit(number), digit(column)],
        Subject::PawnOnColumn(..) => return None,
    };
    Some(description.spelled(piece, DIRECTIONS, digit))
}

/// Parses the start of a text, and returns the number of bytes. Letters may be in either case, or fullwidth.
pub(super) fn scan(text: &str) -> Option<(Description, usize)> {
    let mut characters = text.char_indices();
    let mut next = || characters.next().map(|(_, character)| halfwidth(character));
    let (first, second, third, fourth) = (next()?, next()?, next()?, next()?);
    let end = characters.offset();
    // `15+12` is not a move.
    if !is_whole(&text[end..]) {
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
        number: digit_value(fourth)?,
    };
    Some((description, end))
}

fn subject(first: char, second: char) -> Option<Subject> {
    if let Some(kind) = kind(first) {
        return Some(match (digit_value(second), kind, second.to_ascii_lowercase()) {
            (Some(column), _, _) => Subject::OnColumn(kind, column),
            (None, Kind::Pawn, letter @ 'a'..='e') => {
                Subject::Placed(Tandem::Number(letter as u8 - b'a' + 1), kind)
            }
            (None, _, _) => Subject::Placed(Tandem::read(second, TANDEMS)?, kind),
        });
    }
    if let Some(place) = Tandem::read(first, TANDEMS) {
        return Some(Subject::Placed(place, kind(second)?));
    }
    Some(Subject::PawnOnColumn(Tandem::Number(digit_value(first)?), digit_value(second)?))
}

/// `G` (general) and `S` (soldier) are rare but do occur.
fn kind(letter: char) -> Option<Kind> {
    match letter.to_ascii_lowercase() {
        'g' => Some(Kind::King),
        's' => Some(Kind::Pawn),
        letter => Kind::from_letter(letter),
    }
}

//! Vietnamese notation: `P2-5`, `M8.7`, `X9/1`, `Pt-4`.
//!
//! Tg S T X P M B are general, advisor (sĩ), elephant (tượng), rook (xe), cannon (pháo), horse (mã) and pawn (binh, also C
//! for chốt and T for tốt); `.` is forward, `-` sideways, `/` back. Of two pieces on a file `t` (trước) is the front one,
//! `s` (sau) the rear one, and `g` (giữa) one between them.

use super::chinese::is_whole;
use super::description::{Description, Direction, Subject, Tandem, digit_value};
use crate::game::halfwidth;
use crate::game::xiangqi::Kind;

const TANDEMS: [char; 3] = ['t', 'g', 's'];

/// The words at the beginning of a text, and how many bytes they take.
pub(super) fn scan(text: &str) -> Option<(Description, usize)> {
    let mut characters = text.char_indices();
    let mut next = || {
        let (_, character) = characters.next()?;
        Some(halfwidth(character).to_ascii_lowercase())
    };
    let (first, mut second) = (next()?, next()?);
    let mut kind = match first {
        's' => Kind::Advisor,
        't' => Kind::Elephant,
        'x' => Kind::Rook,
        'p' => Kind::Cannon,
        'm' => Kind::Horse,
        'b' | 'c' => Kind::Pawn,
        _ => return None,
    };
    if (first, second) == ('t', 'g') {
        kind = Kind::King;
        second = next()?;
    }
    let direction = match next()? {
        '.' => Direction::Forward,
        '-' => Direction::Sideways,
        '/' => Direction::Back,
        _ => return None,
    };
    let number = digit_value(next()?)?;
    let end = characters.offset();
    let subject = match digit_value(second) {
        // An elephant that goes no way of its own is a pawn.
        Some(column) if kind == Kind::Elephant && column.abs_diff(number) != 2 => {
            Subject::OnColumn(Kind::Pawn, column)
        }
        Some(column) => Subject::OnColumn(kind, column),
        None => Subject::Placed(Tandem::read(second, TANDEMS)?, kind),
    };
    let description = Description { subject, direction, number };
    is_whole(&text[end..]).then_some((description, end))
}

//! Notations in Latin letters.
//!
//! WXF, of the World Xiangqi Federation: `C2=5`, `H8+7`, `C+-2`, `15+1`. Letters K A E H R C P, digits for both sides; `+`
//! is forward, `-` back, `=` or `.` sideways. Of two pieces on a file the front one has `+` instead of its column, the
//! rear one `-`. If three or more pawns share files, they have a number (from the front) and their column instead,
//! according to the rules of 2018. The forms of xqbase `Pa` … `Pe` (a list as in Chinese) are also accepted.
//!
//! Vietnamese: `P2-5`, `M8.7`, `X9/1`, `Pt-4`. Tg S T X P M B are general, advisor (sĩ), elephant (tượng), rook (xe), cannon
//! (pháo), horse (mã) and pawn (binh, also C for chốt and T for tốt); `.` is forward, `-` sideways, `/` back. Of two
//! pieces on a file `t` (trước) is the front one, `s` (sau) the rear one, and `g` (giữa) one between them.
//!
//! The text manual `ChineseChess.h`: `C2H5`, `ACH5`, `3RA7`, `A5A1`. K G B T R C P are king, advisor, elephant, horse, rook,
//! cannon and pawn; A H R are forward, sideways and back; A M Z in the first place are front, middle and rear. Upper case
//! is red. The manual's first example has S for sideways and W for forward; its long examples number two rooks on a file
//! 1 and 3.

use super::chinese::is_whole;
use super::description::{Description, Pawns, Subject, Tandem, digit, digit_value, read_direction};
use crate::game::xiangqi::{Kind, Move, Position};
use crate::game::{Side, halfwidth};

/// The letters of the kinds in WXF, in the order of [`Kind::ALL`].
const WXF_KINDS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
const WXF_TANDEMS: [char; 3] = ['+', '.', '-'];

/// Writes a move in WXF. Returns `None` if the notation cannot express it.
pub(super) fn write_wxf(position: &Position, mv: Move) -> Option<String> {
    let description = Description::of(position, mv, Pawns::Numbered)?;
    let letter = |kind: Kind| WXF_KINDS[kind as usize - 1];
    let piece = match description.subject {
        Subject::OnColumn(kind, column) => [letter(kind), digit(column)],
        Subject::Placed(Tandem::Number(_), _) => return None,
        Subject::Placed(place, kind) => [letter(kind), place.spelled(WXF_TANDEMS, digit)],
        Subject::PawnOnColumn(Tandem::Number(number), column) => [digit(number), digit(column)],
        Subject::PawnOnColumn(..) => return None,
    };
    Some(description.spelled(piece, ['+', '=', '-'], digit))
}

/// Parses WXF at the start of a text, and returns the number of bytes. Letters may be in either case, or fullwidth.
pub(super) fn scan_wxf(text: &str) -> Option<(Description, usize)> {
    let mut characters = text.char_indices();
    let mut next = || characters.next().map(|(_, character)| halfwidth(character));
    let (first, second, third, fourth) = (next()?, next()?, next()?, next()?);
    let end = characters.offset();
    // `15+12` is not a move.
    if !is_whole(&text[end..]) {
        return None;
    }
    let description = Description {
        subject: wxf_subject(first, second)?,
        direction: read_direction(third, ["+", "=.", "-"])?,
        number: digit_value(fourth)?,
    };
    Some((description, end))
}

fn wxf_subject(first: char, second: char) -> Option<Subject> {
    if let Some(kind) = wxf_kind(first) {
        return Some(match (digit_value(second), kind, second.to_ascii_lowercase()) {
            (Some(column), _, _) => Subject::OnColumn(kind, column),
            (None, Kind::Pawn, letter @ 'a'..='e') => {
                Subject::Placed(Tandem::Number(letter as u8 - b'a' + 1), kind)
            }
            (None, _, _) => Subject::Placed(Tandem::read(second, WXF_TANDEMS)?, kind),
        });
    }
    if let Some(place) = Tandem::read(first, WXF_TANDEMS) {
        return Some(Subject::Placed(place, wxf_kind(second)?));
    }
    Some(Subject::PawnOnColumn(Tandem::Number(digit_value(first)?), digit_value(second)?))
}

/// `G` (general) and `S` (soldier) are rare but do occur.
fn wxf_kind(letter: char) -> Option<Kind> {
    match letter.to_ascii_lowercase() {
        'g' => Some(Kind::King),
        's' => Some(Kind::Pawn),
        letter => Kind::from_letter(letter),
    }
}

/// Parses Vietnamese at the start of a text, and returns the number of bytes.
pub(super) fn scan_vietnamese(text: &str) -> Option<(Description, usize)> {
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
    let direction = read_direction(next()?, [".", "-", "/"])?;
    let number = digit_value(next()?)?;
    let end = characters.offset();
    let subject = match digit_value(second) {
        // An elephant that goes no way of its own is a pawn.
        Some(column) if kind == Kind::Elephant && column.abs_diff(number) != 2 => {
            Subject::OnColumn(Kind::Pawn, column)
        }
        Some(column) => Subject::OnColumn(kind, column),
        None => Subject::Placed(Tandem::read(second, ['t', 'g', 's'])?, kind),
    };
    let description = Description { subject, direction, number };
    is_whole(&text[end..]).then_some((description, end))
}

/// The manual's letters of the kinds, in the order of [`Kind::ALL`].
const MANUAL_KINDS: [char; 7] = ['K', 'G', 'B', 'T', 'R', 'C', 'P'];
const MANUAL_TANDEMS: [char; 3] = ['A', 'M', 'Z'];

/// Writes a move in the manual's letters. Returns `None` if the notation cannot express it.
pub(super) fn write_manual(position: &Position, mv: Move) -> Option<String> {
    let side = position.piece(mv.from)?.side;
    let description = Description::of(position, mv, Pawns::OnColumns)?;
    let letter = |kind: Kind| MANUAL_KINDS[kind as usize - 1];
    let piece = match description.subject {
        Subject::OnColumn(kind, column) => [letter(kind), digit(column)],
        Subject::Placed(place, kind) => [place.spelled(MANUAL_TANDEMS, digit), letter(kind)],
        Subject::PawnOnColumn(place, column) => {
            [place.spelled(MANUAL_TANDEMS, digit), digit(column)]
        }
    };
    let text = description.spelled(piece, ['A', 'H', 'R'], digit);
    Some(if side == Side::First { text } else { text.to_ascii_lowercase() })
}

/// Parses the manual's letters at the start of a text. Returns the side of the first letter, and the number of bytes,
/// which is always four.
pub(super) fn scan_manual(text: &str) -> Option<(Description, Side, usize)> {
    let characters = text.as_bytes().first_chunk::<4>()?.map(|byte| byte as char);
    let [first, second, third, fourth] = characters;
    let side = Side::first_if(
        characters.iter().find(|next| next.is_ascii_alphabetic())?.is_ascii_uppercase(),
    );
    let subject = match (manual_letter(first), manual_letter(second)) {
        (Some(kind), _) => Subject::OnColumn(kind, digit_value(second)?),
        (None, Some(kind)) => Subject::Placed(tandem(first)?, kind),
        (None, None) => Subject::PawnOnColumn(tandem(first)?, digit_value(second)?),
    };
    let direction = read_direction(third.to_ascii_uppercase(), ["AW", "HS", "R"])?;
    let description = Description { subject, direction, number: digit_value(fourth)? };
    Some((description, side, 4))
}

/// The kind of piece for a letter of the text manual, in either case.
pub(crate) fn manual_letter(letter: char) -> Option<Kind> {
    let upper = letter.to_ascii_uppercase();
    let place = MANUAL_KINDS.iter().position(|known| *known == upper)?;
    Kind::ALL.get(place).copied()
}

fn tandem(sign: char) -> Option<Tandem> {
    let word = Tandem::read(sign.to_ascii_uppercase(), MANUAL_TANDEMS);
    word.or_else(|| digit_value(sign).map(Tandem::Number))
}

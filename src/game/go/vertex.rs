//! Points in the notation of players: `Q16`, with columns from the left without I, and rows from the bottom.

use super::{Move, Point, Position, Size};

/// The letters of columns. I is skipped because it resembles J and 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The move in A1 coordinates; `pass` for a pass. A point off the board is written in SGF letters.
pub fn a1(position: &Position, mv: Move) -> String {
    match mv.point {
        None => "pass".to_owned(),
        Some(point) if position.size().contains(point) => {
            let row = position.size().rows() - point.row;
            format!("{}{row}", column(point.column))
        }
        Some(point) => point.to_string(),
    }
}

/// The name of a column, from 0 at the left: A to Z without I, then AA to ZZ in the same manner.
pub fn column(number: u8) -> String {
    let letter = |number: u8| char::from(COLUMNS[usize::from(number % 25)]);
    match number / 25 {
        0 => letter(number).to_string(),
        turn => format!("{}{}", letter(turn - 1), letter(number)),
    }
}

/// Parses A1 coordinates in upper or lower case. Returns `None` for points off the board, too.
pub fn parse(text: &str, size: Size) -> Option<Point> {
    let (letters, row) = text.split_at(text.find(|next: char| next.is_ascii_digit())?);
    let index = |letter: u8| {
        let letter = letter.to_ascii_uppercase();
        COLUMNS.iter().position(|known| *known == letter)
    };
    let column = match *letters.as_bytes() {
        [letter] => index(letter)?,
        [turn, letter] => (index(turn)? + 1) * COLUMNS.len() + index(letter)?,
        _ => return None,
    };
    let row: u8 = row.parse().ok()?;
    let point = Point::new(u8::try_from(column).ok()?, size.rows().checked_sub(row)?);
    (row > 0 && size.contains(point)).then_some(point)
}

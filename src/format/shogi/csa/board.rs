//! The starting position: `PI`, the nine ranks `P1` to `P9`, and single pieces `P+` and `P-`.

use crate::game::Side;
use crate::game::shogi::notation::sign;
use crate::game::shogi::{Kind, Piece, Position, Square};

/// The number of pieces of each kind in a set, in the order of kinds in hand, for `00AL`: all remaining pieces.
const SET: [usize; 7] = [2, 2, 4, 4, 4, 4, 18];

/// Reads one line of a board into a position; the error describes what is wrong.
pub(super) fn read_line(position: &mut Position, line: &str) -> Result<(), String> {
    let (kind, rest) = line.split_at_checked(2).unwrap_or((line, ""));
    match kind.as_bytes() {
        b"PI" => {
            *position = Position::initial();
            read_pieces(position, None, rest)
        }
        [_, rank @ b'1'..=b'9'] => read_rank(position, rank - b'0', rest),
        b"P+" => read_pieces(position, Some(Side::First), rest),
        b"P-" => read_pieces(position, Some(Side::Second), rest),
        _ => Err("expected PI, P1 to P9, P+ or P-".to_owned()),
    }
}

/// `P1-KY-KE *  * …`: files 9 to 1. Blanks are often trimmed or collapsed, so cells are read as words, not by columns.
fn read_rank(position: &mut Position, rank: u8, cells: &str) -> Result<(), String> {
    // Missing cells at the end were blank; ignore a dot added by a web page.
    let mut rest = cells.trim_end_matches([' ', '.']).trim_start();
    for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
        if rest.is_empty() {
            break;
        }
        let (piece, tail) =
            cell(rest).ok_or_else(|| format!("{:?} is not a cell of a board", start(rest, 3)))?;
        position.put(square, piece);
        rest = tail.trim_start();
    }
    Ok(())
}

fn cell(text: &str) -> Option<(Option<Piece>, &str)> {
    let side = match text.as_bytes().first()? {
        b'*' => return Some((None, &text[1..])),
        b'+' => Side::First,
        b'-' => Side::Second,
        _ => return None,
    };
    let (letters, tail) = text[1..].split_at_checked(2)?;
    let kind = Kind::from_csa(letters)?;
    Some((Some(Piece { side, kind }), tail))
}

/// `P+99KY00KI00FU`: pieces of a side; 00 means the hand, and `00AL` all remaining pieces. `PI82HI22KA`: pieces that are
/// removed.
fn read_pieces(position: &mut Position, side: Option<Side>, text: &str) -> Result<(), String> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let expected = || format!("expected a square and a piece, found {:?}", start(rest, 4));
        let (square, tail) = rest.split_at_checked(2).ok_or_else(expected)?;
        let (letters, tail) = tail.split_at_checked(2).ok_or_else(expected)?;
        let place: u8 = square.parse().map_err(|_| expected())?;
        rest = tail.trim_start();
        let kind = Kind::from_csa(letters).ok_or_else(|| format!("{letters:?} is not a piece"));
        match (side, place) {
            (Some(side), 0) if letters == "AL" => take_the_rest(position, side),
            (Some(side), 0) => {
                let kind = kind?;
                position.set_in_hand(side, kind, position.in_hand(side, kind).saturating_add(1));
            }
            _ => {
                let on_board = Square::new(place / 10, place % 10);
                let at = on_board.ok_or_else(|| format!("{square} is not a square"))?;
                let piece = side.map(|side| kind.map(|kind| Piece { side, kind }));
                position.put(at, piece.transpose()?);
            }
        }
    }
    Ok(())
}

/// The first characters of a text.
fn start(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

/// Moves every piece that is neither on the board nor in hand to this hand, except kings.
fn take_the_rest(position: &mut Position, side: Side) {
    for (kind, count) in Kind::IN_HAND.into_iter().zip(SET) {
        let pieces = position.pieces();
        let on_board = pieces.filter(|(_, piece)| piece.kind.unpromoted() == kind);
        let in_hands = Side::BOTH.map(|side| usize::from(position.in_hand(side, kind)));
        let used = on_board.count() + in_hands.iter().sum::<usize>();
        let left = u8::try_from(count.saturating_sub(used)).unwrap_or(0);
        position.set_in_hand(side, kind, position.in_hand(side, kind) + left);
    }
}

/// The lines that describe a position, without the side to move.
pub(super) fn write(position: &Position) -> String {
    if *position == Position::initial() {
        return "PI\n".to_owned();
    }
    let mut lines = String::new();
    for rank in 1..=9 {
        lines.push_str(&format!("P{rank}"));
        for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            match position.piece(square) {
                None => lines.push_str(" * "),
                Some(piece) => {
                    lines.push(sign(piece.side));
                    lines.push_str(piece.kind.csa());
                }
            }
        }
        lines.push('\n');
    }
    for side in Side::BOTH {
        let mut pieces = String::new();
        for (kind, count) in position.hand(side) {
            pieces.push_str(&format!("00{}", kind.csa()).repeat(count.into()));
        }
        if !pieces.is_empty() {
            lines.push_str(&format!("P{}{pieces}\n", sign(side)));
        }
    }
    lines
}

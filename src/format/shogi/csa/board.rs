//! The starting position: `PI`, the nine ranks `P1` to `P9`, and single pieces `P+` and `P-`.

use crate::game::Side;
use crate::game::shogi::notation::sign;
use crate::game::shogi::{Handicap, Kind, Piece, Position, Square};

/// The number of pieces of each kind in a set, in the order of kinds in hand, for `00AL`: all remaining pieces.
const SET: [u8; 7] = [2, 2, 4, 4, 4, 4, 18];

/// Reads one line of a board into a position; the error describes what is wrong.
pub(super) fn read_line(position: &mut Position, line: &str) -> Result<(), String> {
    let mut characters = line.chars();
    characters.next();
    let rest = characters.as_str();
    match rest.bytes().next() {
        Some(b'I') => read_initial(position, &rest[1..]),
        Some(rank @ b'1'..=b'9') => read_rank(position, rank - b'0', &rest[1..]),
        Some(b'+') => read_pieces(position, Side::First, &rest[1..]),
        Some(b'-') => read_pieces(position, Side::Second, &rest[1..]),
        _ => Err("expected PI, P1 to P9, P+ or P-".to_owned()),
    }
}

/// `PI82HI22KA`: the initial position without these pieces.
fn read_initial(position: &mut Position, removed: &str) -> Result<(), String> {
    let side = position.side_to_move();
    *position = Position::initial();
    position.set_side_to_move(side);
    for piece in pieces(removed) {
        let (file, rank, _) = piece?;
        position.put(square(file, rank)?, None);
    }
    Ok(())
}

/// `P1-KY-KE *  * …`: files 9 to 1. Blanks are often trimmed or collapsed, so cells are read as words, not by columns.
fn read_rank(position: &mut Position, rank: u8, cells: &str) -> Result<(), String> {
    let mut file = 9;
    // Missing cells at the end were blank; ignore a dot added by a web page.
    let mut rest = cells.trim_end_matches([' ', '.']).trim_start();
    while !rest.is_empty() && file > 0 {
        let (piece, tail) = cell(rest)?;
        if let Some(square) = Square::new(file, rank) {
            position.put(square, piece);
        }
        rest = tail.trim_start();
        file -= 1;
    }
    Ok(())
}

fn cell(text: &str) -> Result<(Option<Piece>, &str), String> {
    if let Some(rest) = text.strip_prefix('*') {
        return Ok((None, rest));
    }
    let unreadable = || {
        format!(
            "{:?} is not a cell of a board",
            text.chars().take(3).collect::<String>()
        )
    };
    let (side, rest) = match text.strip_prefix('+') {
        Some(rest) => (Side::First, rest),
        None => (Side::Second, text.strip_prefix('-').ok_or_else(unreadable)?),
    };
    let (letters, tail) = rest.split_at_checked(2).ok_or_else(unreadable)?;
    let kind = Kind::from_csa(letters).ok_or_else(unreadable)?;
    Ok((Some(Piece { side, kind }), tail))
}

/// `P+99KY00KI00FU`: single pieces; file and rank 0 mean the hand, and `00AL` all remaining pieces.
fn read_pieces(position: &mut Position, side: Side, text: &str) -> Result<(), String> {
    for piece in pieces(text) {
        match piece? {
            (0, 0, "AL") => take_the_rest(position, side),
            (0, 0, letters) => {
                let kind = kind(letters)?;
                position.set_in_hand(side, kind, position.in_hand(side, kind).saturating_add(1));
            }
            (file, rank, letters) => {
                let kind = kind(letters)?;
                position.put(square(file, rank)?, Some(Piece { side, kind }));
            }
        }
    }
    Ok(())
}

/// Groups of a square and two letters.
fn pieces(text: &str) -> impl Iterator<Item = Result<(u8, u8, &str), String>> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let group = rest.split_at_checked(4);
        let whole = rest;
        rest = group.map_or("", |(_, tail)| tail.trim_start());
        let unreadable = || {
            format!(
                "expected a square and a piece, found {:?}",
                whole.chars().take(4).collect::<String>()
            )
        };
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let read = || {
            let (group, _) = group?;
            let [file, rank, ..] = *group.as_bytes() else {
                return None;
            };
            Some((digit(file)?, digit(rank)?, group.get(2..)?))
        };
        Some(read().ok_or_else(unreadable))
    })
}

fn kind(letters: &str) -> Result<Kind, String> {
    Kind::from_csa(letters).ok_or_else(|| format!("{letters:?} is not a piece"))
}

fn square(file: u8, rank: u8) -> Result<Square, String> {
    Square::new(file, rank).ok_or_else(|| format!("{file}{rank} is not a square"))
}

/// Moves every piece that is neither on the board nor in hand to this hand, except kings.
fn take_the_rest(position: &mut Position, side: Side) {
    for (kind, count) in Kind::IN_HAND.into_iter().zip(SET) {
        let on_board = position
            .pieces()
            .filter(|(_, piece)| piece.kind.unpromoted() == kind)
            .count();
        let in_hands: u8 = Side::BOTH
            .iter()
            .map(|side| position.in_hand(*side, kind))
            .sum();
        let used = u8::try_from(on_board)
            .unwrap_or(u8::MAX)
            .saturating_add(in_hands);
        let left = count.saturating_sub(used);
        position.set_in_hand(side, kind, position.in_hand(side, kind) + left);
    }
}

/// The lines that describe a position, without the side to move.
pub(super) fn write(position: &Position) -> String {
    let even = |handicap: &Handicap| handicap.removed.is_empty();
    if Handicap::of(position).is_some_and(even) {
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
        let pieces = position
            .hand(side)
            .flat_map(|(kind, count)| (0..count).map(move |_| format!("00{}", kind.csa())));
        let pieces: String = pieces.collect();
        if !pieces.is_empty() {
            lines.push_str(&format!("P{}{pieces}\n", sign(side)));
        }
    }
    lines
}

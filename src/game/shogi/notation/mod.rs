//! Notations: KIF, KI2, CSA and that of western records. USI is the `Display` of a move.

mod japanese;
mod phrase;
mod western;

pub use japanese::{file_digit, hand, hand_count, ki2, kif, rank_kanji};
pub use phrase::{Phrase, Resolved};
pub(crate) use phrase::{digit_value, is_side_mark, kanji_value, marked_side};
pub use western::{Western, WesternMove};

use super::{Kind, Move, Origin, Position, Square};
use crate::game::Side;

/// Writes a move in CSA, such as `+7776FU` or `-0055KA`: the piece is named as it is after the move. The sign is that of the side to move, whichever side owns the piece. An unknown piece (the square of
/// origin is empty and the record names none) is written as a pawn.
pub fn csa(position: &Position, mv: Move) -> String {
    let from = match mv.from {
        Origin::Board(from) => format!("{}{}", from.file(), from.rank()),
        Origin::Hand(_) => "00".to_owned(),
    };
    let kind = mv.named.or_else(|| position.moving(mv)).unwrap_or(Kind::Pawn);
    let after = if mv.promote { kind.promoted() } else { None }.unwrap_or(kind);
    let sign = sign(position.side_to_move());
    let (file, rank) = (mv.to.file(), mv.to.rank());
    format!("{sign}{from}{file}{rank}{}", after.csa())
}

/// The sign of a side in CSA.
pub(crate) fn sign(side: Side) -> char {
    side.pick('+', '-')
}

/// Parses a move in CSA. Returns the side of its sign and the move, or `None` if the text is not a move on the board.
pub fn csa_move(position: &Position, text: &str) -> Option<(Side, Move)> {
    let [sign, from_file, from_rank, to_file, to_rank, _, _] = *text.as_bytes() else {
        return None;
    };
    let side = match sign {
        b'+' => Side::First,
        b'-' => Side::Second,
        _ => return None,
    };
    let kind = Kind::from_csa(text.get(5..)?)?;
    let to = square(to_file, to_rank)?;
    let mv = match (from_file, from_rank) {
        (b'0', b'0') => Move::drop(kind, to),
        _ => arriving(position, square(from_file, from_rank)?, to, kind),
    };
    Some((side, mv))
}

/// The move of a piece that has this kind afterwards. It promotes if that is the promoted form of the piece on the
/// square of origin.
fn arriving(position: &Position, from: Square, to: Square, kind: Kind) -> Move {
    let piece = position.piece(from).map(|piece| piece.kind);
    if piece == Some(kind) {
        return Move::board(from, to, false);
    }
    let promotes = kind.is_promoted() && piece.is_some_and(|piece| !piece.is_promoted());
    let before = if promotes { kind.unpromoted() } else { kind };
    position.named(Move::board(from, to, promotes), before)
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'0')?)
}

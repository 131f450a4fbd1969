//! The order of the 32 pieces in formats that store a square for each: XQF, which 东萍 and CCBridge 2 follow.

use crate::game::Side;
use crate::game::xiangqi::{Kind, Piece};

/// The pieces of one side in the order of their squares.
const PIECES: [Kind; 16] = [
    Kind::Rook,
    Kind::Horse,
    Kind::Elephant,
    Kind::Advisor,
    Kind::King,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Rook,
    Kind::Cannon,
    Kind::Cannon,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
];

/// The piece of each of the 32 squares.
pub(in crate::format) fn slots() -> impl Iterator<Item = Piece> {
    Side::BOTH
        .into_iter()
        .flat_map(|side| PIECES.map(|kind| Piece { side, kind }))
}

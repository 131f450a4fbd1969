//! The parts of the board that confine some pieces.

use super::piece::{Kind, Piece};
use super::square::{RANKS, Square};
use crate::game::Side;

impl Piece {
    /// Whether a piece can ever get to a square by legal moves.
    pub fn can_stand_on(self, square: Square) -> bool {
        let (file, rank) = (square.file(), rank_from_home(square, self.side));
        square.on_board()
            && match self.kind {
                Kind::King => in_palace(square, self.side),
                Kind::Advisor => in_palace(square, self.side) && (file + rank) % 2 == 1,
                Kind::Elephant => {
                    matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2))
                }
                Kind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
                Kind::Horse | Kind::Rook | Kind::Cannon => true,
            }
    }
}

/// Whether a square is beyond the river for a side.
pub(super) fn crossed_river(square: Square, side: Side) -> bool {
    (square.rank() >= 5) == (side == Side::First)
}

/// Whether a square is in a side's palace.
pub(super) fn in_palace(square: Square, side: Side) -> bool {
    (3..=5).contains(&square.file()) && rank_from_home(square, side) <= 2
}

/// The rank, from 0 for the side's back rank.
fn rank_from_home(square: Square, side: Side) -> u8 {
    match side {
        Side::First => square.rank(),
        Side::Second => RANKS - 1 - square.rank(),
    }
}

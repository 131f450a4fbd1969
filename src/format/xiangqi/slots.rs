//! The order of the 32 pieces in formats that store a square for each: XQF, which 东萍 and CCBridge 2 follow.

use crate::game::Side;
use crate::game::xiangqi::{Kind, Piece};

/// The letters of one side's pieces in the order of their squares.
const PIECES: &str = "RNBAKABNRCCPPPPP";

/// The piece of each of the 32 squares.
pub(super) fn slots() -> impl Iterator<Item = Piece> {
    let kinds = || PIECES.chars().filter_map(Kind::from_letter);
    Side::BOTH
        .into_iter()
        .flat_map(move |side| kinds().map(move |kind| Piece { side, kind }))
}

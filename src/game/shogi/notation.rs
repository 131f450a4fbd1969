//! Move notation: KIF, KI2, USI.

use super::{Move, Position};

/// The move as KIF writes it, without the square of origin.
pub fn kif(_position: &Position, mv: Move, _previous: Option<Move>) -> String {
    mv.to_string()
}

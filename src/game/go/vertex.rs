//! Names of points.

use super::{Move, Position};

/// The move as A1 coordinates.
pub fn a1(_position: &Position, mv: Move) -> String {
    mv.to_string()
}

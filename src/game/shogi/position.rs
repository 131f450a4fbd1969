//! The board, the hands and the rules.

use std::fmt;

use crate::game::{Illegal, Side};

/// A move or a drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What stands where, what is in hand, and who is to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    side: Side,
}

impl Position {
    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, side: Side) {
        self.side = side;
    }

    /// Plays a move, legal or not.
    pub fn apply(&mut self, _mv: Move) {
        self.side = self.side.other();
    }

    /// Checks a move against the rules.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, _mv: Move) -> Result<(), Illegal> {
        Err(Illegal::Unreachable)
    }
}

//! The symmetries of boards.

use super::{Game, Side};

/// A symmetry of the board: left and right swapped or not, then top and bottom, then columns and rows; in corners of Go also
/// the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Symmetry(pub(super) u8);

impl Symmetry {
    /// Those under which games go on alike, the one that changes nothing first: all eight in Go, the mirror image in xiangqi,
    /// and in shogi none, since each side has its rook on its right.
    pub fn of(game: Game) -> impl Iterator<Item = Self> {
        let count = match game {
            Game::Xiangqi => 2,
            Game::Shogi => 1,
            Game::Go => 8,
        };
        (0..count).map(Self)
    }

    /// Its number among those of its game, from 0. Files have it.
    pub fn index(self) -> u8 {
        self.0
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self.0 & 7 {
            5 | 6 => Self(self.0 ^ 3),
            _ => self,
        }
    }

    /// Whether it swaps the colours.
    pub(crate) fn swaps(self) -> bool {
        self.0 & 8 != 0
    }

    /// The side that takes the part of another.
    pub(crate) fn side(self, side: Side) -> Side {
        if self.swaps() { side.other() } else { side }
    }

    /// The column and row to which another one goes on a board with a number of columns and rows.
    pub(super) fn place(self, (column, row): (u8, u8), (columns, rows): (u8, u8)) -> (u8, u8) {
        if column >= columns || row >= rows {
            return (column, row);
        }
        let column = if self.0 & 1 != 0 { columns - 1 - column } else { column };
        let row = if self.0 & 2 != 0 { rows - 1 - row } else { row };
        self.size((column, row))
    }

    /// The number of columns and rows of the turned board.
    pub(super) fn size(self, (columns, rows): (u8, u8)) -> (u8, u8) {
        if self.0 & 4 != 0 { (rows, columns) } else { (columns, rows) }
    }
}

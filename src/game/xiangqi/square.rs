//! Points of the board, and moves between them.

use std::fmt;

use derive_more::Display;

use crate::game::Side;

pub(super) const FILES: u8 = 9;
pub(super) const RANKS: u8 = 10;
pub(super) const SQUARES: usize = 90;

/// A point of the board: file 0–8 from red's left, rank 0–9 from red's back rank. Points off the board are allowed (see
/// [`Square::on_board`]), because broken records contain them and nothing in a file must be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square at a file and rank; `None` off the board.
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        (file < FILES && rank < RANKS).then(|| Self(rank * FILES + file))
    }

    /// The square at a file and a row, which is counted from Black's back rank; `None` off the board.
    pub fn from_top(file: u8, row: u8) -> Option<Self> {
        Self::new(file, (RANKS - 1).checked_sub(row)?)
    }

    /// The square with an index, rank × 9 + file. From 90 on they are off the board.
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// rank × 9 + file.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether the square is one of the 90 points.
    pub fn on_board(self) -> bool {
        self.index() < SQUARES
    }

    /// The file, 0–8 from red's left.
    pub fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0–9 from red's back rank.
    pub fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// Every point of the board.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FILES * RANKS).map(Self)
    }

    /// Every point row by row from Black's left, as FEN has them.
    pub fn by_rows() -> impl Iterator<Item = Self> {
        (0..RANKS).flat_map(|row| (0..FILES).filter_map(move |file| Self::from_top(file, row)))
    }

    /// The square a number of files to the right and ranks up, if on the board.
    pub(super) fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().checked_add_signed(files)?;
        let rank = self.rank().checked_add_signed(ranks)?;
        Self::new(file, rank)
    }

    /// Whether the square is beyond the river for a side.
    pub(super) fn crossed_river(self, side: Side) -> bool {
        (self.rank() >= 5) == (side == Side::First)
    }

    /// Whether the square is in a side's palace.
    pub(super) fn in_palace(self, side: Side) -> bool {
        (3..=5).contains(&self.file()) && self.rank_from_home(side) <= 2
    }

    /// The rank, from 0 for the side's back rank.
    pub(super) fn rank_from_home(self, side: Side) -> u8 {
        match side {
            Side::First => self.rank(),
            Side::Second => RANKS - 1 - self.rank(),
        }
    }
}

impl fmt::Display for Square {
    /// ICCS: `a0` to `i9`. A square off the board is shown as its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.on_board() {
            write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
        } else {
            write!(f, "?{}", self.0)
        }
    }
}

/// A move from one square to another. Displayed as ICCS in lower case without a dash: `h2e2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display)]
#[display("{from}{to}")]
pub struct Move {
    /// The square of the piece.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

impl Move {
    /// The move of the piece on a square to another.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }
}

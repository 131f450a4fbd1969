//! Squares and the lines between them, and moves, independent of a position. Their text form is USI.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use derive_more::Display;

use super::piece::Kind;
use crate::game::MoveError;

pub(super) const WIDTH: u8 = 9;
pub(super) const SQUARES: usize = 81;

/// A square of the board: file 1–9 from sente's right, rank 1–9 from gote's back rank. Displayed as in USI:
/// file 1–9 and rank a–i, `7g`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Display)]
#[display("{}{}", self.file(), char::from(b'a' + self.rank() - 1))]
pub struct Square(u8);

impl Square {
    /// The square at a file and rank, both 1–9. `None` off the board.
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        let on_board = (1..=WIDTH).contains(&file) && (1..=WIDTH).contains(&rank);
        on_board.then(|| Self((rank - 1) * WIDTH + file - 1))
    }

    pub(in crate::game) fn from_index(index: u8) -> Option<Self> {
        (usize::from(index) < SQUARES).then_some(Self(index))
    }

    /// (rank − 1) × 9 + file − 1.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn number(self) -> u8 {
        self.0
    }

    /// The file, 1–9 from sente's right.
    pub fn file(self) -> u8 {
        self.0 % WIDTH + 1
    }

    /// The rank, 1–9 from gote's back rank.
    pub fn rank(self) -> u8 {
        self.0 / WIDTH + 1
    }

    /// The square after turning the board around: 11 for 99.
    #[must_use]
    pub fn rotated(self) -> Self {
        Self(SQUARES as u8 - 1 - self.0)
    }

    /// Every square, starting with file 1 of rank 1.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES as u8).map(Self)
    }

    /// The square a number of files to sente's left and ranks down, if on the board.
    pub(super) fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().checked_add_signed(files)?;
        let rank = self.rank().checked_add_signed(ranks)?;
        Self::new(file, rank)
    }
}

/// The eight directions, clockwise from sente's forward. Gote's are turned by four.
pub(super) const DIRECTIONS: usize = 8;

/// The change of a square's index by one step in each direction.
pub(super) const STEP: [isize; DIRECTIONS] = [-9, -10, -1, 8, 9, 10, 1, -8];

/// The number of steps from each square to the edge in each direction.
pub(super) static TO_EDGE: [[u8; DIRECTIONS]; SQUARES] = edges();

const fn edges() -> [[u8; DIRECTIONS]; SQUARES] {
    let mut table = [[0; DIRECTIONS]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let right = index as u8 % WIDTH;
        let up = index as u8 / WIDTH;
        let (left, down) = (WIDTH - 1 - right, WIDTH - 1 - up);
        table[index] = [
            up,
            min(up, right),
            right,
            min(down, right),
            down,
            min(down, left),
            left,
            min(up, left),
        ];
        index += 1;
    }
    table
}

const fn min(a: u8, b: u8) -> u8 {
    if a < b { a } else { b }
}

/// The direction and number of steps from one square straight to another.
pub(super) fn straight(from: Square, to: Square) -> Option<(usize, u8)> {
    /// Indexed by the signs of the differences of ranks (up, level, down) and files (right, level, left).
    const BY_SIGN: [[usize; 3]; 3] = [[1, 0, 7], [2, DIRECTIONS, 6], [3, 4, 5]];
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let (across, along) = (files.unsigned_abs(), ranks.unsigned_abs());
    if across != 0 && along != 0 && across != along {
        return None;
    }
    let [rank, file] = [ranks, files].map(|difference| (difference.signum() + 1) as usize);
    let direction = BY_SIGN[rank][file];
    (direction < DIRECTIONS).then_some((direction, across.max(along)))
}

/// Where a piece comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The mover's hand: a drop.
    Hand(Kind),
}

/// A move on the board or a drop. Two are equal whatever a record calls their pieces.
#[derive(Debug, Clone, Copy, Eq)]
pub struct Move {
    /// Where the piece comes from.
    pub from: Origin,
    /// Where it goes.
    pub to: Square,
    /// Whether it promotes.
    pub promote: bool,
    /// The kind of piece in the record, if the board has another one or none on the square of origin. The board
    /// decides; this is kept for display.
    pub named: Option<Kind>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to, self.promote) == (other.from, other.to, other.promote)
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.from, self.to, self.promote).hash(state);
    }
}

impl Move {
    /// A move on the board.
    pub fn board(from: Square, to: Square, promote: bool) -> Self {
        Self { from: Origin::Board(from), to, promote, named: None }
    }

    /// The move from the other side of the board.
    #[cfg(feature = "book")]
    pub(crate) fn turned(self) -> Self {
        let from = match self.from {
            Origin::Board(from) => Origin::Board(from.rotated()),
            hand @ Origin::Hand(_) => hand,
        };
        Self { from, to: self.to.rotated(), ..self }
    }

    /// A drop.
    pub fn drop(kind: Kind, to: Square) -> Self {
        Self { from: Origin::Hand(kind), to, promote: false, named: None }
    }
}

impl fmt::Display for Move {
    /// USI: `7g7f`, `8h2b+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Origin::Board(from) => write!(f, "{from}{}", self.to)?,
            Origin::Hand(kind) => write!(f, "{}*{}", kind.letter(), self.to)?,
        }
        f.write_str(if self.promote { "+" } else { "" })
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Parses USI.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (text, promote) = match text.strip_suffix('+') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let [first, second, file, rank] = *text.as_bytes() else {
            return Err(MoveError::Unreadable);
        };
        let to = usi_square(file, rank).ok_or(MoveError::Unreadable)?;
        let from = if second == b'*' {
            let kind = Kind::from_letter(char::from(first));
            kind.filter(|_| !promote).map(Origin::Hand)
        } else {
            usi_square(first, second).map(Origin::Board)
        };
        Ok(Self { from: from.ok_or(MoveError::Unreadable)?, to, promote, named: None })
    }
}

fn usi_square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'a')?.checked_add(1)?)
}

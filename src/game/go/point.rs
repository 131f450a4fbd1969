//! Points, board sizes and moves.

use std::fmt::{self, Write as _};

use crate::game::Side;

/// A point, counted from the top left corner as in SGF. It may be off the board, because records contain such moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// 0 for the leftmost column.
    pub column: u8,
    /// 0 for the top row.
    pub row: u8,
}

impl Point {
    /// A point by column and row.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// Reads the two letters of SGF, `a` to `z` for 0 to 25 and `A` to `Z` for 26 to 51.
    pub fn from_letters(letters: &[u8]) -> Option<Self> {
        match letters {
            [column, row] => Some(Self::new(number(*column)?, number(*row)?)),
            _ => None,
        }
    }
}

fn number(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(number: u8) -> char {
    match number {
        0..26 => char::from(b'a' + number),
        _ => char::from(b'A' + (number - 26).min(25)),
    }
}

impl From<(u8, u8)> for Point {
    fn from((column, row): (u8, u8)) -> Self {
        Self::new(column, row)
    }
}

/// The letters of SGF: `pd`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(letter(self.column))?;
        f.write_char(letter(self.row))
    }
}

/// The size of a board, 1 to 52 in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The longest side for which SGF has letters.
    pub const LONGEST: u8 = 52;
    /// The usual board.
    pub const USUAL: Self = Self { columns: 19, rows: 19 };

    /// A board with this many columns and rows.
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let fits = |side| (1..=Self::LONGEST).contains(&side);
        (fits(columns) && fits(rows)).then_some(Self { columns, rows })
    }

    /// The number of columns.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// Whether a point lies on the board.
    pub fn contains(self, point: Point) -> bool {
        point.column < self.columns && point.row < self.rows
    }

    /// The longer side.
    pub fn longest(self) -> u8 {
        self.columns.max(self.rows)
    }
}

/// `19x19`: columns, then rows.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// A stone on a point, or a pass. Go records name the player of every move, and the same player may move twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who moves.
    pub side: Side,
    /// Where the stone is placed; `None` for a pass.
    pub point: Option<Point>,
}

impl Move {
    /// A stone on a point.
    pub fn stone(side: Side, point: Point) -> Self {
        let point = Some(point);
        Self { side, point }
    }

    /// A pass.
    pub fn pass(side: Side) -> Self {
        Self { side, point: None }
    }
}

/// `B pd` or `W pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::First => 'B',
            Side::Second => 'W',
        };
        match self.point {
            Some(point) => write!(f, "{side} {point}"),
            None => write!(f, "{side} pass"),
        }
    }
}

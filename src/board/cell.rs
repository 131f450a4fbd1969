//! The parts of a drawn board.

use crate::game::Side;

/// The contents of a cell, which a theme maps to colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ink {
    /// Lines and empty space of the board.
    #[default]
    Board,
    /// Numbers and letters along the edges.
    Coordinate,
    /// A piece or stone of the first side.
    First,
    /// A piece or stone of the second side.
    Second,
    /// The rest of a large piece or stone around its character, and the outline inside a stone.
    Body(Side),
    /// A stone that is drawn as a disc rather than as a block of its colour.
    Disc(Side),
    /// A mark on the board.
    Mark,
    /// The pieces in hand.
    Hand,
}

impl Ink {
    /// The ink of a side's pieces or stones.
    pub(super) fn of(side: Side) -> Self {
        side.pick(Self::First, Self::Second)
    }
}

/// How a cell is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Highlight {
    /// Not at all.
    #[default]
    None,
    /// The origin of the last move.
    From,
    /// The destination of the last move.
    To,
    /// A place where the piece that is up may go.
    Target,
    /// The move with which the line goes on.
    Next,
    /// To the left or right of it, on a board with room between the points.
    Beside,
}

/// A character on the board: one column wide if it is ASCII or narrow, otherwise two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The character.
    pub glyph: char,
    /// Its contents.
    pub ink: Ink,
    /// How it is highlighted.
    pub lit: Highlight,
    /// Whether it is box drawing in one column rather than in two.
    pub is_narrow: bool,
    /// Whether the reader's cursor is on it.
    pub is_pointed: bool,
}

impl Cell {
    /// A plain cell.
    pub fn new(glyph: char, ink: Ink) -> Self {
        Self { glyph, ink, lit: Highlight::None, is_narrow: false, is_pointed: false }
    }

    /// Box drawing in one column.
    pub(super) fn narrow(glyph: char, ink: Ink) -> Self {
        Self { is_narrow: true, ..Self::new(glyph, ink) }
    }

    /// The columns that it takes.
    pub fn width(self) -> usize {
        if self.is_narrow || self.glyph.is_ascii() { 1 } else { 2 }
    }

    /// Its character. If box drawing `is_wide`, ASCII replaces it where there is only one column.
    pub fn shown(self, is_wide: bool) -> char {
        match self.glyph {
            '─' if is_wide && self.is_narrow => '-',
            '│' if is_wide && self.is_narrow => '|',
            _ if is_wide && self.is_narrow => '+',
            glyph => glyph,
        }
    }

    /// The second column of a cell whose character may take only one on the terminal, such as box drawing: it continues
    /// lines, so that they have no gaps. `None` for characters of known width.
    pub fn second(self) -> Option<char> {
        match self.glyph {
            _ if self.is_narrow => None,
            '─' | '┼' | '├' | '┬' | '┴' | '┌' | '└' | '╋' => Some('─'),
            '│' | '┤' | '┐' | '┘' | '╲' | '╱' | '△' | '●' | '○' => Some(' '),
            _ => None,
        }
    }
}

/// A drawn board.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// Rows from top to bottom, cells from left to right. Rows may have different lengths.
    pub rows: Vec<Vec<Cell>>,
    /// Row and column (in terminal columns) of the last move, to scroll to if the pane is too small.
    pub focus: Option<(usize, usize)>,
    /// Row and column of the reader's cursor.
    pub cursor: Option<(usize, usize)>,
    /// The rows at the top and columns at the left that contain coordinates. They stay in place when the rest scrolls.
    pub edge: (usize, usize),
}

impl Picture {
    /// Height in rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Width of the widest row, in columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row_width(row)).max().unwrap_or(0)
    }

    /// The board as lines of plain text, without trailing spaces. `is_wide` is for terminals and fonts where box
    /// drawing takes two columns.
    pub fn lines(&self, is_wide: bool) -> impl Iterator<Item = String> + '_ {
        self.rows.iter().map(move |row| {
            let cells = row
                .iter()
                .flat_map(|cell| [Some(cell.shown(is_wide)), cell.second().filter(|_| !is_wide)]);
            let line: String = cells.flatten().collect();
            line.trim_end_matches([' ', '\u{3000}']).to_owned()
        })
    }

    /// Adds a row of plain cells.
    pub(super) fn push(&mut self, text: &str, ink: Ink) {
        self.rows.push(cells(text, ink));
    }
}

/// The characters of a text as plain cells.
pub(super) fn cells(text: &str, ink: Ink) -> Vec<Cell> {
    text.chars().map(|glyph| Cell::new(glyph, ink)).collect()
}

/// The number of columns that a row takes.
pub fn row_width(row: &[Cell]) -> usize {
    row.iter().map(|cell| cell.width()).sum()
}

/// The fullwidth form of an ASCII character.
pub(super) fn fullwidth(character: char) -> char {
    match character {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(character as u32 - 0x20 + 0xFF00).unwrap_or(character),
        _ => character,
    }
}

//! Layer 4: a position as rows of cells with named inks. No terminal crate here: the screen, `dapu show` and the tests
//! draw from the same picture.

mod go;
mod shogi;
mod svg;
mod xiangqi;

pub use svg::svg;

use crate::game::{Move, Position};
use crate::record::Mark;

/// Which characters boards are made of. Wide and fullwidth characters take two columns on every terminal, ASCII one;
/// box drawing takes one or two as the terminal likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Charset {
    /// ASCII only, for terminals without a CJK font.
    Ascii,
    /// Wide and fullwidth characters and ASCII.
    #[default]
    Cjk,
    /// Box drawing and other characters of ambiguous width as well.
    Box,
}

/// What the pieces are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pieces {
    /// 帥俥傌 against 將車馬: told apart without colour.
    #[default]
    Traditional,
    /// 帅车马 against 将车马.
    Simplified,
    /// Latin letters.
    Letters,
}

/// How a board is to be drawn.
#[derive(Debug, Clone, Default)]
pub struct View<'a> {
    /// The second player at the bottom.
    pub flip: bool,
    /// What the board is made of.
    pub charset: Charset,
    /// What the pieces are drawn with.
    pub pieces: Pieces,
    /// Whether the cells will be shown in colour. A board in colour may use blank cells for stones; one without must
    /// tell everything by its characters.
    pub color: bool,
    /// Numbers and letters along the edges.
    pub coordinates: bool,
    /// The small board, where there is one.
    pub compact: bool,
    /// The form in which text diagrams of the game are exchanged, where there is one: programs read it back.
    pub diagram: bool,
    /// The move that led here.
    pub last: Option<Move>,
    /// The move to be kept in view where the last one has no place on the board.
    pub near: Option<Move>,
    /// Signs on the board.
    pub marks: Vec<&'a Mark>,
}

/// What a cell shows; a theme turns it into colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ink {
    /// Lines and blank space of the board.
    #[default]
    Board,
    /// Numbers and letters along the edges.
    Coordinate,
    /// A piece or stone of the first side.
    First,
    /// A piece or stone of the second side.
    Second,
    /// A sign drawn on the board.
    Mark,
    /// The pieces in hand.
    Hand,
}

/// What sets a cell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lit {
    /// Nothing.
    #[default]
    No,
    /// The last move left from here.
    From,
    /// The last move went here.
    To,
}

/// One character on the board: one column wide if it is ASCII, two otherwise (but for the box charset).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The character.
    pub glyph: char,
    /// What it shows.
    pub ink: Ink,
    /// What sets it apart.
    pub lit: Lit,
}

impl Cell {
    /// A plain cell.
    pub fn new(glyph: char, ink: Ink) -> Self {
        Self {
            glyph,
            ink,
            lit: Lit::No,
        }
    }
}

/// A drawn board.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// Rows from top to bottom, cells from left to right. Rows may differ in length.
    pub rows: Vec<Vec<Cell>>,
    /// Row and column (in terminal columns) of the last move, to be kept in view when the pane is smaller.
    pub focus: Option<(usize, usize)>,
    /// How many rows at the top and columns at the left name the points, and stay where they are when the rest scrolls.
    pub edge: (usize, usize),
}

impl Picture {
    /// Height in rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Width of the widest row, in columns.
    pub fn width(&self) -> usize {
        self.rows
            .iter()
            .map(|row| row_width(row))
            .max()
            .unwrap_or(0)
    }

    /// The board as lines of plain text, without blanks at their ends.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.rows.iter().map(|row| {
            let line: String = row.iter().map(|cell| cell.glyph).collect();
            line.trim_end_matches([' ', '\u{3000}']).to_owned()
        })
    }

    /// Adds a row of plain cells.
    fn push(&mut self, text: &str, ink: Ink) {
        self.rows
            .push(text.chars().map(|glyph| Cell::new(glyph, ink)).collect());
    }
}

/// The columns that a row takes.
pub fn row_width(row: &[Cell]) -> usize {
    row.iter()
        .map(|cell| if cell.glyph.is_ascii() { 1 } else { 2 })
        .sum()
}

/// Draws a position.
pub fn draw(position: &Position, view: &View<'_>) -> Picture {
    match position {
        Position::Xiangqi(position) => xiangqi::draw(position, view),
        Position::Shogi(position) => shogi::draw(position, view),
        Position::Go(position) => go::draw(position, view),
    }
}

//! Options for drawing a board, and the characters of lines that follow from them.

use std::collections::HashMap;

use super::cell::{Cell, Highlight, Ink, fullwidth};
use crate::game::{Game, Move, Side, go, shogi, xiangqi};
use crate::record::{Mark, Span};

/// The sizes of boards. A game may have only some of them: see [`Scale::of`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Scale {
    /// The smallest: one cell a point in xiangqi, no letters above the board in Go.
    Compact,
    /// The size of text diagrams.
    #[default]
    Usual,
    /// With continuous lines: three cells a point in xiangqi, a frame around each square in shogi, 4 columns by 2 rows
    /// a point in Go.
    Large,
    /// Four cells a point in xiangqi, squares of three rows in shogi, 6 columns by 3 rows a point in Go.
    Huge,
    /// A frame around each square of three rows in shogi, 10 columns by 5 rows a point in Go, for its small boards.
    Giant,
}

impl Scale {
    /// The sizes that a game has, smallest first.
    pub fn of(game: Game) -> &'static [Self] {
        match game {
            Game::Xiangqi => &[Self::Compact, Self::Usual, Self::Large, Self::Huge],
            Game::Shogi => &[Self::Usual, Self::Large, Self::Huge, Self::Giant],
            Game::Go => &[Self::Compact, Self::Usual, Self::Large, Self::Huge, Self::Giant],
        }
    }

    /// The closest size that a game has: the same, else the next smaller one, else its smallest.
    pub fn for_game(self, game: Game) -> Self {
        let scales = Self::of(game);
        let known = scales.iter().rfind(|scale| **scale <= self);
        known.or(scales.first()).copied().unwrap_or(self)
    }
}

/// The characters that boards consist of. Wide and fullwidth characters take two columns on every terminal and ASCII
/// one. Box drawing takes one or two depending on the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Charset {
    /// ASCII only, for terminals without a CJK font.
    Ascii,
    /// Wide and fullwidth characters and ASCII.
    #[default]
    Cjk,
    /// Also box drawing and other characters of ambiguous width.
    Box,
}

/// The style of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pieces {
    /// 帥俥傌 and 將車馬: distinguishable without colour.
    #[default]
    Traditional,
    /// 帅车马 and 将车马.
    Simplified,
    /// Latin letters.
    Letters,
}

/// Which colours to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// A light board. Headings have the terminal's default colours.
    #[default]
    Auto,
    /// For dark text on a light background.
    Light,
    /// For light text on a dark background.
    Dark,
    /// Black, white and saturated colours. Stones and pieces also differ by characters.
    Contrast,
    /// For readers who cannot distinguish red from green or black: the sides differ by brightness.
    Colorblind,
    /// No colour: bold and reverse only.
    Mono,
}

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colors {
    /// None: only bold and reverse.
    None,
    /// The 16 colours of every terminal, which the user can change.
    #[default]
    Basic,
    /// The 256-colour palette. Terminals with more colours also get these, because true colours take a quarter more
    /// bytes a step.
    Palette,
}

/// Where a move can begin or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A square of xiangqi.
    Xiangqi(xiangqi::Square),
    /// A square of shogi.
    Shogi(shogi::Square),
    /// A kind of shogi piece in a hand.
    Hand(Side, shogi::Kind),
    /// A point of Go.
    Go(go::Point),
}

/// Options for drawing a board.
#[derive(Debug, Clone, Default)]
pub struct View<'a> {
    /// Whether the second player is at the bottom.
    pub flip: bool,
    /// Whether the game is played at a handicap (shogi): the players are then called 下手 and 上手.
    pub handicap: bool,
    /// The characters of the board.
    pub charset: Charset,
    /// The style of pieces.
    pub pieces: Pieces,
    /// Whether cells are shown in colour. If not, everything must be distinguishable by its characters.
    pub color: bool,
    /// The theme of SVG pictures. The colours of text come from a [`Palette`](super::Palette).
    pub theme: Theme,
    /// Whether to show numbers and letters along the edges.
    pub coordinates: bool,
    /// The size of the board.
    pub scale: Scale,
    /// The part of a board of Go to draw, if not all of it: see [`used_part`](super::used_part).
    pub part: Option<Span>,
    /// Whether to draw in the form in which text diagrams of the game are exchanged between programs, if it has one.
    pub diagram: bool,
    /// The last move.
    pub last: Option<Move>,
    /// The move to scroll to if the last one has no place on the board.
    pub near: Option<Move>,
    /// Marks on the board.
    pub marks: Vec<&'a Mark>,
    /// The names of moves that could be played, at the places where they end, or of those that were.
    pub names: HashMap<Target, Name>,
    /// The reader's cursor.
    pub cursor: Option<Target>,
    /// Where the piece that is up may go.
    pub targets: Vec<Target>,
}

/// The name of a move on the board.
#[derive(Debug, Clone)]
pub struct Name {
    /// A number, the letter of an own line, or what a candidate loses; `2+` if several moves end there.
    pub text: String,
    /// Whether the line goes on with this move.
    pub is_next: bool,
}

impl View<'_> {
    pub(super) fn is_ascii(&self) -> bool {
        self.charset == Charset::Ascii
    }

    /// The name at a place in one or two columns, cut if there is no room for all of it.
    pub(super) fn named(&self, place: Target, columns: usize) -> Option<Vec<Cell>> {
        let name = self.names.get(&place)?;
        let is_single = columns == 2 && name.text.len() == 1;
        let lit = if name.is_next { Highlight::Next } else { Highlight::None };
        let cells = name.text.chars().take(columns).map(|glyph| {
            let shown = match self.charset {
                // Letters are pieces.
                Charset::Ascii if glyph.is_alphabetic() => '\'',
                Charset::Cjk | Charset::Box if is_single => fullwidth(glyph),
                _ => glyph,
            };
            Cell { lit, ..Cell::new(shown, Ink::Mark) }
        });
        Some(cells.collect())
    }
}

/// Converts a line character to a charset. It is given in fullwidth form.
pub(super) fn in_charset(glyph: char, charset: Charset) -> char {
    let [ascii, boxed] = match glyph {
        '＋' => ['+', '┼'],
        '－' => ['-', '─'],
        '｜' => ['|', '│'],
        '＼' => ['\\', '╲'],
        '／' => ['/', '╱'],
        '＊' => ['*', '＊'],
        'ｏ' => ['o', 'ｏ'],
        // The name of the river: the gap in the board shows it well enough.
        _ => [' ', glyph],
    };
    match charset {
        Charset::Ascii => ascii,
        Charset::Cjk => glyph,
        Charset::Box => boxed,
    }
}

/// The directions in which lines leave a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ways {
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) left: bool,
    pub(super) right: bool,
}

/// The character for a point.
pub(super) fn joint(ways: Ways, charset: Charset) -> char {
    if charset != Charset::Box {
        return in_charset('＋', charset);
    }
    match (ways.up, ways.down, ways.left, ways.right) {
        (false, true, false, true) => '┌',
        (false, true, true, false) => '┐',
        (true, false, false, true) => '└',
        (true, false, true, false) => '┘',
        (true, true, false, true) => '├',
        (true, true, true, false) => '┤',
        (false, true, true, true) => '┬',
        (true, false, true, true) => '┴',
        _ => '┼',
    }
}

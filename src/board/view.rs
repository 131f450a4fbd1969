//! How to draw a board.

use super::cell::fullwidth;
use crate::game::{Game, Move};
use crate::record::Mark;

/// The sizes in which boards are drawn. Not every game has all of them: see [`Step::of`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Step {
    /// As small as can be read: one cell a point in xiangqi, no letters along the top in Go.
    Compact,
    /// As text diagrams have it.
    #[default]
    Usual,
    /// Lines drawn through: three cells a point in xiangqi, a frame around each square in shogi, 4×2 columns and rows a
    /// point in Go.
    Large,
    /// Four cells a point in xiangqi, squares of three rows in shogi.
    Huge,
}

impl Step {
    /// The steps of a game that differ, the smallest first.
    pub fn of(game: Game) -> &'static [Self] {
        match game {
            Game::Xiangqi => &[Self::Compact, Self::Usual, Self::Large, Self::Huge],
            Game::Shogi => &[Self::Usual, Self::Large, Self::Huge],
            Game::Go => &[Self::Compact, Self::Usual, Self::Large],
        }
    }

    /// The step that a game has for this one: the same, or else the next smaller, or else its smallest.
    pub fn in_game(self, game: Game) -> Self {
        let steps = Self::of(game);
        let known = steps.iter().rfind(|step| **step <= self);
        known.or(steps.first()).copied().unwrap_or(self)
    }
}

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
    /// 帥俥傌 against 將車馬: distinguished without colour.
    #[default]
    Traditional,
    /// 帅车马 against 将车马.
    Simplified,
    /// Latin letters.
    Letters,
}

/// Which colours to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// A light board; headings in the reader's own colours.
    #[default]
    Auto,
    /// For dark text on light ground.
    Light,
    /// For light text on dark ground.
    Dark,
    /// Black, white and full colours; stones and pieces as signs too.
    Contrast,
    /// For readers who cannot distinguish red from green or black: the sides differ by light and dark.
    Colorblind,
    /// No colour: bold and reverse only.
    Mono,
}

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colors {
    /// None: bold and reverse only.
    None,
    /// The 16 that every terminal has, as its owner set them.
    #[default]
    Basic,
    /// The palette of 256. Terminals that have any colour get these too: true colours cost a quarter more bytes a step.
    Palette,
}

/// How to draw a board.
#[derive(Debug, Clone, Default)]
pub struct View<'a> {
    /// The second player at the bottom.
    pub flip: bool,
    /// What the board is made of.
    pub charset: Charset,
    /// What the pieces are drawn with.
    pub pieces: Pieces,
    /// Whether the cells will be shown in colour. A board in colour may use blank cells for stones; one without must
    /// distinguish everything by characters.
    pub color: bool,
    /// The colours of a picture; those of text are for a [`Palette`](super::Palette) to give.
    pub theme: Theme,
    /// Numbers and letters along the edges.
    pub coordinates: bool,
    /// How large the board is drawn.
    pub step: Step,
    /// The form in which text diagrams of the game are exchanged, where there is one: programs read it back.
    pub diagram: bool,
    /// The move that led here.
    pub last: Option<Move>,
    /// The move to be kept in view where the last one has no place on the board.
    pub near: Option<Move>,
    /// Signs on the board.
    pub marks: Vec<&'a Mark>,
    /// Alternatives to the last move, each with its number from 1 to 9, written at the destination if that is empty.
    pub alternatives: Vec<(Move, u8)>,
}

impl View<'_> {
    /// The number of the first alternative that goes to a place, in the characters of the board.
    pub(super) fn alternative(&self, goes_there: impl Fn(Move) -> bool) -> Option<char> {
        let mut all = self.alternatives.iter();
        let (_, number) = all.find(|(mv, _)| goes_there(*mv))?;
        let digit = char::from_digit((*number).into(), 10)?;
        Some(match self.charset {
            Charset::Ascii => digit,
            Charset::Cjk | Charset::Box => fullwidth(digit),
        })
    }
}

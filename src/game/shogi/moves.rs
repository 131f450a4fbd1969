//! Moves, independent of a position. Their text form is USI.

use std::fmt;
use std::str::FromStr;

use super::piece::Kind;
use super::square::Square;

/// Where a piece comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The mover's hand: a drop.
    Hand(Kind),
}

/// A move on the board or a drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

impl Move {
    /// A move on the board.
    pub fn board(from: Square, to: Square, promote: bool) -> Self {
        Self { from: Origin::Board(from), to, promote, named: None }
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

/// The text is not a USI move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a move in USI")]
pub struct UsiError;

impl FromStr for Move {
    type Err = UsiError;

    /// Parses USI.
    fn from_str(text: &str) -> Result<Self, UsiError> {
        let (text, promote) = match text.strip_suffix('+') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let [first, second, file, rank] = *text.as_bytes() else {
            return Err(UsiError);
        };
        let to = usi_square(file, rank).ok_or(UsiError)?;
        let from = if second == b'*' {
            let kind = Kind::from_letter(char::from(first));
            kind.filter(|_| !promote).map(Origin::Hand)
        } else {
            usi_square(first, second).map(Origin::Board)
        };
        Ok(Self { from: from.ok_or(UsiError)?, to, promote, named: None })
    }
}

fn usi_square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'a')?.checked_add(1)?)
}

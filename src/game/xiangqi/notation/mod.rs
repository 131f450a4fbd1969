//! Notations.

mod chinese;
mod coordinates;
mod description;
mod letters;
mod words;

pub use super::piece::Script;
pub use coordinates::Ranks;
pub(crate) use letters::manual_letter;
pub(crate) use words::{mend, scan_at};

use super::{Move, Position};
use crate::game::{MoveError, Side};
use coordinates::{scan_iccs, scan_short};

/// A notation.
///
/// ```
/// use dapu::game::xiangqi::{Notation, Position, Script, notation::Ranks};
///
/// let start = Position::initial();
/// let mv = Notation::Chinese(Script::Simplified).parse(&start, "炮二平五")?;
/// assert_eq!(mv, Notation::Wxf.parse(&start, "C2=5")?);
/// assert_eq!(Notation::Iccs(Ranks::FromZero).write(&start, mv), "H2-E2");
/// # Ok::<(), dapu::game::MoveError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// 炮二平五. Both scripts are accepted, one is written.
    Chinese(Script),
    /// `C2=5`: the notation of the World Xiangqi Federation.
    Wxf,
    /// `h2e2`, `H2-E2`: squares.
    Iccs(Ranks),
    /// `Cbe2`, `Ch2-e2`: the piece and its destination, as in western programs.
    Short(Ranks),
    /// `P2-5`, `Pháo 2 bình 5`: Vietnamese letters and words. Only read.
    Vietnamese,
    /// `C2H5`: the letters of the text manual `ChineseChess.h`.
    Letters,
}

/// Selects the notations in which a text may write its moves.
pub(crate) type Style = fn(Notation) -> bool;

/// The move at the start of a text in the first notation of a style that fits, and how many bytes it takes.
pub(crate) fn scan(text: &str, style: impl Fn(Notation) -> bool) -> Option<(Phrase, usize)> {
    let mut notations = Notation::ALL.into_iter().filter(|notation| style(*notation));
    notations.find_map(|notation| notation.scan(text))
}

/// A parsed move, not yet resolved in a position.
#[derive(Debug, Clone, Copy)]
pub struct Phrase(Form);

#[derive(Debug, Clone, Copy)]
enum Form {
    Description(description::Description),
    OfSide(description::Description, Side),
    Short(coordinates::Short),
    Squares(Move),
}

impl Phrase {
    /// The possible moves in a position. If there are several, those that leave the mover's king in check are removed.
    /// Otherwise illegal moves are only returned alone, and if the text names their squares beyond doubt.
    pub fn meanings(&self, position: &Position) -> Vec<Move> {
        match &self.0 {
            Form::Description(description) => description.meanings(position),
            Form::OfSide(description, side) => {
                let mut position = *position;
                position.set_side_to_move(*side);
                description.meanings(&position)
            }
            Form::Short(short) => short.meanings(position),
            Form::Squares(mv) => vec![*mv],
        }
    }
}

impl Notation {
    /// Every notation. Where a text fits several, the earliest is meant.
    pub const ALL: [Self; 8] = [
        Self::Chinese(Script::Simplified),
        Self::Wxf,
        Self::Vietnamese,
        Self::Iccs(Ranks::FromZero),
        Self::Short(Ranks::FromZero),
        Self::Iccs(Ranks::FromOne),
        Self::Short(Ranks::FromOne),
        Self::Letters,
    ];

    /// From where the squares of the notation are counted; `None` if it names files and directions instead.
    pub fn ranks(self) -> Option<Ranks> {
        match self {
            Self::Iccs(ranks) | Self::Short(ranks) => Some(ranks),
            Self::Chinese(_) | Self::Wxf | Self::Vietnamese | Self::Letters => None,
        }
    }

    /// Parses the start of a text and returns the move and its length in bytes, or `None` if it is not a move.
    pub fn scan(self, text: &str) -> Option<(Phrase, usize)> {
        let described = |(description, end)| (Form::Description(description), end);
        let (form, length) = match self {
            Self::Chinese(_) => chinese::scan(text).map(described),
            Self::Wxf => letters::scan_wxf(text).map(described),
            Self::Vietnamese => letters::scan_vietnamese(text).map(described),
            Self::Letters => letters::scan_manual(text)
                .map(|(description, side, end)| (Form::OfSide(description, side), end)),
            Self::Iccs(ranks) => scan_iccs(text, ranks).map(|(mv, end)| (Form::Squares(mv), end)),
            Self::Short(ranks) => scan_short(text, ranks).map(|(mv, end)| (Form::Short(mv), end)),
        }?;
        Some((Phrase(form), length))
    }

    /// Parses a move that is the whole text.
    ///
    /// # Errors
    /// Not a move, or no piece or several pieces match.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let read = self.scan(text).filter(|(_, length)| *length == text.len());
        let (phrase, _) = read.ok_or(MoveError::Unreadable)?;
        let moves = phrase.meanings(position);
        match moves[..] {
            [] => Err(MoveError::NoPiece),
            [mv] => Ok(mv),
            _ => Err(MoveError::Ambiguous(moves.len())),
        }
    }

    /// Writes a move. A move that the notation cannot express, such as one from an empty square, is written as squares,
    /// `H2-E2`. So are all moves for the short notation.
    pub fn write(self, position: &Position, mv: Move) -> String {
        let text = match self {
            Self::Chinese(script) => chinese::write(position, mv, script),
            Self::Wxf => letters::write_wxf(position, mv),
            Self::Letters => letters::write_manual(position, mv),
            Self::Iccs(_) | Self::Short(_) | Self::Vietnamese => None,
        };
        text.unwrap_or_else(|| coordinates::write(mv, self.ranks().unwrap_or_default()))
    }
}

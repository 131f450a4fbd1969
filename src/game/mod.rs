//! Layer 1: positions, moves, rules and notation of the games. Independent of the other layers.
//!
//! The set of games is closed, so [`Position`] and [`Move`] are enums. The tree, readers and panes are written once for
//! all games, and the compiler finds every place that a new game affects.

#[cfg(feature = "tui")]
mod corner;
pub mod go;
mod key;
mod moves;
mod number;
mod parse;
mod position;
mod quoted;
pub mod shogi;
mod symmetry;
pub mod xiangqi;

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr};

#[cfg(feature = "tui")]
pub(crate) use corner::{Corner, CornerKey, Corners};
pub use key::Keys;
pub use moves::{Move, Notation};
pub use parse::MoveError;
pub use position::Position;
pub use quoted::{Quoted, QuotedLine};
pub use symmetry::Symmetry;

/// The games that dapu replays.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Display, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Game {
    /// 象棋, 9 files by 10 ranks.
    Xiangqi,
    /// 将棋, 9 by 9 with pieces in hand.
    Shogi,
    /// 囲碁, stones on points; boards from 1×1 to 52×52.
    Go,
}

impl Game {
    /// Every game, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Xiangqi, Self::Shogi, Self::Go];

    /// The lower-case name used in JSON and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The two sides, named after who moves first in an even game: red and black in xiangqi, sente and gote in shogi, black
/// and white in Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Red, sente, or Black in Go.
    First,
    /// Black in xiangqi, gote, or White in Go.
    Second,
}

impl Side {
    /// Both sides, first mover first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The first side if `holds`, otherwise the second.
    pub const fn first_if(holds: bool) -> Self {
        if holds { Self::First } else { Self::Second }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        self.pick(Self::Second, Self::First)
    }

    /// The value of this side: `first` or `second`.
    pub fn pick<T>(self, first: T, second: T) -> T {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        self.pick("first", "second")
    }
}

/// The direction in which a piece moves, from its owner's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Towards the opponent: 进, 上.
    Forward,
    /// Along the rank: 平, 寄.
    Sideways,
    /// 退, 引.
    Back,
}

impl Direction {
    /// Every direction.
    pub(crate) const ALL: [Self; 3] = [Self::Forward, Self::Sideways, Self::Back];

    /// The direction of a move by a number of ranks towards the opponent.
    pub(crate) fn of(ranks: i8) -> Self {
        match ranks {
            1.. => Self::Forward,
            0 => Self::Sideways,
            _ => Self::Back,
        }
    }
}

/// Why a move is illegal. It is still applied and shown, because games do end with illegal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
pub enum Illegal {
    /// A square outside the board.
    #[error("the square is off the board")]
    OffBoard,
    /// The square of origin is empty.
    #[error("no piece is on the starting square")]
    EmptySquare,
    /// The piece belongs to the opponent.
    #[error("the piece belongs to the other side")]
    WrongSide,
    /// The destination is occupied by one's own piece.
    #[error("the destination is occupied")]
    Occupied,
    /// A stone is already on the point.
    #[error("a stone is already there")]
    HasStone,
    /// The piece does not move like that, or is blocked.
    #[error("the piece cannot move there")]
    Unreachable,
    /// A piece blocks the leg of the horse (蹩马腿).
    #[error("a piece blocks the horse's leg")]
    HorseLeg,
    /// A piece blocks the eye of the elephant (塞象眼).
    #[error("a piece blocks the elephant's eye")]
    ElephantEye,
    /// The elephant stays on its side of the river.
    #[error("the elephant cannot cross the river")]
    River,
    /// The king and the advisors stay in the palace.
    #[error("the piece cannot leave the palace")]
    Palace,
    /// The move leaves the mover's king in check.
    #[error("this leaves the king in check")]
    SelfCheck,
    /// The two generals face each other on an open file.
    #[error("this leaves the generals facing each other")]
    FacingGenerals,
    /// The move takes the king, which is never captured.
    #[error("the king cannot be captured")]
    TakesKing,
    /// The dropped piece is not in hand.
    #[error("the piece is not in hand")]
    NotInHand,
    /// A second unpromoted pawn on the file (二歩).
    #[error("there is already a pawn on this file (nifu)")]
    Nifu,
    /// A pawn dropped for mate (打ち歩詰め).
    #[error("a pawn may not be dropped to give mate")]
    PawnDropMate,
    /// The piece could never move again from there without promotion.
    #[error("the piece would have no move from there")]
    DeadPiece,
    /// The piece may not promote with this move.
    #[error("the piece cannot promote here")]
    BadPromotion,
    /// The record names a different piece than the one on the square of origin.
    #[error("another piece is on the starting square")]
    OtherPiece,
    /// The move belongs to another game than the position.
    #[error("this is a move of another game")]
    OtherGame,
    /// The move immediately retakes a ko.
    #[error("the ko cannot be retaken yet")]
    Ko,
}

/// Converts a fullwidth letter, digit or sign to its ASCII form.
pub(crate) fn halfwidth(character: char) -> char {
    match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0).unwrap_or(character),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => character,
    }
}

/// Writes a row of a board as FEN and SFEN do: a piece by `write`, or the length of a run of empty points.
pub(crate) fn write_row<P>(
    points: impl Iterator<Item = Option<P>>,
    text: &mut String,
    write: impl Fn(P, &mut String),
) {
    let mut empty = 0;
    // The end of the row also ends a run.
    for point in points.map(Some).chain([None]) {
        if point.as_ref().is_none_or(Option::is_some) && empty > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        match point.flatten() {
            Some(piece) => write(piece, text),
            None => empty += 1,
        }
    }
}

/// Calls `each` with the index of every difference between two boards, and with what is there on each of them that is not
/// like the default.
fn differences<C: Copy + PartialEq + Default>(
    one: &[C],
    other: &[C],
    mut each: impl FnMut(usize, C),
) {
    /// Most boards differ in one or two runs of this many places.
    const RUN: usize = 32;
    for (run, (one, other)) in one.chunks(RUN).zip(other.chunks(RUN)).enumerate() {
        let both = one.iter().zip(other);
        if both.clone().fold(false, |differ, (one, other)| differ | (one != other)) {
            for (index, (one, other)) in (run * RUN..).zip(both).filter(|(_, (a, b))| a != b) {
                let there = [*one, *other].into_iter().filter(|it| *it != C::default());
                there.for_each(|there| each(index, there));
            }
        }
    }
}

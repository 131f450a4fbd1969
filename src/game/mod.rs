//! Layer 1: the games themselves — positions, moves, rules and notation. Imports nothing of the other layers.
//!
//! The games are a closed set, so [`Position`] and [`Move`] are enums: the tree, the readers and the panes are written
//! once for all games, and the compiler lists what a new rule touches.

pub mod go;
pub mod shogi;
mod symmetry;
pub mod xiangqi;

use std::fmt;

/// The games that dapu replays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// 象棋, 9 files by 10 ranks.
    Xiangqi,
    /// 将棋, 9 by 9 with pieces in hand.
    Shogi,
    /// 囲碁, stones on points; boards from 1×1 to 52×52.
    Go,
}

impl Game {
    /// Every game, in the order in which they are listed to the reader.
    pub const ALL: [Self; 3] = [Self::Xiangqi, Self::Shogi, Self::Go];

    /// The lower-case name used in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            Self::Shogi => "shogi",
            Self::Go => "go",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The two players, by who moves first in an even game: red and black in xiangqi, sente and gote in shogi, black and
/// white in Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Red, sente, or Black in Go.
    First,
    /// Black in xiangqi, gote, or White in Go.
    Second,
}

impl Side {
    /// Both sides, first mover first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// One move of any game. Whether it is legal depends on the position: see [`Position::check`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A xiangqi move.
    Xiangqi(xiangqi::Move),
    /// A shogi move or drop.
    Shogi(shogi::Move),
    /// A stone, or a pass.
    Go(go::Move),
}

impl Move {
    /// The notation of `dapu convert --to json`: ICCS, USI, or colour and SGF point.
    pub fn code(self) -> String {
        match self {
            Self::Xiangqi(mv) => mv.to_string(),
            Self::Shogi(mv) => mv.to_string(),
            Self::Go(mv) => mv.to_string(),
        }
    }

    /// The move, if it is one of xiangqi.
    pub fn xiangqi(self) -> Option<xiangqi::Move> {
        match self {
            Self::Xiangqi(mv) => Some(mv),
            Self::Shogi(_) | Self::Go(_) => None,
        }
    }

    /// The move, if it is one of shogi.
    pub fn shogi(self) -> Option<shogi::Move> {
        match self {
            Self::Shogi(mv) => Some(mv),
            Self::Xiangqi(_) | Self::Go(_) => None,
        }
    }

    /// The move, if it is one of Go.
    pub fn go(self) -> Option<go::Move> {
        match self {
            Self::Go(mv) => Some(mv),
            Self::Xiangqi(_) | Self::Shogi(_) => None,
        }
    }

    /// Who moves, where the move itself says so: only Go's do, since the same player may move twice.
    pub fn side(self) -> Option<Side> {
        match self {
            Self::Go(mv) => Some(mv.side),
            Self::Xiangqi(_) | Self::Shogi(_) => None,
        }
    }
}

/// The ways to write moves among which a reader chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// 炮二平五; ７六歩; Q16.
    #[default]
    Usual,
    /// KI2 in shogi, which names the piece that moves and not its square; WXF in xiangqi.
    Short,
    /// Squares: ICCS, USI, SGF points.
    Code,
}

impl Notation {
    /// The notations of a game.
    fn of(game: Game) -> &'static [Self] {
        match game {
            Game::Xiangqi | Game::Shogi => &[Self::Usual, Self::Short, Self::Code],
            Game::Go => &[Self::Usual, Self::Code],
        }
    }

    /// The next one for this game, around the end.
    #[must_use]
    pub fn next(self, game: Game) -> Self {
        let all = Self::of(game);
        let here = all.iter().position(|notation| *notation == self);
        all[here.map_or(0, |here| (here + 1) % all.len())]
    }

    /// What players of the game call it.
    pub fn name(self, game: Game) -> &'static str {
        match (game, self) {
            (Game::Xiangqi, Self::Usual) => "中文",
            (Game::Xiangqi, Self::Short) => "WXF",
            (Game::Xiangqi, Self::Code) => "ICCS",
            (Game::Shogi, Self::Usual) => "KIF",
            (Game::Shogi, Self::Short) => "KI2",
            (Game::Shogi, Self::Code) => "USI",
            (Game::Go, Self::Usual | Self::Short) => "A1",
            (Game::Go, Self::Code) => "SGF",
        }
    }
}

/// Why a move breaks the rules. The move is still applied and shown: records end with fouls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// A square outside the board.
    #[error("the square is off the board")]
    OffBoard,
    /// Nothing stands on the square of origin.
    #[error("no piece is on the starting square")]
    EmptySquare,
    /// The piece belongs to the side that is not to move.
    #[error("the piece belongs to the other side")]
    WrongSide,
    /// A piece of the own side, or a stone, stands on the destination.
    #[error("the destination is occupied")]
    Occupied,
    /// The piece does not move like that, or its way is blocked.
    #[error("the piece cannot move there")]
    Unreachable,
    /// The mover's own king is left in check.
    #[error("this leaves the king in check")]
    SelfCheck,
    /// The two generals face each other on an open file.
    #[error("this leaves the generals facing each other")]
    FacingGenerals,
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
    /// The record names another piece than stands on the square of origin.
    #[error("another piece is on the starting square")]
    OtherPiece,
    /// The move belongs to another game than the position.
    #[error("this is a move of another game")]
    OtherGame,
    /// The move retakes a ko at once.
    #[error("the ko cannot be retaken yet")]
    Ko,
}

/// A position of any game: what stands where, and who is to move.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// A xiangqi position.
    Xiangqi(xiangqi::Position),
    /// A shogi position with both hands.
    Shogi(shogi::Position),
    /// A Go position with prisoners.
    Go(go::Position),
}

impl Clone for Position {
    fn clone(&self) -> Self {
        match self {
            Self::Xiangqi(position) => Self::Xiangqi(*position),
            Self::Shogi(position) => Self::Shogi(*position),
            Self::Go(position) => Self::Go(position.clone()),
        }
    }

    /// Keeps the room that a board of Go has.
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::Go(position), Self::Go(source)) => position.clone_from(source),
            (position, source) => *position = source.clone(),
        }
    }
}

impl Position {
    /// The game that the position belongs to.
    pub fn game(&self) -> Game {
        match self {
            Self::Xiangqi(_) => Game::Xiangqi,
            Self::Shogi(_) => Game::Shogi,
            Self::Go(_) => Game::Go,
        }
    }

    /// The position, if it is one of xiangqi.
    pub fn xiangqi(&self) -> Option<&xiangqi::Position> {
        match self {
            Self::Xiangqi(position) => Some(position),
            Self::Shogi(_) | Self::Go(_) => None,
        }
    }

    /// The position, if it is one of shogi.
    pub fn shogi(&self) -> Option<&shogi::Position> {
        match self {
            Self::Shogi(position) => Some(position),
            Self::Xiangqi(_) | Self::Go(_) => None,
        }
    }

    /// The position, if it is one of Go.
    pub fn go(&self) -> Option<&go::Position> {
        match self {
            Self::Go(position) => Some(position),
            Self::Xiangqi(_) | Self::Shogi(_) => None,
        }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        match self {
            Self::Xiangqi(position) => position.side_to_move(),
            Self::Shogi(position) => position.side_to_move(),
            Self::Go(position) => position.side_to_move(),
        }
    }

    /// Sets the side to move, as a record's setup does.
    pub fn set_side_to_move(&mut self, side: Side) {
        match self {
            Self::Xiangqi(position) => position.set_side_to_move(side),
            Self::Shogi(position) => position.set_side_to_move(side),
            Self::Go(position) => position.set_side_to_move(side),
        }
    }

    /// Numbers the last move anew. Only Go's positions know their number: its records mix moves and setups.
    pub fn set_move_number(&mut self, number: u32) {
        match self {
            Self::Go(position) => position.set_move_number(number),
            Self::Xiangqi(_) | Self::Shogi(_) => {}
        }
    }

    /// Plays a move, legal or not: what cannot be done is left out, so that a broken record is still shown. A move of
    /// another game changes nothing.
    pub fn apply(&mut self, mv: Move) {
        match self {
            Self::Xiangqi(position) => {
                if let Some(mv) = mv.xiangqi() {
                    position.apply(mv);
                }
            }
            Self::Shogi(position) => {
                if let Some(mv) = mv.shogi() {
                    position.apply(mv);
                }
            }
            Self::Go(position) => {
                if let Some(mv) = mv.go() {
                    position.apply(mv);
                }
            }
        }
    }

    /// Checks a move against the rules of the game, but for repetition.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        match self {
            Self::Xiangqi(position) => position.check(mv.xiangqi().ok_or(Illegal::OtherGame)?),
            Self::Shogi(position) => position.check(mv.shogi().ok_or(Illegal::OtherGame)?),
            Self::Go(position) => position.check(mv.go().ok_or(Illegal::OtherGame)?),
        }
    }

    /// The position as text that other programs read: FEN, SFEN, or an SGF that sets up the stones. `number` is that of
    /// the move that follows.
    pub fn text(&self, number: u32) -> String {
        match self {
            Self::Xiangqi(position) => position.fen(),
            Self::Shogi(position) => position.sfen(number),
            Self::Go(position) => go::sgf(position),
        }
    }

    /// The move in a notation; one of another game as its code. `previous` is the move before it, which shogi needs
    /// for 同.
    pub fn notate_as(&self, notation: Notation, mv: Move, previous: Option<Move>) -> String {
        let text = match self {
            Self::Xiangqi(position) => mv.xiangqi().map(|mv| match notation {
                Notation::Usual => xiangqi::Notation::default().write(position, mv),
                Notation::Short => xiangqi::Notation::Wxf.write(position, mv),
                Notation::Code => mv.to_string(),
            }),
            Self::Shogi(position) => mv.shogi().map(|mv| {
                let previous = previous.and_then(Move::shogi).map(|previous| previous.to);
                match notation {
                    Notation::Usual => shogi::notation::kif(position, mv, previous),
                    Notation::Short => shogi::notation::ki2(position, mv, previous),
                    Notation::Code => mv.to_string(),
                }
            }),
            Self::Go(position) => mv.go().map(|mv| match (notation, mv.point) {
                (Notation::Usual, _) => go::vertex::a1(position, mv),
                // The side stands beside the move anyway.
                (Notation::Short | Notation::Code, Some(point)) => point.to_string(),
                (Notation::Short | Notation::Code, None) => "pass".to_owned(),
            }),
        };
        text.unwrap_or_else(|| mv.code())
    }

    /// The move in the game's usual notation: Chinese, KIF without the square of origin, or A1 coordinates.
    pub fn notate(&self, mv: Move, previous: Option<Move>) -> String {
        self.notate_as(Notation::Usual, mv, previous)
    }
}

//! A position of any game.

use derive_more::TryInto;

use super::{Game, Illegal, Move, Notation, Side, go, shogi, xiangqi};

/// A position of any game: the board, the pieces in hand and the side to move. Two are equal if these are, whatever was
/// played before.
#[derive(Debug, PartialEq, Eq, TryInto)]
#[try_into(ref)]
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

    /// Reuses the allocations of a Go board.
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::Go(position), Self::Go(source)) => position.clone_from(source),
            (position, source) => *position = source.clone(),
        }
    }
}

impl Position {
    /// The game of the position.
    pub fn game(&self) -> Game {
        match self {
            Self::Xiangqi(_) => Game::Xiangqi,
            Self::Shogi(_) => Game::Shogi,
            Self::Go(_) => Game::Go,
        }
    }

    /// The position if it is one of xiangqi.
    pub fn xiangqi(&self) -> Option<&xiangqi::Position> {
        self.try_into().ok()
    }

    /// The position if it is one of shogi.
    pub fn shogi(&self) -> Option<&shogi::Position> {
        self.try_into().ok()
    }

    /// The position if it is one of Go.
    pub fn go(&self) -> Option<&go::Position> {
        self.try_into().ok()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        match self {
            Self::Xiangqi(position) => position.side_to_move(),
            Self::Shogi(position) => position.side_to_move(),
            Self::Go(position) => position.side_to_move(),
        }
    }

    /// Sets the side to move, for setups.
    pub fn set_side_to_move(&mut self, side: Side) {
        match self {
            Self::Xiangqi(position) => position.set_side_to_move(side),
            Self::Shogi(position) => position.set_side_to_move(side),
            Self::Go(position) => position.set_side_to_move(side),
        }
    }

    /// Renumbers the last move. Only Go positions store its number, because Go records mix moves and setups.
    pub fn set_move_number(&mut self, number: u32) {
        match self {
            Self::Go(position) => position.set_move_number(number),
            Self::Xiangqi(_) | Self::Shogi(_) => {}
        }
    }

    /// Plays a move, legal or not. Impossible parts are skipped, so that a broken record can still be shown. A move of
    /// another game has no effect.
    #[inline]
    pub fn apply(&mut self, mv: Move) {
        match (self, mv) {
            (Self::Xiangqi(position), Move::Xiangqi(mv)) => position.apply(mv),
            (Self::Shogi(position), Move::Shogi(mv)) => position.apply(mv),
            (Self::Go(position), Move::Go(mv)) => position.apply(mv),
            (Self::Xiangqi(_) | Self::Shogi(_) | Self::Go(_), _) => {}
        }
    }

    /// The position after a move, legal or not.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.apply(mv);
        after
    }

    /// Checks a move against the rules of the game, except repetition.
    ///
    /// # Errors
    /// The rule that the move breaks.
    #[inline]
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        match self {
            Self::Xiangqi(position) => position.check(mv.xiangqi().ok_or(Illegal::OtherGame)?),
            Self::Shogi(position) => position.check(mv.shogi().ok_or(Illegal::OtherGame)?),
            Self::Go(position) => position.check(mv.go().ok_or(Illegal::OtherGame)?),
        }
    }

    /// Every legal move of the side to move; in Go, its stones.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self {
            Self::Xiangqi(position) => {
                position.legal_moves().into_iter().map(Move::Xiangqi).collect()
            }
            Self::Shogi(position) => position.legal_moves().into_iter().map(Move::Shogi).collect(),
            Self::Go(position) => {
                let side = position.side_to_move();
                let stones = position.size().points().map(|point| go::Move::stone(side, point));
                stones.filter(|mv| position.check(*mv).is_ok()).map(Move::Go).collect()
            }
        }
    }

    /// The position in a form that other programs can read: FEN, SFEN, or SGF that sets up the stones. `number` is the
    /// number of the next move.
    pub fn text(&self, number: u32) -> String {
        match self {
            Self::Xiangqi(position) => position.fen(),
            Self::Shogi(position) => position.sfen(number),
            Self::Go(position) => position.sgf(),
        }
    }

    /// The move in a notation. A move of another game is written as its code. `previous` is the previous move, which
    /// shogi needs for 同.
    pub fn notate_as(&self, notation: Notation, mv: Move, previous: Option<Move>) -> String {
        use xiangqi::Notation::{Chinese, Wxf};
        use xiangqi::Script;
        let square = previous.and_then(Move::shogi).map(|previous| previous.to);
        match (self, mv) {
            (Self::Xiangqi(position), Move::Xiangqi(mv)) => match notation {
                Notation::Usual => Chinese(Script::Simplified).write(position, mv),
                Notation::Traditional => Chinese(Script::Traditional).write(position, mv),
                Notation::Short => Wxf.write(position, mv),
                Notation::Code => mv.to_string(),
            },
            (Self::Shogi(position), Move::Shogi(mv)) => match notation {
                Notation::Usual | Notation::Traditional => {
                    shogi::notation::ki2(position, mv, square)
                }
                Notation::Short => shogi::notation::kif(position, mv, square),
                Notation::Code => mv.to_string(),
            },
            (Self::Go(position), Move::Go(mv)) => match (notation, mv.point) {
                (_, None) => "pass".to_owned(),
                (Notation::Usual | Notation::Traditional, Some(point)) => point.a1(position.size()),
                // The side is shown next to the move anyway.
                (Notation::Short | Notation::Code, Some(point)) => point.to_string(),
            },
            _ => mv.code(),
        }
    }

    /// The move in the game's usual notation: Chinese, KI2, or A1 coordinates.
    pub fn notate(&self, mv: Move, previous: Option<Move>) -> String {
        self.notate_as(Notation::Usual, mv, previous)
    }

    /// The name of each move of a line, which `name` finds given the position before it and the previous move.
    pub fn along<T>(
        &self,
        moves: impl IntoIterator<Item = Move>,
        previous: Option<Move>,
        mut name: impl FnMut(&Self, Move, Option<Move>) -> T,
    ) -> impl Iterator<Item = T> {
        moves.into_iter().scan((self.clone(), previous), move |(position, previous), mv| {
            let named = name(position, mv, previous.replace(mv));
            position.apply(mv);
            Some(named)
        })
    }

    /// Whether the king of the side to move is in check.
    pub fn is_check(&self) -> bool {
        match self {
            Self::Xiangqi(position) => position.in_check(position.side_to_move()),
            Self::Shogi(position) => position.in_check(position.side_to_move()),
            Self::Go(_) => false,
        }
    }

    /// Whether this is the usual initial position of the game.
    pub fn is_usual(&self) -> bool {
        match self {
            Self::Xiangqi(position) => *position == xiangqi::Position::initial(),
            Self::Shogi(position) => *position == shogi::Position::initial(),
            Self::Go(position) => position.same_stones(&go::Position::new(position.size())),
        }
    }
}

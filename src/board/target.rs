//! Places on a board, and the way from one to another.

use crate::game::{Move, Position, Side, go, shogi, xiangqi};

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

impl Target {
    /// The side whose piece, stone or pieces in hand are there.
    pub fn owner(self, position: &Position) -> Option<Side> {
        match (self, position) {
            (Self::Xiangqi(square), Position::Xiangqi(position)) => {
                position.piece(square).map(|piece| piece.side)
            }
            (Self::Shogi(square), Position::Shogi(position)) => {
                position.piece(square).map(|piece| piece.side)
            }
            (Self::Hand(owner, kind), Position::Shogi(position)) => {
                Some(owner).filter(|owner| position.in_hand(*owner, kind) > 0)
            }
            (Self::Go(point), Position::Go(position)) => position.stone(point),
            _ => None,
        }
    }

    /// Whether the place has a piece that the side to move may move or drop.
    pub fn is_movable(self, position: &Position) -> bool {
        let moves = !matches!(self, Self::Go(_));
        moves && self.owner(position) == Some(position.side_to_move())
    }

    /// The moves from this place to another, legal or not. In shogi, the promoting one comes first.
    pub fn moves_to(self, to: Self) -> Vec<Move> {
        match (self, to) {
            (Self::Xiangqi(from), Self::Xiangqi(to)) => {
                vec![Move::Xiangqi(xiangqi::Move { from, to })]
            }
            (Self::Shogi(from), Self::Shogi(to)) => [true, false]
                .map(|promote| Move::Shogi(shogi::Move::board(from, to, promote)))
                .to_vec(),
            (Self::Hand(_, kind), Self::Shogi(to)) => {
                vec![Move::Shogi(shogi::Move::drop(kind, to))]
            }
            _ => Vec::new(),
        }
    }

    /// Where the piece here may legally go, the foremost place first.
    pub fn ends(self, position: &Position) -> Vec<Self> {
        let mut ends = Self::all(position);
        ends.retain(|to| self.moves_to(*to).iter().any(|mv| position.check(*mv).is_ok()));
        ends
    }

    /// Every place of the side to move, the foremost first and its hand last; in Go, every point.
    pub fn all(position: &Position) -> Vec<Self> {
        let side = position.side_to_move();
        let mut all: Vec<Self> = match position {
            Position::Xiangqi(_) => xiangqi::Square::all().map(Self::Xiangqi).collect(),
            Position::Shogi(_) => shogi::Square::all().map(Self::Shogi).collect(),
            Position::Go(position) => position.size().points().map(Self::Go).collect(),
        };
        all.sort_by_key(|place| place.seen_by(side).map(|(file, ahead)| (9 - ahead, file)));
        let hand = position.shogi().into_iter().flat_map(|shogi| shogi.hand(side));
        all.extend(hand.map(|(kind, _)| Self::Hand(side, kind)));
        all
    }

    /// The file as a player counts it from 1, and the number of ranks ahead of the player's own edge. `None` in Go and in
    /// a hand.
    pub fn seen_by(self, side: Side) -> Option<(u8, u8)> {
        match self {
            Self::Xiangqi(square) => {
                let (file, rank) = (square.file(), square.rank());
                Some(side.pick((9 - file, rank), (file + 1, 9 - rank)))
            }
            Self::Shogi(square) => {
                Some((square.file(), side.pick(9 - square.rank(), square.rank() - 1)))
            }
            Self::Hand(..) | Self::Go(_) => None,
        }
    }

    /// The king of the side to move, or the middle of a board without.
    pub fn home(position: &Position) -> Self {
        let side = position.side_to_move();
        let king = match position {
            Position::Xiangqi(position) => position.king(side).map(Self::Xiangqi),
            Position::Shogi(position) => position.king(side).map(Self::Shogi),
            Position::Go(_) => None,
        };
        let all = || Self::all(position);
        king.or_else(|| all().get(all().len() / 2).copied())
            .unwrap_or(Self::Go(go::Point::new(0, 0)))
    }

    /// The place where a move ends, if it does on the board.
    pub fn end_of(mv: Move) -> Option<Self> {
        match mv {
            Move::Xiangqi(mv) => Some(Self::Xiangqi(mv.to)),
            Move::Shogi(mv) => Some(Self::Shogi(mv.to)),
            Move::Go(mv) => mv.point.map(Self::Go),
        }
    }

    /// Whether there is such a place now: a kind of piece only while the side to move has it in hand.
    pub fn is_on(self, position: &Position) -> bool {
        Self::all(position).contains(&self)
    }

    /// The place at an offset on the screen, in columns to the right and rows down; at the edge, this one. Past the edge
    /// beside it lies the hand of the side to move.
    #[must_use]
    pub fn beside(self, position: &Position, flip: bool, (right, down): (i8, i8)) -> Self {
        let turned = if flip { (-right, -down) } else { (right, down) };
        self.next(position, turned, right).unwrap_or(self)
    }

    /// As in [`Target::beside`], on a board that is not turned. `along` is the way along a hand.
    fn next(self, position: &Position, (right, down): (i8, i8), along: i8) -> Option<Self> {
        match (self, position) {
            (Self::Xiangqi(square), _) => xiangqi::Square::new(
                square.file().checked_add_signed(right)?,
                square.rank().checked_add_signed(-down)?,
            )
            .map(Self::Xiangqi),
            (Self::Shogi(square), Position::Shogi(position)) => {
                let side = position.side_to_move();
                let file = square.file().checked_add_signed(-right)?;
                let there = shogi::Square::new(file, square.rank().checked_add_signed(down)?);
                let held = || position.hand(side).next().filter(|_| down == side.pick(1, -1));
                there.map(Self::Shogi).or_else(|| Some(Self::Hand(side, held()?.0)))
            }
            (Self::Hand(side, kind), Position::Shogi(position)) if down == 0 => {
                let kinds: Vec<shogi::Kind> = position.hand(side).map(|(kind, _)| kind).collect();
                let here = kinds.iter().position(|held| *held == kind)?;
                let there = kinds.get(here.checked_add_signed(along.into())?)?;
                Some(Self::Hand(side, *there))
            }
            (Self::Hand(side, _), _) if down == side.pick(-1, 1) => {
                shogi::Square::new(5, side.pick(9, 1)).map(Self::Shogi)
            }
            (Self::Go(point), Position::Go(position)) => {
                let size = position.size();
                let column = point.column.saturating_add_signed(right).min(size.columns() - 1);
                let row = point.row.saturating_add_signed(down).min(size.rows() - 1);
                Some(Self::Go(go::Point::new(column, row)))
            }
            _ => None,
        }
    }
}

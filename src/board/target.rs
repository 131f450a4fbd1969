//! The places on the board that a mouse click can mean.

use crate::game::{Move, Position, Side};

/// Where a move can begin or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A square of xiangqi.
    Xiangqi(crate::game::xiangqi::Square),
    /// A square of shogi.
    Shogi(crate::game::shogi::Square),
    /// A kind of shogi piece in a hand.
    Hand(Side, crate::game::shogi::Kind),
    /// A point of Go.
    Go(crate::game::go::Point),
}

impl Target {
    /// Whether the place has a piece that the side to move may move or drop.
    pub fn is_movable(self, position: &Position) -> bool {
        let side = position.side_to_move();
        match (self, position) {
            (Self::Xiangqi(square), Position::Xiangqi(position)) => {
                position.piece(square).is_some_and(|piece| piece.side == side)
            }
            (Self::Shogi(square), Position::Shogi(position)) => {
                position.piece(square).is_some_and(|piece| piece.side == side)
            }
            (Self::Hand(owner, kind), Position::Shogi(position)) => {
                owner == side && position.in_hand(side, kind) > 0
            }
            _ => false,
        }
    }

    /// Whether a move ends at the place.
    pub fn is_end_of(self, mv: Move) -> bool {
        match (self, mv) {
            (Self::Xiangqi(square), Move::Xiangqi(mv)) => mv.to == square,
            (Self::Shogi(square), Move::Shogi(mv)) => mv.to == square,
            (Self::Go(point), Move::Go(mv)) => mv.point == Some(point),
            _ => false,
        }
    }

    /// The moves from this place to another, legal or not. In shogi, the promoting one comes first.
    pub fn moves_to(self, to: Self) -> Vec<Move> {
        use crate::game::{shogi, xiangqi};
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
}

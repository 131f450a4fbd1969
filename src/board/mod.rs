//! Layer 4: draws a position as rows of cells. Independent of terminal libraries: the screen, `dapu show` and the tests
//! all draw from the same picture.

mod cell;
mod go;
mod palette;
mod shogi;
mod svg;
mod view;
mod xiangqi;

pub use cell::{Cell, Highlight, Ink, Picture, row_width};
pub use palette::{Color, Palette, Style};
pub use svg::svg;
pub use view::{Charset, Colors, Pieces, Scale, Theme, View};

use crate::game::{Move, Position, Side};

/// Draws a position.
pub fn draw(position: &Position, view: &View<'_>) -> Picture {
    match position {
        Position::Xiangqi(position) => xiangqi::draw(position, view),
        Position::Shogi(position) => shogi::draw(position, view),
        Position::Go(position) => go::draw(position, view),
    }
}

/// The columns and rows that [`draw`] takes, computed without drawing.
pub fn size(position: &Position, view: &View<'_>) -> (usize, usize) {
    match position {
        Position::Xiangqi(_) => xiangqi::size(view),
        Position::Shogi(_) => shogi::size(view),
        Position::Go(position) => go::size(position, view),
    }
}

/// The place at a row and column of [`draw`], both from 0. On a large board, the nearest square.
pub fn target_at(
    position: &Position,
    view: &View<'_>,
    row: usize,
    column: usize,
) -> Option<Target> {
    match position {
        Position::Xiangqi(_) => xiangqi::square_at(view, row, column).map(Target::Xiangqi),
        Position::Shogi(position) => shogi::target_at(position, view, row, column),
        Position::Go(position) => go::point_at(position, view, row, column).map(Target::Go),
    }
}

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

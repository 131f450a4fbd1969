//! Boards as text.

mod games;
mod marks;
mod part;
mod sizes;

use dapu::board::{self, View};
use dapu::game::{Position, Side, go, shogi};

pub(crate) fn view() -> View<'static> {
    View { coordinates: true, ..View::default() }
}

pub(crate) fn lines(position: &Position, view: &View<'_>) -> Vec<String> {
    board::draw(position, view).lines(false).collect()
}

pub(crate) fn from_sfen(sfen: &str) -> Position {
    Position::Shogi(shogi::Position::from_sfen(sfen).unwrap().0)
}

/// 9×9 with two adjacent stones of different colours.
pub(crate) fn stones() -> Position {
    let mut position = go::Position::new(go::Size::new(9, 9).unwrap());
    position.put(go::Point::new(2, 2), Some(Side::First));
    position.put(go::Point::new(3, 2), Some(Side::Second));
    Position::Go(position)
}

//! Layer 4: draws a position as rows of cells. Independent of terminal libraries: the screen, `dapu show` and the tests
//! all draw from the same picture.

mod cell;
mod go;
mod palette;
mod part;
mod shogi;
mod svg;
mod view;
mod xiangqi;

pub use cell::{Cell, Highlight, Ink, Picture, row_width};
pub use palette::{CellStyle, Color, Palette};
pub use part::{holds, used_part};
pub use svg::svg;
pub use view::{Charset, Colors, Name, Pieces, Scale, Target, Theme, View};

use crate::game::Position;

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

//! The xiangqi board as a picture.

use super::{Canvas, Grid, UNIT, marks};
use crate::board::Pieces;
use crate::board::View;
use crate::game::xiangqi::{Piece, Position, Script, Square};
use crate::game::{Move, Side};

pub(super) fn draw(position: &Position, view: &View<'_>) -> String {
    let grid = Grid::new(9, 10, view);
    let mut canvas = Canvas::new(grid.size());
    lines(&mut canvas, &grid);
    if view.coordinates {
        coordinates(&mut canvas, &grid);
    }
    let last = view.last.and_then(Move::xiangqi);
    let last = last.filter(|mv| mv.from.on_board() && mv.to.on_board());
    if let Some(mv) = last {
        let look = "fill=\"none\" stroke=\"#2060c0\" stroke-width=\"2\" stroke-dasharray=\"4 3\"";
        canvas.circle(grid.at(point(mv.from)), UNIT * 0.42, look);
    }
    for (square, piece) in position.pieces() {
        let is_last = last.is_some_and(|mv| mv.to == square);
        draw_piece(
            &mut canvas,
            grid.at(point(square)),
            piece,
            view.pieces,
            is_last,
        );
    }
    marks::draw(&mut canvas, &grid, view, |_| "#2060c0");
    canvas.finish()
}

/// Column and row from the top left.
fn point(square: Square) -> (u8, u8) {
    (square.file(), 9 - square.rank())
}

fn lines(canvas: &mut Canvas, grid: &Grid) {
    for row in 0..10 {
        canvas.line(grid.at((0, row)), grid.at((8, row)));
    }
    for column in 0..9 {
        if column == 0 || column == 8 {
            canvas.line(grid.at((column, 0)), grid.at((column, 9)));
        } else {
            // The river parts the files.
            canvas.line(grid.at((column, 0)), grid.at((column, 4)));
            canvas.line(grid.at((column, 5)), grid.at((column, 9)));
        }
    }
    for top in [0, 7] {
        canvas.line(grid.at((3, top)), grid.at((5, top + 2)));
        canvas.line(grid.at((5, top)), grid.at((3, top + 2)));
    }
    let (left, bank) = grid.at((0, 4));
    let (right, other_bank) = grid.at((8, 5));
    let middle = f64::midpoint(bank, other_bank);
    let across = |part: f64| left.min(right) + (right - left).abs() * part;
    for (part, text) in [(0.25, "楚　河"), (0.75, "漢　界")] {
        canvas.text((across(part), middle), UNIT * 0.6, "fill=\"#5a4020\"", text);
    }
}

/// Each side counts the files from its own right, red in Chinese digits.
fn coordinates(canvas: &mut Canvas, grid: &Grid) {
    const RED: [&str; 9] = ["九", "八", "七", "六", "五", "四", "三", "二", "一"];
    let outwards = if grid.flip { -1.0 } else { 1.0 };
    for (column, red) in (0..9u8).zip(RED) {
        let (x, top) = grid.at((column, 0));
        canvas.coordinate((x, top - outwards * UNIT), &(column + 1).to_string());
        let (_, bottom) = grid.at((column, 9));
        canvas.coordinate((x, bottom + outwards * UNIT), red);
    }
}

fn draw_piece(canvas: &mut Canvas, at: (f64, f64), piece: Piece, pieces: Pieces, is_last: bool) {
    let color = match piece.side {
        Side::First => "#c02020",
        Side::Second => "#101010",
    };
    let width = if is_last { 4 } else { 1 };
    let edge = if is_last { "#2060c0" } else { color };
    let look = format!("fill=\"#fbf0d8\" stroke=\"{edge}\" stroke-width=\"{width}\"");
    canvas.circle(at, UNIT * 0.44, &look);
    canvas.circle(
        at,
        UNIT * 0.37,
        &format!("fill=\"none\" stroke=\"{color}\""),
    );
    let glyph = match pieces {
        Pieces::Traditional => piece.on_board(Script::Traditional),
        Pieces::Simplified => piece.on_board(Script::Simplified),
        Pieces::Letters => piece.letter(),
    };
    canvas.text(
        at,
        UNIT * 0.52,
        &format!("fill=\"{color}\""),
        &glyph.to_string(),
    );
}

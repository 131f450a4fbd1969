//! The shogi board as a picture, with the pieces in hand.

use super::{Canvas, Grid, UNIT, marks};
use crate::board::View;
use crate::game::shogi::notation::{hand_count, rank_kanji};
use crate::game::shogi::{Origin, Piece, Position, Square};
use crate::game::{Move, Side};

const INK: &str = "fill=\"#101010\"";
const LIT: &str = "fill=\"#f6c860\"";

pub(super) fn draw(position: &Position, view: &View<'_>) -> String {
    let mut grid = Grid::new(9, 9, view);
    let hands = 1.5 * UNIT;
    grid.origin.0 += hands;
    let (_, height) = grid.size();
    let mut canvas = Canvas::new((grid.size().0, height));
    light(&mut canvas, &grid, view);
    lines(&mut canvas, &grid);
    if view.coordinates {
        coordinates(&mut canvas, &grid);
    }
    for (square, piece) in position.pieces() {
        draw_piece(&mut canvas, grid.at(point(square)), piece, view.flip);
    }
    for side in Side::BOTH {
        draw_hand(&mut canvas, &grid, position, side);
    }
    marks::draw(&mut canvas, &grid, view, |_| "#2060c0");
    canvas.finish()
}

/// Column and row from the top left: file 9 is on the left.
fn point(square: Square) -> (u8, u8) {
    (9 - square.file(), square.rank() - 1)
}

/// The squares of the last move.
fn light(canvas: &mut Canvas, grid: &Grid, view: &View<'_>) {
    let Some(mv) = view.last.and_then(Move::shogi) else {
        return;
    };
    canvas.square(grid.at(point(mv.to)), UNIT, LIT);
    if let Origin::Board(from) = mv.from {
        canvas.square(grid.at(point(from)), UNIT, "fill=\"#f4d690\"");
    }
}

fn lines(canvas: &mut Canvas, grid: &Grid) {
    let (left, top) = (grid.origin.0 - UNIT / 2.0, grid.origin.1 - UNIT / 2.0);
    let (right, bottom) = (left + 9.0 * UNIT, top + 9.0 * UNIT);
    for number in 0..10u8 {
        let step = f64::from(number) * UNIT;
        canvas.line((left, top + step), (right, top + step));
        canvas.line((left + step, top), (left + step, bottom));
    }
    for (column, row) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
        canvas.circle(
            (left + column * UNIT, top + row * UNIT),
            3.0,
            "fill=\"#5a4020\"",
        );
    }
}

fn coordinates(canvas: &mut Canvas, grid: &Grid) {
    let (above, right) = (grid.origin.1 - 0.8 * UNIT, grid.origin.0 + 8.8 * UNIT);
    for number in 0..9u8 {
        let (x, y) = grid.at((number, number));
        canvas.coordinate((x, above), &(9 - number).to_string());
        canvas.coordinate((right, y), &rank_kanji(number + 1).to_string());
    }
}

/// A piece points away from its owner.
fn draw_piece(canvas: &mut Canvas, (x, y): (f64, f64), piece: Piece, flip: bool) {
    let upside_down = (piece.side == Side::Second) != flip;
    let turn = if upside_down { 180 } else { 0 };
    canvas.element(format_args!(
        "<g transform=\"translate({x} {y}) rotate({turn})\">"
    ));
    let outline = "M0 -18 L11 -13 L15 17 L-15 17 L-11 -13 Z";
    canvas.path(outline, "fill=\"#fbf0d8\" stroke=\"#5a4020\"");
    let color = if piece.kind.is_promoted() {
        "#c02020"
    } else {
        "#101010"
    };
    let glyph = piece.kind.in_diagram().to_string();
    canvas.text(
        (0.0, 2.0),
        UNIT * 0.58,
        &format!("fill=\"{color}\""),
        &glyph,
    );
    canvas.element(format_args!("</g>"));
}

/// The pieces in hand stand at their owner's right, from the middle of the board towards the owner.
fn draw_hand(canvas: &mut Canvas, grid: &Grid, position: &Position, side: Side) {
    let below = (side == Side::First) != grid.flip;
    let (x, turn) = if below {
        (grid.origin.0 + 9.8 * UNIT, 0)
    } else {
        (grid.origin.0 - 1.8 * UNIT, 180)
    };
    let middle = grid.origin.1 + 4.0 * UNIT;
    canvas.element(format_args!(
        "<g transform=\"translate({x} {middle}) rotate({turn})\">"
    ));
    let sign = if side == Side::First { "☗" } else { "☖" };
    canvas.text((0.0, 0.0), UNIT * 0.5, INK, sign);
    for (row, (kind, count)) in (1..8u8).zip(position.hand(side)) {
        // Upside down, a 6 would read as a 9: counts are kanji.
        let many = hand_count(count);
        let text = format!("{}{many}", kind.in_diagram());
        canvas.text((0.0, f64::from(row) * UNIT * 0.65), UNIT * 0.5, INK, &text);
    }
    canvas.element(format_args!("</g>"));
}

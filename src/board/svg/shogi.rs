//! The shogi board as SVG, with the pieces in hand.

use super::{Canvas, Hex, Placement, UNIT, fill};
use crate::board::{Pieces, View};
use crate::game::shogi::notation::{hand_count, rank_kanji};
use crate::game::shogi::{Origin, Piece, Position, Square};
use crate::game::{Move, Side};

pub(super) fn draw(position: &Position, view: &View<'_>) -> String {
    let mut grid = Placement::new(9, 9, view);
    let hands = 1.5 * UNIT;
    grid.origin.0 += hands;
    let mut canvas = Canvas::new(grid.size(), view);
    light(&mut canvas, &grid, view);
    lines(&mut canvas, &grid);
    if view.coordinates {
        coordinates(&mut canvas, &grid);
    }
    for (square, piece) in position.pieces() {
        draw_piece(&mut canvas, grid.at(point(square)), piece, view);
    }
    for side in Side::BOTH {
        draw_hand(&mut canvas, &grid, position, side, view);
    }
    canvas.finish()
}

/// Column and row from the top left: file 9 is on the left.
fn point(square: Square) -> (u8, u8) {
    (9 - square.file(), square.rank() - 1)
}

/// Highlights the squares of the last move.
fn light(canvas: &mut Canvas, grid: &Placement, view: &View<'_>) {
    let Some(mv) = view.last.and_then(Move::shogi) else {
        return;
    };
    canvas.square(grid.at(point(mv.to)), UNIT, &fill(canvas.scheme.mark));
    if let Origin::Board(square) = mv.from {
        canvas.square(grid.at(point(square)), UNIT, &fill(canvas.scheme.pieces));
    }
}

fn lines(canvas: &mut Canvas, grid: &Placement) {
    let (left, top) = (grid.origin.0 - UNIT / 2.0, grid.origin.1 - UNIT / 2.0);
    let (right, bottom) = (left + 9.0 * UNIT, top + 9.0 * UNIT);
    for number in 0..10u8 {
        let step = f64::from(number) * UNIT;
        canvas.line((left, top + step), (right, top + step));
        canvas.line((left + step, top), (left + step, bottom));
    }
    for (column, row) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
        canvas.dot((left + column * UNIT, top + row * UNIT), 3.0);
    }
}

fn coordinates(canvas: &mut Canvas, grid: &Placement) {
    let (above, right) = (grid.origin.1 - 0.8 * UNIT, grid.origin.0 + 8.8 * UNIT);
    for number in 0..9u8 {
        let (x, y) = grid.at((number, number));
        canvas.coordinate((x, above), &(9 - number).to_string());
        canvas.coordinate((right, y), &rank_kanji(number + 1).to_string());
    }
}

/// Draws a piece, pointing away from its owner.
fn draw_piece(canvas: &mut Canvas, (x, y): (f64, f64), piece: Piece, view: &View<'_>) {
    let upside_down = (piece.side == Side::Second) != view.flip;
    let turn = if upside_down { 180 } else { 0 };
    canvas.element(format_args!("<g transform=\"translate({x} {y}) rotate({turn})\">"));
    let outline = "M0 -18 L11 -13 L15 17 L-15 17 L-11 -13 Z";
    let scheme = canvas.scheme;
    let (wood, edge) = (Hex(scheme.pieces), Hex(scheme.text));
    canvas.path(outline, &format!("fill=\"{wood}\" stroke=\"{edge}\""));
    // Red, as on real pieces. Promoted ones also have different characters.
    let color = match piece.kind.is_promoted() {
        true => scheme.first,
        false => scheme.second,
    };
    let (glyph, size) = match (view.pieces, piece.kind.is_promoted()) {
        (Pieces::Letters, true) => (format!("+{}", piece.kind.letter()), 0.48),
        (Pieces::Letters, false) => (piece.kind.letter().to_string(), 0.52),
        _ => (piece.kind.in_diagram().to_string(), 0.58),
    };
    canvas.text((0.0, 2.0), UNIT * size, &fill(color), &glyph);
    canvas.element(format_args!("</g>"));
}

/// Draws the pieces in hand at the owner's right, from the middle of the board towards the owner.
fn draw_hand(
    canvas: &mut Canvas,
    grid: &Placement,
    position: &Position,
    side: Side,
    view: &View<'_>,
) {
    let ink = fill(canvas.scheme.text);
    let below = (side == Side::First) != grid.flip;
    let (x, turn) =
        if below { (grid.origin.0 + 9.8 * UNIT, 0) } else { (grid.origin.0 - 1.8 * UNIT, 180) };
    let middle = grid.origin.1 + 4.0 * UNIT;
    canvas.element(format_args!("<g transform=\"translate({x} {middle}) rotate({turn})\">"));
    canvas.text((0.0, 0.0), UNIT * 0.5, &ink, side.pick("☗", "☖"));
    for (row, (kind, count)) in (1..8u8).zip(position.hand(side)) {
        // Counts are in kanji, because an upside-down 6 looks like a 9.
        let many = hand_count(count);
        let piece = match view.pieces {
            Pieces::Letters => kind.letter(),
            Pieces::Traditional | Pieces::Simplified => kind.in_diagram(),
        };
        let text = format!("{piece}{many}");
        canvas.text((0.0, f64::from(row) * UNIT * 0.65), UNIT * 0.5, &ink, &text);
    }
    canvas.element(format_args!("</g>"));
}

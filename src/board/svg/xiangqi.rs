//! The xiangqi board as SVG.

use super::{Canvas, Hex, Placement, UNIT, fill};
use crate::board::xiangqi::river;
use crate::board::{Pieces, View};
use crate::game::xiangqi::{Piece, Position, Script, Square};
use crate::game::{Game, Move};

pub(super) fn draw(position: &Position, view: &View<'_>) -> String {
    let grid = Placement::new(9, 10, view);
    let mut canvas = Canvas::new(grid.size(), view);
    lines(&mut canvas, &grid);
    name_river(&mut canvas, &grid, view.pieces);
    stations(&mut canvas, &grid);
    if view.coordinates {
        coordinates(&mut canvas, &grid);
    }
    let last = view.last.and_then(Move::xiangqi);
    let last = last.filter(|mv| mv.from.on_board() && mv.to.on_board());
    if let Some(mv) = last {
        let color = Hex(canvas.scheme.mark);
        let look =
            format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"4 3\"");
        canvas.circle(grid.at(point(mv.from)), UNIT * 0.42, &look);
    }
    for (square, piece) in position.pieces() {
        let is_last = last.is_some_and(|mv| mv.to == square);
        draw_piece(&mut canvas, grid.at(point(square)), piece, view.pieces, is_last);
    }
    canvas.finish()
}

/// Column and row from the top left.
fn point(square: Square) -> (u8, u8) {
    (square.file(), 9 - square.rank())
}

fn lines(canvas: &mut Canvas, grid: &Placement) {
    for row in 0..10 {
        canvas.line(grid.at((0, row)), grid.at((8, row)));
    }
    for column in 0..9 {
        if column == 0 || column == 8 {
            canvas.line(grid.at((column, 0)), grid.at((column, 9)));
        } else {
            // The river interrupts the files.
            canvas.line(grid.at((column, 0)), grid.at((column, 4)));
            canvas.line(grid.at((column, 5)), grid.at((column, 9)));
        }
    }
    for top in [0, 7] {
        canvas.line(grid.at((3, top)), grid.at((5, top + 2)));
        canvas.line(grid.at((5, top)), grid.at((3, top + 2)));
    }
}

fn name_river(canvas: &mut Canvas, grid: &Placement, pieces: Pieces) {
    let [outer, inner, next, last] = river(pieces);
    let (left, bank) = grid.at((0, 4));
    let (right, other_bank) = grid.at((8, 5));
    let middle = f64::midpoint(bank, other_bank);
    let look = fill(canvas.scheme.line);
    for (part, text) in [(0.25, [outer, inner]), (0.75, [next, last])] {
        let text = format!("{}\u{3000}{}", text[0], text[1]);
        let x = left.min(right) + (right - left).abs() * part;
        canvas.text((x, middle), UNIT * 0.6, &look, &text);
    }
}

/// The corner marks around the initial points of cannons and pawns.
fn stations(canvas: &mut Canvas, grid: &Placement) {
    const NEAR: f64 = 4.0;
    const FAR: f64 = 11.0;
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let pawns = [3, 6].into_iter();
    let pawns = pawns.flat_map(|row| [0, 2, 4, 6, 8].map(|column| (column, row)));
    let look = format!("fill=\"none\" stroke=\"{}\"", Hex(canvas.scheme.line));
    let ((left, _), (right, _)) = (grid.at((0, 0)), grid.at((8, 0)));
    for (x, y) in cannons.into_iter().chain(pawns).map(|point| grid.at(point)) {
        for (across, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let (near, far) = (x + across * NEAR, x + across * FAR);
            if near < left.min(right) || near > left.max(right) {
                continue;
            }
            let (beside, beyond) = (y + down * NEAR, y + down * FAR);
            let path = format!("M{far} {beside} L{near} {beside} L{near} {beyond}");
            canvas.path(&path, &look);
        }
    }
}

/// Each side numbers the files from its right, red in Chinese numerals.
fn coordinates(canvas: &mut Canvas, grid: &Placement) {
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
    let scheme = canvas.scheme;
    let (color, wood) = scheme.side(Game::Xiangqi, piece.side, canvas.is_opposed);
    let width = if is_last { 4 } else { 1 };
    let edge = Hex(if is_last { scheme.mark } else { color });
    let (color, wood) = (Hex(color), Hex(wood));
    let look = format!("fill=\"{wood}\" stroke=\"{edge}\" stroke-width=\"{width}\"");
    canvas.circle(at, UNIT * 0.44, &look);
    canvas.circle(at, UNIT * 0.37, &format!("fill=\"none\" stroke=\"{color}\""));
    let glyph = match pieces {
        Pieces::Traditional => piece.on_board(Script::Traditional),
        Pieces::Simplified => piece.on_board(Script::Simplified),
        Pieces::Letters => piece.letter(),
    };
    canvas.text(at, UNIT * 0.52, &format!("fill=\"{color}\""), &glyph.to_string());
}

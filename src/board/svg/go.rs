//! The Go board as SVG.

use super::{Canvas, Hex, Placement, UNIT, marks};
use crate::board::View;
use crate::board::palette::{BLACK, WHITE};
use crate::game::go::{Position, column_name, stars};
use crate::game::{Move, Side};
use crate::record::Span;

pub(super) fn draw(position: &Position, view: &View<'_>) -> String {
    let size = position.size();
    let grid = Placement::new(size.columns(), size.rows(), view);
    let mut canvas = Canvas::new(grid.size(), view);
    lines(&mut canvas, &grid);
    let stars = stars(size).into_iter().map(|star| (star.column, star.row));
    for star in stars.filter(|star| grid.has(*star)) {
        canvas.dot(grid.at(star), UNIT * 0.09);
    }
    if view.coordinates {
        coordinates(&mut canvas, &grid);
    }
    for point in grid.part.points() {
        if let Some(side) = position.stone(point.into()) {
            stone(&mut canvas, grid.at(point), side);
        }
    }
    let mark = canvas.scheme.mark;
    let on_stone =
        |point: (u8, u8)| position.stone(point.into()).map_or(mark, |side| side.pick(WHITE, BLACK));
    let last = view.last.and_then(Move::go).and_then(|mv| mv.point);
    if let Some(point) = last.filter(|point| grid.has((point.column, point.row))) {
        let at = (point.column, point.row);
        let look = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"", Hex(on_stone(at)));
        // Around a mark, so that both are visible.
        let is_marked = view.marks.iter().any(|mark| mark.points().contains(&at));
        canvas.circle(grid.at(at), UNIT * if is_marked { 0.41 } else { 0.24 }, &look);
    }
    marks::draw(&mut canvas, &grid, view, on_stone);
    canvas.finish()
}

fn lines(canvas: &mut Canvas, grid: &Placement) {
    let Span { from: (left, top), to: (right, bottom) } = grid.part;
    // Where the board goes on, so do its lines.
    let (before, above) = (left.saturating_sub(1), top.saturating_sub(1));
    let (after, below) = ((right + 1).min(grid.columns - 1), (bottom + 1).min(grid.rows - 1));
    for row in top..=bottom {
        let [from, to] = [(left, before), (right, after)]
            .map(|(end, next)| grid.between((end, row), (next, row)));
        canvas.line(from, to);
    }
    for column in left..=right {
        let [from, to] = [(top, above), (bottom, below)]
            .map(|(end, next)| grid.between((column, end), (column, next)));
        canvas.line(from, to);
    }
}

fn coordinates(canvas: &mut Canvas, grid: &Placement) {
    let (width, height) = grid.size();
    for column in grid.part.from.0..=grid.part.to.0 {
        let (x, _) = grid.at((column, 0));
        canvas.coordinate((x, UNIT * 0.5), &column_name(column));
        canvas.coordinate((x, height - UNIT * 0.5), &column_name(column));
    }
    for row in grid.part.from.1..=grid.part.to.1 {
        let (_, y) = grid.at((0, row));
        let name = (grid.rows - row).to_string();
        canvas.coordinate((UNIT * 0.5, y), &name);
        canvas.coordinate((width - UNIT * 0.5, y), &name);
    }
}

fn stone(canvas: &mut Canvas, at: (f64, f64), side: Side) {
    let (fill, edge) = (Hex(side.pick(BLACK, WHITE)), Hex(BLACK));
    canvas.circle(at, UNIT * 0.47, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
}

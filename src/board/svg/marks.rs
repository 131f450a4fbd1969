//! Marks on the board, which only records of Go have.

use std::collections::HashSet;

use super::{Canvas, Hex, Placement, UNIT};
use crate::board::View;
use crate::board::palette::{BLACK, Color, WHITE};
use crate::record::{Mark, MarkKind};

/// Draws the marks over the board. `color` returns the contrasting colour for a point.
pub(super) fn draw(
    canvas: &mut Canvas,
    grid: &Placement,
    view: &View<'_>,
    color: impl Fn((u8, u8)) -> Color,
) {
    for mark in &view.marks {
        match mark.kind {
            MarkKind::Arrow | MarkKind::Line => arrows(canvas, grid, mark),
            MarkKind::View => dim_around(canvas, grid, mark),
            MarkKind::Label => {
                for (span, label) in mark.spans.iter().zip(mark.labels.iter()) {
                    if grid.has(span.from) {
                        draw_label(canvas, grid.at(span.from), color(span.from), label);
                    }
                }
            }
            kind => {
                for point in mark.points().into_iter().filter(|point| grid.has(*point)) {
                    sign(canvas, kind, grid.at(point), color(point));
                }
            }
        }
    }
}

fn sign(canvas: &mut Canvas, kind: MarkKind, (x, y): (f64, f64), color: Color) {
    let look = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"", Hex(color));
    fn filled(color: Color) -> String {
        format!("fill=\"{}\" stroke=\"#808080\"", Hex(color))
    }
    match kind {
        MarkKind::Triangle => {
            canvas.path(&format!("M{x} {} l10 18 h-20 Z", y - 11.0), &look);
        }
        MarkKind::Square => canvas.square((x, y), 17.0, &look),
        MarkKind::Circle => canvas.circle((x, y), 9.5, &look),
        MarkKind::Cross => {
            let (left, top) = (x - 8.0, y - 8.0);
            canvas.path(&format!("M{left} {top} l16 16 m0 -16 l-16 16"), &look);
        }
        MarkKind::Selected => canvas.square((x, y), UNIT * 0.9, &look),
        MarkKind::FirstTerritory => canvas.square((x, y), 12.0, &filled(BLACK)),
        MarkKind::SecondTerritory => canvas.square((x, y), 12.0, &filled(WHITE)),
        MarkKind::Dim => canvas.square((x, y), UNIT, "fill=\"#808080\" fill-opacity=\"0.5\""),
        MarkKind::Label | MarkKind::Arrow | MarkKind::Line | MarkKind::View => {}
    }
}

/// Dims everything outside the view.
fn dim_around(canvas: &mut Canvas, grid: &Placement, mark: &Mark) {
    let seen: HashSet<(u8, u8)> = mark.points().into_iter().collect();
    if seen.is_empty() {
        return;
    }
    for point in grid.part.points().filter(|point| !seen.contains(point)) {
        sign(canvas, MarkKind::Dim, grid.at(point), BLACK);
    }
}

/// Draws a label. On an empty point it hides the lines below it.
fn draw_label(canvas: &mut Canvas, at: (f64, f64), color: Color, label: &str) {
    let short: String = label.chars().take(4).collect();
    let size = if short.chars().count() > 2 { 14.0 } else { 20.0 };
    let mut look = format!("fill=\"{}\" font-weight=\"bold\"", Hex(color));
    // On a stone, an outline in the board's colour would obscure the letters.
    if color == canvas.scheme.mark {
        let ground = Hex(canvas.scheme.ground);
        look += &format!(" stroke=\"{ground}\" stroke-width=\"3\" paint-order=\"stroke\"");
    }
    canvas.text(at, size, &look, &short);
}

fn arrows(canvas: &mut Canvas, grid: &Placement, mark: &Mark) {
    let color = Hex(canvas.scheme.mark);
    for span in &mark.spans {
        let ((x1, y1), (x2, y2)) = (grid.at(span.from), grid.at(span.to));
        let look = format!("stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\"");
        canvas.path(&format!("M{x1} {y1} L{x2} {y2}"), &look);
        let length = (x2 - x1).hypot(y2 - y1);
        if mark.kind == MarkKind::Arrow && length > 0.0 {
            let (along, down) = ((x2 - x1) / length, (y2 - y1) / length);
            let (x, y) = (-10.0 * along - 6.0 * down, 6.0 * along - 10.0 * down);
            let (side_x, side_y) = (12.0 * down, -12.0 * along);
            let head = format!("M{x2} {y2} l{x:.1} {y:.1} l{side_x:.1} {side_y:.1} Z");
            canvas.path(&head, &format!("fill=\"{color}\""));
        }
    }
}

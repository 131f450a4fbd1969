//! A position as a picture: an SVG of shapes and characters that needs nothing but a font for them.

mod go;
mod marks;
mod shogi;
mod xiangqi;

use std::fmt::Write;

use super::view::View;
use crate::game::Position;
use crate::text::clean_line;

/// The distance of two points, in user units.
const UNIT: f64 = 40.0;
/// What most systems have for the characters of the pieces.
const FONT: &str = "'Noto Serif CJK SC','Noto Serif CJK JP','Songti SC','SimSun','Hiragino Mincho ProN','Yu Mincho',serif";

/// Draws a position with its last move and marks as a self-contained SVG.
pub fn svg(position: &Position, view: &View<'_>) -> String {
    match position {
        Position::Xiangqi(position) => xiangqi::draw(position, view),
        Position::Shogi(position) => shogi::draw(position, view),
        Position::Go(position) => go::draw(position, view),
    }
}

/// Where the points of a board are in the picture. Columns count from the left of the first player, rows from the top.
#[derive(Clone, Copy)]
struct Grid {
    columns: u8,
    rows: u8,
    flip: bool,
    /// Where the upper left point is.
    origin: (f64, f64),
}

impl Grid {
    /// A grid with room for coordinates around it.
    fn new(columns: u8, rows: u8, view: &View<'_>) -> Self {
        let margin = if view.coordinates { 1.5 * UNIT } else { UNIT };
        Self {
            columns,
            rows,
            flip: view.flip,
            origin: (margin, margin),
        }
    }

    /// Where a point is.
    fn at(&self, (column, row): (u8, u8)) -> (f64, f64) {
        let turned = |number: u8, count: u8| {
            if self.flip {
                f64::from(count) - 1.0 - f64::from(number)
            } else {
                f64::from(number)
            }
        };
        let (x, y) = (turned(column, self.columns), turned(row, self.rows));
        (self.origin.0 + x * UNIT, self.origin.1 + y * UNIT)
    }

    /// The width and height of a picture with the same margin on both sides.
    fn size(&self) -> (f64, f64) {
        let span = |count: u8| (f64::from(count) - 1.0) * UNIT;
        (
            2.0 * self.origin.0 + span(self.columns),
            2.0 * self.origin.1 + span(self.rows),
        )
    }
}

/// The picture as it grows.
struct Canvas(String);

impl Canvas {
    /// A picture with wooden ground.
    fn new((width, height): (f64, f64)) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONT}\" text-anchor=\"middle\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#f0d9a8\"/>\n"
        ))
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.element(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#5a4020\"/>"
        ));
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, look: &str) {
        self.element(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {look}/>"
        ));
    }

    /// A square around a point.
    fn square(&mut self, (x, y): (f64, f64), side: f64, look: &str) {
        let (x, y) = (x - side / 2.0, y - side / 2.0);
        self.element(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" {look}/>"
        ));
    }

    fn path(&mut self, path: &str, look: &str) {
        self.element(format_args!("<path d=\"{path}\" {look}/>"));
    }

    /// Text in the middle of a point. Every viewer centres it by the size: not all know `dominant-baseline`.
    fn text(&mut self, (x, y): (f64, f64), size: f64, look: &str, text: &str) {
        let (y, text) = (y + size * 0.36, escaped(text));
        self.element(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {look}>{text}</text>"
        ));
    }

    /// The names of the columns above and below the board, or of the rows beside it.
    fn coordinate(&mut self, at: (f64, f64), text: &str) {
        self.text(at, UNIT * 0.4, "fill=\"#5a4020\"", text);
    }

    fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// Text as it may stand in XML.
fn escaped(text: &str) -> String {
    clean_line(text).replace('&', "&amp;").replace('<', "&lt;")
}

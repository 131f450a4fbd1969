//! A position as a picture: an SVG of shapes and characters that needs nothing but a font for them.

mod go;
mod marks;
mod shogi;
mod xiangqi;

use std::fmt::{self, Write};

use super::palette::{Color, Palette, Scheme, rgb};
use super::view::{Colors, View};
use crate::game::{Game, Position};
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

/// A colour as SVG has it.
struct Hex(Color);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = rgb(self.0);
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The picture as it grows.
struct Canvas {
    picture: String,
    /// Its colours. Outlines part stones and pieces from their ground: one wood does for the boards of all games.
    scheme: Scheme,
    /// Whether the second side's pieces of xiangqi are light on dark.
    is_opposed: bool,
}

impl Canvas {
    /// A picture with nothing but its ground.
    fn new((width, height): (f64, f64), view: &View<'_>) -> Self {
        let palette = Palette {
            theme: view.theme,
            colors: Colors::Palette,
            pieces: view.pieces,
        };
        let scheme = Scheme::of(view.theme, Colors::Palette, Game::Xiangqi);
        let ground = Hex(scheme.ground);
        let picture = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONT}\" text-anchor=\"middle\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n"
        );
        Self {
            picture,
            scheme,
            is_opposed: palette.opposes(Game::Xiangqi),
        }
    }

    fn element(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.picture.write_fmt(element);
        self.picture.push('\n');
    }

    /// A small disc, such as a star of Go.
    fn dot(&mut self, at: (f64, f64), radius: f64) {
        let look = format!("fill=\"{}\"", Hex(self.scheme.line));
        self.circle(at, radius, &look);
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let line = Hex(self.scheme.line);
        self.element(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{line}\"/>"
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
        let look = format!("fill=\"{}\"", Hex(self.scheme.text));
        self.text(at, UNIT * 0.4, &look, text);
    }

    fn finish(mut self) -> String {
        self.picture.push_str("</svg>\n");
        self.picture
    }
}

/// Text escaped for XML.
fn escaped(text: &str) -> String {
    clean_line(text).replace('&', "&amp;").replace('<', "&lt;")
}

//! A position as an SVG picture that depends on nothing but a font for the characters.

mod go;
mod marks;
mod shogi;
mod xiangqi;

use std::fmt::{self, Write};

use super::palette::{Color, Palette, Scheme, rgb};
use super::view::{Colors, View};
use crate::game::{Game, Position};
use crate::record::Span;
use crate::text::clean_line;

/// The distance between two points, in user units.
const UNIT: f64 = 40.0;
/// Fonts that cover the pieces on most systems.
const FONT: &str = "'Noto Serif CJK SC','Noto Serif CJK JP','Songti SC','SimSun','Hiragino Mincho ProN','Yu Mincho',serif";

/// Draws a position with its last move and marks as a self-contained SVG.
pub fn svg(position: &Position, view: &View<'_>) -> String {
    match position {
        Position::Xiangqi(position) => xiangqi::draw(position, view),
        Position::Shogi(position) => shogi::draw(position, view),
        Position::Go(position) => go::draw(position, view),
    }
}

/// Maps points of a board to the picture. Columns count from the first player's left, rows from the top.
#[derive(Clone, Copy)]
struct Placement {
    columns: u8,
    rows: u8,
    /// The points that are drawn.
    part: Span,
    flip: bool,
    /// The position of the top left point.
    origin: (f64, f64),
}

impl Placement {
    /// A grid with space for coordinates around it.
    fn new(columns: u8, rows: u8, view: &View<'_>) -> Self {
        let margin = if view.coordinates { 1.5 * UNIT } else { UNIT };
        let part = view.part.filter(|part| part.to.0 < columns && part.to.1 < rows);
        let part = part.unwrap_or(Span { from: (0, 0), to: (columns - 1, rows - 1) });
        Self { columns, rows, part, flip: view.flip, origin: (margin, margin) }
    }

    /// The position of a point.
    fn at(&self, (column, row): (u8, u8)) -> (f64, f64) {
        let Span { from, to } = self.part;
        let [x, y] = [(column, from.0, to.0), (row, from.1, to.1)].map(|(number, first, last)| {
            let [number, first, last] = [number, first, last].map(f64::from);
            if self.flip { last - number } else { number - first }
        });
        (self.origin.0 + x * UNIT, self.origin.1 + y * UNIT)
    }

    /// The position halfway between two points.
    fn between(&self, one: (u8, u8), other: (u8, u8)) -> (f64, f64) {
        let ((x, y), (other_x, other_y)) = (self.at(one), self.at(other));
        (f64::midpoint(x, other_x), f64::midpoint(y, other_y))
    }

    /// The width and height of the picture, with equal margins on opposite sides.
    fn size(&self) -> (f64, f64) {
        let Span { from, to } = self.part;
        let [width, height] = [to.0 - from.0, to.1 - from.1].map(|count| f64::from(count) * UNIT);
        (2.0 * self.origin.0 + width, 2.0 * self.origin.1 + height)
    }

    fn has(&self, point: (u8, u8)) -> bool {
        self.part.contains(point)
    }
}

/// A colour in SVG notation.
struct Hex(Color);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = rgb(self.0);
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The look of what is filled with a colour and has no outline.
fn fill(color: Color) -> String {
    format!("fill=\"{}\"", Hex(color))
}

/// The picture under construction.
struct Canvas {
    picture: String,
    /// The colours. Pieces and stones are outlined, so all games can share the same wood.
    scheme: Scheme,
    /// Whether the second side's xiangqi pieces are light on dark.
    is_opposed: bool,
}

impl Canvas {
    /// A picture with only a background.
    fn new((width, height): (f64, f64), view: &View<'_>) -> Self {
        let palette = Palette { theme: view.theme, colors: Colors::Palette, pieces: view.pieces };
        let scheme = Scheme::of(view.theme, Colors::Palette, Game::Xiangqi);
        let ground = Hex(scheme.ground);
        let picture = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONT}\" text-anchor=\"middle\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n"
        );
        Self { picture, scheme, is_opposed: palette.opposes(Game::Xiangqi) }
    }

    fn element(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.picture.write_fmt(element);
        self.picture.push('\n');
    }

    /// A small disc, such as a star of Go.
    fn dot(&mut self, at: (f64, f64), radius: f64) {
        self.circle(at, radius, &fill(self.scheme.line));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let line = Hex(self.scheme.line);
        self.element(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{line}\"/>"
        ));
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, look: &str) {
        self.element(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {look}/>"));
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

    /// Text centred on a point. The offset is computed, since not all viewers support `dominant-baseline`.
    fn text(&mut self, (x, y): (f64, f64), size: f64, look: &str, text: &str) {
        let (y, text) = (y + size * 0.36, escaped(text));
        self.element(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {look}>{text}</text>"
        ));
    }

    /// A column name above or below the board, or a row name beside it.
    fn coordinate(&mut self, at: (f64, f64), text: &str) {
        self.text(at, UNIT * 0.4, &fill(self.scheme.text), text);
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

//! The Go board, two columns a point: 19×19 takes 41 columns by 20 rows, 40 by 19 without letters.

use std::collections::HashMap;

use super::xiangqi::fullwidth;
use super::{Cell, Charset, Ink, Lit, Picture, View, row_width};
use crate::game::go::{Point, Position, stars, vertex};
use crate::game::{Move, Side};
use crate::record::{Mark, MarkKind, Span};

pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let size = position.size();
    let board = Board {
        position,
        view,
        stars: stars(size),
        signs: view.marks.iter().flat_map(|mark| signs(mark)).collect(),
        last: match view.last {
            Some(Move::Go(mv)) => mv.point,
            _ => None,
        },
    };
    let mut picture = Picture::default();
    if view.coordinates && !view.compact {
        picture.rows.push(board.letters());
    }
    for row in 0..size.rows() {
        board.draw_row(row, &mut picture);
    }
    picture
}

/// What a row needs to know.
struct Board<'a> {
    position: &'a Position,
    view: &'a View<'a>,
    stars: Vec<Point>,
    signs: HashMap<Point, Sign<'a>>,
    last: Option<Point>,
}

/// A sign on a point.
#[derive(Clone, Copy)]
enum Sign<'a> {
    /// One character, in fullwidth.
    Glyph(char),
    Label(&'a str),
    /// The point is greyed out.
    Dim,
}

/// The signs of a mark. The usual signs have no width of their own on all terminals: characters that look like them and
/// have stand for them.
fn signs<'a>(mark: &'a Mark) -> Vec<(Point, Sign<'a>)> {
    let glyph = match mark.kind {
        MarkKind::Label => {
            let labels = mark.spans.iter().zip(&mark.labels);
            let sign = labels.map(|(span, text)| (Point::from(span.from), Sign::Label(text)));
            return sign.collect();
        }
        MarkKind::Arrow | MarkKind::Line => {
            let (start, end) = if mark.kind == MarkKind::Arrow {
                ('－', '＞')
            } else {
                ('＝', '＝')
            };
            let ends = |span: &Span| {
                [
                    (Point::from(span.from), Sign::Glyph(start)),
                    (Point::from(span.to), Sign::Glyph(end)),
                ]
            };
            return mark.spans.iter().flat_map(ends).collect();
        }
        MarkKind::Dim => Sign::Dim,
        MarkKind::Triangle => Sign::Glyph('ム'),
        MarkKind::Square => Sign::Glyph('口'),
        MarkKind::Circle => Sign::Glyph('〇'),
        MarkKind::Cross => Sign::Glyph('Ｘ'),
        MarkKind::Selected => Sign::Glyph('＠'),
        MarkKind::FirstTerritory => Sign::Glyph('ｘ'),
        MarkKind::SecondTerritory => Sign::Glyph('ｏ'),
    };
    mark.points()
        .map(|point| (Point::from(point), glyph))
        .collect()
}

impl Board<'_> {
    fn is_ascii(&self) -> bool {
        self.view.charset == Charset::Ascii
    }

    /// The columns of the numbers at the left.
    fn margin(&self) -> usize {
        match (self.view.coordinates, self.view.compact) {
            (false, _) => 0,
            (true, true) => 2,
            (true, false) => 3,
        }
    }

    /// The place of a point on the board that the reader sees.
    fn turned(&self, point: Point) -> Point {
        let size = self.position.size();
        if self.view.flip {
            Point::new(
                size.columns() - 1 - point.column,
                size.rows() - 1 - point.row,
            )
        } else {
            point
        }
    }

    fn letters(&self) -> Vec<Cell> {
        let mut text = " ".repeat(self.margin());
        for column in 0..self.position.size().columns() {
            let name = vertex::column(self.turned(Point::new(column, 0)).column);
            let mut letters = name.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if self.is_ascii() => text.extend([letter, ' ']),
                (Some(letter), None) => text.push(fullwidth(letter)),
                _ => text.push_str(&name),
            }
        }
        text.chars()
            .map(|glyph| Cell::new(glyph, Ink::Coordinate))
            .collect()
    }

    fn draw_row(&self, row: u8, picture: &mut Picture) {
        let size = self.position.size();
        let number = size.rows() - self.turned(Point::new(0, row)).row;
        let margin = match self.margin() {
            0 => String::new(),
            margin => format!("{:<margin$}", format!("{number:>2}")),
        };
        let mut cells: Vec<Cell> = margin
            .chars()
            .map(|glyph| Cell::new(glyph, Ink::Coordinate))
            .collect();
        for column in 0..size.columns() {
            let point = self.turned(Point::new(column, row));
            if self.last == Some(point) {
                picture.focus = Some((picture.rows.len(), row_width(&cells)));
            }
            cells.extend(self.point(point));
        }
        picture.rows.push(cells);
    }

    /// The two columns of a point.
    fn point(&self, point: Point) -> Vec<Cell> {
        let stone = self.position.stone(point);
        let is_last = self.last == Some(point);
        let sign = self.signs.get(&point);
        let ink = match (stone, sign) {
            (Some(Side::First), _) => Ink::First,
            (Some(Side::Second), _) => Ink::Second,
            (None, Some(Sign::Glyph(_) | Sign::Label(_))) => Ink::Mark,
            (None, _) => Ink::Board,
        };
        let text = match sign {
            Some(Sign::Label(label)) => self.label(label),
            Some(Sign::Glyph(glyph)) => self.glyph(*glyph),
            Some(Sign::Dim) if stone.is_none() => self.glyph('　'),
            _ => self.glyph(self.plain(point, stone, is_last)),
        };
        let lit = if is_last { Lit::To } else { Lit::No };
        let cell = |glyph| Cell { glyph, ink, lit };
        text.chars().map(cell).collect()
    }

    /// A point without a sign. In colour a stone is a blank cell, and the last one has a sign of its own.
    fn plain(&self, point: Point, stone: Option<Side>, is_last: bool) -> char {
        let in_box = self.view.charset == Charset::Box;
        match stone {
            Some(_) if self.view.color => {
                if is_last {
                    '＊'
                } else {
                    '　'
                }
            }
            Some(Side::First) if in_box => '●',
            Some(Side::Second) if in_box => '○',
            Some(Side::First) => '＃',
            Some(Side::Second) => 'Ｏ',
            None if self.stars.contains(&point) => '＋',
            None if in_box => '┼',
            None => '・',
        }
    }

    /// A character in two columns.
    fn glyph(&self, glyph: char) -> String {
        if !self.is_ascii() {
            return glyph.to_string();
        }
        let ascii = match glyph {
            '・' => '.',
            '　' => ' ',
            'ム' => '^',
            '口' => '%',
            '〇' => '@',
            'ｘ' => 'x',
            'ｏ' => 'o',
            '！'..='～' => char::from_u32(glyph as u32 - 0xFEE0).unwrap_or('?'),
            _ => '?',
        };
        format!("{ascii} ")
    }

    /// A label in two columns: one wide character or two narrow ones. Of a longer one the beginning is shown, of a long
    /// number the end, as in printed records.
    fn label(&self, label: &str) -> String {
        let label = super::clean_line(label);
        let narrow = |character: &char| matches!(character, '!'..='~');
        if label.chars().all(|character| character.is_ascii_digit()) && label.len() > 2 {
            return label[label.len() - 2..].to_owned();
        }
        let mut characters = label.chars();
        match (characters.next(), characters.next().filter(narrow)) {
            (Some(first @ '!'..='~'), Some(second)) => format!("{first}{second}"),
            (Some(first @ '!'..='~'), None) => self.glyph(fullwidth(first)),
            (Some(first), _) if !self.is_ascii() && is_wide(first) => first.to_string(),
            _ => self.glyph('？'),
        }
    }
}

fn is_wide(character: char) -> bool {
    super::columns(character.encode_utf8(&mut [0; 4]), false) == 2
}

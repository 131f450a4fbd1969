//! The Go board, two columns a point: 19×19 takes 41 columns by 20 rows, 40 by 19 without letters.

use std::collections::{HashMap, HashSet};

use super::xiangqi::fullwidth;
use super::{Cell, Charset, Ink, Lit, Picture, View, row_width};
use crate::game::go::{Point, Position, stars, vertex};
use crate::game::{Move, Side};
use crate::record::{Mark, MarkKind, Span};

pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let size = position.size();
    let point = |mv: Option<Move>| {
        let point = mv.and_then(Move::go)?.point;
        point.filter(|point| size.contains(*point))
    };
    let last = point(view.last);
    let board = Board {
        position,
        view,
        stars: stars(size),
        signs: signs(&view.marks),
        seen: seen(&view.marks),
        last,
        focus: last.or(point(view.near)),
    };
    let mut picture = Picture::default();
    if view.coordinates && !view.compact {
        picture.rows.push(board.letters());
    }
    picture.edge = (picture.rows.len(), board.margin());
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
    /// The points that are not greyed out, where only some are.
    seen: Option<HashSet<Point>>,
    last: Option<Point>,
    /// The point to be kept in view.
    focus: Option<Point>,
}

/// A sign on a point.
#[derive(Clone, Copy)]
enum Sign<'a> {
    /// The point is greyed out.
    Dim,
    /// One character, in fullwidth, that says whose the point is.
    Owner(char),
    /// One character for an end of a line.
    End(char),
    /// One character.
    Glyph(char),
    Label(&'a str),
}

impl Sign<'_> {
    /// Which of several signs on one point is drawn: the one of the highest rank, the last of equal ones.
    fn rank(self) -> u8 {
        match self {
            Self::Dim => 0,
            Self::Owner(_) => 1,
            Self::End(_) => 2,
            Self::Glyph(_) => 3,
            Self::Label(_) => 4,
        }
    }
}

/// The signs of all marks.
fn signs<'a>(marks: &[&'a Mark]) -> HashMap<Point, Sign<'a>> {
    let mut drawn = HashMap::new();
    for (point, sign) in marks.iter().flat_map(|mark| signs_of(mark)) {
        let drawn = drawn.entry(point).or_insert(sign);
        if drawn.rank() <= sign.rank() {
            *drawn = sign;
        }
    }
    drawn
}

/// The points in view, where that is not the whole board.
fn seen(marks: &[&Mark]) -> Option<HashSet<Point>> {
    let is_view = |mark: &&&Mark| mark.kind == MarkKind::View && !mark.spans.is_empty();
    let view = marks.iter().find(is_view)?;
    Some(view.points().into_iter().map(Point::from).collect())
}

/// The signs of a mark. The usual signs have no width of their own on all terminals: characters that look like them and
/// have stand for them.
fn signs_of(mark: &Mark) -> Vec<(Point, Sign<'_>)> {
    let sign = match mark.kind {
        MarkKind::Label => {
            let labels = mark.spans.iter().zip(mark.labels.iter());
            let sign = labels.map(|(span, text)| (Point::from(span.from), Sign::Label(text)));
            return sign.collect();
        }
        MarkKind::Arrow => return ends(mark, '－', '＞'),
        MarkKind::Line => return ends(mark, '＝', '＝'),
        MarkKind::View => return Vec::new(),
        MarkKind::Dim => Sign::Dim,
        MarkKind::Triangle => Sign::Glyph('ム'),
        MarkKind::Square => Sign::Glyph('口'),
        MarkKind::Circle => Sign::Glyph('〇'),
        MarkKind::Cross => Sign::Glyph('Ｘ'),
        MarkKind::Selected => Sign::Glyph('＠'),
        MarkKind::FirstTerritory => Sign::Owner('ｘ'),
        MarkKind::SecondTerritory => Sign::Owner('ｏ'),
    };
    let points = mark.points().into_iter();
    points.map(|point| (Point::from(point), sign)).collect()
}

/// The ends of lines.
fn ends(mark: &Mark, start: char, end: char) -> Vec<(Point, Sign<'_>)> {
    let ends = |span: &Span| {
        [
            (Point::from(span.from), Sign::End(start)),
            (Point::from(span.to), Sign::End(end)),
        ]
    };
    mark.spans.iter().flat_map(ends).collect()
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
            if self.focus == Some(point) {
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
        let is_seen = |seen: &HashSet<Point>| seen.contains(&point);
        let dim = Sign::Dim;
        let sign = match self.signs.get(&point) {
            None if !self.seen.as_ref().is_none_or(is_seen) => Some(&dim),
            sign => sign,
        };
        let ink = match (stone, sign) {
            (Some(Side::First), _) => Ink::First,
            (Some(Side::Second), _) => Ink::Second,
            (None, None | Some(Sign::Dim)) => Ink::Board,
            (None, Some(_)) => Ink::Mark,
        };
        let text = match (stone, sign) {
            (None, Some(Sign::Dim)) => self.glyph('　'),
            (Some(side), _) if !self.view.color => self.plain_stone(side, sign, is_last),
            (Some(_), None | Some(Sign::Dim)) => self.glyph(if is_last { '＊' } else { '　' }),
            (_, Some(Sign::Label(label))) => self.label(label),
            (_, Some(Sign::Owner(glyph) | Sign::End(glyph) | Sign::Glyph(glyph))) => {
                self.glyph(*glyph)
            }
            (None, None) => self.free(point),
        };
        let lit = if is_last { Lit::To } else { Lit::No };
        let cell = |glyph| Cell { glyph, ink, lit };
        text.chars().map(cell).collect()
    }

    /// A point without stone and sign.
    fn free(&self, point: Point) -> String {
        self.glyph(if self.stars.contains(&point) {
            '＋'
        } else if self.view.charset == Charset::Box {
            '┼'
        } else {
            '・'
        })
    }

    /// A stone where there is no colour to tell whose it is: a sign on it takes the second of its two columns.
    fn plain_stone(&self, side: Side, sign: Option<&Sign<'_>>, is_last: bool) -> String {
        let (narrow, wide, round) = match side {
            Side::First => ('#', '＃', '●'),
            Side::Second => ('O', 'Ｏ', '○'),
        };
        let sign = match sign {
            Some(Sign::Label(label)) => narrow_label(label),
            Some(Sign::Owner(glyph) | Sign::End(glyph) | Sign::Glyph(glyph)) => ascii(*glyph),
            None | Some(Sign::Dim) if is_last => '*',
            None | Some(Sign::Dim) if self.view.charset == Charset::Box => {
                return self.glyph(round);
            }
            None | Some(Sign::Dim) => return self.glyph(wide),
        };
        format!("{narrow}{sign}")
    }

    /// A character in two columns.
    fn glyph(&self, glyph: char) -> String {
        if self.is_ascii() {
            format!("{} ", ascii(glyph))
        } else {
            glyph.to_string()
        }
    }

    /// A label in two columns: one wide character or two narrow ones. Of a longer one the beginning is shown, of a long
    /// number the end, as in printed records.
    fn label(&self, label: &str) -> String {
        let label = crate::text::clean_line(label);
        let narrow = |character: &char| matches!(character, '!'..='~');
        if is_number(&label) && label.len() > 2 {
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

/// A label in one column: the end of a number, the beginning of another text.
fn narrow_label(label: &str) -> char {
    let label = crate::text::clean_line(label);
    let shown = if is_number(&label) {
        label.chars().next_back()
    } else {
        label.chars().next()
    };
    shown.filter(char::is_ascii_graphic).unwrap_or('?')
}

fn is_number(label: &str) -> bool {
    label.bytes().all(|byte| byte.is_ascii_digit())
}

/// The ASCII character that stands for a wide one.
fn ascii(glyph: char) -> char {
    match glyph {
        '・' => '.',
        '　' => ' ',
        'ム' => '^',
        '口' => '%',
        '〇' => '@',
        'ｘ' => 'x',
        'ｏ' => 'o',
        '！'..='～' => char::from_u32(glyph as u32 - 0xFEE0).unwrap_or('?'),
        _ => '?',
    }
}

fn is_wide(character: char) -> bool {
    crate::text::columns(character.encode_utf8(&mut [0; 4]), false) == 2
}

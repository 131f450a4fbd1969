//! The Go board, with two columns a point: 19×19 takes 41 columns by 20 rows, or 40 by 19 without letters. On larger
//! boards a point takes 4 columns by 2 rows, 6 by 3, or 10 by 5, with continuous lines and the stone on their crossing.

mod signs;

use std::collections::{HashMap, HashSet};

use signs::{Sign, seen, signs};

use super::Target;
use super::cell::{Cell, Highlight, Ink, Picture, cells, fullwidth, row_width};
use super::view::{Charset, Scale, View, Ways, in_charset, joint};
use crate::game::go::{Point, Position, Size, column_name, stars};
use crate::game::{Move, Side, halfwidth};
use crate::record::Span;

/// Columns and rows.
pub(super) fn size(position: &Position, view: &View<'_>) -> (usize, usize) {
    let (size, scale, part) = (position.size(), scale(view), shown_part(position.size(), view));
    let [columns, rows] = [(part.from.0, part.to.0), (part.from.1, part.to.1)]
        .map(|(first, last)| usize::from(last - first));
    let width = margin(view) + 2 * scale * (columns + 1);
    // Below the last crossings is only what belongs to their stones, unless the board goes on.
    let below = usize::from(part.to.1 + 1 < size.rows()) * (scale - stone_rows(view));
    (width, first_row(part, view) + scale * rows + stone_rows(view) + below)
}

/// The part that is drawn, with its points as shown.
fn shown_part(size: Size, view: &View<'_>) -> Span {
    let last = (size.columns() - 1, size.rows() - 1);
    let part = view.part.filter(|part| size.contains(part.to.into()));
    let part = part.unwrap_or(Span { from: (0, 0), to: last });
    let [from, to] = [part.from, part.to].map(|point| turned(point.into(), size, view));
    Span::between((from.column, from.row), (to.column, to.row))
}

/// The rows of a stone.
fn stone_rows(view: &View<'_>) -> usize {
    2 * middle(view) + 1
}

/// The rows above the points: the letters, and lines from the part of the board above.
fn first_row(part: Span, view: &View<'_>) -> usize {
    let above = usize::from(part.from.1 > 0) * (scale(view) - stone_rows(view));
    usize::from(has_letters(view)) + above
}

/// The rows of a point; it has twice as many columns.
fn scale(view: &View<'_>) -> usize {
    match view.scale {
        Scale::Compact | Scale::Usual => 1,
        Scale::Large => 2,
        Scale::Huge => 3,
        Scale::Giant => 5,
    }
}

/// The row of a point's crossing.
fn middle(view: &View<'_>) -> usize {
    (scale(view) - 1) / 2
}

/// Whether letters name the columns above the board.
fn has_letters(view: &View<'_>) -> bool {
    view.coordinates && view.scale != Scale::Compact
}

/// The number of columns for the row numbers at the left.
fn margin(view: &View<'_>) -> usize {
    match (view.coordinates, view.scale) {
        (false, _) => 0,
        (true, Scale::Compact) => 2,
        (true, _) => 3,
    }
}

pub(super) fn draw(position: &Position, view: &View<'_>) -> Picture {
    let size = position.size();
    let [last, near] = [view.last, view.near].map(|mv| {
        let point = mv.and_then(Move::go)?.point;
        point.filter(|point| size.contains(*point))
    });
    let board = Board {
        position,
        view,
        part: shown_part(size, view),
        stars: stars(size),
        signs: signs(&view.marks),
        seen: seen(&view.marks),
        last,
        focus: last.or(near),
    };
    let mut picture = Picture::default();
    if has_letters(view) {
        picture.rows.push(board.letters());
    }
    picture.edge = (picture.rows.len(), margin(view));
    if let Some(above) = board.part.from.1.checked_sub(1) {
        board.draw_row(above, stone_rows(view), &mut picture);
    }
    for row in board.part.from.1..=board.part.to.1 {
        board.draw_row(row, 0, &mut picture);
    }
    picture
}

/// The point at a row and a column of the picture.
pub(super) fn point_at(
    position: &Position,
    view: &View<'_>,
    row: usize,
    column: usize,
) -> Option<Point> {
    let (size, scale) = (position.size(), scale(view));
    let part = shown_part(size, view);
    let row = row.checked_sub(first_row(part, view))? / scale;
    let column = column.checked_sub(margin(view))? / (2 * scale);
    let column = part.from.0.checked_add(u8::try_from(column).ok()?)?;
    let row = part.from.1.checked_add(u8::try_from(row).ok()?)?;
    part.contains((column, row)).then(|| turned(Point::new(column, row), size, view))
}

/// Converts between a point on the board and its place as shown, in either direction.
fn turned(point: Point, size: Size, view: &View<'_>) -> Point {
    match view.flip {
        true => Point::new(size.columns() - 1 - point.column, size.rows() - 1 - point.row),
        false => point,
    }
}

/// Everything needed to draw a row.
struct Board<'a> {
    position: &'a Position,
    view: &'a View<'a>,
    /// The part that is drawn, with its points as shown.
    part: Span,
    stars: Vec<Point>,
    signs: HashMap<Point, Sign<'a>>,
    /// The points that are not dimmed, if some are.
    seen: Option<HashSet<Point>>,
    last: Option<Point>,
    /// The point to scroll to.
    focus: Option<Point>,
}

impl Board<'_> {
    /// Where a point is on the board as shown.
    fn turned(&self, point: Point) -> Point {
        turned(point, self.position.size(), self.view)
    }

    fn letters(&self) -> Vec<Cell> {
        let mut text = " ".repeat(margin(self.view));
        let beside = " ".repeat(scale(self.view) - 1);
        for column in self.part.from.0..=self.part.to.0 {
            text.push_str(&beside);
            let name = column_name(self.turned(Point::new(column, 0)).column);
            let mut letters = name.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if self.view.is_ascii() => text.extend([letter, ' ']),
                (Some(letter), None) => text.push(fullwidth(letter)),
                _ => text.push_str(&name),
            }
            text.push_str(&beside);
        }
        cells(&text, Ink::Coordinate)
    }

    /// Draws the points of a row, or only what is below some of their rows.
    fn draw_row(&self, row: u8, from: usize, picture: &mut Picture) {
        let size = self.position.size();
        let number = size.rows() - self.turned(Point::new(0, row)).row;
        let margin = margin(self.view);
        let middle = middle(self.view);
        let is_last = row + 1 == size.rows();
        for nth in from..if is_last { stone_rows(self.view) } else { scale(self.view) } {
            let text = match nth == middle {
                true if margin > 0 => format!("{:<margin$}", format!("{number:>2}")),
                _ => " ".repeat(margin),
            };
            let mut row_cells = cells(&text, Ink::Coordinate);
            for column in self.part.from.0..=self.part.to.0 {
                let point = self.turned(Point::new(column, row));
                if nth == middle && self.focus == Some(point) {
                    picture.focus = Some((picture.rows.len(), row_width(&row_cells)));
                }
                let before = row_cells.len();
                self.draw_point(point, nth, &mut row_cells);
                if nth == middle && self.view.cursor == Some(Target::Go(point)) {
                    self.point_at(&mut row_cells, before, picture);
                }
            }
            picture.rows.push(row_cells);
        }
    }

    /// Puts the cursor on the crossing of the last point of a row, which begins at this cell.
    fn point_at(&self, row: &mut [Cell], before: usize, picture: &mut Picture) {
        let end = row_width(row) - scale(self.view) - 1;
        let mut column = row_width(&row[..before]);
        for cell in row.iter_mut().skip(before) {
            let here = column;
            column += cell.width();
            if (end..end + 2).contains(&(here + 1)) {
                cell.is_pointed = true;
                picture.cursor.get_or_insert((picture.rows.len(), here));
            }
        }
    }

    /// A row of a point: its crossing with lines on both sides, or a part of its stone or of a line above or below it.
    fn draw_point(&self, point: Point, nth: usize, row: &mut Vec<Cell>) {
        let beside = scale(self.view) - 1;
        let distance = nth.abs_diff(middle(self.view));
        // Only an odd number of rows has a middle.
        let stone = self.position.stone(point).filter(|_| nth < stone_rows(self.view));
        let ways = self.ways(point);
        match stone {
            Some(side) if beside > 0 => {
                let ends = vec![Cell::new(' ', Ink::Board); distance];
                row.extend_from_slice(&ends);
                row.extend(self.stone(point, side, nth));
                row.extend(ends);
            }
            _ if distance == 0 && self.long_name(point).is_some() => {
                row.extend(self.long_name(point).into_iter().flatten());
            }
            _ if distance == 0 => {
                row.extend(self.line(ways.left && !self.is_dim(point)));
                row.extend(self.point(point));
                row.extend(self.line(ways.right && !self.is_dim(point)));
            }
            _ => {
                let goes_on = if nth < middle(self.view) { ways.up } else { ways.down };
                let line = if goes_on && !self.is_dim(point) { '｜' } else { '　' };
                row.extend(self.line(false));
                let line = match self.view.charset {
                    Charset::Box => in_charset(line, Charset::Box).to_string(),
                    _ => self.glyph(line),
                };
                row.extend(cells(&line, Ink::Board));
                row.extend(self.line(false));
            }
        }
    }

    /// The name of a move that takes more than two columns, if there is room for it and no mark.
    fn long_name(&self, point: Point) -> Option<Vec<Cell>> {
        let columns = 2 * scale(self.view);
        let name = self.view.names.get(&Target::Go(point))?;
        let is_shown = (3..=columns).contains(&name.text.len()) && name.text.is_ascii();
        if !is_shown || self.signs.contains_key(&point) || self.is_dim(point) {
            return None;
        }
        let before = if name.text.len() < columns { " " } else { "" };
        let text = format!("{:^columns$}", before.to_owned() + &name.text);
        let mut cells = cells(&text, Ink::Mark);
        if name.is_next {
            cells.iter_mut().for_each(|cell| cell.lit = Highlight::Next);
        }
        Some(cells)
    }

    /// The columns on one side of a crossing, with a line or without.
    fn line(&self, is_drawn: bool) -> Vec<Cell> {
        let cell = match self.view.charset {
            _ if !is_drawn => Cell::new(' ', Ink::Board),
            Charset::Box => Cell::narrow('─', Ink::Board),
            Charset::Ascii | Charset::Cjk => Cell::new('-', Ink::Board),
        };
        vec![cell; scale(self.view) - 1]
    }

    /// A row of a large stone, whose outline is closed above, below and at both sides.
    fn stone(&self, point: Point, side: Side, nth: usize) -> Vec<Cell> {
        let (middle, columns) = (middle(self.view), 2 * scale(self.view));
        let width = columns - 2 * nth.abs_diff(middle);
        let body = match side {
            _ if self.view.color => ' ',
            Side::First => '#',
            Side::Second => 'O',
        };
        let is_closed = self.view.color && !self.view.is_ascii() && middle > 0;
        if is_closed && nth.is_multiple_of(2 * middle) {
            let edge = if nth == 0 { "￣" } else { "＿" };
            return cells(&edge.repeat(width / 2), Ink::Body(side));
        }
        let body = Cell::new(body, Ink::Body(side));
        let inside = match nth == middle {
            true => {
                let fill = vec![body; width / 2 - 2];
                [&fill[..], &self.point(point), &fill].concat()
            }
            false => vec![body; width - 2],
        };
        let [left, right] = ['(', ')'].map(|glyph| [Cell::new(glyph, Ink::Body(side))]);
        [&left[..], &inside, &right].concat()
    }

    /// Whether a point is dimmed.
    fn is_dim(&self, point: Point) -> bool {
        matches!(self.signs.get(&point), Some(Sign::Dim))
            || self.seen.as_ref().is_some_and(|seen| !seen.contains(&point))
    }

    /// The two columns of a point.
    fn point(&self, point: Point) -> Vec<Cell> {
        let stone = self.position.stone(point);
        let is_last = self.last == Some(point);
        let name = self.view.names.get(&Target::Go(point));
        let sign = match self.signs.get(&point) {
            Some(sign) => Some(*sign),
            None if self.is_dim(point) => Some(Sign::Dim),
            None => name.map(|name| Sign::Label(&name.text)),
        };
        let is_next = name.is_some_and(|name| name.is_next);
        let is_plain = self.view.color && !is_last && matches!(sign, None | Some(Sign::Dim));
        let is_disc = self.view.charset == Charset::Box && scale(self.view) == 1;
        let ink = match (stone, sign) {
            (Some(side), _) if is_plain && is_disc => Ink::Disc(side),
            (Some(side), _) if is_plain => Ink::Body(side),
            (Some(side), _) => Ink::of(side),
            // Large stars would otherwise be as pale as the lines.
            (None, None) if scale(self.view) > 1 && self.stars.contains(&point) => Ink::Coordinate,
            (None, None | Some(Sign::Dim)) => Ink::Board,
            (None, Some(_)) => Ink::Mark,
        };
        let text = match (stone, sign) {
            (None, Some(Sign::Dim)) => self.glyph('　'),
            (Some(side), _) if !self.view.color => self.plain_stone(side, sign, is_last),
            (Some(_), None | Some(Sign::Dim)) if is_last => self.glyph('＊'),
            (Some(side), None | Some(Sign::Dim)) if is_disc => round(side).to_string(),
            (Some(_), None | Some(Sign::Dim)) if scale(self.view) > 1 => self.glyph('　'),
            (Some(_), None | Some(Sign::Dim)) => self.glyph('Ｏ'),
            (_, Some(Sign::Label(label))) => self.label(label),
            (_, Some(Sign::Owner(glyph) | Sign::End(glyph) | Sign::Glyph(glyph))) => {
                self.glyph(glyph)
            }
            (None, None) => self.free(point),
        };
        let lit = match sign {
            _ if is_last => Highlight::To,
            Some(Sign::Label(_)) if is_next => Highlight::Next,
            _ => Highlight::None,
        };
        text.chars().map(|glyph| Cell { lit, ..Cell::new(glyph, ink) }).collect()
    }

    /// A point without a stone or mark.
    fn free(&self, point: Point) -> String {
        let is_star = self.stars.contains(&point);
        let (is_ascii, is_box) = (self.view.is_ascii(), self.view.charset == Charset::Box);
        let ways = self.ways(point);
        match (scale(self.view) > 1, is_star) {
            (true, true) if is_ascii => "*-".to_owned(),
            (true, false) if is_ascii => if ways.right { "+-" } else { "+ " }.to_owned(),
            (_, true) if is_box => '╋'.to_string(),
            (true, true) => self.glyph('＊'),
            (is_large, false) if is_large || is_box => joint(ways, self.view.charset).to_string(),
            (false, true) => self.glyph('＋'),
            (_, false) => self.glyph('・'),
        }
    }

    /// The directions of lines from a point, as shown.
    fn ways(&self, point: Point) -> Ways {
        let (size, seen) = (self.position.size(), self.turned(point));
        Ways {
            up: seen.row > 0,
            down: seen.row + 1 < size.rows(),
            left: seen.column > 0,
            right: seen.column + 1 < size.columns(),
        }
    }

    /// A stone without colour, so its character shows the side. A mark takes its second column.
    fn plain_stone(&self, side: Side, sign: Option<Sign<'_>>, is_last: bool) -> String {
        let (narrow, wide) = side.pick(('#', '＃'), ('O', 'Ｏ'));
        let sign = match sign {
            Some(Sign::Label(label)) => narrow_label(label),
            Some(Sign::Owner(glyph) | Sign::End(glyph) | Sign::Glyph(glyph)) => ascii(glyph),
            None | Some(Sign::Dim) if is_last => '*',
            None | Some(Sign::Dim) if scale(self.view) > 1 => narrow,
            None | Some(Sign::Dim) if self.view.charset == Charset::Box => {
                return self.glyph(round(side));
            }
            None | Some(Sign::Dim) => return self.glyph(wide),
        };
        format!("{narrow}{sign}")
    }

    /// Pads a character to two columns.
    fn glyph(&self, glyph: char) -> String {
        match (self.view.charset, glyph) {
            (Charset::Ascii, _) => format!("{} ", ascii(glyph)),
            (Charset::Box, 'ム') => '△'.to_string(),
            _ => glyph.to_string(),
        }
    }

    /// A label in two columns: one wide character or two narrow ones. Longer labels are cut: numbers at the start, as
    /// in printed records, others at the end.
    fn label(&self, label: &str) -> String {
        let label = crate::text::clean_line(label);
        if is_number(&label) && label.len() > 2 {
            return label[label.len() - 2..].to_owned();
        }
        let mut characters = label.chars();
        match (characters.next(), characters.next()) {
            (Some(first @ '!'..='~'), Some(second @ '!'..='~')) => format!("{first}{second}"),
            (Some(first @ '!'..='~'), _) => self.glyph(fullwidth(first)),
            (Some(first), _) if !self.view.is_ascii() && is_wide(first) => first.to_string(),
            _ => self.glyph('？'),
        }
    }
}

/// A stone as a disc.
fn round(side: Side) -> char {
    side.pick('●', '○')
}

/// A label in one column: the last digit of a number, or the first character of another text.
fn narrow_label(label: &str) -> char {
    let label = crate::text::clean_line(label);
    let shown = if is_number(&label) { label.chars().next_back() } else { label.chars().next() };
    shown.filter(char::is_ascii_graphic).unwrap_or('?')
}

fn is_number(label: &str) -> bool {
    label.bytes().all(|byte| byte.is_ascii_digit())
}

/// The ASCII replacement of a wide character.
fn ascii(glyph: char) -> char {
    match glyph {
        '・' => '.',
        '　' => ' ',
        'ム' => '^',
        '口' => '%',
        '〇' => '@',
        'ｘ' => 'x',
        'ｏ' => 'o',
        '！'..='～' => halfwidth(glyph),
        _ => '?',
    }
}

fn is_wide(character: char) -> bool {
    crate::text::columns(character.encode_utf8(&mut [0; 4]), false) == 2
}

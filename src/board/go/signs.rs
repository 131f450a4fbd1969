//! Marks as characters on points.

use std::collections::{HashMap, HashSet};

use crate::game::go::Point;
use crate::record::{Mark, MarkKind};

/// A mark on a point.
#[derive(Clone, Copy)]
pub(super) enum Sign<'a> {
    /// The point is dimmed.
    Dim,
    /// A fullwidth character for the owner of the point.
    Owner(char),
    /// A character for an end of a line.
    End(char),
    /// One character.
    Glyph(char),
    Label(&'a str),
}

impl Sign<'_> {
    /// The priority among several marks on a point. The highest is drawn; of equal ones the last.
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

/// All marks by point.
pub(super) fn signs<'a>(marks: &[&'a Mark]) -> HashMap<Point, Sign<'a>> {
    let mut drawn = HashMap::new();
    for (point, sign) in marks.iter().flat_map(|mark| signs_of(mark)) {
        let best = drawn.entry(point).or_insert(sign);
        if best.rank() <= sign.rank() {
            *best = sign;
        }
    }
    drawn
}

/// The visible points, if not the whole board.
pub(super) fn seen(marks: &[&Mark]) -> Option<HashSet<Point>> {
    let mut marks = marks.iter();
    let view = marks.find(|mark| mark.kind == MarkKind::View && !mark.spans.is_empty())?;
    Some(view.points().into_iter().map(Point::from).collect())
}

/// The points of a mark. The usual characters do not have the same width on all terminals, so similar ones are used.
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

/// The ends of lines or arrows.
fn ends(mark: &Mark, start: char, end: char) -> Vec<(Point, Sign<'_>)> {
    let ends = mark.spans.iter().flat_map(|span| {
        [(Point::from(span.from), Sign::End(start)), (Point::from(span.to), Sign::End(end))]
    });
    ends.collect()
}

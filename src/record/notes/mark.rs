//! Marks and stones placed on the board by hand.

use std::{fmt, iter};

use smallvec::SmallVec;
use strum::{EnumString, IntoStaticStr};

use crate::game::{Position, Side};

/// Two points, each a file and a rank from the top left corner: opposite corners of a rectangle, inclusive, or the ends
/// of an arrow or line. Most rectangles are a single point.
///
/// Rectangles are not expanded, because a few bytes of a file can name thousands of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The upper left corner, or where an arrow starts.
    pub from: (u8, u8),
    /// The lower right corner, or where an arrow ends.
    pub to: (u8, u8),
}

impl Span {
    /// The rectangle between two opposite corners.
    pub fn between((a, b): (u8, u8), (c, d): (u8, u8)) -> Self {
        Self { from: (a.min(c), b.min(d)), to: (a.max(c), b.max(d)) }
    }

    /// Whether a point is in the rectangle.
    pub fn contains(self, (file, rank): (u8, u8)) -> bool {
        (self.from.0..=self.to.0).contains(&file) && (self.from.1..=self.to.1).contains(&rank)
    }

    /// The points of the rectangle, row by row.
    pub fn points(self) -> impl Iterator<Item = (u8, u8)> {
        let rows = self.from.1..=self.to.1;
        rows.flat_map(move |rank| (self.from.0..=self.to.0).map(move |file| (file, rank)))
    }
}

/// Rectangles in file order. Most lists are short enough to need no allocation.
pub type Spans = SmallVec<[Span; 4]>;

/// A single point.
impl From<(u8, u8)> for Span {
    fn from(point: (u8, u8)) -> Self {
        Self { from: point, to: point }
    }
}

/// The kinds of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MarkKind {
    /// △ on the point.
    Triangle,
    /// □ on the point.
    Square,
    /// ○ on the point.
    Circle,
    /// × on the point.
    Cross,
    /// The point is selected.
    Selected,
    /// Text on the point.
    Label,
    /// The point is territory of the first side.
    #[strum(serialize = "territory_first")]
    FirstTerritory,
    /// The point is territory of the second side.
    #[strum(serialize = "territory_second")]
    SecondTerritory,
    /// The point is dimmed, from here to the next mark of this kind.
    Dim,
    /// Only these points are shown, from here to the next mark of this kind.
    View,
    /// An arrow from the first point to the second.
    Arrow,
    /// A line between two points.
    Line,
}

impl MarkKind {
    /// The name of the kind in JSON, notes and commands.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// Marks of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The kind of mark.
    pub kind: MarkKind,
    /// The points. May be empty for territory and dimmed points, meaning none, and for a view, meaning the whole board.
    pub spans: Spans,
    /// The texts of labels, one for each span.
    pub labels: Labels,
}

impl Mark {
    /// Marks without text.
    pub fn new(kind: MarkKind, spans: Spans) -> Self {
        Self { kind, spans, labels: Labels::default() }
    }

    /// The marked points.
    pub fn points(&self) -> Vec<(u8, u8)> {
        points(&self.spans)
    }

    /// Each marked point as readers note it: see [`Edit::Marks`](crate::record::Edit::Marks).
    pub(in crate::record) fn texts(&self) -> Vec<String> {
        let name = self.kind.name();
        let marked = self.labelled().into_iter();
        let texts = marked.flat_map(|(span, label)| {
            let label = label.unwrap_or_default();
            let texts = span.points().map(|(column, row)| format!("{name} {column} {row} {label}"));
            texts.collect::<Vec<_>>()
        });
        texts.map(|text| text.trim_end().to_owned()).collect()
    }

    fn labelled(&self) -> Vec<(Span, Option<String>)> {
        let labels = self.labels.iter().map(|label| Some(label.to_owned()));
        self.spans.iter().copied().zip(labels.chain(iter::repeat(None))).collect()
    }

    /// Whether these are also marks of the other's kind, with its labels, on all of its points.
    pub fn covers(&self, other: &Self) -> bool {
        let known = self.labelled();
        self.kind == other.kind && other.labelled().iter().all(|mark| known.contains(mark))
    }
}

/// The texts of labels in order, one per line: there may be many short ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Labels(String);

impl Labels {
    /// The text of each label.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator('\n')
    }
}

/// Line breaks in labels become spaces.
impl<T: AsRef<str>> Extend<T> for Labels {
    fn extend<I: IntoIterator<Item = T>>(&mut self, labels: I) {
        for label in labels {
            match label.as_ref() {
                label if label.contains('\n') => self.0.push_str(&label.replace('\n', " ")),
                label => self.0.push_str(label),
            }
            self.0.push('\n');
        }
    }
}

/// The points of some rectangles: in file order if all are single points, otherwise row by row without duplicates,
/// however many rectangles overlap.
fn points(spans: &[Span]) -> Vec<(u8, u8)> {
    if spans.iter().all(|span| span.from == span.to) {
        return spans.iter().map(|span| span.from).collect();
    }
    // One bit for each column. The letters of SGF can name 52 columns and rows.
    let mut rows = [0_u64; 64];
    for span in spans {
        let columns = (span.from.0..=span.to.0.min(63)).fold(0, |columns, at| columns | 1 << at);
        let (first, last) = (usize::from(span.from.1), usize::from(span.to.1));
        for row in rows.iter_mut().take(last + 1).skip(first) {
            *row |= columns;
        }
    }
    let all = Span::between((0, 0), (63, 63)).points();
    all.filter(|(column, row)| rows[usize::from(*row)] >> column & 1 == 1).collect()
}

/// Stones placed or removed by hand: one of Go's `AB`, `AW` and `AE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The colour of the stones; `None` removes stones.
    pub stone: Option<Side>,
    /// The points.
    pub spans: Spans,
}

/// `first 3,3-3,5 9,9-9,9`: the side, or `none`, and the corners of each rectangle, from 0.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stone.map_or("none", Side::name))?;
        let mut spans = self.spans.iter();
        spans.try_for_each(|Span { from: (a, b), to: (c, d) }| write!(f, " {a},{b}-{c},{d}"))
    }
}

impl Setup {
    /// The points to set. Some may be off the board.
    pub fn points(&self) -> Vec<(u8, u8)> {
        points(&self.spans)
    }

    /// Sets the points, whatever is there, without captures. Only Go has such setups.
    pub fn apply(&self, position: &mut Position) {
        match position {
            Position::Go(position) => {
                for span in &self.spans {
                    position.fill(span.from.into(), span.to.into(), self.stone);
                }
            }
            Position::Xiangqi(_) | Position::Shogi(_) => {}
        }
    }
}

//! What is put on the board by hand: signs and stones.

use crate::game::{Position, Side};

/// Two points, each a file and a rank from the top left corner: opposite corners of a rectangle, both included, or the
/// ends of an arrow or a line. Most rectangles are a single point.
///
/// Rectangles are kept as such: a file of a few bytes can name thousands of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The upper left corner, or where an arrow starts.
    pub from: (u8, u8),
    /// The lower right corner, or where an arrow ends.
    pub to: (u8, u8),
}

impl Span {
    /// The points of the rectangle, row by row.
    pub fn points(self) -> impl Iterator<Item = (u8, u8)> {
        let rows = self.from.1..=self.to.1;
        rows.flat_map(move |rank| (self.from.0..=self.to.0).map(move |file| (file, rank)))
    }
}

/// A single point.
impl From<(u8, u8)> for Span {
    fn from(point: (u8, u8)) -> Self {
        Self {
            from: point,
            to: point,
        }
    }
}

/// The kinds of signs on points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// The point is the first side's territory.
    FirstTerritory,
    /// The point is the second side's territory.
    SecondTerritory,
    /// The point is greyed out, here and on all that follows until the next such mark.
    Dim,
    /// An arrow from the first point to the second.
    Arrow,
    /// A line between two points.
    Line,
}

/// Signs of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Which sign.
    pub kind: MarkKind,
    /// Where. May be empty for territory and greyed points: the file says that there are none.
    pub spans: Vec<Span>,
    /// The texts of labels, one for each of `spans`.
    pub labels: Vec<Box<str>>,
}

impl Mark {
    /// Signs without text.
    pub fn new(kind: MarkKind, spans: Vec<Span>) -> Self {
        Self {
            kind,
            spans,
            labels: Vec::new(),
        }
    }

    /// Every point that has the sign.
    pub fn points(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.spans.iter().flat_map(|span| span.points())
    }
}

/// Stones placed on the board by hand, or taken away: one of Go's `AB AW AE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Whose stones; `None` empties the points.
    pub stone: Option<Side>,
    /// Where.
    pub spans: Vec<Span>,
}

impl Setup {
    /// Every point that is set; it may be off the board.
    pub fn points(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.spans.iter().flat_map(|span| span.points())
    }

    /// Places the stones, over whatever is there, without capture. Only Go has such setups.
    pub fn apply(&self, position: &mut Position) {
        if let Position::Go(position) = position {
            for span in &self.spans {
                position.fill(span.from.into(), span.to.into(), self.stone);
            }
        }
    }
}

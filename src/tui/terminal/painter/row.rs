//! The characters of a row, and which of them to write.

use ratatui::buffer::Cell;

use super::ink::Ink;
use crate::tui::terminal::ambiguous::Ambiguous;
use crate::tui::terminal::canvas::TAKEN;

/// Blanks shorter than this at the end of a row are written, longer ones are erased.
const ERASE: usize = 3;

/// A character on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph<'a> {
    pub(super) x: u16,
    /// The columns that it has on the grid.
    pub(super) width: u16,
    pub(super) symbol: &'a str,
    pub(super) ink: Ink,
    pub(super) advance: Advance,
}

/// Where the terminal's cursor is once a character is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Advance {
    /// Right after its columns.
    Certain,
    /// In the second of its two columns: it has one more than it takes.
    Short,
    /// After one of its two columns or both.
    Within,
    /// After its column, or one further.
    Drifts,
}

impl Advance {
    /// `own` is the columns that the character itself takes, `width` what it has.
    fn new(own: u16, width: u16, certain: bool) -> Self {
        match (certain, width) {
            (true, _) if own == width => Self::Certain,
            (true, _) => Self::Short,
            (false, 1) => Self::Drifts,
            (false, _) => Self::Within,
        }
    }
}

impl Glyph<'_> {
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.symbol, " " | "\u{3000}")
    }

    /// Whether it looks like a row that was never written to.
    fn is_empty(&self) -> bool {
        self.symbol == " " && self.ink == Ink::default()
    }

    fn drifts(&self) -> bool {
        self.advance == Advance::Drifts
    }
}

/// The characters of a row, from the left.
pub(super) fn glyphs(row: &[Cell], ambiguous: Ambiguous) -> Vec<Glyph<'_>> {
    let mut glyphs = Vec::with_capacity(row.len());
    let mut x = 0;
    while let Some(cell) = row.get(x) {
        let symbol = match cell.symbol() {
            TAKEN => " ",
            symbol => symbol,
        };
        let taken = row[x + 1..]
            .iter()
            .take_while(|cell| cell.symbol() == TAKEN);
        let own = ambiguous.width(symbol);
        let width = usize::from(own).clamp(1, 2).max(1 + taken.take(1).count());
        // A character that hangs over the edge is not written.
        let symbol = if x + width > row.len() { " " } else { symbol };
        let width = if symbol == " " { 1 } else { width as u16 };
        glyphs.push(Glyph {
            x: x as u16,
            width,
            symbol,
            ink: Ink::from(cell),
            advance: Advance::new(own, width, ambiguous.is_certain(symbol)),
        });
        x += usize::from(width);
    }
    glyphs
}

/// A part of a row that is written in one go.
#[derive(Debug)]
pub(super) struct Stroke<'a> {
    pub(super) y: u16,
    pub(super) row: &'a [Glyph<'a>],
    /// The characters to be written, in their order.
    pub(super) written: Vec<usize>,
    /// The first of those at the end of the row that are erased.
    pub(super) erased: Option<usize>,
}

impl Stroke<'_> {
    /// The character with which it begins.
    pub(super) fn first(&self) -> Option<usize> {
        self.written.first().copied().or(self.erased)
    }

    /// The ink in which it begins.
    pub(super) fn ink(&self) -> Option<Ink> {
        self.first().map(|first| self.row[first].ink)
    }

    /// Whether it writes the character at a place.
    pub(super) fn writes(&self, x: u16, y: u16) -> bool {
        self.y == y && self.written.iter().any(|index| self.row[*index].x == x)
    }
}

/// What brings a row from what it shows to what it is to show.
pub(super) fn strokes<'a>(y: u16, before: &[Glyph<'_>], next: &'a [Glyph<'a>]) -> Vec<Stroke<'a>> {
    let mut changed = changes(before, next);
    // Behind a character of uncertain width nobody knows what is where: if anything changes there, all of it is
    // written again.
    let drifting = before.iter().chain(next).filter(|glyph| glyph.drifts());
    let from = drifting.map(|glyph| glyph.x).min().unwrap_or(u16::MAX);
    let behind = next.partition_point(|glyph| glyph.x + glyph.width <= from);
    let rewrite = changed[behind..].contains(&true);
    if rewrite {
        changed[behind..].fill(true);
    }
    let empty = next.iter().rev().take_while(|glyph| glyph.is_empty());
    let blank = next.len() - empty.count();
    let erases = rewrite || changed[blank..].iter().filter(|it| **it).count() > ERASE;
    let end = if erases { blank } else { next.len() };
    let mut erased = (blank..next.len()).filter(|index| erases && changed[*index]);
    let stroke = |written, erased| Stroke {
        y,
        row: next,
        written,
        erased,
    };
    let order = order(next, end).filter(|index| changed[*index]);
    if next.iter().any(Glyph::drifts) {
        return vec![stroke(order.collect(), erased.next())];
    }
    let order: Vec<usize> = order.collect();
    let runs = order.chunk_by(|one, other| one + 1 == *other);
    let runs = runs.map(|run| stroke(run.to_vec(), None));
    let erased = erased.next().map(|first| stroke(Vec::new(), Some(first)));
    runs.chain(erased).collect()
}

/// The order in which the first characters of a row are written. Blanks that show, at its end, come first: behind a
/// character of uncertain width they would not all have room in it.
fn order(row: &[Glyph<'_>], end: usize) -> impl Iterator<Item = usize> + use<> {
    let blanks = row[..end].iter().rev().take_while(|it| it.symbol == " ");
    let text = match row.iter().any(Glyph::drifts) {
        true => end - blanks.count(),
        false => end,
    };
    (text..end).chain(0..text)
}

/// Which characters of the new row have to be written.
fn changes(before: &[Glyph<'_>], next: &[Glyph<'_>]) -> Vec<bool> {
    let mut before = before.iter().peekable();
    let changed = |glyph: &Glyph<'_>| {
        while before.next_if(|old| old.x < glyph.x).is_some() {}
        before.next_if(|old| *old == glyph).is_none()
    };
    next.iter().map(changed).collect()
}

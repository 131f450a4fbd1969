//! The characters of a row, and which of them to write.

use ratatui::buffer::Cell;

use super::ink::Ink;
use crate::columns::Ambiguous;
use crate::tui::terminal::canvas::TAKEN;

/// Shorter runs of trailing spaces are written instead of erased.
const ERASE: usize = 3;

/// A character in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph<'a> {
    pub(super) x: u16,
    /// The number of columns reserved for it.
    pub(super) width: u16,
    pub(super) symbol: &'a str,
    pub(super) ink: Ink,
    pub(super) advance: Advance,
}

/// Where the cursor is after a character has been written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Advance {
    /// After its columns.
    Certain,
    /// In its second column: fewer columns are used than reserved.
    Short,
    /// After its first or second column.
    Within,
    /// After its column, or one further.
    Drifts,
}

impl Glyph<'_> {
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.symbol, " " | "\u{3000}")
    }

    /// Whether the character has never been written.
    fn is_empty(&self) -> bool {
        self.symbol == " " && self.ink == Ink::default()
    }

    fn drifts(&self) -> bool {
        self.advance == Advance::Drifts
    }
}

/// The characters of a row from left to right.
pub(super) fn glyphs(row: &[Cell], ambiguous: Ambiguous) -> Vec<Glyph<'_>> {
    let mut glyphs = Vec::with_capacity(row.len());
    let mut x = 0;
    while let Some(cell) = row.get(x) {
        let symbol = match cell.symbol() {
            TAKEN => " ",
            symbol => symbol,
        };
        let taken = row[x + 1..].iter().take_while(|cell| cell.symbol() == TAKEN);
        let own = ambiguous.width(symbol);
        let width = usize::from(own).clamp(1, 2).max(1 + taken.take(1).count());
        // A character that does not fit at the edge is not written.
        let symbol = if x + width > row.len() { " " } else { symbol };
        let width = if symbol == " " { 1 } else { width as u16 };
        let advance = match (ambiguous.is_certain(symbol), width) {
            (true, _) if own == width => Advance::Certain,
            (true, _) => Advance::Short,
            (false, 1) => Advance::Drifts,
            (false, _) => Advance::Within,
        };
        glyphs.push(Glyph { x: x as u16, width, symbol, ink: Ink::from(cell), advance });
        x += usize::from(width);
    }
    glyphs
}

/// A part of a row that is written at once.
pub(super) struct Stroke<'a> {
    pub(super) y: u16,
    pub(super) row: &'a [Glyph<'a>],
    /// The indexes of the characters to write, in order.
    pub(super) written: Vec<usize>,
    /// The first of the trailing characters to erase.
    pub(super) erased: Option<usize>,
}

impl Stroke<'_> {
    /// The index of its first character.
    pub(super) fn first(&self) -> Option<usize> {
        self.written.first().copied().or(self.erased)
    }

    /// The index of the last character that is written.
    pub(super) fn last(&self) -> Option<usize> {
        self.written.last().copied().or(self.erased)
    }

    /// Whether its first character has no colours and no attributes.
    pub(super) fn is_plain(&self) -> bool {
        self.first().is_none_or(|first| self.row[first].ink == Ink::default())
    }
}

/// The strokes that update a row.
pub(super) fn strokes<'a>(y: u16, before: &[Glyph<'_>], next: &'a [Glyph<'a>]) -> Vec<Stroke<'a>> {
    let mut changed = changes(before, next);
    // After a character of uncertain width the positions are unknown. If anything there changes, all of it is written.
    let drifting = before.iter().chain(next).filter(|glyph| glyph.drifts());
    let from = drifting.map(|glyph| glyph.x).min().unwrap_or(u16::MAX);
    let after = next.partition_point(|glyph| glyph.x + glyph.width <= from);
    let rewrite = changed[after..].contains(&true);
    if rewrite {
        changed[after..].fill(true);
    }
    let empty = next.iter().rev().take_while(|glyph| glyph.is_empty());
    let blank = next.len() - empty.count();
    let erases = rewrite || changed[blank..].iter().filter(|it| **it).count() > ERASE;
    let end = if erases { blank } else { next.len() };
    let mut erased = (blank..next.len()).filter(|index| erases && changed[*index]);
    let order = order(next, end).filter(|index| changed[*index]);
    if next.iter().any(Glyph::drifts) {
        return vec![Stroke { y, row: next, written: order.collect(), erased: erased.next() }];
    }
    let order: Vec<usize> = order.collect();
    let runs = order.chunk_by(|one, other| is_near(next, *one, *other));
    let runs = runs.filter_map(|run| {
        let written = (*run.first()?..=*run.last()?).collect();
        Some(Stroke { y, row: next, written, erased: None })
    });
    let erased = erased.next();
    let erased = erased.map(|_| Stroke { y, row: next, written: Vec::new(), erased });
    runs.chain(erased).collect()
}

/// Whether to write what is between two characters, too: that takes no more bytes than the way past it.
fn is_near(row: &[Glyph<'_>], one: usize, other: usize) -> bool {
    let between = row.get(one + 1..other).unwrap_or_default();
    let bytes: usize = between.iter().map(|glyph| glyph.symbol.len()).sum();
    let inks = [row[one].ink, row[other].ink];
    let is_plain = |glyph: &Glyph<'_>| glyph.advance == Advance::Certain && inks == [glyph.ink; 2];
    bytes <= "\x1b[C".len() && between.iter().all(is_plain)
}

/// The order in which the first characters of a row are written. Visible spaces at its end come first, because after a
/// character of uncertain width there might not be space for all of them.
fn order(row: &[Glyph<'_>], end: usize) -> impl Iterator<Item = usize> + use<> {
    let blanks = row[..end].iter().rev().take_while(|it| it.symbol == " ");
    let text = if row.iter().any(Glyph::drifts) { end - blanks.count() } else { end };
    (text..end).chain(0..text)
}

/// For each character of the new row, whether it has to be written.
fn changes(before: &[Glyph<'_>], next: &[Glyph<'_>]) -> Vec<bool> {
    let mut before = before.iter().peekable();
    let changed = next.iter().map(|glyph| {
        while before.next_if(|old| old.x < glyph.x).is_some() {}
        before.next_if(|old| *old == glyph).is_none()
    });
    changed.collect()
}

//! Draws frames on the terminal. Writes only what has changed, in few bytes, and without depending on uncertain widths.
//!
//! ratatui's diff and backend are not used. They leave stale highlights where wide and narrow characters replace each
//! other, move the cursor after every wide character (two fifths of a frame), send 25 bytes for an unchanged frame, and
//! have only one width for ambiguous characters. Here, a character is compared and written together with all columns
//! that it covers, so anything that overlapped it before is written as well.

mod ink;
mod pen;
mod row;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use crate::columns::Ambiguous;
pub(in crate::tui) use ink::Ink;
use pen::Pen;
use row::{Stroke, glyphs, strokes};

/// Up to this many strokes are each put where they cost least; of more, the next is always the cheapest.
const FEW: usize = 16;
/// More strokes than this are a new screen.
const MANY: usize = 128;

/// Updates the terminal from one frame to the next.
#[derive(Debug, Default)]
pub(in crate::tui) struct Painter {
    /// The frame on the terminal; `None` if its contents are unknown.
    shown: Option<Buffer>,
    /// The state of the terminal's cursor.
    pen: Pen,
}

impl Painter {
    /// Forgets what the terminal shows, so that the next frame is drawn completely.
    pub(in crate::tui) fn forget(&mut self) {
        self.shown = None;
    }

    /// The bytes that update the terminal to a frame and leave the cursor at a position, for screen readers and braille
    /// displays. Empty if nothing has changed. Colours are not reset: anything else that writes to the terminal sets
    /// them first.
    pub(in crate::tui) fn paint(
        &mut self,
        next: Buffer,
        at: Position,
        ambiguous: Ambiguous,
    ) -> Vec<u8> {
        let mut out = Vec::new();
        let before = self.shown.take().filter(|shown| shown.area == next.area);
        // The colours that begin a whole screen are not those that begin a step.
        let saves = before.is_some();
        let before = before.unwrap_or_else(|| {
            self.pen = Pen::clear(&mut out);
            Buffer::empty(next.area)
        });
        let width = usize::from(next.area.width).max(1);
        let rows = before.content.chunks(width).zip(next.content.chunks(width));
        let rows = (0..).zip(rows).filter(|(_, (before, next))| before != next);
        let rows = rows.map(|(y, (before, next))| {
            let [before, next] = [before, next].map(|row| glyphs(row, ambiguous));
            (y, before, next)
        });
        let rows: Vec<_> = rows.collect();
        let strokes = rows.iter().flat_map(|(y, before, next)| strokes(*y, before, next));
        for stroke in self.in_order(strokes.collect(), at) {
            self.pen.draw(&mut out, &stroke, saves);
        }
        self.pen.go_to(&mut out, at.x, at.y);
        self.shown = Some(next);
        out
    }

    /// Strokes in an order that takes few bytes, including those that then move the cursor to a position.
    fn in_order<'a>(&self, mut strokes: Vec<Stroke<'a>>, at: Position) -> Vec<Stroke<'a>> {
        if strokes.len() > MANY {
            strokes.sort_by_key(|stroke| !stroke.is_plain());
            return strokes;
        }
        let count = strokes.len();
        if count <= FEW {
            (1..=count).for_each(|count| self.place_last(&mut strokes[..count], at));
            return strokes;
        }
        let (mut pen, mut spare) = (self.pen, Vec::new());
        for done in 0..count {
            let next = (done..count).min_by_key(|nth| pen.cost(&mut spare, &strokes[*nth]));
            strokes[done..=next.unwrap_or(done)].rotate_right(1);
            pen.pass(&mut spare, &strokes[done]);
        }
        strokes
    }

    /// Moves the last stroke to where it costs least.
    fn place_last(&self, strokes: &mut [Stroke<'_>], at: Position) {
        let mut spare = Vec::new();
        let last = strokes.len() - 1;
        let best = (0..=last).min_by_key(|place| {
            spare.clear();
            let mut pen = self.pen;
            let (before, after) = strokes[..last].split_at(*place);
            for stroke in before.iter().chain(&strokes[last..]).chain(after) {
                pen.pass(&mut spare, stroke);
            }
            pen.go_to(&mut spare, at.x, at.y);
            spare.len()
        });
        strokes[best.unwrap_or(last)..].rotate_right(1);
    }
}

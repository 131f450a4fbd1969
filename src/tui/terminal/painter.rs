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

use crate::text::Ambiguous;
use ink::Ink;
use pen::Pen;
use row::{Stroke, glyphs, strokes};

/// Up to this many strokes are ordered by the cost of starting them, so that cells of the board with the same colours
/// follow each other, whatever their rows. A larger number is a new page, whose rows are similar from top to bottom.
const FEW: usize = 24;

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
        let before = match self.shown.take() {
            Some(shown) if shown.area == next.area => shown,
            _ => {
                self.pen = Pen::clear(&mut out);
                Buffer::empty(next.area)
            }
        };
        let width = usize::from(next.area.width).max(1);
        let rows = before.content.chunks(width).zip(next.content.chunks(width));
        let rows = (0..).zip(rows).filter(|(_, (before, next))| before != next);
        let rows = rows.map(|(y, (before, next))| {
            let [before, next] = [before, next].map(|row| glyphs(row, ambiguous));
            (y, before, next)
        });
        let rows: Vec<_> = rows.collect();
        let strokes = rows.iter().flat_map(|(y, before, next)| strokes(*y, before, next));
        // The last stroke should be close to where the cursor is left, preceded by those in the same colours.
        let (last, strokes): (Vec<_>, Vec<_>) =
            strokes.partition(|stroke| stroke.writes(at.x, at.y));
        let ink = last.first().and_then(Stroke::ink);
        let ink = ink.filter(|ink| *ink != Ink::default());
        let strokes = strokes.into_iter();
        let (like_last, strokes) = strokes.partition(|stroke| ink.is_some() && stroke.ink() == ink);
        for strokes in [strokes, like_last, last] {
            self.draw(&mut out, strokes);
        }
        self.pen.go_to(&mut out, at.x, at.y);
        self.shown = Some(next);
        out
    }

    fn draw(&mut self, out: &mut Vec<u8>, mut strokes: Vec<Stroke<'_>>) {
        let mut spare = Vec::new();
        if strokes.len() > FEW {
            return strokes.iter().for_each(|stroke| self.pen.draw(out, stroke));
        }
        while let Some(next) =
            (0..strokes.len()).min_by_key(|index| self.pen.cost(&mut spare, &strokes[*index]))
        {
            self.pen.draw(out, &strokes.remove(next));
        }
    }
}

#[cfg(test)]
mod tests;

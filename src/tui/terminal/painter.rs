//! Frames onto the terminal: only what changed is written, in few bytes, and so that no terminal can shear it.
//!
//! ratatui's own differ and backend are not used. They leave stale highlights where wide and narrow characters trade
//! places, move the cursor after every wide character (two fifths of a frame), send 25 bytes for a frame in which nothing
//! changed, and know only one width for ambiguous characters. Here a character is compared and written as a whole, with
//! all the columns that it takes; whatever overlapped it before is therefore written too.

mod ink;
mod pen;
mod row;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::ambiguous::Ambiguous;
use ink::Ink;
use pen::Pen;
use row::{Stroke, glyphs, strokes};

/// Among so few strokes the one that is cheapest to begin comes next: cells of the board in the same colours, one after
/// another, whatever their rows. More of them are a new page, whose rows are alike from top to bottom.
const FEW: usize = 24;

/// Knows what the terminal shows, and brings it to the next frame.
#[derive(Debug, Default)]
pub(in crate::tui) struct Painter {
    /// The frame on the terminal; `None` if its contents are unknown.
    shown: Option<Buffer>,
    /// How the cursor was left.
    pen: Pen,
}

impl Painter {
    /// Forgets what the terminal shows: the next frame is drawn whole.
    pub(in crate::tui) fn forget(&mut self) {
        self.shown = None;
    }

    /// The bytes that bring the terminal to a frame and leave the cursor at a place, which screen readers and braille
    /// displays follow; none if it shows that already. The colours are left as they come: whoever else writes to the
    /// terminal sets them first.
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
        let strokes = rows
            .iter()
            .flat_map(|(y, before, next)| strokes(*y, before, next));
        // From what is written last it is not far to where the cursor is left; what is in the same ink comes before it.
        let (last, strokes): (Vec<_>, Vec<_>) =
            strokes.partition(|stroke| stroke.writes(at.x, at.y));
        let ink = last.first().and_then(Stroke::ink);
        let ink = ink.filter(|ink| *ink != Ink::default());
        let is_like_last = |stroke: &Stroke<'_>| ink.is_some() && stroke.ink() == ink;
        let (like_last, strokes) = strokes.into_iter().partition(is_like_last);
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

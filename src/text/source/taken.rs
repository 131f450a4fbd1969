//! Texts that are taken out of others, and where they are there.

use std::sync::Arc;

use super::{SharedText, Source};
use crate::text::At;
use crate::text::scan::Line;

/// Where the runs of a text are in the one that it was taken out of.
#[derive(Debug)]
pub(super) struct TakenFrom {
    pub(super) outer: SharedText,
    /// For each run its offset here and there, ascending.
    runs: Vec<(u32, u32)>,
}

impl TakenFrom {
    fn outer_offset(&self, offset: u32) -> u32 {
        let next = self.runs.partition_point(|(here, _)| *here <= offset);
        let run = next.checked_sub(1).and_then(|at| self.runs.get(at));
        let (here, there) = run.copied().unwrap_or_default();
        there.saturating_add(offset.saturating_sub(here))
    }

    /// Makes an offset of the text one of the outer text.
    pub(super) fn lead_out<'a>(&self, at: &'a mut At) -> &'a mut At {
        if let At::Text(offset) = at {
            *offset = self.outer_offset(*offset);
        }
        at
    }
}

/// A text that is being taken out of another.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) text: String,
    runs: Vec<(u32, u32)>,
}

impl Taken {
    /// The text at an offset of the outer text.
    pub(crate) fn of(text: &str, there: usize) -> Self {
        let mut taken = Self::default();
        taken.push(text, there);
        taken
    }

    /// Adds text that is at an offset of the outer text, or replaces the text there.
    pub(crate) fn push(&mut self, text: &str, there: usize) {
        if text.is_empty() {
            return;
        }
        let [here, there] =
            [self.text.len(), there].map(|offset| u32::try_from(offset).unwrap_or(u32::MAX));
        let last = self.runs.last();
        if last.is_none_or(|(from, to)| here.wrapping_sub(*from) != there.wrapping_sub(*to)) {
            self.runs.push((here, there));
        }
        self.text.push_str(text);
    }

    /// Adds a line of the outer text from this part on, with its line break.
    pub(crate) fn push_line(&mut self, line: Line<'_>, part: &str) {
        let end = line.offset + line.text.len();
        self.push(part, end - part.len());
        if line.ended {
            self.push("\n", end);
        }
    }

    /// Adds text taken out of the same outer text.
    pub(crate) fn append(&mut self, more: &Self) {
        more.pieces().for_each(|(piece, there)| self.push(piece, there));
    }

    /// The same from an offset on.
    pub(crate) fn after(&self, start: usize) -> Self {
        let mut rest = Self::default();
        let mut missing = start;
        for (piece, there) in self.pieces() {
            let skipped = missing.min(piece.len());
            missing -= skipped;
            rest.push(&piece[skipped..], there + skipped);
        }
        rest
    }

    /// Its runs, each with its offset in the outer text.
    fn pieces(&self) -> impl Iterator<Item = (&str, usize)> {
        let ends = self.runs.iter().skip(1).map(|(end, _)| *end as usize);
        let ends = ends.chain([self.text.len()]);
        self.runs.iter().zip(ends).map(|((here, there), end)| {
            (self.text.get(*here as usize..end).unwrap_or(""), *there as usize)
        })
    }

    /// Parts taken out of a text.
    pub(crate) fn part(self, outer: &SharedText) -> Part {
        let origin = TakenFrom { outer: outer.clone(), runs: self.runs };
        Part { text: Arc::new(self.text), origin: Arc::new(origin) }
    }
}

/// A text that was taken out of another.
#[derive(Debug)]
pub(crate) struct Part {
    text: Arc<String>,
    origin: Arc<TakenFrom>,
}

impl Part {
    /// The part as a file of its own, whose places are those of the outer one.
    pub(crate) fn source(&self) -> Source<'_> {
        let origin = Some(Arc::clone(&self.origin));
        Source { origin, ..Source::of_text(&self.text, "") }
    }
}

//! The last search and its hits.

use crate::record::{Lines, Reread};
use crate::text::Pattern;
use crate::tui::background::Hit;

/// The last search and its hits.
#[derive(Debug, Default)]
pub(in crate::tui) struct Search {
    pub(in crate::tui) query: Option<Pattern>,
    /// The number of games that have been or are being searched.
    pub(in crate::tui) searched: Option<usize>,
    /// The hits so far, in file order.
    pub(in crate::tui) hits: Vec<Hit>,
    /// Whether to go to the first hit as soon as it is found.
    pub(in crate::tui) is_waiting: bool,
    /// Whether hits are highlighted.
    pub(in crate::tui) lit: bool,
}

impl Search {
    /// The text to highlight.
    pub(in crate::tui) fn lit(&self) -> Option<&Pattern> {
        self.query.as_ref().filter(|_| self.lit)
    }

    /// Adds hits.
    pub(in crate::tui) fn add(&mut self, hits: Vec<Hit>) {
        self.hits.extend(hits);
        self.hits.sort_by_key(Hit::order);
    }

    /// Carries the hits of a game over to a new reading of its record, and removes those that no longer exist.
    pub(in crate::tui) fn carry(&mut self, game: usize, reread: &Reread, lines: &Lines) {
        self.hits.retain_mut(|hit| {
            let same = match hit.game == game {
                true => reread.comparison.same(hit.node),
                false => return true,
            };
            if let Some(node) = same {
                (hit.node, hit.ordinal) = (node, lines.ordinal(node) as u32);
            }
            same.is_some()
        });
    }

    /// The hit after or before a place, cyclically.
    pub(in crate::tui) fn beyond(&self, here: (usize, u32), forward: bool) -> Option<usize> {
        let last = self.hits.len().checked_sub(1)?;
        Some(if forward {
            let after = self.hits.partition_point(|hit| hit.order() <= here);
            if after > last { 0 } else { after }
        } else {
            let before = self.hits.partition_point(|hit| hit.order() < here);
            before.checked_sub(1).unwrap_or(last)
        })
    }
}

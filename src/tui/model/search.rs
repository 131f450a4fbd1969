//! What was searched for last, and where it is.

use crate::record::{Lines, Reread};
use crate::text::Pattern;
use crate::tui::background::Hit;

/// What was searched for last, and where it is in the file.
#[derive(Debug, Default)]
pub(in crate::tui) struct Search {
    pub(in crate::tui) query: Option<Pattern>,
    /// How many games of the file were searched, or are being searched.
    pub(in crate::tui) searched: Option<usize>,
    /// What was found so far, in the order of the file.
    pub(in crate::tui) hits: Vec<Hit>,
    /// The hit that was gone to last.
    pub(in crate::tui) marked: usize,
    /// Whether to go to the first hit as soon as it is found.
    pub(in crate::tui) is_waiting: bool,
    /// Whether hits are lit on the screen.
    pub(in crate::tui) lit: bool,
}

impl Search {
    /// What to highlight on the screen.
    pub(in crate::tui) fn lit(&self) -> Option<&Pattern> {
        self.query.as_ref().filter(|_| self.lit)
    }

    /// Adds what was found.
    pub(in crate::tui) fn add(&mut self, hits: Vec<Hit>) {
        self.hits.extend(hits);
        self.hits.sort_by_key(Hit::order);
    }

    /// Carries the hits of a game over to a new reading of its record; those that are gone are left out.
    pub(in crate::tui) fn carry(&mut self, game: usize, reread: &Reread, lines: &Lines) {
        let marked = self.hits.get(self.marked).map(|hit| (hit.game, hit.node));
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
        let survivor = marked.map(|(of, node)| match of == game {
            true => (of, reread.survivor(node)),
            false => (of, node),
        });
        let is_marked = |hit: &Hit| Some((hit.game, hit.node)) == survivor;
        self.marked = self.hits.iter().position(is_marked).unwrap_or(0);
    }

    /// The hit after a place, or the one before it, around the ends.
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

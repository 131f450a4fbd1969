//! Searching comments, moves and headers of all games, away from the loop.

use std::sync::Arc;

use super::jobs::Wanted;
use crate::format::Loaded;
use crate::game::Notation;
use crate::record::{Headers, Lines, Note, Record};
use crate::text::Pattern as Query;

/// What was searched for last, and where it stands in the record.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) query: Option<Query>,
    /// The places of the hits in the record on the screen, in order; `None` if they are not known.
    pub(super) hits: Option<Vec<u32>>,
    /// Whether hits are lit on the screen.
    pub(super) lit: bool,
}

impl Search {
    /// Forgets the hits: the record is another one.
    pub(super) fn forget_hits(&mut self) {
        self.hits = None;
    }

    /// Lights no hits until the next search.
    pub(super) fn unlight(&mut self) {
        self.lit = false;
    }

    /// What is to be lit on the screen.
    pub(super) fn lit(&self) -> Option<&Query> {
        self.query.as_ref().filter(|_| self.lit)
    }
}

/// The games of a file in the order in which they are searched, from a place in one of them.
#[derive(Debug)]
pub(super) struct SearchJob {
    pub(super) query: Query,
    pub(super) forward: bool,
    pub(super) notation: Notation,
    pub(super) loaded: Arc<Loaded>,
    pub(super) game: usize,
    pub(super) record: Arc<Record>,
    pub(super) lines: Arc<Lines>,
    /// The place to search from.
    pub(super) from: usize,
}

/// The next hit, and all of its game.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) game: usize,
    pub(super) hits: Vec<u32>,
    pub(super) place: u32,
    /// Whether the search went around the end.
    pub(super) around: bool,
}

impl SearchJob {
    /// The next hit in the game, then in the games after it, then around the end up to where the search began.
    pub(super) fn run(&self, wanted: &Wanted) -> Option<Found> {
        let here = self.hits(&self.record, &self.lines, wanted)?;
        let found = |game, hits, place, around| Found {
            game,
            hits,
            place,
            around,
        };
        if let Some(place) = beyond(&here, self.from, self.forward) {
            return Some(found(self.game, here, place, false));
        }
        let games = self.loaded.games.len();
        for step in 1..games {
            let ahead = if self.forward { step } else { games - step };
            let game = (self.game + ahead) % games;
            let around = (game < self.game) == self.forward;
            let Ok(record) = self.loaded.games[game].read() else {
                continue;
            };
            let hits = self.hits(&record, &Lines::new(&record.tree), wanted)?;
            if let Some(place) = end(&hits, self.forward) {
                return Some(found(game, hits, place, around));
            }
        }
        end(&here, self.forward).map(|place| found(self.game, here, place, true))
    }

    /// The places of a game where the words stand, in order. `None` when nobody waits any more.
    fn hits(&self, record: &Record, lines: &Lines, wanted: &Wanted) -> Option<Vec<u32>> {
        let mut hits = Vec::new();
        if self.query.is_in_headers(&record.headers) {
            hits.push(0);
        }
        let mut seen: usize = 0;
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            seen += 1;
            if seen.is_multiple_of(256) && !wanted.is() {
                return None;
            }
            let is_noted = record.tree.notes(node).any(|note| match note {
                Note::Comment(text) | Note::Bookmark(text) => self.query.is_in(text),
                _ => false,
            });
            let name = || record.notate_as(walk.before(), node, self.notation);
            if is_noted || name().is_some_and(|name| self.query.is_in(&name)) {
                hits.push(lines.place(node) as u32);
            }
        }
        hits.sort_unstable();
        hits.dedup();
        Some(hits)
    }
}

impl Query {
    /// Whether the words stand in a header's value.
    pub(super) fn is_in_headers(&self, headers: &Headers) -> bool {
        let known = headers.known().any(|(_, value)| self.is_in(value));
        known
            || headers
                .entries()
                .iter()
                .any(|header| self.is_in(header.value()))
    }
}

/// The first hit after a place, or the last one before it.
pub(super) fn beyond(hits: &[u32], place: usize, forward: bool) -> Option<u32> {
    if forward {
        let after = hits.partition_point(|hit| *hit as usize <= place);
        hits.get(after).copied()
    } else {
        let before = hits.partition_point(|hit| (*hit as usize) < place);
        hits[..before].last().copied()
    }
}

fn end(hits: &[u32], forward: bool) -> Option<u32> {
    if forward { hits.first() } else { hits.last() }.copied()
}

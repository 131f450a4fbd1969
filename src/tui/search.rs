//! Searching comments, moves and headers of all games, away from the loop.

use std::sync::Arc;

use super::jobs::{Job, Wanted};
use super::model::State;
use super::say::Say;
use super::views::View;
use crate::format::Loaded;
use crate::game::Notation;
use crate::record::{Headers, Lines, NodeId, Note, Record};
use crate::text::Pattern as Query;

/// What was searched for last, and where it stands in the record.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) query: Option<Query>,
    /// The places of the hits in the record on the screen, in order; `None` if they are not known.
    hits: Option<Vec<u32>>,
    /// Whether hits are lit on the screen.
    lit: bool,
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
    query: Query,
    forward: bool,
    notation: Notation,
    loaded: Arc<Loaded>,
    game: usize,
    record: Arc<Record>,
    lines: Arc<Lines>,
    /// The place to search from.
    from: usize,
}

/// The next hit, and all of its game.
#[derive(Debug)]
pub(super) struct Found {
    game: usize,
    hits: Vec<u32>,
    place: u32,
    /// Whether the search went around the end.
    around: bool,
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
fn beyond(hits: &[u32], place: usize, forward: bool) -> Option<u32> {
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

impl State {
    /// Searches for words from here on; for the same as before if there are none.
    pub(super) fn search_for(&mut self, text: &str) {
        if let Some(query) = Query::new(text) {
            self.reader.search.query = Some(query);
            self.reader.search.forget_hits();
        }
        self.next_hit(true, 1);
    }

    /// Goes to the next hit or the one before, so many times.
    pub(super) fn next_hit(&mut self, forward: bool, times: usize) {
        let Some(query) = self.reader.search.query.clone() else {
            return;
        };
        self.reader.search.lit = true;
        for _ in 0..times.max(1) {
            let place = self.reader.cursor.lines().place(self.reader.cursor.node());
            let hits = self.reader.search.hits.as_deref();
            match hits.and_then(|hits| beyond(hits, place, forward)) {
                Some(hit) => self.go_to_hit(hit),
                None => return self.search_on(query, place, forward),
            }
        }
    }

    /// Searches the games from a place on, away from the loop.
    fn search_on(&mut self, query: Query, from: usize, forward: bool) {
        self.say(&Say::Searching(query.text().to_owned()));
        let job = SearchJob {
            query,
            forward,
            notation: self.ui.settings.notation,
            loaded: Arc::clone(&self.document.loaded),
            game: self.document.game,
            record: Arc::clone(&self.document.record),
            lines: Arc::clone(self.reader.cursor.lines()),
            from,
        };
        self.tickets.search = Some(self.start(Job::Search(job)));
    }

    /// A search is over.
    pub(super) fn found(&mut self, found: Option<Found>) {
        self.tickets.search = None;
        self.ui.message = None;
        self.touch();
        let text = self
            .reader
            .search
            .query
            .as_ref()
            .map_or("", Query::text)
            .to_owned();
        let Some(found) = found else {
            return self.say(&Say::NotFound(text));
        };
        if found.game != self.document.game && !self.open_game(found.game) {
            return;
        }
        // The record may have been read again meanwhile.
        if self.reader.cursor.lines().len() > found.hits.last().map_or(0, |hit| *hit as usize) {
            self.reader.search.hits = Some(found.hits);
            self.go_to_hit(found.place);
        }
        if found.around {
            self.say(&Say::Around);
        }
        self.ui.panes.comment.reset();
        self.guard_answer();
    }

    fn go_to_hit(&mut self, hit: u32) {
        let node = self.reader.cursor.lines().node(hit as usize);
        self.jump_to(node);
        self.ui.panes.comment.seek();
        self.ui.panes.opened.seek();
        let in_headers = |query: &Query| query.is_in_headers(&self.document.record.headers);
        let is_said = |query: &Query| {
            let comment = self.document.record.tree.comment(node);
            comment.is_some_and(|comment| query.is_in(comment))
        };
        if node == NodeId::ROOT
            && self
                .reader
                .search
                .query
                .as_ref()
                .is_some_and(|query| in_headers(query) && !is_said(query))
        {
            self.ui.panes.view = Some(View::Info);
        }
    }
}

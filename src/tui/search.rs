//! Searching comments, moves and headers of all games, away from the loop.

use std::sync::Arc;

use super::jobs::{Outcome, Wanted};
use crate::format::Loaded;
use crate::game::Notation;
use crate::record::{Headers, Lines, NodeId, Note, Place, Record, Reread};
use crate::text::{Pattern as Query, clean_line};

/// No more hits are listed.
const MOST: usize = 10_000;
/// So many characters are shown before a hit.
const BEFORE: usize = 12;
/// A line of a list shows no more characters of a text.
const CONTEXT: usize = 200;

/// What was searched for last, and where it is in the file.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) query: Option<Query>,
    /// What was found so far, in the order of the file.
    pub(super) hits: Vec<Hit>,
    /// The hit that was gone to last.
    pub(super) marked: usize,
    /// The first hit is to be gone to as soon as it is found.
    pub(super) is_waiting: bool,
    /// Whether hits are lit on the screen.
    pub(super) lit: bool,
}

impl Search {
    /// What is to be lit on the screen.
    pub(super) fn lit(&self) -> Option<&Query> {
        self.query.as_ref().filter(|_| self.lit)
    }

    /// Adds what was found.
    pub(super) fn add(&mut self, hits: Vec<Hit>) {
        self.hits.extend(hits);
        self.hits.sort_by_key(Hit::order);
    }

    /// Carries the hits of a game over to a new reading of its record; those that are gone are left out.
    pub(super) fn carry(&mut self, game: usize, reread: &Reread, lines: &Lines) {
        let marked = self.hits.get(self.marked).map(|hit| (hit.game, hit.node));
        self.hits.retain_mut(|hit| {
            let same = match hit.game == game {
                true => reread.comparison.same(hit.node),
                false => return true,
            };
            if let Some(node) = same {
                (hit.node, hit.place) = (node, lines.place(node) as u32);
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
    pub(super) fn beyond(&self, here: (usize, u32), forward: bool) -> Option<usize> {
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

/// A node where the words are.
#[derive(Debug)]
pub(super) struct Hit {
    pub(super) game: usize,
    pub(super) node: NodeId,
    /// Its place in the order of the lines.
    place: u32,
    /// What it is called, and its move.
    pub(super) name: String,
    /// The text around the words.
    pub(super) context: String,
}

impl Hit {
    /// Its place in the file.
    pub(super) fn order(&self) -> (usize, u32) {
        (self.game, self.place)
    }
}

/// The games of a file in the order in which they are searched, this one first.
#[derive(Debug)]
pub(super) struct SearchJob {
    pub(super) query: Query,
    pub(super) notation: Notation,
    pub(super) loaded: Arc<Loaded>,
    pub(super) game: usize,
    pub(super) record: Arc<Record>,
    pub(super) lines: Arc<Lines>,
}

impl SearchJob {
    /// Sends the hits of each game that has any, then that there are no more.
    pub(super) fn run(&self, wanted: &Wanted, send: &mut dyn FnMut(Outcome) -> bool) {
        let mut room = MOST;
        let count = self.loaded.games.len().max(1);
        for game in (0..count).map(|step| (self.game + step) % count) {
            let hits = if game == self.game {
                self.hits(game, &self.record, &self.lines, wanted)
            } else if let Ok(record) = self.loaded.games[game].read() {
                self.hits(game, &record, &Lines::new(&record.tree), wanted)
            } else {
                continue;
            };
            let hits: Vec<Hit> = hits.into_iter().take(room).collect();
            room -= hits.len();
            if !hits.is_empty() && !send(Outcome::Found(hits)) || room == 0 || !wanted.is() {
                break;
            }
        }
        send(Outcome::Searched);
    }

    fn hits(&self, game: usize, record: &Record, lines: &Lines, wanted: &Wanted) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut hit = |node: NodeId, name: Option<&str>, context: String| {
            let place = Place::of(&record.tree, lines, node);
            hits.push(Hit {
                game,
                node,
                place: lines.place(node) as u32,
                name: format!("{place} {}", name.unwrap_or_default())
                    .trim_end()
                    .to_owned(),
                context,
            });
        };
        if let Some(value) = self.query.among(&record.headers) {
            hit(NodeId::ROOT, None, self.context(value));
        }
        let mut seen: usize = 0;
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            seen += 1;
            if seen.is_multiple_of(256) && !wanted.is() {
                break;
            }
            let name = record.notate_as(walk.before(), node, self.notation);
            let note = record.tree.notes(node).find_map(|note| match note {
                Note::Comment(text) | Note::Bookmark(text) if self.query.is_in(text) => Some(text),
                _ => None,
            });
            if note.is_some() || name.as_ref().is_some_and(|name| self.query.is_in(name)) {
                let context = note.map_or_else(String::new, |text| self.context(text));
                hit(node, name.as_deref(), context);
            }
        }
        hits
    }

    /// The text around the first match, in a line.
    fn context(&self, text: &str) -> String {
        let start = self.query.all(text).first().map_or(0, |hit| hit.start);
        let mut before = text[..start].char_indices().rev();
        let from = before.nth(BEFORE).map_or(0, |(from, _)| from);
        let dots = if from > 0 { ".." } else { "" };
        let shown: String = text[from..].chars().take(CONTEXT).collect();
        format!("{dots}{}", clean_line(&shown))
    }
}

impl Query {
    /// The first header's value that holds the words.
    fn among<'a>(&self, headers: &'a Headers) -> Option<&'a str> {
        let known = headers.known().map(|(_, value)| value);
        let all = headers.entries().iter().map(|header| header.value());
        known.chain(all).find(|value| self.is_in(value))
    }
}

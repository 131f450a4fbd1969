//! Searches comments, moves and headers of all games on another thread.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::Wanted;
use crate::files::notes::{Notes, Shelf};
use crate::format::Loaded;
use crate::game::Notation;
use crate::library::{Pattern, headers_with, note_with};
use crate::record::{Lines, NodeId, Place, Record};
use crate::text::clean_line;

/// The maximum number of hits.
const MOST: usize = 10_000;
/// The number of characters shown before a hit, few enough to leave it visible in a narrow list.
const BEFORE: usize = 6;
/// The maximum number of characters shown of a text.
const CONTEXT: usize = 200;

/// A node that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Hit {
    pub(in crate::tui) game: usize,
    pub(in crate::tui) node: NodeId,
    /// Its ordinal in the lines of the record.
    pub(in crate::tui) ordinal: u32,
    /// The name of its place.
    pub(in crate::tui) place: String,
    /// Its move, if the context is not about that.
    pub(in crate::tui) moved: String,
    /// The text around the match.
    pub(in crate::tui) context: String,
}

impl Hit {
    /// The sort key: file order.
    pub(in crate::tui) fn order(&self) -> (usize, u32) {
        (self.game, self.ordinal)
    }
}

/// Searches some games of a file, in order, starting with the current one.
pub(in crate::tui) struct SearchJob {
    pub(in crate::tui) query: Pattern,
    pub(in crate::tui) notation: Notation,
    pub(in crate::tui) loaded: Arc<Loaded>,
    /// The file, and the reader's notes.
    pub(in crate::tui) path: PathBuf,
    pub(in crate::tui) notes: Option<Notes>,
    pub(in crate::tui) games: Range<usize>,
    pub(in crate::tui) game: usize,
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) lines: Arc<Lines>,
}

impl SearchJob {
    /// Sends the hits of each game that has any, and returns `None` at the end of the search.
    pub(in crate::tui) fn run(
        &self,
        wanted: &Wanted,
        send: &mut dyn FnMut(Option<Vec<Hit>>) -> bool,
    ) -> Option<Option<Vec<Hit>>> {
        let mut room = MOST;
        let shelf = Shelf::of_all(self.notes.as_ref());
        let games = self.games.clone();
        let earlier = self.games.clone().filter(|game| *game < self.game);
        for game in games.filter(|game| *game >= self.game).chain(earlier) {
            let hits = if game == self.game {
                self.hits(game, &self.record, &self.lines, wanted)
            } else if let Ok(record) = self.loaded.games()[game].read() {
                let record = shelf.beside(&record, &self.path, game);
                self.hits(game, &record, &Lines::new(&record.tree), wanted)
            } else {
                continue;
            };
            let hits: Vec<Hit> = hits.into_iter().take(room).collect();
            room -= hits.len();
            if !hits.is_empty() && !send(Some(hits)) || room == 0 || !wanted.is() {
                break;
            }
        }
        Some(None)
    }

    fn hit(
        &self,
        (game, record, lines): (usize, &Record, &Lines),
        node: NodeId,
        name: Option<&str>,
        context: String,
    ) -> Hit {
        // Own nodes of games that are not on the screen have no indexes yet.
        let node = if game == self.game { node } else { record.tree.file_node(node) };
        Hit {
            game,
            node,
            ordinal: lines.ordinal(node) as u32,
            place: Place::of(&record.tree, lines, node).to_string(),
            moved: name.unwrap_or_default().to_owned(),
            context,
        }
    }

    fn hits(&self, game: usize, record: &Record, lines: &Lines, wanted: &Wanted) -> Vec<Hit> {
        let place = (game, record, lines);
        let mut hits = Vec::new();
        let header = headers_with(&record.headers, &self.query).next();
        if let Some(value) = header {
            hits.push(self.hit(place, NodeId::ROOT, None, self.context(value)));
        }
        let mut seen: usize = 0;
        let mut walk = record.walk();
        // The moves to the node.
        let mut line: Vec<String> = Vec::new();
        while let Some(node) = walk.advance() {
            seen += 1;
            if seen.is_multiple_of(256) && !wanted.is() {
                break;
            }
            if node == NodeId::ROOT && header.is_some() {
                continue;
            }
            let name = record.notate_as(walk.before(), node, self.notation);
            line.truncate(record.tree.ply(node).saturating_sub(1) as usize);
            line.extend(name.clone().or_else(|| (node != NodeId::ROOT).then(String::new)));
            let note = note_with(&record.tree, node, &self.query);
            if note.is_some() || name.as_ref().is_some_and(|name| self.query.is_in(name)) {
                let (name, context) = match note {
                    Some(text) => (name.as_deref(), self.context(text)),
                    // With the two moves before it.
                    None => (None, line[line.len().saturating_sub(3)..].join(" ")),
                };
                hits.push(self.hit(place, node, name, context));
            }
        }
        hits
    }

    /// The text around the first match, on one line.
    fn context(&self, text: &str) -> String {
        let start = self.query.first(text).map_or(0, |hit| hit.start);
        let mut before = text[..start].char_indices().rev();
        let from = before.nth(BEFORE).map_or(0, |(from, _)| from);
        let dots = if from > 0 { ".." } else { "" };
        let shown: String = text[from..].chars().take(CONTEXT).collect();
        format!("{dots}{}", clean_line(&shown))
    }
}

//! The reader's place in the record, and the last search.

use std::collections::BTreeMap;

use super::anchors::{Anchor, Bookmarked, Carry, Jumps, Location};
use super::quoted::Quoting;
use crate::record::{Cursor, Lines, Record, Reread, Trail, Tree};
use crate::text::Pattern;
use crate::tui::background::Hit;
use crate::tui::snapshot::NotedGame;

/// The reader's place in the record, and its history.
pub(in crate::tui) struct ReaderState {
    pub(in crate::tui) cursor: Cursor,
    /// The place that is missing from the file, until the reader moves.
    pub(in crate::tui) lost: Option<Location>,
    /// The line on the board, if a comment quotes it.
    pub(in crate::tui) quoting: Option<Quoting>,
    /// The reader's bookmarks by letter.
    pub(in crate::tui) bookmarks: BTreeMap<char, Bookmarked>,
    pub(in crate::tui) jumps: Jumps,
    /// The other of two lines that are compared, and the place in it.
    pub(in crate::tui) compared: Option<Location>,
    /// Where the reader was before and after what is the reader's own was hidden.
    pub(in crate::tui) hidden: Option<[Location; 2]>,
    pub(in crate::tui) search: Search,
}

impl ReaderState {
    /// Starts at the start of a record.
    pub(super) fn new(record: &Record) -> Self {
        Self {
            cursor: Cursor::new(record),
            lost: None,
            quoting: None,
            bookmarks: BTreeMap::new(),
            jumps: Jumps::default(),
            compared: None,
            hidden: None,
            search: Search::default(),
        }
    }
}

/// What a comment is on while it is being written, whatever becomes of the file.
#[derive(Debug)]
pub(in crate::tui) struct Writing {
    pub(in crate::tui) game: NotedGame,
    pub(in crate::tui) at: Anchor,
    /// The moves to the node.
    pub(in crate::tui) trail: Trail,
    /// The text before.
    pub(in crate::tui) before: String,
}

/// The last search and its hits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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

    /// Adds the hits in a game, replacing those in an earlier reading.
    pub(in crate::tui) fn add(&mut self, hits: Vec<Hit>) {
        let game = hits.first().map(|hit| hit.game);
        self.hits.retain(|hit| Some(hit.game) != game);
        self.hits.extend(hits);
        self.hits.sort_by_key(Hit::order);
    }

    /// The index of the next or previous hit, given a key as [`Hit::order`], wrapping around.
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

    /// Updates the hits in a game after own nodes were added to it or removed.
    pub(in crate::tui) fn relay(&mut self, game: usize, tree: &Tree, lines: &Lines) {
        self.hits.retain_mut(|hit| {
            if hit.game == game {
                hit.ordinal = lines.ordinal(hit.node) as u32;
            }
            hit.game != game || tree.reachable(hit.node) == hit.node
        });
        self.hits.sort_by_key(Hit::order);
    }
}

impl Carry for Search {
    /// Hits on nodes that no longer exist are removed.
    fn carry(&mut self, game: usize, reread: &Reread) {
        self.hits.retain_mut(|hit| {
            if hit.game == game {
                let Some(node) = reread.same(hit.node) else {
                    return false;
                };
                (hit.node, hit.ordinal) = (node, reread.lines.ordinal(node) as u32);
            }
            true
        });
    }
}

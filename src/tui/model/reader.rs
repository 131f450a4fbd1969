//! The reader's place in the record, and the last search.

use std::collections::{BTreeMap, HashSet};

use super::anchors::{Bookmarked, Jumps, Location, Turn};
use super::quoted::Quoting;
use crate::library::Pattern;
use crate::record::{Cursor, Lines, NodeId, Record, Trail, Tree};
use crate::tui::background::Hit;
use crate::tui::snapshot::NotedGame;

/// The reader's place in the record, and its history: all that refers to nodes of it, except the mode.
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
    /// Where the reader was before opening the current chooser.
    pub(in crate::tui) way_back: Option<Location>,
    pub(in crate::tui) folds: Folds,
    /// The selected line of an engine, and its node.
    pub(in crate::tui) marked_line: Option<(NodeId, usize)>,
    /// New and changed nodes that have not been viewed yet, with the number of their reading.
    pub(in crate::tui) fresh: BTreeMap<NodeId, u64>,
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
            way_back: None,
            folds: Folds::default(),
            marked_line: None,
            fresh: BTreeMap::new(),
            search: Search::default(),
        }
    }

    /// Carries everything over to another record of the file. A new field has to be named here.
    pub(in crate::tui) fn carry(&mut self, turn: &Turn) {
        let Self {
            cursor,
            lost,
            quoting,
            bookmarks,
            jumps,
            compared,
            hidden,
            way_back,
            folds,
            marked_line,
            fresh,
            search,
        } = self;
        search.carry(turn, cursor.lines());
        *cursor = match turn.reread {
            Some(reread) => reread.carried(cursor),
            None => Cursor::new(turn.record),
        };
        *lost = None;
        *quoting = quoting.take().and_then(|quoting| quoting.carried(turn));
        bookmarks.values_mut().for_each(|bookmark| bookmark.carry(turn));
        jumps.carry(turn);
        let places = hidden.iter_mut().flatten().chain(compared).chain(way_back);
        places.for_each(|place| place.carry(turn));
        folds.carry(turn);
        *marked_line = marked_line.and_then(|(node, line)| Some((turn.same(node)?, line)));
        let before = std::mem::take(fresh).into_iter();
        *fresh = before.filter_map(|(node, number)| Some((turn.same(node)?, number))).collect();
    }

    /// The new node that came last.
    pub(in crate::tui) fn newest(&self) -> Option<NodeId> {
        let newest = self.fresh.iter().max_by_key(|(node, reading)| (**reading, **node));
        newest.map(|(node, _)| *node)
    }
}

/// What a comment is on while it is being written, whatever becomes of the file.
#[derive(Debug)]
pub(in crate::tui) struct Writing {
    pub(in crate::tui) game: NotedGame,
    /// The moves to the node, with the letters of own moves.
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

impl Search {
    /// Hits on nodes that no longer exist are removed, and so are those in other games than the one that was read again.
    fn carry(&mut self, turn: &Turn, lines: &Lines) {
        self.hits.retain_mut(|hit| {
            let Some(reread) = turn.reread else {
                if hit.game == turn.from {
                    // Own nodes of games that are not on the screen have no numbers.
                    hit.node = turn.earlier.tree.file_node(hit.node);
                    hit.ordinal = lines.ordinal(hit.node) as u32;
                }
                return true;
            };
            let Some(node) = reread.same(hit.node).filter(|_| hit.game == turn.from) else {
                return false;
            };
            *hit = Hit {
                game: turn.to,
                node,
                ordinal: reread.lines.ordinal(node) as u32,
                ..hit.clone()
            };
            true
        });
    }
}

/// Which forks show their branches in the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::tui) struct Folds {
    /// Whether all are folded, except the exceptions.
    all: bool,
    /// The forks to which `all` does not apply.
    except: HashSet<NodeId>,
}

impl Folds {
    /// Folds or unfolds all forks. Returns whether they are folded now.
    pub(in crate::tui) fn toggle_all(&mut self) -> bool {
        self.all = !self.all;
        self.except.clear();
        self.all
    }

    /// Whether the branches after a node are hidden.
    pub(in crate::tui) fn is_folded(&self, fork: NodeId) -> bool {
        self.all != self.except.contains(&fork)
    }

    /// Folds or unfolds the branches after a node.
    pub(in crate::tui) fn set(&mut self, fork: NodeId, folded: bool) {
        if folded == self.all {
            self.except.remove(&fork);
        } else {
            self.except.insert(fork);
        }
    }

    /// In another game, nothing is folded.
    pub(super) fn carry(&mut self, turn: &Turn) {
        self.all &= turn.reread.is_some();
        self.except = self.except.iter().filter_map(|fork| turn.same(*fork)).collect();
    }
}

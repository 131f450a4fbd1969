//! Compares two readings of a file: which nodes are the same, new or removed.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::{Cursor, Lines, NodeId, Record, Tree};
use crate::game::Move;

/// A reloaded record, and how it differs from the earlier reading of the same file: everything needed to find the
/// reader's place in it. Two nodes are the same if the same moves lead to them; equal moves among siblings are
/// distinguished by their order. An own node and one of the file may be the same, but what was added, changed and removed
/// concerns nodes of the file alone. Construction takes one pass over both records, so it happens off the main loop.
#[derive(Debug, Clone)]
pub struct Reread {
    /// The record before.
    pub earlier: Arc<Record>,
    /// The record now.
    pub record: Arc<Record>,
    /// Its lines.
    pub lines: Arc<Lines>,
    /// The same node in the later tree, for each node of the earlier tree.
    same: Vec<Option<NodeId>>,
    /// The nodes of the later tree that are not in the earlier one, in file order.
    pub added: Vec<NodeId>,
    /// The nodes of the later tree whose notes have changed, or what the record calls the piece.
    pub changed: Vec<NodeId>,
    /// The number of nodes of the earlier file that were removed.
    pub removed: usize,
}

impl Reread {
    /// Compares a record with its earlier reading.
    pub fn new(before: Arc<Record>, record: Arc<Record>) -> Self {
        let lines = Arc::new(Lines::new(&record.tree));
        let (earlier, later) = (&before.tree, &record.tree);
        let mut same = vec![None; earlier.len()];
        // The nodes of the later file that the earlier one has.
        let mut known = vec![false; later.file_len()];
        same[NodeId::ROOT.index()] = Some(NodeId::ROOT);
        known[NodeId::ROOT.index()] = true;
        // A parent always precedes its children in the arena.
        for node in earlier.ids() {
            if let Some(twin) = same[node.index()] {
                match_children(earlier, node, later, twin, |child, twin| {
                    same[child.index()] = Some(twin);
                    if let Some(known) = known.get_mut(twin.index()) {
                        *known = !earlier.is_own(child);
                    }
                });
            }
        }
        let mut removed = earlier.file_len();
        let mut changed = Vec::new();
        for node in earlier.ids().take(earlier.file_len()) {
            if let Some(twin) = same[node.index()].filter(|twin| !later.is_own(*twin)) {
                removed -= 1;
                let [before, after] = [(earlier, node), (later, twin)]
                    .map(|(tree, node)| tree.mv(node)?.shogi()?.named);
                let is_renamed = before != after;
                if is_renamed || !earlier.notes(node).eq(later.notes(twin)) {
                    changed.push(twin);
                }
            }
        }
        let added = later.ids().zip(&known).filter(|(_, known)| !**known);
        let added = added.map(|(node, _)| node).collect();
        Self { earlier: before, record, lines, same, added, changed, removed }
    }

    /// The same node in the later tree, or `None` if it was removed.
    pub fn same(&self, node: NodeId) -> Option<NodeId> {
        self.same.get(node.index()).copied().flatten()
    }

    /// The node of the new reading for a node of the earlier one, or for its last ancestor that was not removed.
    pub fn survivor(&self, node: NodeId) -> NodeId {
        let mut way = self.earlier.tree.ancestors(node);
        way.find_map(|node| self.same(node)).unwrap_or(NodeId::ROOT)
    }

    /// Finds the place of a cursor in the record now, following the same moves as far as they exist, and carries over the
    /// choices at forks. The new cursor is at an earlier ply if moves were removed.
    #[must_use]
    pub fn carried(&self, cursor: &Cursor) -> Cursor {
        let (lines, to) = (Arc::clone(&self.lines), self.survivor(cursor.node()));
        cursor.carried(&self.record, lines, |node| self.same(node), to)
    }

    /// Whether the two have no moves in common, because another game was written to the file.
    pub fn is_another_game(&self) -> bool {
        let before = self.earlier.tree.file_len() - 1;
        let has_moves = self.record.tree.file_len() > 1;
        let has_others = before > 0 && self.removed == before && has_moves;
        has_others || self.earlier.start != self.record.start
    }

    /// Whether nodes were removed or the starting position changed.
    pub fn has_lost(&self) -> bool {
        self.removed > 0 || self.earlier.start != self.record.start
    }

    /// Whether nothing visible has changed, and every node has the number that it had.
    pub fn is_same(&self) -> bool {
        self.same.iter().copied().eq(self.earlier.tree.ids().map(Some))
            && self.added.is_empty()
            && self.changed.is_empty()
            && self.removed == 0
            && self.earlier.headers == self.record.headers
            && self.earlier.start == self.record.start
    }
}

/// Matches the children of a node with those of the same node in the other tree.
fn match_children(
    earlier: &Tree,
    node: NodeId,
    later: &Tree,
    twin: NodeId,
    mut found: impl FnMut(NodeId, NodeId),
) {
    if !earlier.is_fork(node) && !later.is_fork(twin) {
        if let (Some(child), Some(other)) = (earlier.first_child(node), later.first_child(twin))
            && earlier.mv(child) == later.mv(other)
        {
            found(child, other);
        }
        return;
    }
    let mut by_move: HashMap<Option<Move>, VecDeque<NodeId>> = HashMap::new();
    for other in later.children(twin) {
        by_move.entry(later.mv(other)).or_default().push_back(other);
    }
    for child in earlier.children(node) {
        if let Some(other) = by_move.get_mut(&earlier.mv(child)).and_then(VecDeque::pop_front) {
            found(child, other);
        }
    }
}

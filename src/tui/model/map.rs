//! The map of variations while it is open: its rows and the cursor.

use std::sync::Arc;

use crate::record::{Lines, NodeId, Record, Reread};
use crate::tui::outline::Outline;

/// The rows of the map.
pub(in crate::tui) struct Map {
    record: Arc<Record>,
    pub(in crate::tui) outline: Outline,
    /// The index of the cursor's row.
    pub(in crate::tui) row: usize,
    /// The cursor's node in this row.
    node: NodeId,
    /// Whether all rows were folded last.
    folded: bool,
}

impl Map {
    /// The map of a record.
    pub(in crate::tui) fn new(record: &Arc<Record>, lines: &Lines, node: NodeId) -> Self {
        let mut map = Self {
            record: Arc::clone(record),
            outline: Outline::new(&record.tree, lines),
            row: 0,
            node: NodeId::ROOT,
            folded: false,
        };
        map.find(lines, node);
        map
    }

    /// Goes to a row. Returns its node.
    pub(in crate::tui) fn go(&mut self, row: usize) -> NodeId {
        self.row = row;
        self.node = self.outline.row(self.row).map_or(NodeId::ROOT, |row| row.first());
        self.node
    }

    /// Folds or unfolds all rows. Returns whether they are folded now.
    pub(in crate::tui) fn fold_all(&mut self, lines: &Lines) -> bool {
        self.folded = !self.folded;
        self.outline.fold_all(self.folded);
        self.row = self.outline.number_of(lines, self.node);
        self.folded
    }

    /// Updates the row after the cursor has moved, in this record or another.
    pub(in crate::tui) fn follow(&mut self, record: &Arc<Record>, lines: &Lines, node: NodeId) {
        if !Arc::ptr_eq(&self.record, record) {
            self.record = Arc::clone(record);
            self.outline = Outline::new(&record.tree, lines);
            self.find(lines, node);
        } else if self.node != node {
            self.find(lines, node);
        }
    }

    fn find(&mut self, lines: &Lines, node: NodeId) {
        self.outline.reveal(lines, node);
        self.row = self.outline.number_of(lines, node);
        self.node = node;
    }

    /// Carries the folds over to a new reading of the record.
    pub(in crate::tui) fn carry(&mut self, reread: &Reread) {
        let mut outline = Outline::new(&reread.record.tree, &reread.lines);
        outline.follow(&reread.lines, &self.outline, |node| reread.same(node));
        self.outline = outline;
        self.record = Arc::clone(&reread.record);
        self.find(&reread.lines, reread.survivor(self.node));
    }
}

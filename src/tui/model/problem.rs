//! The problems of a record.

use super::carry::Carry;
use crate::record::{NodeId, Record, Reread};

/// The current problem.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui) struct Problem {
    /// The node of its position.
    pub(in crate::tui) start: NodeId,
    /// How far the answer is shown, if partially.
    pub(in crate::tui) shown: Option<NodeId>,
}

impl Carry for Problem {
    fn carry(&mut self, _: usize, reread: &Reread) {
        self.start = reread.survivor(self.start);
        self.shown = self.shown.map(|shown| reread.survivor(shown));
    }
}

/// The nodes at which the problems of a record start: the root, or each of its children if they only contain positions.
pub(in crate::tui) fn starts(record: &Record) -> Vec<NodeId> {
    let tree = &record.tree;
    let children: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    if children.len() > 1 && children.iter().all(|node| tree.mv(*node).is_none()) {
        children
    } else {
        vec![NodeId::ROOT]
    }
}

/// The start of the problem that contains a node.
pub(in crate::tui) fn start_before(record: &Record, node: NodeId) -> NodeId {
    let starts = starts(record);
    let path = record.tree.path(node);
    let on_path = starts.iter().find(|start| path.get(1) == Some(start));
    *on_path.unwrap_or(&starts[0])
}

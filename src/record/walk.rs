//! Visits every node in preorder with its position. No recursion.

use super::{Checkpoints, NodeId, Record};
use crate::game::Position;

/// Visits every node: a node, its first child's subtree, then its next sibling.
#[derive(Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The next node.
    next: Option<NodeId>,
    /// The current node.
    node: Option<NodeId>,
    /// At the parent of the current node.
    at: Checkpoints,
}

impl<'a> Walk<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self {
            record,
            next: Some(NodeId::ROOT),
            node: None,
            at: Checkpoints::new(record),
        }
    }

    /// Returns the next node, starting with the root.
    pub fn advance(&mut self) -> Option<NodeId> {
        let tree = &self.record.tree;
        let node = self.next?;
        if let Some(parent) = tree.parent(node) {
            if self.node != Some(parent) {
                self.at.goto(self.record, parent);
            } else {
                self.at.step(self.record, parent);
                // Siblings follow later.
                if tree.is_fork(parent) {
                    self.at.keep(self.record);
                }
            }
        }
        self.next = tree.next_in_preorder(node);
        self.node = Some(node);
        self.node
    }

    /// The position before the move of the current node.
    pub fn before(&self) -> &Position {
        self.at.position()
    }

    /// The move of the current node in the game's usual notation.
    pub fn notation(&self) -> Option<String> {
        self.record.notate(self.before(), self.node?)
    }
}

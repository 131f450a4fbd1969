//! Every node in preorder with the positions, without recursion.

use super::{Checkpoints, NodeId, Record};
use crate::game::Position;

/// Goes over every node: a node, then its first child's whole branch, then its next sibling.
#[derive(Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The node that comes next.
    next: Option<NodeId>,
    /// The node that was given out last.
    node: Option<NodeId>,
    /// Stands on the node before it.
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

    /// The next node; the root comes first.
    pub fn advance(&mut self) -> Option<NodeId> {
        let tree = &self.record.tree;
        let node = self.next?;
        if let Some(parent) = tree.parent(node) {
            if self.node != Some(parent) {
                self.at.goto(self.record, parent);
            } else {
                self.at.step(self.record, parent);
                // Its siblings come later.
                if tree.is_fork(parent) {
                    self.at.keep(self.record);
                }
            }
        }
        self.next = tree.next_in_preorder(node);
        self.node = Some(node);
        self.node
    }

    /// The position before the move of the node that [`Walk::advance`] gave last.
    pub fn before(&self) -> &Position {
        self.at.position()
    }

    /// The move of that node in the game's usual notation.
    pub fn notation(&self) -> Option<String> {
        self.record.notate(self.before(), self.node?)
    }
}

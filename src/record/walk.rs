//! Visits every node in preorder with its position. No recursion.

use super::{Checkpoints, NodeId, Record, Tree};
use crate::game::Position;

/// Visits every node: a node, its first child's subtree, then its next sibling.
#[derive(Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The next node.
    next: Option<NodeId>,
    /// The current node.
    node: Option<NodeId>,
    /// Whether the next node is the first child of the current one.
    is_child: bool,
    /// At the parent of the current node.
    at: Checkpoints,
}

impl Tree {
    /// All nodes in preorder: a node, its first child's subtree, then its next sibling.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |node| self.next_in_preorder(*node))
    }

    fn next_in_preorder(&self, node: NodeId) -> Option<NodeId> {
        self.first_child(node).or_else(|| self.next_branch(node))
    }

    /// The next sibling of the node, or of its nearest ancestor that has one.
    fn next_branch(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |node| self.parent(*node))
            .find_map(|node| self.next_sibling(node))
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self {
            record,
            next: Some(NodeId::ROOT),
            node: None,
            is_child: false,
            at: Checkpoints::new(record),
        }
    }

    /// Returns the next node, starting with the root.
    pub fn advance(&mut self) -> Option<NodeId> {
        let tree = &self.record.tree;
        let node = self.next?;
        match self.node {
            Some(parent) if self.is_child => {
                self.at.step(self.record, parent);
                // Siblings follow later.
                if tree.is_fork(parent) {
                    self.at.keep(self.record);
                }
            }
            _ => {
                if let Some(parent) = tree.parent(node) {
                    self.at.goto(self.record, parent);
                }
            }
        }
        let child = tree.first_child(node);
        self.is_child = child.is_some();
        self.next = child.or_else(|| tree.next_branch(node));
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

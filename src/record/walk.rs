//! Every node in preorder with the positions, without recursion.

use super::{NodeId, Record};
use crate::game::Position;

/// Goes over every node: a node, then its first child's whole branch, then its next sibling.
#[derive(Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The node that was given out last, whose move is not yet on `position`.
    node: Option<NodeId>,
    position: Position,
    /// Siblings still to come, each with the position before it.
    pending: Vec<(NodeId, Position)>,
    started: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self {
            record,
            node: None,
            position: record.start.clone(),
            pending: Vec::new(),
            started: false,
        }
    }

    /// The next node; the root comes first.
    pub fn advance(&mut self) -> Option<NodeId> {
        if !self.started {
            self.started = true;
            self.node = Some(NodeId::ROOT);
            return self.node;
        }
        let tree = &self.record.tree;
        let done = self.node?;
        if let Some(sibling) = tree.next_sibling(done) {
            self.pending.push((sibling, self.position.clone()));
        }
        self.node = match tree.first_child(done) {
            Some(child) => {
                self.record.advance(&mut self.position, done);
                Some(child)
            }
            None => self.pending.pop().map(|(sibling, position)| {
                self.position = position;
                sibling
            }),
        };
        self.node
    }

    /// The position before the move of the node that [`Walk::advance`] gave last.
    pub fn before(&self) -> &Position {
        &self.position
    }

    /// The move of that node in the game's usual notation.
    pub fn notation(&self) -> Option<String> {
        self.record.notate(&self.position, self.node?)
    }
}

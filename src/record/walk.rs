//! Visits the nodes of a record, with their positions on demand. No recursion.

use super::{Checkpoints, Event, Events, NodeId, Order, Record};
use crate::game::Position;

/// The events of a record's tree, with the positions around the current node. A position that is not asked for is not
/// computed.
pub struct Walk<'r> {
    record: &'r Record,
    events: Events<'r>,
    node: NodeId,
    at: Checkpoints,
}

impl Record {
    /// A walk over every node in preorder.
    pub fn walk(&self) -> Walk<'_> {
        self.walk_in(Order::AtFork, |_| true)
    }

    /// A walk over the nodes of [`crate::record::Tree::events`].
    pub fn walk_in<'r>(&'r self, order: Order, keep: impl Fn(NodeId) -> bool + 'r) -> Walk<'r> {
        Walk {
            record: self,
            events: self.tree.events(order, keep),
            node: NodeId::ROOT,
            at: Checkpoints::of_complete(self),
        }
    }
}

impl Walk<'_> {
    /// Returns the next event. The node of an opened variation is current from then on.
    pub fn next_event(&mut self) -> Option<Event> {
        let event = self.events.next()?;
        if let Event::Open(node) | Event::Node(node) = event {
            self.node = node;
        }
        Some(event)
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Makes any node current. The next event is the same as before.
    pub fn visit(&mut self, node: NodeId) {
        self.node = node;
    }

    /// Returns the next node, starting with the root.
    pub fn advance(&mut self) -> Option<NodeId> {
        while let Some(event) = self.next_event() {
            if let Event::Node(node) = event {
                return Some(node);
            }
        }
        None
    }

    /// The position before the setup and the move of the current node.
    pub fn before(&mut self) -> &Position {
        match self.record.tree.parent(self.node) {
            Some(parent) => self.position_of(parent),
            None => &self.record.start,
        }
    }

    /// The position at the current node.
    pub fn position(&mut self) -> &Position {
        self.position_of(self.node)
    }

    fn position_of(&mut self, node: NodeId) -> &Position {
        self.at.goto(self.record, node);
        self.at.position()
    }

    /// The move of the current node in the game's usual notation.
    pub fn notation(&mut self) -> Option<String> {
        let (record, node) = (self.record, self.node);
        record.notate(self.before(), node)
    }
}

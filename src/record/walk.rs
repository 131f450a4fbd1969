//! Every node in preorder with the positions, without recursion.

use super::{NodeId, Record};
use crate::game::Position;

/// So many forks of a line have their position saved. A deeper line saves every 32nd further one: it may have a million.
const SAVED: usize = 256;
const STRIDE: usize = 32;

/// Goes over every node: a node, then its first child's whole branch, then its next sibling.
#[derive(Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The node that was given out last, whose move is not yet on `position`.
    node: Option<NodeId>,
    position: Position,
    /// Siblings still to come, the nearest last.
    pending: Vec<NodeId>,
    /// The positions before most of them, by [`slot`]. Those behind are done with: their room is used again.
    saved: Vec<Position>,
    started: bool,
}

/// Where the position before a pending sibling is saved, if it is.
fn slot(depth: usize) -> Option<usize> {
    match depth.checked_sub(SAVED) {
        None => Some(depth),
        Some(further) if further.is_multiple_of(STRIDE) => Some(SAVED + further / STRIDE),
        Some(_) => None,
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self {
            record,
            node: None,
            position: record.start.clone(),
            pending: Vec::new(),
            saved: Vec::new(),
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
            self.save();
            self.pending.push(sibling);
        }
        self.node = match tree.first_child(done) {
            Some(child) => {
                self.record.advance(&mut self.position, done);
                Some(child)
            }
            None => self.next_pending(),
        };
        self.node
    }

    /// Saves the position for the next pending sibling, if its place is one that is saved.
    fn save(&mut self) {
        let Some(slot) = slot(self.pending.len()) else {
            return;
        };
        match self.saved.get_mut(slot) {
            Some(room) => room.clone_from(&self.position),
            None => self.saved.push(self.position.clone()),
        }
    }

    fn next_pending(&mut self) -> Option<NodeId> {
        let sibling = self.pending.pop()?;
        match slot(self.pending.len()) {
            Some(slot) => std::mem::swap(&mut self.position, &mut self.saved[slot]),
            None => self.go_before(sibling),
        }
        Some(sibling)
    }

    /// Sets up the position before a node by replaying from the nearest fork above it that has its position saved.
    fn go_before(&mut self, node: NodeId) {
        let tree = &self.record.tree;
        let mut depths = (0..self.pending.len()).rev();
        let Some((depth, slot)) = depths.find_map(|depth| Some((depth, slot(depth)?))) else {
            return;
        };
        self.position.clone_from(&self.saved[slot]);
        let start = tree.parent(self.pending[depth]);
        let way = std::iter::successors(tree.parent(node), |node| tree.parent(*node));
        let mut way: Vec<NodeId> = way.take_while(|step| Some(*step) != start).collect();
        while let Some(step) = way.pop() {
            self.record.advance(&mut self.position, step);
        }
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

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
    /// Siblings still to come, the nearest last, and for most of them the position before it.
    pending: Vec<(NodeId, Option<Position>)>,
    /// Positions that are done with: their room is used again.
    spare: Vec<Position>,
    started: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self {
            record,
            node: None,
            position: record.start.clone(),
            pending: Vec::new(),
            spare: Vec::new(),
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
            let depth = self.pending.len();
            let saved = depth < SAVED || depth.is_multiple_of(STRIDE);
            let position = saved.then(|| self.save());
            self.pending.push((sibling, position));
        }
        self.node = match tree.first_child(done) {
            Some(child) => {
                self.record.advance(&mut self.position, done);
                Some(child)
            }
            None => self.pending.pop().map(|(sibling, position)| {
                match position {
                    Some(position) => {
                        let done = std::mem::replace(&mut self.position, position);
                        self.spare.push(done);
                    }
                    None => self.go_before(sibling),
                }
                sibling
            }),
        };
        self.node
    }

    /// A copy of the position.
    fn save(&mut self) -> Position {
        match self.spare.pop() {
            Some(mut position) => {
                position.clone_from(&self.position);
                position
            }
            None => self.position.clone(),
        }
    }

    /// Sets up the position before a node by replaying from the nearest fork above it that has its position saved.
    fn go_before(&mut self, node: NodeId) {
        let tree = &self.record.tree;
        let saved = self.pending.iter().rev();
        let nearest = saved.filter_map(|(sibling, position)| Some((*sibling, position.as_ref()?)));
        let Some((sibling, position)) = nearest.into_iter().next() else {
            return;
        };
        self.position.clone_from(position);
        let start = tree.parent(sibling);
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

//! Finds the position at any node by replaying moves from saved positions. Moves are never undone.
//!
//! A position is saved temporarily where a node is left that variations may follow: at a fork, and at every 8th ply,
//! because most variations branch off a few plies before the end of their line. Positions of long lines are saved
//! permanently at every 64th ply.

use std::collections::HashMap;

use crate::game::Position;
use crate::record::{NodeId, Record};

/// The number of plies between positions that are saved permanently.
const STRIDE: u32 = 64;

/// The maximum number of positions that are saved temporarily.
const RECENT: usize = 256;

/// The number of plies between positions that are saved temporarily.
const FINE: u32 = 8;

/// A node of a record with its position, and saved positions to continue from.
///
/// Going to a child plays one move. Going anywhere else replays at most 127 moves, and fewer near recent nodes; only
/// the first visit may take longer. Each permanently saved position has 64 nodes to itself, so memory stays small for
/// any tree.
///
/// ```
/// use dapu::game::{Position, go};
/// use dapu::record::{Checkpoints, NodeId, Record};
///
/// let record = Record::new(Position::Go(go::Position::new(go::Size::USUAL)));
/// let mut at = Checkpoints::new(&record);
/// at.goto(&record, NodeId::ROOT);
/// assert_eq!(*at.position(), record.start);
/// ```
#[derive(Debug, Clone)]
pub struct Checkpoints {
    node: NodeId,
    position: Position,
    kept: Kept,
    /// Whether no nodes will be added, so that only forks are returned to.
    is_complete: bool,
    /// Buffers for the path to the next node and for the position there.
    way: Vec<NodeId>,
    spare: Option<Position>,
}

impl Checkpoints {
    /// Starts at the root of a record.
    pub fn new(record: &Record) -> Self {
        let mut position = record.start.clone();
        record.advance(&mut position, NodeId::ROOT);
        Self {
            node: NodeId::ROOT,
            position,
            kept: Kept::default(),
            is_complete: false,
            way: Vec::new(),
            spare: None,
        }
    }

    /// The same for a record that is complete.
    pub(super) fn of_complete(record: &Record) -> Self {
        Self { is_complete: true, ..Self::new(record) }
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The position at the current node.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Goes to a node. `record` must be the record it was made for; nodes may have been added since.
    pub fn goto(&mut self, record: &Record, node: NodeId) {
        if self.node == node {
            return;
        }
        if record.tree.parent(node) == Some(self.node) {
            return self.enter(record, node);
        }
        self.leave(record);
        let here = (self.node, &self.position);
        let nearest = self.kept.nearest(record, here, node, &mut self.way);
        let spare = self.spare.get_or_insert_with(|| nearest.clone());
        spare.clone_from(nearest);
        std::mem::swap(&mut self.position, spare);
        self.node = node;
        if !self.way.is_empty() {
            self.replay(record);
            self.keep(record);
        }
    }

    /// Goes to a child of the current node.
    pub(in crate::record) fn enter(&mut self, record: &Record, node: NodeId) {
        self.leave(record);
        record.advance(&mut self.position, node);
        self.node = node;
    }

    fn leave(&mut self, record: &Record) {
        let is_likely = !self.is_complete && record.tree.ply(self.node).is_multiple_of(FINE);
        if is_likely || record.tree.is_fork(self.node) {
            self.keep(record);
        }
    }

    /// The position at another node, without going there.
    pub fn position_at(&self, record: &Record, node: NodeId) -> Position {
        let mut way = Vec::new();
        let here = (self.node, &self.position);
        let mut position = self.kept.nearest(record, here, node, &mut way).clone();
        while let Some(step) = way.pop() {
            record.advance(&mut position, step);
        }
        position
    }

    /// Saves the current position temporarily, so that returning here costs nothing.
    pub fn keep(&mut self, record: &Record) {
        self.kept.keep(record, self.node, &self.position);
    }

    /// Changes the current position after the node has set something, such as the side to move.
    pub(in crate::record) fn change(
        &mut self,
        record: &Record,
        change: impl FnOnce(&mut Position),
    ) {
        change(&mut self.position);
        if self.kept.recent(record, self.node).is_some() {
            self.keep(record);
        }
        if let Some(position) = self.kept.lasting.get_mut(&self.node) {
            position.clone_from(&self.position);
        }
    }

    /// Replays the path that was found, and saves positions on it.
    fn replay(&mut self, record: &Record) {
        let mut since = 0;
        while let Some(step) = self.way.pop() {
            record.advance(&mut self.position, step);
            since += 1;
            let ply = record.tree.ply(step);
            if ply.is_multiple_of(FINE) {
                self.kept.keep(record, step, &self.position);
            }
            let is_far = since >= STRIDE && self.way.len() >= STRIDE as usize;
            if is_far && ply.is_multiple_of(STRIDE) {
                self.kept.lasting.insert(step, self.position.clone());
                since = 0;
            }
        }
    }
}

/// The saved positions.
#[derive(Debug, Clone, Default)]
struct Kept {
    /// Recently visited positions, indexed by ply.
    recent: Vec<Option<Box<(NodeId, Position)>>>,
    /// The positions at plies 64, 128, … of long lines.
    lasting: HashMap<NodeId, Position>,
}

impl Kept {
    fn keep(&mut self, record: &Record, node: NodeId, position: &Position) {
        let slot = record.tree.ply(node) as usize % RECENT;
        if self.recent.len() <= slot {
            self.recent.resize(slot + 1, None);
        }
        match &mut self.recent[slot] {
            Some(kept) => {
                kept.0 = node;
                kept.1.clone_from(position);
            }
            empty => *empty = Some(Box::new((node, position.clone()))),
        }
    }

    fn recent(&self, record: &Record, node: NodeId) -> Option<&Position> {
        let slot = record.tree.ply(node) as usize % RECENT;
        let (kept, position) = self.recent.get(slot)?.as_deref()?;
        (*kept == node).then_some(position)
    }

    fn get(&self, record: &Record, node: NodeId) -> Option<&Position> {
        let may_last = record.tree.ply(node).is_multiple_of(STRIDE) && !self.lasting.is_empty();
        self.recent(record, node).or_else(|| self.lasting.get(&node).filter(|_| may_last))
    }

    /// The nearest known position at or before a node: a saved one, the current one, or the start. Fills `way` with the
    /// path from there to the node, last step first.
    fn nearest<'a>(
        &'a self,
        record: &'a Record,
        (here, position): (NodeId, &'a Position),
        node: NodeId,
        way: &mut Vec<NodeId>,
    ) -> &'a Position {
        way.clear();
        let mut at = Some(node);
        while at != Some(here) {
            let Some(step) = at else {
                return &record.start;
            };
            if let Some(position) = self.get(record, step) {
                return position;
            }
            way.push(step);
            at = record.tree.parent(step);
        }
        position
    }
}

//! Where one is in a record.

use std::collections::HashMap;

use super::{NodeId, Record};
use crate::game::Position;

/// How many plies lie between two saved positions. 64 moves replay in microseconds.
const STRIDE: usize = 64;

/// Which variation was followed last at each fork. Not part of the tree: it is the reader's, not the file's.
#[derive(Debug, Clone, Default)]
pub struct Choices(HashMap<NodeId, NodeId>);

impl Choices {
    /// The child through which the line goes on: the one followed last, or the first.
    pub fn next(&self, record: &Record, node: NodeId) -> Option<NodeId> {
        self.0
            .get(&node)
            .copied()
            .or_else(|| record.tree.first_child(node))
    }

    /// Remembers that the reader followed a child.
    pub fn follow(&mut self, record: &Record, child: NodeId) {
        if let Some(parent) = record
            .tree
            .parent(child)
            .filter(|parent| record.tree.is_fork(*parent))
        {
            self.0.insert(parent, child);
        }
    }
}

/// A place in a record: the line from the root through it to the line's end, and the position on the board.
///
/// Positions are never undone: going back replays from the last saved one.
#[derive(Debug, Clone)]
pub struct Cursor {
    /// The current line from the root to its end.
    line: Vec<NodeId>,
    ply: usize,
    position: Position,
    /// The positions at plies 0, 64, 128 … of the line, as far as they were passed.
    checkpoints: Vec<Position>,
    choices: Choices,
}

impl Cursor {
    /// A cursor on the starting position.
    pub fn new(record: &Record) -> Self {
        let mut position = record.start.clone();
        record.advance(&mut position, NodeId::ROOT);
        let checkpoints = vec![position.clone()];
        let mut cursor = Self {
            line: vec![NodeId::ROOT],
            ply: 0,
            position,
            checkpoints,
            choices: Choices::default(),
        };
        cursor.extend_line(record);
        cursor
    }

    /// The node where the cursor stands.
    pub fn node(&self) -> NodeId {
        self.line.get(self.ply).copied().unwrap_or(NodeId::ROOT)
    }

    /// The distance from the root.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The current line: the root first, through the cursor, to the end.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The ply of the line's last node.
    pub fn last_ply(&self) -> usize {
        self.line.len() - 1
    }

    /// Whether the cursor stands on the last node of its line.
    pub fn at_end(&self) -> bool {
        self.ply == self.last_ply()
    }

    /// The position at a ply of the current line, or at its end if it is shorter.
    pub fn position_at(&self, record: &Record, ply: usize) -> Position {
        let ply = ply.min(self.last_ply());
        let saved = (ply / STRIDE).min(self.checkpoints.len() - 1);
        let mut position = self.checkpoints[saved].clone();
        for &node in &self.line[saved * STRIDE + 1..=ply.max(saved * STRIDE)] {
            record.advance(&mut position, node);
        }
        position
    }

    /// Goes to a ply of the current line, or to its end if it is shorter.
    pub fn go_to_ply(&mut self, record: &Record, ply: usize) {
        let ply = ply.min(self.last_ply());
        if ply < self.ply {
            let checkpoint = ply / STRIDE;
            self.position.clone_from(&self.checkpoints[checkpoint]);
            self.ply = checkpoint * STRIDE;
        } else if let Some(checkpoint) = self
            .checkpoints
            .len()
            .checked_sub(1)
            .filter(|last| last * STRIDE > self.ply)
        {
            let checkpoint = checkpoint.min(ply / STRIDE);
            if checkpoint * STRIDE > self.ply {
                self.position.clone_from(&self.checkpoints[checkpoint]);
                self.ply = checkpoint * STRIDE;
            }
        }
        while self.ply < ply {
            self.ply += 1;
            record.advance(&mut self.position, self.line[self.ply]);
            if self.ply.is_multiple_of(STRIDE) && self.checkpoints.len() == self.ply / STRIDE {
                self.checkpoints.push(self.position.clone());
            }
        }
    }

    /// Goes forward so many plies, or to the end of the line.
    pub fn forward(&mut self, record: &Record, plies: usize) {
        self.go_to_ply(record, self.ply.saturating_add(plies));
    }

    /// Goes back so many plies, or to the start.
    pub fn back(&mut self, record: &Record, plies: usize) {
        self.go_to_ply(record, self.ply.saturating_sub(plies));
    }

    /// Goes to any node; the line through it becomes the current one and is remembered at its forks.
    pub fn go_to(&mut self, record: &Record, node: NodeId) {
        if self.line.get(record.tree.ply(node) as usize) != Some(&node) {
            self.switch_line(record, node);
        }
        self.go_to_ply(record, record.tree.ply(node) as usize);
    }

    /// The variation followed last at each fork.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Finds the same place in a record that was read again: the same moves as far as they go, and the choices at
    /// forks along with them. Returns the cursor there; it stands earlier if moves were taken back.
    #[must_use]
    pub fn follow(&self, old: &Record, new: &Record) -> Self {
        let mut cursor = Self::new(new);
        for (&parent, &child) in &self.choices.0 {
            if let (Some(parent), Some(child)) =
                (find_same(old, new, parent), find_same(old, new, child))
            {
                cursor.choices.0.insert(parent, child);
            }
        }
        cursor.line.truncate(1);
        for &old_node in self.line.iter().skip(1) {
            let at = *cursor.line.last().unwrap_or(&NodeId::ROOT);
            match same_child(old, old_node, new, at) {
                Some(child) => cursor.line.push(child),
                None => break,
            }
        }
        let same = cursor.line.len() - 1;
        cursor.extend_line(new);
        cursor.go_to_ply(new, self.ply.min(same));
        cursor
    }

    fn switch_line(&mut self, record: &Record, node: NodeId) {
        let path = record.tree.path(node);
        let shared = self
            .line
            .iter()
            .zip(&path)
            .take_while(|(a, b)| a == b)
            .count();
        if self.ply >= shared {
            self.go_to_ply(record, shared.saturating_sub(1));
        }
        self.checkpoints.truncate((shared - 1) / STRIDE + 1);
        for &step in &path {
            self.choices.follow(record, step);
        }
        self.line = path;
        self.extend_line(record);
    }

    fn extend_line(&mut self, record: &Record) {
        let mut last = *self.line.last().unwrap_or(&NodeId::ROOT);
        while let Some(next) = self.choices.next(record, last) {
            self.line.push(next);
            last = next;
        }
    }
}

/// The child of `at` in the new record that plays what `old_node` plays in the old one. Equal moves among siblings are
/// told apart by their order.
fn same_child(old: &Record, old_node: NodeId, new: &Record, at: NodeId) -> Option<NodeId> {
    let mv = old.tree.mv(old_node);
    let nth = old
        .tree
        .siblings(old_node)
        .take_while(|node| *node != old_node);
    let nth = nth.filter(|node| old.tree.mv(*node) == mv).count();
    let mut same = new
        .tree
        .children(at)
        .filter(|node| new.tree.mv(*node) == mv);
    let first = same.next()?;
    if nth == 0 {
        Some(first)
    } else {
        Some(same.nth(nth - 1).unwrap_or(first))
    }
}

fn find_same(old: &Record, new: &Record, node: NodeId) -> Option<NodeId> {
    let mut at = NodeId::ROOT;
    for step in old.tree.path(node).into_iter().skip(1) {
        at = same_child(old, step, new, at)?;
    }
    Some(at)
}

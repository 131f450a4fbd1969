//! Unreadable moves.

use super::{NodeId, Note};
use crate::game::Side;

/// The texts of unreadable moves, and the side to move after each. They are stored compactly instead of as notes,
/// because there may be as many as the file has words.
#[derive(Debug, Clone, Default)]
pub(super) struct Unread {
    /// For each move in order of nodes, the end of its text.
    moves: Vec<(NodeId, u32)>,
    /// The side to move after each.
    sides: Vec<Side>,
    /// The texts of all moves, concatenated.
    texts: String,
}

/// The notes that pass the turn, by [`Side::index`].
static TURNS: [Note; 2] = [Note::Turn(Side::First), Note::Turn(Side::Second)];

impl Unread {
    /// Adds a move. Its node must be newer than those of all others.
    pub(super) fn push(&mut self, node: NodeId, text: &str, next: Side) {
        self.texts.push_str(text);
        let end = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.moves.push((node, end));
        self.sides.push(next);
    }

    /// The text of a node's move if it is unreadable.
    pub(super) fn text(&self, node: NodeId) -> Option<&str> {
        let index = self.find(node)?;
        let start = index.checked_sub(1).map_or(0, |before| self.moves[before].1);
        self.texts.get(start as usize..self.moves[index].1 as usize)
    }

    /// The note for such a move, which passes the turn.
    pub(super) fn turn(&self, node: NodeId) -> Option<&'static Note> {
        let next = self.sides.get(self.find(node)?)?;
        Some(&TURNS[next.index()])
    }

    fn find(&self, node: NodeId) -> Option<usize> {
        let found = self.moves.binary_search_by_key(&node, |(node, _)| *node);
        found.ok()
    }
}

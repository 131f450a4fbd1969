//! Moves that could not be read.

use super::{NodeId, Note};
use crate::game::Side;

/// The texts of moves that could not be read, and who moves next behind each. There may be as many of them as a file has
/// words, so they are no notes of their nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct Unread {
    /// In the order of their nodes: each with the end of its text and the side that moves next.
    moves: Vec<(NodeId, u32, Side)>,
    /// Of all of them, one behind the other.
    texts: String,
}

/// The turn behind a move, by [`Side::index`].
static TURNS: [Note; 2] = [Note::Turn(Side::First), Note::Turn(Side::Second)];

impl Unread {
    /// Adds the move of a node that is newer than all others here.
    pub(super) fn push(&mut self, node: NodeId, text: &str, next: Side) {
        self.texts.push_str(text);
        let end = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.moves.push((node, end, next));
    }

    /// The text of a node's move, if it could not be read.
    pub(super) fn text(&self, node: NodeId) -> Option<&str> {
        let index = self.find(node)?;
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.moves[before].1);
        self.texts.get(start as usize..self.moves[index].1 as usize)
    }

    /// What such a move does: it passes the turn.
    pub(super) fn turn(&self, node: NodeId) -> Option<&'static Note> {
        let (_, _, next) = self.moves[self.find(node)?];
        Some(&TURNS[next.index()])
    }

    fn find(&self, node: NodeId) -> Option<usize> {
        let found = self.moves.binary_search_by_key(&node, |(node, ..)| *node);
        found.ok()
    }
}

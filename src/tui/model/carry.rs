//! Carries the reader's state over to a new reading of the file.

use crate::record::{NodeId, Reread, Trail};

/// State that refers to nodes of a record.
pub(in crate::tui) trait Carry {
    /// Maps the nodes of a game to a new reading of it, or to their last remaining ancestors.
    fn carry(&mut self, game: usize, reread: &Reread);
}

impl<T: Carry> Carry for Option<T> {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if let Some(inner) = self {
            inner.carry(game, reread);
        }
    }
}

/// A node to which the reader may return. While it is missing from the file, this is its last remaining ancestor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Anchor {
    pub(in crate::tui) node: NodeId,
    /// The moves to the missing node.
    lost: Option<Trail>,
}

impl From<NodeId> for Anchor {
    fn from(node: NodeId) -> Self {
        Self { node, lost: None }
    }
}

impl Anchor {
    /// Whether the node is missing.
    pub(in crate::tui) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}

impl Carry for Anchor {
    fn carry(&mut self, _: usize, reread: &Reread) {
        let tree = &reread.record.tree;
        if reread.comparison.same(self.node).is_none() {
            self.lost.get_or_insert_with(|| Trail::to(&reread.earlier.tree, self.node));
        }
        self.node = reread.survivor(self.node);
        if let Some(trail) = &self.lost {
            // The trail may not lead as far, since long ones are cut.
            let back = trail.end(tree);
            self.node = if tree.ply(back) > tree.ply(self.node) { back } else { self.node };
        }
        self.lost.take_if(|trail| *trail == Trail::to(tree, self.node));
    }
}

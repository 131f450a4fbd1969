//! The nodes that a reader has added.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Node, NodeId, Tree};
use crate::game::Move;
use crate::record::Note;

/// A reader's additions to a tree. Own nodes are among those of the file, but not among the file's children of a node.
#[derive(Debug, Clone)]
pub(super) struct Added {
    /// The index of the first own node, if there is one.
    first: u32,
    /// The letters of the own nodes, in order.
    letters: Vec<u32>,
    /// The own nodes that follow a node, in order, without those that were taken away.
    children: BTreeMap<NodeId, SmallVec<[NodeId; 4]>>,
    /// The notes at nodes.
    notes: Arc<BTreeMap<NodeId, Vec<Note>>>,
}

impl Default for Added {
    fn default() -> Self {
        let (letters, children) = (Vec::new(), BTreeMap::new());
        Self { first: u32::MAX, letters, children, notes: Arc::default() }
    }
}

impl Tree {
    /// Whether the reader has added the node.
    pub fn is_own(&self, node: NodeId) -> bool {
        node.0 >= self.added.first
    }

    /// The node if it is the file's, or else the last node of the file on the way to it.
    pub fn file_node(&self, node: NodeId) -> NodeId {
        self.ancestors(node).find(|node| !self.is_own(*node)).unwrap_or(node)
    }

    /// The number of nodes of the file, including the root.
    pub fn file_len(&self) -> usize {
        self.len().min(self.added.first as usize)
    }

    /// The letter of an own node among the own children of its parent, from 0: the number of those that were added before
    /// it.
    pub fn letter(&self, node: NodeId) -> Option<u32> {
        let index = node.0.checked_sub(self.added.first)?;
        self.added.letters.get(index as usize).copied()
    }

    /// The first nodes of the own lines that leave the file's.
    pub(in crate::record) fn own_roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        let own = (self.file_len() as u32..self.nodes.len() as u32).map(NodeId);
        own.filter(|node| {
            let fork = self.parent(*node);
            self.is_linked(*node) && fork.is_some_and(|fork| !self.is_own(fork))
        })
    }

    /// Adds an own node as the last child of a node. All nodes of the file must have been added.
    pub(in crate::record) fn add_own(
        &mut self,
        parent: NodeId,
        mv: Option<Move>,
        letter: u32,
    ) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX - 1));
        self.added.first = self.added.first.min(id.0);
        self.added.letters.push(letter);
        let ply = self.ply(parent) + 1;
        self.nodes.push(Self::node(mv, parent, NodeId::NONE, ply));
        self.relink(id);
        id
    }

    /// The own nodes that follow a node, in order.
    pub(super) fn own_children(&self, node: NodeId) -> &[NodeId] {
        self.added.children.get(&node).map_or(&[], SmallVec::as_slice)
    }

    /// The reader's notes at a node.
    pub fn own_notes(&self, node: NodeId) -> &[Note] {
        self.added.notes.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The nodes at which the reader has noted something, with the notes.
    pub fn own_noted(&self) -> impl Iterator<Item = (NodeId, &[Note])> {
        let noted = self.added.notes.iter().map(|(node, notes)| (*node, notes.as_slice()));
        noted.filter(|(node, _)| self.reachable(*node) == *node)
    }

    /// Sets the reader's own notes at a node.
    pub(in crate::record) fn set_own_notes(&mut self, node: NodeId, notes: Vec<Note>) {
        if !notes.is_empty() {
            Arc::make_mut(&mut self.added.notes).insert(node, notes);
        } else if self.added.notes.contains_key(&node) {
            Arc::make_mut(&mut self.added.notes).remove(&node);
        }
    }

    /// Removes everything that the reader has noted.
    pub(in crate::record) fn forget_own_notes(&mut self) {
        self.added.notes = Arc::default();
    }

    /// Takes an own node away from its parent, with everything that follows it. It keeps its index.
    pub(in crate::record) fn unlink(&mut self, node: NodeId) {
        let Node { parent, .. } = self.nodes[node.index()];
        if let Some(children) = self.added.children.get_mut(&parent) {
            children.retain(|child| *child != node);
        }
    }

    /// Gives a node that was taken away back to its parent, at the same place among the others.
    pub(in crate::record) fn relink(&mut self, node: NodeId) {
        let Node { parent, .. } = self.nodes[node.index()];
        let children = self.added.children.entry(parent).or_default();
        if let Err(place) = children.binary_search(&node) {
            children.insert(place, node);
        }
    }

    fn is_linked(&self, node: NodeId) -> bool {
        let Node { parent, .. } = self.nodes[node.index()];
        !self.is_own(node) || self.own_children(parent).binary_search(&node).is_ok()
    }

    /// The node, or the last node on the way to it that is before all that were taken away. The root if there is no such
    /// node.
    pub fn reachable(&self, node: NodeId) -> NodeId {
        if node.index() >= self.len() {
            return NodeId::ROOT;
        }
        let own = self.ancestors(node).take_while(|node| self.is_own(*node));
        let gone = own.filter(|node| !self.is_linked(*node)).last();
        gone.and_then(|gone| self.parent(gone)).unwrap_or(node)
    }
}

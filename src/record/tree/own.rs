//! The nodes that a reader has added.

use std::sync::Arc;

use super::{Node, NodeId, Tree};
use crate::game::Move;
use crate::record::Note;

impl Tree {
    /// Whether the reader has added the node.
    pub fn is_own(&self, node: NodeId) -> bool {
        node.0 >= self.own
    }

    /// The node if it is the file's, or else the last node of the file on the way to it.
    pub fn file_node(&self, node: NodeId) -> NodeId {
        self.ancestors(node).find(|node| !self.is_own(*node)).unwrap_or(node)
    }

    /// The number of nodes of the file, including the root.
    pub fn file_len(&self) -> usize {
        self.len().min(self.own as usize)
    }

    /// The letter of an own node among the own children of its parent, from 0: the number of those that were added before
    /// it.
    pub fn letter(&self, node: NodeId) -> Option<u32> {
        let index = node.0.checked_sub(self.own)?;
        self.letters.get(index as usize).copied()
    }

    /// The first nodes of the own lines that leave the file's.
    pub(in crate::record) fn own_roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        let own = (self.file_len() as u32..self.nodes.len() as u32).map(NodeId);
        let leaves = |node: &NodeId| self.parent(*node).is_some_and(|fork| !self.is_own(fork));
        own.filter(move |node| self.is_linked(*node) && leaves(node))
    }

    /// Adds an own node as the last child of a node. All nodes of the file must have been added.
    pub(in crate::record) fn add_own(
        &mut self,
        parent: NodeId,
        mv: Option<Move>,
        letter: u32,
    ) -> NodeId {
        if self.letters.is_empty() {
            self.own = self.nodes.len() as u32;
        }
        self.letters.push(letter);
        self.add(parent, mv)
    }

    /// What the reader has noted at a node.
    pub fn own_notes(&self, node: NodeId) -> &[Note] {
        self.own_notes.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The nodes at which the reader has noted something, with the notes.
    pub fn own_noted(&self) -> impl Iterator<Item = (NodeId, &[Note])> {
        let noted = self.own_notes.iter().map(|(node, notes)| (*node, notes.as_slice()));
        noted.filter(|(node, _)| self.reachable(*node) == *node)
    }

    /// Sets what the reader has noted at a node.
    pub(in crate::record) fn set_own_notes(&mut self, node: NodeId, notes: Vec<Note>) {
        if !notes.is_empty() {
            Arc::make_mut(&mut self.own_notes).insert(node, notes);
        } else if self.own_notes.contains_key(&node) {
            Arc::make_mut(&mut self.own_notes).remove(&node);
        }
    }

    /// Removes everything that the reader has noted.
    pub(in crate::record) fn forget_own_notes(&mut self) {
        self.own_notes = Arc::default();
    }

    /// Takes an own node away from its parent, with everything that follows it. It keeps its index.
    pub(in crate::record) fn unlink(&mut self, node: NodeId) {
        let Some(before) = self.sibling_before(node) else {
            return;
        };
        let Node { parent, next_sibling, .. } = self.nodes[node.index()];
        self.nodes[before.index()].next_sibling = next_sibling;
        self.nodes[node.index()].next_sibling = NodeId::NONE;
        let last = &mut self.nodes[parent.index()].last_child;
        if *last == node {
            *last = if before == node { NodeId::NONE } else { before };
        }
    }

    /// Gives a node that was taken away back to its parent, at the same place among the others.
    pub(in crate::record) fn relink(&mut self, node: NodeId) {
        if self.is_linked(node) {
            return;
        }
        let parent = self.nodes[node.index()].parent;
        let Some(last) = self.nodes[parent.index()].last_child.some() else {
            self.nodes[parent.index()].last_child = node;
            self.nodes[node.index()].next_sibling = node;
            return;
        };
        let older = self.children(parent).take_while(|child| *child < node);
        let before = older.last().unwrap_or(last);
        let next = std::mem::replace(&mut self.nodes[before.index()].next_sibling, node);
        self.nodes[node.index()].next_sibling = next;
        if last < node {
            self.nodes[parent.index()].last_child = node;
        }
    }

    /// The node before a node in the ring of its siblings; the node itself if it has none. `None` if it was taken away.
    fn sibling_before(&self, node: NodeId) -> Option<NodeId> {
        let mut ring =
            std::iter::successors(Some(node), |node| self.nodes[node.index()].next_sibling.some());
        ring.find(|before| self.nodes[before.index()].next_sibling == node)
    }

    fn is_linked(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.nodes[node.index()].next_sibling != NodeId::NONE
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

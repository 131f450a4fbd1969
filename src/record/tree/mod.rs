//! An append-only arena of nodes. Dropping a tree of owned children would overflow the stack for a line of 100,000
//! plies.

pub(super) mod arena;
mod lines;
mod noted;
mod own;
mod place;

use std::sync::Arc;

use crate::game::{Illegal, Move};
use crate::record::At;
use arena::Arena;
pub use lines::{Branch, Lines};
pub use noted::NoteId;
use noted::{NO_NOTE, NoteEntry, UnreadMoves};
use own::Added;
pub use place::{Letter, Place, PlaceError};

/// A node of a [`Tree`]. Only valid for that tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the starting position.
    pub const ROOT: Self = Self(0);
    const NONE: Self = Self(u32::MAX);

    /// The index of the node in the order in which the file was read. The reader's own nodes follow.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

// The memory for large trees depends on it.
const _: () = assert!(size_of::<Node>() <= 28);

#[derive(Debug, Clone)]
struct Node {
    mv: Option<Move>,
    /// The rule that the move breaks.
    illegal: Option<Illegal>,
    parent: NodeId,
    /// The last of the file's nodes after it.
    last_child: NodeId,
    /// The file's next alternative to the node; the first one for the last. None for the root and for own nodes.
    next_sibling: NodeId,
    /// The distance from the root.
    ply: u32,
    /// The last of the node's notes in `Tree::notes`.
    notes: u32,
    on_mainline: bool,
    /// Whether one of the notes is an ending.
    is_ended: bool,
}

const NO_OFFSET: u32 = u32::MAX;

/// The moves of a record with all variations. The first child of a node continues its line; the others are variations
/// in file order.
///
/// A reader can add nodes of their own: see [`crate::record::Layer`]. Their indexes follow those of the file, and so do they among
/// their siblings.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Arena<Node>,
    notes: Arena<NoteEntry>,
    setups: bool,
    has_illegal: bool,
    /// Whether any mark applies to following nodes.
    lasting_marks: bool,
    /// The offsets in the text of the nodes read from it, by [`NodeId::index`]. May be shorter than the tree.
    offsets: Vec<u32>,
    /// `None` if every move is readable, as in most records.
    unread: Option<Arc<UnreadMoves>>,
    added: Added,
}

impl Default for Tree {
    /// A tree that contains only the root.
    fn default() -> Self {
        let mut nodes = Arena::default();
        nodes.push(Self::node(None, NodeId::NONE, NodeId::NONE, 0));
        Self {
            nodes,
            notes: Arena::default(),
            setups: false,
            has_illegal: false,
            lasting_marks: false,
            offsets: Vec::new(),
            unread: None,
            added: Added::default(),
        }
    }
}

impl Tree {
    fn node(mv: Option<Move>, parent: NodeId, next_sibling: NodeId, ply: u32) -> Node {
        Node {
            mv,
            illegal: None,
            parent,
            last_child: NodeId::NONE,
            next_sibling,
            ply,
            notes: NO_NOTE,
            on_mainline: parent == NodeId::NONE,
            is_ended: false,
        }
    }

    /// Adds a last child to a node. It may lack a move: a setup, a remark, or an unreadable move.
    pub fn add(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX - 1));
        let above = &mut self.nodes[parent.index()];
        let (ply, on_mainline) = (above.ply + 1, above.on_mainline);
        let before = std::mem::replace(&mut above.last_child, id).some();
        let first = before.map_or(id, |before| {
            std::mem::replace(&mut self.nodes[before.index()].next_sibling, id)
        });
        let node = Self::node(mv, parent, first, ply);
        self.nodes.push(Node { on_mainline: on_mainline && first == id, ..node });
        id
    }

    /// Makes room for nodes that will be added.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.offsets.reserve(self.nodes.reserve(nodes));
    }

    /// Changes the move of a node, for roots with a move in SGF.
    pub fn set_move(&mut self, node: NodeId, mv: Option<Move>) {
        self.nodes[node.index()].mv = mv;
    }

    /// Sets where a node is written, if `at` is an offset in the text.
    pub(crate) fn set_offset(&mut self, node: NodeId, at: At) {
        if let At::Text(offset) = at {
            if self.offsets.len() < node.index() {
                self.offsets.resize(node.index(), NO_OFFSET);
            }
            match self.offsets.get_mut(node.index()) {
                Some(before) => *before = offset,
                None => self.offsets.push(offset),
            }
        }
    }

    /// The byte offset in the decoded text at which the node is written, if it was read from text.
    pub fn offset(&self, node: NodeId) -> Option<u32> {
        let offset = self.offsets.get(node.index()).copied();
        offset.filter(|offset| *offset != NO_OFFSET)
    }

    /// The number of nodes, including the root and the reader's own.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node with an index, if it exists.
    pub fn get(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// All nodes in the order in which they were added, starting with the root.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The mainline from the root to its end.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line_from(NodeId::ROOT)
    }

    /// A node and those that continue its line.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |node| self.first_child(*node))
    }

    /// A node and those before it, back to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |node| self.parent(*node))
    }

    /// The move that leads to the node. `None` for most roots and for nodes that only have notes.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The child that continues the line. An own child never continues a line of the file.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let first = self.eldest_child(node);
        first.filter(|first| self.is_own(*first) == self.is_own(node))
    }

    fn eldest_child(&self, node: NodeId) -> Option<NodeId> {
        match self.nodes[node.index()].last_child.some() {
            Some(last) => Some(self.nodes[last.index()].next_sibling),
            None => self.own_children(node).first().copied(),
        }
    }

    /// The next alternative to this node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let Node { parent, next_sibling, .. } = self.nodes[node.index()];
        let own = self.own_children(parent.some()?);
        if self.is_own(node) {
            return own.get(own.binary_search(&node).ok()? + 1).copied();
        }
        let is_last = self.nodes[parent.index()].last_child == node;
        if is_last { own.first().copied() } else { next_sibling.some() }
    }

    /// The children of a node, the main continuation first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.eldest_child(node), |child| self.next_sibling(*child))
    }

    /// The node and its alternatives, in order. Only the node itself for the root.
    pub fn siblings(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.parent(node).and_then(|parent| self.eldest_child(parent)).unwrap_or(node);
        std::iter::successors(Some(first), |sibling| self.next_sibling(*sibling))
    }

    /// The number of alternatives with the same move before a node.
    pub fn nth(&self, node: NodeId) -> u32 {
        let before = self.siblings(node).take_while(|sibling| *sibling != node);
        before.filter(|sibling| self.mv(*sibling) == self.mv(node)).count() as u32
    }

    /// The child of a node with a move, after a number of others with the same.
    pub fn nth_child(&self, node: NodeId, mv: Option<Move>, nth: u32) -> Option<NodeId> {
        self.children(node).filter(|child| self.mv(*child) == mv).nth(nth as usize)
    }

    /// Whether the node has alternatives.
    pub fn has_siblings(&self, node: NodeId) -> bool {
        self.parent(node).is_some_and(|parent| self.is_fork(parent))
    }

    /// Whether the line can be left at the node: it has several children, or the last node of a line of the file has an own
    /// child.
    pub fn is_fork(&self, node: NodeId) -> bool {
        let last = self.nodes[node.index()].last_child.some();
        let has_several = last.is_some_and(|last| self.nodes[last.index()].next_sibling != last);
        has_several || self.own_children(node).len() > usize::from(self.is_own(node))
    }

    /// The distance from the root.
    pub fn ply(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].ply
    }

    /// The nodes from the root to this one, inclusive.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.ancestors(node).collect();
        path.reverse();
        path
    }

    /// The nodes at which the problems of a record start: the root, or each of the file's nodes after it if there are several
    /// and they only contain positions.
    pub fn problem_starts(&self) -> Vec<NodeId> {
        let starts = self.children(NodeId::ROOT).filter(|node| !self.is_own(*node));
        let starts: Vec<NodeId> = starts.collect();
        let are_positions = starts.len() > 1 && starts.iter().all(|node| self.mv(*node).is_none());
        if are_positions { starts } else { vec![NodeId::ROOT] }
    }

    /// The start of the problem that contains a node, or of the first one.
    pub fn problem_start(&self, node: NodeId) -> NodeId {
        let starts = self.problem_starts();
        let mut path = self.ancestors(node);
        let on_path = path.find(|node| starts.len() == 1 || self.ply(*node) == 1);
        let on_path = on_path.filter(|node| starts.contains(node));
        on_path.or_else(|| starts.first().copied()).unwrap_or(NodeId::ROOT)
    }

    /// Whether the node is on the mainline, that is, it and all its ancestors are first children.
    pub fn on_mainline(&self, node: NodeId) -> bool {
        self.nodes[node.index()].on_mainline
    }

    /// The last node of the mainline.
    pub fn mainline_end(&self) -> NodeId {
        self.mainline().last().unwrap_or(NodeId::ROOT)
    }

    /// The rule that the node's move breaks.
    pub fn illegal(&self, node: NodeId) -> Option<Illegal> {
        self.nodes[node.index()].illegal
    }

    /// Whether any move breaks a rule.
    pub fn has_illegal(&self) -> bool {
        self.has_illegal
    }

    /// Records that the node's move breaks a rule.
    pub(crate) fn set_illegal(&mut self, node: NodeId, rule: Illegal) {
        self.has_illegal = true;
        self.nodes[node.index()].illegal = Some(rule);
    }
}

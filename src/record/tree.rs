//! An append-only arena of nodes. A tree of owned children would overflow the stack when a line of 100,000 plies is
//! dropped; the arena has no depth.

use std::borrow::Cow;

use super::At;
use super::arena::Arena;
use super::mark::{Mark, MarkKind};
use super::notes::{Ending, Note, Outcome};
use super::unread::Unread;
use crate::game::{Illegal, Move, Side};

/// A node of a [`Tree`], valid for that tree only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the starting position.
    pub const ROOT: Self = Self(0);
    const NONE: Self = Self(u32::MAX);

    /// The number of the node in the order in which the file was read.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// A note of a [`Tree`], valid for that tree only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(u32);

impl NoteId {
    /// The number of the note in the order in which the file was read, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone)]
struct Node {
    mv: Option<Move>,
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    /// The distance from the root.
    ply: u32,
    /// The first of the node's notes in `Tree::notes`.
    notes: u32,
}

#[derive(Debug, Clone)]
struct NoteEntry {
    note: Note,
    next: u32,
}

const NO_NOTE: u32 = u32::MAX;

const NO_OFFSET: u32 = u32::MAX;

/// The moves of a record with all variations. The first child of a node continues its line, the others are variations
/// in the file's order.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Arena<Node>,
    notes: Arena<NoteEntry>,
    /// Where the newest note went: notes come in runs, and a run must not walk its own list each time.
    newest: (NodeId, u32),
    setups: bool,
    remarks: bool,
    /// Some marks hold for all that follows.
    lasting_marks: bool,
    /// The offsets of nodes that were read from text, by [`NodeId::index`]; may end early.
    offsets: Vec<u32>,
    /// The rules that moves break, by [`NodeId::index`]; may end early.
    illegal: Vec<Option<Illegal>>,
    unread: Unread,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// The bytes that a node takes, notes not included.
    pub const NODE_SIZE: usize = size_of::<Node>();

    /// A tree of nothing but the root.
    pub fn new() -> Self {
        let mut nodes = Arena::default();
        nodes.push(Self::node(None, NodeId::NONE, 0));
        Self {
            nodes,
            notes: Arena::default(),
            newest: (NodeId::NONE, NO_NOTE),
            setups: false,
            remarks: false,
            lasting_marks: false,
            offsets: Vec::new(),
            illegal: Vec::new(),
            unread: Unread::default(),
        }
    }

    fn node(mv: Option<Move>, parent: NodeId, ply: u32) -> Node {
        let none = NodeId::NONE;
        Node {
            mv,
            parent,
            first_child: none,
            last_child: none,
            next_sibling: none,
            ply,
            notes: NO_NOTE,
        }
    }

    /// Adds a last child to a node. A node may have no move: a setup, a remark, or a move that could not be read.
    pub fn add(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX - 1));
        let above = &mut self.nodes[parent.index()];
        let ply = above.ply + 1;
        let before = std::mem::replace(&mut above.last_child, id);
        match before.some() {
            None => above.first_child = id,
            Some(before) => self.nodes[before.index()].next_sibling = id,
        }
        self.nodes.push(Self::node(mv, parent, ply));
        id
    }

    /// Gives a node another move: SGF's root may carry one.
    pub fn set_move(&mut self, node: NodeId, mv: Option<Move>) {
        self.nodes[node.index()].mv = mv;
    }

    /// Adds a note after those that the node has.
    pub fn note(&mut self, node: NodeId, note: Note) -> NoteId {
        self.setups |= is_setup(&note);
        self.remarks |= matches!(
            note,
            Note::Comment(_) | Note::Bookmark(_) | Note::Warning(_)
        );
        self.lasting_marks |= LASTING.iter().any(|kind| mark(&note, *kind).is_some());
        let entry = u32::try_from(self.notes.len()).unwrap_or(NO_NOTE - 1);
        let next = NO_NOTE;
        self.notes.push(NoteEntry { note, next });
        match self.last_note(node) {
            None => self.nodes[node.index()].notes = entry,
            Some(last) => self.notes[last as usize].next = entry,
        }
        self.newest = (node, entry);
        NoteId(entry)
    }

    /// A note by the number that [`Tree::note`] gave.
    pub fn get_note(&self, note: NoteId) -> &Note {
        &self.notes[note.0 as usize].note
    }

    /// A note to change, such as a list of points that continues elsewhere in the file. It keeps its kind.
    pub fn note_mut(&mut self, note: NoteId) -> &mut Note {
        &mut self.notes[note.0 as usize].note
    }

    fn last_note(&self, node: NodeId) -> Option<u32> {
        if self.newest.0 == node {
            return Some(self.newest.1);
        }
        let mut last = None;
        let mut next = self.nodes[node.index()].notes;
        while let Some(entry) = self.notes.get(next as usize) {
            last = Some(next);
            next = entry.next;
        }
        last
    }

    /// Keeps where a node is written, if that is a place in the file's text.
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

    /// At which byte of the file's decoded text the node is written, if it was read from text.
    pub fn offset(&self, node: NodeId) -> Option<u32> {
        let offset = self.offsets.get(node.index()).copied();
        offset.filter(|offset| *offset != NO_OFFSET)
    }

    /// The number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false, because a tree has a root; the counterpart of [`Tree::len`].
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node with this number, if there is one.
    pub fn get(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// Every node in the order of adding, the root first.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Every node in the order in which files list them: a node, its first child's whole branch, its next sibling.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |node| self.next_in_preorder(*node))
    }

    pub(super) fn next_in_preorder(&self, node: NodeId) -> Option<NodeId> {
        self.first_child(node).or_else(|| self.next_branch(node))
    }

    /// The mainline from the root to its end.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |node| self.first_child(*node))
    }

    /// The sibling that follows the node's branch, or its nearest ancestor's that has one.
    fn next_branch(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |node| self.parent(*node))
            .find_map(|node| self.next_sibling(node))
    }

    /// The move that leads to the node; `None` for most roots and for nodes that only note something.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The node that continues the line.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child.some()
    }

    /// The next variation beside this node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next_sibling.some()
    }

    /// The node's children, the main continuation first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |child| self.next_sibling(*child))
    }

    /// The node and its alternatives, in order; only itself for the root.
    pub fn siblings(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self
            .parent(node)
            .and_then(|parent| self.first_child(parent))
            .unwrap_or(node);
        std::iter::successors(Some(first), |sibling| self.next_sibling(*sibling))
    }

    /// Whether the node is one of several alternatives.
    pub fn has_siblings(&self, node: NodeId) -> bool {
        self.parent(node).is_some_and(|parent| self.is_fork(parent))
    }

    /// Whether the line forks here.
    pub fn is_fork(&self, node: NodeId) -> bool {
        let node = &self.nodes[node.index()];
        node.first_child != node.last_child
    }

    /// The distance from the root.
    pub fn ply(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].ply
    }

    /// The nodes from the root to this one, both included.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |node| self.parent(*node)).collect();
        path.reverse();
        path
    }

    /// Whether the node is on the mainline: it and every node before it are first children.
    pub fn on_mainline(&self, node: NodeId) -> bool {
        let mut path = std::iter::successors(Some(node), |node| self.parent(*node));
        path.all(|node| {
            self.parent(node)
                .is_none_or(|parent| self.first_child(parent) == Some(node))
        })
    }

    /// The last node of the mainline.
    pub fn mainline_end(&self) -> NodeId {
        self.mainline().last().unwrap_or(NodeId::ROOT)
    }

    /// The node's notes in the order of the file. A move that could not be read passes the turn first.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = &Note> {
        let noted = self.numbered_notes(node).map(|(_, note)| note);
        self.unread.turn(node).into_iter().chain(noted)
    }

    /// The notes that were added to a node in the order of the file, each with its number in the tree.
    pub fn numbered_notes(&self, node: NodeId) -> impl Iterator<Item = (NoteId, &Note)> {
        let mut next = self.nodes[node.index()].notes;
        std::iter::from_fn(move || {
            let entry = self.notes.get(next as usize)?;
            let id = NoteId(std::mem::replace(&mut next, entry.next));
            Some((id, &entry.note))
        })
    }

    /// The number of notes of all nodes. [`NoteId::index`] is below it.
    pub fn note_count(&self) -> usize {
        self.notes.len()
    }

    /// The node's comments in order.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.notes(node).filter_map(|note| match note {
            Note::Comment(text) => Some(&**text),
            _ => None,
        })
    }

    /// The node's first comment.
    pub fn comment(&self, node: NodeId) -> Option<&str> {
        self.comments(node).next()
    }

    /// How the line ended at the node.
    pub fn ending(&self, node: NodeId) -> Option<&Ending> {
        self.notes(node).find_map(|note| match note {
            Note::End(ending) => Some(&**ending),
            _ => None,
        })
    }

    /// How the line that ends at the node came out, or how the position is judged.
    pub fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.notes(node).find_map(|note| match note {
            Note::Result(outcome) => Some(*outcome),
            _ => None,
        })
    }

    /// Whether the node is nothing but the end of a line.
    pub fn is_ending(&self, node: NodeId) -> bool {
        let is_bare = node != NodeId::ROOT && self.mv(node).is_none();
        is_bare && matches!(self.notes(node).next(), Some(Note::End(_)))
    }

    /// The text of the node's move, if it could not be read.
    pub fn unread(&self, node: NodeId) -> Option<&str> {
        self.unread.text(node)
    }

    /// Adds a last child for a move that could not be read, with its text. The turn passes to `next`.
    pub(super) fn add_unread(&mut self, parent: NodeId, text: &str, next: Side) -> NodeId {
        let node = self.add(parent, None);
        self.setups = true;
        self.unread.push(node, text, next);
        node
    }

    /// Moves the ending noted on a node, with everything after it, to a node of its own, the last of the node's
    /// children, so that another line can continue from there. `None` if there is nothing to move.
    pub(super) fn part_ending(&mut self, node: NodeId) -> Option<NodeId> {
        if self.nodes[node.index()].notes == NO_NOTE || self.is_ending(node) {
            return None;
        }
        let is_end = |(_, note): &(NoteId, &Note)| matches!(note, Note::End(_));
        let before = self.numbered_notes(node).take_while(|note| !is_end(note));
        let before = before.last().map(|(id, _)| id);
        let (end, _) = self.numbered_notes(node).find(is_end)?;
        let child = self.add(node, None);
        match before {
            Some(before) => self.notes[before.index()].next = NO_NOTE,
            None => self.nodes[node.index()].notes = NO_NOTE,
        }
        self.nodes[child.index()].notes = end.0;
        if self.newest.0 == node {
            self.newest.0 = child;
        }
        Some(child)
    }

    /// What is wrong with the node, first of all.
    pub fn warning(&self, node: NodeId) -> Option<Cow<'_, str>> {
        self.warnings(node).next()
    }

    /// All that is wrong with the node: that its move is illegal, and what is noted.
    pub fn warnings(&self, node: NodeId) -> impl Iterator<Item = Cow<'_, str>> {
        let illegal = self.illegal(node);
        let illegal = illegal.map(|fault| Cow::Owned(format!("illegal: {fault}")));
        let noted = self.notes(node).filter_map(|note| match note {
            Note::Warning(text) => Some(Cow::Borrowed(&**text)),
            _ => None,
        });
        illegal.into_iter().chain(noted)
    }

    /// The rule that the node's move breaks.
    pub fn illegal(&self, node: NodeId) -> Option<Illegal> {
        self.illegal.get(node.index()).copied().flatten()
    }

    /// Keeps that the node's move breaks a rule.
    pub(crate) fn set_illegal(&mut self, node: NodeId, fault: Illegal) {
        self.remarks = true;
        if self.illegal.len() <= node.index() {
            self.illegal.resize(node.index() + 1, None);
        }
        self.illegal[node.index()] = Some(fault);
    }

    /// The signs on the board at a node: its own, and those of the nodes before it that still hold.
    pub fn marks(&self, node: NodeId) -> Vec<&Mark> {
        let own = self.notes(node).filter_map(|note| match note {
            Note::Mark(mark) if !LASTING.contains(&mark.kind) => Some(&**mark),
            _ => None,
        });
        let lasting = LASTING
            .into_iter()
            .filter_map(|kind| self.lasting_mark(node, kind));
        lasting.chain(own).collect()
    }

    /// The last mark of a kind that holds for all that follows it.
    fn lasting_mark(&self, node: NodeId, kind: MarkKind) -> Option<&Mark> {
        if !self.lasting_marks {
            return None;
        }
        std::iter::successors(Some(node), |node| self.parent(*node))
            .find_map(|node| self.notes(node).find_map(|note| mark(note, kind)))
    }

    /// Whether any node has a comment, a name or a warning.
    pub fn has_remarks(&self) -> bool {
        self.remarks
    }

    /// Whether the node may set up stones or the side to move. A record without setups answers at once.
    pub(crate) fn has_setup(&self, node: NodeId) -> bool {
        self.setups && self.notes(node).any(is_setup)
    }
}

/// The marks that hold until the next one of their kind.
const LASTING: [MarkKind; 2] = [MarkKind::Dim, MarkKind::View];

/// The mark that a note is, if it is of this kind.
fn mark(note: &Note, kind: MarkKind) -> Option<&Mark> {
    match note {
        Note::Mark(mark) if mark.kind == kind => Some(mark),
        _ => None,
    }
}

fn is_setup(note: &Note) -> bool {
    matches!(note, Note::Setup(_) | Note::Turn(_) | Note::Number(_))
}

//! An append-only arena of nodes. Dropping a tree of owned children would overflow the stack for a line of 100,000
//! plies.

use super::arena::Arena;
use super::mark::{Mark, MarkKind};
use super::notes::{Ending, Note, Outcome};
use super::unread::Unread;
use super::{At, Problem};
use crate::game::{Illegal, Move, Side};

/// A node of a [`Tree`]. Only valid for that tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the starting position.
    pub const ROOT: Self = Self(0);
    const NONE: Self = Self(u32::MAX);

    /// The index of the node in the order in which the file was read.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// A note of a [`Tree`]. Only valid for that tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(u32);

impl NoteId {
    /// The index of the note in the order in which the file was read, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
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
    last_child: NodeId,
    /// The next alternative to the node; the first one for the last.
    next_sibling: NodeId,
    /// The distance from the root.
    ply: u32,
    /// The last of the node's notes in `Tree::notes`.
    notes: u32,
    on_mainline: bool,
    /// Whether one of the notes is an ending.
    is_ended: bool,
}

#[derive(Debug, Clone)]
struct NoteEntry {
    note: Note,
    /// The node's next note; the first one for the last.
    next: u32,
}

const NO_NOTE: u32 = u32::MAX;

const NO_OFFSET: u32 = u32::MAX;

/// The moves of a record with all variations. The first child of a node continues its line; the others are variations
/// in file order.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Arena<Node>,
    notes: Arena<NoteEntry>,
    setups: bool,
    remarks: bool,
    /// Whether any mark applies to following nodes.
    lasting_marks: bool,
    /// The offsets in the text of the nodes read from it, by [`NodeId::index`]. May be shorter than the tree.
    offsets: Vec<u32>,
    /// `None` if every move is readable, as in most records.
    unread: Option<Box<Unread>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A tree that contains only the root.
    pub fn new() -> Self {
        let mut nodes = Arena::default();
        nodes.push(Self::node(None, NodeId::NONE, NodeId::NONE, 0));
        Self {
            nodes,
            notes: Arena::default(),
            setups: false,
            remarks: false,
            lasting_marks: false,
            offsets: Vec::new(),
            unread: None,
        }
    }

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

    /// Adds a note after the existing notes of a node.
    pub fn note(&mut self, node: NodeId, note: Note) -> NoteId {
        self.setups |= is_setup(&note);
        self.remarks |= matches!(note, Note::Comment(_) | Note::Bookmark(_) | Note::Warning(_));
        self.lasting_marks |= LASTING.iter().any(|kind| mark(&note, *kind).is_some());
        let entry = u32::try_from(self.notes.len()).unwrap_or(NO_NOTE - 1);
        let node = &mut self.nodes[node.index()];
        node.is_ended |= matches!(note, Note::End(_));
        let next = match std::mem::replace(&mut node.notes, entry) {
            NO_NOTE => entry,
            last => std::mem::replace(&mut self.notes[last as usize].next, entry),
        };
        self.notes.push(NoteEntry { note, next });
        NoteId(entry)
    }

    /// A note by its ID from [`Tree::note`].
    pub fn get_note(&self, note: NoteId) -> &Note {
        &self.notes[note.0 as usize].note
    }

    /// A note to modify, such as a list of points that continues elsewhere in the file. Its kind must not change.
    pub fn note_mut(&mut self, note: NoteId) -> &mut Note {
        &mut self.notes[note.0 as usize].note
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

    /// The number of nodes, including the root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false, because a tree has a root; the counterpart of [`Tree::len`].
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        std::iter::successors(Some(NodeId::ROOT), |node| self.first_child(*node))
    }

    /// The move that leads to the node. `None` for most roots and for nodes that only have notes.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The child that continues the line.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let last = self.nodes[node.index()].last_child.some()?;
        Some(self.nodes[last.index()].next_sibling)
    }

    /// The next alternative to this node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let Node { parent, next_sibling, .. } = self.nodes[node.index()];
        let is_last = self.nodes[parent.some()?.index()].last_child == node;
        (!is_last).then_some(next_sibling)
    }

    /// The children of a node, the main continuation first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |child| self.next_sibling(*child))
    }

    /// The node and its alternatives, in order. Only the node itself for the root.
    pub fn siblings(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.parent(node).and_then(|parent| self.first_child(parent)).unwrap_or(node);
        std::iter::successors(Some(first), |sibling| self.next_sibling(*sibling))
    }

    /// Whether the node has alternatives.
    pub fn has_siblings(&self, node: NodeId) -> bool {
        self.parent(node).is_some_and(|parent| self.is_fork(parent))
    }

    /// Whether the node has several children.
    pub fn is_fork(&self, node: NodeId) -> bool {
        let last = self.nodes[node.index()].last_child.some();
        self.first_child(node) != last
    }

    /// The distance from the root.
    pub fn ply(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].ply
    }

    /// The nodes from the root to this one, inclusive.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |node| self.parent(*node)).collect();
        path.reverse();
        path
    }

    /// Whether the node is on the mainline, that is, it and all its ancestors are first children.
    pub fn on_mainline(&self, node: NodeId) -> bool {
        self.nodes[node.index()].on_mainline
    }

    /// The last node of the mainline.
    pub fn mainline_end(&self) -> NodeId {
        self.mainline().last().unwrap_or(NodeId::ROOT)
    }

    /// The notes of a node in file order. For an unreadable move, a note that passes the turn comes first.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = &Note> {
        let noted = self.numbered_notes(node).map(|(_, note)| note);
        self.turn_of_unread(node).into_iter().chain(noted)
    }

    /// The notes that were added to a node, in file order, with their IDs.
    pub fn numbered_notes(&self, node: NodeId) -> impl Iterator<Item = (NoteId, &Note)> {
        let last = self.nodes[node.index()].notes;
        let mut next = self.notes.get(last as usize).map(|last| last.next);
        std::iter::from_fn(move || {
            let id = next?;
            let entry = &self.notes[id as usize];
            next = (id != last).then_some(entry.next);
            Some((NoteId(id), &entry.note))
        })
    }

    /// The notes that were added to any node, in the order of the file.
    pub fn all_notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().map(|entry| &entry.note)
    }

    /// The number of notes in the tree, greater than every [`NoteId::index`].
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
        let is_ended = self.nodes[node.index()].is_ended;
        let mut notes = is_ended.then(|| self.notes(node)).into_iter().flatten();
        notes.find_map(|note| match note {
            Note::End(ending) => Some(&**ending),
            _ => None,
        })
    }

    /// The result of the line that ends at the node, or the judgement of its position.
    pub fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.notes(node).find_map(|note| match note {
            Note::Result(outcome) => Some(*outcome),
            _ => None,
        })
    }

    /// Whether the node only contains the ending of a line.
    pub fn is_ending(&self, node: NodeId) -> bool {
        let is_bare = node != NodeId::ROOT && self.mv(node).is_none();
        is_bare && matches!(self.notes(node).next(), Some(Note::End(_)))
    }

    /// The text of the node's move if it is unreadable.
    pub fn unread(&self, node: NodeId) -> Option<&str> {
        self.unread.as_ref()?.text(node)
    }

    /// The note that passes the turn at an unreadable move.
    fn turn_of_unread(&self, node: NodeId) -> Option<&'static Note> {
        self.unread.as_ref()?.turn(node)
    }

    /// Adds a last child for an unreadable move, with its text. `next` is the side to move after it.
    pub(super) fn add_unread(&mut self, parent: NodeId, text: &str, next: Side) -> NodeId {
        let node = self.add(parent, None);
        self.set_unread(node, text, next);
        node
    }

    /// The side whose move at the node could not be read.
    pub(crate) fn unread_mover(&self, node: NodeId) -> Option<Side> {
        match self.turn_of_unread(node)? {
            Note::Turn(next) => Some(next.other()),
            _ => None,
        }
    }

    /// Keeps the text of the newest node's move, which could not be read. The turn passes to `next`.
    pub(crate) fn set_unread(&mut self, node: NodeId, text: &str, next: Side) {
        self.setups = true;
        self.unread.get_or_insert_default().push(node, text, next);
    }

    /// Moves the ending of a node, and the notes after it, to a new last child, so that another line can continue from
    /// the node. Returns `None` if the node has no ending.
    pub(super) fn split_off_ending(&mut self, node: NodeId) -> Option<NodeId> {
        let last = self.nodes[node.index()].notes;
        if !self.nodes[node.index()].is_ended || self.is_ending(node) {
            return None;
        }
        let is_end = |(_, note): &(NoteId, &Note)| matches!(note, Note::End(_));
        let before = self.numbered_notes(node).take_while(|note| !is_end(note));
        let before = before.last().map(|(id, _)| id);
        let (end, _) = self.numbered_notes(node).find(is_end)?;
        let child = self.add(node, None);
        let first = std::mem::replace(&mut self.notes[last as usize].next, end.0);
        if let Some(before) = before {
            self.notes[before.index()].next = first;
        }
        (self.nodes[node.index()].notes, self.nodes[node.index()].is_ended) =
            (before.map_or(NO_NOTE, |before| before.0), false);
        (self.nodes[child.index()].notes, self.nodes[child.index()].is_ended) = (last, true);
        Some(child)
    }

    /// The first warning about the node.
    pub fn warning(&self, node: NodeId) -> Option<String> {
        self.warnings(node).next()
    }

    /// All warnings about the node: that its move is illegal, and those in its notes.
    pub fn warnings(&self, node: NodeId) -> impl Iterator<Item = String> {
        let illegal = self.illegal(node).map(|rule| format!("illegal: {rule}"));
        let noted = self.problems(node);
        illegal.into_iter().chain(noted.map(Problem::to_string))
    }

    /// The problems in the notes of the node.
    pub fn problems(&self, node: NodeId) -> impl Iterator<Item = &Problem> {
        self.notes(node).filter_map(|note| match note {
            Note::Warning(problem) => Some(&**problem),
            _ => None,
        })
    }

    /// The rule that the node's move breaks.
    pub fn illegal(&self, node: NodeId) -> Option<Illegal> {
        self.nodes[node.index()].illegal
    }

    /// Records that the node's move breaks a rule.
    pub(crate) fn set_illegal(&mut self, node: NodeId, rule: Illegal) {
        self.remarks = true;
        self.nodes[node.index()].illegal = Some(rule);
    }

    /// The marks at a node: its own, and those of its ancestors that still apply.
    pub fn marks(&self, node: NodeId) -> Vec<&Mark> {
        let own = self.notes(node).filter_map(|note| match note {
            Note::Mark(mark) if !LASTING.contains(&mark.kind) => Some(&**mark),
            _ => None,
        });
        let lasting = LASTING.into_iter().filter_map(|kind| self.lasting_mark(node, kind));
        lasting.chain(own).collect()
    }

    /// The last mark of a kind that applies to all following nodes.
    fn lasting_mark(&self, node: NodeId, kind: MarkKind) -> Option<&Mark> {
        if !self.lasting_marks {
            return None;
        }
        std::iter::successors(Some(node), |node| self.parent(*node))
            .find_map(|node| self.notes(node).find_map(|note| mark(note, kind)))
    }

    /// Whether any node has a comment, name or warning.
    pub fn has_remarks(&self) -> bool {
        self.remarks
    }

    /// Whether the node may set up stones or the side to move. Fast for records without setups.
    #[inline]
    pub(crate) fn has_setup(&self, node: NodeId) -> bool {
        self.setups && self.notes(node).any(is_setup)
    }
}

/// The kinds of marks that apply until the next mark of the same kind.
const LASTING: [MarkKind; 2] = [MarkKind::Dim, MarkKind::View];

/// Returns the mark in a note if it is of this kind.
fn mark(note: &Note, kind: MarkKind) -> Option<&Mark> {
    match note {
        Note::Mark(mark) if mark.kind == kind => Some(mark),
        _ => None,
    }
}

fn is_setup(note: &Note) -> bool {
    matches!(note, Note::Setup(_) | Note::Turn(_) | Note::Number(_))
}

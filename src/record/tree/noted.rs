//! The notes at the nodes of a tree.

use std::sync::Arc;

use super::{NodeId, Tree};
use crate::game::Side;
use crate::record::{Ending, Mark, MarkKind, Note, Outcome, Problem};

/// A note of a [`Tree`]. Only valid for that tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(u32);

impl NoteId {
    /// The index of the note in the order in which the file was read, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone)]
pub(super) struct NoteEntry {
    pub(super) note: Note,
    /// The node's next note; the first one for the last.
    next: u32,
}

pub(super) const NO_NOTE: u32 = u32::MAX;

impl Tree {
    /// Adds a note after the existing notes of a node.
    pub fn note(&mut self, node: NodeId, note: Note) -> NoteId {
        self.setups |= is_setup(&note);
        self.lasting_marks |= LASTING.iter().any(|kind| mark_of(&note, *kind).is_some());
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

    /// Adds a comment, unless it is empty.
    pub(crate) fn add_comment(&mut self, node: NodeId, text: &str) {
        if !text.is_empty() {
            self.note(node, Note::Comment(text.into()));
        }
    }

    /// A note by its ID from [`Tree::note`].
    pub fn get_note(&self, note: NoteId) -> &Note {
        &self.notes[note.0 as usize].note
    }

    /// A note to modify, such as a list of points that continues elsewhere in the file. Its kind must not change.
    pub fn note_mut(&mut self, note: NoteId) -> &mut Note {
        &mut self.notes[note.0 as usize].note
    }

    /// The notes of a node in file order, and the reader's own. For an unreadable move, a note that passes the turn comes
    /// first.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = &Note> {
        let noted = self.numbered_notes(node).map(|(_, note)| note);
        self.turn_of_unread(node).into_iter().chain(noted).chain(self.own_notes(node))
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

    /// The node's comments in order.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.notes(node).filter_map(|note| match note {
            Note::Comment(text) => Some(&**text),
            _ => None,
        })
    }

    /// Whether the file has a note on a node: a comment or marks may be part of longer ones.
    pub fn has_note(&self, node: NodeId, note: &Note) -> bool {
        self.numbered_notes(node).any(|(_, known)| match (known, note) {
            (Note::Comment(known), Note::Comment(text)) => has_lines(known, text),
            (Note::Mark(known), Note::Mark(mark)) => known.covers(mark),
            _ => known == note,
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
        let unread = self.unread.get_or_insert_default();
        Arc::make_mut(unread).push(node, text, next);
    }

    /// Moves the ending of a node, and the notes after it, to a new last child, so that another line can continue from
    /// the node. Returns `None` if the node has no ending.
    pub(in crate::record) fn split_off_ending(&mut self, node: NodeId) -> Option<NodeId> {
        let last = self.nodes[node.index()].notes;
        if !self.nodes[node.index()].is_ended || self.is_ending(node) {
            return None;
        }
        let (mut before, mut end) = (None, None);
        for (id, note) in self.numbered_notes(node) {
            if matches!(note, Note::End(_)) {
                end = Some(id);
                break;
            }
            before = Some(id);
        }
        let end = end?;
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
        self.ancestors(node).find_map(|node| self.notes(node).find_map(|note| mark_of(note, kind)))
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
fn mark_of(note: &Note, kind: MarkKind) -> Option<&Mark> {
    match note {
        Note::Mark(mark) if mark.kind == kind => Some(mark),
        _ => None,
    }
}

fn is_setup(note: &Note) -> bool {
    matches!(note, Note::Setup(_) | Note::Turn(_) | Note::Number(_))
}

/// The texts of unreadable moves, and the side to move after each. They are stored compactly instead of as notes,
/// because there may be as many as the file has words.
#[derive(Debug, Clone, Default)]
pub(super) struct UnreadMoves {
    /// For each move in order of nodes, the end of its text and the side to move after it.
    moves: Vec<(NodeId, u32, Side)>,
    /// The texts of all moves, concatenated.
    texts: String,
}

/// The notes that pass the turn, by [`Side::index`].
static TURNS: [Note; 2] = [Note::Turn(Side::First), Note::Turn(Side::Second)];

impl UnreadMoves {
    /// Adds a move. Its node must be newer than those of all others.
    pub(super) fn push(&mut self, node: NodeId, text: &str, next: Side) {
        self.texts.push_str(text);
        let end = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.moves.push((node, end, next));
    }

    /// The text of a node's move if it is unreadable.
    pub(super) fn text(&self, node: NodeId) -> Option<&str> {
        let index = self.find(node)?;
        let start = index.checked_sub(1).map_or(0, |before| self.moves[before].1);
        self.texts.get(start as usize..self.moves[index].1 as usize)
    }

    /// The note for such a move, which passes the turn.
    pub(super) fn turn(&self, node: NodeId) -> Option<&'static Note> {
        let (.., next) = self.moves.get(self.find(node)?)?;
        Some(&TURNS[next.index()])
    }

    fn find(&self, node: NodeId) -> Option<usize> {
        let found = self.moves.binary_search_by_key(&node, |(node, ..)| *node);
        found.ok()
    }
}

/// Whether a text contains the lines of another as whole lines.
fn has_lines(text: &str, lines: &str) -> bool {
    text.match_indices(lines).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        (before.is_empty() || before.ends_with('\n'))
            && (after.is_empty() || after.starts_with('\n'))
    })
}

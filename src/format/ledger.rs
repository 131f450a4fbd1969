//! The record of what a writer has written. Whatever is left over is lost.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Losses;
use crate::record::{Key, NodeId, Note, NoteId, Record};
use crate::text::{Encoding, clean_line};

/// The headers, nodes and notes of a record that a writer has written, each marked as it is written. Everything else is
/// lost, and nothing else.
pub(super) struct Ledger<'r> {
    record: &'r Record,
    keys: BTreeSet<Key>,
    first_number: bool,
    flip: bool,
    /// Indexed like [`crate::record::Headers::entries`].
    entries: Vec<bool>,
    /// Indexed by [`NodeId::index`].
    nodes: Vec<bool>,
    /// Indexed by [`NoteId::index`].
    notes: Vec<bool>,
    changes: Losses,
}

impl<'r> Ledger<'r> {
    /// A ledger in which nothing of the record but its starting position is written.
    pub(super) fn new(record: &'r Record) -> Self {
        let mut nodes = vec![false; record.tree.len()];
        nodes[NodeId::ROOT.index()] = true;
        Self {
            record,
            keys: BTreeSet::new(),
            first_number: record.first_number == 1,
            flip: !record.flipped,
            entries: vec![false; record.headers.entries().len()],
            nodes,
            notes: vec![false; record.tree.note_count()],
            changes: Losses::default(),
        }
    }

    /// What is known by this key is in the file.
    pub(super) fn wrote_key(&mut self, key: Key) {
        self.keys.insert(key);
    }

    pub(super) fn wrote_first_number(&mut self) {
        self.first_number = true;
    }

    /// That the board is shown from the second player's side is in the file.
    pub(super) fn wrote_flip(&mut self) {
        self.flip = true;
    }

    /// The header with this index among the entries is in the file, with what is known from it.
    pub(super) fn wrote_entry(&mut self, index: usize) {
        if let Some(entry) = self.record.headers.entries().get(index) {
            self.entries[index] = true;
            self.keys.extend(entry.key());
        }
    }

    /// The node's move is in the file, or that there was one that could not be read.
    pub(super) fn wrote_node(&mut self, node: NodeId) {
        self.nodes[node.index()] = true;
    }

    pub(super) fn wrote_note(&mut self, note: NoteId) {
        self.notes[note.index()] = true;
    }

    /// The notes of a node for which this holds are in the file.
    pub(super) fn wrote_notes(&mut self, node: NodeId, written: impl Fn(&Note) -> bool) {
        for (id, note) in self.record.tree.numbered_notes(node) {
            self.notes[id.index()] |= written(note);
        }
    }

    /// Something is in the file, but other than it was, or is missing in part; `kind` is a noun in the singular.
    pub(super) fn change(&mut self, kind: &str, node: NodeId) {
        let unread = self.record.tree.unread(node);
        self.changes
            .add_example(kind, || example(self.record, node, unread));
    }

    /// The same of a header, or of the record as a whole, which `what` names.
    pub(super) fn change_of(&mut self, kind: &str, what: &str) {
        self.changes.add_example(kind, || clean_line(what));
    }

    /// The seconds of a time in milliseconds, for a format that has no parts of a second.
    pub(super) fn whole_seconds(&mut self, milliseconds: u32, node: NodeId) -> u32 {
        if !milliseconds.is_multiple_of(1000) {
            self.change("part of a second", node);
        }
        milliseconds / 1000
    }

    /// Encodes a text, and notes the characters as changed that the encoding does not have.
    pub(super) fn encode(&mut self, text: &str, encoding: Encoding) -> Vec<u8> {
        self.changes.encode(text, encoding)
    }

    /// Adds everything that is not marked to the losses, and all changes.
    pub(super) fn finish(self, losses: &mut Losses) {
        losses.merge(&self.changes);
        losses.add("number of the first move", usize::from(!self.first_number));
        losses.add("side at the bottom", usize::from(!self.flip));
        self.add_headers(losses);
        self.add_nodes(losses);
    }

    fn add_headers(&self, losses: &mut Losses) {
        let record = self.record;
        for (key, value) in record.headers.known() {
            let is_open = key == Key::Result && value == "*";
            if !is_open && !self.keys.contains(&key) {
                losses.add_example("header", || key.name(record.game()).into_owned());
            }
        }
        let entries = record.headers.entries().iter().zip(&self.entries);
        for (entry, _) in entries.filter(|(entry, written)| entry.is_unknown() && !**written) {
            // A line of prose has no name.
            losses.add_example("header", || match entry.name() {
                "" => format!("{:?}", shortened(entry.value())),
                name => clean_line(name),
            });
        }
    }

    /// Reports each move that is not written, of a lost variation only the first, and each note.
    fn add_nodes(&self, losses: &mut Losses) {
        let tree = &self.record.tree;
        let mut in_lost_variation = vec![false; tree.len()];
        // A parent always comes before its children.
        for node in tree.ids() {
            let is_written = self.nodes[node.index()];
            let parent = tree.parent(node);
            let continues = parent.is_none_or(|parent| tree.first_child(parent) == Some(node));
            let is_inside = parent.is_some_and(|parent| in_lost_variation[parent.index()]);
            in_lost_variation[node.index()] = !is_written && (is_inside || !continues);
            let kind = match tree.mv(node) {
                // The loss of an ending is reported with its note.
                _ if is_written || tree.is_ending(node) => None,
                _ if !continues => Some("variation"),
                _ if is_inside => None,
                Some(_) => Some("move"),
                None => Some("unreadable move"),
            };
            if let Some(kind) = kind {
                losses.add_example(kind, || example(self.record, node, tree.unread(node)));
            }
            // A node without a move passes the turn.
            let is_skipped = !is_written && tree.mv(node).is_none();
            for (id, note) in tree.numbered_notes(node) {
                if self.notes[id.index()] || (is_skipped && matches!(note, Note::Turn(_))) {
                    continue;
                }
                if let Some(noun) = note.noun() {
                    losses.add_example(noun, || example(self.record, node, text(note)));
                }
            }
        }
    }
}

/// The place of a node, with the beginning of a text.
fn example(record: &Record, node: NodeId, text: Option<&str>) -> String {
    let number = u64::from(record.first_number) + u64::from(record.tree.ply(node)) - 1;
    let place = match (node, record.tree.on_mainline(node)) {
        (NodeId::ROOT, _) => "the start".to_owned(),
        (_, true) => format!("move {number}"),
        (_, false) => format!("move {number} in a variation"),
    };
    match text {
        Some(text) => format!("{place} {:?}", shortened(text)),
        None => place,
    }
}

fn text(note: &Note) -> Option<&str> {
    match note {
        Note::Comment(text)
        | Note::Bookmark(text)
        | Note::Glyph(text)
        | Note::Summary(text)
        | Note::Remark(text) => Some(text),
        Note::Property(property) => Some(&property.name),
        Note::End(ending) => Some(ending.word.as_deref().unwrap_or(ending.kind.name())),
        Note::Result(outcome) => Some(outcome.name()),
        _ => None,
    }
}

/// The maximum length of a text in an example, in characters.
const SHORT: usize = 12;

fn shortened(text: &str) -> Cow<'_, str> {
    let line = clean_line(text);
    match line.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &line[..end]).into(),
        None => line.into(),
    }
}

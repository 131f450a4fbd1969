//! One way through a record for all writers, and the account of the parts written. All others are lost.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Example, Format, LossKind, Losses, WriteError, WriteOptions};
use crate::game::{Game, Position};
use crate::record::{Event, Key, NodeId, Note, Order, Record, Tree, Walk};
use crate::text::{Encoding, clean_line};

/// Writes the moves of a game. [`Pass::write`] calls it for each node in the order of the file, and marks what it says
/// is written.
pub(super) trait GameWriter {
    /// A variation begins. Its first node comes next.
    fn open(&mut self, _pass: &mut Pass<'_>) {}
    /// Writes the move of a node, or what stands for it. Returns whether the file has it.
    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool;
    /// Writes a note of the node. Returns whether the file has it.
    fn note(&mut self, _pass: &mut Pass<'_>, _note: &Note) -> bool {
        false
    }
    /// The notes of the node have been written.
    fn end_node(&mut self, _pass: &mut Pass<'_>) {}
    /// The innermost variation ends.
    fn close(&mut self) {}
}

/// The file into which records are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) format: &'static Format,
    pub(super) options: &'a WriteOptions,
    /// Its encoding, if it is a text.
    pub(super) encoding: Encoding,
    /// The format from which the record was read.
    pub(super) source: &'static Format,
}

/// A record on its way into a file: the node that is being written, and the headers, nodes and notes that are written,
/// each marked. Everything else is lost, and nothing else.
pub struct Pass<'r> {
    pub(super) record: &'r Record,
    pub(super) to: Target<'r>,
    /// At the node that is being written.
    walk: Walk<'r>,
    keys: BTreeSet<Key>,
    /// Whether the number of the first move is written.
    pub(super) has_number: bool,
    /// Whether the side at the bottom of the board is written.
    pub(super) has_flip: bool,
    /// Indexed like [`crate::record::Headers::entries`].
    entries: Vec<bool>,
    /// Indexed by [`NodeId::index`].
    nodes: Vec<bool>,
    /// Indexed by [`crate::record::NoteId::index`].
    notes: Vec<bool>,
    pub(super) changes: Losses,
}

impl<'r> Pass<'r> {
    /// Nothing of the record but its starting position is written yet.
    pub(super) fn new(record: &'r Record, to: Target<'r>) -> Self {
        let mut nodes = vec![false; record.tree.len()];
        nodes[NodeId::ROOT.index()] = true;
        Self {
            record,
            to,
            walk: record.walk(),
            keys: BTreeSet::new(),
            has_number: record.first_number == 1,
            has_flip: !record.flipped,
            entries: vec![false; record.headers.entries().len()],
            nodes,
            notes: vec![false; record.tree.all_notes().count()],
            changes: Losses::default(),
        }
    }

    /// The starting position, which `of` extracts if it is of the format's game.
    ///
    /// # Errors
    /// It is of another game.
    pub(super) fn start<P>(&self, of: fn(&Position) -> Option<&P>) -> Result<&'r P, WriteError> {
        let (format, game) = (self.to.format.name, self.record.game());
        of(&self.record.start).ok_or_else(|| WriteError(format!("{format} cannot hold {game}")))
    }

    /// The node that is being written.
    pub(super) fn node(&self) -> NodeId {
        self.walk.node()
    }

    /// The position before its move.
    pub(super) fn before(&mut self) -> &Position {
        self.walk.before()
    }

    /// The position after its move.
    pub(super) fn position(&mut self) -> &Position {
        self.walk.position()
    }

    /// Lets a writer write the nodes of [`crate::record::Tree::events`].
    pub(super) fn write(
        &mut self,
        order: Order,
        keep: impl Fn(NodeId) -> bool + 'r,
        writer: &mut impl GameWriter,
    ) {
        self.walk = self.record.walk_in(order, keep);
        while let Some(event) = self.walk.next_event() {
            match event {
                Event::Open(_) => writer.open(self),
                Event::Close => writer.close(),
                Event::Node(node) => {
                    let is_written = writer.node(self, node);
                    self.nodes[node.index()] |= is_written;
                    self.write_notes(node, writer);
                    writer.end_node(self);
                }
            }
        }
    }

    fn write_notes(&mut self, node: NodeId, writer: &mut impl GameWriter) {
        for (id, note) in self.record.tree.numbered_notes(node) {
            let is_written = writer.note(self, note);
            self.notes[id.index()] |= is_written;
            if let (true, Note::Header(index)) = (is_written, note) {
                self.wrote_entry(*index as usize);
            }
        }
    }

    /// Lets a writer write the mainline alone.
    pub(super) fn write_mainline(&mut self, writer: &mut impl GameWriter) {
        let tree = &self.record.tree;
        self.write(Order::AtFork, |node| continues(tree, node), writer);
    }

    /// Marks a known header as written.
    pub(super) fn wrote_key(&mut self, key: Key) {
        self.keys.insert(key);
    }

    /// Marks the header with this index among the entries as written, with what is known from it.
    pub(super) fn wrote_entry(&mut self, index: usize) {
        if let Some(entry) = self.record.headers.entries().get(index) {
            self.entries[index] = true;
            self.keys.extend(entry.key());
        }
    }

    /// Counts something of the node that was written differently or in part.
    pub(super) fn change(&mut self, kind: LossKind) {
        let node = self.node();
        let unread = self.record.tree.unread(node);
        self.changes.add_example(kind, || example(self.record, node, unread));
    }

    /// Counts a change to the header or part of the record that `what` names.
    pub(super) fn change_of(&mut self, kind: LossKind, what: &str) {
        self.changes.add_example(kind, || Example::Name(clean_line(what)));
    }

    /// The seconds of a time in milliseconds, for a format that has no parts of a second.
    pub(super) fn whole_seconds(&mut self, milliseconds: u32) -> u32 {
        if !milliseconds.is_multiple_of(1000) {
            self.change(LossKind::PartOfSecond);
        }
        milliseconds / 1000
    }

    /// Encodes a text. Characters that the encoding lacks count as changed.
    pub(super) fn encode(&mut self, text: &str, encoding: Encoding) -> Vec<u8> {
        self.changes.encode(text, encoding)
    }

    /// Everything that is not marked, and all changes.
    pub(super) fn losses(&self) -> Losses {
        let mut losses = self.changes.clone();
        losses.add(LossKind::FirstNumber, usize::from(!self.has_number));
        losses.add(LossKind::Bottom, usize::from(!self.has_flip));
        self.add_headers(&mut losses);
        self.add_nodes(&mut losses);
        losses
    }

    fn add_headers(&self, losses: &mut Losses) {
        let record = self.record;
        for (key, value) in record.headers.known() {
            let is_open = key == Key::Result && value == "*";
            if !is_open && !self.keys.contains(&key) && !self.implies(key) {
                losses.add_example(LossKind::Header, || {
                    Example::Name(key.name(record.game()).into_owned())
                });
            }
        }
        let entries = record.headers.entries().iter().zip(&self.entries);
        for (entry, _) in entries.filter(|(entry, written)| entry.is_unknown() && !**written) {
            // A line of prose has no name.
            losses.add_example(LossKind::Header, || {
                Example::Name(match entry.name() {
                    "" => format!("{:?}", shortened(entry.value())),
                    name => clean_line(name),
                })
            });
        }
    }

    /// Whether something else that is written has the meaning of a known header.
    fn implies(&self, key: Key) -> bool {
        match (self.record.game(), key) {
            // The starting position.
            (Game::Shogi, Key::Handicap) | (Game::Go, Key::Size) => true,
            // It is the sentence of KIF about the end.
            (Game::Shogi, Key::Result) => {
                let tree = &self.record.tree;
                let mut notes = tree.mainline().flat_map(|node| tree.numbered_notes(node));
                notes.any(|(id, note)| {
                    matches!(note, Note::End(_) | Note::Summary(_)) && self.notes[id.index()]
                })
            }
            _ => false,
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
            let continues = continues(tree, node);
            let is_inside = parent.is_some_and(|parent| in_lost_variation[parent.index()]);
            in_lost_variation[node.index()] = !is_written && (is_inside || !continues);
            let kind = match tree.mv(node) {
                // The loss of an ending is reported with its note.
                _ if is_written || tree.is_ending(node) => None,
                _ if !continues => Some(LossKind::Variation),
                _ if is_inside => None,
                Some(_) => Some(LossKind::Move),
                None => Some(LossKind::UnreadableMove),
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
                if let Some(kind) = LossKind::of(note) {
                    losses.add_example(kind, || example(self.record, node, text(note)));
                }
            }
        }
    }
}

/// Whether a node continues the line of its parent, or is the root.
fn continues(tree: &Tree, node: NodeId) -> bool {
    let parent = tree.parent(node);
    parent.is_none_or(|parent| tree.first_child(parent) == Some(node))
}

/// The place of a node, with the beginning of a text.
fn example(record: &Record, node: NodeId, text: Option<&str>) -> Example {
    Example::At {
        ply: record.tree.ply(node),
        on_mainline: record.tree.on_mainline(node),
        text: text.map(|text| shortened(text).into_owned()),
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

//! Writing XQF: 1.0 for a line of moves, 1.8 with keys that change nothing for a record with variations.

use super::file::{File, ROOT_MARK};
use super::{FORMAT, HEADER, NEWEST, PLAIN, SQUARES, VERSION, WHO, header};
use crate::format::pass::Pass;
use crate::format::xiangqi::written_moves::{derive_start, first_mover};
use crate::format::{Export, WriteError, Written};
use crate::game::{Move, Position, xiangqi};
use crate::record::{Event, NodeId, Note, Order, Record, Tree, Warnings};
use crate::text::source::{BIG5, Encoding, GB18030, encoding_name};

/// A 1.8 comment's length is stored with this added, whatever the keys.
const COMMENT_BIAS: u32 = 767;
/// What is for a square in an entry whose move could not be read.
const NO_SQUARE: u8 = 0xFF;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let wanted = export.options.encoding;
    let wanted = wanted.filter(|wanted| matches!(encoding_name(wanted), "gb18030" | "big5"));
    if let Some(encoding) = wanted {
        return write_in(export, encoding);
    }
    let mut written = write_in(export, GB18030)?;
    if reads_as(&written.bytes, GB18030) {
        return Ok(written);
    }
    // Nothing in the file gives its encoding. Traditional characters may be too few to recognise it by.
    let other = write_in(export, BIG5)?;
    if reads_as(&other.bytes, BIG5) && other.losses == written.losses {
        return Ok(other);
    }
    written.losses.add("text that may be taken for Big5", 1);
    Ok(written)
}

/// Whether a reader that has nothing but the bytes takes the texts for what they are.
fn reads_as(bytes: &[u8], encoding: Encoding) -> bool {
    let header = bytes.first_chunk::<HEADER>();
    let file = header.map(|header| File::open(bytes, *header, &mut Warnings::default()));
    matches!(file, Some(Ok(file)) if file.guess_encoding() == encoding)
}

/// GB18030 is what XQStudio writes; of other encodings than this and Big5 its readers know nothing.
fn write_in(export: &Export<'_>, encoding: Encoding) -> Result<Written, WriteError> {
    let mut bytes = Vec::new();
    let losses = export.write(&FORMAT, Position::xiangqi, |record, start, pass| {
        let tree = &record.tree;
        let version = choose_version(export.options.version.as_deref(), tree)?;
        bytes.extend(write_header(record, start, version, encoding, pass)?);
        let mut body = Body {
            tree,
            version,
            encoding,
            bytes: &mut bytes,
            pass,
        };
        let is_first = |node| {
            let parent = tree.parent(node);
            parent.is_none_or(|parent| tree.first_child(parent) == Some(node))
        };
        let is_kept = |node| version > PLAIN || is_first(node);
        for event in tree.events_of(Order::AtFork, is_kept) {
            if let Event::Node(node) = event {
                body.entry(node);
            }
        }
        Ok(())
    })?;
    Ok(Written { bytes, losses })
}

fn choose_version(wanted: Option<&str>, tree: &Tree) -> Result<u8, WriteError> {
    match wanted {
        Some("1.0") => Ok(PLAIN),
        Some("1.8") => Ok(NEWEST),
        Some(other) => Err(WriteError(format!(
            "XQF is written as version 1.0 or 1.8, not {other:?}"
        ))),
        None if tree.ids().any(|node| tree.is_fork(node)) => Ok(NEWEST),
        None => Ok(PLAIN),
    }
}

fn write_header(
    record: &Record,
    position: &xiangqi::Position,
    version: u8,
    encoding: Encoding,
    pass: &mut Pass<'_>,
) -> Result<[u8; HEADER], WriteError> {
    let mut bytes = [0; HEADER];
    bytes[..VERSION].copy_from_slice(b"XQ");
    bytes[VERSION] = version;
    let mut squares = header::squares(position)?;
    if version > PLAIN {
        squares.rotate_left(1);
    }
    bytes[SQUARES..SQUARES + squares.len()].copy_from_slice(&squares);
    // Readers go by the piece that moves first, and use the byte only if there are no moves.
    derive_start(record, pass);
    if first_mover(record).is_none() {
        bytes[WHO] = position.side_to_move().index() as u8;
    }
    header::write(record, encoding, &mut bytes, pass);
    Ok(bytes)
}

/// What follows the header.
struct Body<'a, 'r> {
    tree: &'r Tree,
    version: u8,
    encoding: Encoding,
    bytes: &'a mut Vec<u8>,
    pass: &'a mut Pass<'r>,
}

impl Body<'_, '_> {
    /// An entry. One of 1.0 always has the length of its comment; in one of 1.8 flags announce what follows.
    fn entry(&mut self, node: NodeId) {
        let is_plain = self.version == PLAIN;
        let comment = self.comment(node);
        let mut flags = [0x80, 0x40, 0x20];
        let follows = [
            self.tree.first_child(node).is_some(),
            self.tree.next_sibling(node).is_some(),
            !comment.is_empty(),
        ];
        if is_plain {
            flags = [0xF0, 0, 0];
        }
        let set = flags.into_iter().zip(follows).filter(|(_, set)| *set);
        let flags = set.map(|(flag, _)| flag).sum();
        let (squares, last) = match (node, is_plain) {
            (NodeId::ROOT, true) => ([0x18, 0x20], 0xFF),
            (NodeId::ROOT, false) => (*ROOT_MARK, 0),
            _ => (self.squares(node), 0),
        };
        self.bytes.extend(squares);
        self.bytes.extend([flags, last]);
        if is_plain || !comment.is_empty() {
            let bias = if is_plain { 0 } else { COMMENT_BIAS };
            let length = comment.len() as u32 + bias;
            self.bytes.extend(length.to_le_bytes());
            self.bytes.extend(comment);
        }
    }

    /// The two bytes of a node's move.
    fn squares(&mut self, node: NodeId) -> [u8; 2] {
        let [from, to] = match self.tree.mv(node) {
            Some(Move::Xiangqi(xiangqi::Move { from, to })) => {
                self.pass.wrote_node(node);
                [from, to].map(header::number)
            }
            // The entry exists, but its move is unknown.
            _ => {
                self.pass.wrote_node(node);
                self.pass.change_at("unreadable move", node);
                self.pass
                    .wrote_notes(node, |note| matches!(note, Note::Turn(_)));
                [NO_SQUARE; 2]
            }
        };
        [from.wrapping_add(0x18), to.wrapping_add(0x20)]
    }

    /// A node's comments as XQStudio writes them, with a line end after the last line.
    fn comment(&mut self, node: NodeId) -> Vec<u8> {
        let mut text = String::new();
        for note in self.tree.notes(node) {
            if let Note::Comment(comment) = note {
                text.push_str(&comment.replace('\n', "\r\n"));
                text.push_str("\r\n");
            }
        }
        self.pass
            .wrote_notes(node, |note| matches!(note, Note::Comment(_)));
        self.pass.encode(&text, self.encoding)
    }
}

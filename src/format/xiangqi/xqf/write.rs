//! Writing XQF: 1.0 for a line of moves, 1.8 with keys that change nothing for a record with variations.

use super::file::{File, ROOT_MARK};
use super::{HEADER, NEWEST, PLAIN, SQUARES, VERSION, WHO, header};
use crate::format::pass::{GameWriter, Pass};
use crate::format::xiangqi::written_moves::{derive_start, first_mover, is_pass};
use crate::format::{LossKind, WriteError};
use crate::game::{Move, Position, xiangqi};
use crate::record::{NodeId, Note, Order, Record, Tree, Warnings};
use crate::text::source::{BIG5, Encoding, GB18030, encoding_name};

/// A 1.8 comment's length is stored with this added, whatever the keys.
const COMMENT_BIAS: u32 = 767;
/// Stands for both squares of an unreadable move.
const NO_SQUARE: u8 = 0xFF;

pub(super) fn write(pass: &mut Pass<'_>, bytes: &mut Vec<u8>) -> Result<(), WriteError> {
    let named = pass.to.options.encoding;
    if let Some(other) = named.map(encoding_name).filter(|it| !["gb18030", "big5"].contains(it)) {
        return Err(WriteError(format!("XQF is written in gb18030 or big5, not {other}")));
    }
    write_in(pass, named.unwrap_or(GB18030), bytes)?;
    if named.is_some() || reads_as(bytes, GB18030) {
        return Ok(());
    }
    // Nothing in the file gives its encoding. Traditional characters may be too few to recognise it by.
    let (mut again, mut other) = (Pass::new(pass.record, pass.to), Vec::new());
    write_in(&mut again, BIG5, &mut other)?;
    if reads_as(&other, BIG5) && again.losses() == pass.losses() {
        (*pass, *bytes) = (again, other);
    } else {
        pass.changes.add(LossKind::Big5, 1);
    }
    Ok(())
}

/// Whether a reader guesses this encoding from the bytes alone.
fn reads_as(bytes: &[u8], encoding: Encoding) -> bool {
    let header = bytes.first_chunk::<HEADER>();
    let file = header.map(|header| File::open(bytes, *header, &mut Warnings::default()));
    matches!(file, Some(Ok(file)) if file.guess_encoding() == encoding)
}

/// XQStudio writes GB18030. No reader of XQF supports any encoding but this and Big5.
fn write_in(
    pass: &mut Pass<'_>,
    encoding: Encoding,
    bytes: &mut Vec<u8>,
) -> Result<(), WriteError> {
    let (record, start) = (pass.record, pass.start(Position::xiangqi)?);
    let version = choose_version(pass.to.options.version.as_deref(), &record.tree)?;
    bytes.extend(write_header(record, start, version, encoding, pass)?);
    let mut writer = XqfWriter { version, encoding, bytes };
    match version {
        PLAIN => pass.write_mainline(&mut writer),
        _ => pass.write(Order::AtFork, |_| true, &mut writer),
    }
    Ok(())
}

fn choose_version(wanted: Option<&str>, tree: &Tree) -> Result<u8, WriteError> {
    match wanted {
        Some("1.0") => Ok(PLAIN),
        Some("1.8") => Ok(NEWEST),
        Some(other) => {
            Err(WriteError(format!("XQF is written as version 1.0 or 1.8, not {other:?}")))
        }
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
    derive_start(pass);
    if first_mover(record).is_none() {
        bytes[WHO] = position.side_to_move().index() as u8;
    }
    header::write(record, encoding, &mut bytes, pass);
    Ok(bytes)
}

/// Writes the moves, which follow the header.
struct XqfWriter<'a> {
    version: u8,
    encoding: Encoding,
    bytes: &'a mut Vec<u8>,
}

impl GameWriter for XqfWriter<'_> {
    /// Writes an entry. One of 1.0 always has the length of its comment; in one of 1.8 flags announce the parts that follow.
    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        let tree = &pass.record.tree;
        let is_plain = self.version == PLAIN;
        let comment = pass.encode(&comment(tree, node), self.encoding);
        let mut flags = [0x80, 0x40, 0x20];
        let follows = [
            tree.first_child(node).is_some(),
            tree.next_sibling(node).is_some(),
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
            _ => (squares(pass), 0),
        };
        self.bytes.extend(squares);
        self.bytes.extend([flags, last]);
        if is_plain || !comment.is_empty() {
            let bias = if is_plain { 0 } else { COMMENT_BIAS };
            let length = comment.len() as u32 + bias;
            self.bytes.extend(length.to_le_bytes());
            self.bytes.extend(comment);
        }
        true
    }

    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        match note {
            Note::Comment(_) => true,
            Note::Turn(_) => is_pass(pass),
            _ => false,
        }
    }
}

/// The two bytes of a node's move.
fn squares(pass: &mut Pass<'_>) -> [u8; 2] {
    let [from, to] = match pass.record.tree.mv(pass.node()) {
        Some(Move::Xiangqi(mv)) => [mv.from, mv.to].map(header::number),
        // The entry exists, but its move is unknown.
        _ => {
            pass.change(LossKind::UnreadableMove);
            [NO_SQUARE; 2]
        }
    };
    [from.wrapping_add(0x18), to.wrapping_add(0x20)]
}

/// A node's comments as XQStudio writes them, with a line end after the last line.
fn comment(tree: &Tree, node: NodeId) -> String {
    let mut text = String::new();
    for comment in tree.comments(node) {
        text.push_str(&comment.replace('\n', "\r\n"));
        text.push_str("\r\n");
    }
    text
}

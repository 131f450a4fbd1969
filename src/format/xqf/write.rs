//! Writing XQF: 1.0 for a line of moves, 1.8 with keys that change nothing for a record with variations.

use super::{FORMAT, HEADER, NEWEST, PLAIN, ROOT_MARK, SQUARES, VERSION, WHO, board, header};
use crate::format::source::{Encoding, GB18030, encode, encoding_name};
use crate::format::{Export, Feature, Losses, WriteError, Written};
use crate::game::{Move, Position, Side, xiangqi};
use crate::record::{NodeId, Note, Record, Tree};

/// A 1.8 comment's length is stored with this added, whatever the keys.
const COMMENT_BIAS: u32 = 767;
/// What stands for a square in a step whose move could not be read.
const NO_SQUARE: u8 = 0xFF;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut losses = Losses::default();
    let record = export.only_record(&mut losses)?;
    let encoding = choose_encoding(export.options.encoding);
    let version = choose_version(export.options.version.as_deref(), &record.tree)?;
    let mut bytes = write_header(record, version, encoding, &mut losses)?.to_vec();
    if version == PLAIN {
        losses.add_missing(&record.tree, &[Feature::Comments]);
        let mainline = record.tree.mainline();
        mainline.for_each(|node| plain_step(&record.tree, node, encoding, &mut bytes, &mut losses));
    } else {
        losses.add_missing(&record.tree, FORMAT.features);
        let all = record.tree.preorder();
        all.for_each(|node| tagged_step(&record.tree, node, encoding, &mut bytes, &mut losses));
    }
    if record.first_number != 1 {
        losses.add("number of the first move", 1);
    }
    Ok(Written { bytes, losses })
}

/// GB18030, which XQStudio writes, unless Big5 is asked for: of other encodings its readers know nothing.
fn choose_encoding(wanted: Option<Encoding>) -> Encoding {
    wanted
        .filter(|wanted| matches!(encoding_name(wanted), "gb18030" | "big5"))
        .unwrap_or(GB18030)
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
    version: u8,
    encoding: Encoding,
    losses: &mut Losses,
) -> Result<[u8; HEADER], WriteError> {
    let Position::Xiangqi(position) = &record.start else {
        return Err(WriteError(format!(
            "XQF holds xiangqi, not {}",
            record.game()
        )));
    };
    let mut bytes = [0; HEADER];
    bytes[..VERSION].copy_from_slice(b"XQ");
    bytes[VERSION] = version;
    let mut squares = board::squares(position)?;
    if version > PLAIN {
        squares.rotate_left(1);
    }
    bytes[SQUARES..SQUARES + squares.len()].copy_from_slice(&squares);
    // Readers go by the piece that moves first, and look at the byte only where there is none.
    match first_mover(position, &record.tree) {
        None => bytes[WHO] = position.side_to_move().index() as u8,
        Some(side) => losses.add("side to move", usize::from(side != position.side_to_move())),
    }
    header::write(record, encoding, &mut bytes, losses);
    Ok(bytes)
}

fn first_mover(position: &xiangqi::Position, tree: &Tree) -> Option<Side> {
    match tree.mv(tree.first_child(NodeId::ROOT)?) {
        Some(Move::Xiangqi(mv)) => Some(position.piece(mv.from)?.side),
        _ => None,
    }
}

/// The numbers of the squares of a node's move.
fn squares(tree: &Tree, node: NodeId, losses: &mut Losses) -> [u8; 2] {
    match tree.mv(node) {
        Some(Move::Xiangqi(xiangqi::Move { from, to })) => [from, to].map(board::number),
        _ => {
            losses.add("unreadable move", 1);
            [NO_SQUARE; 2]
        }
    }
}

fn plain_step(
    tree: &Tree,
    node: NodeId,
    encoding: Encoding,
    bytes: &mut Vec<u8>,
    losses: &mut Losses,
) {
    let is_root = node == NodeId::ROOT;
    let [from, to] = if is_root {
        [0; 2]
    } else {
        squares(tree, node, losses)
    };
    let continues = if tree.first_child(node).is_some() {
        0xF0
    } else {
        0
    };
    let reserved = if is_root { 0xFF } else { 0 };
    bytes.extend([
        from.wrapping_add(0x18),
        to.wrapping_add(0x20),
        continues,
        reserved,
    ]);
    let comment = comment(tree, node, encoding, losses);
    bytes.extend((comment.len() as u32).to_le_bytes());
    bytes.extend(comment);
}

fn tagged_step(
    tree: &Tree,
    node: NodeId,
    encoding: Encoding,
    bytes: &mut Vec<u8>,
    losses: &mut Losses,
) {
    let comment = comment(tree, node, encoding, losses);
    let flags = [
        (0x80, tree.first_child(node).is_some()),
        (0x40, tree.next_sibling(node).is_some()),
        (0x20, !comment.is_empty()),
    ];
    let flags = flags
        .iter()
        .filter(|(_, set)| *set)
        .map(|(flag, _)| flag)
        .sum::<u8>();
    if node == NodeId::ROOT {
        bytes.extend(ROOT_MARK);
    } else {
        let [from, to] = squares(tree, node, losses);
        bytes.extend([from.wrapping_add(0x18), to.wrapping_add(0x20)]);
    }
    bytes.extend([flags, 0]);
    if !comment.is_empty() {
        bytes.extend((comment.len() as u32 + COMMENT_BIAS).to_le_bytes());
        bytes.extend(comment);
    }
}

/// A node's comments as XQStudio writes them, with a line end after the last line.
fn comment(tree: &Tree, node: NodeId, encoding: Encoding, losses: &mut Losses) -> Vec<u8> {
    let mut text = String::new();
    for note in tree.notes(node) {
        if let Note::Comment(comment) = note {
            text.push_str(&comment.replace('\n', "\r\n"));
            text.push_str("\r\n");
        }
    }
    encode(&text, encoding, losses)
}

//! CCM, the records of two Chinese servers, which share nothing but the extension.
//!
//! 17pk writes a count and records of nine bytes. 中游 writes records of seven bytes without a header; the layout is that
//! of xqbase's `ccm2pgn`, which also turns the board around where the first move begins in its upper half.

use super::squares::{from_top, legal, play, turned};
use crate::format::Certainty;
use crate::format::Format;
use crate::format::Loaded;
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::game::xiangqi::{Move, Position};
use crate::game::{self, Game};
use crate::record::{At, Record};
use crate::text::Source;
use crate::text::Unit;

pub(in crate::format) const FORMAT: Format = Format {
    name: "ccm",
    title: "CCM (17pk, 中游)",
    extensions: &["ccm"],
    unit: Unit::File,
    games: &[Game::Xiangqi],
    encodings: "",
    features: &[],
    detect,
    read: Some(read),
    write: None,
};

/// The header of 17pk.
const HEAD: usize = 12;
/// A move of 17pk: piece, side, kind, file and row of both squares, and what is captured.
const COUNTED: usize = 9;
/// A move of 中游: three bytes, then both files and both rows.
const PLAIN: usize = 7;
/// So many moves decide whether a file without a header is a record.
const TRIED: usize = 8;

fn detect(source: &Source<'_>) -> Certainty {
    if count(source.bytes).is_some() {
        return Certainty::Certain;
    }
    let first = source.bytes.get(..TRIED * PLAIN).unwrap_or(source.bytes);
    let moves: Vec<Move> = plain(first).map(|(mv, _)| mv).collect();
    let legal = legal(&Position::initial(), &moves);
    let named = FORMAT.extensions.contains(&&*source.extension());
    match legal == moves.len() && legal >= if named { 2 } else { TRIED } {
        true => Certainty::Likely,
        false => Certainty::No,
    }
}

/// How many moves a file of 17pk has; `None` for another file.
fn count(bytes: &[u8]) -> Option<usize> {
    let mut head = Bytes::at(bytes, 0);
    let version = head.u16()?;
    let (_unknown, _time) = (head.u16()?, head.u32()?);
    let count = head.u32()? as usize;
    let fits = count.checked_mul(COUNTED) == Some(head.left());
    (version == 1 && fits).then_some(count)
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let record = Record::new(game::Position::Xiangqi(Position::initial()));
    let bytes = source.bytes;
    let (record, warnings) = match count(bytes) {
        Some(_) => play(record, counted(bytes)),
        None => play(record, plain(bytes)),
    };
    if record.tree.is_empty() {
        return Err(ReadError::whole("no move of CCM"));
    }
    let mut loaded = Loaded::one(None, record, warnings);
    if count(bytes).is_none() && !bytes.len().is_multiple_of(PLAIN) {
        loaded.cut = Some("the file ends inside a move".to_owned());
    }
    Ok(loaded)
}

fn counted(bytes: &[u8]) -> impl Iterator<Item = (Move, At)> {
    let moves = bytes.get(HEAD..).unwrap_or(&[]).chunks_exact(COUNTED);
    moves.enumerate().map(|(number, mv)| {
        let at = At::Byte((HEAD + number * COUNTED) as u64);
        let mv = Move {
            from: from_top(mv[3], mv[4]),
            to: from_top(mv[5], mv[6]),
        };
        (mv, at)
    })
}

fn plain(bytes: &[u8]) -> impl Iterator<Item = (Move, At)> {
    let is_turned = bytes.get(5).is_some_and(|row| *row < 5);
    let moves = bytes.chunks_exact(PLAIN);
    moves.enumerate().map(move |(number, mv)| {
        let at = At::Byte((number * PLAIN) as u64);
        let mv = Move {
            from: from_top(mv[3], mv[5]),
            to: from_top(mv[4], mv[6]),
        };
        (if is_turned { turned(mv) } else { mv }, at)
    })
}

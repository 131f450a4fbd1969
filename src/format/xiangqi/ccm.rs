//! CCM, the records of two Chinese servers, which share nothing but the extension.
//!
//! 17pk writes a count and records of nine bytes. 中游 writes records of seven bytes without a header; the layout is that
//! of xqbase's `ccm2pgn`, which also turns the board around where the first move begins in its upper half.

use super::squares::{from_top, is_game, play, stored, turned};
use crate::format::bytes::Bytes;
use crate::format::{Certainty, Format, Loaded, ReadError};
use crate::game;
use crate::game::xiangqi::{Move, Position};
use crate::record::{At, Record};
use crate::text::Source;

pub(in crate::format) const FORMAT: Format = Format {
    name: "ccm",
    title: "CCM (17pk, 中游)",
    extensions: &["ccm"],
    detect,
    read: Some(read),
    ..super::BASE
};

/// The header of 17pk.
const HEAD: usize = 12;
/// A move of 17pk: piece, side, kind, file and row of both squares, and what is captured.
const COUNTED: usize = 9;
/// A move of 中游: three bytes, then both files and both rows.
const PLAIN: usize = 7;

fn detect(source: &Source<'_>) -> Certainty {
    let bytes = source.bytes;
    let named = FORMAT.is_named(source);
    let is_game = match count(bytes) {
        Some(count) if HEAD + count * COUNTED == bytes.len() => return Certainty::Certain,
        Some(_) => is_game(counted(bytes), named),
        None => is_game(plain(bytes), named),
    };
    Certainty::Likely.only_if(is_game)
}

/// How many moves a file of 17pk has, not all of which may be there; `None` for another file.
fn count(bytes: &[u8]) -> Option<usize> {
    let mut head = Bytes::at(bytes, 0);
    let version = head.u16()?;
    let (_unknown, _time) = (head.u16()?, head.u32()?);
    let count = usize::from(u16::try_from(head.u32()?).ok()?);
    (version == 1 && count * COUNTED >= head.left()).then_some(count)
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let record = Record::new(game::Position::Xiangqi(Position::initial()));
    let bytes = source.bytes;
    let ((record, warnings), is_cut) = match count(bytes) {
        Some(count) => (
            play(record, counted(bytes)),
            HEAD + count * COUNTED > bytes.len(),
        ),
        None => (
            play(record, plain(bytes)),
            !bytes.len().is_multiple_of(PLAIN),
        ),
    };
    if record.tree.len() == 1 {
        return Err(ReadError::whole("no move of CCM"));
    }
    let cut = is_cut.then(|| "the file ends before its moves do".to_owned());
    Ok(Loaded::one(None, record, warnings).with_cut(cut))
}

fn counted(bytes: &[u8]) -> impl Iterator<Item = (Move, At)> {
    stored(bytes, HEAD, COUNTED, |mv| Move {
        from: from_top(mv[3], mv[4]),
        to: from_top(mv[5], mv[6]),
    })
}

fn plain(bytes: &[u8]) -> impl Iterator<Item = (Move, At)> {
    let is_turned = bytes.get(5).is_some_and(|row| *row < 5);
    stored(bytes, 0, PLAIN, move |mv| {
        let mv = Move {
            from: from_top(mv[3], mv[5]),
            to: from_top(mv[4], mv[6]),
        };
        if is_turned { turned(mv) } else { mv }
    })
}

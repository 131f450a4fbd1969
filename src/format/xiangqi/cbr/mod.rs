//! CBR, a game of CCBridge (象棋桥): a header of fixed fields in UTF-16, the board, then the moves.
//!
//! Nothing official describes it. The layout is what the files of version 2 show, which CCBridge 3 writes, and one of
//! version 1.

mod header;

use std::ops::Range;

use super::ccbridge::packed_square;
use super::squares::{begin_with, or_off_board};
use super::stored_moves::{self, Comment, StoredMove, StoredMoves};
use crate::format::bytes::Bytes;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError};
use crate::game::xiangqi::{self, Kind, Piece, Square};
use crate::game::{Position, Side};
use crate::record::{At, Builder, Headers, Record, Warnings};
use crate::text::Source;
use crate::text::source::{UTF_16LE, encoding_name};
use header::Version;

pub(in crate::format) const FORMAT: Format = Format {
    name: "cbr",
    title: "CBR (CCBridge 象棋桥)",
    extensions: &["cbr"],
    encodings: "UTF-16",
    holds: Holds::TREE,
    detect,
    read: Some(read),
    ..super::BASE
};

/// What a record begins with.
pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";
const SIDE: usize = 2112;
const FIRST_NUMBER: usize = 2116;
const BOARD: usize = 2120;
const MOVES: usize = 2214;

fn detect(source: &Source<'_>) -> Certainty {
    Certainty::Certain.only_if(source.bytes.starts_with(MAGIC))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let (game, rest) = read_game(source.bytes, 0..source.bytes.len(), source.growing)?;
    let mut warnings = game.warnings;
    if rest.left() > 0 {
        let message = format!("{} bytes after the last move are not read", rest.left());
        warnings.warn(At::byte(rest.offset()), message);
    }
    let encoding = Some(encoding_name(UTF_16LE));
    Ok(Loaded::one(encoding, game.record, warnings).with_cut(game.cut))
}

/// One game as read.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) record: Record,
    pub(super) warnings: Warnings,
    /// Why the game seems to be cut short.
    pub(super) cut: Option<String>,
}

/// The headers of the record at a place in a file; its board and moves are only seen to be there.
///
/// # Errors
/// Those of [`read_game`].
pub(super) fn read_headers(file: &[u8], place: Range<usize>) -> Result<Headers, ReadError> {
    let bytes = file.get(..place.end).unwrap_or(file);
    let version = Version::of(bytes, place.start)?;
    board(bytes, place.start + version.offset(BOARD))?;
    Ok(header::read_headers(bytes, place.start, version))
}

fn board(bytes: &[u8], offset: usize) -> Result<[u8; 90], ReadError> {
    Bytes::at(bytes, offset).array().ok_or_else(|| {
        let message = "the file ends before the board";
        ReadError::new(At::byte(bytes.len()), message)
    })
}

/// The record at an offset of a file, which may be growing, and what follows its last move within the slot.
///
/// # Errors
/// Its version is unknown, or it ends before its board does.
pub(super) fn read_game(
    file: &[u8],
    place: Range<usize>,
    growing: bool,
) -> Result<(Read, Bytes<'_>), ReadError> {
    let bytes = file.get(..place.end).unwrap_or(file);
    let version = Version::of(bytes, place.start)?;
    let at = |offset: usize| place.start + version.offset(offset);
    let mut warnings = Warnings::default();
    let board = board(bytes, at(BOARD))?;
    let mut position = position(&board, at(BOARD), &mut warnings);
    let side = bytes.get(at(SIDE)).copied();
    let mut entries =
        StoredMoves::new(Bytes::at(bytes, at(MOVES)), |stream| entry(stream, version))
            .growing(growing);
    position.set_side_to_move(Side::first_if(side != Some(2)));
    let mut record = Record::new(Position::Xiangqi(position));
    let first = entries.clone().nth(1).map(|entry| entry.mv);
    begin_with(&mut record.start, first);
    record.headers = header::read_headers(bytes, place.start, version);
    record.first_number = first_ply(Bytes::at(bytes, at(FIRST_NUMBER)).u16().unwrap_or(1));
    let mut builder = Builder::on(record);
    let cut = stored_moves::play(&mut entries, UTF_16LE, &mut builder);
    let (record, more) = builder.finish();
    warnings.extend(more);
    let read = Read {
        record,
        warnings,
        cut,
    };
    Ok((read, entries.rest().clone()))
}

/// The number of the first ply of a round.
fn first_ply(round: u16) -> u32 {
    u32::from(round.max(1)) * 2 - 1
}

/// The board, row by row from black's left: a nibble for the side, a nibble for the kind.
fn position(board: &[u8; 90], offset: usize, warnings: &mut Warnings) -> xiangqi::Position {
    let mut position = xiangqi::Position::empty();
    for ((square, code), offset) in Square::by_rows().zip(board).zip(offset..) {
        match piece(*code) {
            Some(piece) => position.put(square, Some(piece)),
            None if *code == 0 => {}
            None => warnings.warn(At::byte(offset), format!("0x{code:02X} is not a piece")),
        }
    }
    position
}

fn piece(code: u8) -> Option<Piece> {
    let side = match code >> 4 {
        1 => Side::First,
        2 => Side::Second,
        _ => return None,
    };
    let place = usize::from(code & 0x0F).checked_sub(1)?;
    let kind = Kind::from_letter("RNBAKCP".chars().nth(place)?)?;
    Some(Piece { side, kind })
}

/// A point of a move: in version 2 its number, counted like the board.
fn move_square(code: u8, version: Version) -> Square {
    let square = match version {
        Version::Two => Square::from_top(code % 9, code / 9),
        Version::One => packed_square(code),
    };
    or_off_board(square, code)
}

/// An entry: flags, then the number of the child that was open when the file was saved, which is not the main one.
fn entry<'a>(stream: &mut Bytes<'a>, version: Version) -> Option<StoredMove<'a>> {
    let offset = stream.offset() as u64;
    let [flags, _open, from, to] = stream.array()?;
    let comment = if flags & 4 == 0 {
        Comment::default()
    } else {
        stored_moves::take_comment(stream, 0)
    };
    Some(StoredMove {
        offset,
        mv: xiangqi::Move {
            from: move_square(from, version),
            to: move_square(to, version),
        },
        continues: flags & 1 == 0,
        alternative: flags & 2 != 0,
        comment,
    })
}

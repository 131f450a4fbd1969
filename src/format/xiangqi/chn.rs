//! CHN and XQI, the records of 联众 (Ourgame).
//!
//! The offsets are those of two real files, whose moves, captures and last boards agree. An older layout without the
//! header is known from xqbase's `chn2pgn` alone.

use super::squares::{from_top, is_game, missing, play, stored, turned};
use crate::format::bytes::Bytes;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Loaded, ReadError};
use crate::game::xiangqi::{Kind, Move, Piece, Position};
use crate::game::{self, Side};
use crate::record::{At, Headers, Record};
use crate::text::Source;
use crate::text::source::{Encoding, GB18030, decode_field, encoding_name};

pub(in crate::format) const FORMAT: Format = Format {
    name: "chn",
    title: "CHN, XQI (联众)",
    extensions: &["chn", "xqi"],
    encodings: "GB18030",
    detect,
    read: Some(read),
    ..super::BASE
};

const MAGIC: &[u8] = b"GL\xD0\x07\xD4\x07\x01\0";
/// The offsets and lengths of the text fields.
const TEXTS: [(usize, usize, &str); 6] = [
    (0x08, 28, "time"),
    (0x24, 64, "title"),
    (0x64, 20, "red id"),
    (0x78, 20, "red"),
    (0x8C, 20, "black id"),
    (0xA0, 20, "black"),
];
/// The board at the start, by columns.
const BOARD: usize = 0xB4;
/// How many moves there are.
const COUNT: usize = 0x16C;
/// The offset of the first move, and the distance between moves.
const MOVES: usize = 0x1FC;
const STEP: usize = 36;
/// Both squares of a move in its 36 bytes: row in the high nibble, file in the low one.
const FROM: usize = 14;

/// The first move of the older layout, and its size.
const OLD_MOVES: usize = 188;
const OLD_STEP: usize = 32;

fn detect(source: &Source<'_>) -> Certainty {
    if source.bytes.starts_with(MAGIC) {
        return Certainty::Certain;
    }
    Certainty::Likely.only_if(FORMAT.is_named(source) && is_game(old_moves(source.bytes), true))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let bytes = source.bytes;
    let record = |start| Record::new(game::Position::Xiangqi(start));
    if !bytes.starts_with(MAGIC) {
        let (record, warnings) = play(record(Position::initial()), old_moves(bytes));
        return Ok(Loaded::one(None, record, warnings));
    }
    if bytes.len() < MOVES {
        let message = format!("the file ends inside the header of {MOVES} bytes");
        return Err(ReadError::new(At::byte(bytes.len()), message));
    }
    let mut record = record(board(bytes));
    let encoding = source.forced.unwrap_or(GB18030);
    read_texts(bytes, encoding, &mut record.headers);
    let count = Bytes::at(bytes, COUNT).u32().unwrap_or(0) as usize;
    let present = bytes.get(MOVES..).unwrap_or(&[]).len() / STEP;
    let (record, warnings) = play(record, moves(bytes).take(count));
    let loaded = Loaded::one(Some(encoding_name(encoding)), record, warnings);
    Ok(loaded.with_cut(missing(present, count)))
}

fn read_texts(bytes: &[u8], encoding: Encoding, headers: &mut Headers) {
    for (offset, size, name) in TEXTS {
        let field = Bytes::at(bytes, offset).take(size).unwrap_or(&[]);
        let text = field.split(|byte| *byte == 0).next().unwrap_or(&[]);
        let text = decode_field(text, encoding);
        if !text.trim().is_empty() {
            Dialect::Chn.keep(headers, name, &text);
        }
    }
}

/// A byte a point, in columns of ten from the top: a number for the piece in the low nibble, 8 more for Black's.
fn board(bytes: &[u8]) -> Position {
    let mut position = Position::empty();
    let points = bytes.get(BOARD..).unwrap_or(&[]).iter().take(90);
    for (point, code) in (0u8..).zip(points) {
        let place = usize::from(code & 7).checked_sub(1);
        let letter = place.and_then(|place| "RNCKABP".chars().nth(place));
        if let Some(kind) = letter.and_then(Kind::from_letter) {
            let side = Side::BOTH[usize::from(code & 8 != 0)];
            position.put(from_top(point / 10, point % 10), Some(Piece { side, kind }));
        }
    }
    position
}

fn moves(bytes: &[u8]) -> impl Iterator<Item = (Move, At)> {
    let square = |code: u8| from_top(code & 15, code >> 4);
    stored(bytes, MOVES, STEP, move |mv| Move {
        from: square(mv[FROM]),
        to: square(mv[FROM + 1]),
    })
}

/// Sixteen two-byte numbers per move, of which the third to the sixth are the squares. A first move in the upper half
/// means that the board is rotated.
fn old_moves(bytes: &[u8]) -> impl Iterator<Item = (Move, At)> {
    let number = |mv: &[u8], index: usize| match Bytes::at(mv, 2 * index).u16() {
        Some(number @ 0..=9) => number as u8,
        _ => u8::MAX,
    };
    let is_turned = number(bytes.get(OLD_MOVES..).unwrap_or(&[]), 3) < 5;
    stored(bytes, OLD_MOVES, OLD_STEP, move |mv| {
        let mv = Move {
            from: from_top(number(mv, 2), number(mv, 3)),
            to: from_top(number(mv, 4), number(mv, 5)),
        };
        if is_turned { turned(mv) } else { mv }
    })
}

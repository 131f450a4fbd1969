//! CBR, a game of CCBridge (象棋桥): a header of fixed fields in UTF-16, the board, then the moves. With what it shares
//! with CBL and CBF.
//!
//! Nothing official describes it. The layout is what the files of version 2 show, which CCBridge 3 writes, and one of
//! version 1.

use std::ops::Range;

use super::stored_moves::{self, StoredMove, StoredMoves, begin_with, coded_move};
use crate::format::bytes::Bytes;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError, Reader, Reason};
use crate::game::xiangqi::{self, Piece, Square};
use crate::game::{Position, Side};
use crate::record::{At, Builder, Headers, Key, Record, Warnings};
use crate::text::Source;
use crate::text::source::{UTF_16LE, decode_field, encoding_name};

pub(in crate::format) const FORMAT: Format = Format {
    name: "cbr",
    title: "CBR (CCBridge 象棋桥)",
    extensions: &["cbr"],
    encodings: "UTF-16",
    holds: Holds::TREE,
    detect: |source| Certainty::Certain.only_if(source.bytes.starts_with(MAGIC)),
    read: Some(Reader::Whole(read)),
    ..super::BASE
};

/// The first bytes of a record.
pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";
const VERSION: usize = 19;
const SIDE: usize = 2112;
const FIRST_NUMBER: usize = 2116;
const BOARD: usize = 2120;
const BOARD_END: usize = 2210;
const MOVES: usize = 2214;
/// The pieces of the board: a nibble for the side, a nibble for the kind.
const PIECES: &[u8] = b"RNBAKCP---------rnbakcp";
const FIRST_PIECE: u8 = 0x11;

/// Offset in version 2, size in bytes, and the name that CCBridge gives the field in its XML (CBF). Texts have many
/// bytes, numbers one.
const FIELDS: [(usize, usize, &str); 32] = [
    (52, 128, "Script"),
    (180, 128, "Name"),
    (308, 256, "Path"),
    (564, 64, "From"),
    (628, 64, "ContestType"),
    (692, 64, "Contest"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Table"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeRule"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1268, 32, "RedRating"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1492, 32, "BlackRating"),
    (1524, 64, "Referee"),
    (1588, 64, "Recorder"),
    (1652, 64, "Commentator"),
    (1716, 64, "CommentatorURL"),
    (1780, 64, "Creator"),
    (1844, 64, "CreatorURL"),
    (1908, 40, "DateCreated"),
    (1972, 40, "DateModified"),
    (2040, 1, "RecordType"),
    (2044, 32, "RecordKind"),
    (2076, 1, "RecordResult"),
    (2080, 32, "ResultType"),
];

fn read(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let game = read_game(source.bytes, &(0..source.bytes.len()))?;
    Ok(Loaded::one(format, Some(encoding_name(UTF_16LE)), game))
}

/// The header of a record with its board, as version 2 has it.
pub(super) struct Header {
    bytes: Vec<u8>,
    /// How many of its bytes the file does not have: none in version 2.
    missing: usize,
}

impl Header {
    /// The header of the record at a place in a file.
    ///
    /// # Errors
    /// Its version is unknown, or it ends before its board does.
    pub(super) fn of(file: &[u8], place: &Range<usize>) -> Result<Self, ReadError> {
        let record = file.get(place.clone()).unwrap_or(&[]);
        let error = |message: &str| ReadError::new(At::byte(place.start + VERSION), message);
        let unsupported = |message: &str| Err(error(message).because(Reason::Unsupported));
        let gaps: &[(usize, usize)] = match record.get(VERSION) {
            _ if !record.starts_with(MAGIC) => {
                return Err(error("no record of CCBridge begins here"));
            }
            // Version 1 has no script, and neither a referee nor a recorder.
            Some(1) => &[(52, 128), (1524, 128)],
            Some(2) => &[],
            Some(3) => {
                return unsupported(
                    "CBR version 3, of a CCBridge newer than 3, is not known; save the game as version 2",
                );
            }
            Some(other) => return unsupported(&format!("CBR version {other} is not known")),
            None => return Err(error("the file ends inside the header")),
        };
        let missing = gaps.iter().map(|(_, size)| size).sum();
        let Some(bytes) = record.get(..BOARD_END - missing) else {
            let message = "the file ends before the board";
            return Err(ReadError::new(At::byte(place.end), message));
        };
        let mut bytes = bytes.to_vec();
        for &(offset, size) in gaps {
            bytes.splice(offset..offset, vec![0; size]);
        }
        Ok(Self { bytes, missing })
    }

    pub(super) fn headers(&self) -> Headers {
        let mut headers = Headers::default();
        for (offset, size, name) in FIELDS {
            match &self.bytes[offset..offset + size] {
                [number] => keep(&mut headers, name, &number.to_string()),
                field => keep(&mut headers, name, &text(field)),
            }
        }
        headers
    }

    /// The board, row by row from black's left, in a record that begins at `start`.
    fn position(&self, start: usize, warnings: &mut Warnings) -> xiangqi::Position {
        let mut position = xiangqi::Position::empty();
        let places = start + BOARD - self.missing..;
        for ((square, code), place) in Square::by_rows().zip(&self.bytes[BOARD..]).zip(places) {
            let index = code.checked_sub(FIRST_PIECE).map(usize::from);
            let letter = index.and_then(|index| PIECES.get(index));
            let piece = letter.and_then(|letter| Piece::from_letter(char::from(*letter)));
            position.put(square, piece);
            if piece.is_none() && *code != 0 {
                warnings.warn(At::byte(place), format!("0x{code:02X} is not a piece"));
            }
        }
        position.set_side_to_move(Side::first_if(self.bytes[SIDE] != 2));
        position
    }
}

/// The record at a place of a file.
///
/// # Errors
/// Its version is unknown, or it ends before its board does.
pub(super) fn read_game(file: &[u8], place: &Range<usize>) -> Result<Record, ReadError> {
    let header = Header::of(file, place)?;
    let mut warnings = Warnings::default();
    let start = header.position(place.start, &mut warnings);
    let mut record = Record::new(Position::Xiangqi(start));
    (record.headers, record.warnings) = (header.headers(), warnings);
    let number = [header.bytes[FIRST_NUMBER], header.bytes[FIRST_NUMBER + 1]];
    record.first_number = u32::from(u16::from_le_bytes(number).max(1)) * 2 - 1;
    let square = match header.missing {
        0 => |code| Square::from_top(code % 9, code / 9),
        _ => packed_square,
    };
    let file = file.get(..place.end).unwrap_or(file);
    let moves = Bytes::at(file, place.start + MOVES - header.missing);
    let mut entries = StoredMoves::new(moves, |bytes| entry(bytes, square));
    begin_with(&mut record.start, entries.first());
    let mut builder = Builder::on(record);
    stored_moves::play(&mut entries, UTF_16LE, &mut builder);
    // The records of a library are in slots, which they do not fill.
    if place.start == 0 {
        entries.warn_of_rest(&mut builder);
    }
    Ok(builder.finish())
}

/// An entry: flags, then the number of the child that was open when the file was saved, which is not the main one.
fn entry([flags, _open, from, to]: [u8; 4], square: impl Fn(u8) -> Option<Square>) -> StoredMove {
    StoredMove {
        mv: coded_move([from, to], square),
        continues: flags & 1 == 0,
        alternative: flags & 2 != 0,
        bias: (flags & 4 != 0).then_some(0),
    }
}

/// The text of a UTF-16 field. After its end there are leftovers of the program's memory.
pub(super) fn text(field: &[u8]) -> String {
    let units = field.chunks_exact(2);
    let length = units.take_while(|unit| *unit != [0, 0]).count() * 2;
    decode_field(&field[..length], UTF_16LE)
}

/// A point as version 1 and the old libraries have it: the file in the high nibble, the rank from black's side in the
/// low one.
pub(super) fn packed_square(code: u8) -> Option<Square> {
    Square::from_top(code >> 4, code & 0x0F)
}

/// Keeps a field of CCBridge, if it is not empty. Kinds and results are numbers.
pub(super) fn keep(headers: &mut Headers, name: &str, text: &str) {
    let number: Option<usize> = text.parse().ok();
    let word = |words: &[&'static str]| words.get(number?).copied();
    match name {
        _ if text.is_empty() => {}
        "RecordType" => {
            // Played or composed whole games, then middle and end games.
            let kind = word(&["", "game", "game", "endgame", "endgame"]);
            headers.push(Key::Kind, name, text, kind.unwrap_or(""));
        }
        "RecordResult" if number.is_some() => match word(&["*", "1-0", "0-1", "1/2-1/2"]) {
            Some(result) => headers.push(Key::Result, name, text, result),
            // 4 is a study with several outcomes, which nothing else has a word for.
            None => headers.push_unknown(name, text),
        },
        _ => Dialect::CcBridge.keep(headers, name, text),
    }
}

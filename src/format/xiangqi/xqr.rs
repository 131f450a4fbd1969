//! XQR of the web page of that name: fields, each with its kind and length in a byte, then a tree of moves in four bytes
//! each.

use super::start_from;
use super::stored_moves::{self, StoredMove, StoredMoves, begin_with, coded_move};
use crate::format::bytes::Bytes;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError, Reader};
use crate::game::xiangqi::{self, Square};
use crate::game::{Position, Side};
use crate::record::{At, Builder, Key, Record};
use crate::text::Source;
use crate::text::source::{UTF_8, decode_field, encoding_name};

pub(in crate::format) const FORMAT: Format = Format {
    name: "xqr",
    title: "XQR",
    extensions: &["xqr"],
    encodings: "UTF-8",
    holds: Holds::TREE,
    detect: |source| Certainty::Certain.only_if(source.bytes.starts_with(MAGIC)),
    read: Some(Reader::Whole(read)),
    ..super::BASE
};

const MAGIC: &[u8] = b"\x00\x02\x20\x17";

/// The kinds of fields. Newer files have the round as the fifth, and the later ones a number higher.
const FEN: u8 = 8;
const MOVES: u8 = 9;
const ROUND: u8 = u8::MAX;

/// The check sum after the moves.
const CHECK_SUM: usize = 6;

fn read(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let mut bytes = Bytes::at(source.bytes, 0);
    let mut fields = Vec::new();
    let shift = loop {
        let error = ReadError::new(At::byte(source.bytes.len()), "the file ends inside the header");
        let Some([kind, length]) = bytes.array() else { return Err(error) };
        match (length, kind.checked_sub(MOVES)) {
            (0, Some(shift)) => break shift,
            _ => {
                let at = At::byte(bytes.offset());
                fields.push((kind, bytes.take(length.into()).ok_or(error)?, at));
            }
        }
    };
    let mut record = Record::new(Position::Xiangqi(xiangqi::Position::initial()));
    for (kind, value, at) in fields {
        let kind = match kind {
            5 if shift > 0 => ROUND,
            6.. => kind.saturating_sub(shift),
            _ => kind,
        };
        keep(&mut record, kind, value, at);
    }
    let mut entries = StoredMoves::new(bytes, entry);
    if record.start.is_usual() {
        begin_with(&mut record.start, entries.first());
    }
    let mut builder = Builder::on(record);
    stored_moves::play(&mut entries, UTF_8, &mut builder);
    if entries.left_over() != Some(CHECK_SUM) {
        entries.warn_of_rest(&mut builder);
    }
    Ok(Loaded::one(format, Some(encoding_name(UTF_8)), builder.finish()))
}

/// Keeps a field by its kind in older files.
fn keep(record: &mut Record, kind: u8, value: &[u8], at: At) {
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    let text = decode_field(value, UTF_8);
    let result = value.first().and_then(|code| RESULTS.get(usize::from(code.checked_sub(1)?)));
    let key = match kind {
        2 => Key::Event,
        3 => Key::Place,
        4 => Key::Date,
        ROUND => Key::Round,
        5 => Key::Player(Side::First),
        6 => Key::Player(Side::Second),
        7 if result.is_some() || matches!(value, [] | [0]) => {
            return record.headers.set(Key::Result, result.unwrap_or(&"*"));
        }
        FEN => return start_from(record, &text, at),
        // The sign of the format is a field, too, and every file has a 0 after it.
        0 => return,
        1 if value == [0] => return,
        _ if text.contains(char::is_control) => {
            return record.warnings.warn(at, format!("the field of kind {kind} is not read"));
        }
        _ => return record.headers.push_unknown(&format!("field {kind}"), &text),
    };
    record.headers.set(key, &text);
}

/// A move, and flags for a child, a sibling and a comment.
fn entry([from, to, flags, _]: [u8; 4]) -> StoredMove {
    StoredMove {
        mv: coded_move([from, to], |code| Square::from_top(code & 15, code >> 4)),
        continues: flags & 1 != 0,
        alternative: flags & 2 != 0,
        bias: (flags & 4 != 0).then_some(0),
    }
}

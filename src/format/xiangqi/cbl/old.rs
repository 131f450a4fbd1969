//! CBL 2.1, a library of CCBridge 2. A real file of 47 games confirms the layout.
//!
//! Strings have their length before them and are in the mainland's encoding. Moves carry their ply, and a ply that is
//! not greater than the one before starts a variation.

use std::ops::Range;
use std::sync::Arc;

use flate2::Decompress;

use crate::format::bytes::Bytes;
use crate::format::deflate::{Fault, inflate};
use crate::format::xiangqi::cbr::{keep, packed_square};
use crate::format::xiangqi::stored_moves::{coded_move, slots};
use crate::format::{Entry, Format, Loaded, ReadError};
use crate::game::xiangqi;
use crate::game::{Move, Position, Side};
use crate::record::{At, Builder, Headers, NodeId, Problem, Record, Warnings};
use crate::text::Source;
use crate::text::source::{Encoding, GB18030, decode_field, encoding_name};

const MAGIC: &[u8; 12] = b"CCBridge\x15\0\0\0";
/// The magic, how the rest is packed, and how long it is when it is not.
const HEAD: usize = 20;
/// The bytes of a length.
const LENGTH: usize = 4;
/// The length of a date and a time.
const TIME: usize = 19;

pub(super) fn is_old(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The bytes after the head, unpacked.
#[derive(Debug, Clone)]
struct Library {
    /// The whole file, if it is not packed.
    bytes: Arc<[u8]>,
    is_packed: bool,
    encoding: Encoding,
}

pub(super) fn read_library(
    format: &'static Format,
    source: &Source<'_>,
) -> Result<Loaded, ReadError> {
    let encoding = source.forced.unwrap_or(GB18030);
    let mut loaded = Loaded::new(format, Some(encoding_name(encoding)), Vec::new());
    let library = Library::unpack(source.bytes, encoding, &mut loaded.head)?;
    let mut stream = Bytes::at(&library.bytes, if library.is_packed { 0 } else { HEAD });
    let (title, count) = library
        .take_head(&mut stream)
        .ok_or_else(|| ReadError::none("the library ends before its first game"))?;
    loaded.title = Some(title).filter(|title| !title.is_empty());
    for number in 1..=count {
        let start = stream.offset() + LENGTH;
        // The length includes itself.
        let length = stream.u32().unwrap_or(0).checked_sub(LENGTH as u32);
        if length.and_then(|length| stream.take(length as usize)).is_none() {
            let message = format!("the library ends inside game {number} of {count}");
            loaded.cut_at(library.at(start - LENGTH), message);
            break;
        }
        let place = start..stream.offset();
        let Some(record) = library.take_record(&mut library.stream(&place)) else {
            let message = format!("game {number} ends inside its header");
            loaded.head.warn(library.at(start), Problem::Unreadable(message.into()));
            continue;
        };
        let library = library.clone();
        let entry = Entry::deferred(record.headers, move || {
            library.open(&place).map_err(|error| error.of_game(number))
        });
        loaded.games.push(entry.into());
    }
    match loaded.games[..] {
        [] => Err(ReadError::none(loaded.cut().unwrap_or("the library holds no game"))),
        _ => Ok(loaded),
    }
}

impl Library {
    fn unpack(
        bytes: &[u8],
        encoding: Encoding,
        warnings: &mut Warnings,
    ) -> Result<Self, ReadError> {
        let mut unpacked = Vec::new();
        let is_packed = Bytes::at(bytes, MAGIC.len()).u32().unwrap_or(0) > 0;
        if is_packed {
            let packed = bytes.get(HEAD..).unwrap_or(&[]);
            let at = At::byte(HEAD);
            match inflate(packed, Decompress::new(true), &mut unpacked).err() {
                Some(Fault::TooLarge) => {
                    return Err(ReadError { at, ..Fault::TooLarge.into() });
                }
                Some(Fault::Damaged) if unpacked.is_empty() => {
                    return Err(ReadError::new(at, "the packed library cannot be unpacked"));
                }
                Some(Fault::Damaged) => {
                    let message = "the packed library is damaged; what could be unpacked is shown";
                    warnings.warn(at, message);
                }
                None => {}
            }
        }
        Ok(Self {
            bytes: if is_packed { unpacked.into() } else { bytes.into() },
            is_packed,
            encoding,
        })
    }

    /// A position in the file, of which packed libraries have none.
    fn at(&self, offset: usize) -> At {
        match self.is_packed {
            true => At::File,
            false => At::byte(offset),
        }
    }

    fn stream(&self, place: &Range<usize>) -> Bytes<'_> {
        Bytes::at(&self.bytes[..place.end], place.start)
    }

    /// A string with its length before it.
    fn take_string(&self, stream: &mut Bytes<'_>) -> Option<String> {
        let length = stream.u32()? as usize;
        Some(decode_field(stream.take(length)?, self.encoding))
    }

    /// The name of the library, and how many games it has.
    fn take_head(&self, stream: &mut Bytes<'_>) -> Option<(String, u32)> {
        let name = self.take_string(stream)?;
        for _source_other_creator_mail in 0..4 {
            self.take_string(stream)?;
        }
        stream.take(2 * TIME)?;
        let games = stream.u32()?;
        let _remark = self.take_string(stream)?;
        Some((name, games))
    }

    /// The part of a game before its moves.
    fn take_record(&self, stream: &mut Bytes<'_>) -> Option<Record> {
        let mut start = position(&stream.array()?);
        let mut headers = Headers::default();
        keep(&mut headers, "RecordType", &stream.u32()?.to_string());
        keep(&mut headers, "Contest", &self.take_string(stream)?);
        let round = stream.u32()?;
        for name in ["Name", "From", "Other", "Site", "Date", "Red", "Black"] {
            keep(&mut headers, name, &self.take_string(stream)?);
        }
        // Both 0 and 4 are unknown.
        keep(&mut headers, "RecordResult", &(stream.u32()? % 4).to_string());
        for name in AFTER_RESULT.split(' ') {
            keep(&mut headers, name, &self.take_string(stream)?);
        }
        start.set_side_to_move(Side::first_if(stream.u8()? != 0));
        for name in ["DateCreated", "DateModified"] {
            let time = decode_field(stream.take(TIME)?, self.encoding);
            let written = time.trim_matches(|next: char| next == '\0' || next.is_whitespace());
            keep(&mut headers, name, written);
        }
        let mut record = Record::new(Position::Xiangqi(start));
        record.headers = headers;
        record.set_first_number(round.max(1).saturating_mul(2) - 1);
        Some(record)
    }

    /// Reads a game with its moves.
    fn open(&self, place: &Range<usize>) -> Result<Record, ReadError> {
        let mut stream = self.stream(place);
        let Some(record) = self.take_record(&mut stream) else {
            return Err(ReadError::from(Fault::Damaged));
        };
        let mut builder = Builder::on(record);
        let nodes = self.play(&mut stream, &mut builder);
        let rest = stream.take(stream.left()).unwrap_or(&[]);
        let comments = decode_field(rest, self.encoding);
        let mut record = builder.finish();
        for (node, comment) in nodes.into_iter().zip(comments.split("\r\n")) {
            record.tree.add_comment(node, &comment.replace("||", "\n"));
        }
        Ok(record)
    }

    /// Plays the moves: six bytes each, the last two of which repeat it in notation.
    fn play(&self, stream: &mut Bytes<'_>, builder: &mut Builder) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let mut first_ply = None;
        for _ in 0..stream.u32().unwrap_or(0) {
            let at = self.at(stream.offset());
            let Some([low, high, from, to, _, _]) = stream.array() else {
                builder.report(at, "the game ends inside its moves");
                break;
            };
            let ply = u16::from_le_bytes([low, high]);
            builder.back_to_ply(u32::from(ply.saturating_sub(*first_ply.get_or_insert(ply))));
            let mv = coded_move([from, to], packed_square);
            nodes.push(builder.play(Move::Xiangqi(mv), at));
        }
        nodes
    }
}

/// The strings after the result, in CCBridge's own names.
const AFTER_RESULT: &str = "Commentator CommentatorURL Creator CreatorURL Remark";

/// 32 squares in the order of XQF: the file from 1 in the high nibble, the rank from 1 at black's side in the low one,
/// 0 for a captured piece.
fn position(squares: &[u8; 32]) -> xiangqi::Position {
    let mut position = xiangqi::Position::empty();
    for (piece, code) in slots().zip(squares) {
        if let Some(square) = code.checked_sub(0x11).and_then(packed_square) {
            position.put(square, Some(piece));
        }
    }
    position
}

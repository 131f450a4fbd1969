//! CBL 2.1, a library of CCBridge 2. A real file of 47 games confirms the layout.
//!
//! Strings have their length before them and are in the mainland's encoding. Moves carry their ply, and a ply that is
//! not greater than the one before starts a variation.

use std::sync::Arc;

use crate::format::bytes::Bytes;
use crate::format::deflate::{Fault, Wrapper, inflate};
use crate::format::headers::Dialect;
use crate::format::xiangqi::ccbridge::{kind_name, packed_square, result_name};
use crate::format::xiangqi::squares::{or_off_board, slots};
use crate::format::{Entry, Loaded, ReadError};
use crate::game::xiangqi;
use crate::game::{Move, Position, Side};
use crate::record::{At, Builder, Headers, Key, NodeId, Note, Record, Warnings};
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

pub(super) fn read_library(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let encoding = source.forced.unwrap_or(GB18030);
    let mut warnings = Warnings::default();
    let (body, offset) = unpack(source.bytes, &mut warnings)?;
    let body: Arc<[u8]> = body.into();
    let mut stream = Bytes::at(&body, 0);
    let head = Head::take(&mut stream, encoding)
        .ok_or_else(|| ReadError::whole("the library ends before its first game"))?;
    let mut games = Vec::new();
    let mut cut = None;
    for number in 1..=head.games {
        let start = stream.offset();
        let Some(game) = take_game(&mut stream) else {
            let message = format!("the library ends inside game {number} of {}", head.games);
            warnings.warn(at(offset, start), message.as_str());
            cut = Some(message);
            break;
        };
        let place = offset.map(|offset| offset + start + LENGTH);
        let range = stream.offset() - game.len()..stream.offset();
        match Game::parse(game, encoding) {
            Some(game) => {
                let body = Arc::clone(&body);
                games.push(Entry::deferred(game.headers, move || {
                    open(&body[range.clone()], encoding, place)
                }));
            }
            None => {
                let message = format!("game {number} ends inside its header");
                warnings.warn(at(place, 0), message);
            }
        }
    }
    if games.is_empty() {
        let message = cut.unwrap_or_else(|| "the library holds no game".to_owned());
        return Err(ReadError::whole(message));
    }
    let mut loaded = Loaded::new(Some(encoding_name(encoding)), games, warnings);
    loaded.cut = cut;
    loaded.title = Some(head.name).filter(|name| !name.is_empty());
    Ok(loaded)
}

/// A game after its length, which includes itself.
fn take_game<'a>(stream: &mut Bytes<'a>) -> Option<&'a [u8]> {
    let length = stream.u32()? as usize;
    stream.take(length.checked_sub(LENGTH)?)
}

/// A place in something that is at a place in the file; a packed file has no such place.
fn at(place: Option<usize>, offset: usize) -> At {
    place.map_or(At::File, |place| At::byte(place + offset))
}

/// What follows the head, and where it is in the file if it is not packed.
fn unpack(bytes: &[u8], warnings: &mut Warnings) -> Result<(Vec<u8>, Option<usize>), ReadError> {
    let packing = Bytes::at(bytes, MAGIC.len()).u32().unwrap_or(0);
    let body = bytes.get(HEAD..).unwrap_or(&[]);
    if packing == 0 {
        return Ok((body.to_vec(), Some(HEAD)));
    }
    let mut unpacked = Vec::new();
    let mut result = inflate(body, Wrapper::Zlib, &mut unpacked);
    if result.is_err() && unpacked.is_empty() {
        result = inflate(body, Wrapper::None, &mut unpacked);
    }
    let at = At::byte(HEAD);
    match result {
        Ok(_) => Ok((unpacked, None)),
        Err(Fault::TooLarge) => Err(ReadError::new(at, Fault::TooLarge.to_string())),
        Err(Fault::Damaged) if unpacked.is_empty() => {
            let message = "the packed library cannot be unpacked";
            Err(ReadError::new(at, message))
        }
        Err(Fault::Damaged) => {
            let message = "the packed library is damaged; what could be unpacked is shown";
            warnings.warn(at, message);
            Ok((unpacked, None))
        }
    }
}

/// A string with its length before it.
fn string(stream: &mut Bytes<'_>, encoding: Encoding) -> Option<String> {
    let length = stream.u32()? as usize;
    Some(decode_field(stream.take(length)?, encoding))
}

struct Head {
    name: String,
    games: usize,
}

impl Head {
    fn take(stream: &mut Bytes<'_>, encoding: Encoding) -> Option<Self> {
        let name = string(stream, encoding)?;
        for _source_other_creator_mail in 0..4 {
            string(stream, encoding)?;
        }
        stream.take(2 * TIME)?;
        let games = stream.u32()? as usize;
        let _remark = string(stream, encoding)?;
        Some(Self { name, games })
    }
}

/// The part of a game before its moves.
struct Game<'a> {
    start: xiangqi::Position,
    headers: Headers,
    first_number: u32,
    moves: Bytes<'a>,
}

impl<'a> Game<'a> {
    fn parse(bytes: &'a [u8], encoding: Encoding) -> Option<Self> {
        let mut stream = Bytes::at(bytes, 0);
        let mut start = position(&stream.array()?);
        let mut headers = Headers::default();
        let kind = stream.u32()?;
        headers.push_raw("RecordType", &kind.to_string());
        headers.set(Key::Kind, kind_name(kind));
        let mut text = |stream: &mut Bytes<'_>, name: &str| {
            let value = string(stream, encoding)?;
            if !value.is_empty() {
                Dialect::CcBridge.keep(&mut headers, name, &value);
            }
            Some(())
        };
        text(&mut stream, "Contest")?;
        let round = stream.u32()?;
        for name in BEFORE_RESULT {
            text(&mut stream, name)?;
        }
        let result = stream.u32()?;
        for name in AFTER_RESULT {
            text(&mut stream, name)?;
        }
        headers.push_raw("RecordResult", &result.to_string());
        headers.set(Key::Result, result_name(result));
        let red_first = stream.u8()? != 0;
        start.set_side_to_move(Side::first_if(red_first));
        for name in ["DateCreated", "DateModified"] {
            let time = decode_field(stream.take(TIME)?, encoding);
            let time = time.trim_matches(|next: char| next == '\0' || next.is_whitespace());
            if !time.is_empty() {
                headers.push_unknown(name, time);
            }
        }
        Some(Self {
            start,
            headers,
            first_number: round.max(1).saturating_mul(2) - 1,
            moves: stream,
        })
    }
}

/// The strings before the result, in CCBridge's own names.
const BEFORE_RESULT: [&str; 7] = ["Name", "From", "Other", "Site", "Date", "Red", "Black"];
const AFTER_RESULT: [&str; 5] = [
    "Commentator",
    "CommentatorURL",
    "Creator",
    "CreatorURL",
    "Remark",
];

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

/// Reads a game with its moves. `place` is where its bytes are in the file.
fn open(
    bytes: &[u8],
    encoding: Encoding,
    place: Option<usize>,
) -> Result<(Record, Warnings), ReadError> {
    let game = Game::parse(bytes, encoding)
        .ok_or_else(|| ReadError::new(at(place, 0), "the game ends inside its header"))?;
    let mut record = Record::new(Position::Xiangqi(game.start));
    record.headers = game.headers;
    record.set_first_number(game.first_number);
    let mut builder = Builder::on(record);
    let mut stream = game.moves;
    let nodes = play(&mut stream, &mut builder, place);
    let (mut record, warnings) = builder.finish();
    let comments = stream.take(stream.left()).unwrap_or(&[]);
    let comments = decode_field(comments, encoding);
    for (node, comment) in nodes.into_iter().zip(comments.split("\r\n")) {
        if !comment.is_empty() {
            let text = comment.replace("||", "\n");
            record.tree.note(node, Note::Comment(text.into()));
        }
    }
    Ok((record, warnings))
}

/// Plays the moves: six bytes each, the last two of which repeat it in notation.
fn play(stream: &mut Bytes<'_>, builder: &mut Builder, place: Option<usize>) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut first_ply = None;
    for _ in 0..stream.u32().unwrap_or(0) {
        let place = at(place, stream.offset());
        let (Some(ply), Some([from, to, _, _])) = (stream.u16(), stream.array()) else {
            builder
                .warnings
                .warn(place, "the game ends inside its moves");
            break;
        };
        let first = *first_ply.get_or_insert(ply);
        builder.back_to_ply(u32::from(ply.saturating_sub(first)));
        let square = |code| or_off_board(packed_square(code), code);
        let mv = xiangqi::Move {
            from: square(from),
            to: square(to),
        };
        nodes.push(builder.play(Move::Xiangqi(mv), place));
    }
    nodes
}

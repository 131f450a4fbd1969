//! The header of 1024 bytes: the starting position, strings and numbers.

use super::keys::XqfKeys;
use super::{FIRST_NUMBER, HEADER, PLAIN, SQUARES, VERSION, WHO};
use crate::format::headers::Dialect;
use crate::format::pass::Pass;
use crate::format::xiangqi::stored_moves::{in_slots, slots};
use crate::format::{LossKind, WriteError};
use crate::game::xiangqi::{Piece, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Key, Record, Warnings};
use crate::text::source::{Encoding, decode_field};

/// A captured piece.
const ABSENT: u8 = 0xFF;
/// The version from which on the squares are rotated; those of 0x0B are not, in any of 202 files.
const ROTATED: u8 = 0x0C;

/// The offset of a field, its size, and its name, which for most is that of the specification.
type Field = (usize, usize, &'static str);

/// Strings, with their length in the first byte.
const STRINGS: [Field; 12] = [
    (TITLE, 64, "标题"),
    // Reserved in 1.0.
    (0x90, 64, "标题二"),
    (0xD0, 64, "比赛名称"),
    (DATE, 16, "比赛日期"),
    (0x120, 16, "比赛地点"),
    (0x130, 16, "红方棋手"),
    (0x140, 16, "黑方棋手"),
    (0x150, 64, "用时规则"),
    (0x190, 16, "红方用时"),
    (0x1A0, 16, "黑方用时"),
    (0x1D0, 16, "棋谱讲评人"),
    (AUTHOR, 16, "文件作者"),
];
const TITLE: usize = 0x50;
const DATE: usize = 0x110;
const AUTHOR: usize = 0x1E0;

/// Bytes that have no meaning, which all known files leave at 0.
const RESERVED: [Field; 3] =
    [(0x3C, 4, "保留 0x3C"), (0x1B0, 32, "保留 0x1B0"), (0x1F0, 528, "保留 0x1F0")];

/// Bytes that are one of several words: the offset, the header, its name, the words from 0, and what all other numbers
/// mean.
const CODES: [(usize, Key, &str, [&str; 4], &str); 2] = [
    // 4 is seen in surveys of an opening: several results, as in CCBridge's files.
    (0x33, Key::Result, "棋局的结果", ["*", "1-0", "0-1", "1/2-1/2"], "*"),
    (0x40, Key::Kind, "棋局的类型", ["game", "opening", "middlegame", "endgame"], ""),
];
const ENDGAME: u8 = 3;

const FIRST_NUMBER_NAME: &str = "起始步数";

/// The starting position as a header has it.
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) warnings: Warnings,
    /// How many pieces are on squares they cannot reach or on another piece, plus missing kings.
    pub(super) misplaced: usize,
}

impl Start {
    pub(super) fn of(header: &[u8; HEADER], keys: &XqfKeys) -> Self {
        let rotation = match header[VERSION] {
            ROTATED.. => usize::from(keys.squares) + 1,
            _ => 0,
        };
        let mut position = Position::empty();
        let mut warnings = Warnings::default();
        let mut misplaced = 0;
        for (piece, offset) in slots().cycle().skip(rotation).zip(SQUARES..FIRST_NUMBER) {
            let mut warn = |message: String| warnings.warn(At::byte(offset), message);
            let value = header[offset].wrapping_sub(keys.squares);
            match square(value) {
                Some(square) => {
                    if position.piece(square).is_some() {
                        misplaced += 1;
                        warn(format!("two pieces are on {square}"));
                    }
                    misplaced += usize::from(!piece.can_stand_on(square));
                    position.put(square, Some(piece));
                }
                // 1.0 has one value for a captured piece, the later versions any that is not a square.
                None if header[VERSION] <= PLAIN && value != ABSENT => {
                    warn(format!("{value} is not a square"));
                }
                None => {}
            }
        }
        let missing = Side::BOTH.map(|side| usize::from(position.king(side).is_none()));
        Self { position, warnings, misplaced: misplaced + missing.iter().sum::<usize>() }
    }
}

/// A square from its number, file × 10 + rank.
pub(super) fn square(value: u8) -> Option<Square> {
    Square::new(value / 10, value % 10)
}

/// The number of a square, which for one off the board is its index.
pub(super) fn number(square: Square) -> u8 {
    match square.on_board() {
        true => square.file() * 10 + square.rank(),
        false => square.index() as u8,
    }
}

/// The squares of a position in the order of 1.0, which lists equal pieces from their own side's right to left.
pub(super) fn squares(position: &Position) -> Result<Vec<u8>, WriteError> {
    let mut pieces: Vec<(Square, Piece)> = position.pieces().collect();
    pieces.sort_by_key(|(square, piece)| piece.side.pick(8 - square.file(), square.file()));
    let squares = in_slots(pieces).map_err(|piece| {
        let letter = piece.letter();
        let message = format!("XQF has no room for so many pieces of one kind ({letter})");
        WriteError(message)
    })?;
    let values = squares.into_iter().map(|square| square.map_or(ABSENT, number));
    Ok(values.collect())
}

/// The bytes of all strings, for a guess at their encoding.
pub(super) fn strings(header: &[u8; HEADER]) -> impl Iterator<Item = &[u8]> {
    STRINGS.iter().map(|field| string(header, field))
}

/// A length greater than the field is cut to it, unless the program lets text run on there.
fn string<'a>(header: &'a [u8; HEADER], field: &Field) -> &'a [u8] {
    let length = usize::from(header[field.0]).min(room(field));
    &header[field.0 + 1..][..length]
}

/// How long a string may be. Titles run on into the next field, which is reserved, dates over the place, and authors into
/// the empty rest of the header: in 103, 44 and 12 of 28,000 real files.
fn room((offset, size, _): &Field) -> usize {
    match *offset {
        TITLE | DATE | AUTHOR => 2 * size - 1,
        _ => size - 1,
    }
}

pub(super) fn read_headers(header: &[u8; HEADER], encoding: Encoding, record: &mut Record) {
    let (headers, warnings) = (&mut record.headers, &mut record.warnings);
    let mut end = 0;
    for field @ (offset, _, name) in STRINGS {
        // The bytes here are the end of the string before.
        if offset < end {
            continue;
        }
        let bytes = string(header, &field);
        end = offset + 1 + bytes.len();
        let text = decode_field(bytes, encoding);
        let (length, room) = (usize::from(header[offset]), room(&field));
        let kept = if length > room {
            let message = format!("a string of {length} bytes in a field of {room}");
            warnings.warn(At::byte(offset), message);
            // A string cut at the field's end can end in half a character.
            text.trim_end_matches('\u{FFFD}')
        } else {
            &text
        };
        let text = kept.trim_end_matches('\0');
        if !text.is_empty() {
            Dialect::Xqf.keep(headers, name, text);
        }
    }
    for (offset, key, name, words, other) in CODES {
        let code = header[offset];
        let word = words.get(usize::from(code)).unwrap_or(&other);
        headers.set(key, word);
        headers.push_raw(name, &code.to_string());
        if word.is_empty() {
            warnings.warn(At::byte(offset), format!("{code} is not a type of record"));
        }
    }
    let first = u16::from_le_bytes([header[FIRST_NUMBER], header[FIRST_NUMBER + 1]]);
    if first > 0 {
        headers.push_unknown(FIRST_NUMBER_NAME, &first.to_string());
    }
    for (offset, size, name) in RESERVED {
        let bytes = &header[offset..offset + size];
        if bytes.iter().any(|byte| *byte != 0) {
            let hexadecimal: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            headers.push_unknown(name, hexadecimal.trim_end_matches("00"));
        }
    }
    if header[WHO] == 1 {
        record.start.set_side_to_move(Side::Second);
    }
}

/// Writes everything but the version and the start squares.
pub(super) fn write(
    record: &Record,
    encoding: Encoding,
    header: &mut [u8; HEADER],
    pass: &mut Pass<'_>,
) {
    let field = |name: &str| STRINGS.iter().find(|(.., known)| *known == name);
    for written in Dialect::Xqf.headers(record, pass, |written| field(written.name).is_some()) {
        if let Some(field) = field(written.name) {
            write_string(written.value, field, encoding, header, pass);
        }
    }
    let headers = &record.headers;
    for (index, entry) in headers.entries().iter().enumerate() {
        if write_number(entry.name(), entry.value(), header) {
            pass.wrote_entry(index);
        }
    }
    let is_whole = record.start == game::Position::Xiangqi(Position::initial());
    for (offset, key, name, words, other) in CODES {
        let known = headers.get(key).unwrap_or(other);
        let means = |code: &u8| *words.get(usize::from(*code)).unwrap_or(&other) == known;
        // Several numbers can mean the same.
        let own = headers.raw(name).and_then(|code| code.parse().ok());
        let code = own.filter(means).or_else(|| (0..4).find(means));
        if code.is_some() {
            pass.wrote_key(key);
        }
        let is_part = key == Key::Kind && !is_whole;
        header[offset] = code.unwrap_or(if is_part { ENDGAME } else { 0 });
    }
}

fn write_string(
    text: &str,
    (offset, size, name): &Field,
    encoding: Encoding,
    header: &mut [u8; HEADER],
    pass: &mut Pass<'_>,
) {
    let mut bytes = Vec::new();
    for character in text.chars() {
        let encoded = pass.encode(character.encode_utf8(&mut [0; 4]), encoding);
        if bytes.len() + encoded.len() >= *size {
            pass.change_of(LossKind::ShortHeader, name);
            break;
        }
        bytes.extend(encoded);
    }
    header[*offset] = bytes.len() as u8;
    header[offset + 1..][..bytes.len()].copy_from_slice(&bytes);
}

/// Writes back the number of the first move, and bytes without a meaning; `false` if the header is neither.
fn write_number(name: &str, value: &str, header: &mut [u8; HEADER]) -> bool {
    if name == FIRST_NUMBER_NAME {
        let first = value.parse().ok().map(u16::to_le_bytes);
        header[FIRST_NUMBER..FIRST_NUMBER + 2].copy_from_slice(&first.unwrap_or_default());
        return first.is_some();
    }
    let Some((offset, size, _)) = RESERVED.iter().find(|(.., known)| *known == name) else {
        return false;
    };
    for (byte, digits) in header[*offset..][..*size].iter_mut().zip(value.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits).unwrap_or("");
        *byte = u8::from_str_radix(digits, 16).unwrap_or(0);
    }
    true
}

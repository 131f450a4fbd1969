//! The header of 1024 bytes: what the file says about the game as a whole.

use super::{FIRST_NUMBER, HEADER, KIND, RESULT, WHO};
use crate::format::Losses;
use crate::format::export::encode;
use crate::game::{Position, Side, xiangqi};
use crate::record::{At, Headers, Key, Record, Warning};
use crate::text::source::Encoding;
use crate::text::source::decode_field;

/// A string with its length in its first byte.
struct Field {
    offset: usize,
    /// With the length byte.
    size: usize,
    key: Option<Key>,
    /// As the specification calls it.
    name: &'static str,
}

const fn field(offset: usize, size: usize, key: Key, name: &'static str) -> Field {
    let key = Some(key);
    Field {
        offset,
        size,
        key,
        name,
    }
}

const TITLE: usize = 0x50;
const DATE: usize = 0x110;
const AUTHOR: usize = 0x1E0;

const SECOND_TITLE: &str = "标题二";

const FIELDS: [Field; 12] = [
    field(TITLE, 64, Key::Title, "标题"),
    // Reserved in 1.0.
    Field {
        offset: 0x90,
        size: 64,
        key: None,
        name: SECOND_TITLE,
    },
    field(0xD0, 64, Key::Event, "比赛名称"),
    field(DATE, 16, Key::Date, "比赛日期"),
    field(0x120, 16, Key::Place, "比赛地点"),
    field(0x130, 16, Key::Player(Side::First), "红方棋手"),
    field(0x140, 16, Key::Player(Side::Second), "黑方棋手"),
    field(0x150, 64, Key::TimeControl, "用时规则"),
    field(0x190, 16, Key::Time(Side::First), "红方用时"),
    field(0x1A0, 16, Key::Time(Side::Second), "黑方用时"),
    field(0x1D0, 16, Key::Annotator, "棋谱讲评人"),
    field(AUTHOR, 16, Key::Author, "文件作者"),
];

const RESULT_NAME: &str = "棋局的结果";
const KIND_NAME: &str = "棋局的类型";
const FIRST_NUMBER_NAME: &str = "起始步数";

const KINDS: [&str; 4] = ["game", "opening", "middlegame", "endgame"];
const ENDGAME: u8 = 3;

/// The bytes of all strings, for a guess at their encoding.
pub(super) fn texts(header: &[u8; HEADER]) -> impl Iterator<Item = &[u8]> {
    FIELDS.iter().map(|field| field.bytes(header))
}

pub(super) fn read(
    header: &[u8; HEADER],
    encoding: Encoding,
    record: &mut Record,
    warnings: &mut Vec<Warning>,
) {
    let headers = &mut record.headers;
    let mut overrun = 0;
    for field in &FIELDS {
        // What stands here is the end of the string before.
        if field.offset < overrun {
            continue;
        }
        overrun = field.overrun(header);
        let value = field.read(header, encoding, warnings);
        match field.key {
            _ if value.is_empty() => {}
            None => headers.push_unknown(field.name, &value),
            Some(key) => headers.push(key, field.name, &value, value.trim()),
        }
    }
    headers.set(Key::Result, result(header[RESULT]));
    headers.push_raw(RESULT_NAME, &header[RESULT].to_string());
    headers.push_raw(KIND_NAME, &header[KIND].to_string());
    match KINDS.get(usize::from(header[KIND])) {
        Some(kind) => headers.set(Key::Kind, kind),
        None => warnings.push(Warning::new(
            At::Byte(KIND as u64),
            format!("{} is no type of record", header[KIND]),
        )),
    }
    let first = u16::from_le_bytes([header[FIRST_NUMBER], header[FIRST_NUMBER + 1]]);
    if first > 0 {
        headers.push_unknown(FIRST_NUMBER_NAME, &first.to_string());
    }
    if header[WHO] == 1 {
        record.start.set_side_to_move(Side::Second);
    }
}

fn result(code: u8) -> &'static str {
    match code {
        1 => "1-0",
        2 => "0-1",
        3 => "1/2-1/2",
        // 4 is seen in surveys of an opening: several results, as in CCBridge's files.
        _ => "*",
    }
}

impl Field {
    /// A length that is greater than the field is cut at its end, unless the writer goes on there.
    fn bytes<'a>(&self, header: &'a [u8; HEADER]) -> &'a [u8] {
        let field = &header[self.offset..];
        let length = usize::from(field[0]).min(self.room());
        &field[1..=length]
    }

    /// How long a string may be. Titles run on into the field behind, which is reserved, dates over the place, and
    /// authors into the empty rest of the header: so in 103, 44 and 12 of 28 000 real files.
    fn room(&self) -> usize {
        match self.offset {
            TITLE | DATE | AUTHOR => 2 * self.size - 1,
            _ => self.size - 1,
        }
    }

    /// Where a string ends that runs over its field.
    fn overrun(&self, header: &[u8; HEADER]) -> usize {
        match self.bytes(header).len() {
            length if length >= self.size => self.offset + 1 + length,
            _ => 0,
        }
    }

    fn read(
        &self,
        header: &[u8; HEADER],
        encoding: Encoding,
        warnings: &mut Vec<Warning>,
    ) -> String {
        let room = self.room();
        let length = usize::from(header[self.offset]);
        let text = decode_field(self.bytes(header), encoding);
        let text = if length > room {
            let message = format!("a string of {length} bytes in a field of {room}");
            warnings.push(Warning::new(At::Byte(self.offset as u64), message));
            // A string cut at the field's end can end in half a character.
            text.trim_end_matches('\u{FFFD}')
        } else {
            &text
        };
        text.trim_end_matches('\0').to_owned()
    }

    /// The text to be written: as the file had it, unless the header was changed since.
    fn text<'a>(&self, headers: &'a Headers) -> &'a str {
        let known = self.key.and_then(|key| headers.get(key));
        let raw = headers.raw(self.name);
        match (known, raw) {
            (Some(known), Some(raw)) if raw.trim() == known => raw,
            (None, Some(raw)) if self.key.is_none() => raw,
            (known, _) => known.unwrap_or(""),
        }
    }

    fn write(
        &self,
        headers: &Headers,
        encoding: Encoding,
        header: &mut [u8; HEADER],
        losses: &mut Losses,
    ) {
        let text = self.text(headers);
        let mut bytes = Vec::new();
        for character in text.chars() {
            let mut utf8 = [0; 4];
            let encoded = encode(character.encode_utf8(&mut utf8), encoding, losses);
            if bytes.len() + encoded.len() >= self.size {
                losses.add_example("shortened header", || self.name.to_owned());
                break;
            }
            bytes.extend(encoded);
        }
        header[self.offset] = bytes.len() as u8;
        header[self.offset + 1..][..bytes.len()].copy_from_slice(&bytes);
    }
}

/// Writes everything but the version and the start squares.
pub(super) fn write(
    record: &Record,
    encoding: Encoding,
    header: &mut [u8; HEADER],
    losses: &mut Losses,
) {
    let headers = &record.headers;
    for field in &FIELDS {
        field.write(headers, encoding, header, losses);
    }
    let keys: Vec<Key> = FIELDS.iter().filter_map(|field| field.key).collect();
    losses.add_headers(record, &[&keys[..], &[Key::Result, Key::Kind]].concat());
    losses.add_unknown_headers(headers, |name| {
        [SECOND_TITLE, FIRST_NUMBER_NAME].contains(&name)
    });
    header[RESULT] = result_code(headers, losses);
    header[KIND] = kind_code(record, losses);
    let first = raw_number(headers, FIRST_NUMBER_NAME).unwrap_or(0);
    header[FIRST_NUMBER..FIRST_NUMBER + 2].copy_from_slice(&first.to_le_bytes());
}

fn raw_number(headers: &Headers, name: &str) -> Option<u16> {
    headers.raw(name)?.parse().ok()
}

fn result_code(headers: &Headers, losses: &mut Losses) -> u8 {
    let known = headers.get(Key::Result).unwrap_or("*");
    let raw = raw_number(headers, RESULT_NAME).and_then(|code| u8::try_from(code).ok());
    // Two codes mean a draw, and many that nothing is known.
    let raw = raw.filter(|code| result(*code) == known);
    raw.or_else(|| (0..4).find(|code| result(*code) == known))
        .unwrap_or_else(|| {
            losses.add_example("header", || "result".to_owned());
            0
        })
}

fn kind_code(record: &Record, losses: &mut Losses) -> u8 {
    let raw = raw_number(&record.headers, KIND_NAME).and_then(|code| u8::try_from(code).ok());
    let known = record.headers.get(Key::Kind);
    let code = match known {
        Some(known) => (0..).zip(KINDS).find(|(_, kind)| *kind == known),
        None => raw.map(|code| (code, "")),
    };
    code.map_or_else(
        || {
            if known.is_some() {
                losses.add_example("header", || "kind".to_owned());
            }
            let whole = record.start == Position::Xiangqi(xiangqi::Position::initial());
            if whole { 0 } else { ENDGAME }
        },
        |(code, _)| code,
    )
}

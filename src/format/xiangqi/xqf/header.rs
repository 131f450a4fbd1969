//! The header of 1024 bytes.

use super::{FIRST_NUMBER, HEADER, KIND, RESULT, WHO};
use crate::format::headers::Dialect;
use crate::format::ledger::Ledger;
use crate::game::{Position, Side, xiangqi};
use crate::record::{At, Headers, Key, Record, Warnings};
use crate::text::source::{Encoding, decode_field};

/// A string with its length in its first byte.
struct Field {
    offset: usize,
    /// With the length byte.
    size: usize,
    /// As the specification calls it.
    name: &'static str,
}

const fn field(offset: usize, size: usize, name: &'static str) -> Field {
    Field { offset, size, name }
}

const TITLE: usize = 0x50;
const DATE: usize = 0x110;
const AUTHOR: usize = 0x1E0;

const FIELDS: [Field; 12] = [
    field(TITLE, 64, "标题"),
    // Reserved in 1.0.
    field(0x90, 64, "标题二"),
    field(0xD0, 64, "比赛名称"),
    field(DATE, 16, "比赛日期"),
    field(0x120, 16, "比赛地点"),
    field(0x130, 16, "红方棋手"),
    field(0x140, 16, "黑方棋手"),
    field(0x150, 64, "用时规则"),
    field(0x190, 16, "红方用时"),
    field(0x1A0, 16, "黑方用时"),
    field(0x1D0, 16, "棋谱讲评人"),
    field(AUTHOR, 16, "文件作者"),
];

/// Bytes that have no meaning, which all known files leave at 0: where, how many, and what they are kept as.
const RESERVED: [(usize, usize, &str); 3] = [
    (0x3C, 4, "保留 0x3C"),
    (0x1B0, 32, "保留 0x1B0"),
    (0x1F0, 528, "保留 0x1F0"),
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

pub(super) fn read_headers(
    header: &[u8; HEADER],
    encoding: Encoding,
    record: &mut Record,
    warnings: &mut Warnings,
) {
    let headers = &mut record.headers;
    let mut overrun = 0;
    for field in &FIELDS {
        // What is here is the end of the string before.
        if field.offset < overrun {
            continue;
        }
        overrun = field.overrun(header);
        let value = field.text(header, encoding, warnings);
        if !value.is_empty() {
            Dialect::Xqf.keep(headers, field.name, &value);
        }
    }
    headers.set(Key::Result, result(header[RESULT]));
    headers.push_raw(RESULT_NAME, &header[RESULT].to_string());
    headers.push_raw(KIND_NAME, &header[KIND].to_string());
    match KINDS.get(usize::from(header[KIND])) {
        Some(kind) => headers.set(Key::Kind, kind),
        None => warnings.warn(
            At::byte(KIND),
            format!("{} is not a type of record", header[KIND]),
        ),
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
    /// A length greater than the field is cut to it, unless the program lets text run on there.
    fn bytes<'a>(&self, header: &'a [u8; HEADER]) -> &'a [u8] {
        let field = &header[self.offset..];
        let length = usize::from(field[0]).min(self.room());
        &field[1..=length]
    }

    /// How long a string may be. Titles run on into the next field, which is reserved, dates over the place, and
    /// authors into the empty rest of the header: in 103, 44 and 12 of 28,000 real files.
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

    fn text(&self, header: &[u8; HEADER], encoding: Encoding, warnings: &mut Warnings) -> String {
        let room = self.room();
        let length = usize::from(header[self.offset]);
        let text = decode_field(self.bytes(header), encoding);
        let text = if length > room {
            let message = format!("a string of {length} bytes in a field of {room}");
            warnings.warn(At::byte(self.offset), message);
            // A string cut at the field's end can end in half a character.
            text.trim_end_matches('\u{FFFD}')
        } else {
            &text
        };
        text.trim_end_matches('\0').to_owned()
    }

    fn write(
        &self,
        text: &str,
        encoding: Encoding,
        header: &mut [u8; HEADER],
        ledger: &mut Ledger<'_>,
    ) {
        let mut bytes = Vec::new();
        for character in text.chars() {
            let mut utf8 = [0; 4];
            let encoded = ledger.encode(character.encode_utf8(&mut utf8), encoding);
            if bytes.len() + encoded.len() >= self.size {
                ledger.change_of("shortened header", self.name);
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
    ledger: &mut Ledger<'_>,
) {
    let headers = Dialect::Xqf.headers(record, ledger, |written| {
        FIELDS.iter().any(|field| field.name == written.name)
    });
    for written in headers {
        let field = FIELDS.iter().find(|field| field.name == written.name);
        if let Some(field) = field {
            field.write(written.value, encoding, header, ledger);
        }
    }
    let headers = &record.headers;
    for (index, entry) in headers.entries().iter().enumerate() {
        let is_written = match entry.name() {
            FIRST_NUMBER_NAME => entry.value().parse().is_ok_and(|first: u16| {
                header[FIRST_NUMBER..FIRST_NUMBER + 2].copy_from_slice(&first.to_le_bytes());
                true
            }),
            name => write_reserved(name, entry.value(), header),
        };
        if is_written {
            ledger.wrote_entry(index);
        }
    }
    header[RESULT] = result_code(headers, ledger);
    header[KIND] = kind_code(record, ledger);
}

/// Writes meaningless bytes back; `false` if the header is not one of them.
fn write_reserved(name: &str, value: &str, header: &mut [u8; HEADER]) -> bool {
    let Some((offset, size, _)) = RESERVED.into_iter().find(|(.., known)| *known == name) else {
        return false;
    };
    let digits = |at: usize| value.get(at..at + 2);
    let bytes = (0..value.len()).step_by(2).take(size);
    for (place, at) in (offset..).zip(bytes) {
        let byte = digits(at).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        header[place] = byte.unwrap_or(0);
    }
    true
}

fn raw_number(headers: &Headers, name: &str) -> Option<u8> {
    headers.raw(name)?.parse().ok()
}

fn result_code(headers: &Headers, ledger: &mut Ledger<'_>) -> u8 {
    let known = headers.get(Key::Result).unwrap_or("*");
    // Two codes mean a draw, and many that nothing is known.
    let raw = raw_number(headers, RESULT_NAME).filter(|code| result(*code) == known);
    let code = raw.or_else(|| (0..4).find(|code| result(*code) == known));
    if code.is_some() {
        ledger.wrote_key(Key::Result);
    }
    code.unwrap_or(0)
}

fn kind_code(record: &Record, ledger: &mut Ledger<'_>) -> u8 {
    let known = record.headers.get(Key::Kind);
    let code = match known {
        Some(known) => (0..).zip(KINDS).find(|(_, kind)| *kind == known),
        None => raw_number(&record.headers, KIND_NAME).map(|code| (code, "")),
    };
    if let Some((code, _)) = code {
        ledger.wrote_key(Key::Kind);
        return code;
    }
    let whole = record.start == Position::Xiangqi(xiangqi::Position::initial());
    if whole { 0 } else { ENDGAME }
}

//! WGS, the records of QQ Go (QQ围棋).
//!
//! The layout was published by users of wgs2sgf in 2012 and 2013, and checked with their files: a header of 122 bytes
//! and two bytes per move, all numbers little-endian. There are no dates, comments or variations.

use crate::format::bytes::Bytes;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Loaded, ReadError, Reader};
use crate::game::go::{self, Point, Size};
use crate::record::{At, Builder, Headers, Key, Record};
use crate::text::Source;
use crate::text::source::{Encoding, GB18030, decode_field, encoding_name};

pub(in crate::format) const FORMAT: Format = Format {
    name: "wgs",
    title: "WGS (QQ Go QQ围棋)",
    extensions: &["wgs"],
    encodings: "GB18030",
    detect,
    read: Some(Reader::Whole(read)),
    ..super::BASE
};

const MAGIC: [u8; 4] = [2, 0, 0, 0];
const BLACK: usize = 0x04;
const WHITE: usize = 0x34;
const HANDICAP: usize = 0x64;
const SIZE: usize = 0x65;
const KOMI: usize = 0x67;
const ENDED: usize = 0x69;
const WINNER: usize = 0x6A;
const SCORE: usize = 0x6C;
const COUNT: usize = 0x78;
const MOVES: usize = 0x7A;

/// The offset in a player's record.
const NAME: usize = 6;
const NAME_LENGTH: usize = 22;
const POINTS: usize = 32;
const EXAMINED: usize = 38;

fn detect(source: &Source<'_>) -> Certainty {
    let bytes = source.bytes;
    let named = FORMAT.is_named(source);
    let has_size = bytes.get(SIZE).is_some_and(|size| (2..=19).contains(size));
    let is_whole = bytes.len() == MOVES + 2 * usize::from(number(bytes, COUNT).unwrap_or(0));
    match (bytes.starts_with(&MAGIC), has_size, is_whole) {
        (true, true, true) => Certainty::Certain,
        (true, true, false) if named => Certainty::Likely,
        _ => Certainty::Weak.only_if(named),
    }
}

fn number(bytes: &[u8], offset: usize) -> Option<u16> {
    Bytes::at(bytes, offset).u16()
}

fn read(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let bytes = source.bytes;
    let Some(header) = bytes.get(..MOVES) else {
        let message = format!("the file ends inside the header of {MOVES} bytes");
        return Err(ReadError::new(At::byte(bytes.len()), message));
    };
    let encoding = source.forced.unwrap_or(GB18030);
    let mut builder = Builder::on(start(header, encoding));
    if !header.starts_with(&MAGIC) {
        builder.report(At::byte(0), "a WGS file begins with 02 00 00 00");
    }
    if let Some(cut) = read_moves(bytes, &mut builder) {
        builder.cut(At::byte(bytes.len()), cut);
    }
    Ok(Loaded::one(format, Some(encoding_name(encoding)), builder.finish()))
}

fn start(header: &[u8], encoding: Encoding) -> Record {
    let side = header[SIZE];
    let size = Size::new(side, side).filter(|_| (2..=19).contains(&side));
    let stones = header[HANDICAP];
    let mut record = super::new_record(size.unwrap_or(Size::USUAL), stones, Headers::default());
    if size.is_none() {
        let message = format!("{side} is not a board size; it is taken as 19");
        record.warnings.warn(At::byte(SIZE), message);
    }
    if stones > 1 && record.headers.get(Key::Handicap).is_none() {
        let message = format!("a handicap of {stones} stones has no fixed places");
        record.warnings.warn(At::byte(HANDICAP), message);
    }
    let headers = &mut record.headers;
    let black = player(header, BLACK, encoding, "黑方", headers);
    let white = player(header, WHITE, encoding, "白方", headers);
    headers.set(Key::Remark, &format!("QQ: Black {black}, White {white}"));
    let score = number(header, SCORE).unwrap_or(0).cast_signed();
    // Whole points and tenths.
    let decimal = format!("{}.{}", header[KOMI], header[KOMI + 1]);
    let komi = decimal.strip_suffix(".0").unwrap_or(&decimal);
    Dialect::Wgs.keep(headers, "贴目", komi);
    for (name, value) in [
        ("让子", stones.into()),
        ("路数", side.into()),
        ("结束方式", header[ENDED].into()),
        ("胜方", header[WINNER].into()),
        ("胜子", score),
    ] {
        headers.push_raw(name, &value.to_string());
    }
    match result(header, komi, score) {
        Ok(result) => headers.set(Key::Result, &result),
        Err(message) => record.warnings.warn(At::byte(ENDED), message),
    }
    record
}

/// Reads a player's record of 48 bytes. Returns what SGF has no property for, the QQ number and the certified rank:
/// `1434845203 业余1段`.
fn player(
    header: &[u8],
    offset: usize,
    encoding: Encoding,
    name: &str,
    headers: &mut Headers,
) -> String {
    let field = &header[offset + NAME..offset + NAME + NAME_LENGTH];
    let end = field.split(|byte| *byte == 0).next().unwrap_or(field);
    // A name that fills the field may end with half a character.
    let decoded = decode_field(end, encoding);
    let player = decoded.trim_end_matches('\u{FFFD}').trim();
    let number = |at| Bytes::at(header, offset + at).u32().unwrap_or(0);
    // The number is stored as signed: one file has -1434845203 for the player 1434845203.
    let account = number(0).cast_signed().unsigned_abs().to_string();
    let points = number(POINTS).cast_signed();
    Dialect::Wgs.keep(headers, name, player);
    headers.push_raw(&format!("{name}QQ"), &account);
    headers.push_raw(&format!("{name}积分"), &points.to_string());
    if let Some(Key::Player(side)) = Dialect::Wgs.key(name) {
        headers.set(Key::Rank(side), &rank(points));
    }
    if header[offset + EXAMINED] == 0 {
        return account;
    }
    let examined = format!("业余{}段", header[offset + EXAMINED]);
    headers.push_raw(&format!("{name}段位"), &examined);
    format!("{account} {examined}")
}

/// The server's rank: a dan for every 100 points, kyu below.
fn rank(points: i32) -> String {
    match points {
        100.. => format!("{}d", (points / 100).min(9)),
        0..100 => "1k".to_owned(),
        _ => format!("{}k", (2 + points.unsigned_abs() / 100).min(9)),
    }
}

/// The result as in SGF, empty if the game was not finished. The score is in half Chinese stones, relative to a komi of
/// 3.75 stones, which is 7.5 points; for another komi only the winner is known.
fn result(header: &[u8], komi: &str, score: i16) -> Result<String, String> {
    let winner = if header[WINNER] == 1 { "B" } else { "W" };
    let reason = match header[ENDED] {
        // Still being played, or ended by an error, by dissolution, or by agreement to leave.
        0 => return Ok(String::new()),
        3 | 5 | 7 => return Ok("Void".to_owned()),
        1 | 2 => return Ok("Draw".to_owned()),
        4 => "",
        6 => "F",
        8 => "T",
        9 => "R",
        10 if komi != "7.5" => "",
        10 if score > 0 => return Ok(format!("B+{}.5", score - 1)),
        10 => return Ok(format!("W+{}.5", score.unsigned_abs())),
        other => return Err(format!("{other} is not a way to end a game")),
    };
    Ok(format!("{winner}+{reason}"))
}

/// Reads the moves. The column is in the upper six bits of its byte; the lowest bit marks a pass, and no known file has
/// the other. Returns the reason if the file is cut short.
fn read_moves(bytes: &[u8], builder: &mut Builder) -> Option<String> {
    let mut stream = Bytes::at(bytes, MOVES);
    let announced = usize::from(number(bytes, COUNT).unwrap_or(0));
    let there = stream.left() / 2;
    if announced * 2 < stream.left() {
        let message = format!("{announced} moves are announced in {} bytes", stream.left());
        builder.report(At::byte(COUNT), message);
    }
    let mut side = builder.position().side_to_move();
    for _ in 0..announced {
        let at = At::byte(stream.offset());
        let Some([column, row]) = stream.array() else {
            return Some(format!("{there} of {announced} moves are there"));
        };
        let point = Point::new(column >> 2, row);
        let is_point = point.column.max(row) < Size::LONGEST;
        let mv = match column & 1 {
            1 => Some(go::Move::pass(side)),
            _ => is_point.then(|| go::Move::stone(side, point)),
        };
        super::play(builder, mv, at, || format!("{column:02x} {row:02x} is not a move"));
        side = side.other();
    }
    None
}

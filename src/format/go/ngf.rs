//! NGF, the records of wBaduk and Cyberoro.
//!
//! Text in lines: twelve or so of header, then a move each as `PM`, its number in two letters, its colour and its point
//! twice. The header has two layouts; the moves are the same in both.

use std::ops::Range;

use super::{date, result_in_words};
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, ReadError, Reader, games};
use crate::game::Side;
use crate::game::go::{self, Point, Size};
use crate::record::{At, Builder, Headers, Key, Record};
use crate::text::{Family, Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "ngf",
    title: "NGF (wBaduk, Cyberoro)",
    extensions: &["ngf"],
    unit: Unit::Line,
    encodings: "EUC-KR, GB18030, Big5, Shift_JIS, UTF-8",
    detect,
    read: Some(Reader::text(Family::Any, games::one, read, None)),
    ..super::BASE
};

/// How many lines are searched for a move.
const HEAD: usize = 40;

fn detect(source: &Source<'_>) -> Certainty {
    let mut lines = source.bytes.split(|byte| *byte == b'\n').take(HEAD);
    let has_move = lines.any(|line| stone(line.trim_ascii()).is_some());
    match (has_move, FORMAT.is_named(source)) {
        (true, true) => Certainty::Certain,
        (true, false) => Certainty::Likely,
        (false, named) => Certainty::Weak.only_if(named),
    }
}

/// `PM`, two letters, colour, column and row as letters from B, and row and column again: `PMABBREER` is move 1. A point
/// at `AA` is a pass.
fn stone(line: &[u8]) -> Option<go::Move> {
    let [b'P', b'M', _, _, color, column, row, ..] = *line else {
        return None;
    };
    let side = match color {
        b'B' => Side::First,
        b'W' => Side::Second,
        _ => return None,
    };
    if (column, row) == (b'A', b'A') {
        return Some(go::Move::pass(side));
    }
    let [column, row] = [column, row].map(|letter| letter.wrapping_sub(b'B'));
    (column.max(row) < 25).then(|| go::Move::stone(side, Point::new(column, row)))
}

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let mut lines = scan::lines(text).peekable();
    let heads = std::iter::from_fn(|| lines.next_if(|line| !line.text.starts_with("PM")));
    let head: Vec<&str> = heads.map(|line| line.text).collect();
    let mut builder = Builder::on(header(&head).ok_or_else(|| {
        ReadError::none("no game of NGF in it: the header gives no size of the board")
    })?);
    for line in lines {
        let (at, line) = (line.at(), line.text);
        let mv = stone(line.trim().as_bytes());
        if mv.is_some() || line.starts_with("PM") {
            super::play(&mut builder, mv, at, || format!("{line:?} is not a move"));
        } else {
            read_trailer(line, &mut builder);
        }
    }
    if let Some(reason) = missing_moves(builder.record()) {
        builder.cut(At::File, reason);
    }
    Ok(builder.finish())
}

/// The reason if fewer moves are there than are announced. Passes do not count in that number, and some files announce
/// one move too many.
fn missing_moves(record: &Record) -> Option<String> {
    let announced = record.headers.raw("moves")?.trim().parse::<usize>().ok()?;
    let there = record.tree.len() - 1;
    (there + 1 < announced).then(|| format!("{there} of {announced} moves are there"))
}

/// The older layout ends with the result: `ID…[EndTxt]`.
fn read_trailer(line: &str, builder: &mut Builder) {
    let text = line.strip_prefix("ID");
    if let Some(text) = text.and_then(|line| line.strip_suffix("[EndTxt]")) {
        let headers = builder.headers_mut();
        headers.push_raw("ID", text);
        let (_, result) = text.split_once(']').unwrap_or(("", text));
        headers.set(Key::Result, &result_in_words(result.trim()));
    }
}

/// The names of the lines of the header.
const LINES: [&str; 12] = [
    "kind", "size", "white", "black", "site", "handicap", "6", "komi", "date", "minutes", "result",
    "moves",
];

/// The lines of the older header, which begin with `GI`.
const OLD_LINES: [&str; 10] =
    ["event", "white", "black", "3", "4", "date", "size", "handicap", "8", "komi"];

fn header(head: &[&str]) -> Option<Record> {
    let is_old = head.first().is_some_and(|first| first.starts_with("GI"));
    let (mark, names) = match is_old {
        true => ("GI", &OLD_LINES[..]),
        false => ("", &LINES[..]),
    };
    let lines = head.iter().filter_map(|line| line.strip_prefix(mark));
    let head: Vec<&str> = lines.collect();
    let [size, stones] = ["size", "handicap"].map(|name| -> Option<u8> {
        let place = names.iter().position(|known| *known == name)?;
        head.get(place)?.trim().parse().ok()
    });
    let stones = stones.unwrap_or(0);
    let mut record = super::new_record(Size::new(size?, size?)?, stones, Headers::default());
    for (index, raw) in head.iter().enumerate() {
        let name = names.get(index).copied().unwrap_or("");
        keep(&mut record.headers, name, raw, stones);
    }
    Some(record)
}

fn keep(headers: &mut Headers, name: &str, raw: &str, stones: u8) {
    let text = raw.trim();
    let key = Dialect::Ngf.key(name);
    let value = match key {
        // `name  rank`.
        Some(Key::Player(side)) => {
            let parts = text.rsplit_once(char::is_whitespace);
            let (player, rank) = parts.unwrap_or((text, ""));
            headers.set(Key::Rank(side), &self::rank(rank));
            player.trim().to_owned()
        }
        Some(Key::Komi) => komi(text, stones),
        Some(Key::Date) => date(text),
        Some(Key::Result) => result_in_words(text),
        Some(Key::TimeControl) => match text.parse::<u32>() {
            Ok(minutes) => minutes.saturating_mul(60).to_string(),
            Err(_) => return headers.push_unknown(name, raw),
        },
        // The board includes these.
        Some(Key::Size | Key::Handicap) => return headers.push_raw(name, raw),
        None if name == "moves" || text == "0" => return headers.push_raw(name, raw),
        _ => return Dialect::Ngf.keep(headers, name, raw),
    };
    if let Some(key) = key {
        headers.push(key, name, raw, &value);
    }
}

/// Whole points are stored; an even game has half a point more.
fn komi(text: &str, stones: u8) -> String {
    match text.parse::<i8>() {
        Ok(points) if stones == 0 => format!("{points}.5"),
        _ => text.to_owned(),
    }
}

/// `7D*` as `7d`, `9DP` and `9段P` as `9p`.
fn rank(text: &str) -> String {
    let text = text.trim_end_matches('*');
    match text.strip_suffix("DP").or(text.strip_suffix("段P")) {
        Some(number) => format!("{number}p"),
        None => text.to_lowercase(),
    }
}

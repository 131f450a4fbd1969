//! NGF, the records of wBaduk and Cyberoro.
//!
//! Text in lines: twelve or so of header, then a move each as `PM`, its number in two letters, its colour and its point
//! twice. Two layouts of the header are met; the moves are the same in both.

use super::handicap;
use crate::format::go::result;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Loaded, ReadError};
use crate::game::go::{self, Point, Size};
use crate::game::{Move, Side};
use crate::record::{At, Builder, Headers, Key, Record};
use crate::text::source::Family;
use crate::text::{Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "ngf",
    title: "NGF (wBaduk, Cyberoro)",
    extensions: &["ngf"],
    unit: Unit::Line,
    encodings: "EUC-KR, GB18030, Big5, Shift_JIS, UTF-8",
    detect,
    read: Some(read),
    ..super::BASE
};

/// So many lines are looked at for a move.
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
    let number = |letter: u8| letter.checked_sub(b'B').filter(|number| *number < 25);
    let point = Point::new(number(column)?, number(row)?);
    Some(go::Move::stone(side, point))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let decoded = source.text(Family::Any);
    let is_move = |line: &&str| line.starts_with("PM");
    let mut lines = scan::lines(&decoded.text).peekable();
    let heads = std::iter::from_fn(|| lines.next_if(|line| !is_move(&line.text)));
    let head: Vec<&str> = heads.map(|line| line.text).collect();
    let mut builder = Builder::on(header(&head).ok_or_else(|| {
        ReadError::whole("no game of NGF in it: the header gives no size of the board")
    })?);
    for line in lines {
        let (at, line) = (line.at(), line.text);
        match stone(line.trim().as_bytes()) {
            Some(mv) => {
                builder.play(Move::Go(mv), at);
            }
            None if is_move(&line) => {
                builder.skip();
                builder.warn(at, format!("{line:?} is not a move"));
            }
            None => trailer(line, &mut builder),
        }
    }
    let cut = missing_moves(&mut builder);
    Ok(Loaded::of_text(decoded)
        .with_game(builder.finish())
        .with_cut(cut))
}

/// The reason if fewer moves are there than are announced. Passes do not count in that number, and some files announce
/// one move too many.
fn missing_moves(builder: &mut Builder) -> Option<String> {
    let record = builder.record();
    let announced = record.headers.raw("moves")?.trim().parse::<usize>().ok()?;
    let there = record.tree.len() - 1;
    if there + 1 >= announced {
        return None;
    }
    let reason = format!("{there} of {announced} moves are there");
    builder.warnings.warn(At::File, reason.clone());
    Some(reason)
}

/// The older layout ends with the result: `ID…[EndTxt]`.
fn trailer(line: &str, builder: &mut Builder) {
    let text = line
        .strip_prefix("ID")
        .and_then(|line| line.strip_suffix("[EndTxt]"));
    if let Some(text) = text {
        let headers = &mut builder.record_mut().headers;
        headers.push_raw("ID", text);
        let result = text.split_once(']').map_or(text, |(_, result)| result);
        headers.set(Key::Result, &self::result(result.trim()));
    }
}

/// What each line of the header is.
const LINES: [&str; 12] = [
    "kind", "size", "white", "black", "site", "handicap", "6", "komi", "date", "minutes", "result",
    "moves",
];

/// The same of the older header, whose lines begin with `GI`.
const OLD_LINES: [&str; 10] = [
    "event", "white", "black", "3", "4", "date", "size", "handicap", "8", "komi",
];

fn header(head: &[&str]) -> Option<Record> {
    let old: Vec<&str> = head
        .iter()
        .filter_map(|line| line.strip_prefix("GI"))
        .collect();
    let is_old = head.first().is_some_and(|first| first.starts_with("GI"));
    let (head, names) = match is_old {
        true => (&*old, &OLD_LINES[..]),
        false => (head, &LINES[..]),
    };
    let number = |name: &str| -> Option<u8> {
        let place = names.iter().position(|known| *known == name)?;
        head.get(place)?.trim().parse().ok()
    };
    let (size, stones) = (number("size")?, number("handicap").unwrap_or(0));
    let mut record = handicap::record(Size::new(size, size)?, stones, Headers::default());
    let headers = &mut record.headers;
    for (index, raw) in head.iter().enumerate() {
        let name = names.get(index).copied().unwrap_or("");
        let text = raw.trim();
        match Dialect::Ngf.key(name) {
            Some(Key::Player(side)) => {
                let (player, level) = player(text);
                headers.push(Key::Player(side), name, raw, player);
                headers.set(Key::Rank(side), &rank(level));
            }
            Some(Key::Komi) => headers.push(Key::Komi, name, raw, &komi(text, stones)),
            Some(Key::Date) => headers.push(Key::Date, name, raw, &date(text)),
            Some(Key::Result) => headers.push(Key::Result, name, raw, &result(text)),
            Some(Key::TimeControl) => match text.parse::<u32>() {
                Ok(minutes) => {
                    let seconds = minutes.saturating_mul(60).to_string();
                    headers.push(Key::TimeControl, name, raw, &seconds);
                }
                Err(_) => headers.push_unknown(name, raw),
            },
            // The board includes these.
            Some(Key::Size | Key::Handicap) => headers.push_raw(name, raw),
            None if name == "moves" || text == "0" => headers.push_raw(name, raw),
            _ => Dialect::Ngf.keep(headers, name, raw),
        }
    }
    Some(record)
}

/// Whole points are stored; an even game has half a point more.
fn komi(text: &str, stones: u8) -> String {
    match text.parse::<i8>() {
        Ok(points) if stones == 0 => format!("{points}.5"),
        _ => text.to_owned(),
    }
}

/// `name  rank`.
fn player(text: &str) -> (&str, &str) {
    match text.rsplit_once(char::is_whitespace) {
        Some((name, rank)) => (name.trim(), rank.trim()),
        None => (text, ""),
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

/// `20170316 [02:52]` as a date.
fn date(text: &str) -> String {
    match text.get(..8) {
        Some(day) if scan::is_number(day) => {
            format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..])
        }
        _ => text.to_owned(),
    }
}

/// The result in SGF's form if it is understood, or else as it is.
fn result(text: &str) -> String {
    result::parse(text).unwrap_or_else(|| text.to_owned())
}

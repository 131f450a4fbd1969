//! The text that PlayOK and WXF programs write: a keyword and its value a line, then the moves in `START{ … }END`.

use std::ops::Range;

use super::movetext::{self, Movetext};
use super::start_from;
use crate::format::games::{Extent, Games};
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, ReadError, Reader};
use crate::game::xiangqi::Position;
use crate::game::{self, Side};
use crate::record::{At, Key, Record};
use crate::text::scan::{Scan, beginning};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "wxf",
    title: "WXF text (PlayOK)",
    extensions: &["wxf", "txt"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030, Big5",
    detect,
    read: Some(Reader::text(Family::Chinese, games, game, None)),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = source.text(Family::Chinese);
    let [first, ..] = &*parts(text) else { return Certainty::No };
    let text = text[first.clone()].trim_start();
    let line = beginning(text).lines().next().unwrap_or("");
    let first = line.to_ascii_uppercase();
    let mut words = first.split_whitespace();
    match (words.next(), words.next()) {
        (Some("FORMAT"), Some("WXF")) => Certainty::Certain,
        (Some("FORMAT" | "GAME" | "RED" | "EVENT"), _) => {
            Certainty::Likely.only_if(take_headers(&mut Scan::new(text), |_, _| {}))
        }
        _ => Certainty::No,
    }
}

/// The parts of a text with games: those between `[game]` and `[/game]` on a page, as of xqmoon.com, or else the whole.
fn parts(text: &str) -> Vec<Range<usize>> {
    let (open, close) = ("[game]", "[/game]");
    let (mut from, mut parts) = (0, Vec::new());
    for part in text.split(open) {
        if from > 0 && part.trim_start().starts_with("FORMAT") {
            parts.push(from..from + part.find(close).unwrap_or(part.len()));
        }
        from += part.len() + open.len();
    }
    if parts.is_empty() { std::iter::once(0..text.len()).collect() } else { parts }
}

/// The marks before and after the moves. Some files have a space in them.
const START: [&str; 2] = ["START", "{"];
const END: [&str; 2] = ["}", "END"];

/// Takes words, in either case, if they come next.
fn eat(scan: &mut Scan<'_>, words: [&str; 2]) -> bool {
    let mut after = *scan;
    for word in words {
        after.skip_space();
        if !after.take(word.len()).eq_ignore_ascii_case(word) {
            return false;
        }
    }
    *scan = after;
    true
}

fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    for part in parts(text) {
        let mut scan = Scan::range(text, part);
        scan.skip_space();
        // Where the moves of some game end next, which is searched once for all games that lack it.
        let mut end = next_end(scan);
        while !scan.is_at_end() {
            let start = scan.offset();
            take_headers(&mut scan, |_, _| {});
            if end.is_some_and(|end| end < scan.offset()) {
                end = next_end(scan);
            }
            take_moves(&mut scan, extent, end);
            games.ranges.push(start..scan.offset());
            scan.skip_space();
        }
    }
    games.or_error("no game of WXF")
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let end = range.end;
    let mut scan = Scan::range(text, range);
    let at = scan.at();
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    take_headers(&mut scan, |line, at| read_header(line, at, &mut record));
    let marked = next_end(scan);
    let (moves, is_closed) = take_moves(&mut scan, Extent::default(), marked);
    if !is_closed {
        record.cut_at(At::offset(end), "the file ends before }END");
    }
    Ok(movetext::play_complete(record, &Movetext::new(text, moves), at))
}

/// Takes the lines up to the moves. Returns whether there are moves.
fn take_headers(scan: &mut Scan<'_>, mut header: impl FnMut(&str, At)) -> bool {
    while !scan.is_at_end() {
        if eat(scan, START) {
            return true;
        }
        let at = scan.at();
        header(scan.take_line(), at);
        scan.skip_space();
    }
    false
}

/// The offset of the next brace before `END`.
fn next_end(mut scan: Scan<'_>) -> Option<usize> {
    loop {
        scan.take_to_either(b'}', b'}');
        let brace = scan.offset();
        if eat(&mut scan, END) {
            return Some(brace);
        }
        scan.next()?;
    }
}

/// Takes the moves and what closes them: the brace before the next `END`, or else, in a text that does not go on, the
/// first brace. Returns their range, and whether they are closed.
fn take_moves(scan: &mut Scan<'_>, extent: Extent, marked: Option<usize>) -> (Range<usize>, bool) {
    let start = scan.offset();
    match marked.and_then(|end| end.checked_sub(start)) {
        Some(length) => scan.take(length),
        None if !extent.is_part => scan.take_to_either(b'}', b'}'),
        None => scan.take_rest(),
    };
    let (end, is_closed) = (scan.offset(), !scan.is_at_end());
    if !eat(scan, END) {
        scan.next();
    }
    (start..end, is_closed)
}

fn read_header(line: &str, at: At, record: &mut Record) {
    let line = line.trim();
    let (name, value) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let value = value.trim();
    match (&*name.to_ascii_uppercase(), Dialect::Wxf.key(name)) {
        ("" | "FORMAT", _) => {}
        ("FEN", _) if !value.is_empty() => start_from(record, value, at),
        (_, Some(Key::Player(side))) => read_player(name, value, side, record),
        _ => Dialect::Wxf.keep(&mut record.headers, name, value),
    }
}

/// Name, rating and two more fields, with semicolons between them. The meaning of the last two is not known.
fn read_player(name: &str, value: &str, side: Side, record: &mut Record) {
    let mut fields = value.split(';').map(str::trim);
    for key in [Key::Player(side), Key::Rank(side)] {
        record.headers.set(key, fields.next().unwrap_or(""));
    }
    match fields.all(str::is_empty) {
        true => record.headers.push_raw(name, value),
        false => record.headers.push_unknown(name, value),
    }
}

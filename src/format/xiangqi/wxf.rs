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
use crate::text::{Family, Progress, Source, Unit};

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
            let mut ends = text.match_indices('\n');
            let has_start = ends.any(|(end, _)| strip_start(&text[end + 1..]).is_some());
            Certainty::Likely.only_if(has_start)
        }
        _ => Certainty::No,
    }
}

/// The parts of a text with games: those between `[game]` and `[/game]` on a page, as of xqmoon.com, or else the whole.
fn parts(text: &str) -> Vec<Range<usize>> {
    let (open, close) = ("[game]", "[/game]");
    let mut from = 0;
    let parts = text.split(open).map(|part| {
        let start = from;
        from += part.len() + open.len();
        start..start + part.find(close).unwrap_or(part.len())
    });
    let has_format = |part: &Range<usize>| text[part.clone()].trim_start().starts_with("FORMAT");
    let parts: Vec<_> = parts.skip(1).filter(has_format).collect();
    if parts.is_empty() { std::iter::once(0..text.len()).collect() } else { parts }
}

/// What follows `START{`, in which some leave a space.
fn strip_start(text: &str) -> Option<&str> {
    strip_word(text, "START")?.trim_start().strip_prefix('{')
}

/// What follows a word in either case.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}

fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    for part in parts(text) {
        let mut scan = Scan::range(text, part);
        scan.skip_space();
        // Where the moves of some game end next, which is searched once for all games that lack it.
        let mut end = next_end(&scan);
        let mut progress = Progress::default();
        while progress.goes_on(scan.rest().len()) {
            let start = scan.offset();
            take_headers(&mut scan, |_, _| {});
            if end.is_some_and(|end| end < scan.offset()) {
                end = next_end(&scan);
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
    let marked = next_end(&scan);
    let (moves, is_closed) = take_moves(&mut scan, Extent::default(), marked);
    if !is_closed {
        record.cut_at(At::offset(end), "the file ends before }END");
    }
    Ok(movetext::play_complete(record, &Movetext::new(text, moves), at))
}

/// Takes the lines up to the moves.
fn take_headers(scan: &mut Scan<'_>, mut header: impl FnMut(&str, At)) {
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
        if let Some(moves) = strip_start(scan.rest()) {
            scan.take(scan.rest().len() - moves.len());
            break;
        }
        let at = scan.at();
        header(scan.take_line(), at);
        scan.skip_space();
    }
}

/// What follows a brace and `END`.
fn after_end(brace: &str) -> Option<&str> {
    strip_word(brace.strip_prefix('}')?.trim_start(), "END")
}

/// The offset of the next brace before `END`.
fn next_end(scan: &Scan<'_>) -> Option<usize> {
    let rest = scan.rest();
    let mut braces = rest.match_indices('}');
    let found = braces.find(|(brace, _)| after_end(&rest[*brace..]).is_some());
    found.map(|(brace, _)| scan.offset() + brace)
}

/// Takes the moves and what closes them: the brace before the next `END`, or else, in a text that does not go on, the
/// first brace. Returns their range, and whether they are closed.
fn take_moves(scan: &mut Scan<'_>, extent: Extent, marked: Option<usize>) -> (Range<usize>, bool) {
    let (start, rest) = (scan.offset(), scan.rest());
    let first = || rest.find('}').filter(|_| !extent.is_part);
    let end = marked.and_then(|end| end.checked_sub(start)).or_else(first);
    let closing = end.and_then(|end| rest.get(end..));
    let after = closing.map_or("", |brace| after_end(brace).unwrap_or(&brace[1..]));
    scan.take(rest.len() - after.len());
    (start..start + end.unwrap_or(rest.len()), end.is_some())
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

/// Name, rating and two more fields, with semicolons between them. What the last two mean is not known.
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

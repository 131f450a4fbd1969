//! The text that PlayOK and WXF programs write: a keyword and its value a line, then the moves in `START{ … }END`.

use super::movetext::{self, Movetext};
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Loaded, ReadError};
use crate::game::xiangqi::Position;
use crate::game::{self, Side};
use crate::record::{At, Key, Record, Warnings};
use crate::text::scan::Scan;
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "wxf",
    title: "WXF text (PlayOK)",
    extensions: &["wxf", "txt"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030, Big5",
    detect,
    read: Some(read),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let mut words = first.unwrap_or("").split_whitespace();
    let mut word = || words.next().unwrap_or("").to_ascii_uppercase();
    match (&*word(), &*word()) {
        ("FORMAT", "WXF") => Certainty::Certain,
        ("FORMAT" | "GAME" | "RED" | "EVENT", _) if has_start(text) => Certainty::Likely,
        _ => Certainty::No,
    }
}

/// Whether the moves begin somewhere.
fn has_start(text: &str) -> bool {
    let mut scan = Scan::new(text);
    while !scan.rest().is_empty() {
        if eat_start(&mut scan) {
            return true;
        }
        scan.take_line();
    }
    false
}

/// Takes `START{`, in which some leave a space.
fn eat_start(scan: &mut Scan<'_>) -> bool {
    let mut ahead = *scan;
    let word = ahead.take_while(|next| next.is_ascii_alphabetic());
    ahead.skip_space();
    let starts = word.eq_ignore_ascii_case("START") && ahead.eat("{");
    if starts {
        *scan = ahead;
    }
    starts
}

/// The word after the brace that ends the moves.
const END: &str = "END";

fn begins_with_end(text: &str) -> bool {
    let word = text.trim_start().get(..END.len());
    word.is_some_and(|word| word.eq_ignore_ascii_case(END))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let mut loaded = Loaded::of_text(text);
    let mut scan = Scan::new(&text.text);
    scan.skip_space();
    while !scan.rest().is_empty() {
        let (game, ended) = read_game(&text.text, &mut scan);
        if !ended {
            loaded.cut = Some("the file ends before }END".to_owned());
        }
        loaded.add(game);
        scan.skip_space();
    }
    loaded.or_error("no game of WXF")
}

/// Reads a game of a text; also whether it ends with `}END`.
fn read_game(text: &str, scan: &mut Scan<'_>) -> ((Record, Warnings), bool) {
    let at = scan.at();
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    let mut warnings = Warnings::default();
    let mut started = false;
    while !started && !scan.rest().is_empty() {
        scan.skip_space();
        let at = scan.at();
        started = eat_start(scan);
        if !started {
            read_header(scan.take_line(), at, &mut record, &mut warnings);
        }
    }
    let (start, rest) = (scan.offset(), scan.rest());
    let braces = || rest.match_indices('}').map(|(brace, _)| brace);
    let end = braces().find(|brace| begins_with_end(&rest[brace + 1..]));
    scan.take(end.or_else(|| braces().next()).unwrap_or(rest.len()));
    let moves = Movetext::new(text, start..scan.offset());
    let ended = scan.eat("}");
    if begins_with_end(scan.rest()) {
        scan.skip_space();
        scan.take(END.len());
    }
    let (record, more) = movetext::play(record, &moves, at);
    warnings.extend(more);
    ((record, warnings), ended)
}

fn read_header(line: &str, at: At, record: &mut Record, warnings: &mut Warnings) {
    let line = line.trim();
    let (name, value) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let keyword = name.to_ascii_uppercase();
    let value = value.trim();
    let headers = &mut record.headers;
    match (&*keyword, Dialect::Wxf.key(name)) {
        ("" | "FORMAT", _) => {}
        ("FEN", _) if !value.is_empty() => match Position::from_fen(value) {
            Ok(start) => record.start = game::Position::Xiangqi(start),
            Err(error) => warnings.warn(at, error.to_string()),
        },
        (_, Some(Key::Player(side))) => read_player(name, value, side, record),
        _ => Dialect::Wxf.keep(headers, name, value),
    }
}

/// Name, rating and two more fields, with semicolons between them. What the last two mean is not known.
fn read_player(name: &str, value: &str, side: Side, record: &mut Record) {
    let mut fields = value.split(';').map(str::trim);
    for (key, field) in [Key::Player(side), Key::Rank(side)]
        .into_iter()
        .zip(&mut fields)
    {
        record.headers.set(key, field);
    }
    if fields.all(str::is_empty) {
        record.headers.push_raw(name, value);
    } else {
        record.headers.push_unknown(name, value);
    }
}

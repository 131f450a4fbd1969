//! The text that PlayOK and WXF programs write: a keyword and its value a line, then the moves in `START{ … }END`.

use super::movetext::{self, Movetext};
use super::results::{self, result_code};
use super::scan::Scan;
use super::{Certainty, Entry, Family, Format, Loaded, ReadError, Source, Unit};
use crate::game::xiangqi::Position;
use crate::game::{self, Game};
use crate::record::{At, Key, Record, Warning};

pub(super) const FORMAT: Format = Format {
    name: "wxf",
    title: "WXF text (PlayOK)",
    extensions: &["wxf", "txt"],
    unit: Unit::Line,
    games: &[Game::Xiangqi],
    encodings: "UTF-8, GB18030, Big5",
    features: &[],
    detect,
    read: Some(read),
    write: None,
};

const KEYS: [(Key, &str); 6] = [
    (Key::Title, "GAME"),
    (Key::Event, "EVENT"),
    (Key::Date, "DATE"),
    (Key::Place, "SITE"),
    (Key::Round, "ROUND"),
    (Key::TimeControl, "TIME"),
];

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let mut words = first.unwrap_or("").split_whitespace();
    match (words.next(), words.next()) {
        (Some("FORMAT"), Some("WXF")) => Certainty::Certain,
        (Some("FORMAT" | "GAME" | "RED"), _) if text.contains("START{") => Certainty::Likely,
        _ => Certainty::No,
    }
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let mut warnings: Vec<Warning> = text.warning().into_iter().collect();
    let mut entries = Vec::new();
    let mut cut = None;
    let mut scan = Scan::new(&text.text);
    scan.skip_space();
    while !scan.rest().is_empty() {
        let (record, more, ended) = read_game(&mut scan);
        if !ended {
            cut = Some("the file ends before }END".to_owned());
        }
        warnings.extend(more);
        entries.push(Entry::ready(record));
        scan.skip_space();
    }
    if entries.is_empty() {
        return Err(ReadError::whole("no game of WXF"));
    }
    let mut loaded = Loaded::new(Some(text.encoding_name()), entries, warnings);
    loaded.cut = cut;
    Ok(loaded)
}

/// Reads a game; also whether it ends with `}END`.
fn read_game(scan: &mut Scan<'_>) -> (Record, Vec<Warning>, bool) {
    let at = scan.at();
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    let mut warnings = Vec::new();
    let mut started = false;
    while !started && !scan.rest().is_empty() {
        scan.skip_space();
        let at = scan.at();
        started = scan.eat("START{");
        if !started {
            read_header(scan.take_line(), at, &mut record, &mut warnings);
        }
    }
    let (line, rest) = (scan.line(), scan.rest());
    let end = rest.find("}END").or_else(|| rest.find('}'));
    let moves = scan.take(end.unwrap_or(rest.len()));
    let ended = scan.eat("}END") || scan.eat("}");
    let mut played = movetext::play(record, &Movetext::new(moves, line));
    warnings.append(&mut played.warnings);
    let result = played.result.unwrap_or("*");
    results::settle(&mut played.record, result, at, &mut warnings);
    (played.record, warnings, ended)
}

fn read_header(line: &str, at: At, record: &mut Record, warnings: &mut Vec<Warning>) {
    let line = line.trim();
    let (name, value) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let value = value.trim();
    let headers = &mut record.headers;
    let key = KEYS
        .iter()
        .find(|(_, key)| *key == name)
        .map(|(key, _)| *key);
    match (name, key) {
        ("" | "FORMAT", _) => {}
        ("FEN", _) if !value.is_empty() => match Position::from_fen(value) {
            Ok(start) => record.start = game::Position::Xiangqi(start),
            Err(error) => warnings.push(Warning::new(at, error.to_string())),
        },
        ("RED", _) => read_player(name, value, [Key::Red, Key::RedRank], record),
        ("BLACK", _) => read_player(name, value, [Key::Black, Key::BlackRank], record),
        ("RESULT", _) => {
            headers.push_raw(name, value);
            headers.set(Key::Result, result_code(value).unwrap_or("*"));
        }
        (_, Some(key)) => {
            headers.push_raw(name, value);
            headers.set(key, value);
        }
        (_, None) => headers.push_unknown(name, value),
    }
}

/// Name, rating and two more fields, with semicolons between them.
fn read_player(name: &str, value: &str, keys: [Key; 2], record: &mut Record) {
    record.headers.push_raw(name, value);
    for (key, field) in keys.into_iter().zip(value.split(';')) {
        record.headers.set(key, field.trim());
    }
}

//! GIB, the records of Tygem (타이젬, 弈城).
//!
//! Text in lines: a header of `\[KEY=value\]` between `\HS` and `\HE`, then the game between `\GS` and `\GE`, always on a
//! board of 19 lines. What the fields mean is seen in files of the Korean, the Chinese and the international server.

use super::handicap;
use crate::format::go::result;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError};
use crate::game::go::{self, Point, Size};
use crate::game::{Move, Side};
use crate::record::{At, Builder, Headers, Key, Note, Record};
use crate::text::source::Family;
use crate::text::{Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "gib",
    title: "GIB (Tygem)",
    extensions: &["gib"],
    unit: Unit::Line,
    encodings: "EUC-KR, GB18030, UTF-8",
    holds: Holds::COMMENTS,
    detect,
    read: Some(read),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    match source.begins_with("\\HS") {
        true => Certainty::Certain,
        false => Certainty::Weak.only_if(FORMAT.is_named(source)),
    }
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let decoded = source.text(Family::Any);
    let text = &*decoded.text;
    // The game is there without the line before it, too.
    let signs = ["\\GS", "\nINI ", "\nSTO "];
    let start = signs.iter().find_map(|sign| text.find(sign));
    let headers = headers(&text[..start.unwrap_or(text.len())]);
    if start.is_none() && headers.entries().is_empty() {
        return Err(ReadError::whole("no game of GIB in it: there is no \\GS"));
    }
    let mut builder = None;
    let mut closed = false;
    let mut last = At::File;
    let start = start.unwrap_or(text.len());
    for line in scan::lines(text).filter(|line| line.offset >= start) {
        last = line.at();
        closed |= line.text.trim() == "\\GE";
        game_line(line.text.trim(), last, &headers, &mut builder);
    }
    let mut builder = builder.unwrap_or_else(|| Builder::on(record(&headers, 0)));
    let cut = (!closed).then(|| "the file ends before \\GE".to_owned());
    if let Some(reason) = &cut {
        builder.warnings.warn(last, reason.clone());
    }
    Ok(Loaded::of_text(decoded)
        .with_game(builder.finish())
        .with_cut(cut))
}

/// The fields `\[KEY=value\]`, each of which may continue on the next line.
fn headers(head: &str) -> Headers {
    let mut headers = Headers::default();
    for field in head.split("\\[").skip(1) {
        let whole = field.split_once("\\]");
        let lines = whole.map(|(field, _)| field.lines().map(str::trim));
        let field: String = lines.into_iter().flatten().collect();
        if let Some((name, value)) = field.split_once('=') {
            keep(&mut headers, name, value);
        }
    }
    headers
}

fn keep(headers: &mut Headers, name: &str, raw: &str) {
    match Dialect::Gib.key(name) {
        Some(Key::Player(side)) => {
            let (player, rank) = player(raw);
            headers.push(Key::Player(side), name, raw, player);
            headers.set(Key::Rank(side), rank);
        }
        Some(Key::Date) => headers.push(Key::Date, name, raw, &date(raw, '-')),
        Some(Key::Result) => {
            let result = result::parse(raw.trim()).unwrap_or_else(|| raw.trim().to_owned());
            headers.push(Key::Result, name, raw, &result);
        }
        _ => Dialect::Gib.keep(headers, name, raw),
    }
}

/// A line of the game: `INI 0 1 HANDICAP …` first, then a stone `STO 0 NUMBER COLOUR X Y` or a pass `SKI …`.
fn game_line(line: &str, at: At, headers: &Headers, builder: &mut Option<Builder>) {
    let mut words = line.split_ascii_whitespace();
    let word = words.next().unwrap_or("");
    if word == "INI" && builder.is_none() {
        let stones = words.nth(2).and_then(|stones| stones.parse().ok());
        let begun = builder.insert(Builder::on(record(headers, stones.unwrap_or(0))));
        // Chat before the game began.
        if let Some((_, comment)) = line.split_once("&4")
            && !comment.trim().is_empty()
        {
            begun.note(Note::Comment(comment.trim().into()));
        }
        return;
    }
    let is_word = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_word {
        return;
    }
    let builder = builder.get_or_insert_with(|| Builder::on(record(headers, 0)));
    if !matches!(word, "STO" | "SKI") {
        let message = format!("{line:?} is not understood");
        builder.warnings.warn(at, message);
        return;
    }
    let next = builder.position().side_to_move();
    let numbers: Vec<u8> = words.skip(2).map_while(|word| word.parse().ok()).collect();
    let mv = match (word, &*numbers) {
        ("STO", [color @ (1 | 2), column, row, ..]) if (*column).max(*row) < Size::LONGEST => {
            Some(go::Move::stone(side(*color), Point::new(*column, *row)))
        }
        ("SKI", [color @ (1 | 2), ..]) => Some(go::Move::pass(side(*color))),
        ("SKI", _) => Some(go::Move::pass(next)),
        _ => None,
    };
    match mv {
        Some(mv) => {
            builder.play(Move::Go(mv), at);
        }
        None => {
            builder.skip();
            builder.warn(at, format!("{line:?} is not a move"));
        }
    }
}

fn side(color: u8) -> Side {
    Side::first_if(color == 1)
}

/// The record without its moves. What the server noted in numbers counts for more than its words.
fn record(headers: &Headers, stones: u8) -> Record {
    let main = headers.raw("GAMEINFOMAIN").unwrap_or("");
    let tag = headers.raw("GAMETAG").unwrap_or("");
    let number = |name: &str, short: &str| -> Option<u32> {
        let value = field(main, name).or_else(|| field(tag, short))?;
        value.trim().parse().ok()
    };
    let mut record = handicap::record(Size::USUAL, stones, headers.clone());
    let headers = &mut record.headers;
    if let Some(komi) = number("GONGJE:", "G") {
        headers.set(Key::Komi, &tenths(komi));
    }
    let result = number("GRLT:", "W").and_then(|code| result(code, number("ZIPSU:", "Z")));
    if let Some(result) = result {
        headers.set(Key::Result, &result);
    }
    if let Some(day) = field(tag, "C") {
        headers.set(Key::Date, &date(day, ':'));
    }
    headers.set(Key::TimeControl, &time(field(main, "GTIME:").unwrap_or("")));
    record
}

/// `name (rank)`.
fn player(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
    {
        Some((name, rank)) => (name.trim(), rank.trim()),
        None => (text, ""),
    }
}

/// The value after a name in `A:1,B:2` or `A1,B2`.
fn field<'a>(list: &'a str, name: &str) -> Option<&'a str> {
    list.split(',')
        .find_map(|field| field.trim().strip_prefix(name))
}

fn tenths(number: u32) -> String {
    match (number / 10, number % 10) {
        (whole, 0) => whole.to_string(),
        (whole, tenths) => format!("{whole}.{tenths}"),
    }
}

/// The result as SGF writes it; empty for a game that was not finished. `None` for codes that are not known.
fn result(code: u32, margin: Option<u32>) -> Option<String> {
    let margin = margin.filter(|margin| *margin > 0).map(tenths);
    Some(match code {
        0 => format!("B+{}", margin.unwrap_or_default()),
        1 => format!("W+{}", margin.unwrap_or_default()),
        3 => "B+R".to_owned(),
        4 => "W+R".to_owned(),
        7 => "B+T".to_owned(),
        8 => "W+T".to_owned(),
        255 => String::new(),
        _ => return None,
    })
}

/// `2017:03:16:02:52`, or `2017- 3-16- 2-52-00` with other separators, as a date; any other text is unchanged.
fn date(text: &str, mark: char) -> String {
    let parts: Vec<&str> = text.split(mark).map(str::trim).collect();
    match &*parts {
        [year, month, day, ..]
            if [year, month, day]
                .into_iter()
                .all(|part| scan::is_number(part)) =>
        {
            format!("{year}-{month:0>2}-{day:0>2}")
        }
        _ => text.trim().to_owned(),
    }
}

/// `MAIN-PERIOD-PERIODS` in seconds, or some text.
fn time(text: &str) -> String {
    let parts: Vec<&str> = text.split('-').collect();
    match *parts {
        [main, "0", "0"] => main.to_owned(),
        [main, period, periods] => format!("{main}, {periods}x{period} byo-yomi"),
        _ => text.trim().to_owned(),
    }
}

//! GIB, the records of Tygem (타이젬, 弈城).
//!
//! Text in lines: a header of `\[KEY=value\]` between `\HS` and `\HE`, then the game between `\GS` and `\GE`, then the
//! commentary in blocks between `\RS` and `\RE`. What the fields mean is seen in files of the Korean, the Chinese and the
//! international server.

use std::ops::Range;

use super::date;
use crate::format::headers::Dialect;
use crate::format::{Format, Holds, ReadError, Reader, games};
use crate::game::go::{self, Point, Size};
use crate::game::{Move, Side};
use crate::record::{At, Builder, Headers, Key, NodeId, Note, Record, decimal};
use crate::text::scan::Line;
use crate::text::{Family, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "gib",
    title: "GIB (Tygem)",
    extensions: &["gib"],
    unit: Unit::Line,
    encodings: "EUC-KR, GB18030, UTF-8",
    holds: Holds::TREE,
    detect: |source| FORMAT.by_mark(source, "\\HS"),
    read: Some(Reader::text(Family::Any, games::one, read, None)),
    ..super::BASE
};

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    // The line before the game may be missing.
    let signs = ["\\GS", "\nINI ", "\nSTO "];
    let start = signs.iter().find_map(|sign| text.find(sign));
    let headers = headers(&text[..start.unwrap_or(text.len())]);
    if start.is_none() && headers.entries().is_empty() {
        return Err(ReadError::none("no game of GIB in it: there is no \\GS"));
    }
    let start = start.unwrap_or(text.len());
    let end = text[start..].find("\\GE").map(|length| start + length);
    let lines: Vec<Line<'_>> = scan::lines_in(text, start..end.unwrap_or(text.len())).collect();
    let mut game = lines.iter().filter(|line| is_instruction(line)).peekable();
    let opening = game.next_if(|line| line.text.trim_start().starts_with("INI"));
    let mut builder = begin(headers, opening.map_or("", |line| line.text));
    for line in game {
        play_line(line.text.trim(), line.at(), &mut builder);
    }
    match end {
        Some(end) => add_commentary(text, end, &mut builder),
        None => {
            let last = lines.last().map_or(At::File, Line::at);
            builder.cut(last, "the file ends before \\GE");
        }
    }
    Ok(builder.finish())
}

/// Adds the commentary after the game: comments on the move with the number `REFSUSUN`, and variations after it, which
/// play the game again from its first move.
fn add_commentary(text: &str, from: usize, builder: &mut Builder) {
    let game: Vec<NodeId> = builder.tree().mainline().collect();
    let (mut offset, mut number) = (from, 0);
    for field in text[from..].split("\\[") {
        let value = field.split_once("\\]").and_then(|(field, _)| field.split_once('='));
        match value {
            Some(("REFSUSUN", value)) => number = value.trim().parse().unwrap_or(0),
            Some(("REFEXPLAIN", value)) => {
                let comment: Vec<&str> = value.trim().lines().map(str::trim).collect();
                builder.go_to(game[number.min(game.len() - 1)]);
                builder.note(Note::Comment(comment.join("\n").into()));
            }
            Some((name @ "REFGIBO", value)) => {
                let start = offset + name.len() + "=".len();
                let lines = scan::lines_in(text, start..start + value.len());
                let moves: Vec<Line<'_>> = lines.filter(is_instruction).collect();
                add_variation(&moves, &game, number, builder);
            }
            _ => {}
        }
        offset += field.len() + "\\[".len();
    }
}

fn add_variation(moves: &[Line<'_>], game: &[NodeId], number: usize, builder: &mut Builder) {
    // What follows the last move of the game would be the game.
    let before = &game[..(number + 1).min(game.len() - 1).max(1)];
    let again = moves.iter().zip(&before[1..]).take_while(|(line, node)| {
        let mv = builder.tree().mv(**node).and_then(Move::go);
        mv.is_some() && stone(line.text) == mv
    });
    let count = again.count();
    builder.go_to(before[count]);
    for line in &moves[count..] {
        play_line(line.text.trim(), line.at(), builder);
    }
}

/// The fields `\[KEY=value\]`, each of which may continue on the next line.
fn headers(head: &str) -> Headers {
    let mut headers = Headers::default();
    for (field, _) in head.split("\\[").filter_map(|text| text.split_once("\\]")) {
        let field: String = field.lines().map(str::trim).collect();
        if let Some((name, value)) = field.split_once('=') {
            keep(&mut headers, name, value);
        }
    }
    headers
}

fn keep(headers: &mut Headers, name: &str, raw: &str) {
    let text = raw.trim();
    match Dialect::Gib.key(name) {
        // `name (rank)`.
        Some(key @ Key::Player(side)) => {
            let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
            let (player, rank) = parts.unwrap_or((text, ""));
            headers.push(key, name, raw, player.trim());
            headers.set(Key::Rank(side), rank.trim());
        }
        Some(key @ Key::Date) => headers.push(key, name, raw, &date(raw)),
        Some(key @ Key::Result) => headers.push(key, name, raw, &super::result_in_words(text)),
        _ => Dialect::Gib.keep(headers, name, raw),
    }
}

/// Whether a line begins with a word of three capitals.
fn is_instruction(line: &Line<'_>) -> bool {
    let word = line.text.split_ascii_whitespace().next().unwrap_or("");
    word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The record without its moves, from the headers and the line `INI 0 1 HANDICAP …&4 chat before the game`. The
/// numbers of the server take precedence over its words.
fn begin(headers: Headers, opening: &str) -> Builder {
    let handicap = opening.split_ascii_whitespace().nth(3);
    let stones = handicap.and_then(|stones| stones.parse().ok());
    let lines = of(headers.raw("GAMEINFOMAIN").unwrap_or(""), "LINE:").parse();
    let size = lines.ok().and_then(|lines| Size::new(lines, lines));
    let mut record = super::new_record(size.unwrap_or(Size::USUAL), stones.unwrap_or(0), headers);
    set_by_numbers(&mut record);
    let mut builder = Builder::on(record);
    let (_, chat) = opening.split_once("&4").unwrap_or_default();
    builder.comment(chat);
    builder
}

fn set_by_numbers(record: &mut Record) {
    let raw = |name| record.headers.raw(name).unwrap_or("").to_owned();
    let (main, tag, about) = (raw("GAMEINFOMAIN"), raw("GAMETAG"), raw("GAMEINFOSUB"));
    let (black, white) = (raw("BUSERINFO"), raw("WUSERINFO"));
    let number = |name: &str, short: &str| -> Option<i32> {
        let value = field(&main, name).or_else(|| field(&tag, short))?;
        value.trim().parse().ok()
    };
    let mut set = |key, value: &str| record.headers.set(key, value);
    if let Some(komi) = number("GONGJE:", "G") {
        set(Key::Komi, &decimal(komi, 1));
    }
    let result = number("GRLT:", "W").and_then(|code| result(code, number("ZIPSU:", "Z")));
    if let Some(result) = result {
        set(Key::Result, &result);
    }
    if let Some(day) = field(&tag, "C") {
        set(Key::Date, &date(day));
    }
    set(Key::TimeControl, &time(of(&main, "GTIME:")));
    // The client of 2025 has no other names, ranks, titles and places.
    let rank_of = |user, name| of(user, name).parse().map_or(String::new(), rank);
    let others = [
        (Key::Date, date(of(&about, "GDATE:"))),
        (Key::Title, of(&about, "GNAME:").into()),
        (Key::Place, of(&about, "GPLC:").into()),
        (Key::Player(Side::First), of(&black, "BID:").into()),
        (Key::Rank(Side::First), rank_of(&black, "BLV:")),
        (Key::Player(Side::Second), of(&white, "WID:").into()),
        (Key::Rank(Side::Second), rank_of(&white, "WLV:")),
    ];
    for (key, value) in others {
        record.headers.set_missing(key, &value);
    }
}

/// The rank for a number: 18 kyu, 9 amateur and 9 professional dan.
fn rank(level: u32) -> String {
    match level {
        0..18 => format!("{}K", 18 - level),
        18..27 => format!("{}D", level - 17),
        27..36 => format!("{}P", level - 26),
        _ => String::new(),
    }
}

/// Plays a stone `STO 0 NUMBER COLOUR X Y` or a pass `SKI …`.
fn play_line(line: &str, at: At, builder: &mut Builder) {
    let mv = match line.get(..3) {
        Some("STO") => stone(line),
        Some("SKI") => {
            stone(line).or_else(|| Some(go::Move::pass(builder.position().side_to_move())))
        }
        // The client of 2025 writes this when dead stones are taken away.
        Some("REM") => return,
        _ => {
            let message = format!("{line:?} is not understood");
            return builder.report(at, message);
        }
    };
    super::play(builder, mv, at, || format!("{line:?} is not a move"));
}

/// The move of a line, if it says whose it is.
fn stone(line: &str) -> Option<go::Move> {
    let mut words = line.split_ascii_whitespace();
    let word = words.next()?;
    let numbers: Vec<u8> = words.skip(2).map_while(|word| word.parse().ok()).collect();
    let side = Side::first_if(numbers.first() == Some(&1));
    match (word, &*numbers) {
        ("STO", [1 | 2, column, row, ..]) if *column.max(row) < Size::LONGEST => {
            Some(go::Move::stone(side, Point::new(*column, *row)))
        }
        ("SKI", [1 | 2, ..]) => Some(go::Move::pass(side)),
        _ => None,
    }
}

/// The value after a name in `A:1,B:2` or `A1,B2`.
fn field<'a>(list: &'a str, name: &str) -> Option<&'a str> {
    list.split(',').find_map(|field| field.trim().strip_prefix(name))
}

/// The same, empty if there is none.
fn of<'a>(list: &'a str, name: &str) -> &'a str {
    field(list, name).unwrap_or("").trim()
}

/// The result as SGF writes it, with the margin in tenths; empty for a game that was not finished. `None` for codes that
/// are not known.
fn result(code: i32, margin: Option<i32>) -> Option<String> {
    let margin = match margin {
        Some(margin @ 1..) => decimal(margin, 1),
        _ => String::new(),
    };
    Some(match code {
        0 => format!("B+{margin}"),
        1 => format!("W+{margin}"),
        3 => "B+R".to_owned(),
        4 => "W+R".to_owned(),
        7 => "B+T".to_owned(),
        8 => "W+T".to_owned(),
        255 => String::new(),
        _ => return None,
    })
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

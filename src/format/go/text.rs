//! Moves of Go as people write them among words: `Black 51 at Q10`, `B Q16 W D4`, `1. Q16 2. D4`.

use std::borrow::Cow;
use std::ops::Range;

use super::{BASE, new_record, understood_result};
use crate::format::games::{self, Extent, Games};
use crate::format::headers::parts;
use crate::format::numerals::{is_numeral, value};
use crate::format::prose::{self, Reading, Tongue};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game::go::{Point, Size};
use crate::game::{Side, halfwidth};
use crate::record::{At, Builder, Headers, Key, Record};
use crate::text::scan::beginning;
use crate::text::{Family, Unit, without_joiners};

pub(in crate::format) const FORMAT: Format = Format {
    name: "go-text",
    title: "Moves of Go as text",
    extensions: &["txt", "text"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030 and others",
    holds: Holds::TREE,
    read: Some(Reader::text(Family::Any, games, read, None)),
    tongue: Some(Tongue::Go {
        size: Size::USUAL,
        is_numbered: false,
        is_small: false,
        is_paired: false,
    }),
    spell: without_joiners,
    ..BASE
};

/// How certain it is that people wrote down a game in a text of another kind.
pub(in crate::format) fn certainty_of_prose(text: &str) -> Certainty {
    const ENOUGH: usize = 4;
    let text = beginning(text);
    // The Ishi Standard format has moves in lines, and a setup that would be lost.
    let is_ishi = text.starts_with("EVENT ") && text.contains("\nBOARDSIZE ");
    let text = &*narrow(text);
    let points = |size| words(text).filter_map(move |word| Point::from_a1(word, size));
    let count = points(Size::USUAL).take(ENOUGH).count();
    if is_ishi || count < ENOUGH && !(count == 0 && has_pairs(text)) {
        return Certainty::No;
    }
    let size = size(text);
    // Boards of chess and xiangqi have no others.
    let is_far = |point: &Point| point.column > 7 || size.rows() - point.row > 9;
    let far = points(size).filter(is_far).count();
    let is_bare = far >= ENOUGH && 2 * points(size).count() > text.split_whitespace().count();
    if count > 0 && size == Size::USUAL && far == 0
        || !is_bare && prose::count_introduced(text, tongue(text, size)) < ENOUGH
    {
        return Certainty::No;
    }
    let (_, reading) = reading(text, 0..text.len(), size, false);
    // A list may begin later; a sentence about one move of a game is no record of it.
    let is_list = |begin: usize| text[begin..].starts_with(|first: char| first.is_ascii_digit());
    let begins = reading.first_number().is_none_or(|number| number == 1)
        || reading.begin().is_some_and(is_list);
    let introduced = reading.introduced();
    let is_introduced =
        is_bare || introduced >= ENOUGH && 2 * introduced >= reading.counts().played;
    reading.counts().certainty().only_if(begins && is_introduced)
}

/// The words of a text that may be points.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|next: char| !next.is_ascii_alphanumeric());
    words.flat_map(run).filter(|word| {
        word.len() < 4 && word.starts_with(|first: char| first.is_ascii_alphabetic())
    })
}

/// The parts of a word in which points follow each other, or the letter of a side follows one: `Q16O17`, `D4W`.
fn run(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let begins = |pair: &[u8]| pair[0].is_ascii_digit() && pair[1].is_ascii_uppercase();
        let end = rest.as_bytes().windows(2).position(begins).map_or(rest.len(), |at| at + 1);
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// Whether a text may give the points of Go as two numbers. Other boards have no lines above 9.
fn has_pairs(text: &str) -> bool {
    const NAMES: [&str; 7] = ["黒", "黑", "흑", "碁", "围棋", "Black", "手目"];
    if !NAMES.iter().any(|name| text.contains(name)) {
        return false;
    }
    let is_digit = |next: &char| halfwidth(*next).is_ascii_digit();
    let parts = text.split(prose::JOINTS);
    let digits = parts.map(|part| part.chars().rev().take(3).take_while(is_digit).count());
    let digits: Vec<usize> = digits.filter(|count| matches!(count, 1..=2)).collect();
    digits.len() >= 4 && digits.contains(&2)
}

/// A text with narrow letters and digits for wide ones: `Ｄ４`.
fn narrow(text: &str) -> Cow<'_, str> {
    match text.contains(|next| ('Ａ'..='Ｔ').contains(&next)) {
        true => text.chars().map(halfwidth).collect::<String>().into(),
        false => text.into(),
    }
}

/// The size of the board, which is the usual one if the text names no other.
fn size(text: &str) -> Size {
    let named = [19, 9, 13].into_iter().find(|side| {
        ["x", "×", "路", "-line"].iter().any(|unit| text.contains(&format!("{side}{unit}")))
    });
    named.and_then(|side| Size::new(side, side)).unwrap_or(Size::USUAL)
}

/// Reads a part of a text. White moves first if a label or a number says so.
fn reading(text: &str, range: Range<usize>, size: Size, may_begin: bool) -> (Builder, Reading<'_>) {
    let tongue = tongue(&text[range.clone()], size);
    let above = &text[range.start..][..prose::opening_at(&text[range.clone()], tongue)];
    let mut record = new_record(size, handicap(above), Headers::default());
    let builder = Builder::on(record.clone());
    let reading = Reading::new(&builder, text, range.clone(), tongue, may_begin);
    if reading.first_side() != Some(Side::Second) {
        return (builder, reading);
    }
    record.start.set_side_to_move(Side::Second);
    let other = Builder::on(record);
    let from_white = Reading::new(&other, text, range, tongue, may_begin);
    if reading.is_better(&from_white) { (builder, reading) } else { (other, from_white) }
}

/// How many stones the words above the moves give: `Handicap: 4`, `让四子`.
fn handicap(words: &str) -> u8 {
    const NAMES: [&str; 7] = ["Handicap", "handicap", "HA:", "让", "讓", "置石", "置碁"];
    let given = NAMES.iter().find_map(|name| {
        let (_, after) = words.split_once(name)?;
        let number = after.trim_start_matches([':', '：', ' ', '先']);
        let end = number.find(|next| !is_numeral(next)).unwrap_or(number.len());
        u8::try_from(value(&number[..end])?).ok()
    });
    given.filter(|stones| (2..=9).contains(stones)).unwrap_or(0)
}

fn tongue(text: &str, size: Size) -> Tongue {
    // No column is called W: `B1 Q16 W2 D4` has numbers.
    let is_numbered = words(text).any(|word| word.starts_with('W') && word.len() > 1);
    let points = words(text).filter(|word| Point::from_a1(word, size).is_some());
    let (small, others): (Vec<&str>, Vec<&str>) =
        points.partition(|word| word.starts_with(|first: char| first.is_ascii_lowercase()));
    let is_paired = small.is_empty() && others.is_empty() && has_pairs(text);
    Tongue::Go { size, is_numbered, is_small: small.len() > others.len(), is_paired }
}

/// The games of a text. What stands above the moves of one, but not right below those of the last, is its head.
fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    if extent.is_part {
        return games::one(text, extent);
    }
    let size = size(text);
    let (_, reading) = reading(text, 0..text.len(), size, true);
    let tongue = tongue(text, size);
    let mut starts = Vec::new();
    for begin in reading.starts() {
        let (mut start, mut head) = (begin, begin);
        let above = text[..begin].split_inclusive('\n').rev();
        for line in above.take_while(|line| !tongue.is_in(line)) {
            start -= line.len();
            // The first empty line ends what belongs to the game above.
            if line.trim().is_empty() {
                head = start + line.len();
            }
        }
        // What only goes on is no other game.
        if start < begin {
            starts.push(head);
        }
    }
    Ok(games::divide(text, &starts))
}

fn read(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let (mut builder, reading) = reading(text, range.clone(), size(text), false);
    let begin = reading.begin().ok_or_else(|| ReadError::none("there are no moves of Go"))?;
    let head = &text[range.start..begin];
    read_head(head, &mut builder);
    if let Some(at) = prose::drawn_board(head) {
        builder.warn(At::offset(range.start + at), prose::DRAWN);
    }
    if let Some(number @ 2..) = reading.first_number().and_then(|first| u32::try_from(first).ok()) {
        let plies = if reading.counts_plies() { number } else { number.saturating_mul(2) - 1 };
        builder.set_first_number(plies);
        builder.warn(
            At::offset(begin),
            format!("the moves before number {number} are not in the text"),
        );
    }
    let mut planted = reading.plant(builder, begin);
    if let Some(result) = planted.rest().lines().rev().find_map(told_result) {
        planted.builder.headers_mut().set(Key::Result, &result);
    }
    planted.note_rest();
    Ok(planted.builder.finish())
}

/// The result that a line states. `胜率55%` and `W O17 was big` are remarks.
fn told_result(line: &str) -> Option<String> {
    let line =
        line.trim_matches(|next: char| next.is_whitespace() || "()（）.。!！".contains(next));
    let line = line.rsplit([':', '：']).next()?.trim_start();
    if let Some((side, margin)) = line.split_once('+') {
        let names = [["B", "Black"], ["W", "White"]];
        let is_named =
            |names: &&[&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(side));
        let side = names.iter().find(is_named)?[0];
        let margin = margin.trim().to_ascii_uppercase();
        let short = ["R", "RESIGN", "RESIGNATION", "T", "TIME", "F"].contains(&&*margin);
        return match short {
            true => Some(format!("{side}+{}", &margin[..1])),
            false => margin.parse::<f64>().ok().map(|_| format!("{side}+{margin}")),
        };
    }
    let sentence = line.rsplit(". ").next()?.rsplit(['。', '！', '，']).next()?;
    let lower = sentence.to_lowercase();
    let mut words = lower.split([' ', ',', '.']).skip_while(|word| !VERBS.contains(word));
    let is_told = match words.next() {
        Some("resigns" | "resigned") => true,
        Some(_) => words.next().is_none_or(|next| ["by", "on"].contains(&next)),
        None => sentence.match_indices(['胜', '勝', '승', '负', '負', '패']).any(|(at, word)| {
            let after = sentence[at + word.len()..].trim_start().chars().next();
            after.is_none_or(|next| {
                next.is_ascii_digit() || "（(ちり了半一二三四五六七八九十".contains(next)
            })
        }),
    };
    let is_told = is_told || ["jigo", "draw", "和棋", "持碁", "무승부"].contains(&&*lower);
    understood_result(sentence).filter(|_| is_told)
}

/// English words for the fate of a side at the end.
const VERBS: [&str; 8] = ["wins", "win", "won", "loses", "lose", "lost", "resigns", "resigned"];

/// Keeps the names of the players. The other words introduce the game.
fn read_head(head: &str, builder: &mut Builder) {
    let mut words = Vec::new();
    let begins = |text: &str| player(text).is_some();
    for line in head.lines().flat_map(|line| parts(line, begins)) {
        match (player(line), stated(line)) {
            (Some((side, name)), _) => builder.headers_mut().set(Key::Player(side), name),
            (None, Some((key, value))) => builder.headers_mut().set(key, &value),
            (None, None) => words.push(line),
        }
    }
    builder.comment(&words.join("\n"));
}

/// The komi or the result that a header gives.
fn stated(header: &str) -> Option<(Key, String)> {
    let (name, value) = header.split_once([':', '：'])?;
    let value = value.trim();
    match &*name.trim().to_lowercase() {
        "komi" | "贴目" | "貼目" | "コミ" | "덤" => Some((Key::Komi, value.to_owned())),
        "result" | "结果" | "結果" | "결과" => Some((Key::Result, told_result(value)?)),
        _ => None,
    }
}

/// The side whose name a header gives, and that.
fn player(header: &str) -> Option<(Side, &str)> {
    let (name, value) = header.split_once([':', '：'])?;
    let (side, length) = FORMAT.tongue?.label(name.trim())?;
    (length == name.trim().len()).then_some((side, value.trim()))
}

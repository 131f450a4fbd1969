//! Classifies the lines of KIF and KI2 files.

pub(super) use crate::text::scan::Line;

use super::diagram::BARS;
use super::ending;
use crate::format::shogi::clock;
use crate::game::Side;
use crate::game::shogi::notation::{Phrase, digit_value, is_side_mark};
use crate::text::scan::is_blank;

/// Precedes a text that is not a move, or represents an unknown move.
pub(super) const NO_MOVE: &str = "？";

/// Whether a text in place of a move is an unreadable move or a pass, rather than a word for an ending.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    text.starts_with(|c| is_digit(c) || c == '同' || is_side_mark(c)) || text == "パス"
}

/// What follows the number in the line of a variation: `変化：2手   2 ８四歩(83)`.
pub(super) fn after_variation(line: &str) -> &str {
    let number = line.trim_start_matches(|next| !is_digit(next)).trim_start_matches(is_digit);
    let rest = number.trim_start_matches([
        '手', '目', '】', '］', ']', '）', ')', '〕', '>', '＞', ':', '：', 'は',
    ]);
    rest.trim_matches(is_blank)
}

/// The kind of a line.
#[derive(Debug, Clone, Copy)]
pub(super) enum LineKind<'a> {
    /// No content: blank lines, program comments, frames and column headings.
    Ignored,
    /// `*`: a line of comment on the last move.
    Comment(&'a str),
    /// `&`: a name for the position, in Kakinoki's description of KIF.
    Bookmark(&'a str),
    /// `|`: a rank of the diagram.
    Rank(&'a str),
    /// `手数＝171  ▲６二角成  まで`: the number of moves before the diagram, and the last of them. shogi-player's tests have
    /// it.
    Played(&'a str),
    /// `後手番`: who moves first from the diagram, as bioshogi's files and Piyo Shogi's say.
    Turn(Side),
    /// `盤面回転`: the board was turned when the file was saved. Known from a report to Kifu for JS.
    Turned,
    /// A numbered line: a move or an ending.
    Numbered(u32, &'a str),
    /// `▲７六歩 △３四歩`: moves in KI2, with or without side marks, or `７六歩(77)` without its number.
    Signed(&'a str),
    /// `変化：12手`: a variation that replaces the move of this number.
    Variation(Option<u32>),
    /// `まで112手で後手の勝ち`: the text after まで.
    Summary(&'a str),
    /// A key and its value.
    Header(&'a str, &'a str),
    /// Anything else.
    Other(&'a str),
}

pub(super) fn classify(line: &str) -> LineKind<'_> {
    let line = line.trim_start_matches(is_blank);
    let mut rest = line.chars();
    match rest.next() {
        None | Some('#' | '+' | '-') => LineKind::Ignored,
        Some('*' | '＊') => LineKind::Comment(rest.as_str()),
        Some('&') => LineKind::Bookmark(rest.as_str().trim_end_matches(is_blank)),
        Some(bar) if BARS.contains(&bar) => LineKind::Rank(rest.as_str()),
        Some(_) if line.chars().all(|c| is_blank(c) || is_digit(c)) => LineKind::Ignored,
        Some(digit) if is_digit(digit) => numbered(line).unwrap_or_else(|| words(line)),
        Some(mark) if is_side_mark(mark) => LineKind::Signed(line),
        Some(_) => words(line),
    }
}

/// A number and its text. Programs write a space between; in handwritten records it may be anything or nothing. Only tests
/// have `１．`, `１：` and `1▲`.
fn numbered(line: &str) -> Option<LineKind<'_>> {
    let by_program = line.starts_with(|digit: char| digit.is_ascii_digit());
    let after = line.trim_start_matches(|digit: char| match by_program {
        true => digit.is_ascii_digit(),
        false => is_digit(digit),
    });
    let number = first_number(&line[..line.len() - after.len()])?;
    let rest = after.strip_prefix("手目").unwrap_or(after);
    let text = rest.trim_matches(is_blank);
    if by_program && rest.starts_with(|first| is_blank(first) || is_side_mark(first)) {
        return (!text.is_empty()).then_some(LineKind::Numbered(number, text));
    }
    let unmarked = text.trim_start_matches(['.', '．', ':', '：', ')', '）', '、']);
    let step = unmarked.trim_start_matches(is_blank);
    is_step(step).then_some(LineKind::Numbered(number, step))
}

/// Whether the text after a number is a move or an ending.
pub(super) fn is_step(text: &str) -> bool {
    Phrase::scan(text).is_some() || {
        let before_time = text.split(['(', '（']).next().unwrap_or(text);
        ending::by_word(before_time.trim_end_matches(is_blank), Side::First).is_some()
    }
}

/// Whether a line consists of moves, without numbers or side marks.
fn is_moves(line: &str) -> bool {
    let mut rest = line;
    let mut moves = 0;
    while let Some((_, after)) = Phrase::scan(rest) {
        moves += 1;
        rest = after.trim_start_matches(is_blank);
        rest = clock::take(rest).map_or(rest, |(_, after)| after.trim_start_matches(is_blank));
    }
    moves > 0 && (matches!(rest, "" | "+") || ending::behind_moves(rest).is_some())
}

fn words(line: &str) -> LineKind<'_> {
    let title =
        line.trim_start_matches(['【', '［', '[', '（', '(', '〔', '<', '＜', '■', '◆', '●']);
    if let Some(rest) = title.strip_prefix("変化").or_else(|| title.strip_prefix("別手順")) {
        let named = rest.trim_start_matches(|next| is_blank(next) || matches!(next, ':' | '：'));
        let after = named.trim_start_matches(is_digit);
        // 変化図は… begins a sentence, and 変化１ is a label.
        let is_numbered = after.len() < named.len() && after.starts_with('手');
        if is_numbered || title == line && (named.is_empty() || named.len() < rest.len()) {
            return LineKind::Variation(first_number(rest));
        }
    }
    if let Some(rest) = line.strip_prefix("まで") {
        return LineKind::Summary(rest.trim_start_matches('、').trim_end_matches(is_blank));
    }
    if let Some(rest) = line.strip_prefix("手数") {
        match rest.chars().next() {
            Some('＝' | '=') => return LineKind::Played(rest),
            Some('-' | '－') => return LineKind::Ignored,
            _ => {}
        }
    }
    match line.trim_end_matches(is_blank) {
        "先手番" | "下手番" => return LineKind::Turn(Side::First),
        "後手番" | "上手番" => return LineKind::Turn(Side::Second),
        "盤面回転" | "盤面反転" => return LineKind::Turned,
        _ => {}
    }
    if is_moves(line) {
        return LineKind::Signed(line);
    }
    header(line).map_or(LineKind::Other(line), |(key, value)| LineKind::Header(key, value))
}

fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('：').or_else(|| line.split_once(':'))?;
    let key = key.trim_matches(is_blank);
    let is_address = value.starts_with("//");
    (!key.is_empty() && !is_address).then(|| (key, value.trim_matches(is_blank)))
}

/// An ASCII or fullwidth digit.
pub(super) fn is_digit(character: char) -> bool {
    digit_value(character).is_some()
}

/// The first number in a text, in ASCII or fullwidth digits.
pub(super) fn first_number(text: &str) -> Option<u32> {
    let start = text.trim_start_matches(|c| !is_digit(c));
    let mut digits = start.chars().map_while(digit_value).map(u32::from);
    let first = digits.next()?;
    digits.try_fold(first, |number, digit| number.checked_mul(10)?.checked_add(digit))
}

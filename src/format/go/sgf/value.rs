//! SGF's values: texts with their escapes, points, moves, numbers, evaluations.

use std::borrow::Cow;

use crate::format::go::side_of;
use crate::game::Side;
use crate::game::go::{Point, Size};
use crate::record::{Eval, Note, Span};

/// The destination of a move: a point, which may be off the board, or a pass.
type Target = Option<Point>;

/// Removes the white space that is allowed anywhere in a point or a number.
fn compact(raw: &str) -> Cow<'_, str> {
    if raw.bytes().any(|byte| byte.is_ascii_whitespace()) {
        Cow::Owned(raw.split_ascii_whitespace().collect())
    } else {
        Cow::Borrowed(raw)
    }
}

/// The destination of a move: two letters, or nothing for a pass. `tt` is also a pass if the board lacks that point,
/// and so are the two signs before `a` of Web Go Board.
pub(super) fn target(raw: &str, size: Size) -> Option<Target> {
    match *compact(raw).as_bytes() {
        [] | [b'`', b'`'] => Some(None),
        [column, row] => target_of_letters([column, row], size),
        _ => None,
    }
}

/// The destination for two letters.
pub(super) fn target_of_letters(letters: [u8; 2], size: Size) -> Option<Target> {
    // Some write capitals, which stand for points beyond these boards.
    let is_capital = size.longest() <= 26 && letters.iter().all(u8::is_ascii_uppercase);
    let letters = if is_capital { letters.map(|next| next.to_ascii_lowercase()) } else { letters };
    if letters == *b"tt" && size.longest() <= 19 {
        return Some(None);
    }
    Point::from_letters(&letters).map(Some)
}

/// The destination in the notation of engines: `R16`, `Pass`.
pub(super) fn spoken_target(raw: &str, size: Size) -> Option<Target> {
    let value = compact(raw);
    if value.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    Point::from_a1(&value, size).map(Some)
}

/// A point, or a rectangle of points by two opposite corners.
pub(super) fn span(raw: &str) -> Option<Span> {
    let value = compact(raw);
    let Some((from, to)) = value.split_once(':') else {
        return point(&value).map(Span::from);
    };
    Some(Span::between(point(from)?, point(to)?))
}

/// The ends of an arrow or line.
pub(super) fn ends(raw: &str) -> Option<Span> {
    let value = compact(raw);
    let (from, to) = value.split_once(':')?;
    Some(Span { from: point(from)?, to: point(to)? })
}

/// A point from two letters.
pub(super) fn point(letters: &str) -> Option<(u8, u8)> {
    Point::from_letters(letters.trim_ascii().as_bytes()).map(|point| (point.column, point.row))
}

/// The letters of a point, or of a rectangle's corners.
pub(super) fn write_span(span: Span, out: &mut String) {
    match span.from == span.to {
        true => out.push_str(&Point::from(span.from).to_string()),
        false => write_ends(span, out),
    }
}

/// The letters of both points of an arrow or line.
pub(super) fn write_ends(span: Span, out: &mut String) {
    let [from, to] = [span.from, span.to].map(Point::from);
    out.push_str(&format!("{from}:{to}"));
}

/// The size of a board: `19`, or columns and rows as `19:9`; some write `13x13`.
pub(super) fn size(raw: &str) -> Option<Size> {
    let value = compact(raw);
    let (columns, rows) = value.split_once([':', 'x', 'X', '×']).unwrap_or((&value, &value));
    Size::new(columns.parse().ok()?, rows.parse().ok()?)
}

/// Parses a decimal number as a multiple of a power of ten: with 3 places, `12.5` is 12500. Returns `None` if it is not
/// an exact multiple.
pub(super) fn decimal(raw: &str, places: i32) -> Option<i32> {
    // The error of a float of this size.
    const ERROR: f64 = 1e-6;
    let value = compact(raw);
    let is_decimal = value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.'));
    let number = value.parse::<f64>().ok().filter(|_| is_decimal)? * 10_f64.powi(places);
    let whole = number.round();
    let is_multiple = (number - whole).abs() < ERROR;
    i32::try_from(whole as i64).ok().filter(|_| is_multiple)
}

/// A value of type Text: line breaks are kept as `\n`, other white space becomes a blank.
pub(super) fn text(raw: &str) -> Cow<'_, str> {
    unescape(raw, b'\n')
}

/// A value of type SimpleText: a single line.
pub(super) fn simple(raw: &str) -> Cow<'_, str> {
    unescape(raw, b' ')
}

fn unescape(raw: &str, line_break: u8) -> Cow<'_, str> {
    let is_odd = |byte: u8| (byte == b'\\') | ((byte < b' ') & (byte != line_break));
    // Looking at all bytes in one go is faster than stopping at the first odd one: most texts have none.
    if !raw.bytes().fold(false, |odd, byte| odd | is_odd(byte)) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(next) = rest.next() {
        match next {
            '\\' => match rest.next() {
                // A soft line break means nothing; neither does a backslash at the very end.
                Some(first @ ('\n' | '\r')) => skip_pair(&mut rest, first),
                // Fox's line ends in letters.
                Some('r') if rest.as_str().starts_with("\\n") => {
                    rest = rest.as_str()[2..].chars();
                    text.push(char::from(line_break));
                }
                Some(escaped) => text.push(blank(escaped)),
                None => {}
            },
            first @ ('\n' | '\r') => {
                skip_pair(&mut rest, first);
                text.push(char::from(line_break));
            }
            other => text.push(blank(other)),
        }
    }
    Cow::Owned(text)
}

/// CR LF and LF CR are one line break.
fn skip_pair(rest: &mut std::str::Chars<'_>, first: char) {
    let second = if first == '\n' { '\r' } else { '\n' };
    if rest.as_str().starts_with(second) {
        rest.next();
    }
}

fn blank(character: char) -> char {
    match character {
        '\t' | '\u{B}' | '\u{C}' => ' ',
        other => other,
    }
}

/// The two parts of a composed value, still escaped: those before and after the first colon that is not escaped.
pub(super) fn split(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((raw.get(..colon)?, raw.get(colon + 1..)?))
}

/// The signs that are escaped in a value.
pub(super) const SPECIAL: &[char] = &['\\', ']'];
/// The signs that are escaped in a part of a composed value.
pub(super) const SPECIAL_IN_PART: &[char] = &['\\', ']', ':'];

/// Writes a text as a value or a part of one, without the brackets.
pub(super) fn escape(text: &str, special: &[char], out: &mut String) {
    let mut start = 0;
    for (at, _) in text.match_indices(special) {
        out.push_str(&text[start..at]);
        out.push('\\');
        start = at;
    }
    out.push_str(&text[start..]);
}

/// Writes a value that is still escaped as it was in a file: only a `]` that was not, and a backslash at the end, need
/// repair.
pub(super) fn escape_raw(raw: &str, out: &mut String) {
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match (character, characters.clone().next()) {
            ('\\', None) => {}
            ('\\', Some(escaped)) => {
                out.extend(['\\', escaped]);
                characters.next();
            }
            (']', _) => out.push_str("\\]"),
            (other, _) => out.push(other),
        }
    }
}

/// Escapes each `[` of the value that begins at this offset of `out`, if one of them is never closed.
pub(super) fn escape_opened(out: &mut String, from: usize) {
    let value = out.split_off(from);
    let mut opened = 0u32;
    let mut escaped = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '[' => {
                opened += 1;
                escaped.push_str("\\[");
            }
            '\\' => {
                let next = characters.next();
                opened = opened.saturating_sub(u32::from(next == Some(']')));
                escaped.push('\\');
                escaped.extend(next);
            }
            other => escaped.push(other),
        }
    }
    out.push_str(if opened > 0 { &escaped } else { &value });
}

/// Lizzie's property for results of its engine.
pub(super) const LIZZIE: &str = "LZ";

/// The first evaluation in the notes of a move by `mover` that a program wrote without a standard property:
///
/// - KaTrain, in comments: `Score: B+0.4`, and `Win rate: B 50.2%` under it.
/// - Lizzie, in comments: `Black's winrate: 52.3% (+0.1%)`.
/// - Lizzie and LizzieYzy, in a property: `LZ[0.7.4 47.6 12.3k …]`, the win rate of the side that moved and the
///   playouts.
pub(super) fn find_eval<'a>(
    mut notes: impl Iterator<Item = &'a Note>,
    mover: Side,
) -> Option<Eval> {
    notes.find_map(|note| match note {
        Note::Comment(text) => in_comment(text),
        Note::Property(property) if &*property.name == LIZZIE => {
            in_property(property.values.first()?, mover)
        }
        _ => None,
    })
}

/// A win rate in percent, for one side.
pub(super) fn win_rate(percent: &str, side: Side) -> Option<Eval> {
    let rate = decimal(percent, 2).filter(|rate| (0..=10_000).contains(rate))?;
    Some(Eval::WinRate(side.pick(rate, 10_000 - rate)))
}

fn in_comment(text: &str) -> Option<Eval> {
    let under = text.lines().skip(1).map(Some).chain([None]);
    let mut lines = text.lines().zip(under);
    lines.find_map(|(line, under)| {
        // A score alone may be that at the end of the game.
        score(line)
            .filter(|_| under.and_then(katrain_rate).is_some())
            .or_else(|| katrain_rate(line))
            .or_else(|| lizzie_rate(line))
    })
}

fn score(line: &str) -> Option<Eval> {
    let (side, points) = line.strip_prefix("Score: ")?.split_once('+')?;
    let points = decimal(points, 2)?;
    Some(Eval::Centipawns(side_of(side)?.pick(points, points.saturating_neg())))
}

fn katrain_rate(line: &str) -> Option<Eval> {
    let (side, rate) = line.strip_prefix("Win rate: ")?.split_once(' ')?;
    win_rate(rate.strip_suffix('%')?, side_of(side)?)
}

fn lizzie_rate(line: &str) -> Option<Eval> {
    let (side, rate) = line.split_once("'s winrate: ")?;
    win_rate(rate.split_once('%')?.0, side_of(side)?)
}

fn in_property(value: &str, mover: Side) -> Option<Eval> {
    let mut words = value.split_ascii_whitespace().skip(1);
    let rate = words.next()?;
    // It is also written for moves that were not analysed.
    words.next().filter(|playouts| *playouts != "0")?;
    win_rate(rate, mover)
}

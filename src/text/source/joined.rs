//! Files in several encodings: those that were joined, as by `cat old.pgn new.pgn`, and lists in two.

use super::{Family, guess};

/// A text with fewer characters of UTF-8 is not sure to have any: two characters of another encoding may look like one. And
/// UTF-8 may have fewer wrong bytes.
const ENOUGH: usize = 4;

/// Decodes a text of which not all lines are UTF-8, each in its encoding, or if nearly none is, each game in its own. `None` if
/// all have the same, or if those that are not UTF-8 are damaged.
pub(super) fn decode(bytes: &[u8], family: Family) -> Option<String> {
    if let Some(text) = guess::chinese_halves(bytes).filter(|_| family == Family::Chinese) {
        return Some(text);
    }
    // Each chunk but the last ends with wrong bytes.
    bytes.utf8_chunks().nth(ENOUGH)?;
    let utf8 = lines(bytes).filter_map(|line| std::str::from_utf8(line).ok());
    let wide: usize = utf8.map(wide_characters).sum();
    if wide < ENOUGH {
        return decode_games(bytes, family);
    }
    let others: Vec<&[u8]> =
        lines(bytes).filter(|line| std::str::from_utf8(line).is_err()).collect();
    let others = others.concat();
    let older = guess::guess(&others, family);
    let is_clean = older.decode_without_bom_handling_and_without_replacement(&others).is_some();
    let broken = others.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
    let whole = others.utf8_chunks().map(|chunk| wide_characters(chunk.valid())).sum::<usize>();
    let foreign = others.iter().filter(|byte| !byte.is_ascii()).count();
    if broken < whole * 4 || !is_clean || wide < foreign / 500 {
        return None;
    }
    let mut text = String::with_capacity(bytes.len());
    let mut is_utf8 = false;
    for line in lines(bytes) {
        // Characters of two bytes may be of another encoding.
        let utf8 = std::str::from_utf8(line).ok();
        let utf8 = utf8.filter(|line| is_utf8 || wide_characters(line) > 0);
        is_utf8 = utf8.is_some();
        match utf8 {
            Some(line) => text.push_str(line),
            None => text.push_str(&older.decode_without_bom_handling(line).0),
        }
    }
    Some(text)
}

/// Decodes the games of a text in older encodings, if the last is in another one than the first.
fn decode_games(bytes: &[u8], family: Family) -> Option<String> {
    let starts = memchr::memchr2_iter(b'[', b'(', bytes).filter(|at| match bytes.split_at(*at) {
        (above, [b'[', ..]) => above.ends_with(b"\n\n") || above.ends_with(b"\n\r\n"),
        (_, rest) => rest.starts_with(b"(;"),
    });
    let last = starts.clone().next_back().filter(|start| *start > 0)?;
    let mut encoding = guess::guess(bytes, family);
    guess::surely(&bytes[last..], family).filter(|last| *last != encoding)?;
    let mut text = String::new();
    let mut start = 0;
    for end in starts.chain([bytes.len()]) {
        let game = &bytes[std::mem::replace(&mut start, end)..end];
        encoding = guess::surely(game, family).unwrap_or(encoding);
        text.push_str(&encoding.decode_without_bom_handling(game).0);
    }
    Some(text)
}

/// The lines of a text, each with those before it that are ASCII, and the games of SGF, which may follow one another on a
/// line.
fn lines(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let ascii = encoding_rs::Encoding::ascii_valid_up_to(rest);
        let line = &rest[ascii..];
        let mut ends = memchr::memchr2_iter(b'\n', b'(', line).filter_map(|at| match line[at..] {
            [b'\n', ..] => Some(at + 1),
            [_, b';', ..] => Some(at),
            _ => None,
        });
        let end = ends.next().unwrap_or(line.len());
        let (line, after) = rest.split_at_checked(ascii + end)?;
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// The number of characters of three or more bytes.
fn wide_characters(text: &str) -> usize {
    text.bytes().filter(|byte| *byte >= 0xE0).count()
}

//! Moves among the words of a text, which may look like the moves of some notations.

use super::{Notation, Phrase, Style};
use crate::game::halfwidth;
use crate::game::xiangqi::Kind;

/// The move at an offset of a text, and how many bytes it takes. Latin letters begin and end a word.
pub(crate) fn scan_at(text: &str, at: usize, style: Style) -> Option<(Phrase, usize)> {
    let rest = text.get(at..).filter(|rest| may_be_move(rest))?;
    if !rest.starts_with(|first: char| halfwidth(first).is_ascii()) {
        return scan_in_words(rest, style).or_else(|| spelled(rest, style));
    }
    if text[..at].ends_with(|before: char| before.is_ascii_alphanumeric()) {
        return None;
    }
    let (phrase, length) = scan_in_words(rest, style)?;
    let after = &rest[length..];
    // `52.3%` is a rate of wins.
    let ends = !after.starts_with(|next: char| next.is_ascii_alphabetic() || next == '%')
        || may_be_move(after) && scan_in_words(after, style).is_some();
    ends.then_some((phrase, length))
}

/// A word that is a move once the usual slips of scanned books are mended: `车9乎8`, `兵七进—`.
pub(crate) fn mend(word: &str, style: Style) -> Option<Phrase> {
    let mended = word.chars().map(|character| match character {
        '乎' => '平',
        '迸' => '进',
        'l' | 'I' => '1',
        '—' | '-' => '一',
        _ => character,
    });
    let mended: String = mended.collect();
    let is_long = mended.chars().count() == 4 && !word.is_ascii();
    let (phrase, length) = scan_in_words(&mended, style).filter(|_| is_long)?;
    (length == mended.len()).then_some(phrase)
}

/// The move at the start of a text. Short western moves count only with both squares, as in `Ch2-e2`.
fn scan_in_words(text: &str, style: Style) -> Option<(Phrase, usize)> {
    let mut notations = Notation::ALL.into_iter().filter(|notation| style(*notation));
    notations.find_map(|notation| {
        let (phrase, length) = notation.scan(text)?;
        let digits = text[..length].bytes().filter(u8::is_ascii_digit);
        let fits = match notation {
            Notation::Short(_) => length > 4 && digits.count() == 2,
            _ => notation != Notation::Letters,
        };
        fits.then_some((phrase, length))
    })
}

/// Whether a move may come next: the cheap test that nearly all other words fail.
fn may_be_move(text: &str) -> bool {
    let Some(first) = text.chars().next() else {
        return false;
    };
    match first {
        'A'..='Z' | 'a'..='z' | ' ' | '0'..='9' | '+' | '-' | '.' => may_be_latin(text.as_bytes()),
        // Signs of any script.
        '\0'..='\x7f' | '\u{3000}'..='\u{30ff}' => false,
        '一'..='龥' => {
            Kind::from_chinese(first).is_some()
                || "前中后後一二三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖".contains(first)
        }
        '！'..='～' => matches!(halfwidth(first), '+' | '-' | '.') || first.is_alphanumeric(),
        _ => true,
    }
}

/// The same where a letter, a digit or a sign comes first.
fn may_be_latin(text: &[u8]) -> bool {
    /// A move in squares.
    const SQUARES: usize = 8;
    /// Vietnamese words, in which the only digit may come last.
    const WORDS: usize = 24;
    // A number of a round, or a blank before anything but a letter.
    match (text[0], text.get(1)) {
        (b' ', Some(next)) if !next.is_ascii_alphabetic() => return false,
        (b'0'..=b'9', Some(b'.' | b' ' | b')' | b':')) => return false,
        _ => {}
    }
    let near = |length: usize| text[1..].iter().take(length);
    let is_word = text.get(1).is_some_and(u8::is_ascii_alphabetic)
        && (text[0].is_ascii_digit() || b" tsvnmxpbcgh".contains(&text[0].to_ascii_lowercase()));
    text.get(3).is_some_and(u8::is_ascii_digit)
        || text.get(1).is_some_and(u8::is_ascii_digit) && text[0].is_ascii_alphabetic()
        || near(SQUARES).any(|next| !next.is_ascii())
        || near(SQUARES).filter(|next| next.is_ascii_digit()).count() > 1
        || is_word && near(WORDS).any(|next| next.is_ascii_digit() || !next.is_ascii())
}

/// A move with the sounds of its characters in brackets, as a converter left them: `馬2進(jìn)3`.
fn spelled(text: &str, style: Style) -> Option<(Phrase, usize)> {
    const LONGEST: usize = 24;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    let near = &text[..end];
    let (mut bare, mut ends, mut inside) = (String::new(), Vec::new(), false);
    for (at, next) in near.char_indices().filter(|_| near.contains('(')) {
        match next {
            '(' => inside = true,
            ')' => inside = false,
            _ if inside && !next.is_alphabetic() => return None,
            _ if inside => {}
            _ => {
                bare.push(next);
                ends.resize(bare.len(), at + next.len_utf8());
            }
        }
    }
    let (phrase, length) = scan_in_words(&bare, style)?;
    Some((phrase, *ends.get(length - 1)?))
}

//! Words in the place of moves.

use super::{Lexer, Phrase, Tongue, is_numeral, is_separator};
use crate::format::numerals::is_circled;
use crate::game::xiangqi::notation::mend;

impl Lexer<'_> {
    /// A move that a line break divides: `车９⏎平８`, `▲４三銀⏎成`.
    pub(super) fn broken(&self, at: usize) -> Option<(Phrase, usize)> {
        const LONGEST: usize = 24;
        // In Go, the letter of a column may be a name, and the number below it that of a move.
        let is_go = matches!(self.tongue, Tongue::Go { .. });
        let rest = self.text.get(at..).filter(|_| !is_go)?;
        let near = &rest[..rest.floor_char_boundary(LONGEST)];
        let end = near.find(['\r', '\n', ' ', '　']).filter(|end| *end > 0)?;
        let (head, tail) = near.split_at(end);
        let next = tail.strip_prefix('\r').unwrap_or(tail).strip_prefix('\n')?;
        let joined = [head, next].concat();
        let (phrase, length) = self.tongue.scan(&joined, 0).filter(|found| found.1 > end)?;
        let goes_on = |next: char| next.is_alphanumeric() || ".．、".contains(next);
        let is_whole = !joined[length..].starts_with(goes_on);
        is_whole.then_some((phrase, length + tail.len() - next.len()))
    }

    /// A word in the place of a move, if it has its shape. `is_announced`: after a number or a side.
    pub(super) fn misprint(&self, at: usize, is_announced: bool) -> Option<(Phrase, usize)> {
        const LONGEST: usize = 5;
        if let Some(length) = self.unreadable(at) {
            return Some((Phrase::Misprint, length));
        }
        let before = self.text.get(..at)?.chars().next_back()?;
        let is_go = matches!(self.tongue, Tongue::Go { .. });
        let rest = self.text.get(at..).filter(|_| is_separator(before))?;
        let ends = |next| {
            (is_separator(next) && !(is_go && next == '?')) && !"=-.—".contains(next)
                || "\r\n)）".contains(next)
        };
        // Longer words are not looked at to their ends.
        let limit = rest.char_indices().nth(LONGEST + 1).map_or(rest.len(), |(limit, _)| limit);
        let word = rest[..limit].split(ends).next().filter(|word| {
            let count = word.chars().count();
            (if is_go { 2..=4 } else { 3..=LONGEST }).contains(&count)
                && word.starts_with(|first: char| first.is_alphanumeric() && !is_circled(first))
        })?;
        let is_shaped = match word.is_ascii() {
            true if is_go => is_misprinted_point(word, is_announced),
            true => {
                word.bytes().any(|next| next.is_ascii_digit())
                    && word.bytes().any(|next| next.is_ascii_alphabetic())
            }
            false => word.ends_with(is_numeral) && word.contains(['进', '進', '平', '退', '乎']),
        };
        let mended = match self.tongue {
            Tongue::Xiangqi(style) => mend(word, style).map(Phrase::Xiangqi),
            _ => None,
        };
        let phrase = mended.or(is_shaped.then_some(Phrase::Misprint))?;
        Some((phrase, word.len()))
    }

    /// The length of a move in which a sign stands for a character that was lost: `车８■３`, `R�=7`, `□□□□`.
    pub(super) fn unreadable(&self, at: usize) -> Option<usize> {
        const LONGEST: usize = 8;
        let (before, rest) = self.text.split_at_checked(at)?;
        // Beside a sign, a whole move is no part of another, but in shogi it may have promoted.
        let may_promote = matches!(self.tongue, Tongue::Japanese | Tongue::Western);
        let whole = self.tongue.scan(rest.trim_start_matches(is_lost), 0);
        let is_whole = whole.is_some_and(|(_, length)| {
            !may_promote || rest.starts_with(is_lost) || !is_cut(&rest[length..])
        });
        if is_whole || before.ends_with(char::is_alphanumeric) || rest.starts_with('(') {
            return None;
        }
        let is_part = |next| is_lost(next) || is_written(next);
        let limit = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(limit, _)| limit);
        let length = rest[..limit].find(|next| !is_part(next)).unwrap_or(limit);
        let length = match rest[..length].contains('(') {
            true => length,
            false => rest[..length].trim_end_matches(')').len(),
        };
        let (word, after) = rest.split_at(length);
        let goes_on =
            after.starts_with(char::is_alphanumeric) && self.tongue.label(after).is_none();
        // Question marks at the end are a judgement, and a square alone a bullet.
        let judged = word.trim_end_matches(['?', '？']);
        let written = if judged.is_empty() && word.len() > 2 { word } else { judged };
        let is_word = written.contains(is_lost) && written.chars().nth(1).is_some();
        (is_word && !goes_on).then_some(length)
    }
}

/// Whether a word is a column and something like the number of a row: `Dl7`, and after a number `Rs` or `D??`.
fn is_misprinted_point(word: &str, is_announced: bool) -> bool {
    let row = word.get(1..).unwrap_or("");
    word.starts_with(|first: char| first.is_ascii_uppercase())
        && row.bytes().all(|next| next.is_ascii_digit() || b"?lIOSsZ".contains(&next))
        && (is_announced || row.contains(|next: char| next.is_ascii_digit() || next == '?'))
}

/// Whether a sign stands for a character that was lost.
fn is_lost(sign: char) -> bool {
    is_damaged(sign) || matches!(sign, '?' | '？')
}

/// Whether the text after a move shows that it is not whole: `Sx?d`.
fn is_cut(after: &str) -> bool {
    let is_letter = |next: char| next.is_ascii_lowercase();
    after.starts_with(is_damaged)
        || after.strip_prefix('?').is_some_and(|it| it.starts_with(is_letter))
}

/// The same without question marks, which may judge a move.
pub(in crate::format) fn is_damaged(sign: char) -> bool {
    "□■▢▯〓\u{FFFD}".contains(sign)
}

/// Whether a character is a part of moves.
fn is_written(character: char) -> bool {
    const PARTS: &str = "+-=.*()炮砲包马馬車车兵卒象相士仕将將帅帥进進平退歩香桂銀金角飛玉王龍竜馬と成不打上引寄右左直同";
    character.is_ascii_alphanumeric() || is_numeral(character) || PARTS.contains(character)
}

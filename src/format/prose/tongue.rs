//! What each notation contributes to the reader of prose: moves as they are written, and their meanings.

use smallvec::SmallVec;

use crate::game::shogi::notation::is_kanji_number;
use crate::game::xiangqi::notation::Notation;
use crate::game::{Move, Position, Side, go, halfwidth, shogi, xiangqi};

/// Tells in which notations a text may write its moves.
type Style = fn(Notation) -> bool;

/// How a text writes its moves.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::format) enum Tongue {
    /// Xiangqi in one of its styles.
    Xiangqi(Style),
    /// Shogi as in KIF and KI2.
    #[default]
    Japanese,
    /// Shogi in western letters.
    Western,
    /// Go with the coordinates of players. `is_numbered`: the letters of the sides have numbers, as in `B1 Q16`.
    Go { size: go::Size, is_numbered: bool },
}

/// A move as written.
#[derive(Clone, Copy)]
pub(super) enum Phrase {
    Xiangqi(xiangqi::notation::Phrase),
    Japanese(shogi::notation::Phrase),
    Western(shogi::notation::WesternMove),
    Go(go::Point),
    /// A word in the place of a move, of which it has the shape: `东二进六`.
    Misprint,
}

impl Tongue {
    /// The move at an offset of a text, and how many bytes it takes. Latin letters begin and end a word.
    pub(super) fn scan(self, text: &str, at: usize) -> Option<(Phrase, usize)> {
        let rest = text.get(at..)?;
        let begins = || !text[..at].ends_with(|before: char| before.is_ascii_alphanumeric());
        match self {
            Self::Xiangqi(style) => {
                let is_latin = rest.starts_with(|first: char| halfwidth(first).is_ascii());
                if is_latin && !begins() {
                    return None;
                }
                let scan = |text: &str| scan_in_words(text, style);
                let spelled =
                    || if is_latin || !may_be_move(rest) { None } else { spelled(rest, style) };
                let (phrase, length) = scan(rest).or_else(spelled)?;
                let ends = || {
                    let after = &rest[length..];
                    !after.starts_with(|next: char| next.is_ascii_alphabetic())
                        || scan(after).is_some()
                };
                (!is_latin || ends()).then_some((Phrase::Xiangqi(phrase), length))
            }
            Self::Japanese => {
                let (phrase, after) = shogi::notation::Phrase::scan(japanese_begins(rest)?)?;
                Some((Phrase::Japanese(phrase), rest.len() - after.len()))
            }
            Self::Western => {
                let is_sign = |first: char| first.is_ascii_uppercase() || "+x".contains(first);
                if !rest.starts_with(is_sign) || !begins() {
                    return None;
                }
                let is_part = |next: &u8| next.is_ascii_alphanumeric() || b"+-*'=@".contains(next);
                let length = rest.bytes().take(LONGEST_WESTERN).take_while(is_part).count();
                // Wikis write bold letters between quotes.
                let word = rest[..length].trim_end_matches('\'');
                let mv = shogi::notation::Western::Psn.read(word)?;
                Some((Phrase::Western(mv), word.len()))
            }
            Self::Go { size, .. } => {
                // Small letters may be anything, but for those behind the letter of a side.
                let is_told = || ["B ", "W "].iter().any(|label| text[..at].ends_with(label));
                let begins = |first: char| {
                    first.is_ascii_uppercase() || first.is_ascii_lowercase() && is_told()
                };
                if !rest.starts_with(begins) || text[..at].ends_with(is_part_of_word) {
                    return None;
                }
                let word = rest.bytes().take(LONGEST_POINT + 1);
                let length = word.take_while(u8::is_ascii_alphanumeric).count();
                let point = go::Point::from_a1(&rest[..length], size)?;
                let ends = !rest[length..].starts_with(is_part_of_word);
                ends.then_some((Phrase::Go(point), length))
            }
        }
    }

    /// Whether a text has a move, among whatever other words.
    pub(in crate::format) fn is_in(self, text: &str) -> bool {
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            if self.scan(text, at).is_some() {
                return true;
            }
            // Nothing begins inside a word of Latin letters.
            let letters =
                text.as_bytes()[at..].iter().take_while(|next| next.is_ascii_alphabetic());
            at += letters.count().max(first.len_utf8());
        }
        false
    }

    /// The side that a label before a move names, and the length of the label.
    pub(super) fn label(self, text: &str) -> Option<(Side, usize)> {
        if text.starts_with(|first: char| first.is_ascii() && !"BGRSWbrw".contains(first)) {
            return None;
        }
        let labels = if let Self::Go { .. } = self { STONES } else { LABELS };
        let found = labels
            .iter()
            .zip(Side::BOTH)
            .find_map(|(labels, side)| Some((side, begins_with(text, labels.iter().copied())?)));
        // A letter is no label at the beginning of a word.
        let is_word = |length: usize| {
            text.is_char_boundary(1)
                && text[length..].starts_with(|next: char| next.is_ascii_alphabetic())
        };
        found.filter(|(_, length)| !is_word(*length))
    }

    /// The side that moves first or second, by its name in English.
    pub(super) fn side(self, name: &str) -> Option<Side> {
        let names = match self {
            Self::Xiangqi(_) => "red black",
            Self::Go { .. } => "black white",
            Self::Japanese | Self::Western => "black white sente gote",
        };
        let place = names.split(' ').position(|known| known.eq_ignore_ascii_case(name))?;
        Some(Side::BOTH[place % 2])
    }
}

/// No move in western letters is longer, in bytes, with the quotes of a wiki after it.
const LONGEST_WESTERN: usize = 24;

/// How long a point of Go is at most: `T19`.
const LONGEST_POINT: usize = 3;

/// What coordinates do not stand beside: `E2-E4` is chess.
fn is_part_of_word(next: char) -> bool {
    next.is_ascii_alphanumeric() || "-+_/'=".contains(next)
}

impl Tongue {
    /// A word that is a move once the usual slips of scanned books are mended: `车9乎8`, `兵七进—`.
    pub(super) fn mend(self, word: &str) -> Option<Phrase> {
        let Self::Xiangqi(style) = self else {
            return None;
        };
        let mend = |character| match character {
            '乎' => '平',
            '迸' => '进',
            'l' | 'I' => '1',
            '—' | '-' => '一',
            _ => character,
        };
        let mended: String = word.chars().map(mend).collect();
        let is_long = mended.chars().count() == 4 && !word.is_ascii();
        let (phrase, length) = scan_in_words(&mended, style).filter(|_| is_long)?;
        (length == mended.len()).then_some(Phrase::Xiangqi(phrase))
    }
}

/// The move at the beginning of a text among other words, which look like the moves of some notations.
fn scan_in_words(text: &str, style: Style) -> Option<(xiangqi::notation::Phrase, usize)> {
    if !may_be_move(text) {
        return None;
    }
    let has_both = |length: usize| {
        length > 4 && text[..length].bytes().filter(u8::is_ascii_digit).count() == 2
    };
    let mut notations = Notation::ALL.into_iter().filter(|notation| style(*notation));
    notations.find_map(|notation| {
        let found = notation.scan(text)?;
        let fits = match notation {
            Notation::Short(_) => has_both(found.1),
            _ => notation != Notation::Letters,
        };
        fits.then_some(found)
    })
}

/// Whether a move of xiangqi may come next: the cheap test that nearly all other words fail.
fn may_be_move(text: &str) -> bool {
    let Some(first) = text.chars().next() else {
        return false;
    };
    match first {
        'A'..='Z' | 'a'..='z' | ' ' | '0'..='9' | '+' | '-' | '.' => may_be_latin(text.as_bytes()),
        // Signs of any script.
        '\0'..='\x7f' | '\u{3000}'..='\u{30ff}' => false,
        '一'..='龥' => {
            xiangqi::Kind::from_chinese(first).is_some()
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
    let is_digit = |place: usize| text.get(place).is_some_and(u8::is_ascii_digit);
    let is_word = text.get(1).is_some_and(u8::is_ascii_alphabetic)
        && (text[0].is_ascii_digit() || b" tsvnmxpbcgh".contains(&text[0].to_ascii_lowercase()));
    is_digit(3)
        || is_digit(1) && text[0].is_ascii_alphabetic()
        || near(SQUARES).any(|next| !next.is_ascii())
        || near(SQUARES).filter(|next| next.is_ascii_digit()).count() > 1
        || is_word && near(WORDS).any(|next| next.is_ascii_digit() || !next.is_ascii())
}

/// A move with the sounds of its characters in brackets, as a converter left them: `馬2進(jìn)3`.
fn spelled(text: &str, style: Style) -> Option<(xiangqi::notation::Phrase, usize)> {
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

/// The text itself if a square may come first in it.
fn japanese_begins(text: &str) -> Option<&str> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let begins = matches!(first, '同' | '仝')
        || halfwidth(first).is_ascii_digit()
        || is_kanji_number(first) && characters.next().is_some_and(is_kanji_number);
    begins.then_some(text)
}

/// The number of meanings of a move that are tried.
const MEANINGS: usize = 3;

impl Phrase {
    /// What it can mean for the side to move, legal or not.
    pub(super) fn meanings(
        &self,
        position: &Position,
        previous: Option<Move>,
    ) -> SmallVec<[Move; MEANINGS]> {
        match (self, position) {
            (Self::Xiangqi(phrase), Position::Xiangqi(position)) => {
                phrase.meanings(position).into_iter().map(Move::Xiangqi).collect()
            }
            (Self::Japanese(phrase), Position::Shogi(position)) => {
                let previous = previous.and_then(Move::shogi).map(|mv| mv.to);
                phrase.meanings(position, previous).into_iter().map(Move::Shogi).collect()
            }
            (Self::Western(phrase), Position::Shogi(position)) => {
                let previous = previous.and_then(Move::shogi).map(|mv| mv.to);
                let meaning = phrase.resolve(position, previous);
                meaning.into_iter().map(|meaning| Move::Shogi(meaning.mv)).collect()
            }
            (Self::Go(point), Position::Go(position)) => {
                let stone = go::Move::stone(position.side_to_move(), *point);
                std::iter::once(Move::Go(stone)).collect()
            }
            _ => SmallVec::new(),
        }
    }

    /// What it can mean by the rules.
    pub(super) fn legal(
        &self,
        position: &Position,
        previous: Option<Move>,
    ) -> SmallVec<[Move; MEANINGS]> {
        let mut legal = self.meanings(position, previous);
        legal.retain(|mv| position.check(*mv).is_ok());
        legal.truncate(MEANINGS);
        legal
    }
}

/// The length of the first of some words with which a text begins.
pub(super) fn begins_with<'w>(
    text: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Option<usize> {
    // Nearly every place of a text is told by its first byte.
    let first = text.as_bytes().first();
    let mut words = words.into_iter().filter(|word| word.as_bytes().first() == first);
    words.find(|word| text.starts_with(word)).map(str::len)
}

/// The labels of the sides, the longer ones first.
const LABELS: [&[&str]; 2] = [
    &["红方", "紅方", "红", "紅", "先手", "▲", "☗", "▼", "⛊", "🔴", "Red", "red", "Sente"],
    &[
        "黑方", "黒方", "黑", "黒", "後手", "后手", "△", "☖", "▽", "⛉", "⚫", "Black", "black",
        "Gote",
    ],
];

/// The same in Go.
const STONES: [&[&str]; 2] = [
    &["黑方", "黑棋", "黑", "黒番", "黒", "흑", "Black", "black", "B", "⚫", "●"],
    &["白方", "白棋", "白番", "白", "백", "White", "white", "W", "⚪", "○"],
];

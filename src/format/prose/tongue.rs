//! The part of each notation in the reader of prose: moves as they are written, and their meanings.

use smallvec::SmallVec;

use crate::format::numerals::{is_circled, is_numeral, value};
use crate::game::xiangqi::notation::Style;
use crate::game::{Move, Position, Side, go, halfwidth, shogi, xiangqi};

/// How a text writes its moves.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::format) enum Tongue {
    /// Xiangqi in one of its styles.
    Xiangqi(Style),
    /// Shogi as in KIF and KI2.
    #[default]
    Japanese,
    /// Shogi in western letters, or in those of USI.
    Western,
    /// Go with the coordinates of players. `is_numbered`: the letters of the sides have numbers, as in `B1 Q16`.
    /// `is_small`: the columns have small letters. `is_paired`: they have numbers.
    Go { size: go::Size, is_numbered: bool, is_small: bool, is_paired: bool },
}

/// A move as written.
#[derive(Clone, Copy)]
pub(super) enum Phrase {
    Xiangqi(xiangqi::notation::Phrase),
    Japanese(shogi::notation::Phrase),
    Western(shogi::notation::WesternMove),
    /// A move of USI: `7g7f`.
    Squares(shogi::Move),
    /// A point; `None` for a pass.
    Go(Option<go::Point>),
    /// A word in the place of a move, of which it has the shape: `东二进六`.
    Misprint,
}

impl Tongue {
    /// The move at an offset of a text, and how many bytes it takes. Latin letters begin and end a word.
    pub(super) fn scan(self, text: &str, at: usize) -> Option<(Phrase, usize)> {
        Some(match self {
            Self::Xiangqi(style) => {
                let (phrase, length) = xiangqi::notation::scan_at(text, at, style)?;
                (Phrase::Xiangqi(phrase), length)
            }
            Self::Japanese => {
                let (phrase, length) = shogi::notation::Phrase::scan_unmarked(text.get(at..)?)?;
                (Phrase::Japanese(phrase), length)
            }
            Self::Western => western_at(text, at).or_else(|| wide_at(text, at))?,
            Self::Go { size, is_small, is_paired, .. } => {
                let point = match is_paired {
                    true => pair(text, at, size),
                    false => go::Point::scan_at(text, at, size, is_small),
                };
                match point {
                    Some((point, length)) => (Phrase::Go(Some(point)), length),
                    None => (Phrase::Go(None), pass(text, at, is_small)?),
                }
            }
        })
    }

    /// Whether a text has a move, among whatever other words.
    pub(in crate::format) fn is_in(self, text: &str) -> bool {
        self.count_in(text, 1) > 0
    }

    /// How many moves a text has, up to a number.
    pub(in crate::format) fn count_in(self, text: &str, most: usize) -> usize {
        let (mut at, mut count) = (0, 0);
        while let Some(first) = text[at..].chars().next().filter(|_| count < most) {
            if let Some((_, length)) = self.scan(text, at) {
                count += 1;
                at += length;
                continue;
            }
            // Nothing begins inside a word of Latin letters.
            let letters =
                text.as_bytes()[at..].iter().take_while(|next| next.is_ascii_alphabetic());
            at += letters.count().max(first.len_utf8());
        }
        count
    }

    /// The side that a label before a move names, and the length of the label.
    pub(in crate::format) fn label(self, text: &str) -> Option<(Side, usize)> {
        if text.starts_with(|first: char| first.is_ascii() && !"BGRSWbrw".contains(first)) {
            return None;
        }
        let labels = if let Self::Go { .. } = self { STONES } else { LABELS };
        let found = labels
            .iter()
            .zip(Side::BOTH)
            .find_map(|(labels, side)| Some((side, begins_with(text, labels.iter().copied())?)));
        // A letter is no label at the beginning of a word.
        found.filter(|(_, length)| {
            !(text.is_char_boundary(1)
                && text[*length..].starts_with(|next: char| next.is_ascii_alphabetic()))
        })
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

/// The number of meanings of a move that are tried.
const MEANINGS: usize = 3;

impl Phrase {
    /// Its possible meanings for the side to move, legal or not.
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
            (Self::Squares(mv), Position::Shogi(_)) => std::iter::once(Move::Shogi(*mv)).collect(),
            (Self::Go(point), Position::Go(position)) => {
                let mv = go::Move { side: position.side_to_move(), point: *point };
                std::iter::once(Move::Go(mv)).collect()
            }
            _ => SmallVec::new(),
        }
    }

    /// Its possible meanings by the rules.
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

/// The move of shogi in western letters at an offset of a text.
fn western_at(text: &str, at: usize) -> Option<(Phrase, usize)> {
    let written = shogi::notation::WesternMove::scan_at(text, at);
    written.map(|(mv, length)| (Phrase::Western(mv), length)).or_else(|| squares_at(text, at))
}

/// The same in fullwidth letters.
fn wide_at(text: &str, at: usize) -> Option<(Phrase, usize)> {
    const LONGEST: usize = 8;
    let (before, rest) = text.split_at_checked(at)?;
    let is_wide = |next: &char| matches!(next, '！'..='～');
    let wide = rest.chars().take(LONGEST).take_while(is_wide);
    let narrow: String = wide.clone().map(halfwidth).collect();
    let (phrase, length) =
        western_at(&narrow, 0).filter(|_| !before.ends_with(char::is_alphanumeric))?;
    Some((phrase, wide.take(length).map(char::len_utf8).sum()))
}

/// The move of USI at an offset of a text: a word.
fn squares_at(text: &str, at: usize) -> Option<(Phrase, usize)> {
    let rest = text.get(at..)?;
    let is_inside = text[..at].ends_with(|before: char| before.is_ascii_alphanumeric());
    // The longer ones promote. The next move or its number may touch it.
    let length = [5, 4].into_iter().find(|length| {
        let after = rest.get(*length..).filter(|_| rest[..*length].parse::<shogi::Move>().is_ok());
        after.is_some_and(|after| !after.starts_with(|next: char| next.is_ascii_lowercase()))
    })?;
    let mv = rest[..length].parse().ok().filter(|_| !is_inside)?;
    Some((Phrase::Squares(mv), length))
}

/// The length of the first of some words with which a text begins.
pub(super) fn begins_with<'w>(
    text: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Option<usize> {
    // The first byte rules out a label at nearly every place.
    let first = text.as_bytes().first();
    let mut words = words.into_iter().filter(|word| word.as_bytes().first() == first);
    words.find(|word| text.starts_with(word)).map(str::len)
}

/// The point of Go at an offset of a text as two numbers, the column from the left and the row from above: `16-4`, `16の四`.
fn pair(text: &str, at: usize, size: go::Size) -> Option<(go::Point, usize)> {
    let (before, rest) = text.split_at_checked(at)?;
    let (column, after) = coordinate(rest)?;
    let (row, after) = coordinate(after.strip_prefix(JOINTS)?)?;
    let point = go::Point::new(column, row);
    let is_digit = |next| is_numeral(next) && !is_circled(next);
    let goes_on = |next: char| is_digit(next) || next.is_ascii_alphabetic() || next == '-';
    let is_whole = !before.ends_with(goes_on) && !after.starts_with(goes_on);
    (is_whole && size.contains(point)).then_some((point, rest.len() - after.len()))
}

/// The signs between the two numbers of a point.
pub(in crate::format) const JOINTS: [char; 4] = ['-', '－', '–', 'の'];

/// The number at the beginning of a text, counted from 0, and the text after it.
fn coordinate(text: &str) -> Option<(u8, &str)> {
    const LONGEST: usize = 2;
    let digits = text.chars().take(LONGEST);
    let digits = digits.take_while(|next| is_numeral(*next) && !is_circled(*next));
    let (number, after) = text.split_at(digits.map(char::len_utf8).sum());
    Some((u8::try_from(value(number)? - 1).ok()?, after))
}

/// The length of a pass of Go. A dash is one at the end of a line, after a number, a side or a move.
fn pass(text: &str, at: usize, is_small: bool) -> Option<usize> {
    let (before, rest) = text.split_at_checked(at)?;
    let length = begins_with(rest, PASSES.split(' '))?;
    let next = rest[length..].trim_start_matches([' ', '\t']);
    let is_pass = match rest.starts_with(['-', '—']) {
        // Elsewhere it joins two moves.
        true => {
            let due = before.trim_end_matches([' ', '\t']);
            (next.is_empty() || next.starts_with(['\r', '\n']))
                && due.ends_with(|last: char| last.is_alphanumeric() || ".:：".contains(last))
        }
        false => {
            !rest[length..].starts_with(char::is_alphanumeric)
                && (is_small
                    || begins_with(next, PASSES.split(' ')).is_some()
                    || !next.starts_with(|next: char| next.is_ascii_lowercase()))
        }
    };
    is_pass.then_some(length)
}

/// How a pass is written.
const PASSES: &str = "pass Pass PASS 虚着 虛着 虚手 虛手 停一手 パス 패스 -- - ——";

/// The labels of the sides, the longer ones first.
const LABELS: [&[&str]; 2] = [
    &["红方", "紅方", "红", "紅", "先手", "▲", "☗", "▼", "⛊", "🔴", "Red", "red", "Sente", "Đỏ"],
    &[
        "黑方", "黒方", "黑", "黒", "後手", "后手", "△", "☖", "▽", "⛉", "⚫", "Black", "black",
        "Gote", "Đen",
    ],
];

/// The same in Go.
const STONES: [&[&str]; 2] = [
    &["黑方", "黑棋", "黑", "黒番", "黒", "흑", "Black", "black", "B", "⚫", "●"],
    &["白方", "白棋", "白番", "白", "백", "White", "white", "W", "⚪", "○"],
];

//! The words of annotators between numbered rounds, in which moves are named that nobody played, as in magazines, in
//! books and on blogs: `9. ………… R7-1 planned to resolve R2+7.` A round has two moves, or one where `9. …` continues it.
//! What follows them is prose from the first word that is no move on, up to the next number.

use std::ops::Range;

use super::lexer::{Movetext, Token, TokenKind, is_numeral};
use crate::game::halfwidth;
use crate::text::Progress;
use crate::text::scan::{is_blank, is_space};

/// The number of a round, before the first or the second of its moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    /// How many plies come before the move if the rounds are counted from 1.
    pub(super) ply: i64,
    /// Where the number begins.
    start: usize,
    begins_line: bool,
}

impl<'a> Movetext<'a> {
    /// Cuts a part of the file's text. What annotators write between rounds is one comment.
    pub(in crate::format) fn new(text: &'a str, range: Range<usize>) -> Self {
        let movetext = Self::cut(text, range);
        if movetext.tokens.iter().all(|token| token.kind != TokenKind::Other) {
            return movetext;
        }
        let folded = fold(&movetext);
        movetext.with_tokens(folded)
    }
}

impl Movetext<'_> {
    /// The number of a round between a token and the one before it.
    pub(super) fn number(&self, index: usize) -> Option<Number> {
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        let from = before.map_or(self.range.start, Token::end);
        let gap = self.part(from..self.tokens.get(index)?.start());
        let last = gap.rfind(is_numeral)?;
        let length = gap[last..].chars().next().map_or(0, char::len_utf8);
        let (numbered, after) = gap.split_at(last + length);
        let above = numbered.trim_end_matches(is_numeral);
        let round = value(&numbered[above.len()..])?;
        let is_second = ["…", "⋯", "..", "．．"].iter().any(|dots| after.contains(dots));
        let above = above.trim_end_matches(['第', '(', '（', '[', '【']);
        let line = above.trim_end_matches(|next| is_blank(next) || matches!(next, '>' | '|'));
        Some(Number {
            ply: 2 * (round - 1) + i64::from(is_second),
            start: from + above.len(),
            begins_line: line.is_empty() && before.is_none() || line.ends_with('\n'),
        })
    }

    /// How many plies come before the first move, by its number.
    pub(in crate::format) fn first_number(&self) -> Option<usize> {
        let first = self.tokens.iter().position(Token::is_move)?;
        self.number(first)?.ply.try_into().ok()
    }

    /// The token after this one, or after the bracket that it opens.
    pub(in crate::format) fn after(&self, index: usize) -> usize {
        self.partner(index).filter(|partner| *partner > index).unwrap_or(index) + 1
    }

    /// Whether a word is alone among moves, before the end of a round or the result.
    fn is_single(&self, index: usize, end: usize) -> bool {
        let next = self.tokens.get(index + 1).filter(|_| index + 1 < end);
        next.is_none_or(|next| next.kind == TokenKind::Result) && !self.begins_line(index)
    }

    /// Whether a token is the first of a line, in which no number comes before it.
    fn begins_line(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or(0, |before| self.tokens[before].end());
        let gap = self.part(before..self.tokens[index].start());
        gap.contains('\n') && self.number(index).is_none()
    }

    /// Whether a token is a word shaped like a move with a misprint in it, `东二进六`.
    fn is_misprint(&self, index: usize) -> bool {
        const LONGEST: usize = 5;
        let word = self.tokens.get(index).filter(|token| token.kind == TokenKind::Other);
        let word = word.map_or("", |token| self.text_of(token));
        let length = word.chars().take(LONGEST + 1).count();
        (3..=LONGEST).contains(&length) && word.chars().any(is_numeral)
    }
}

/// The value of a number in any digits.
fn value(number: &str) -> Option<i64> {
    const LONGEST: usize = 4;
    let (mut tens, mut value) = (0, 0);
    for (place, character) in number.chars().enumerate() {
        let digit = match character {
            '①'..='⒛' => return Some((i64::from(u32::from(character)) - 0x2460) % 20 + 1),
            '十' => {
                (tens, value) = (value.max(1) * 10, 0);
                continue;
            }
            _ => halfwidth(character).to_digit(10).or_else(|| {
                "〇一二三四五六七八九".chars().position(|next| next == character)?.try_into().ok()
            })?,
        };
        value = value * 10 + i64::from(digit);
        if place == LONGEST {
            return None;
        }
    }
    Some(tens + value)
}

/// A round, or a part of one that has its number again.
struct Round {
    /// The tokens from its first to the first of the next.
    tokens: Range<usize>,
    next: Option<Number>,
    /// The first word.
    word: usize,
    /// How many moves come before it.
    leading: i64,
    /// How many moves there are, with those that the words name.
    moves: i64,
}

/// The tokens of a text with its prose in one piece each.
fn fold(movetext: &Movetext<'_>) -> Vec<Token> {
    let mut folded = Vec::with_capacity(movetext.tokens.len());
    let (mut start, mut number) = (0, movetext.number(0));
    let mut is_regular = false;
    let mut progress = Progress::default();
    while progress.goes_on(movetext.tokens.len() - start) {
        let round = round(movetext, start, number);
        let (played, misprints) = match plies(number, round.next) {
            _ if number.is_none() => (i64::MAX, 0),
            Some(plies @ 1..=NEAR) => {
                is_regular = true;
                (plies.max(round.leading), plies - round.moves)
            }
            None if is_regular && round.leading < 2 && movetext.is_misprint(round.word) => {
                let misprints = i64::from(!movetext.begins_line(round.word));
                (round.leading + misprints, misprints)
            }
            _ if is_regular => (round.leading, 0),
            _ => (i64::MAX, 0),
        };
        push_round(movetext, &round, played, misprints, &mut folded);
        (start, number) = (round.tokens.end, round.next);
    }
    folded
}

/// The round that begins with a token. The next begins a line, follows the moves of this one or is due soon.
fn round(movetext: &Movetext<'_>, start: usize, number: Option<Number>) -> Round {
    let (mut index, mut first, mut moves) = (start, None, 0);
    let mut next = None;
    while let Some(token) = movetext.tokens.get(index) {
        let is_move = token.is_move();
        if index > start && (is_move || movetext.is_misprint(index)) {
            let found = movetext.number(index);
            let is_apart = |next: &Number| next.begins_line || first.is_none();
            let played = first.map_or(0, |(_, moves)| moves);
            next = found.filter(|next| match plies(number, Some(*next)) {
                Some(plies @ 1..=NEAR) => {
                    is_apart(next) || (plies >= played && !is_repeated(movetext, index, *next))
                }
                _ => is_move && is_apart(next),
            });
            if next.is_some() {
                break;
            }
        }
        if token.kind == TokenKind::Other {
            first.get_or_insert((index, moves));
        }
        moves += i64::from(is_move);
        index = movetext.after(index);
    }
    let (word, leading) = first.unwrap_or((index, moves));
    Round { tokens: start..index, next, word, leading, moves }
}

/// The number of a round may be damaged, or two.
const NEAR: i64 = 8;

/// How many plies lie between two numbers.
fn plies(this: Option<Number>, next: Option<Number>) -> Option<i64> {
    Some(next?.ply - this?.ply)
}

/// Whether the rounds that begin the lines below go on before this one, which is a proposal then.
fn is_repeated(movetext: &Movetext<'_>, index: usize, number: Number) -> bool {
    const LOOKED_AT: usize = 64;
    let last = movetext.tokens.len().min(index + LOOKED_AT);
    let moves = (index + 1..last).filter(|index| movetext.tokens[*index].is_move());
    let mut lines = moves.filter_map(|index| movetext.number(index));
    lines.find(|next| next.begins_line).is_some_and(|next| next.ply <= number.ply)
}

/// Adds the tokens of a round: so many moves, then prose.
fn push_round(
    movetext: &Movetext<'_>,
    round: &Round,
    mut played: i64,
    mut misprints: i64,
    folded: &mut Vec<Token>,
) {
    let Range { start: mut index, end } = round.tokens;
    while index < end {
        let after = movetext.after(index).min(end);
        let mut token = movetext.tokens[index];
        if token.kind == TokenKind::Other && played <= 0 && !movetext.is_single(index, end) {
            return push_prose(movetext, index, round, folded);
        }
        if misprints > 0 && movetext.is_misprint(index) {
            token.kind = TokenKind::Misprint;
            misprints -= 1;
        }
        played -= i64::from(token.is_move());
        folded.push(token);
        folded.extend_from_slice(&movetext.tokens[index + 1..after]);
        index = after;
    }
}

/// Adds the rest of a round as prose. Comments in it are kept, and a result of the game.
fn push_prose(movetext: &Movetext<'_>, from: usize, round: &Round, folded: &mut Vec<Token>) {
    let Range { end, .. } = round.tokens;
    let mut first = None;
    let flush = |first: &mut Option<usize>, until: usize, folded: &mut Vec<Token>| {
        if let Some(start) = first.take() {
            let is_mark = |next| is_space(next) || matches!(next, '>' | '|');
            let text = movetext.part(start..until).trim_end_matches(is_mark);
            folded.push(Token::new(start, text.len(), TokenKind::Prose));
        }
    };
    for index in from..end {
        let token = movetext.tokens[index];
        let is_kept = match token.kind {
            TokenKind::Comment | TokenKind::OpenComment => true,
            TokenKind::Result if round.next.is_none() => {
                index + 1 == end || movetext.begins_line(index)
            }
            _ => false,
        };
        if is_kept {
            flush(&mut first, token.start(), folded);
            folded.push(token);
        } else {
            first.get_or_insert(token.start());
        }
    }
    let until = round.next.map_or(movetext.range.end, |next| next.start);
    flush(&mut first, until, folded);
}

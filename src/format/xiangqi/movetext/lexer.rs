//! A running text cut into moves, comments and signs.

use std::ops::Range;

use super::STYLES;
use crate::format::headers::outcome;
use crate::format::numerals::{is_numeral, value};
use crate::game::halfwidth;
use crate::game::xiangqi::notation::{self, Notation, Phrase, Style};
use crate::record::At;
use crate::text::scan::{Scan, is_space};

/// A word, sign or comment of a running text. Numbers of moves, dots and spaces are left out. A token is small, because
/// it may be a single byte of the file; [`Movetext::text_of`] has its text.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Token {
    /// The offset of its first byte.
    offset: u32,
    /// The length of its text in bytes.
    length: u32,
    pub(in crate::format) kind: TokenKind,
}

impl Token {
    pub(super) fn new(offset: usize, length: usize, kind: TokenKind) -> Self {
        Self {
            offset: u32::try_from(offset).unwrap_or(u32::MAX),
            length: u32::try_from(length).unwrap_or(u32::MAX),
            kind,
        }
    }

    /// Where it begins.
    pub(in crate::format) fn at(&self) -> At {
        At::Text(self.offset)
    }

    /// The offset of its first byte.
    pub(super) fn start(&self) -> usize {
        self.offset as usize
    }

    /// Its text, without braces.
    fn range(&self) -> Range<usize> {
        let is_comment = matches!(self.kind, TokenKind::Comment | TokenKind::OpenComment);
        let start = self.start() + usize::from(is_comment);
        start..start + self.length as usize
    }

    /// The offset after its text; a comment's brace may follow.
    pub(super) fn end(&self) -> usize {
        self.range().end
    }

    /// Whether it takes the place of a move.
    pub(super) fn is_move(&self) -> bool {
        matches!(self.kind, TokenKind::Move | TokenKind::Unknown)
    }
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::format) enum TokenKind {
    /// Shaped like a move in one of the notations.
    Move,
    /// `--`: a move that is not known.
    Unknown,
    /// `{…}`, `;` to the end of the line, or a line that begins with `%`.
    Comment,
    /// A comment whose brace is never closed.
    OpenComment,
    /// `(`: a variation, or a comment. vschess writes it wide, `（`.
    Open,
    /// `)`
    Close,
    /// `1-0`, 红胜 …
    Result,
    /// `!?`, as annotated games on the web have it, or `$1` as PGN numbers them.
    Glyph,
    /// Anything else up to the next space.
    Other,
}

/// A running text that was cut into tokens.
pub(in crate::format) struct Movetext<'a> {
    /// The text of the file.
    pub(super) text: &'a str,
    /// The part of it that was cut.
    pub(super) range: Range<usize>,
    pub(in crate::format) tokens: Vec<Token>,
    /// For each parenthesis the index of its partner, or [`ALONE`]; nothing after the last one with a partner.
    pub(super) pairs: Vec<u32>,
}

impl<'a> Movetext<'a> {
    /// Cuts a part of the file's text into tokens.
    pub(in crate::format) fn new(text: &'a str, range: Range<usize>) -> Self {
        let tokens = tokens(Scan::range(text, range.clone()));
        Self { text, range, pairs: pairs(&tokens), tokens }
    }

    /// Whether the place of the first move is left out: `1. ... 炮８平５` is black's, as in the exports of dpxq.com.
    pub(in crate::format) fn begins_with_ellipsis(&self) -> bool {
        let first = self.tokens.iter().find(|token| token.is_move());
        let numbers = first.and_then(|first| self.text.get(self.range.start..first.start()));
        let before = numbers.unwrap_or("").trim_end_matches(is_space);
        ["…", "⋯", "..", "．．"].iter().any(|dots| before.ends_with(dots))
    }

    /// The text of one of the tokens, without braces.
    pub(in crate::format) fn text_of(&self, token: &Token) -> &'a str {
        self.part(token.range())
    }

    /// A part of the text.
    pub(super) fn part(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or("")
    }

    /// Whether it has variations or comments in brackets.
    pub(in crate::format) fn has_variations(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// Whether it is a list of moves without other words, whose numbers are those of its moves.
    pub(in crate::format) fn is_list(&self) -> bool {
        // `;` may stand between rounds.
        let has_words = self.tokens.iter().any(|token| match token.kind {
            TokenKind::Other => true,
            TokenKind::Comment => !self.part(token.start()..self.range.end).starts_with('{'),
            _ => false,
        });
        if has_words {
            return false;
        }
        let (mut before, mut first, mut has_ended) = (0, None, false);
        let mut index = 0;
        while let Some(token) = self.tokens.get(index) {
            let next = self.tokens.get(index + 1);
            match token.kind {
                // `（1）` is a number.
                TokenKind::Open if !next.is_some_and(Token::is_move) => return false,
                TokenKind::Open => index = self.partner(index).unwrap_or(index),
                TokenKind::Move | TokenKind::Unknown if has_ended => return false,
                TokenKind::Move | TokenKind::Unknown => {
                    if let Some(number) = self.number(index)
                        && number != before + *first.get_or_insert(number - before)
                    {
                        return false;
                    }
                    before += 1;
                }
                TokenKind::Result => has_ended = true,
                _ => {}
            }
            index += 1;
        }
        // `②` numbers variations in one pair of brackets.
        before > 0 && !(self.has_variations() && self.part(self.range.clone()).contains('②'))
    }

    /// The place of the parenthesis that belongs to this one.
    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        let partner = self.pairs.get(index).filter(|partner| **partner != ALONE);
        partner.map(|partner| *partner as usize)
    }

    /// The tokens from an index on to the end of that line or its result, without variations.
    pub(in crate::format) fn line(&self, mut index: usize) -> impl Iterator<Item = &Token> + Clone {
        std::iter::from_fn(move || {
            loop {
                let token = self.tokens.get(index)?;
                let partner = self.partner(index);
                index = partner.unwrap_or(index) + 1;
                match token.kind {
                    TokenKind::Open if partner.is_some() => {}
                    TokenKind::Close if partner.is_some() => return None,
                    TokenKind::Result => return None,
                    _ => return Some(token),
                }
            }
        })
    }

    /// The moves from an index on to the end of that line, or to one that cannot be read.
    pub(in crate::format) fn phrases<'m>(
        &'m self,
        index: usize,
        style: Style,
    ) -> impl Iterator<Item = Phrase> + Clone + 'm {
        let moves = self.line(index).filter(|token| token.is_move());
        moves.map_while(move |token| Some(notation::scan(self.text_of(token), style)?.0))
    }

    /// How many plies come before a token by the number of its round, if that stands between it and the one before.
    pub(super) fn number(&self, index: usize) -> Option<i64> {
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        let from = before.map_or(self.range.start, Token::end);
        let gap = self.part(from..self.tokens.get(index)?.start());
        let last = gap.rfind(is_numeral)?;
        let length = gap[last..].chars().next().map_or(0, char::len_utf8);
        let (numbered, after) = gap.split_at(last + length);
        let above = numbered.trim_end_matches(is_numeral);
        let round = value(&numbered[above.len()..])?;
        let is_second = ["…", "⋯", "..", "．．"].iter().any(|dots| after.contains(dots));
        Some(2 * (round - 1) + i64::from(is_second))
    }

    /// How many plies come before the first move, by its number.
    pub(in crate::format) fn first_number(&self) -> Option<usize> {
        let first = self.tokens.iter().position(Token::is_move)?;
        self.number(first)?.try_into().ok()
    }
}

/// In place of a partner for tokens that have none.
const ALONE: u32 = u32::MAX;

fn pairs(tokens: &[Token]) -> Vec<u32> {
    let mut pairs = Vec::new();
    let mut open = Vec::new();
    for (index, token) in (0u32..).zip(tokens) {
        if token.kind == TokenKind::Open {
            open.push(index);
        } else if token.kind == TokenKind::Close
            && let Some(partner) = open.pop()
        {
            pairs.resize(index as usize + 1, ALONE);
            pairs[index as usize] = partner;
            pairs[partner as usize] = index;
        }
    }
    pairs
}

fn tokens(mut scan: Scan<'_>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        scan.take_while(is_separator);
        let (offset, ahead) = (scan.offset(), scan.ahead(AHEAD));
        let Some(first) = ahead.chars().next() else { return tokens };
        let before = tokens.last().map(|token| token.kind);
        if !skip_filler(&mut scan, (first, ahead), before) {
            let token = token(&mut scan, (first, ahead), before);
            tokens.extend(token.map(|(kind, text)| Token::new(offset, text.len(), kind)));
        }
    }
}

/// The moves of hbsxcjp's cchess and of dpxq.com are separated by more than spaces, those of tables by lines.
fn is_separator(character: char) -> bool {
    is_space(character)
        || matches!(
            character,
            ',' | '，' | '；' | '、' | '。' | '.' | '．' | '…' | '·' | '⋯' | '|' | '"'
        )
}

/// The longest move or result, in bytes.
const AHEAD: usize = 64;

/// Skips filler such as a drawn line. PyChess and WinBoard write `+` and `#` after moves.
/// Returns whether there was any.
fn skip_filler(
    scan: &mut Scan<'_>,
    (first, ahead): (char, &str),
    before: Option<TokenKind>,
) -> bool {
    let start = *scan;
    match first {
        // dpxq.com: `第1回合`.
        '第' => {
            scan.next();
            scan.take_while(|next| is_numeral(next) || next == ' ');
            if scan.eat("回合") {
                scan.take_while(|next| matches!(next, ':' | '：'));
            } else {
                *scan = start;
            }
        }
        _ if is_ruler(ahead) => drop(scan.take_while(|next| next == first)),
        '-' | '–' if ahead[first.len_utf8()..].starts_with(is_space) => drop(scan.next()),
        // Where a page shows the board.
        'D' if scan.is_at("DIAG{") => {
            scan.take_to_either(b'}', b'}');
            scan.next();
        }
        // Signs of check and mate, but not the `+` of `+-` and `+=`, which judge the position.
        '+' | '#'
            if before == Some(TokenKind::Move) && notation::scan(ahead, STYLES[0]).is_none() =>
        {
            scan.take_while(|next| matches!(next, '+' | '#'));
            if matches!(scan.peek(), Some('-' | '=' | '/')) {
                *scan = start;
            }
        }
        _ => {}
    }
    scan.offset() > start.offset()
}

/// Takes the next token; `None` after a number of a move.
fn token<'a>(
    scan: &mut Scan<'a>,
    (first, ahead): (char, &str),
    before: Option<TokenKind>,
) -> Option<(TokenKind, &'a str)> {
    let start = *scan;
    let kind = match first {
        '{' => return Some(comment(scan)),
        // PGN leaves a line that begins with `%` to other programs; `;` is the standard's too.
        ';' | '%' if first == ';' || scan.is_at_line_start() => {
            scan.next();
            return Some((TokenKind::Comment, scan.take_line()));
        }
        '(' | '（' => TokenKind::Open,
        ')' | '）' => TokenKind::Close,
        '$' => TokenKind::Glyph,
        _ if "!?！？".contains(first) && before == Some(TokenKind::Move) => TokenKind::Glyph,
        _ => match move_length(ahead) {
            Some(length) => return Some((TokenKind::Move, scan.take(length))),
            None => match short_word(ahead) {
                // dapu writes it, and `$` with a number, in PGN.
                Some("--") => return Some((TokenKind::Unknown, scan.take(2))),
                Some(word) if is_result(word) => {
                    return Some((TokenKind::Result, scan.take(word.len())));
                }
                _ if halfwidth(first).is_ascii_digit() => {
                    scan.take_while(|next| halfwidth(next).is_ascii_digit());
                    // `1-` is a number like `1.`.
                    let after = scan.ahead(AHEAD).strip_prefix('-');
                    after.and_then(move_length).and_then(|_| scan.next());
                    return None;
                }
                _ => TokenKind::Other,
            },
        },
    };
    scan.next();
    match kind {
        TokenKind::Glyph if first == '$' => drop(scan.take_while(|next| next.is_ascii_digit())),
        TokenKind::Glyph => drop(scan.take_while(|next| "!?！？".contains(next))),
        TokenKind::Other => drop(scan.take_while(|next| !ends_word(next))),
        _ => {}
    }
    Some((kind, start.up_to(scan)))
}

/// The word that comes next, unless it is longer than any result. A text without spaces is one word, of which only a
/// number may be taken at a time.
fn short_word(text: &str) -> Option<&str> {
    const LONGEST: usize = 16;
    let mut characters = text.char_indices().take(LONGEST + 1);
    match characters.find(|(_, character)| ends_word(*character)) {
        Some((end, _)) => Some(&text[..end]),
        None => text.chars().nth(LONGEST).is_none().then_some(text),
    }
}

/// Whether a line is drawn here, as XQStudio does around the moves that it prints.
pub(in crate::format) fn is_ruler(text: &str) -> bool {
    const SHORTEST: usize = 4;
    let first = text.chars().next().unwrap_or(' ');
    let same = text.chars().take(SHORTEST).filter(|next| *next == first);
    "-=*_~─━—＝－".contains(first) && same.count() == SHORTEST
}

fn ends_word(character: char) -> bool {
    is_space(character)
        || matches!(character, '{' | '(' | ')' | '（' | '）' | ',' | '，' | '。' | '|')
}

/// A result as written among moves: not the single letters and characters that are in headers. dpxq.com writes 认输 and 超时
/// there.
fn is_result(word: &str) -> bool {
    if word.starts_with(['认', '認', '超', '投']) && outcome(&format!("红{word}")).is_some() {
        return true;
    }
    let long = word == "*" || word.chars().count() > 1;
    let is_word = word.starts_with(|first: char| first == '[' || first.is_ascii_alphabetic());
    long && !is_word && outcome(word).is_some()
}

fn comment<'a>(scan: &mut Scan<'a>) -> (TokenKind, &'a str) {
    scan.next();
    match scan.take_until("}") {
        Some(text) => (TokenKind::Comment, text),
        None => (TokenKind::OpenComment, scan.take_rest()),
    }
}

/// How many bytes a move takes, if one comes next.
fn move_length(text: &str) -> Option<usize> {
    notation::scan(text, |notation| notation != Notation::Letters).map(|(_, length)| length)
}

//! A running text cut into moves, comments and signs.

use std::ops::Range;

use super::{Style, scan_move};
use crate::format::headers::outcome;
use crate::game::halfwidth;
use crate::game::xiangqi::notation::Phrase;
use crate::record::At;
use crate::text::scan::{Scan, is_space};

/// A piece of a running text. Numbers of moves, dots and spaces are left out. It is small, because it may be a single
/// byte of the file; [`Movetext::text_of`] has its text.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Token {
    /// The offset of its first byte.
    offset: u32,
    /// Of its text.
    length: u32,
    /// What it is.
    pub(in crate::format) kind: TokenKind,
}

impl Token {
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
}

/// What a piece of a running text is.
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
    /// `(`: a variation, or a comment.
    Open,
    /// `)`
    Close,
    /// `1-0`, 红胜 …
    Result,
    /// `!?`, or `$1` as PGN numbers them.
    Glyph,
    /// `7-` before a move: the number of the move that it follows.
    Link,
    /// Anything else up to the next space.
    Other,
}

/// A running text that was cut into tokens.
#[derive(Debug)]
pub(in crate::format) struct Movetext<'a> {
    /// The text of the file.
    pub(super) text: &'a str,
    /// Where it begins in it.
    start: usize,
    end: usize,
    /// Its pieces.
    pub(in crate::format) tokens: Vec<Token>,
    /// For each parenthesis the index of its partner, or [`ALONE`]; nothing after the last one with a partner.
    pairs: Vec<u32>,
}

impl<'a> Movetext<'a> {
    /// Cuts a piece of the file's text.
    pub(in crate::format) fn new(text: &'a str, range: Range<usize>) -> Self {
        let Range { start, end } = range;
        let tokens = tokens(Scan::range(text, range));
        let pairs = pairs(&tokens);
        Self {
            text,
            start,
            end,
            tokens,
            pairs,
        }
    }

    /// Whether the place of the first move is left out: `1. ... 炮８平５` is black's.
    pub(super) fn begins_with_ellipsis(&self) -> bool {
        let moves = |token: &&Token| matches!(token.kind, TokenKind::Move | TokenKind::Unknown);
        let Some(first) = self.tokens.iter().find(moves) else {
            return false;
        };
        let before = self.text.get(self.start..first.start()).unwrap_or("");
        let before = before.trim_end_matches(is_space);
        before.ends_with(['…', '⋯']) || before.ends_with("..") || before.ends_with("．．")
    }

    /// The text of one of the tokens, without braces.
    pub(in crate::format) fn text_of(&self, token: &Token) -> &'a str {
        self.text.get(token.range()).unwrap_or("")
    }

    /// What is from an offset on.
    pub(super) fn rest(&self, offset: usize) -> &'a str {
        self.text.get(offset..self.end).unwrap_or("")
    }

    /// The place of the parenthesis that belongs to this one.
    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        let partner = self.pairs.get(index).filter(|partner| **partner != ALONE);
        partner.map(|partner| *partner as usize)
    }

    /// The tokens of the mainline, without variations and without what follows the result.
    pub(in crate::format) fn mainline(&self) -> impl Iterator<Item = &Token> {
        let mut index = 0;
        std::iter::from_fn(move || {
            loop {
                let token = self.tokens.get(index)?;
                let close = self.partner(index).filter(|close| *close > index);
                index = close.unwrap_or(index) + 1;
                match token.kind {
                    TokenKind::Result => return None,
                    TokenKind::Open if close.is_some() => {}
                    _ => return Some(token),
                }
            }
        })
    }

    /// The moves from a place on to the end of that line, without what is in parentheses.
    pub(super) fn line(&self, index: usize, style: Style) -> LineMoves<'_> {
        LineMoves {
            movetext: self,
            index,
            style,
        }
    }
}

/// The moves of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineMoves<'m> {
    movetext: &'m Movetext<'m>,
    index: usize,
    style: Style,
}

impl Iterator for LineMoves<'_> {
    type Item = Phrase;

    fn next(&mut self) -> Option<Phrase> {
        loop {
            let token = self.movetext.tokens.get(self.index)?;
            match (token.kind, self.movetext.partner(self.index)) {
                (TokenKind::Move, _) => {
                    self.index += 1;
                    let text = self.movetext.text_of(token);
                    return scan_move(text, self.style).map(|(phrase, _)| phrase);
                }
                (TokenKind::Open, Some(close)) => self.index = close,
                (TokenKind::Close, Some(_)) | (TokenKind::Result | TokenKind::Unknown, _) => {
                    return None;
                }
                _ => {}
            }
            self.index += 1;
        }
    }
}

/// In place of a partner for tokens that have none.
const ALONE: u32 = u32::MAX;

fn pairs(tokens: &[Token]) -> Vec<u32> {
    let mut pairs = Vec::new();
    let mut open = Vec::new();
    for (index, token) in (0u32..).zip(tokens) {
        match token.kind {
            TokenKind::Open => open.push(index),
            TokenKind::Close => {
                if let Some(partner) = open.pop() {
                    pairs.resize(index as usize + 1, ALONE);
                    pairs[index as usize] = partner;
                    pairs[partner as usize] = index;
                }
            }
            _ => {}
        }
    }
    pairs
}

fn tokens(mut scan: Scan<'_>) -> Vec<Token> {
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let mut tokens = Vec::new();
    loop {
        scan.take_while(is_separator);
        let offset = scan.offset();
        let Some((kind, text)) = token(&mut scan, tokens.last()) else {
            if scan.rest().is_empty() {
                return tokens;
            }
            continue;
        };
        tokens.push(Token {
            offset: small(offset),
            length: small(text.len()),
            kind,
        });
    }
}

fn is_separator(character: char) -> bool {
    is_space(character)
        || matches!(
            character,
            ',' | '，' | '；' | '、' | '。' | '.' | '．' | '…' | '·' | '⋯'
        )
}

/// The next token; `None` after something that means nothing, such as a number.
fn token<'a>(scan: &mut Scan<'a>, before: Option<&Token>) -> Option<(TokenKind, &'a str)> {
    let rest = scan.rest();
    let first = rest.chars().next()?;
    let after_move = before.is_some_and(|token| token.kind == TokenKind::Move);
    let numbered = &rest[..numbering(rest)];
    // Within a line, the bracket after a number may be the end of a variation.
    let may_close = is_numeral(first) && numbered.ends_with([')', '）']);
    if !numbered.is_empty() && (!may_close || scan.is_at_line_start()) {
        scan.take(numbered.len());
        return None;
    }
    if let Some(token) = sign(scan, first, after_move) {
        return token;
    }
    if let Some(length) = move_length(rest) {
        return Some((TokenKind::Move, scan.take(length)));
    }
    match short_word(rest) {
        Some("--") => return Some((TokenKind::Unknown, scan.take(2))),
        Some(word) if is_result(word) => return Some((TokenKind::Result, scan.take(word.len()))),
        _ => {}
    }
    if halfwidth(first).is_ascii_digit() {
        return number(scan, before);
    }
    let length = rest.find(ends_word).unwrap_or(rest.len());
    Some((TokenKind::Other, scan.take(length.max(first.len_utf8()))))
}

/// A token recognised by its first character, or `Some(None)` after a meaningless sign; `None` if it is neither.
fn sign<'a>(
    scan: &mut Scan<'a>,
    first: char,
    after_move: bool,
) -> Option<Option<(TokenKind, &'a str)>> {
    let rest = scan.rest();
    Some(match first {
        '{' => Some(comment(scan)),
        ';' => {
            scan.next();
            Some((TokenKind::Comment, scan.take_line()))
        }
        // PGN leaves such a line to other programs.
        '%' if scan.is_at_line_start() => {
            scan.next();
            Some((TokenKind::Comment, scan.take_line()))
        }
        // Between the two moves of a round.
        '-' | '－' | '—' if after_move && move_length(&rest[first.len_utf8()..]).is_some() => {
            scan.next();
            None
        }
        _ if is_ruler(rest) => {
            scan.take_while(|next| next == first);
            None
        }
        '(' | '（' => Some((TokenKind::Open, scan.take(first.len_utf8()))),
        ')' | '）' => Some((TokenKind::Close, scan.take(first.len_utf8()))),
        '$' => {
            let digits = rest[1..].find(|next: char| !next.is_ascii_digit());
            let length = 1 + digits.unwrap_or(rest.len() - 1);
            Some((TokenKind::Glyph, scan.take(length)))
        }
        '!' | '?' | '！' | '？' if after_move => {
            let signs = scan.take_while(|next| matches!(next, '!' | '?' | '！' | '？'));
            Some((TokenKind::Glyph, signs))
        }
        // Signs of check and mate, but not the `+` of `+-` and `+=`, which judge the position.
        '+' | '#' if after_move && scan_move(rest, Style::FromZero).is_none() => {
            let signs = rest.len() - rest.trim_start_matches(['+', '#']).len();
            if rest[signs..].starts_with(['-', '=', '/']) {
                return None;
            }
            scan.take(signs);
            None
        }
        _ => return None,
    })
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

/// The length of what may be before the moves of a round instead of a plain number, as books and letters have it:
/// `第1回合`, `（1）`, `[1]`, `1)`, `一、`, `①`. 0 if something else comes.
pub(in crate::format) fn numbering(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 0;
    };
    let rest = &text[first.len_utf8()..];
    let after = match first {
        '第' => number_before(rest, &["回合"]),
        '(' => before_move(number_before(rest, &[")"])),
        '（' => before_move(number_before(rest, &["）"])),
        '[' => before_move(number_before(rest, &["]"])),
        '【' => before_move(number_before(rest, &["】"])),
        '①'..='⒛' => Some(rest),
        _ if is_numeral(first) => before_move(number_before(text, &[")", "）", "、"])),
        _ => None,
    };
    after.map_or(0, |after| text.len() - after.len())
}

fn is_numeral(character: char) -> bool {
    character.is_ascii_digit() || "０１２３４５６７８９一二三四五六七八九十百".contains(character)
}

/// What comes after a short number and one of these endings.
fn number_before<'a>(text: &'a str, endings: &[&str]) -> Option<&'a str> {
    const LONGEST: usize = 8;
    let mut characters = text.char_indices().take(LONGEST);
    let (end, _) = characters.find(|(_, next)| !is_numeral(*next) && !is_space(*next))?;
    let (number, rest) = text.split_at(end);
    let after = endings.iter().find_map(|ending| rest.strip_prefix(ending));
    after.filter(|_| number.contains(is_numeral))
}

/// The text if a move comes next in it: numbers are in brackets for other reasons too.
fn before_move(text: Option<&str>) -> Option<&str> {
    text.filter(|text| {
        let moves = text.trim_start_matches(|next| is_space(next) || ".．、…:：".contains(next));
        move_length(moves).is_some()
    })
}

/// Whether a line is drawn here, as XQStudio does around the moves that it prints.
pub(in crate::format) fn is_ruler(text: &str) -> bool {
    const SHORTEST: usize = 4;
    let Some(first) = text.chars().next() else {
        return false;
    };
    let same = text.chars().take(SHORTEST).filter(|next| *next == first);
    "-=*_~─━—＝－".contains(first) && same.count() == SHORTEST
}

fn ends_word(character: char) -> bool {
    is_space(character) || matches!(character, '{' | '(' | ')' | '（' | '）' | ',' | '，' | '。')
}

/// A result as written among moves: not the single letters and characters that are in headers.
fn is_result(word: &str) -> bool {
    let long = word == "*" || word.chars().count() > 1;
    let is_lost =
        || word.starts_with(['认', '認', '超', '投']) && outcome(&format!("红{word}")).is_some();
    long && !word.starts_with(|first: char| first.is_ascii_alphabetic())
        && (outcome(word).is_some() || is_lost())
}

fn comment<'a>(scan: &mut Scan<'a>) -> (TokenKind, &'a str) {
    scan.next();
    match scan.take_until("}") {
        Some(text) => (TokenKind::Comment, text),
        None => (TokenKind::OpenComment, scan.take(scan.rest().len())),
    }
}

/// How many bytes a move takes, if one comes next.
fn move_length(text: &str) -> Option<usize> {
    let mut moves = Style::ALL.into_iter();
    let (_, length) = moves.find_map(|style| scan_move(text, style))?;
    Some(length)
}

/// Takes a number of a move. One with a dash before a move is the number of the move that it follows.
fn number<'a>(scan: &mut Scan<'a>, before: Option<&Token>) -> Option<(TokenKind, &'a str)> {
    let rest = scan.rest();
    if before.is_some_and(|token| token.kind == TokenKind::Link)
        && let Some(squares) = rest.get(..4)
        && squares.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some((TokenKind::Move, scan.take(4)));
    }
    let digits = scan.take_while(|next| halfwidth(next).is_ascii_digit());
    if scan.peek() == Some('-') {
        let after = &scan.rest()[1..];
        let squares = after.bytes().take_while(u8::is_ascii_digit).count() == 4;
        if squares || move_length(after).is_some() {
            scan.next();
            return Some((TokenKind::Link, digits));
        }
    }
    None
}

//! SGF's grammar without its meaning, and the repair of damaged files.

use std::borrow::Cow;

use crate::record::{At, Problem, Warnings};
use crate::text::examine;

/// A piece of structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// The name of a property that has values: [`Lexer::values`] reads them.
    Property(&'a str),
}

/// The problem of a text that ends before its last `]`.
pub(super) const INSIDE_VALUE: Problem =
    Problem::Cut(Cow::Borrowed("the file ends inside a value"));

/// Splits a text into [`Token`]s. Anything that is not SGF is skipped with a warning.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The offset of the next byte.
    pub(super) offset: usize,
    /// The offset of the token that was read last.
    pub(super) start: usize,
    /// Where the game begins.
    first: usize,
    pub(super) warnings: Warnings,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, offset: usize) -> Self {
        Self { text, offset, start: offset, first: offset, warnings: Warnings::default() }
    }

    pub(super) fn warn(&mut self, offset: usize, problem: impl Into<Problem>) {
        self.warnings.warn(At::offset(offset), problem);
    }

    /// How many nodes come up to the next `)`, if no text has a `;` or a `)` in it.
    pub(super) fn nodes_ahead(&self) -> usize {
        let rest = self.rest();
        let line = &rest[..memchr::memchr(b')', rest).unwrap_or(rest.len())];
        examine(line.len());
        memchr::memchr_iter(b';', line).count()
    }

    /// The next piece of structure, which is passed over. `None` at the end of the text and before another game.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        // Where the text that belongs nowhere begins.
        let mut stray = None;
        let mut token = None;
        while token.is_none() {
            self.skip_blanks();
            self.start = self.offset;
            if self.peek().is_none() || self.is_at_game() {
                break;
            }
            token = self.token();
            stray = stray.or(token.is_none().then_some(self.start));
        }
        if let Some(stray) = stray {
            self.report_stray(stray);
        }
        token
    }

    /// A node that begins with `;B[pd]` or the like, as most do: the name and the letters of its move.
    pub(super) fn plain_move(&mut self) -> Option<(u8, [u8; 2])> {
        self.skip_while(is_blank);
        let (node, rest) = self.rest().split_first_chunk()?;
        let [b';', name @ (b'B' | b'W'), b'[', column, row, b']'] = *node else {
            return None;
        };
        let has_more = rest.get(plain_blanks(rest)) == Some(&b'[');
        if has_more || !column.is_ascii_alphabetic() || !row.is_ascii_alphabetic() {
            return None;
        }
        self.start = self.offset;
        self.offset += 6;
        Some((name, [column, row]))
    }

    /// One token, or `None` after skipping something that is not one.
    fn token(&mut self) -> Option<Token<'a>> {
        let token = match self.peek()? {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            byte if byte.is_ascii_alphabetic() => {
                let from = self.offset;
                self.skip_while(|byte| byte.is_ascii_alphanumeric());
                let name = self.text.get(from..self.offset).unwrap_or("");
                self.skip_blanks();
                return (self.peek() == Some(b'[')).then_some(Token::Property(name));
            }
            b'[' => {
                self.offset += 1;
                self.value(false);
                return None;
            }
            _ => {
                self.skip_while(|byte| !byte.is_ascii_alphabetic() && !b"();[".contains(&byte));
                return None;
            }
        };
        self.offset += 1;
        Some(token)
    }

    /// Whether another game comes next: the `)` of this one may be missing before it.
    fn is_at_game(&self) -> bool {
        self.peek() == Some(b'(') && self.offset > self.first && begins_game(self.text, self.offset)
    }

    /// Whether this text comes next.
    pub(super) fn is_at(&self, text: &[u8]) -> bool {
        let rest = self.rest();
        rest[blanks(rest)..].starts_with(text)
    }

    fn report_stray(&mut self, from: usize) {
        let stray = self.text.get(from..self.start).unwrap_or("").trim_end();
        let mut shown: String = stray.chars().take(20).collect();
        if shown.len() < stray.len() {
            shown.push_str("...");
        }
        let detail = format!("{shown:?} is not a property and is not kept");
        let (name, detail) = (shown.into(), detail.into());
        self.warn(from, Problem::Header { name, detail });
    }

    /// Reads the values of a property, still escaped, into a list that is emptied first. In a property that holds text a
    /// `]` that cannot be the end is taken as text.
    pub(super) fn values(&mut self, is_text: bool, values: &mut Vec<&'a str>) {
        values.clear();
        self.skip_blanks();
        while self.peek() == Some(b'[') {
            self.offset += 1;
            values.push(self.value(is_text));
            self.skip_blanks();
        }
    }

    /// Reads a value whose `[` is read.
    fn value(&mut self, is_text: bool) -> &'a str {
        let from = self.offset;
        if let (false, [a, b, b']', ..]) = (is_text, self.rest())
            && a.is_ascii_alphanumeric()
            && b.is_ascii_alphanumeric()
        {
            // A point, as nearly all values are.
            self.offset += 3;
            return self.text.get(from..from + 2).unwrap_or("");
        }
        let mut opened = 0u32;
        let mut reported = false;
        loop {
            let Some(found) = memchr::memchr3(b']', b'\\', b'[', self.rest()) else {
                self.offset = self.text.len();
                examine(self.offset - from);
                self.warn(self.offset, INSIDE_VALUE);
                return self.text.get(from..).unwrap_or("");
            };
            examine(found + 1);
            self.offset += found;
            match self.peek() {
                Some(b'\\') => {
                    if self.rest().get(1) == Some(&b']') {
                        opened = opened.saturating_sub(1);
                    }
                    self.offset = (self.offset + 2).min(self.text.len());
                }
                Some(b'[') => {
                    opened += 1;
                    self.offset += 1;
                }
                _ if !is_text || self.ends_here(opened > 0) => {
                    let value = self.text.get(from..self.offset).unwrap_or("");
                    self.offset += 1;
                    return value;
                }
                _ => {
                    if !std::mem::replace(&mut reported, true) {
                        let message = "a ] in the text is not escaped; it is read as text";
                        self.warn(self.offset, message);
                    }
                    opened = opened.saturating_sub(1);
                    self.offset += 1;
                }
            }
        }
    }

    /// Whether the `]` at this offset ends a text: a piece of structure follows it. `opened`: the text contains a `[`
    /// that it may close.
    fn ends_here(&self, opened: bool) -> bool {
        let rest = self.rest().get(1..).unwrap_or(&[]);
        let plain = plain_blanks(rest);
        // Commas and dashes are blanks only where no text goes on.
        let is_plain = plain == blanks(rest);
        match rest.get(plain) {
            None | Some(b'[' | b';' | b'(' | b')') => true,
            // After a `[` in the text, a word and another `[` may be prose, but not a name in capitals.
            Some(_) if begins_property(rest) && (is_plain && !opened || begins_capitals(rest)) => {
                is_plain || !opened
            }
            // Nothing that may follow a value. It is text if a later `]` can be the end, and no node begins before that.
            Some(_) => {
                let next = count_while(rest, |byte| byte != b']');
                next == rest.len() || !opened && has_node(&rest[..next])
            }
        }
    }

    fn skip_blanks(&mut self) {
        self.offset += blanks(self.rest());
    }

    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) {
        self.offset += count_while(self.rest(), skipped);
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.offset..).unwrap_or(&[])
    }
}

/// White space. NUL and the end mark of old systems occur in damaged files.
pub(super) fn is_blank(byte: u8) -> bool {
    byte <= b' ' && matches!(byte, b' ' | b'\t'..=b'\r' | 0 | 0x1A)
}

pub(super) fn plain_blanks(bytes: &[u8]) -> usize {
    count_while(bytes, is_blank)
}

/// How many of the first bytes match.
pub(super) fn count_while(bytes: &[u8], which: impl Fn(u8) -> bool) -> usize {
    let count = bytes.iter().take_while(|byte| which(**byte)).count();
    examine(count + 1);
    count
}

/// Other blanks between properties: the spaces of web pages and mail, U+00A0, U+3000, U+200B and U+FEFF, and their
/// line ends; the line ends of strings in JSON, as Fox has them; and the lines of dashes of NNGS.
const ODD_BLANKS: &str =
    "\u{A0}|\u{3000}|\u{200B}|\u{FEFF}|<br>|<br/>|<br />|<BR>|&nbsp;|\\r|\\n|,|-";

/// How many blanks the bytes begin with.
pub(super) fn blanks(bytes: &[u8]) -> usize {
    let mut count = plain_blanks(bytes);
    while let Some(b',' | b'-' | b'<' | b'&' | b'\\' | 0x80..) = bytes.get(count)
        && let rest = &bytes[count..]
        && let Some(odd) = ODD_BLANKS.split('|').find(|odd| rest.starts_with(odd.as_bytes()))
    {
        count += odd.len() + plain_blanks(&rest[odd.len()..]);
    }
    count
}

/// Whether a name and a value come next.
pub(super) fn begins_property(bytes: &[u8]) -> bool {
    let bytes = &bytes[blanks(bytes)..];
    let rest = &bytes[count_while(bytes, |byte| byte.is_ascii_alphanumeric())..];
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && rest.get(blanks(rest)) == Some(&b'[')
}

/// Whether the next name has no small letter.
pub(super) fn begins_capitals(bytes: &[u8]) -> bool {
    let bytes = &bytes[blanks(bytes)..];
    let capitals = count_while(bytes, |byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9'));
    !bytes.get(capitals).is_some_and(u8::is_ascii_lowercase)
}

/// Whether a new game begins with the `(` here: on a line of its own, with a property that only roots have.
pub(super) fn begins_game(text: &str, at: usize) -> bool {
    let (before, rest) = text.as_bytes().split_at(at);
    let node = rest.strip_prefix(b"(;").unwrap_or(&[]);
    before.last() == Some(&b'\n') && (node.starts_with(b"FF[") || node.starts_with(b"GM["))
}

/// Whether a text contains a `;` with a property: then it is part of a tree, not prose.
pub(super) fn has_node(bytes: &[u8]) -> bool {
    find_before_property(bytes, b';', begins_property).is_some()
}

/// The first mark before a property.
pub(super) fn find_before_property(
    bytes: &[u8],
    mark: u8,
    is_property: fn(&[u8]) -> bool,
) -> Option<usize> {
    let mut marks = memchr::memchr_iter(mark, bytes);
    let found = marks.find(|at| is_property(&bytes[at + 1..]));
    examine(found.unwrap_or(bytes.len()));
    found
}

//! Scans a text and keeps track of the offset.

use std::ops::Range;

use crate::text::At;
use crate::text::at::breaks;
use crate::text::examine;

/// Whether a text consists of ASCII digits.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Scans a text from start to end.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scan<'a> {
    text: &'a str,
    offset: usize,
    /// The offset of this text in the text of the file.
    base: usize,
}

impl<'a> Scan<'a> {
    /// Starts at the beginning of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self::from(text, At::Text(0))
    }

    /// Scans a part of a text.
    pub(crate) fn range(text: &'a str, range: Range<usize>) -> Self {
        Self { offset: range.start.min(text.len()), ..Self::new(text).until(range.end) }
    }

    /// Scans a text that is a piece of the file's text and begins there at `at`.
    pub(crate) fn from(text: &'a str, at: At) -> Self {
        let base = match at {
            At::Text(offset) => offset as usize,
            _ => 0,
        };
        Self { text, offset: 0, base }
    }

    /// Ends the text at an earlier offset.
    pub(crate) fn until(self, end: usize) -> Self {
        Self { text: self.text.get(..end).unwrap_or(self.text), ..self }
    }

    /// The byte offset of the next character.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The position of the next character in the file.
    pub(crate) fn at(&self) -> At {
        At::offset(self.base + self.offset)
    }

    /// Whether the next character is the first of its line.
    pub(crate) fn is_at_line_start(&self) -> bool {
        let before = self.text.get(..self.offset).unwrap_or("");
        before.is_empty() || before.ends_with('\n')
    }

    /// The rest of the text. The caller counts the bytes that it examines.
    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or("")
    }

    /// The text from here to where another scan is.
    pub(crate) fn up_to(&self, other: &Self) -> &'a str {
        self.text.get(self.offset..other.offset).unwrap_or("")
    }

    /// Where the text ends.
    pub(crate) fn end(&self) -> usize {
        self.text.len()
    }

    /// Whether nothing is left.
    pub(crate) fn is_at_end(&self) -> bool {
        self.offset >= self.text.len()
    }

    /// At most `most` bytes of the rest, for callers that examine only a move or a word of it.
    pub(crate) fn ahead(&self, most: usize) -> &'a str {
        examine(1);
        let rest = self.rest();
        &rest[..rest.floor_char_boundary(most)]
    }

    /// The next character.
    pub(crate) fn peek(&self) -> Option<char> {
        examine(1);
        self.rest().chars().next()
    }

    /// Whether a text comes next.
    pub(crate) fn is_at(&self, expected: &str) -> bool {
        examine(1);
        self.rest().starts_with(expected)
    }

    /// Takes the next character.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Takes a number of bytes. They must end at a character boundary.
    pub(crate) fn take(&mut self, bytes: usize) -> &'a str {
        let taken = self.rest().get(..bytes).unwrap_or(self.rest());
        self.offset += taken.len();
        taken
    }

    /// Takes everything that is left.
    pub(crate) fn take_rest(&mut self) -> &'a str {
        self.take(self.text.len())
    }

    /// Takes the characters that match, if any.
    pub(crate) fn take_while(&mut self, which: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|character| !which(character)).unwrap_or(rest.len());
        examine(length + 1);
        self.take(length)
    }

    /// Takes at most so many characters that match.
    pub(crate) fn take_few(&mut self, most: usize, which: impl Fn(char) -> bool) -> &'a str {
        let start = *self;
        for _ in 0..most {
            let fits = self.peek().filter(|next| which(*next));
            self.offset += fits.map_or(0, char::len_utf8);
        }
        start.up_to(self)
    }

    /// Takes everything up to one of two ASCII characters, or else the rest.
    pub(crate) fn take_to_either(&mut self, first: u8, second: u8) -> &'a str {
        let rest = self.rest();
        let length = memchr::memchr2(first, second, rest.as_bytes()).unwrap_or(rest.len());
        examine(length + 1);
        self.take(length)
    }

    /// Takes everything up to and including `end`, and returns the text before it. Takes nothing if there is no `end`.
    pub(crate) fn take_until(&mut self, end: &str) -> Option<&'a str> {
        let found = memchr::memmem::find(self.rest().as_bytes(), end.as_bytes());
        examine(found.unwrap_or(self.rest().len()) + end.len());
        let taken = self.take(found?);
        self.take(end.len());
        Some(taken)
    }

    /// Takes the rest of the line, without its line end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        let line = self.take_to_either(b'\n', b'\n');
        self.next();
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Takes a text if it comes next, and returns whether it did.
    pub(crate) fn eat(&mut self, expected: &str) -> bool {
        let comes = self.is_at(expected);
        if comes {
            self.take(expected.len());
        }
        comes
    }

    /// Skips white space, line ends and characters treated as such.
    pub(crate) fn skip_space(&mut self) {
        self.take_while(is_space);
    }
}

/// White space as it occurs in records, including the ideographic space, zero-width spaces and stray byte order marks.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{FEFF}' | '\u{200B}' | '\0' | '\u{1A}')
}

/// White space within a line, of any width.
pub(crate) fn is_blank(character: char) -> bool {
    character != '\n' && character.is_whitespace()
}

/// Whether an odd number of backslashes comes before an offset.
pub(crate) fn is_escaped(text: &str, at: usize) -> bool {
    let before = text.as_bytes()[..at].iter().rev();
    let escapes = before.take_while(|byte| **byte == b'\\').count();
    examine(escapes + 1);
    escapes % 2 == 1
}

/// The beginning of a text: enough to recognise a format.
pub(crate) fn beginning(text: &str) -> &str {
    const LOOKED_AT: usize = 64 * 1024;
    &text[..text.floor_char_boundary(LOOKED_AT)]
}

/// A line of a text, without its line end.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Line<'a> {
    /// The byte offset of its first character in the text.
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
    /// Whether a line end follows. A line without one may be incomplete.
    pub(crate) ended: bool,
    /// Whether the text ends inside a character, which is then left out.
    pub(crate) broken: bool,
}

impl Line<'_> {
    /// The position of its first character.
    pub(crate) fn at(&self) -> At {
        At::offset(self.offset)
    }

    /// The position of a part of the line.
    pub(crate) fn at_part(&self, part: &str) -> At {
        At::offset(self.offset + place_in(self.text, part))
    }
}

/// The offset of a part in a text; 0 if it is not a part of the text.
pub(crate) fn place_in(text: &str, part: &str) -> usize {
    let place = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    if place <= text.len() { place } else { 0 }
}

/// The lines of a text.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut offset = 0;
    let mut breaks = breaks(text);
    std::iter::from_fn(move || {
        let rest = text.get(offset..).filter(|rest| !rest.is_empty())?;
        let found = breaks.next();
        let ended = found.is_some();
        let end = found.unwrap_or(text.len()..text.len());
        let line = &rest[..end.start - offset];
        let start = std::mem::replace(&mut offset, end.end);
        let text = match ended {
            true => line,
            false => line.trim_end_matches(char::REPLACEMENT_CHARACTER),
        };
        Some(Line { offset: start, text, ended, broken: text.len() < line.len() })
    })
}

/// The lines of a part of a text.
pub(crate) fn lines_in(text: &str, range: Range<usize>) -> impl Iterator<Item = Line<'_>> {
    lines(text.get(range.clone()).unwrap_or(""))
        .map(move |line| Line { offset: range.start + line.offset, ..line })
}

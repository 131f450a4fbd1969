//! Reading a text forward, with the line and the column at hand.

use crate::text::At;

/// Reads forward through a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scan<'a> {
    text: &'a str,
    offset: usize,
    line: u32,
    column: u32,
}

impl<'a> Scan<'a> {
    /// A reader at the beginning of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self::at_line(text, 1)
    }

    /// A reader at the beginning of a piece of a larger text, in which it begins on this line.
    pub(crate) fn at_line(text: &'a str, line: u32) -> Self {
        Self {
            text,
            offset: 0,
            line,
            column: 1,
        }
    }

    /// A reader at the beginning of a piece of a larger text, which begins at this place of the file.
    pub(crate) fn from(text: &'a str, at: At) -> Self {
        let scan = Self::new(text);
        match at {
            At::Line { line, column } => Self {
                line,
                column,
                ..scan
            },
            _ => scan,
        }
    }

    /// The same reader, for which the text ends at an offset.
    pub(crate) fn until(self, end: usize) -> Self {
        Self {
            text: self.text.get(..end).unwrap_or(self.text),
            ..self
        }
    }

    /// The offset of the next character, in bytes.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The line of the next character, from 1.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    /// The column of the next character, from 1.
    pub(crate) fn column(&self) -> u32 {
        self.column
    }

    /// The place of the next character.
    pub(crate) fn at(&self) -> At {
        At::Line {
            line: self.line,
            column: self.column,
        }
    }

    /// Whether the next character is the first of its line.
    pub(crate) fn is_at_line_start(&self) -> bool {
        self.column == 1
    }

    /// What is still to be read.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or("")
    }

    /// The next character.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        if next == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(next)
    }

    /// Takes so many bytes; they end at a character.
    pub(crate) fn take(&mut self, bytes: usize) -> &'a str {
        let taken = self.rest().get(..bytes).unwrap_or(self.rest());
        let end = self.offset + taken.len();
        match taken.rfind('\n') {
            Some(last) => {
                self.line += taken.bytes().filter(|&byte| byte == b'\n').count() as u32;
                self.column = 1 + taken[last + 1..].chars().count() as u32;
            }
            None => self.column += taken.chars().count() as u32,
        }
        self.offset = end;
        taken
    }

    /// Takes characters of a kind, perhaps none.
    pub(crate) fn take_while(&mut self, which: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|character| !which(character));
        self.take(length.unwrap_or(rest.len()))
    }

    /// Takes what stands before a text, and the text itself. Nothing is taken if it does not come.
    pub(crate) fn take_until(&mut self, end: &str) -> Option<&'a str> {
        let length = self.rest().find(end)?;
        let taken = self.take(length);
        self.take(end.len());
        Some(taken)
    }

    /// Takes what is left of the line, without its end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        let line = self.take_while(|character| character != '\n');
        self.next();
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Takes a text if it comes next.
    pub(crate) fn eat(&mut self, expected: &str) -> bool {
        let comes = self.rest().starts_with(expected);
        if comes {
            self.take(expected.len());
        }
        comes
    }

    /// Takes white space, line ends and marks that stand for it.
    pub(crate) fn skip_space(&mut self) {
        self.take_while(is_space);
    }
}

/// White space as it occurs in records: with the ideographic space, the zero width ones and stray byte order marks.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{FEFF}' | '\u{200B}' | '\0' | '\u{1A}')
}

/// White space within a line, of any width.
pub(crate) fn is_blank(character: char) -> bool {
    character != '\n' && character.is_whitespace()
}

/// The beginning of a text, as much of it as a format is told by.
pub(crate) fn beginning(text: &str) -> &str {
    const LOOKED_AT: usize = 64 * 1024;
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Tells where the parts of a line stand, from left to right: a line can be as long as the file, and hold a million moves.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    text: &'a str,
    line: u32,
    offset: usize,
    column: u32,
}

impl<'a> Columns<'a> {
    /// The columns of a line.
    pub(crate) fn new(text: &'a str, line: u32) -> Self {
        Self {
            text,
            line,
            offset: 0,
            column: 1,
        }
    }

    /// The place of a part of the line that lies behind those that were asked for before.
    pub(crate) fn at(&mut self, part: &'a str) -> At {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if let Some(passed) = self.text.get(self.offset..offset) {
            let characters = u32::try_from(passed.chars().count()).unwrap_or(u32::MAX);
            self.column = self.column.saturating_add(characters);
            self.offset = offset;
        }
        At::Line {
            line: self.line,
            column: self.column,
        }
    }
}

/// A line of the text, without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) text: &'a str,
    /// Whether a line end follows. Text behind the last one may be cut.
    pub(crate) ended: bool,
    /// Whether the text ends inside a character, which is left out.
    pub(crate) broken: bool,
}

/// The lines of a text; CR LF, LF and CR end them.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    let mut number = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        number += 1;
        let bytes = rest.as_bytes();
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = &rest[..end.unwrap_or(rest.len())];
        let after = &rest[line.len()..];
        rest = after
            .strip_prefix("\r\n")
            .or_else(|| after.get(1..))
            .unwrap_or("");
        let ended = end.is_some();
        let whole = line.trim_end_matches(char::REPLACEMENT_CHARACTER);
        let text = if ended { line } else { whole };
        Some(Line {
            number,
            text,
            ended,
            broken: text.len() < line.len(),
        })
    })
}

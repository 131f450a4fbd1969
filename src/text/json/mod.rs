//! Parses JSON of any depth, as far as it is valid. serde_json builds and drops values recursively, to a depth of 128
//! levels. Variations can nest deeper, and the moves of a truncated file should still be shown.

use std::borrow::Cow;
use std::io::{self, BufWriter};
use std::ops::Range;

use crate::text::scan::Scan;
use crate::text::{At, MOST_MARKS, is_hidden, is_mark};

/// Escapes everything in JSON that a terminal would obey, that hides or reorders text, or that piles up. The value does
/// not change.
pub(crate) fn escape(json: String) -> String {
    match escaped(&json, &mut 0) {
        Cow::Owned(escaped) => escaped,
        // Avoids copying a long text.
        Cow::Borrowed(_) => json,
    }
}

/// Escapes a piece of JSON that follows a run of `marks` combining marks.
fn escaped<'a>(json: &'a str, marks: &mut usize) -> Cow<'a, str> {
    let is_plain_byte = |byte: &u8| matches!(byte, b'\n' | b' '..=b'~');
    // Without an early exit, so that the compiler can use vector instructions.
    let is_harmless = json
        .as_bytes()
        .iter()
        .fold(true, |all, byte| all & is_plain_byte(byte));
    if is_harmless {
        if !json.is_empty() {
            *marks = 0;
        }
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        *marks = match !is_plain(character) && is_mark(character) {
            true => *marks + 1,
            false => 0,
        };
        if is_plain(character) || !is_hidden(character) && *marks <= MOST_MARKS {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            escaped.push_str(&format!("\\u{unit:04x}"));
        }
    }
    escaped.into()
}

/// A writer that escapes JSON like [`escape`]. Only whole characters may be written to it.
#[derive(Debug)]
pub(crate) struct Escaped<W> {
    out: W,
    marks: usize,
}

impl<W: io::Write> Escaped<W> {
    /// Buffers the JSON, so that it is escaped in larger pieces.
    pub(crate) fn new(out: W) -> BufWriter<Self> {
        BufWriter::with_capacity(1 << 15, Self { out, marks: 0 })
    }
}

impl<W: io::Write> io::Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let json = str::from_utf8(bytes).map_err(io::Error::other)?;
        let escaped = escaped(json, &mut self.marks);
        self.out.write_all(escaped.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn is_plain(character: char) -> bool {
    matches!(character, '\n' | ' '..='~')
}

/// A parsed JSON text.
#[derive(Debug)]
pub(crate) struct Json<'a> {
    text: &'a str,
    nodes: Vec<Node<'a>>,
    /// Why and where parsing stopped, if it did.
    pub(crate) error: Option<SyntaxError>,
}

/// The first position that is not valid JSON.
#[derive(Debug)]
pub(crate) struct SyntaxError {
    pub(crate) at: At,
    pub(crate) message: String,
    /// Whether the text ended too early.
    pub(crate) is_cut: bool,
}

#[derive(Debug)]
struct Node<'a> {
    content: Content<'a>,
    /// The byte range of the value in the text.
    range: Range<usize>,
}

#[derive(Debug)]
enum Content<'a> {
    /// A number, `true`, `false` or `null`, as written.
    Plain,
    Text(Cow<'a, str>),
    List(Vec<u32>),
    Object(Vec<(Cow<'a, str>, u32)>),
}

impl<'a> Json<'a> {
    /// Parses a text up to its end or its first error. Accepts line breaks in strings, and trailing commas.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut parser = Parser {
            scan: Scan::new(text),
            nodes: Vec::new(),
            open: Vec::new(),
        };
        let error = parser.document().err();
        parser.close_cut();
        Self {
            text,
            nodes: parser.nodes,
            error,
        }
    }

    /// The outermost value.
    pub(crate) fn root(&self) -> Option<Value<'_>> {
        // Inner values are finished first, so the outermost comes last.
        let id = u32::try_from(self.nodes.len().checked_sub(1)?).ok()?;
        Some(Value { json: self, id })
    }
}

/// A value in a parsed text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value<'j> {
    json: &'j Json<'j>,
    id: u32,
}

impl<'j> Value<'j> {
    fn node(self) -> &'j Node<'j> {
        &self.json.nodes[self.id as usize]
    }

    fn with(self, id: u32) -> Self {
        Self { id, ..self }
    }

    /// The source text of the value.
    pub(crate) fn written(self) -> &'j str {
        let range = self.node().range.clone();
        self.json.text.get(range).unwrap_or("")
    }

    /// The value of a key of an object. The last one counts if the key is repeated.
    pub(crate) fn get(self, key: &str) -> Option<Self> {
        let mut members = self.as_object()?.rev();
        members
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    }

    /// The keys and values of an object.
    pub(crate) fn as_object(self) -> Option<impl DoubleEndedIterator<Item = (&'j str, Self)>> {
        match &self.node().content {
            Content::Object(members) => Some(
                members
                    .iter()
                    .map(move |(key, id)| (&**key, self.with(*id))),
            ),
            _ => None,
        }
    }

    /// The elements of an array. Empty for any other value.
    pub(crate) fn items(
        self,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<'j> {
        let items = match &self.node().content {
            Content::List(items) => &items[..],
            _ => &[],
        };
        items.iter().map(move |id| self.with(*id))
    }

    /// Whether the value is an array.
    pub(crate) fn is_list(self) -> bool {
        matches!(self.node().content, Content::List(_))
    }

    /// Whether the value is an object.
    pub(crate) fn is_object(self) -> bool {
        matches!(self.node().content, Content::Object(_))
    }

    /// The value of a string.
    pub(crate) fn as_str(self) -> Option<&'j str> {
        match &self.node().content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the value is `null`.
    pub(crate) fn is_null(self) -> bool {
        self.plain() == Some("null")
    }

    /// The value of a boolean.
    pub(crate) fn as_bool(self) -> Option<bool> {
        self.plain()?.parse().ok()
    }

    /// The value of an integer from 0 to 255.
    pub(crate) fn as_u8(self) -> Option<u8> {
        self.plain()?.parse().ok()
    }

    /// The value of a number.
    pub(crate) fn as_f64(self) -> Option<f64> {
        self.plain()?.parse().ok()
    }

    fn plain(self) -> Option<&'j str> {
        matches!(self.node().content, Content::Plain).then(|| self.written())
    }
}

/// An array or object that has not been closed yet.
struct Open<'a> {
    content: Content<'a>,
    start: usize,
    /// The key of the value that comes next.
    key: Option<Cow<'a, str>>,
}

struct Parser<'a> {
    scan: Scan<'a>,
    nodes: Vec<Node<'a>>,
    open: Vec<Open<'a>>,
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.scan.skip_space();
            let open = self.open.last();
            let in_list = open.map(|open| matches!(open.content, Content::List(_)));
            let is_whole = match (self.scan.peek(), in_list) {
                (Some(']'), Some(true)) | (Some('}'), Some(false)) => {
                    self.scan.next();
                    self.close();
                    true
                }
                (_, Some(false)) => {
                    self.key()?;
                    self.value()?
                }
                _ => self.value()?,
            };
            if is_whole && !self.go_on()? {
                return Ok(());
            }
        }
    }

    /// Continues after a complete value. Returns false at the end of the text.
    fn go_on(&mut self) -> Result<bool, SyntaxError> {
        self.scan.skip_space();
        match (self.scan.peek(), self.open.is_empty()) {
            (None, true) => Ok(false),
            (Some(_), true) => Err(self.error("something follows the end")),
            (Some(']' | '}'), _) => Ok(true),
            _ if self.scan.eat(",") => Ok(true),
            _ => Err(self.error("expected a comma")),
        }
    }

    fn key(&mut self) -> Result<(), SyntaxError> {
        if self.scan.peek() != Some('"') {
            return Err(self.error("expected a key"));
        }
        let key = self.string()?;
        self.scan.skip_space();
        if !self.scan.eat(":") {
            return Err(self.error("expected a colon"));
        }
        self.scan.skip_space();
        if let Some(open) = self.open.last_mut() {
            open.key = Some(key);
        }
        Ok(())
    }

    /// Parses a value, or the start of an array or object. Returns false if the value is incomplete.
    fn value(&mut self) -> Result<bool, SyntaxError> {
        let start = self.scan.offset();
        let content = match self.scan.peek() {
            Some('[') => Content::List(Vec::new()),
            Some('{') => Content::Object(Vec::new()),
            Some('"') => {
                let text = self.string()?;
                self.finish(Content::Text(text), start);
                return Ok(true);
            }
            _ => {
                self.plain(start)?;
                return Ok(true);
            }
        };
        self.scan.next();
        self.open.push(Open {
            content,
            start,
            key: None,
        });
        Ok(false)
    }

    fn plain(&mut self, start: usize) -> Result<(), SyntaxError> {
        let word = self
            .scan
            .take_while(|next| next.is_ascii_alphanumeric() || matches!(next, '+' | '-' | '.'));
        let is_value = matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok();
        // A number at the very end may be incomplete.
        if !is_value || self.scan.peek().is_none() && !self.open.is_empty() {
            return Err(self.error("expected a value"));
        }
        self.finish(Content::Plain, start);
        Ok(())
    }

    /// Adds a complete value to its container.
    fn finish(&mut self, content: Content<'a>, start: usize) {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            content,
            range: start..self.scan.offset(),
        });
        let Some(open) = self.open.last_mut() else {
            return;
        };
        match (&mut open.content, open.key.take()) {
            (Content::List(items), _) => items.push(id),
            (Content::Object(members), Some(key)) => members.push((key, id)),
            _ => {}
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.finish(open.content, open.start);
        }
    }

    /// Closes all containers where the text ends too early. Half a move could be mistaken for another move, so an
    /// incomplete object is left out of its array, unless an array of objects has begun inside it. An array that has
    /// just begun is left out, too.
    fn close_cut(&mut self) {
        let mut dropping = true;
        while let Some(open) = self.open.pop() {
            dropping &= !self.holds_values(&open);
            if !dropping || self.open.is_empty() {
                self.finish(open.content, open.start);
            } else {
                dropping = !self.is_in_list();
            }
        }
    }

    /// Whether a container that was just removed from the open ones contains objects or arrays, or may still get some.
    fn holds_values(&self, open: &Open<'_>) -> bool {
        let Content::List(items) = &open.content else {
            return false;
        };
        match items.last().map(|id| &self.nodes[*id as usize].content) {
            None => !self.is_in_list(),
            Some(last) => matches!(last, Content::List(_) | Content::Object(_)),
        }
    }

    /// Whether any open container is an array.
    fn is_in_list(&self) -> bool {
        let parent = self.open.last().map(|parent| &parent.content);
        matches!(parent, Some(Content::List(_)))
    }

    /// Parses a string, including its quotes.
    fn string(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.scan.next();
        let first = self.scan.take_while(|next| !matches!(next, '"' | '\\'));
        if self.scan.eat("\"") {
            return Ok(first.into());
        }
        let mut text = first.to_owned();
        loop {
            text.push_str(self.scan.take_while(|next| !matches!(next, '"' | '\\')));
            match self.scan.next() {
                Some('"') => return Ok(text.into()),
                Some(_) => text.push(self.escaped()?),
                None => return Err(self.error("the string is not closed")),
            }
        }
    }

    /// Parses an escape after the backslash.
    fn escaped(&mut self) -> Result<char, SyntaxError> {
        let Some(letter) = self.scan.next() else {
            return Err(self.error("the string is not closed"));
        };
        Ok(match letter {
            'b' => '\u{8}',
            'f' => '\u{C}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return Ok(self.unit_pair()),
            other => other,
        })
    }

    /// `\uD867\uDE3D` is one character in two UTF-16 code units. An unpaired surrogate is not a character.
    fn unit_pair(&mut self) -> char {
        let high = self.unit();
        let mut ahead = self.scan;
        let units = match high {
            0xD800..0xDC00 if ahead.eat("\\u") => {
                let before = std::mem::replace(&mut self.scan, ahead);
                let low = self.unit();
                if !(0xDC00..0xE000).contains(&low) {
                    self.scan = before;
                }
                [high, low]
            }
            _ => [high, 0],
        };
        let mut characters = char::decode_utf16(units);
        let first = characters.next().and_then(Result::ok);
        first.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Parses four hexadecimal digits. Returns 0xDC00, a surrogate, if they are missing.
    fn unit(&mut self) -> u16 {
        let digits = self.scan.rest().get(..4);
        match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                self.scan.take(4);
                unit
            }
            None => 0xDC00,
        }
    }

    fn error(&self, message: &str) -> SyntaxError {
        let is_cut = self.scan.rest().is_empty();
        SyntaxError {
            at: self.scan.at(),
            message: if is_cut {
                "the file ends inside its JSON".to_owned()
            } else {
                format!("not JSON: {message}")
            },
            is_cut,
        }
    }
}

#[cfg(test)]
mod tests;

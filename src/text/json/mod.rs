//! Parses JSON of any depth, as far as it is valid. serde_json builds and drops values recursively, to a depth of 128
//! levels, and they take thirty times the memory of the text. Variations can nest deeper, and the moves of a truncated
//! file should still be shown.

use std::borrow::Cow;
use std::io::{self, BufWriter};
use std::str::FromStr;

use crate::text::scan::{Scan, is_space};
use crate::text::{At, MOST_MARKS, is_hidden, is_mark};

/// An object without the keys that have no value.
pub(crate) fn without_nulls(mut object: serde_json::Value) -> serde_json::Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}

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
    // Without an early exit, so that the compiler can use vector instructions.
    let is_harmless =
        json.bytes().fold(true, |all, byte| all & matches!(byte, b'\n' | b' '..=b'~'));
    if is_harmless {
        if !json.is_empty() {
            *marks = 0;
        }
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        let is_plain = matches!(character, '\n' | ' '..='~');
        *marks = if !is_plain && is_mark(character) { *marks + 1 } else { 0 };
        if is_plain || !is_hidden(character) && *marks <= MOST_MARKS {
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

/// A JSON text, parsed once.
pub(crate) struct Json<'a> {
    text: &'a str,
    /// All arrays and objects in the order of the text, without those that are cut off at its end.
    items: Vec<Item>,
    /// Why and where parsing stopped, if it did.
    pub(crate) error: Option<SyntaxError>,
}

/// Where an array or object ends in the text. Where it begins, and plain values, which would take several times the
/// memory, are found again by their signs.
struct Item {
    end: u32,
    /// How many arrays and objects it is: itself and those inside it.
    count: u32,
}

/// The first position that is not valid JSON.
pub(crate) struct SyntaxError {
    pub(crate) at: At,
    pub(crate) message: String,
    /// Whether the text ended too early.
    pub(crate) is_cut: bool,
}

impl<'a> Json<'a> {
    /// Parses a text up to its end or its first error. Accepts line breaks in strings, and trailing commas.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut parser = Parser { scan: Scan::new(text), items: Vec::new(), open: Vec::new() };
        let error = parser.document().err();
        parser.drop_incomplete();
        let items = parser.items;
        Self { text, items, error }
    }

    /// The outermost array or object.
    pub(crate) fn root(&self) -> Option<Value<'_>> {
        let (item, inside) = self.items.split_first()?;
        let start = self.text.find(['[', '{'])? as u32;
        Some(Value { text: self.text, start, end: item.end, inside })
    }
}

/// A value in a parsed text.
#[derive(Clone, Copy)]
pub(crate) struct Value<'j> {
    text: &'j str,
    start: u32,
    end: u32,
    /// The arrays and objects inside it.
    inside: &'j [Item],
}

impl<'j> Value<'j> {
    /// The source text of the value.
    pub(crate) fn written(self) -> &'j str {
        self.text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The value of a string, or the source text of any other value.
    pub(crate) fn text(self) -> Cow<'j, str> {
        self.as_str().unwrap_or(self.written().into())
    }

    /// The elements of an array, or the keys and values of an object in turn. Empty unless this is the opening bracket.
    fn inside(self, bracket: char) -> impl Iterator<Item = Self> + Clone + use<'j> {
        let end = if self.written().starts_with(bracket) { self.end } else { self.start };
        let mut scan = Scan::range(self.text, self.start as usize..end as usize);
        scan.next();
        let mut arrays = self.inside;
        std::iter::from_fn(move || {
            scan.take_while(|next| matches!(next, ',' | ':') || is_space(next));
            let start = scan.offset();
            let mut inside: &[Item] = &[];
            match scan.peek()? {
                '[' | '{' => {
                    let item = arrays.first()?;
                    (inside, arrays) = arrays.split_at_checked(item.count as usize)?;
                    inside = &inside[1..];
                    scan.take((item.end as usize).checked_sub(start)?);
                }
                '"' => drop(string(&mut scan)?),
                _ => drop(scan.take_while(is_plain_value)),
            }
            let end = scan.offset();
            (end > start).then_some(Self { start: start as u32, end: end as u32, inside, ..self })
        })
    }

    /// The value of a key of an object. The last one counts if the key is repeated.
    pub(crate) fn get(self, key: &str) -> Option<Self> {
        let values = self.as_object()?.filter_map(|(name, value)| (name == key).then_some(value));
        values.last()
    }

    /// The keys and values of an object.
    pub(crate) fn as_object(self) -> Option<impl Iterator<Item = (Cow<'j, str>, Self)> + Clone> {
        let mut inside = self.inside('{');
        let members = std::iter::from_fn(move || Some((inside.next()?.text(), inside.next()?)));
        self.is_object().then_some(members)
    }

    /// The elements of an array. Empty for any other value.
    pub(crate) fn items(self) -> impl Iterator<Item = Self> + Clone + use<'j> {
        self.inside('[')
    }

    /// Whether the value is an array.
    pub(crate) fn is_list(self) -> bool {
        self.written().starts_with('[')
    }

    /// Whether the value is an object.
    pub(crate) fn is_object(self) -> bool {
        self.written().starts_with('{')
    }

    /// The value of a string.
    pub(crate) fn as_str(self) -> Option<Cow<'j, str>> {
        let inner = self.written().strip_prefix('"')?.strip_suffix('"')?;
        match inner.contains('\\') {
            true => string(&mut Scan::new(self.written())),
            false => Some(inner.into()),
        }
    }

    /// The value of a number or boolean. `None` if it does not fit the type.
    pub(crate) fn as_plain<T: FromStr>(self) -> Option<T> {
        self.written().parse().ok()
    }
}

/// Whether a character may be part of a number, `true`, `false` or `null`.
fn is_plain_value(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.')
}

/// An array or object that has not been closed yet.
struct Open {
    /// Its index in [`Json::items`].
    index: usize,
    is_list: bool,
    /// The number of items up to and including its last complete value, and where that ends.
    whole: (usize, u32),
    /// Whether it is an array of objects or arrays, or may still become one.
    holds_values: bool,
}

struct Parser<'a> {
    scan: Scan<'a>,
    items: Vec<Item>,
    open: Vec<Open>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.scan.skip_space();
            let is_whole = match (self.scan.peek(), self.is_in_list()) {
                (Some(']'), Some(true)) | (Some('}'), Some(false)) => {
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

    /// Whether the innermost open container is an array.
    fn is_in_list(&self) -> Option<bool> {
        self.open.last().map(|open| open.is_list)
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
        self.string()?;
        self.scan.skip_space();
        if !self.scan.eat(":") {
            return Err(self.error("expected a colon"));
        }
        self.scan.skip_space();
        Ok(())
    }

    /// Parses a value, or the start of an array or object. Returns false if the value is incomplete.
    fn value(&mut self) -> Result<bool, SyntaxError> {
        match self.scan.peek() {
            Some(bracket @ ('[' | '{')) => {
                self.open(bracket == '[');
                return Ok(false);
            }
            Some('"') => self.string()?,
            _ => self.plain()?,
        }
        self.finish(false);
        Ok(true)
    }

    fn plain(&mut self) -> Result<(), SyntaxError> {
        let word = self.scan.take_while(is_plain_value);
        let is_value = matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok();
        // A number at the very end may be incomplete.
        if !is_value || self.scan.peek().is_none() && !self.open.is_empty() {
            return Err(self.error("expected a value"));
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        let end = string(&mut self.scan).map(drop);
        end.ok_or_else(|| self.error("the string is not closed"))
    }

    fn open(&mut self, is_list: bool) {
        let index = self.items.len();
        self.scan.next();
        let end = self.scan.offset() as u32;
        // The end and the count are known when it is closed.
        self.items.push(Item { end, count: 1 });
        self.open.push(Open {
            index,
            is_list,
            whole: (index + 1, end),
            holds_values: is_list && self.is_in_list() != Some(true),
        });
    }

    fn close(&mut self) {
        self.scan.next();
        if let Some(open) = self.open.pop() {
            self.end(open.index, self.scan.offset() as u32);
        }
        self.finish(true);
    }

    /// Ends an array or object at an offset, with the items so far.
    fn end(&mut self, index: usize, end: u32) {
        let count = (self.items.len() - index) as u32;
        let item = &mut self.items[index];
        (item.end, item.count) = (end, count);
    }

    /// Records in its container that a value is complete.
    fn finish(&mut self, holds_values: bool) {
        if let Some(open) = self.open.last_mut() {
            open.whole = (self.items.len(), self.scan.offset() as u32);
            open.holds_values = open.is_list && holds_values;
        }
    }

    /// Drops the items of a value that is incomplete. Half a move could be mistaken for another move, so an incomplete
    /// object is left out of its array, unless an array of objects has begun inside it. An array that has just begun is
    /// left out, too.
    fn drop_incomplete(&mut self) {
        let open = std::mem::take(&mut self.open);
        let kept = (0..open.len()).rev().find(|at| {
            let is_outer_list = open[*at].is_list && *at + 1 < open.len();
            open[*at].holds_values || is_outer_list || *at == 0
        });
        if let Some(kept) = kept {
            let (items, end) = open[kept].whole;
            self.items.truncate(items);
            open[..=kept].iter().for_each(|open| self.end(open.index, end));
        }
    }

    fn error(&self, message: &str) -> SyntaxError {
        let is_cut = self.scan.is_at_end();
        SyntaxError {
            at: self.scan.at(),
            message: if is_cut {
                "unexpected end of file".to_owned()
            } else {
                format!("not JSON: {message}")
            },
            is_cut,
        }
    }
}

/// Parses a string, including its quotes. `None` if it is not a string or not closed.
fn string<'a>(scan: &mut Scan<'a>) -> Option<Cow<'a, str>> {
    if !scan.eat("\"") {
        return None;
    }
    let mut text = Cow::Borrowed(scan.take_to_either(b'"', b'\\'));
    while scan.next()? == '\\' {
        let text = text.to_mut();
        escape_in(scan, text)?;
        text.push_str(scan.take_to_either(b'"', b'\\'));
    }
    Some(text)
}

/// Adds the character after a backslash.
pub(crate) fn escape_in(scan: &mut Scan<'_>, text: &mut String) -> Option<()> {
    match scan.next()? {
        'b' => text.push('\u{8}'),
        'f' => text.push('\u{C}'),
        'n' => text.push('\n'),
        'r' => text.push('\r'),
        't' => text.push('\t'),
        'u' => text.push_str(&utf16(scan)),
        other => text.push(other),
    }
    Some(())
}

/// Parses the rest of an escape, and those that follow it: `\uD867\uDE3D` is one character in two code units.
fn utf16(scan: &mut Scan<'_>) -> String {
    let mut units = vec![unit(scan)];
    while scan.eat("\\u") {
        units.push(unit(scan));
    }
    String::from_utf16_lossy(&units)
}

/// Parses four hexadecimal digits. Returns U+FFFD if they are missing.
fn unit(scan: &mut Scan<'_>) -> u16 {
    let digits = Some(scan.ahead(4)).filter(|digits| digits.len() == 4);
    let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
    scan.take(if unit.is_some() { 4 } else { 0 });
    unit.unwrap_or(0xFFFD)
}

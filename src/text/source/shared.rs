//! Texts that many games share, and large ones that are decoded chunk by chunk.

use std::borrow::Cow;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use encoding_rs::{Decoder, UTF_8};

use super::taken::TakenFrom;
use super::{Encoding, Family, Unit, encoding_name, find_encoding, joined, with_usual_line_ends};
use crate::text::At;
use crate::text::at::{self, LineMark};

/// A reference-counted text of a file, or a chunk of one.
#[derive(Clone)]
pub(crate) struct SharedText {
    whole: Arc<String>,
    range: Range<usize>,
    /// The line of the file on which it begins, from 1.
    line: u32,
    /// The encoding of the file.
    encoding: Encoding,
    /// Whether it has the first bytes of the file that are invalid in the encoding.
    damaged: bool,
    /// Whether an incomplete unit at its end was left out.
    pub(crate) is_cut: bool,
    /// The text that it was taken out of.
    origin: Option<Arc<TakenFrom>>,
    marks: Arc<OnceLock<Vec<LineMark>>>,
}

impl SharedText {
    pub(crate) fn new(text: String, encoding: Encoding, damaged: bool) -> Self {
        Self { damaged, ..Self::part(&Arc::new(text), 0, encoding) }
    }

    /// A text from an offset on.
    pub(super) fn part(whole: &Arc<String>, start: usize, encoding: Encoding) -> Self {
        let range = start..whole.len();
        let whole = Arc::clone(whole);
        let marks = Arc::default();
        Self { range, whole, line: 1, encoding, damaged: false, is_cut: false, origin: None, marks }
    }

    /// A text that was made of this one, if it differs.
    pub(crate) fn or_made(&self, text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(_) => self.clone(),
            Cow::Owned(text) => Self::new(text, self.encoding, self.damaged),
        }
    }

    /// The name of the encoding in lower case.
    pub(crate) fn encoding_name(&self) -> &'static str {
        encoding_name(self.encoding)
    }

    /// The position of the first invalid bytes. A character cut at the very end is reported with the unit it belongs to.
    pub(crate) fn damage(&self) -> Option<At> {
        let text = if self.damaged { &**self } else { "" };
        let whole = text.trim_end_matches('\u{FFFD}');
        whole.find('\u{FFFD}').map(At::offset)
    }

    /// The position of the first U+FFFD that is in the file itself, and their number. Not of invalid bytes.
    pub(crate) fn replaced(&self) -> Option<(At, usize)> {
        let first = self.find('\u{FFFD}').filter(|_| !self.damaged && self.encoding == UTF_8)?;
        Some((At::offset(first), self[first..].matches('\u{FFFD}').count()))
    }

    /// Converts offsets of the text to lines and columns of the file.
    pub(crate) fn resolve<'a>(&self, mut places: impl Iterator<Item = &'a mut At>) {
        self.resolve_all(&mut places);
    }

    fn resolve_all(&self, places: &mut dyn Iterator<Item = &mut At>) {
        match &self.origin {
            Some(origin) => origin.outer.resolve_all(&mut places.map(|at| origin.lead_out(at))),
            None => at::resolve(self, self.line, &self.marks, places),
        }
    }

    /// The same as a part of another text, whose encoding it has.
    pub(super) fn taken_from(self, origin: &Arc<TakenFrom>) -> Self {
        let SharedText { encoding, damaged, .. } = origin.outer;
        Self { encoding, damaged, origin: Some(Arc::clone(origin)), ..self }
    }

    /// The text up to the end of its last complete unit.
    pub(crate) fn whole_units(self, unit: Unit) -> Self {
        let end = unit.end(&self);
        self.until(end)
    }

    /// The text up to an offset, after which it is still being written.
    pub(crate) fn until(mut self, end: usize) -> Self {
        self.is_cut |= end < self.len();
        self.range.end = self.range.start + end.min(self.len());
        self
    }

    /// The text as [`super::Source::text`] has it, if that differs.
    pub(crate) fn usual(&self) -> Option<Self> {
        match with_usual_line_ends(Cow::Borrowed(self)) {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => {
                let (range, whole) = (0..text.len(), Arc::new(text));
                Some(Self { range, whole, marks: Arc::default(), ..self.clone() })
            }
        }
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        self.whole.get(self.range.clone()).unwrap_or("")
    }
}

impl std::fmt::Debug for SharedText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SharedText({:?})", self.range)
    }
}

/// A text that is decoded as far as it is needed, and taken chunk by chunk.
#[derive(Debug)]
pub(crate) struct LargeText {
    encoding: Encoding,
    contents: Contents,
    /// The number of bytes taken or decoded so far.
    at: usize,
    /// The line of the file on which the next chunk begins, from 1.
    line: u32,
}

#[derive(Debug)]
enum Contents {
    /// Valid UTF-8: the chunks share it.
    Text(Arc<String>),
    Encoded(Encoded),
}

#[derive(Debug)]
struct Encoded {
    bytes: Vec<u8>,
    decoder: Decoder,
    /// The text decoded but not yet taken.
    text: String,
    /// Whether the first invalid bytes have been taken; `None` before any.
    has_taken_damage: Option<bool>,
}

impl LargeText {
    /// The text of a file.
    ///
    /// # Errors
    /// Returns the bytes if the encoding is stateful, so that the text can only be decoded as a whole.
    pub(crate) fn new(
        bytes: Vec<u8>,
        forced: Option<Encoding>,
        family: Family,
    ) -> Result<Self, Vec<u8>> {
        let (encoding, mark) = find_encoding(&bytes, false, forced, family);
        let has_states = family == Family::Any && super::declared::is_hz(&bytes);
        if has_states || encoding == encoding_rs::ISO_2022_JP {
            return Err(bytes);
        }
        let text = match encoding == UTF_8 {
            true => String::from_utf8(bytes).map_err(|error| error.into_bytes()),
            false => Err(bytes),
        };
        let contents = match text {
            Ok(text) => Contents::Text(Arc::new(text)),
            Err(bytes) if forced.is_none() && joined::decode(&bytes, family).is_some() => {
                return Err(bytes);
            }
            Err(bytes) => Contents::Encoded(Encoded {
                bytes,
                decoder: encoding.new_decoder_without_bom_handling(),
                text: String::new(),
                has_taken_damage: None,
            }),
        };
        Ok(Self { encoding, contents, at: mark, line: 1 })
    }

    /// The bytes of the file.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        match self.contents {
            Contents::Encoded(encoded) => encoded.bytes,
            Contents::Text(text) => Arc::unwrap_or_clone(text).into_bytes(),
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        match &self.contents {
            Contents::Text(text) => text.len(),
            Contents::Encoded(encoded) => encoded.bytes.len(),
        }
    }

    /// The number of bytes taken or decoded so far.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// At least this many bytes of the remaining text, and whether they are all of it.
    pub(crate) fn ahead(&mut self, wanted: usize) -> (&str, bool) {
        match &mut self.contents {
            Contents::Text(text) => {
                let rest = text.get(self.at..).unwrap_or("");
                let mut ends = wanted..rest.len();
                let end = ends.find(|end| rest.is_char_boundary(*end));
                let ahead = end.and_then(|end| rest.get(..end));
                (ahead.unwrap_or(rest), ahead.is_none())
            }
            Contents::Encoded(encoded) => {
                encoded.decode(&mut self.at, wanted);
                (&encoded.text, self.at == encoded.bytes.len())
            }
        }
    }

    /// Takes this many of the bytes [`LargeText::ahead`].
    pub(crate) fn take(&mut self, length: usize) -> SharedText {
        let text = match &mut self.contents {
            Contents::Text(text) => {
                let start = self.at;
                self.at += length;
                let range = start..self.at;
                SharedText { range, line: self.line, ..SharedText::part(text, 0, self.encoding) }
            }
            Contents::Encoded(encoded) => {
                let (text, damaged) = encoded.take(length);
                SharedText { line: self.line, ..SharedText::new(text, self.encoding, damaged) }
            }
        };
        self.line = self.line.saturating_add(at::breaks(&text).count() as u32);
        text
    }
}

impl Encoded {
    /// Decodes until `wanted` bytes of text are available.
    fn decode(&mut self, at: &mut usize, wanted: usize) {
        let missing = wanted.saturating_sub(self.text.len());
        let end = at.saturating_add(missing).min(self.bytes.len());
        let step = self.bytes.get(*at..end).unwrap_or(&[]);
        if step.is_empty() {
            return;
        }
        let most = self.decoder.max_utf8_buffer_length(step.len());
        self.text.reserve(most.unwrap_or(step.len()));
        let is_last = end == self.bytes.len();
        let (_, read, damaged) = self.decoder.decode_to_string(step, &mut self.text, is_last);
        *at += read;
        if damaged {
            self.has_taken_damage.get_or_insert(false);
        }
    }

    /// Takes text, and whether it is the first with invalid bytes.
    fn take(&mut self, length: usize) -> (String, bool) {
        let rest = self.text.split_off(length);
        let text = std::mem::replace(&mut self.text, rest);
        let damaged = self.has_taken_damage == Some(false) && text.contains('\u{FFFD}');
        if damaged {
            self.has_taken_damage = Some(true);
        }
        (text, damaged)
    }
}

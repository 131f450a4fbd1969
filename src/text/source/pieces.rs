//! Splits a large text into pieces.

use std::ops::Deref;
use std::sync::Arc;

use encoding_rs::{Decoder, UTF_8};

use super::{Encoding, Family, Source, find_encoding};

/// A reference-counted text or a part of one.
#[derive(Clone)]
pub(crate) struct SharedText {
    whole: Arc<String>,
    start: usize,
    end: usize,
}

impl SharedText {
    /// The first `length` bytes of the text.
    pub(crate) fn until(&self, length: usize) -> Self {
        Self {
            end: self.end.min(self.start + length),
            ..self.clone()
        }
    }
}

impl From<String> for SharedText {
    fn from(text: String) -> Self {
        Self {
            start: 0,
            end: text.len(),
            whole: Arc::new(text),
        }
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        self.whole.get(self.start..self.end).unwrap_or("")
    }
}

impl std::fmt::Debug for SharedText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SharedText({}..{})", self.start, self.end)
    }
}

/// A piece of a text.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: SharedText,
    /// The encoding of the text.
    pub(super) encoding: Encoding,
    /// Whether this is the first piece with bytes that are invalid in the encoding.
    pub(super) damaged: bool,
    /// The line of the file on which the piece begins, from 1.
    pub(super) line: u32,
    /// The offset of the first byte of the file after this piece.
    pub(crate) end: usize,
}

/// Finds the offset of the last part of a text. Returns `None` if the text has only one part.
pub(crate) type LastPart = fn(&str) -> Option<usize>;

/// Splits a text before some of its parts, such as games, so that each piece can be read separately.
#[derive(Debug)]
pub(crate) struct Pieces {
    last_part: LastPart,
    encoding: Encoding,
    contents: Contents,
    /// The number of bytes returned or decoded so far.
    at: usize,
    line: u32,
}

#[derive(Debug)]
enum Contents {
    /// Valid UTF-8: the pieces share it.
    Text(SharedText),
    Encoded(Encoded),
}

/// A text that is decoded piece by piece.
#[derive(Debug)]
struct Encoded {
    bytes: Vec<u8>,
    decoder: Decoder,
    /// The text decoded but not yet returned.
    text: String,
    damage: Damage,
}

/// Whether invalid bytes were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    None,
    /// In the current piece.
    Here,
    Reported,
}

/// The minimum length of a piece in bytes. A piece is longer if one of its parts is.
const STEP: usize = 32 * 1024;

impl Pieces {
    /// The pieces of a text.
    ///
    /// # Errors
    /// Returns the bytes if the encoding is stateful, so that the text can only be decoded as a whole.
    pub(crate) fn new(
        bytes: Vec<u8>,
        forced: Option<Encoding>,
        family: Family,
        last_part: LastPart,
    ) -> Result<Self, Vec<u8>> {
        let (encoding, mark) = find_encoding(&bytes, forced, family);
        let has_states = family == Family::Any && super::declared::is_hz(&bytes);
        if has_states || encoding == encoding_rs::ISO_2022_JP {
            return Err(bytes);
        }
        let text = match encoding == UTF_8 {
            true => String::from_utf8(bytes).map_err(|error| error.into_bytes()),
            false => Err(bytes),
        };
        let contents = match text {
            Ok(text) => Contents::Text(text.into()),
            Err(bytes) => Contents::Encoded(Encoded {
                bytes,
                decoder: encoding.new_decoder_without_bom_handling(),
                text: String::new(),
                damage: Damage::None,
            }),
        };
        Ok(Self {
            last_part,
            encoding,
            contents,
            at: mark,
            line: 1,
        })
    }

    /// The bytes of the text.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        match self.contents {
            Contents::Encoded(encoded) => encoded.bytes,
            Contents::Text(text) => match Arc::try_unwrap(text.whole) {
                Ok(text) => text.into_bytes(),
                Err(text) => text.as_bytes().to_vec(),
            },
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        match &self.contents {
            Contents::Text(text) => text.len(),
            Contents::Encoded(encoded) => encoded.bytes.len(),
        }
    }
}

impl Iterator for Pieces {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if self.at >= self.len() {
            return None;
        }
        let (text, damaged) = match &mut self.contents {
            Contents::Text(text) => (part(text, &mut self.at, self.last_part)?, false),
            Contents::Encoded(encoded) => encoded.next(&mut self.at, self.last_part)?,
        };
        let line = self.line;
        self.line = line.saturating_add(count_lines(&text));
        Some(Piece {
            text,
            encoding: self.encoding,
            damaged,
            line,
            end: self.at,
        })
    }
}

/// Returns the piece of a text that begins at an offset, and advances the offset to the end of the piece.
fn part(text: &SharedText, at: &mut usize, last_part: LastPart) -> Option<SharedText> {
    let rest = text.get(*at..)?;
    let mut wanted = STEP;
    let cut = loop {
        let mut ends = wanted..rest.len();
        let Some(end) = ends.find(|end| rest.is_char_boundary(*end)) else {
            break rest.len();
        };
        match last_part(rest.get(..end)?).filter(|cut| *cut > 0) {
            Some(cut) => break cut,
            None => wanted = end.saturating_mul(2),
        }
    };
    let start = *at;
    *at += cut;
    Some(SharedText {
        start,
        end: *at,
        ..text.clone()
    })
}

impl Encoded {
    /// Returns the next piece, and whether it is the first with invalid bytes.
    fn next(&mut self, at: &mut usize, last_part: LastPart) -> Option<(SharedText, bool)> {
        let mut wanted = STEP;
        // At the end of the bytes, the last piece took everything.
        while *at < self.bytes.len() {
            self.decode(at, wanted);
            let cut = match *at < self.bytes.len() {
                true => last_part(&self.text),
                false => Some(self.text.len()),
            };
            match cut.filter(|cut| *cut > 0) {
                Some(cut) => return Some(self.take(cut)),
                None => wanted = wanted.max(self.text.len()).saturating_mul(2),
            }
        }
        None
    }

    /// Decodes until `wanted` bytes of text are available.
    fn decode(&mut self, at: &mut usize, wanted: usize) {
        let missing = wanted.saturating_sub(self.text.len());
        let end = at.saturating_add(missing).min(self.bytes.len());
        let step = self.bytes.get(*at..end).unwrap_or(&[]);
        let most = self.decoder.max_utf8_buffer_length(step.len());
        self.text.reserve(most.unwrap_or(step.len()));
        let is_last = end == self.bytes.len();
        let (_, read, damaged) = self.decoder.decode_to_string(step, &mut self.text, is_last);
        *at += read;
        if damaged && self.damage == Damage::None {
            self.damage = Damage::Here;
        }
    }

    fn take(&mut self, cut: usize) -> (SharedText, bool) {
        let rest = self.text.split_off(cut);
        let text = std::mem::replace(&mut self.text, rest);
        let damaged = self.damage == Damage::Here && text.contains('\u{FFFD}');
        if damaged {
            self.damage = Damage::Reported;
        }
        (text.into(), damaged)
    }
}

/// The number of line ends in a text.
fn count_lines(text: &str) -> u32 {
    let count = |end: u8| memchr::memchr_iter(end, text.as_bytes()).count();
    // Classic Mac OS ended lines with CR alone.
    let lines = match count(b'\n') {
        0 => count(b'\r'),
        lines => lines,
    };
    u32::try_from(lines).unwrap_or(u32::MAX)
}

impl Piece {
    /// The piece as the contents of a file with this name.
    pub(crate) fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source {
            piece: Some(self),
            ..Source::new(self.text.as_bytes(), name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts begin with `#`.
    fn last(text: &str) -> Option<usize> {
        text.rfind('#').filter(|at| *at > 0)
    }

    fn pieces(bytes: &[u8]) -> Vec<Piece> {
        let forced = crate::text::encoding_by_label("gb18030");
        let pieces = Pieces::new(bytes.to_vec(), forced, Family::Chinese, last);
        pieces.unwrap().collect()
    }

    #[test]
    fn pieces_begin_with_a_part_and_make_up_the_text() {
        let parts = |number: usize| format!("#{number}\n{}\n", "打谱".repeat(1 + number % 900));
        let text: String = (0..2000).map(parts).collect();
        let (bytes, ..) = encoding_rs::GB18030.encode(&text);
        let pieces = pieces(&bytes);
        assert!(pieces.len() > 5, "{}", pieces.len());
        let mut line = 1;
        let mut joined = String::new();
        for piece in &pieces {
            assert!(piece.text.starts_with('#') && piece.text.len() < 3 * STEP);
            assert_eq!((piece.line, piece.damaged), (line, false));
            line += piece.text.matches('\n').count() as u32;
            joined.push_str(&piece.text);
        }
        assert!(joined == text);
        assert_eq!(pieces.last().unwrap().end, bytes.len());
    }

    #[test]
    fn damage_is_reported_for_the_first_damaged_piece() {
        let mut bytes = b"#\n".repeat(STEP);
        bytes.extend(b"\xFF");
        bytes.extend(b"#\n".repeat(STEP));
        bytes.extend(b"\xFF");
        let pieces = pieces(&bytes);
        let damaged = pieces.iter().filter(|piece| piece.damaged).count();
        assert_eq!(damaged, 1);
        let found = pieces.iter().find(|piece| piece.damaged).unwrap();
        let source = found.source("");
        let text = source.text(Family::Chinese);
        let mut at = text.damage().unwrap();
        crate::text::lines::resolve(&text.text, text.line(), std::iter::once(&mut at));
        assert_eq!(at.to_string(), format!("{}:1", STEP + 1));
    }

    #[test]
    fn one_part_is_one_piece_however_long() {
        let bytes = format!("#{}", "a".repeat(3 * STEP)).into_bytes();
        assert_eq!(pieces(&bytes).len(), 1);
        assert!(pieces(b"").is_empty());
    }
}

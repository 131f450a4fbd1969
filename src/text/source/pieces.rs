//! Decodes a large text piece by piece.

use encoding_rs::Decoder;

use super::{Encoding, Family, Source, find_encoding};

/// A decoded piece of a text.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
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
    decoder: Decoder,
    /// The number of bytes decoded so far.
    at: usize,
    /// The text decoded but not yet returned.
    text: String,
    line: u32,
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

/// The number of bytes decoded at a time. A piece is larger only if one of its parts is.
const STEP: usize = 256 * 1024;

impl Pieces {
    /// Returns `None` if the encoding is stateful, so that the text can only be decoded as a whole.
    pub(crate) fn new(
        bytes: &[u8],
        forced: Option<Encoding>,
        family: Family,
        last_part: LastPart,
    ) -> Option<Self> {
        let (encoding, mark) = find_encoding(bytes, forced, family);
        let has_states = family == Family::Any && super::declared::is_hz(bytes);
        let is_plain = !has_states && encoding != encoding_rs::ISO_2022_JP;
        is_plain.then(|| Self {
            last_part,
            encoding,
            decoder: encoding.new_decoder_without_bom_handling(),
            at: mark,
            text: String::new(),
            line: 1,
            damage: Damage::None,
        })
    }

    /// Returns the next piece. `bytes` must be the same on every call.
    pub(crate) fn next(&mut self, bytes: &[u8]) -> Option<Piece> {
        let mut wanted = STEP;
        // At the end of the bytes, the last piece took everything.
        while self.at < bytes.len() {
            self.decode(bytes, wanted);
            let cut = match self.at < bytes.len() {
                true => (self.last_part)(&self.text),
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
    fn decode(&mut self, bytes: &[u8], wanted: usize) {
        let missing = wanted.saturating_sub(self.text.len());
        let end = self.at.saturating_add(missing).min(bytes.len());
        let step = bytes.get(self.at..end).unwrap_or(&[]);
        let most = self.decoder.max_utf8_buffer_length(step.len());
        self.text.reserve(most.unwrap_or(step.len()));
        let is_last = end == bytes.len();
        let (_, read, damaged) = self.decoder.decode_to_string(step, &mut self.text, is_last);
        self.at += read;
        if damaged && self.damage == Damage::None {
            self.damage = Damage::Here;
        }
    }

    fn take(&mut self, cut: usize) -> Piece {
        let rest = self.text.split_off(cut);
        let text = std::mem::replace(&mut self.text, rest);
        let damaged = self.damage == Damage::Here && text.contains('\u{FFFD}');
        if damaged {
            self.damage = Damage::Reported;
        }
        let count = |end: u8| text.bytes().filter(|byte| *byte == end).count();
        // Classic Mac OS ended lines with CR alone.
        let lines = match count(b'\n') {
            0 => count(b'\r'),
            lines => lines,
        };
        let line = self.line;
        self.line = line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        Piece {
            text,
            encoding: self.encoding,
            damaged,
            line,
            end: self.at,
        }
    }
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
        let mut pieces = Pieces::new(bytes, forced, Family::Chinese, last).unwrap();
        std::iter::from_fn(|| pieces.next(bytes)).collect()
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
        let (at, _) = text.damage().unwrap();
        let at = text.lines().resolve(at);
        assert_eq!(at.to_string(), format!("{}:1", STEP + 1));
    }

    #[test]
    fn one_part_is_one_piece_however_long() {
        let bytes = format!("#{}", "a".repeat(3 * STEP)).into_bytes();
        assert_eq!(pieces(&bytes).len(), 1);
        assert!(pieces(b"").is_empty());
    }
}

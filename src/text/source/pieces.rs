//! A large text in pieces, decoded one after another.

use encoding_rs::Decoder;

use super::{Encoding, Family, Source, find_encoding};

/// A piece of a text, decoded.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// The encoding that the text was in.
    pub(super) encoding: Encoding,
    /// Whether bytes of it were no text in that encoding, and of no piece before it.
    pub(super) damaged: bool,
    /// The line of the file on which it begins, from 1.
    pub(super) line: u32,
    /// How many bytes of the file were read by the end of it.
    pub(crate) end: usize,
}

/// Where the last part of a text begins that is not its first; `None` if there is but one.
pub(crate) type LastPart = fn(&str) -> Option<usize>;

/// Cuts a text in front of some of its parts, such as games, so that each piece can be read by itself.
#[derive(Debug)]
pub(crate) struct Pieces {
    last_part: LastPart,
    encoding: Encoding,
    decoder: Decoder,
    /// How many bytes were decoded.
    at: usize,
    /// What was decoded and not handed out.
    text: String,
    line: u32,
    damage: Damage,
}

/// Whether bytes were no text in the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    None,
    /// In the piece that is decoded.
    Here,
    Reported,
}

/// So many bytes are decoded at once. A piece has more only if one of its parts has.
const STEP: usize = 256 * 1024;

impl Pieces {
    /// The pieces of a text; `None` if its encoding has states, so that it is decoded as a whole or not at all.
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

    /// The next piece of the bytes, which are those that this was made for.
    pub(crate) fn next(&mut self, bytes: &[u8]) -> Option<Piece> {
        let mut wanted = STEP;
        // At the end of the bytes the last piece took everything.
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

    /// Decodes until there is as much text as is wanted.
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
        // Macintosh programs once ended lines with CR alone.
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
    /// The piece as a file of this name.
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
    fn damage_is_told_of_the_first_piece_that_has_it() {
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

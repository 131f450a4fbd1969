//! A file's bytes, and the text in them. The only place that decodes.

mod any;
mod chinese;
mod declared;
mod japanese;
mod pieces;
mod unicode;
mod unit;

use std::borrow::Cow;
use std::cell::OnceCell;

pub(crate) use pieces::{LastPart, Piece, Pieces};
pub use unit::Unit;

use crate::text::{At, LineIndex};

/// A text encoding.
pub type Encoding = &'static encoding_rs::Encoding;

/// The mainland's encoding, with all of Unicode.
pub(crate) const GB18030: Encoding = encoding_rs::GB18030;
/// Taiwan's and Hong Kong's encoding.
pub(crate) const BIG5: Encoding = encoding_rs::BIG5;
/// The default when writing.
pub(crate) const UTF_8: Encoding = encoding_rs::UTF_8;

/// The text of binary files of Windows programs, low byte first.
pub(crate) const UTF_16LE: Encoding = encoding_rs::UTF_16LE;

/// Which encodings a text without a mark is tried in, after UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// GB18030, then Big5: xiangqi.
    Chinese,
    /// Shift_JIS as Windows has it (cp932), then EUC-JP: shogi.
    Japanese,
    /// As the text itself declares, then any of these and EUC-KR: Go.
    Any,
}

/// A decoded text.
#[derive(Debug)]
pub struct Text<'a> {
    /// The characters, without a byte order mark.
    pub text: Cow<'a, str>,
    /// The encoding they were in.
    pub encoding: Encoding,
    /// Whether some bytes were not valid in that encoding; U+FFFD replaces them.
    pub damaged: bool,
    /// Whether the end of the file is left out.
    held_back: bool,
    /// The line of the file on which the text begins, from 1.
    first_line: u32,
}

impl Text<'_> {
    /// The decoder's name in lower case.
    pub fn encoding_name(&self) -> &'static str {
        encoding_name(self.encoding)
    }

    /// The places of the text as lines and columns of the file.
    pub(crate) fn lines(&self) -> LineIndex {
        LineIndex::on_line(&self.text, self.first_line)
    }

    /// Where the first bytes are that are not valid in the encoding, and a message about them. A character that is cut at
    /// the very end is reported with what it belongs to.
    pub(crate) fn damage(&self) -> Option<(At, String)> {
        let whole = self.text.trim_end_matches('\u{FFFD}');
        let damage = whole.find('\u{FFFD}').filter(|_| self.damaged)?;
        let name = self.encoding_name();
        let message = format!("some bytes are not valid {name}; they are shown as U+FFFD");
        Some((At::offset(damage), message))
    }
}

/// A file to be read.
#[derive(Debug)]
pub struct Source<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The file name without directory, for its extension; empty if there is none.
    pub name: &'a str,
    /// The encoding that the reader insists on.
    pub forced: Option<Encoding>,
    /// A writer may be at work: what is at the end may be a half.
    pub growing: bool,
    /// Every game will be opened, so a reader need not put that off.
    pub eager: bool,
    /// What is left out at the end of the text if it is not whole.
    unit: Unit,
    /// The bytes are a piece of a file, decoded already.
    piece: Option<&'a Piece>,
    /// What each family finds out about the encoding, and how long its mark is.
    encodings: [OnceCell<(Encoding, usize)>; 3],
    texts: [OnceCell<Text<'a>>; 3],
    heads: [OnceCell<Text<'a>>; 3],
}

impl<'a> Source<'a> {
    /// A file with a name, encoding unknown.
    pub fn new(bytes: &'a [u8], name: &'a str) -> Self {
        Self {
            bytes,
            name,
            forced: None,
            growing: false,
            eager: false,
            unit: Unit::File,
            piece: None,
            encodings: Default::default(),
            texts: Default::default(),
            heads: Default::default(),
        }
    }

    /// The same file, to be decoded in a given encoding.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Option<Encoding>) -> Self {
        self.forced = encoding;
        self
    }

    /// The same file, which may still be written to.
    #[must_use]
    pub fn growing(mut self, growing: bool) -> Self {
        self.growing = growing;
        self
    }

    /// The same file, of which every game will be opened.
    #[must_use]
    pub fn eager(mut self, eager: bool) -> Self {
        self.eager = eager;
        self
    }

    /// The same file without a unit at its end of which only a half may be there.
    pub(crate) fn whole_units(&self, unit: Unit) -> Self {
        Self {
            unit,
            piece: self.piece,
            ..Self::new(self.bytes, self.name)
                .with_encoding(self.forced)
                .growing(self.growing)
                .eager(self.eager)
        }
    }

    /// Whether text that was decoded is without its end.
    pub(crate) fn holds_back(&self) -> bool {
        let mut texts = self.texts.iter().filter_map(OnceCell::get);
        texts.any(|text| text.held_back)
    }

    /// The extension in lower case, without the dot.
    pub fn extension(&self) -> String {
        self.name
            .rsplit_once('.')
            .map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
    }

    /// Whether the file begins with this ASCII text, after a UTF-8 mark and white space. Decodes nothing.
    pub(crate) fn begins_with(&self, ascii: &str) -> bool {
        let plain = self.bytes.strip_prefix(b"\xEF\xBB\xBF");
        let plain = plain.unwrap_or(self.bytes).trim_ascii_start();
        plain.starts_with(ascii.as_bytes())
    }

    /// The file as text, decoded once for each family.
    pub fn text(&self, family: Family) -> &Text<'a> {
        self.texts[family as usize].get_or_init(|| self.decode(self.bytes, family))
    }

    /// The beginning of the file as text, to recognise its format by; nothing if the file is binary.
    pub fn head(&self, family: Family) -> &Text<'a> {
        let head = self.bytes.get(..HEAD).unwrap_or(self.bytes);
        // A file that was being written when the machine went down is filled up with zeros.
        let written = head
            .iter()
            .rposition(|byte| *byte != 0)
            .map_or(0, |last| last + 1);
        let zeros = head[..written.min(1024)].contains(&0);
        let binary = zeros && !self.is_utf16(family);
        if self.bytes.len() <= HEAD && !binary {
            return self.text(family);
        }
        let head = if binary { &[] } else { head };
        self.heads[family as usize].get_or_init(|| self.decode(head, family))
    }

    fn is_utf16(&self, family: Family) -> bool {
        self.encoding(family).0.name().starts_with("UTF-16")
    }

    fn encoding(&self, family: Family) -> (Encoding, usize) {
        *self.encodings[family as usize].get_or_init(|| match self.piece {
            Some(piece) => (piece.encoding, 0),
            None => find_encoding(self.bytes, self.forced, family),
        })
    }

    fn decode(&self, bytes: &'a [u8], family: Family) -> Text<'a> {
        let (encoding, mark) = self.encoding(family);
        let bytes = bytes.get(mark..).unwrap_or(&[]);
        let (mut text, damaged) = match self.piece {
            Some(piece) => (UTF_8.decode_without_bom_handling(bytes).0, piece.damaged),
            None if family == Family::Any && declared::is_hz(bytes) => {
                let plain = declared::from_hz(bytes);
                let (text, damaged) = GB18030.decode_without_bom_handling(&plain);
                (Cow::Owned(text.into_owned()), damaged)
            }
            None => encoding.decode_without_bom_handling(bytes),
        };
        // Macintosh programs once ended lines so.
        if text.contains('\r') && !text.contains('\n') {
            text = text.replace('\r', "\n").into();
        }
        // Files that were joined have a mark each.
        if text.contains("\n\u{FEFF}") {
            text = text.replace("\n\u{FEFF}", "\n").into();
        }
        let (text, held_back) = self.unit.cut(text);
        Text {
            text,
            encoding,
            damaged,
            held_back,
            first_line: self.piece.map_or(1, |piece| piece.line),
        }
    }
}

/// As much of a file as its format is recognised by.
const HEAD: usize = 32 * 1024;

/// The encoding that a label names (`gbk`, `shift_jis`, `utf-8` …): those that the WHATWG's encoding standard lists, and
/// the names of Windows' code pages.
pub fn encoding_by_label(label: &str) -> Option<Encoding> {
    declared::by_label(label)
}

/// An encoding's name in lower case.
pub(crate) fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding.name() {
        "UTF-8" => "utf-8",
        "gb18030" | "GBK" => "gb18030",
        "Big5" => "big5",
        "Shift_JIS" => "shift_jis",
        "EUC-JP" => "euc-jp",
        "EUC-KR" => "euc-kr",
        "UTF-16LE" => "utf-16le",
        "UTF-16BE" => "utf-16be",
        "ISO-2022-JP" => "iso-2022-jp",
        "ISO-8859-2" => "iso-8859-2",
        "ISO-8859-5" => "iso-8859-5",
        "ISO-8859-15" => "iso-8859-15",
        "KOI8-R" => "koi8-r",
        other => other,
    }
}

/// Shift_JIS as Windows has it, the usual encoding of shogi records.
pub(crate) fn shift_jis() -> Encoding {
    encoding_rs::SHIFT_JIS
}

/// Decodes a short field of a binary format, such as a name in a header.
pub(crate) fn decode_field(bytes: &[u8], encoding: Encoding) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// A text in an encoding.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// The characters that the encoding does not have. Each became `?`, or a sign that is near to it.
    pub(crate) unmappable: Vec<char>,
    /// The number of zeros. They became `?`, since they would pass for half a character of UTF-16.
    pub(crate) zeros: usize,
}

/// Encodes a text.
pub(crate) fn encode(text: &str, encoding: Encoding) -> Encoded {
    let mut encoded = Encoded {
        zeros: text.matches('\0').count(),
        ..Encoded::default()
    };
    let text = match encoded.zeros {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(text.replace('\0', "?")),
    };
    if let Some(bytes) = unicode::encode_utf16(&text, encoding) {
        encoded.bytes = bytes;
        return encoded;
    }
    let (bytes, _, lacking) = encoding.encode(&text);
    if !lacking {
        encoded.bytes = bytes.into_owned();
        return encoded;
    }
    let japanese = encoding == encoding_rs::SHIFT_JIS || encoding == encoding_rs::EUC_JP;
    for character in text.chars() {
        let character = match japanese {
            true => japanese::same_sign(character),
            false => character,
        };
        let mut utf8 = [0; 4];
        match encoding.encode(character.encode_utf8(&mut utf8)) {
            (bytes, _, false) => encoded.bytes.extend_from_slice(&bytes),
            (_, _, true) => {
                encoded.unmappable.push(character);
                let near = japanese::stand_in(character).filter(|_| japanese);
                let near = encoding.encode(near.unwrap_or("?")).0;
                encoded.bytes.extend_from_slice(&near);
            }
        }
    }
    encoded
}

/// The encoding of a text and the length of its mark.
fn find_encoding(bytes: &[u8], forced: Option<Encoding>, family: Family) -> (Encoding, usize) {
    let marked = encoding_rs::Encoding::for_bom(bytes);
    match (forced, marked) {
        (Some(encoding), Some((same, mark))) if same == encoding => (encoding, mark),
        (Some(encoding), _) => (encoding, 0),
        (None, Some(marked)) => marked,
        (None, None) => (guess(bytes, family), 0),
    }
}

fn guess(bytes: &[u8], family: Family) -> Encoding {
    if family == Family::Any
        && let Some(encoding) = declared::guess(bytes)
    {
        return encoding;
    }
    if family == Family::Japanese && japanese::is_iso_2022_jp(bytes) {
        return encoding_rs::ISO_2022_JP;
    }
    if let Some(encoding) = unicode::guess(bytes) {
        return encoding;
    }
    match family {
        Family::Chinese => chinese::guess(bytes),
        Family::Japanese => japanese::guess(bytes),
        Family::Any => any::guess(bytes),
    }
}

/// A text that has GB18030 and Big5 in each of its lines.
pub(crate) fn chinese_halves(bytes: &[u8]) -> Option<String> {
    chinese::halves(bytes)
}

/// The encoding of the Chinese strings in a binary file: the one in which they read best.
pub(crate) fn guess_chinese(bytes: &[u8]) -> Encoding {
    chinese::guess(bytes)
}

//! A file's bytes and their text. All decoding happens here.

mod declared;
mod encode;
mod guess;
mod joined;
mod shared;
mod taken;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use crate::text::scan::is_escaped;
pub use declared::encoding_by_label;
pub(crate) use encode::{byte_order_mark, encode};
pub(crate) use shared::{LargeText, SharedText};
use taken::TakenFrom;
pub(crate) use taken::{Part, Taken};

/// A text encoding.
pub type Encoding = &'static encoding_rs::Encoding;

/// The encoding of mainland China; covers all of Unicode.
pub(crate) const GB18030: Encoding = encoding_rs::GB18030;
/// The encoding of Taiwan and Hong Kong.
pub(crate) const BIG5: Encoding = encoding_rs::BIG5;
/// Shift_JIS as on Windows, the usual encoding of shogi records.
pub(crate) const SHIFT_JIS: Encoding = encoding_rs::SHIFT_JIS;
/// The default for writing.
pub(crate) const UTF_8: Encoding = encoding_rs::UTF_8;

/// The encoding of text in binary files of Windows programs.
pub(crate) const UTF_16LE: Encoding = encoding_rs::UTF_16LE;

/// The encodings to try, after UTF-8, for a text without a byte order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// GB18030, then Big5: xiangqi.
    Chinese,
    /// Shift_JIS as on Windows (cp932), then EUC-JP: shogi.
    Japanese,
    /// The encoding that the text declares, then any of the above or EUC-KR: Go.
    Any,
}

/// A file to read.
#[derive(Debug, Default)]
pub struct Source<'a> {
    /// The contents of the file.
    pub bytes: &'a [u8],
    /// The file name without its directory, or an empty string. Its extension helps to detect the format.
    pub name: &'a str,
    /// The encoding requested by the user.
    pub forced: Option<Encoding>,
    /// Whether another program may still be writing the file, so that its end may be incomplete.
    pub growing: bool,
    /// The unit that is left out at the end of the text if it is incomplete.
    unit: Unit,
    /// The detected encoding for each family, and the length of the byte order mark.
    encodings: [OnceCell<(Encoding, usize)>; 3],
    /// The bytes as a text, if they are UTF-8, so that no copy of a large file is made.
    shared: OnceCell<Arc<String>>,
    texts: [OnceCell<SharedText>; 3],
    heads: [OnceCell<SharedText>; 3],
    /// The text that it was taken out of.
    origin: Option<Arc<TakenFrom>>,
}

impl<'a> Source<'a> {
    /// A file with a name and an unknown encoding.
    pub fn new(bytes: &'a [u8], name: &'a str) -> Self {
        Self { bytes, name, ..Self::default() }
    }

    /// A file that is UTF-8, with a name. Its text is not copied for the games.
    pub fn of_text(text: &'a Arc<String>, name: &'a str) -> Self {
        Self { shared: Arc::clone(text).into(), ..Self::new(text.as_bytes(), name) }
    }

    /// Sets the encoding to decode the file with.
    #[must_use]
    pub fn with_encoding(self, encoding: Option<Encoding>) -> Self {
        Self { forced: encoding, ..self }
    }

    /// Sets whether the file may still be written to.
    #[must_use]
    pub fn growing(self, growing: bool) -> Self {
        Self { growing, ..self }
    }

    /// The file without an incomplete unit at its end.
    pub(crate) fn whole_units(&self, unit: Unit) -> Self {
        Self {
            unit,
            shared: self.shared.clone(),
            origin: self.origin.clone(),
            ..Self::new(self.bytes, self.name).with_encoding(self.forced).growing(self.growing)
        }
    }

    /// The extension in lower case, without the dot.
    pub fn extension(&self) -> String {
        self.name
            .rsplit_once('.')
            .map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
    }

    /// Whether the file begins with an ASCII text, after an optional byte order mark and white space. Decodes nothing.
    pub(crate) fn begins_with(&self, ascii: &str) -> bool {
        let plain = self.bytes.strip_prefix(b"\xEF\xBB\xBF");
        let plain = plain.unwrap_or(self.bytes).trim_ascii_start();
        plain.starts_with(ascii.as_bytes())
    }

    /// The file as text without its byte order mark, in an encoding of this family. U+FFFD replaces invalid bytes. The
    /// text is kept: it is decoded once for each family.
    pub fn text(&self, family: Family) -> &str {
        self.share(family)
    }

    /// The same text, to be kept with its games.
    pub(crate) fn share(&self, family: Family) -> &SharedText {
        self.texts[family as usize].get_or_init(|| self.decode(self.bytes, family))
    }

    /// The beginning of the file as text, which is enough to detect its format. It is empty if the file is binary.
    pub fn head(&self, family: Family) -> &str {
        let head = self.bytes.get(..HEAD).unwrap_or(self.bytes);
        // A file that was being written during a crash may be padded with zeros.
        let written = head.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let zeros = head[..written.min(1024)].contains(&0);
        let binary = zeros && !self.is_utf16(family);
        if self.bytes.len() <= HEAD && !binary {
            return self.text(family);
        }
        let head = if binary { &[] } else { head };
        self.heads[family as usize].get_or_init(|| self.decode(head, family))
    }

    fn is_utf16(&self, family: Family) -> bool {
        self.encoding(family).name().starts_with("UTF-16")
    }

    /// The encoding of the bytes.
    pub fn encoding(&self, family: Family) -> Encoding {
        self.encoding_and_mark(family).0
    }

    fn encoding_and_mark(&self, family: Family) -> (Encoding, usize) {
        *self.encodings[family as usize].get_or_init(|| {
            find_encoding(self.bytes, self.shared.get().is_some(), self.forced, family)
        })
    }

    fn decode(&self, file: &[u8], family: Family) -> SharedText {
        let (encoding, mark) = self.encoding_and_mark(family);
        let bytes = file.get(mark..).unwrap_or(&[]);
        let is_hz = family == Family::Any && declared::is_hz(bytes);
        // Known UTF-8 is not decoded again.
        let known = self.shared.get().filter(|_| encoding == UTF_8 && !is_hz);
        let (text, damaged) = match known.and_then(|whole| whole.get(mark..file.len())) {
            Some(text) => (Cow::Borrowed(text), false),
            None if is_hz => {
                let plain = declared::from_hz(bytes);
                let (text, damaged) = GB18030.decode_without_bom_handling(&plain);
                (Cow::Owned(text.into_owned()), damaged)
            }
            None => encoding.decode_without_bom_handling(bytes),
        };
        let may_be_joined = self.forced.is_none() && (damaged || encoding != UTF_8);
        let joined = may_be_joined.then(|| joined::decode(bytes, family));
        let (text, damaged) = match joined.flatten() {
            Some(text) => (Cow::Owned(text), false),
            None => (text, damaged),
        };
        let text = match with_usual_line_ends(text) {
            Cow::Borrowed(text) if text.len() + mark == self.bytes.len() => {
                let whole = self
                    .shared
                    .get_or_init(|| String::from_utf8_lossy(self.bytes).into_owned().into());
                SharedText::part(whole, mark, encoding)
            }
            text => SharedText::new(text.into_owned(), encoding, damaged),
        };
        let text = text.whole_units(self.unit);
        match &self.origin {
            Some(origin) => text.taken_from(origin),
            None => text,
        }
    }
}

/// The units in which programs write a format. An incomplete one is not shown, because another program is writing the
/// file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unit {
    /// Lines: KIF, CSA, PGN and other texts.
    Line,
    /// Values in brackets, on lines of any length: SGF, DhtmlXQ.
    Value,
    /// Elements of XML.
    Element,
    /// The whole file. Readers of binary formats detect missing parts themselves.
    #[default]
    File,
}

impl Unit {
    /// The length of a text up to the end of its last complete unit.
    fn end(self, text: &str) -> usize {
        match self {
            Self::Line => text.rfind(['\n', '\r']).map_or(0, |place| place + 1),
            Self::Value => end_of_values(text),
            Self::Element => end_of_elements(text),
            Self::File => text.len(),
        }
    }
}

/// The offset after the last bracket that closes a value, or the length of the text if it ends there or with closing
/// parentheses.
fn end_of_values(text: &str) -> usize {
    let mut closing = text.rmatch_indices(']').map(|(place, _)| place);
    let end = closing.find(|place| !is_escaped(text, *place)).map_or(0, |place| place + 1);
    let rest = text[end..].trim_end();
    let is_whole = rest.is_empty() || (rest.ends_with(')') && !rest.contains('['));
    if is_whole { text.len() } else { end }
}

/// The offset after the last element that is closed.
fn end_of_elements(text: &str) -> usize {
    let last = text.rfind('>').map_or(0, |last| last + 1);
    let closed =
        text[..last].rfind("</").and_then(|start| Some(start + text[start..].find('>')? + 1));
    let empty = text.rfind("/>").map(|start| start + "/>".len());
    let end = closed.max(empty).unwrap_or(0);
    if text[end..].trim().is_empty() { text.len() } else { end }
}

/// A text without signs that mean nothing between lines.
fn with_usual_line_ends(mut text: Cow<'_, str>) -> Cow<'_, str> {
    // Classic Mac OS ended lines with CR.
    let [has_cr, has_lf] =
        [b'\r', b'\n'].map(|byte| memchr::memchr(byte, text.as_bytes()).is_some());
    if has_cr && !has_lf {
        text = text.replace('\r', "\n").into();
    }
    // Each of several concatenated files has a byte order mark.
    if memchr::memmem::find(text.as_bytes(), "\n\u{FEFF}".as_bytes()).is_some() {
        text = text.replace("\n\u{FEFF}", "\n").into();
    }
    text
}

/// How much of a file is examined to detect its format.
const HEAD: usize = 32 * 1024;

/// The name of an encoding in lower case.
pub(crate) fn encoding_name(encoding: Encoding) -> &'static str {
    const NAMES: &str = "utf-8 gb18030 big5 shift_jis euc-jp euc-kr utf-16le utf-16be iso-2022-jp iso-8859-2 \
        iso-8859-5 iso-8859-15 koi8-r";
    let name = if encoding == encoding_rs::GBK { "gb18030" } else { encoding.name() };
    NAMES.split(' ').find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// Decodes a short field of a binary format, such as a player's name.
pub(crate) fn decode_field(bytes: &[u8], encoding: Encoding) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The encoding of a text, which may be known to be valid UTF-8, and the length of its byte order mark.
fn find_encoding(
    bytes: &[u8],
    is_utf8: bool,
    forced: Option<Encoding>,
    family: Family,
) -> (Encoding, usize) {
    let marked = encoding_rs::Encoding::for_bom(bytes);
    match (forced, marked) {
        (Some(encoding), Some((same, mark))) if same == encoding => (encoding, mark),
        (Some(encoding), _) => (encoding, 0),
        (None, Some(marked)) => marked,
        (None, None) => (guess(bytes, is_utf8, family), 0),
    }
}

fn guess(bytes: &[u8], is_utf8: bool, family: Family) -> Encoding {
    if family == Family::Any
        && let Some(encoding) = declared::guess(bytes)
    {
        return encoding;
    }
    if family != Family::Chinese && guess::is_iso_2022_jp(bytes) {
        return encoding_rs::ISO_2022_JP;
    }
    guess::unicode(bytes, is_utf8).unwrap_or_else(|| guess::guess(bytes, family))
}

/// The likelier encoding of the Chinese strings in a binary file.
pub(crate) fn guess_chinese(bytes: &[u8]) -> Encoding {
    match guess::are_utf8(bytes) {
        true => UTF_8,
        false => guess::guess(bytes, Family::Chinese),
    }
}

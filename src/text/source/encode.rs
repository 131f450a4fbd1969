//! Text as bytes.

use std::borrow::Cow;

use encoding_rs::{EUC_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};

use super::Encoding;

/// Encoded text.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// The characters that the encoding lacks. Each was replaced by `?` or a similar character.
    pub(crate) unmappable: Vec<char>,
    /// The characters that the encoding has only in another width, which was written.
    pub(crate) widened: Vec<char>,
    /// The number of NUL characters. They were replaced by `?`, since they would look like halves of UTF-16 characters.
    pub(crate) zeros: usize,
}

/// Encodes a text.
pub(crate) fn encode(text: &str, encoding: Encoding) -> Encoded {
    let mut encoded = Encoded { zeros: text.matches('\0').count(), ..Encoded::default() };
    let text = match encoded.zeros {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(text.replace('\0', "?")),
    };
    if let Some(bytes) = encode_utf16(&text, encoding) {
        encoded.bytes = bytes;
        return encoded;
    }
    let (bytes, _, lacking) = encoding.encode(&text);
    if !lacking {
        encoded.bytes = bytes.into_owned();
        return encoded;
    }
    let japanese = encoding == SHIFT_JIS || encoding == EUC_JP;
    for character in text.chars() {
        let written = if japanese { same_sign(character) } else { character };
        encoded.widened.extend((written != character).then_some(character));
        let character = written;
        let mut utf8 = [0; 4];
        match encoding.encode(character.encode_utf8(&mut utf8)) {
            (bytes, _, false) => encoded.bytes.extend_from_slice(&bytes),
            (_, _, true) => {
                encoded.unmappable.push(character);
                let near = stand_in(character).filter(|_| japanese);
                let near = encoding.encode(near.unwrap_or("?")).0;
                encoded.bytes.extend_from_slice(&near);
            }
        }
    }
    encoded
}

/// The mark at the beginning of a file in UTF-16; empty for other encodings.
pub(crate) fn byte_order_mark(encoding: Encoding) -> &'static [u8] {
    match encoding {
        _ if encoding == UTF_16LE => b"\xFF\xFE",
        _ if encoding == UTF_16BE => b"\xFE\xFF",
        _ => b"",
    }
}

/// Encodes as UTF-16. Returns `None` for other encodings.
fn encode_utf16(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let to_bytes = match encoding {
        _ if encoding == UTF_16LE => u16::to_le_bytes,
        _ if encoding == UTF_16BE => u16::to_be_bytes,
        _ => return None,
    };
    Some(text.encode_utf16().flat_map(to_bytes).collect())
}

/// Maps a character to the one that an encoding has for it. Platforms map a few signs of Shift_JIS and EUC-JP to
/// different characters of Unicode, so text typed on another platform has the other one.
fn same_sign(character: char) -> char {
    match character {
        '\u{301C}' => '～',
        '\u{2212}' => '－',
        '\u{2014}' => '―',
        '\u{2016}' => '∥',
        '¢' => '￠',
        '£' => '￡',
        '¬' => '￢',
        '¦' => '￤',
        other => other,
    }
}

/// The replacement for a character that Japanese encodings lack. Better than a question mark, but still a loss.
fn stand_in(character: char) -> Option<&'static str> {
    Some(match character {
        '☗' => "▲",
        '☖' => "△",
        '⛊' => "▼",
        '⛉' => "▽",
        _ => return None,
    })
}

//! Detects Unicode without a byte order mark.

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};

use super::Encoding;

/// The number of bytes examined to detect UTF-16.
const SAMPLE: usize = 4096;

/// The Unicode encoding of a text, or `None`.
pub(super) fn guess(bytes: &[u8]) -> Option<Encoding> {
    if let Some(encoding) = utf16(bytes) {
        return Some(encoding);
    }
    (is_utf8(bytes) || is_damaged_utf8(bytes)).then_some(UTF_8)
}

/// Whether a text is UTF-8. If it ends inside a character, it must contain a whole non-ASCII one before.
fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or_else(
        |error| error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
        |_| true,
    )
}

/// A text with this many invalid characters is not UTF-8, unless it has more valid ones.
const ENOUGH: usize = 100;

/// Detects UTF-16 by the zero bytes of its ASCII characters, at least a line break: no other text encoding has them.
/// Valid UTF-8 with non-ASCII characters is never UTF-16 by chance, and may contain zero bytes when damaged.
fn utf16(bytes: &[u8]) -> Option<Encoding> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    if !sample.contains(&0) || (!bytes.is_ascii() && is_utf8(bytes)) {
        return None;
    }
    let units = sample.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    let little = plain_characters(units.clone().map(u16::from_le_bytes));
    let big = plain_characters(units.map(u16::from_be_bytes));
    match (little, big) {
        (0, 0) => None,
        (little, big) if little >= big => Some(UTF_16LE),
        _ => Some(UTF_16BE),
    }
}

/// The number of ASCII characters. Returns 0 if the text contains characters that no text has, or mostly characters
/// made of two ASCII bytes. Single-byte text with zero bytes from damage is full of those, and its non-ASCII bytes make
/// private use characters and surrogates.
fn plain_characters(units: impl Iterator<Item = u16> + Clone) -> usize {
    let (mut plain, mut broken) = (0, 0);
    for character in char::decode_utf16(units.clone()) {
        match character {
            Ok('\n' | '\r' | '\t' | ' '..='~') => plain += 1,
            Ok('\0'..'\u{A0}' | '\u{E000}'..='\u{F8FF}' | '\u{FFFE}'..) => return 0,
            Ok(_) => {}
            // The sample may end inside a surrogate pair.
            Err(_) => broken += 1,
        }
    }
    let is_double = |unit: &u16| unit.to_be_bytes().into_iter().all(is_ascii_text);
    let double = units.clone().filter(is_double).count();
    if broken <= 1 && double * 2 <= units.count() { plain } else { 0 }
}

fn is_ascii_text(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\t' | b' '..=b'~')
}

/// Whether a text is UTF-8 with a few invalid bytes, because the file was cut or another program appended a line.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        // Counts the first bytes of non-ASCII characters.
        whole += chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
        broken += usize::from(!chunk.invalid().is_empty());
        // In another encoding, nearly every character is invalid: no need to examine the rest.
        if broken > ENOUGH && whole <= broken {
            return false;
        }
    }
    whole > broken * 4
}

/// Encodes as UTF-16 with a byte order mark. Returns `None` for other encodings.
pub(super) fn encode_utf16(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let to_bytes = match encoding {
        _ if encoding == UTF_16LE => u16::to_le_bytes,
        _ if encoding == UTF_16BE => u16::to_be_bytes,
        _ => return None,
    };
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    Some(units.flat_map(to_bytes).collect())
}

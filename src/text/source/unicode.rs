//! Unicode without a mark.

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};

use super::Encoding;

/// So many bytes decide on UTF-16.
const SAMPLE: usize = 4096;

/// The Unicode encoding that a text is in; `None` for any other.
pub(super) fn guess(bytes: &[u8]) -> Option<Encoding> {
    if let Some(encoding) = utf16(bytes) {
        return Some(encoding);
    }
    (is_utf8(bytes) || is_damaged_utf8(bytes)).then_some(UTF_8)
}

/// Whether a text is UTF-8. One that ends inside a character must have a whole one before.
fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or_else(
        |error| error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
        |_| true,
    )
}

/// This many invalid characters show that a text is not UTF-8, unless there are more valid ones.
const ENOUGH: usize = 100;

/// UTF-16 shows by the zero bytes of its ASCII characters, which no other text encoding has: a line break at least. Sound
/// UTF-8 with more than ASCII in it is never that by chance, and may have a zero byte by damage.
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

/// How much ASCII there is, if there is nothing that no text has, and not mostly what two ASCII characters make. A text of
/// single bytes that has zero bytes by damage is full of those; where it is not ASCII, it makes private characters and
/// halves of pairs.
fn plain_characters(units: impl Iterator<Item = u16> + Clone) -> usize {
    let (mut plain, mut broken) = (0, 0);
    for character in char::decode_utf16(units.clone()) {
        match character {
            Ok('\n' | '\r' | '\t' | ' '..='~') => plain += 1,
            Ok('\0'..'\u{A0}' | '\u{E000}'..='\u{F8FF}' | '\u{FFFE}'..) => return 0,
            Ok(_) => {}
            // The sample may end inside a pair.
            Err(_) => broken += 1,
        }
    }
    let is_double = |unit: &u16| unit.to_be_bytes().into_iter().all(is_ascii_text);
    let double = units.clone().filter(is_double).count();
    if broken <= 1 && double * 2 <= units.count() {
        plain
    } else {
        0
    }
}

fn is_ascii_text(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\t' | b' '..=b'~')
}

/// UTF-8 with a few bytes that are not: a file that was cut, or to which another program added a line.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        // The first byte of each character outside ASCII.
        whole += chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
        broken += usize::from(!chunk.invalid().is_empty());
        // A text in another encoding is broken at nearly each character: the rest need not be looked at.
        if broken > ENOUGH && whole <= broken {
            return false;
        }
    }
    whole > broken * 4
}

/// UTF-16 with its mark; `None` if another encoding is requested.
pub(super) fn encode_utf16(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let to_bytes = match encoding {
        _ if encoding == UTF_16LE => u16::to_le_bytes,
        _ if encoding == UTF_16BE => u16::to_be_bytes,
        _ => return None,
    };
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    Some(units.flat_map(to_bytes).collect())
}

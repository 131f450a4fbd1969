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
    (std::str::from_utf8(bytes).is_ok() || is_damaged_utf8(bytes)).then_some(UTF_8)
}

/// So many broken characters decide that a text is not UTF-8, if the whole ones are no more.
const ENOUGH: usize = 100;

/// UTF-16 shows by the zero bytes of its ASCII characters, which no other text encoding has: a line break at least.
fn utf16(bytes: &[u8]) -> Option<Encoding> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    if !sample.contains(&0) || !bytes.len().is_multiple_of(2) || has_stray_zeros(sample) {
        return None;
    }
    let read = |to_unit: fn([u8; 2]) -> u16| {
        let pairs = sample.chunks_exact(2);
        let units = pairs.map(|pair| to_unit([pair[0], pair[1]]));
        is_text(char::decode_utf16(units))
    };
    if read(u16::from_le_bytes) {
        Some(UTF_16LE)
    } else if read(u16::from_be_bytes) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Whether the zero bytes are damage in a text of single bytes, of which any two make a character of UTF-16. In UTF-16
/// half of the bytes of ASCII are zero; and where a text is not ASCII, there is a zero byte beside every line break but
/// for the few bytes that have its value by chance.
fn has_stray_zeros(sample: &[u8]) -> bool {
    if std::str::from_utf8(sample).is_ok() {
        let zeros = sample.iter().filter(|byte| **byte == 0).count();
        return zeros < sample.len() / 4;
    }
    let breaks = sample.iter().filter(|byte| **byte == b'\n').count();
    let pairs = sample.chunks_exact(2);
    let wide = pairs.filter(|pair| matches!(pair, [b'\n', 0] | [0, b'\n']));
    breaks.saturating_sub(wide.count()) > sample.len() / 64
}

/// Whether there is nothing that no text has, little that few have, and some ASCII. Plain text with zero bytes in it, as
/// damaged files have, would be full of rare characters.
fn is_text(characters: impl Iterator<Item = Result<char, std::char::DecodeUtf16Error>>) -> bool {
    let (mut all, mut plain, mut rare, mut broken) = (0, 0, 0, 0);
    for character in characters {
        all += 1;
        match character {
            Ok('\n' | '\r' | '\t' | ' '..='~') => plain += 1,
            Ok('\0'..' ' | '\u{7F}'..'\u{A0}' | '\u{E000}'..='\u{F8FF}' | '\u{FFFE}'..) => {
                return false;
            }
            Ok(
                '\u{530}'..'\u{2000}'
                | '\u{2100}'..'\u{2460}'
                | '\u{2700}'..'\u{3000}'
                | '\u{3400}'..'\u{4E00}'
                | '\u{A000}'..'\u{AC00}',
            ) => rare += 1,
            Ok(_) => {}
            // The sample may end inside a pair.
            Err(_) => broken += 1,
        }
    }
    // Read the wrong way round, half of the text cannot be ASCII.
    let mostly_plain = plain * 2 >= all;
    plain > 0 && (rare * 8 <= all || mostly_plain) && broken <= 1
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

/// UTF-16 with its mark; `None` if another encoding is asked for.
pub(super) fn encode_utf16(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let to_bytes = match encoding {
        _ if encoding == UTF_16LE => u16::to_le_bytes,
        _ if encoding == UTF_16BE => u16::to_be_bytes,
        _ => return None,
    };
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    Some(units.flat_map(to_bytes).collect())
}

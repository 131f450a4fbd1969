//! Guesses the encoding of Japanese text without a byte order mark. Declarations are ignored: converted files declare
//! `encoding=UTF-8` in Shift_JIS and the reverse.

use super::Encoding;

/// Whether a text is in ISO-2022-JP, the encoding of mail: ASCII with escape sequences around Japanese text.
pub(super) fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let mut pieces = bytes.split(|byte| *byte == b'\x1B').skip(1);
    bytes.is_ascii()
        && bytes.contains(&b'\x1B')
        && pieces.any(|piece| matches!(piece, [b'$', b'@' | b'B', ..]))
}

/// The likelier encoding of a text that is not UTF-8. EUC-JP is often valid Shift_JIS as well, but then with long runs
/// of half-width katakana, which few records have.
pub(super) fn guess(bytes: &[u8]) -> Encoding {
    // The last character of a file that is being written may be incomplete.
    let whole_lines = match bytes.iter().rposition(|byte| *byte == b'\n') {
        Some(end) => &bytes[..end],
        None => bytes,
    };
    let shift_jis = oddities_in_shift_jis(whole_lines);
    // Names in half-width katakana that also look like EUC-JP soon have an invalid character there.
    if shift_jis >= 8 && oddities_in_euc_jp(whole_lines) * 8 < shift_jis {
        encoding_rs::EUC_JP
    } else {
        encoding_rs::SHIFT_JIS
    }
}

/// The weight of an invalid character, relative to a half-width katakana.
const BROKEN: usize = 4;
const HALFWIDTH: usize = 1;

fn oddities_in_shift_jis(bytes: &[u8]) -> usize {
    let mut rest = bytes.iter();
    let mut odd = 0;
    while let Some(lead) = rest.next() {
        odd += match lead {
            0..=0x7F => 0,
            0xA1..=0xDF => HALFWIDTH,
            0x81..=0x9F | 0xE0..=0xFC => match rest.next() {
                Some(0x40..=0x7E | 0x80..=0xFC) => 0,
                _ => BROKEN,
            },
            _ => BROKEN,
        };
    }
    odd
}

fn oddities_in_euc_jp(bytes: &[u8]) -> usize {
    let mut rest = bytes.iter();
    let mut odd = 0;
    while let Some(lead) = rest.next() {
        let trails = match lead {
            0..=0x7F => continue,
            0x8F => 2,
            0x8E | 0xA1..=0xFE => 1,
            _ => {
                odd += BROKEN;
                continue;
            }
        };
        let whole = rest.by_ref().take(trails).filter(|trail| **trail >= 0xA1);
        odd += if whole.count() < trails {
            BROKEN
        } else if *lead == 0x8E {
            HALFWIDTH
        } else {
            0
        };
    }
    odd
}

/// Maps a character to the one that an encoding has for it. Platforms map a few signs of Shift_JIS and EUC-JP to
/// different characters of Unicode, so text typed on another platform has the other one.
pub(super) fn same_sign(character: char) -> char {
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
pub(super) fn stand_in(character: char) -> Option<&'static str> {
    Some(match character {
        '☗' => "▲",
        '☖' => "△",
        '⛊' => "▼",
        '⛉' => "▽",
        _ => return None,
    })
}

//! Japanese text without a mark. What a file declares is not asked: `encoding=UTF-8` stands in Shift_JIS files that a
//! tool converted, and the other way round.

use super::Encoding;

/// As much of a text as its encoding is told by.
const SAMPLE: usize = 64 * 1024;

/// The encoding in which a text that is not UTF-8 from end to end reads best.
pub(super) fn guess(bytes: &[u8]) -> Encoding {
    let sample = sample(bytes);
    if mostly_utf8(sample) {
        return encoding_rs::UTF_8;
    }
    // EUC-JP often decodes as Shift_JIS as well, into long runs of halfwidth katakana.
    let shift_jis = oddities(sample, encoding_rs::SHIFT_JIS);
    if shift_jis >= 8 && oddities(sample, encoding_rs::EUC_JP) * 2 < shift_jis {
        encoding_rs::EUC_JP
    } else {
        encoding_rs::SHIFT_JIS
    }
}

/// The beginning of what is not ASCII, in whole lines: the last character of a file that is being written may be cut.
fn sample(bytes: &[u8]) -> &[u8] {
    let start = encoding_rs::Encoding::ascii_valid_up_to(bytes);
    let rest = &bytes[start..];
    let rest = &rest[..rest.len().min(SAMPLE)];
    match rest.iter().rposition(|byte| *byte == b'\n') {
        Some(end) => &rest[..end],
        None => rest,
    }
}

/// Whether the text is UTF-8 but for a few broken characters.
fn mostly_utf8(sample: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in sample.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    bad * 8 < good
}

/// How much in the text no Japanese writer would write.
fn oddities(sample: &[u8], encoding: Encoding) -> usize {
    let text = encoding.decode_without_bom_handling(sample).0;
    let weight = |character| match character {
        '\u{FFFD}' => 4,
        '\u{FF61}'..='\u{FF9F}' | '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => 1,
        _ => 0,
    };
    text.chars().map(weight).sum()
}

/// The character by which an encoding knows this one. Platforms disagree which character of Unicode a few signs of
/// Shift_JIS and EUC-JP are; a text that was typed on another platform has the other one.
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

/// What stands for a sign that a Japanese encoding lacks: better than a question mark, but a loss all the same.
pub(super) fn stand_in(character: char) -> Option<&'static str> {
    Some(match character {
        '☗' => "▲",
        '☖' => "△",
        '⛊' => "▼",
        '⛉' => "▽",
        _ => return None,
    })
}

//! Japanese text. Declarations are ignored: converted files declare `encoding=UTF-8` in Shift_JIS and the reverse.

/// Whether a text is in ISO-2022-JP, the encoding of mail: ASCII with escape sequences around Japanese text.
pub(super) fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let mut pieces = bytes.split(|byte| *byte == b'\x1B').skip(1);
    bytes.is_ascii()
        && bytes.contains(&b'\x1B')
        && pieces.any(|piece| matches!(piece, [b'$', b'@' | b'B', ..]))
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

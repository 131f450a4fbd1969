//! Chinese text in both encodings at once.

use super::{BIG5, GB18030, guess_chinese};

/// Decodes a text with GB18030 before a bar and Big5 after it on every line, like the endgames of 象棋巫师. Returns `None`
/// if any line is different.
pub(crate) fn chinese_halves(bytes: &[u8]) -> Option<String> {
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let (mut simplified, mut traditional) = (Vec::new(), Vec::new());
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if line.is_ascii() {
            text.push_str(std::str::from_utf8(line).ok()?);
            continue;
        }
        // A bar may also be the second byte of a Big5 character.
        let bars = (0..line.len()).filter(|at| line[*at] == b'|');
        let split = bars.map(|at| (&line[..at], &line[at + 1..]));
        let (left, right, before, behind) = split
            .filter_map(|(left, right)| {
                let before = GB18030.decode_without_bom_handling_and_without_replacement(left)?;
                let behind = BIG5.decode_without_bom_handling_and_without_replacement(right)?;
                Some((left, right, before, behind))
            })
            .next()?;
        simplified.extend_from_slice(left);
        traditional.extend_from_slice(right);
        text.extend([&*before, "|", &*behind]);
    }
    let is_right = guess_chinese(&simplified) == GB18030 && guess_chinese(&traditional) == BIG5;
    is_right.then_some(text)
}

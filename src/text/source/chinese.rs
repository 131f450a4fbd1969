//! Guesses the encoding of Chinese text without a byte order mark: GB18030 or Big5.
//!
//! Nearly every Big5 text is also valid GB18030, so the likelier Chinese decides. The two encodings have their common
//! characters in different ranges, and records share a small vocabulary.

use std::sync::LazyLock;

use encoding_rs::{BIG5, GB18030};

use super::Encoding;

/// The number of bytes examined, not counting lines of ASCII. 30,000 characters are far more than needed.
const SAMPLE: usize = 64 * 1024;

/// Characters that are frequent in records, in both scripts, sorted for binary search.
static WORDS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let words = "车马炮兵卒士仕象相将帅红黑方进退平先后胜负和局棋谱赛年月日中的一不可以对\
                 車馬砲將帥紅進後勝負譜賽對國際團體個這";
    let mut words: Vec<char> = words.chars().collect();
    words.sort_unstable();
    words
});

/// The likelier encoding of a text that is not UTF-8. Of a large file, only the first 64 KiB outside ASCII are
/// examined.
pub(super) fn guess(bytes: &[u8]) -> Encoding {
    let sample = sample(bytes);
    if score(&sample, BIG5) > score(&sample, GB18030) {
        BIG5
    } else {
        GB18030
    }
}

/// Decodes a text with GB18030 before a bar and Big5 after it on every line, like the endgames of 象棋巫师. Returns `None`
/// if any line is different.
pub(super) fn halves(bytes: &[u8]) -> Option<String> {
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
    (guess(&simplified) == GB18030 && guess(&traditional) == BIG5).then_some(text)
}

fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    for line in bytes
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_ascii())
    {
        let room = SAMPLE - sample.len();
        sample.extend_from_slice(line.get(..room).unwrap_or(line));
        if sample.len() == SAMPLE {
            break;
        }
        sample.push(b'\n');
    }
    sample
}

/// The score of a text in an encoding. A move such as 炮二平五 weighs most: its third character is followed by a digit.
fn score(sample: &[u8], encoding: Encoding) -> i64 {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let mut score = common(sample, encoding);
    let mut before = ' ';
    for character in text.chars() {
        score += match character {
            _ if matches!(before, '进' | '進' | '退' | '平') && is_digit(character) => 8,
            '\u{FFFD}' => -4,
            // Private use characters are frequent only in wrongly decoded text.
            '\u{E000}'..='\u{F8FF}' => -4,
            _ if !character.is_ascii() && WORDS.binary_search(&character).is_ok() => 2,
            _ => 0,
        };
        before = character;
    }
    score
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
        || ('１'..='９').contains(&character)
        || "一二三四五六七八九".contains(character)
}

/// The number of two-byte characters among the encoding's common ones: the first level of GB 2312 (rows B0 to D7) or of
/// Big5 (rows A4 to C6).
fn common(sample: &[u8], encoding: Encoding) -> i64 {
    let mut count = 0;
    let mut bytes = sample.iter();
    while let Some(&lead) = bytes.next() {
        if lead < 0x81 {
            continue;
        }
        let trail = bytes.next().copied().unwrap_or(0);
        let is_common = if encoding == BIG5 {
            (0xA4..=0xC6).contains(&lead) && matches!(trail, 0x40..=0x7E | 0xA1..=0xFE)
        } else {
            (0xB0..=0xD7).contains(&lead) && trail >= 0xA1
        };
        count += i64::from(is_common);
    }
    count
}

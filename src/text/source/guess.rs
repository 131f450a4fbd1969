//! Guesses the encoding of a text without a byte order mark.
//!
//! East Asian encodings share most of their byte pairs, so nearly every text is valid in several of them. Each encoding
//! orders its characters by frequency, so a wrong guess is full of rare characters.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GB18030, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252,
};

use super::{Encoding, Family};

/// The number of non-ASCII bytes that are examined: in whole files and parts of them, more decide no better.
const SAMPLE: usize = 256;

/// The first bytes of the common and of the rarer Chinese characters or Hangul syllables.
type Levels = [RangeInclusive<u8>; 2];

/// The encodings, each with characters that are frequent in its records, sorted for binary search. On a tie the earlier
/// encoding wins.
static CANDIDATES: LazyLock<[(Encoding, Vec<char>, Levels); 5]> = LazyLock::new(|| {
    let candidates = [
        (GB18030, include_str!("frequent/simplified.txt"), [0xB0..=0xD7, 0xD8..=0xF7]),
        (SHIFT_JIS, JAPANESE, [0x88..=0x97, 0x98..=0xEA]),
        (BIG5, include_str!("frequent/traditional.txt"), [0xA4..=0xC6, 0xC9..=0xF9]),
        (EUC_KR, include_str!("frequent/korean.txt"), [0xB0..=0xC8, 0xCA..=0xFD]),
        (EUC_JP, JAPANESE, [0xB0..=0xCF, 0xD0..=0xF4]),
    ];
    candidates.map(|(encoding, common, levels)| {
        let mut common: Vec<char> = common.chars().collect();
        common.sort_unstable();
        (encoding, common, levels)
    })
});

const JAPANESE: &str = include_str!("frequent/japanese.txt");

/// The likeliest encoding of a family for a text that is not Unicode.
pub(super) fn guess(bytes: &[u8], family: Family) -> Encoding {
    let sample = sample(bytes);
    // Nearly every character of Shift_JIS begins with a byte that EUC-JP does not have.
    let others = sample.iter().filter(|byte| matches!(byte, 0x80..=0x8D | 0x90..=0xA0));
    match family == Family::Japanese && others.count() * 8 > sample.len() {
        true => SHIFT_JIS,
        false if family == Family::Any => with_ends(bytes, readings(&sample, family)),
        false => best(&readings(&sample, family)).0,
    }
}

/// The best encoding, against which the ends of values speak that are lost in it: half of a character may be a bracket.
fn with_ends(bytes: &[u8], mut readings: Vec<(Encoding, i64)>) -> Encoding {
    const LOST: i64 = 100;
    let head = bytes.get(..UTF_16_SAMPLE).unwrap_or(bytes);
    // In this one each byte is a character.
    let all = count_ends(head, WINDOWS_1252);
    readings.sort_by_key(|(_, score)| Reverse(*score));
    let mut found = (GB18030, i64::MIN);
    for (encoding, score) in readings {
        if score <= found.1 {
            break;
        }
        let score = score - LOST * all.saturating_sub(count_ends(head, encoding)) as i64;
        found = if score > found.1 { (encoding, score) } else { found };
    }
    found.0
}

/// How often a closing bracket is followed by a sign that may come after a value of SGF.
fn count_ends(bytes: &[u8], encoding: Encoding) -> usize {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let rests = text.split(']').skip(1);
    let ends = rests.map(|rest| rest.chars().next().unwrap_or(' '));
    ends.filter(|next| next.is_ascii_uppercase() || "();\r\n ".contains(*next)).count()
}

/// The encoding of a text that is long enough to leave no doubt.
pub(super) fn surely(bytes: &[u8], family: Family) -> Option<Encoding> {
    (sample(bytes).len() > SAMPLE / 4).then(|| guess(bytes, family))
}

/// Whether the text is so unlikely in the declared encoding, and so likely in another, that the declaration must be
/// wrong. False for short texts, since names have rare characters.
pub(super) fn contradicts(bytes: &[u8], encoding: Encoding) -> bool {
    /// A text with fewer non-ASCII characters is short.
    const MANY: usize = 8;
    let sample = sample(bytes);
    let readings = readings(&sample, Family::Any);
    let Some((_, stated)) = readings.iter().find(|(other, _)| *other == encoding) else {
        return false;
    };
    let (best, score) = best(&readings);
    let (text, _) = best.decode_without_bom_handling(&sample);
    let characters = text.chars().filter(|next| !next.is_ascii()).count();
    characters >= MANY && score >= 10 * characters as i64 && score >= 3 * stated
}

/// The score of a sample in each encoding of a family, in tenths of the weight of a character of its first level.
fn readings(sample: &[u8], family: Family) -> Vec<(Encoding, i64)> {
    let asian = CANDIDATES.iter().filter(|(encoding, ..)| match family {
        Family::Chinese => [GB18030, BIG5].contains(encoding),
        Family::Japanese => [SHIFT_JIS, EUC_JP].contains(encoding),
        Family::Any => true,
    });
    let asian = asian.map(|(encoding, common, levels)| {
        let (text, _) = encoding.decode_without_bom_handling(sample);
        let text = text.trim_end_matches('\u{FFFD}');
        let others = text.chars().filter(|next| !next.is_ascii());
        let weights = others.map(|next| weight(next, encoding, common));
        (*encoding, weights.sum::<i64>() + by_level(sample, encoding, levels))
    });
    let mut readings: Vec<_> = asian.collect();
    if family == Family::Any {
        // KOI8-R has the capitals where the others have the small letters, and so on. In capitals alone it is not tried.
        let turned = sample.iter().map(|byte| if *byte < 0xC0 { *byte } else { byte ^ 0x20 });
        let turned: Vec<u8> = turned.collect();
        readings.extend([
            (WINDOWS_1251, cyrillic(sample)),
            (KOI8_R, cyrillic(&turned) / 2),
            (WINDOWS_1252, latin(sample)),
            (WINDOWS_1250, central(sample)),
        ]);
    }
    readings
}

fn best(readings: &[(Encoding, i64)]) -> (Encoding, i64) {
    // Of equals the last is returned.
    let best = readings.iter().rev().max_by_key(|(_, score)| *score);
    best.copied().unwrap_or((GB18030, i64::MIN))
}

/// The non-ASCII runs of a text, up to [`SAMPLE`] bytes. Each includes the byte that follows, which may belong to its
/// last character, and the letter before.
fn sample(mut rest: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    while sample.len() < SAMPLE && !rest.is_empty() {
        let (ascii, next) = rest.split_at(encoding_rs::Encoding::ascii_valid_up_to(rest));
        if let Some(before) = ascii.last() {
            sample.extend([b'\n', *before]);
        }
        let run = next.iter().take_while(|byte| !byte.is_ascii()).count();
        let (run, after) = next.split_at(next.len().min(run + 1));
        sample.extend_from_slice(run);
        rest = after;
    }
    sample
}

fn weight(character: char, encoding: Encoding, common: &[char]) -> i64 {
    let japanese = encoding == SHIFT_JIS || encoding == EUC_JP;
    match character {
        // Names in half-width katakana of Shift_JIS look like EUC-JP, except for a few bytes.
        '\u{FFFD}' if encoding == EUC_JP => -600,
        '\u{FFFD}' => -70,
        '\u{3040}'..='\u{30FF}' if japanese => 20,
        '\u{3040}'..='\u{30FF}' => -5,
        // Bopomofo.
        '\u{3105}'..='\u{312F}' => -15,
        '\u{2010}'..='\u{203F}' | '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF5E}' => 5,
        '\u{FF61}'..='\u{FF9F}' => -15,
        '\u{E000}'..='\u{F8FF}' => -30,
        '\u{3400}'.. => 20 * i64::from(common.binary_search(&character).is_ok()),
        _ => -5,
    }
}

/// The weight of the Chinese characters and Hangul syllables by their positions in the encoding, where common ones come
/// first.
fn by_level(sample: &[u8], encoding: Encoding, [first, second]: &Levels) -> i64 {
    // GBK and Microsoft's code page 949 have rare characters where the others have no second byte.
    let is_extended = encoding == GB18030 || encoding == EUC_KR;
    let has_single = encoding == SHIFT_JIS;
    let mut bytes = sample.iter();
    let mut score = 0;
    while let Some(lead) = bytes.next() {
        if lead.is_ascii() || has_single && (0xA1..=0xDF).contains(lead) {
            continue;
        }
        score += match bytes.next() {
            // No character.
            None | Some(..0x40) => 0,
            Some(..0xA1) if is_extended => -15,
            Some(_) if first.contains(lead) => 10,
            Some(_) if second.contains(lead) => -3,
            Some(_) if lead > first.start() => -15,
            _ => 0,
        };
    }
    score
}

/// In Russian text, letters are next to other letters, in words without Latin ones and without capitals inside. A name in
/// capitals alone is rather Chinese.
fn cyrillic(sample: &[u8]) -> i64 {
    let weights = words(sample).map(|word| {
        let has_small = word.iter().any(|byte| *byte >= 0xE0);
        let letters = word.iter().enumerate().map(|(at, byte)| match byte {
            ..0x80 => -10,
            0xE0.. | 0xB8 => 8,
            0xC0.. | 0xA8 if !has_small => 4,
            0xC0.. | 0xA8 if at == 0 => 8,
            _ => -10,
        });
        if word.len() == 1 { -5 } else { letters.sum::<i64>() }
    });
    weights.sum()
}

/// In Western European text, accented letters occur between plain ones, singly or in pairs such as `éé`.
fn latin(sample: &[u8]) -> i64 {
    let weights = words(sample).map(|word| {
        let is_mixed = word.iter().any(u8::is_ascii);
        let runs = word.split(u8::is_ascii).map(|run| match run {
            [] => 0,
            [0xC0..=0xFF] => 8,
            [0xC0..=0xFF, 0xDF..=0xFF] if is_mixed => 12,
            run => -5 * run.len() as i64,
        });
        runs.sum::<i64>()
    });
    weights.sum()
}

/// The same in Czech, Polish and Hungarian text. Without letters that only it has, it is rather Western European.
fn central(sample: &[u8]) -> i64 {
    let mixed = words(sample).filter(|word| word.iter().any(u8::is_ascii));
    let weights = mixed.flat_map(|word| word.split(u8::is_ascii)).map(|run| {
        let own = run.iter().filter(|byte| is_central(**byte)).count() as i64;
        let is_word = run.iter().all(|byte| *byte >= 0xC0 || is_central(*byte));
        match (run.len(), own) {
            (0, _) => 0,
            (1 | 2, own) | (3, own @ 1..) if is_word => 8 + 6 * own,
            (length, _) => -5 * length as i64,
        }
    });
    weights.sum::<i64>() - 1
}

/// Checks whether a byte is a letter of Windows-1250 alone.
fn is_central(byte: u8) -> bool {
    matches!(byte, 0x8A | 0x8D | 0x8E | 0x9A | 0x9D..=0x9F | 0xB3 | 0xB9)
}

/// The words with letters that are not ASCII.
fn words(sample: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = sample.split(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic());
    words.filter(|word| !word.is_ascii())
}

/// The number of bytes examined to detect UTF-16.
const UTF_16_SAMPLE: usize = 4096;

/// The Unicode encoding of a text, which may be known to be valid UTF-8, or `None`.
pub(super) fn unicode(bytes: &[u8], is_known: bool) -> Option<Encoding> {
    let is_utf8 = is_known || is_utf8(bytes) || is_damaged_utf8(bytes);
    utf16(bytes).or_else(|| is_utf8.then_some(UTF_8))
}

/// Whether a text is UTF-8. If it ends inside a character, it must contain a whole non-ASCII one before.
fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or_else(
        |error| error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
        |_| true,
    )
}

/// Whether the strings of a file are UTF-8. Fields of a fixed size may end inside a character. Characters of two bytes may
/// as well be those of GB18030, so most must be longer.
pub(super) fn are_utf8(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let short = text.chars().filter(|next| ('\u{80}'..'\u{800}').contains(next)).count();
    let long = text.chars().filter(|next| *next >= '\u{800}').count();
    long > short && is_damaged_utf8(bytes)
}

/// A text with this many invalid characters is not UTF-8, unless it has more valid ones.
const ENOUGH: usize = 100;

/// Detects UTF-16 by the zero bytes of its ASCII characters, at least a line break: no other text encoding has them.
/// Valid UTF-8 with non-ASCII characters is never UTF-16 by chance, and may contain zero bytes when damaged.
fn utf16(bytes: &[u8]) -> Option<Encoding> {
    let sample = bytes.get(..UTF_16_SAMPLE).unwrap_or(bytes);
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
    let double = units.clone().filter(|unit| unit.to_be_bytes().into_iter().all(is_ascii_text));
    let double = double.count();
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

/// Whether a text is in ISO-2022-JP, the encoding of mail: ASCII with escape sequences around Japanese text.
pub(super) fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let mut escapes = memchr::memchr_iter(b'\x1B', bytes);
    bytes.is_ascii()
        && escapes.any(|at| matches!(bytes.get(at + 1..), Some([b'$', b'@' | b'B', ..])))
}

/// Decodes a text with GB18030 before a bar and Big5 after it on every line, like the endgames of 象棋巫师. Returns `None`
/// if any line is different.
pub(super) fn chinese_halves(bytes: &[u8]) -> Option<String> {
    /// A line of anything may have a million.
    const BARS: usize = 16;
    if str::from_utf8(bytes).is_ok() {
        return None;
    }
    let (mut simplified, mut traditional) = (Vec::new(), Vec::new());
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if line.is_ascii() {
            text.push_str(str::from_utf8(line).ok()?);
            continue;
        }
        // A bar may also be the second byte of a Big5 character.
        let bars = (0..line.len()).filter(|at| line[*at] == b'|').take(BARS);
        let split = bars.map(|at| (&line[..at], &line[at + 1..]));
        let (left, right, before, after) = split
            .filter_map(|(left, right)| {
                let before = GB18030.decode_without_bom_handling_and_without_replacement(left)?;
                let after = BIG5.decode_without_bom_handling_and_without_replacement(right)?;
                Some((left, right, before, after))
            })
            .next()?;
        simplified.extend_from_slice(left);
        traditional.extend_from_slice(right);
        text.extend([&*before, "|", &*after]);
    }
    let is_right = guess(&simplified, Family::Chinese) == GB18030
        && guess(&traditional, Family::Chinese) == BIG5;
    is_right.then_some(text)
}

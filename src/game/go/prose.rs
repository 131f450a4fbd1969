//! Recognises points in prose.

/// Words that look like points in SGF, in the languages and chats of comments.
const WORDS: [&str; 51] = [
    "ad", "ah", "al", "am", "an", "as", "be", "bg", "da", "de", "di", "do", "eg", "eh", "el", "en",
    "er", "es", "gg", "gl", "go", "ha", "he", "hf", "hi", "hm", "hp", "id", "ie", "if", "il", "in",
    "is", "je", "kk", "la", "le", "lo", "ma", "me", "nd", "ne", "no", "np", "of", "oh", "ok", "on",
    "or", "pa", "so",
];
/// After this many points in a row, two letters are a point even if they form a word.
const CERTAIN: usize = 3;
/// Words that may precede a letter and a digit that are not a point.
const NUMBERED: [&str; 16] = [
    "var",
    "variation",
    "dia",
    "diagram",
    "fig",
    "figure",
    "option",
    "line",
    "branch",
    "game",
    "图",
    "圖",
    "図",
    "変化",
    "变化",
    "變化",
];

/// Whether a word looks like a point in SGF, on a board of up to 19 lines: `dd`.
pub(in crate::game) fn is_letters(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b's', b'a'..=b's'])
}

/// Whether a word looks like a move in SGF: `B[dd]`.
pub(in crate::game) fn is_property(word: &str) -> bool {
    matches!(word.as_bytes(), [b'B' | b'W', b'[', b'a'..=b's', b'a'..=b's', b']'])
}

/// Whether a word may be a point, given the number of points before it in its line.
pub(in crate::game) fn may_be_point(word: &str, before: usize) -> bool {
    is_letters(word) && (before >= CERTAIN || !WORDS.contains(&word))
}

/// The number of words that form a line of points. `before` is the text in front of them.
pub(in crate::game) fn length(words: &[&str], before: &str) -> usize {
    match words {
        [first, ..] if is_letters(first) => {
            let last = words.iter().rposition(|word| !WORDS.contains(word));
            // A single pair of letters is more often a word than a point.
            last.filter(|last| *last > 0).map_or(0, |last| last + 1)
        }
        [_] if is_numbered(before) => 0,
        _ => words.len(),
    }
}

/// Whether the following text is the number of something, as in `variation A1`.
fn is_numbered(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '.', '#', '\u{3000}']);
    let letters = before.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let word = &before[letters.len()..];
    let mut named = NUMBERED.iter();
    match word {
        "" => named.any(|name| before.ends_with(name)),
        _ => named.any(|name| word.eq_ignore_ascii_case(name)),
    }
}

//! Divides long texts into passages that can be processed between two keys.

use crate::text::{is_hidden, is_mark};

/// The maximum size of a passage in bytes.
const LONGEST: usize = 16 * 1024;

/// The end of the passage that begins at an offset: after its last whole line, or inside a line that is longer than a
/// passage.
pub(super) fn end(text: &str, from: usize) -> usize {
    if text.len() - from <= LONGEST {
        return text.len();
    }
    let most = boundary(text, from + LONGEST);
    match text[from..most].rfind('\n') {
        Some(at) => from + at + 1,
        None => before_marks(text, from, most),
    }
}

/// The start of the passage that ends at an offset.
pub(super) fn start(text: &str, to: usize) -> usize {
    let least = boundary(text, to.saturating_sub(LONGEST));
    if least == 0 {
        return 0;
    }
    // The line end before the offset belongs to the last line of this passage.
    let inner = &text.as_bytes()[least..to.max(least + 1) - 1];
    match inner.iter().position(|byte| *byte == b'\n') {
        Some(at) => least + at + 1,
        None => before_marks(text, 0, least),
    }
}

/// The last character boundary at or before an offset.
pub(super) fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The last boundary at or before an offset that does not separate combining marks from their character, or the offset
/// itself if there are too many marks.
fn before_marks(text: &str, from: usize, at: usize) -> usize {
    const FLOOD: usize = 64;
    let is_attached = |next: char| is_mark(next) || is_hidden(next);
    if !text[at..].starts_with(is_attached) {
        return at;
    }
    let mut before = text[from..at].char_indices().rev().take(FLOOD);
    let base = before.find(|(_, next)| !is_attached(*next));
    base.map_or(at, |(base, _)| from + base)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The passages from the start, and those from the end backwards.
    fn passages(text: &str) -> [Vec<usize>; 2] {
        let next = |at: &usize| (*at < text.len()).then(|| end(text, *at));
        let last = |at: &usize| (*at > 0).then(|| start(text, *at));
        [
            std::iter::successors(Some(0), next).collect(),
            std::iter::successors(Some(text.len()), last).collect(),
        ]
    }

    #[test]
    fn a_passage_has_whole_lines_where_they_are_short() {
        let text = "将五进一。\n".repeat(5_000);
        for places in passages(&text) {
            assert!(places.len() > 3, "{places:?}");
            for at in places {
                assert!(at == 0 || text[..at].ends_with('\n'), "{at}");
            }
        }
    }

    #[test]
    fn a_long_line_is_cut_between_characters_and_their_marks() {
        let text = "Xe\u{301}\u{301}か\u{3099}".repeat(5_000);
        for places in passages(&text) {
            assert!(places.len() > 3, "{places:?}");
            for at in places {
                assert!(!text[at..].starts_with(is_mark), "{at}");
            }
        }
        let [forward, back] = passages(&"\u{301}".repeat(100_000));
        assert!(forward.len() > 3 && back.len() > 3);
    }
}

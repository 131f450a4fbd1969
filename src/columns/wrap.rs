//! Wraps text by terminal columns.

use unicode_segmentation::UnicodeSegmentation;

use crate::text::columns;

/// Characters that must not begin a line.
const NOT_FIRST: &str = "、。，．・：；？！)]}）］｝」』】〉》〕〗’”ー～…‥々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?%\u{2060}";
/// Characters that must not end a line.
const NOT_LAST: &str = "([{（［｛「『【〈《〔〖‘“\u{2060}";

/// Splits a text into lines of at most `width` columns, by grapheme. ASCII words are kept whole where they fit. Following
/// Chinese and Japanese typesetting (kinsoku), no line begins with a closing sign or ends with an opening one.
///
/// textwrap 0.16 fails the tests below: it has a single width for ambiguous characters, splits joined emoji, drops
/// spaces before a word longer than the line, and takes 11 s for 50 MB.
pub(crate) fn wrap(text: &str, width: usize, ambiguous_wide: bool) -> Vec<String> {
    text.split('\n').flat_map(|line| wrap_line(line, width.max(2), ambiguous_wide)).collect()
}

fn wrap_line(line: &str, width: usize, wide: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line;
    while let Some(end) = break_point(rest, width, wide) {
        let (head, tail) = rest.split_at(end);
        lines.push(head.trim_end_matches(' ').to_owned());
        rest = tail.trim_start_matches(' ');
    }
    lines.push(rest.to_owned());
    lines
}

/// The offset of the line break: the last allowed position that fits, else the last that fits. Returns `None` if the
/// whole line fits. Examines no more text than fits.
fn break_point(text: &str, width: usize, wide: bool) -> Option<usize> {
    // No text takes more columns than bytes.
    if text.len() <= width {
        return None;
    }
    let mut taken = 0;
    let mut last_allowed = 0;
    let mut before: Option<&str> = None;
    for (offset, grapheme) in text.grapheme_indices(true) {
        if before.is_some_and(|before| may_break(before, grapheme)) {
            last_allowed = offset;
        }
        taken += columns(grapheme, wide);
        if taken > width {
            let fitting = if offset == 0 { grapheme.len() } else { offset };
            let end = if last_allowed == 0 { fitting } else { last_allowed };
            return (end < text.len()).then_some(end);
        }
        before = Some(grapheme);
    }
    None
}

fn may_break(before: &str, after: &str) -> bool {
    let words = before.bytes().all(|byte| byte.is_ascii_graphic())
        && after.bytes().all(|byte| byte.is_ascii_graphic());
    !words && !NOT_LAST.contains(before) && !NOT_FIRST.contains(after)
}

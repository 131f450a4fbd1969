//! Measures, cuts and wraps text by terminal columns.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::text::Progress;

/// The number of columns a text takes. Characters of ambiguous width take two if `ambiguous_wide`.
pub fn columns(text: &str, ambiguous_wide: bool) -> usize {
    // The fast path: most of a screen is spaces.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.len();
    }
    let wider = text.chars().filter(|character| is_ambiguous(*character));
    text.width() + if ambiguous_wide { wider.count() } else { 0 }
}

/// Whether the width of a character depends on the terminal: box drawing, dots, arrows, curly quotes, and letters that
/// are full width in East Asian fonts.
pub fn is_ambiguous(character: char) -> bool {
    match (character.width(), character.width_cjk()) {
        (Some(1), Some(2)) => true,
        (Some(1), _) => is_ambiguous_letter(character),
        _ => false,
    }
}

/// Letters and modifiers that Unicode classifies as ambiguous. unicode-width treats them as narrow, like most modern
/// terminals; terminals with wide ambiguous characters draw these wide, too.
fn is_ambiguous_letter(character: char) -> bool {
    matches!(character,
        '\u{A8}' | '\u{AA}' | '\u{B4}' | '\u{B8}' | '\u{BA}' | '\u{C6}' | '\u{D0}' | '\u{D8}'
        | '\u{DE}'..='\u{E1}' | '\u{E6}' | '\u{E8}'..='\u{EA}' | '\u{EC}'..='\u{ED}' | '\u{F0}'
        | '\u{F2}'..='\u{F3}' | '\u{F8}'..='\u{FA}' | '\u{FC}' | '\u{FE}' | '\u{101}' | '\u{111}' | '\u{113}'
        | '\u{11B}' | '\u{126}'..='\u{127}' | '\u{12B}' | '\u{131}'..='\u{133}' | '\u{138}'
        | '\u{13F}'..='\u{142}' | '\u{144}' | '\u{148}'..='\u{14B}' | '\u{14D}' | '\u{152}'..='\u{153}'
        | '\u{166}'..='\u{167}' | '\u{16B}' | '\u{1CE}' | '\u{1D0}' | '\u{1D2}' | '\u{1D4}' | '\u{1D6}'
        | '\u{1D8}' | '\u{1DA}' | '\u{1DC}' | '\u{251}' | '\u{261}' | '\u{2C4}' | '\u{2C7}'
        | '\u{2C9}'..='\u{2CB}' | '\u{2CD}' | '\u{2D0}' | '\u{2D8}'..='\u{2DB}' | '\u{2DD}' | '\u{2DF}'
        | 'Α'..='Ρ' | 'Σ'..='Ω' | 'α'..='ρ' | 'σ'..='ω' | 'Ё' | 'А'..='я' | 'ё'
        | '\u{207F}' | '\u{2113}' | '\u{2126}' | '\u{212B}')
}

/// The longest prefix of a text that fits into `width` columns, cut between graphemes.
pub fn fit(text: &str, width: usize, ambiguous_wide: bool) -> &str {
    let mut taken = 0;
    for (offset, grapheme) in text.grapheme_indices(true) {
        taken += columns(grapheme, ambiguous_wide);
        if taken > width {
            return &text[..offset];
        }
    }
    text
}

/// The longest suffix of a text that fits into `width` columns.
#[cfg(feature = "tui")]
pub(crate) fn fit_end(text: &str, width: usize, ambiguous_wide: bool) -> &str {
    let mut taken = 0;
    for (offset, grapheme) in text.grapheme_indices(true).rev() {
        taken += columns(grapheme, ambiguous_wide);
        if taken > width {
            return &text[offset + grapheme.len()..];
        }
    }
    text
}

/// The width of characters of ambiguous width, in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ambiguous {
    /// Ask the terminal.
    #[default]
    Auto,
    /// One column.
    One,
    /// Two columns.
    Two,
}

impl Ambiguous {
    /// Parses the terminal's answer: the row and column of its cursor, from 1. Returns `None` if anything else has
    /// moved the cursor.
    pub fn of_cursor(row: u16, column: u16) -> Option<Self> {
        match (row, column) {
            (1, 2) => Some(Self::One),
            (1, 3) => Some(Self::Two),
            _ => None,
        }
    }

    /// Whether to reserve two columns when wrapping or cutting text.
    pub fn may_be_wide(self) -> bool {
        self != Self::One
    }

    /// The columns reserved for a grapheme.
    pub fn width(self, grapheme: &str) -> u16 {
        let width = columns(grapheme, self == Self::Two);
        // Terminals differ on clusters, but none uses more than two columns after cleaning.
        width.min(2) as u16
    }

    /// Whether every terminal of this kind advances its cursor by [`Ambiguous::width`] after the grapheme.
    pub fn is_certain(self, grapheme: &str) -> bool {
        let mut characters = grapheme.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return false;
        };
        match character.width() {
            Some(1) => self != Self::Auto || !is_ambiguous(character),
            Some(2) => is_wide_everywhere(character),
            _ => false,
        }
    }
}

/// Ideographs, kana, Hangul and fullwidth forms, which take two columns on every terminal. Terminals differ on other
/// wide characters.
fn is_wide_everywhere(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{115E}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF01}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{20000}'..='\u{3FFFD}')
}

/// Characters that must not begin a line.
const NOT_FIRST: &str = "、。，．・：；？！)]}）］｝」』】〉》〕〗’”ー～…‥々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?%\u{2060}";
/// Characters that must not end a line.
const NOT_LAST: &str = "([{（［｛「『【〈《〔〖‘“\u{2060}";

/// Splits a text into lines of at most `width` columns, by grapheme. ASCII words are kept whole where they fit. Following
/// Chinese and Japanese typesetting (kinsoku), no line begins with a closing sign or ends with an opening one.
///
/// textwrap 0.16 fails the tests below: it has a single width for ambiguous characters, splits joined emoji, drops
/// spaces before a word longer than the line, and takes 11 s for 50 MB.
pub fn wrap(text: &str, width: usize, ambiguous_wide: bool) -> Vec<String> {
    text.split('\n').flat_map(|line| wrap_line(line, width.max(2), ambiguous_wide)).collect()
}

fn wrap_line(line: &str, width: usize, wide: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line;
    let mut progress = Progress::default();
    while progress.goes_on(rest.len())
        && let Some(end) = break_point(rest, width, wide)
    {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ambiguous_characters_count_as_the_terminal_draws_them() {
        assert_eq!((columns("炮二平五", false), columns("炮二平五", true)), (8, 8));
        assert_eq!((columns("“●…é”", false), columns("“●…é”", true)), (5, 10));
        assert_eq!((columns("Привет, Ω!", false), columns("Привет, Ω!", true)), (10, 17));
        assert_eq!((columns("Łęcki łşž ♔", false), columns("Łęcki łşž ♔", true)), (11, 13));
    }

    #[test]
    fn text_is_cut_between_graphemes() {
        assert_eq!(fit("炮二平五", 5, false), "炮二");
        assert_eq!(fit("e\u{301}e\u{301}x", 2, false), "e\u{301}e\u{301}");
        assert_eq!(fit("“a”", 3, true), "“a");
    }

    #[test]
    fn no_line_begins_with_a_closing_sign() {
        assert_eq!(wrap("一二三四。五六", 8, false), ["一二三", "四。五六"]);
        assert_eq!(wrap("一二三（四五", 8, false), ["一二三", "（四五"]);
    }

    #[test]
    fn what_is_joined_stays_whole_and_ambiguous_width_counts() {
        let family = "👨\u{200d}👩\u{200d}👧";
        assert_eq!(wrap(&family.repeat(3), 4, false), [family.repeat(2), family.into()]);
        assert_eq!(wrap("●○△→", 4, false), ["●○△→"]);
        assert_eq!(wrap("●○△→", 4, true), ["●○", "△→"]);
    }

    #[test]
    fn words_stay_whole_and_long_ones_are_cut() {
        assert_eq!(wrap("a quick brown fox", 8, false), ["a quick", "brown", "fox"]);
        assert_eq!(wrap("abcdefghij", 4, false), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("a\n\nb", 4, false), ["a", "", "b"]);
    }

    #[test]
    fn a_grapheme_wider_than_the_line_still_goes_on() {
        assert_eq!(wrap("一二", 1, false), ["一", "二"]);
    }
}

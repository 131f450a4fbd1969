//! Measuring and cutting text by columns.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The columns that a text takes; characters of ambiguous width count `ambiguous` columns each.
pub fn columns(text: &str, ambiguous_wide: bool) -> usize {
    if ambiguous_wide {
        text.width_cjk()
    } else {
        text.width()
    }
}

/// The longest beginning of a text that fits into so many columns, cut between graphemes.
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

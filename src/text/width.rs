//! Measures and cuts text by terminal columns.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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

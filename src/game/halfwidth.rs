//! Fullwidth forms.

/// Converts a fullwidth letter, digit or sign to its ASCII form.
pub(crate) fn halfwidth(character: char) -> char {
    match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0).unwrap_or(character),
        '\u{2212}' => '-',
        _ => character,
    }
}

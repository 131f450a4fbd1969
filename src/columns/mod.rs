//! Layer 4: text in the columns of a terminal: tables, wrapped lines, and characters that take one column or two.

mod table;
mod wrap;

use unicode_width::UnicodeWidthChar;

pub(crate) use table::{Align, Column, CutAt, NAMES, Table, dots, without_middle};
pub(crate) use wrap::wrap;

use crate::text::{columns, is_ambiguous};

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

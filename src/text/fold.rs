//! The form in which texts are compared.

use std::str::CharIndices;
use std::sync::LazyLock;

use unicode_normalization::char::{compose, decompose_compatible};

/// Whether the beginning of a text is in traditional characters. Few of those in a simplified text have another form.
pub(crate) fn is_traditional(text: &str) -> bool {
    const BEGINNING: usize = 16 * 1024;
    let characters = text.chars().take(BEGINNING);
    let ideographs = characters.filter(|character| ('\u{4E00}'..='\u{9FFF}').contains(character));
    let (mut all, mut traditional) = (0, 0);
    for ideograph in ideographs {
        all += 1;
        traditional += usize::from(form(ideograph) != ideograph);
    }
    traditional * 10 > all
}

/// A text in the form in which texts are compared regardless of case.
pub fn folded(text: &str) -> String {
    Folded::new(text, false).map(|(_, character)| character).collect()
}

/// The characters of a text in the form in which they are compared, with their offsets; in lower case unless `exact`.
#[derive(Debug, Clone)]
pub(crate) struct Folded<'a> {
    characters: CharIndices<'a>,
    exact: bool,
    follows_ideograph: bool,
}

impl<'a> Folded<'a> {
    pub(crate) fn new(text: &'a str, exact: bool) -> Self {
        Self { characters: text.char_indices(), exact, follows_ideograph: false }
    }

    /// The offset after the characters that were taken.
    #[cfg(feature = "tui")]
    pub(crate) fn offset(&self) -> usize {
        self.characters.offset()
    }

    fn skip_padding(&mut self) {
        let blanks = self.characters.as_str();
        let after = blanks.trim_start_matches([' ', '\u{3000}']);
        if after.starts_with(is_ideograph) {
            let padding = blanks[..blanks.len() - after.len()].chars().count();
            self.characters.by_ref().take(padding).for_each(drop);
        }
    }
}

impl Iterator for Folded<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        if self.follows_ideograph {
            self.skip_padding();
        }
        let (start, character) = self.characters.next()?;
        self.follows_ideograph = is_ideograph(character);
        let mut folded = fold(character);
        let after = self.characters.as_str().chars().next();
        if let Some(mark @ ('\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}')) = after
            && let Some(voiced) = compose(folded, fold(mark))
        {
            folded = voiced;
            self.characters.next();
        }
        Some((start, if self.exact { folded } else { lower(folded) }))
    }
}

fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAD9}' | '\u{20BB7}')
}

fn lower(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_lowercase();
    }
    // A character whose lower case has several characters is compared unchanged.
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => character,
    }
}

/// Maps a character to a common form, regardless of width and script.
fn fold(character: char) -> char {
    match character {
        '\0'..='\u{2FFF}' => character,
        '\u{3000}' => ' ',
        '\u{301C}' => '~',
        '\u{4E00}'..='\u{9FFF}' => form(character),
        // Microsoft's, which has no decomposition.
        '\u{FA11}' => '崎',
        '\u{F900}'..='\u{FAD9}' | '\u{FF01}'..='\u{FF9F}' => form(decomposed(character)),
        '\u{20BB7}' => '吉',
        _ => character,
    }
}

/// The ideograph that a compatibility ideograph duplicates (Korean has 李 as U+F9E1 too), or the usual form of a
/// half-width or full-width character.
fn decomposed(character: char) -> char {
    let mut first = None;
    decompose_compatible(character, |part| first = first.or(Some(part)));
    first.unwrap_or(character)
}

/// Groups of variants of characters from U+4E00 to U+9FFF. In comparisons the first of a group replaces the others.
///
/// Simplified and traditional Chinese are from Unicode CLDR 42, transform Hant-Hans (Unicode License v3), except 苎,
/// which is mapped to 苧 there. Old and new Japanese forms are from the Jōyō and Jinmeiyō kanji tables (2010), with
/// variants common in names: 高 髙, 崎 嵜, 島 嶋 嶌, 辺 邉, 呉 and Korean 裵 曺. 傌 and 俥 are xiangqi pieces.
const GROUPS: &str = include_str!("variants.txt");

/// The variant that represents all variants of a character in comparisons.
fn form(character: char) -> char {
    const FIRST: usize = 0x4E00;
    static FORMS: LazyLock<Vec<char>> = LazyLock::new(|| {
        // Most have no other form, and a table of zeros costs nothing.
        let mut forms = vec!['\0'; 0xA000 - FIRST];
        for group in GROUPS.split_whitespace() {
            let first = group.chars().next().unwrap_or_default();
            for member in group.chars() {
                forms[member as usize - FIRST] = first;
            }
        }
        forms
    });
    let index = (character as usize).checked_sub(FIRST);
    let form = index.and_then(|index| FORMS.get(index)).filter(|form| **form != '\0');
    form.copied().unwrap_or(character)
}

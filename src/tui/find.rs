//! What is searched for, and where it stands in a text.

use std::ops::Range;

/// Words to find. Lower case stands for both cases, anything with a capital for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    text: String,
    /// The characters as they are compared.
    folded: Vec<char>,
    exact: bool,
}

impl Query {
    /// `None` if there is nothing to search for.
    pub(super) fn new(text: &str) -> Option<Self> {
        let exact = text.chars().any(char::is_uppercase);
        let folded: Vec<char> = text
            .chars()
            .map(|character| fold(character, exact))
            .collect();
        (!folded.is_empty()).then(|| Self {
            text: text.to_owned(),
            folded,
            exact,
        })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_in(&self, text: &str) -> bool {
        self.first(text).is_some()
    }

    /// Whether it is the whole text.
    pub(super) fn is_all_of(&self, text: &str) -> bool {
        self.first(text) == Some(0..text.len())
    }

    /// Every place where it stands, without overlap, as byte ranges.
    pub(super) fn all(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(range) = self.first(&text[from..]) {
            found.push(range.start + from..range.end + from);
            from += range.end;
        }
        found
    }

    fn first(&self, text: &str) -> Option<Range<usize>> {
        let (first, rest) = self.folded.split_first()?;
        let starts = text.char_indices();
        starts
            .filter(|(_, character)| fold(*character, self.exact) == *first)
            .find_map(|(start, character)| {
                let mut after = text[start + character.len_utf8()..].chars();
                let same = |wanted: &char| {
                    after
                        .next()
                        .is_some_and(|next| fold(next, self.exact) == *wanted)
                };
                rest.iter()
                    .all(same)
                    .then(|| start..text.len() - after.as_str().len())
            })
    }
}

/// A character as it is compared. Fullwidth forms equal plain ones, and the characters of move notation equal their
/// simplified forms: whether 馬８進７ or 马8进7 is typed or written makes no difference.
fn fold(character: char, exact: bool) -> char {
    let plain = match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0).unwrap_or(character),
        '\u{3000}' => ' ',
        '馬' | '傌' => '马',
        '車' | '俥' => '车',
        '砲' => '炮',
        '帥' => '帅',
        '將' => '将',
        '進' => '进',
        '後' => '后',
        '黒' => '黑',
        '紅' => '红',
        _ => character,
    };
    if exact {
        return plain;
    }
    // A character whose lower case is several is compared as itself.
    let mut lower = plain.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => plain,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lower_case_finds_both_and_capitals_themselves() {
        assert!(Query::new("opening").unwrap().is_in("The Opening"));
        assert!(!Query::new("Opening").unwrap().is_in("the opening"));
        assert!(Query::new("Q16").unwrap().is_in("黒 Q16"));
        assert!(Query::new("马8进7").unwrap().is_in("黑 馬８進７"));
        assert!(Query::new("馬８進７").unwrap().is_in("黑 马8进7"));
        assert_eq!(Query::new(""), None);
    }

    #[test]
    fn hits_are_byte_ranges_of_the_text() {
        let query = Query::new("aa").unwrap();
        assert_eq!(query.all("aaaＡＡ"), vec![0..2, 2..6]);
        assert_eq!(Query::new("ab").unwrap().all("aab"), vec![1..3]);
        assert!(Query::new("İ").unwrap().is_in("İstanbul"));
    }
}

//! The matcher of every search: on the screen and in `dapu find`.

use std::ops::Range;

use crate::text::{self, Folded};

/// A text to search for. Lower case matches both cases, upper case only itself. Simplified and traditional Chinese, old
/// and new Japanese forms, and full and half width match each other; hiragana and katakana do not. Blanks between
/// ideographs, by which records pad names, do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    text: String,
    folded: Vec<char>,
    /// In lower case.
    key: String,
    exact: bool,
}

impl Pattern {
    /// Returns `None` if the text is empty.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let exact = text.chars().any(char::is_uppercase);
        let folded: Vec<char> = Folded::new(text, exact).map(|(_, folded)| folded).collect();
        (!folded.is_empty()).then(|| Self {
            text: text.to_owned(),
            folded,
            key: text::folded(text),
            exact,
        })
    }

    /// The text as given.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a text contains the pattern, given the text as [`folded`](crate::text::folded), too.
    pub(crate) fn is_in_folded(&self, folded: &str, text: impl FnOnce() -> bool) -> bool {
        folded.contains(&self.key) && (!self.exact || text())
    }

    /// Whether a text contains the pattern.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.first(text).is_some()
    }

    /// The byte range of the first match in a text.
    pub(crate) fn first(&self, text: &str) -> Option<Range<usize>> {
        self.find(text, 0)
    }

    /// The byte ranges of all matches in a text, without overlaps.
    pub(crate) fn all(&self, text: &str) -> Vec<Range<usize>> {
        let ranges = std::iter::successors(self.first(text), |before| self.find(text, before.end));
        ranges.collect()
    }

    /// The first match at or after a byte offset.
    fn find(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let (first, rest) = self.folded.split_first()?;
        let mut characters = Folded::new(text.get(from..)?, self.exact);
        while let Some((start, character)) = characters.next() {
            if character == *first {
                let mut after = characters.clone();
                if (rest.iter()).all(|wanted| after.next().is_some_and(|(_, next)| next == *wanted))
                {
                    return Some(from + start..from + after.offset());
                }
            }
        }
        None
    }
}

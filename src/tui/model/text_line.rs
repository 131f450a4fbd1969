//! Lines of text in panes, with search hits.

use std::ops::Range;

use ratatui::style::Style;

use super::State;
use crate::columns::wrap;
use crate::text::clean_line;

/// A line in a pane.
#[derive(Debug, Clone)]
pub(in crate::tui) struct TextLine {
    pub(in crate::tui) text: String,
    pub(in crate::tui) style: Style,
    /// The byte ranges of search hits.
    pub(in crate::tui) hits: Vec<Range<usize>>,
    /// The byte ranges with another style.
    pub(in crate::tui) parts: Vec<(Range<usize>, Style)>,
}

impl TextLine {
    pub(in crate::tui) fn new(state: &State, line: &str, style: Style) -> Self {
        let text = clean_line(line);
        Self { hits: hits_in(state, &text), parts: Vec::new(), text, style }
    }

    /// Whether the line contains a search hit.
    pub(in crate::tui) fn is_hit(&self) -> bool {
        !self.hits.is_empty()
    }

    /// Wraps clean text, but not inside some words of it. Search hits and idle parts may extend across line breaks.
    pub(in crate::tui) fn wrapped(
        state: &State,
        content: &str,
        words: &[Range<usize>],
        idle: &[Range<usize>],
        style: Style,
        width: u16,
    ) -> Vec<Self> {
        let hits = hits_in(state, content);
        let (mut hits, mut idle) = (&hits[..], idle);
        // Where the file itself has joiners, its lines are taken as they are.
        let words = if content.contains(JOINER) { &[] } else { words };
        let joined = joined(content, words);
        let lines = wrap(&joined, usize::from(width), state.ambiguous().may_be_wide());
        let mut from = 0;
        let lines = lines.into_iter().map(|line| {
            let line = if words.is_empty() { line } else { line.replace(JOINER, "") };
            // Only spaces and line ends are between two lines.
            let start = content[from..].find(&line).map_or(from, |at| from + at);
            from = start + line.len();
            let idle_parts = parts_in(&mut idle, start..from).into_iter();
            Self {
                hits: parts_in(&mut hits, start..from),
                parts: idle_parts.map(|part| (part, state.look().idle())).collect(),
                text: line,
                style,
            }
        });
        lines.collect()
    }
}

/// The character that forbids a line break at its place.
const JOINER: &str = "\u{2060}";

/// A text with no place for a line break inside some words.
fn joined(text: &str, words: &[Range<usize>]) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut end = 0;
    for word in words {
        joined += text.get(end..word.start).unwrap_or_default();
        let characters: Vec<String> = text[word.clone()].chars().map(String::from).collect();
        joined += &characters.join(JOINER);
        end = word.end;
    }
    joined + &text[end..]
}

/// The parts of ranges inside a line, relative to it. Drops the ranges before the line.
fn parts_in(ranges: &mut &[Range<usize>], line: Range<usize>) -> Vec<Range<usize>> {
    while let Some((_, rest)) = ranges.split_first().filter(|(first, _)| first.end <= line.start) {
        *ranges = rest;
    }
    let here = ranges.iter().take_while(|range| range.start < line.end);
    here.map(|range| range.start.saturating_sub(line.start)..range.end.min(line.end) - line.start)
        .collect()
}

/// The byte ranges of search hits in a text.
fn hits_in(state: &State, text: &str) -> Vec<Range<usize>> {
    state.lit().map_or_else(Vec::new, |query| query.all(text))
}

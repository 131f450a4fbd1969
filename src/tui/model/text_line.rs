//! Lines of text in panes, with search hits.

use std::ops::Range;

use ratatui::style::Style;

use super::State;
use crate::text::{clean_line, wrap};

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

    /// Wraps clean text. Search hits and idle parts may extend across line breaks.
    pub(in crate::tui) fn wrapped(
        state: &State,
        content: &str,
        idle: &[Range<usize>],
        style: Style,
        width: u16,
    ) -> Vec<Self> {
        let hits = hits_in(state, content);
        let (mut hits, mut idle) = (&hits[..], idle);
        let lines = wrap(content, usize::from(width), state.ambiguous().may_be_wide());
        let mut from = 0;
        let lines = lines.into_iter().map(|line| {
            // Only spaces and line ends are between two lines.
            let start = content[from..].find(&line).map_or(from, |at| from + at);
            from = start + line.len();
            let idle_parts = parts_in(&mut idle, start..from).into_iter();
            Self {
                hits: parts_in(&mut hits, start..from),
                parts: idle_parts.map(|part| (part, state.ui.idle())).collect(),
                text: line,
                style,
            }
        });
        lines.collect()
    }
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

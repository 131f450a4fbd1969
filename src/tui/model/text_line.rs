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
}

impl TextLine {
    pub(in crate::tui) fn new(state: &State, line: &str, style: Style) -> Self {
        let text = clean_line(line);
        Self {
            hits: hits_in(state, &text),
            text,
            style,
        }
    }

    /// Whether the line contains a search hit.
    pub(in crate::tui) fn is_hit(&self) -> bool {
        !self.hits.is_empty()
    }

    /// Wraps clean text. Search hits may extend across line breaks.
    pub(in crate::tui) fn wrapped(
        state: &State,
        content: &str,
        style: Style,
        width: u16,
    ) -> Vec<Self> {
        let hits = hits_in(state, content);
        let lines = wrap(content, usize::from(width), state.ambiguous().may_be_wide());
        let (mut from, mut first) = (0, 0);
        let put = |line: String| {
            // Only spaces and line ends are between two lines.
            let start = content[from..].find(&line).map_or(from, |at| from + at);
            from = start + line.len();
            while hits.get(first).is_some_and(|hit| hit.end <= start) {
                first += 1;
            }
            let here = hits[first..].iter().take_while(|hit| hit.start < from);
            let part =
                |hit: &Range<usize>| hit.start.saturating_sub(start)..hit.end.min(from) - start;
            Self {
                hits: here.map(part).collect(),
                text: line,
                style,
            }
        };
        lines.into_iter().map(put).collect()
    }
}

/// The byte ranges of search hits in a text.
fn hits_in(state: &State, text: &str) -> Vec<Range<usize>> {
    state.lit().map_or_else(Vec::new, |query| query.all(text))
}

//! Lines of text, with the hits of the search lit.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text;
use crate::text::clean_line;
use crate::text::fit;
use crate::text::wrap;
use crate::tui::canvas::Canvas;
use crate::tui::model::State;

/// A line of a pane.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Line {
    text: String,
    style: Style,
    /// What was searched for, as byte ranges.
    hits: Vec<Range<usize>>,
}

impl Line {
    pub(super) fn new(state: &State, line: &str, style: Style) -> Self {
        let text = clean_line(line);
        Self {
            hits: hits(state, &text),
            text,
            style,
        }
    }

    /// Whether it holds what was searched for.
    pub(super) fn is_hit(&self) -> bool {
        !self.hits.is_empty()
    }

    /// Clean text in lines of so many columns. What was searched for is found across the ends of lines too.
    pub(super) fn wrapped(state: &State, content: &str, style: Style, width: u16) -> Vec<Self> {
        let hits = hits(state, content);
        let lines = wrap(content, usize::from(width), state.ambiguous().may_be_wide());
        let (mut from, mut first) = (0, 0);
        let put = |line: String| {
            // Nothing but blanks and line ends lies between two lines.
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

fn hits(state: &State, text: &str) -> Vec<Range<usize>> {
    state
        .reader
        .search
        .lit()
        .map_or_else(Vec::new, |query| query.all(text))
}

/// Draws lines of text.
pub(super) fn draw<'a>(
    state: &State,
    area: Rect,
    canvas: &mut Canvas<'_>,
    lines: impl Iterator<Item = &'a Line>,
) {
    for (row, line) in (0..area.height).zip(lines) {
        text(canvas, area, row, &line.text, line.style);
        light(state, canvas, area, row, &line.text, &line.hits);
    }
}

/// Lights what was searched for in a line that was written.
pub(super) fn light_hits(state: &State, canvas: &mut Canvas<'_>, area: Rect, row: u16, line: &str) {
    let line = clean_line(line);
    light(state, canvas, area, row, &line, &hits(state, &line));
}

fn light(
    state: &State,
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: u16,
    line: &str,
    hits: &[Range<usize>],
) {
    let shown = fit(
        line,
        usize::from(area.width),
        canvas.ambiguous.may_be_wide(),
    );
    for hit in hits.iter().filter(|hit| hit.end <= shown.len()) {
        let x = canvas.width(&shown[..hit.start]);
        let word = &shown[hit.clone()];
        let width = canvas.width(word);
        canvas.put(
            area.x + x,
            area.y + row,
            word,
            width,
            state.ui.settings.hit(),
        );
    }
}

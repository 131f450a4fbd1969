//! Lines of text, with the hits of the search lit.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text;
use crate::text::{clean_line, fit};
use crate::tui::model::{State, TextLine, hits_in};
use crate::tui::terminal::Canvas;

/// Draws lines of text.
pub(super) fn draw<'a>(
    state: &State,
    area: Rect,
    canvas: &mut Canvas<'_>,
    lines: impl Iterator<Item = &'a TextLine>,
) {
    for (row, line) in (0..area.height).zip(lines) {
        text(canvas, area, row, &line.text, line.style);
        let style = state.ui.settings.hit();
        light(canvas, area, row, &line.text, &line.hits, style);
    }
}

/// Lights what was searched for in a line that was written.
pub(super) fn light_hits(state: &State, canvas: &mut Canvas<'_>, area: Rect, row: u16, line: &str) {
    let line = clean_line(line);
    let style = state.ui.settings.hit();
    light(canvas, area, row, &line, &hits_in(state, &line), style);
}

/// Gives parts of a line that was written another style.
pub(super) fn light(
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: u16,
    line: &str,
    parts: &[Range<usize>],
    style: Style,
) {
    let shown = fit(
        line,
        usize::from(area.width),
        canvas.ambiguous.may_be_wide(),
    );
    for part in parts.iter().filter(|part| part.end <= shown.len()) {
        let x = canvas.width(&shown[..part.start]);
        let word = &shown[part.clone()];
        let width = canvas.width(word);
        canvas.put(area.x + x, area.y + row, word, width, style);
    }
}

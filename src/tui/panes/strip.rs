//! The evaluation along the current line, in a few rows under the board.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::graph::{self, Columns};
use super::list::light;
use super::{Body, Pane, text};
use crate::tui::model::State;
use crate::tui::model::conditions::has_evals;
use crate::tui::terminal::Canvas;

pub(super) const PANE: Pane = Pane {
    wish: |state| u16::from(has_evals(state)),
    heading: Some(|state, _| (state.texts().evaluation.to_owned(), String::new())),
    body: Body::Drawn(draw),
    click: |state, area, at| {
        let press = (graph::PANE.click)(state, area, at);
        press.filter(|_| !state.hides_answer())
    },
    ..Pane::PLAIN
};

/// Draws bars, reversed for the first side and plain for the second, above a marker for the current ply.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    if state.hides_answer() {
        return;
    }
    let columns = Columns::of(state, area);
    let rows = usize::from(area.height).saturating_sub(1);
    let mut lines = graph::draw_values(state, &columns.values(state), rows);
    lines.push(columns.pointer(state));
    for (row, line) in (0..area.height).zip(&lines) {
        text(canvas, area, row, line, Style::new());
        let bars = line.match_indices('#');
        let bars: Vec<_> = bars.map(|(at, bar)| at..at + bar.len()).collect();
        let style = state.ui.lit();
        light(canvas, area, row, line, &bars, style);
    }
}

//! What was told so far, the newest first.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::tui::canvas::Canvas;
use crate::tui::model::State;

pub(super) fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let wrapped = |text| Line::wrapped(state, text, Style::new(), area.width);
    let lines: Vec<Line> = state.ui.log.newest().flat_map(wrapped).collect();
    list(
        state,
        canvas,
        area,
        (state.texts().messages, ""),
        &state.ui.panes.opened,
        &lines,
    );
}

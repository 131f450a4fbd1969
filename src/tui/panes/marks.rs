//! The marks and bookmarks, while one of them is asked for.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::tui::canvas::Canvas;
use crate::tui::model::{State, marks_here};

pub(super) fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let mut lines = Vec::new();
    for mark in marks_here(state) {
        let name = mark.name.unwrap_or_default();
        let row = if mark.game == state.document.game {
            let ply = state.document.record.tree.ply(mark.node);
            let before = state.document.record.tree.parent(mark.node);
            let before = before.map(|node| {
                state
                    .reader
                    .cursor
                    .position_of(&state.document.record, node)
            });
            let called = before.map(|before| state.move_name(&before, mark.node));
            let called = called.unwrap_or_default();
            format!(" {}  {ply:>4} {called} {name}", mark.letter)
        } else {
            format!(" {}  #{}", mark.letter, mark.game + 1)
        };
        lines.push(Line::new(state, &row, Style::new()));
    }
    list(
        state,
        canvas,
        area,
        (state.texts().marks, ""),
        &state.ui.panes.opened,
        &lines,
    );
}

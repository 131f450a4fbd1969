//! The keys, from their table.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::keys::KEYS;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    heading(app, canvas, area, "KEYS", "?");
    for (row, binding) in (1..area.height).zip(KEYS) {
        text(
            canvas,
            area,
            row,
            &format!(" {:<12} {}", binding.keys, binding.help),
            Style::new(),
        );
    }
}

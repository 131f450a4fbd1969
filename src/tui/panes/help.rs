//! The keys, from their table.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::tui::app::App;
use crate::tui::keys::KEYS;

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    heading(app, buffer, area, "KEYS", "?");
    for (row, binding) in (1..area.height).zip(KEYS) {
        text(
            buffer,
            area,
            row,
            &format!(" {:<12} {}", binding.keys, binding.help),
            Style::new(),
        );
    }
}

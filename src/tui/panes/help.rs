//! The keys, from their table.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::keys::KEYS;
use crate::tui::lang::{self, Text};

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    heading(app, canvas, area, app.text(Text::Keys), "?");
    for (row, binding) in (1..area.height).zip(KEYS) {
        text(
            canvas,
            area,
            row,
            &format!(
                " {:<12} {}",
                binding.keys,
                lang::help(binding, app.settings.language())
            ),
            Style::new(),
        );
    }
}

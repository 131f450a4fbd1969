//! What the file says about the game.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::draw::columns;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::{self, Text};

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    heading(
        app,
        canvas,
        area,
        app.text(Text::Game),
        app.loaded.format.name,
    );
    for (row, line) in (1..area.height).zip(lines(app)) {
        text(canvas, area, row, &line, Style::new());
    }
}

/// The headers, a line each.
pub(super) fn lines(app: &App) -> Vec<String> {
    let line = |(key, value): (crate::record::Key, &str)| {
        let name = lang::header(key, app.settings.language());
        let pad = 13usize.saturating_sub(columns(name, false));
        format!(" {name}{}{value}", " ".repeat(pad))
    };
    app.record.headers.known().map(line).collect()
}

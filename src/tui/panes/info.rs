//! What the file says about the game.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::draw::columns;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    heading(app, canvas, area, "GAME", app.loaded.format.name);
    for (row, line) in (1..area.height).zip(lines(app)) {
        text(canvas, area, row, &line, Style::new());
    }
}

/// The headers, a line each.
pub(super) fn lines(app: &App) -> Vec<String> {
    let line = |(key, value): (crate::record::Key, &str)| {
        let name = key.name().replace('_', " ");
        let pad = 12usize.saturating_sub(columns(&name, false));
        format!(" {name}{}{value}", " ".repeat(pad))
    };
    app.record.headers.known().map(line).collect()
}

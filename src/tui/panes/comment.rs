//! The comment on the move that stands on the board, and what is wrong with it.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::draw::{clean, clean_line};
use crate::record::Note;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let mut lines = Vec::new();
    for note in app.record.tree.notes(app.node()) {
        let (content, style) = match note {
            // Some programs begin a comment with empty lines.
            Note::Comment(content) => (clean(content.trim_start_matches('\n')), Style::new()),
            Note::Bookmark(name) => (format!("[{}]", clean_line(name)), Style::new()),
            Note::Warning(content) => (format!("(!) {}", clean(content)), app.settings.alert()),
            _ => continue,
        };
        lines.extend(Line::wrapped(app, &content, style, area.width));
    }
    let title = (app.text(Text::Comment), "");
    list(app, canvas, area, title, &app.panes.comment, &lines);
}

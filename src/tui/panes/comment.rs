//! The comment on the cursor's move, and what is wrong with it.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::draw::clean;
use crate::record::Note;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;
use crate::tui::wrap::wrap;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let mut lines: Vec<(String, Style)> = Vec::new();
    for note in app.record.tree.notes(app.cursor.node()) {
        let (content, style) = match note {
            Note::Comment(content) => (clean(content), Style::new()),
            Note::Warning(content) => (format!("(!) {}", clean(content)), app.settings.alert()),
            _ => continue,
        };
        lines.extend(
            wrap(
                &content,
                usize::from(area.width),
                canvas.ambiguous.may_be_wide(),
            )
            .into_iter()
            .map(|line| (line, style)),
        );
    }
    let rows = usize::from(area.height.saturating_sub(1));
    let pages = lines.len().div_ceil(rows.max(1));
    let right = if pages > 1 {
        format!("1/{pages}")
    } else {
        String::new()
    };
    heading(app, canvas, area, app.text(Text::Comment), &right);
    for (row, (line, style)) in (1..area.height).zip(&lines) {
        text(canvas, area, row, line, *style);
    }
}

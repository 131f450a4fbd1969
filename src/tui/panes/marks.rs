//! The marks and bookmarks, while one of them is asked for.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let mut lines = Vec::new();
    for mark in app.marks_here() {
        let name = mark.name.unwrap_or_default();
        let row = if mark.game == app.game {
            let ply = app.record.tree.ply(mark.node);
            let before = app.record.tree.parent(mark.node);
            let before = before.map(|node| app.cursor.position_of(&app.record, node));
            let called = before.and_then(|before| app.name_of(&before, mark.node));
            format!(
                " {}  {ply:>4} {} {name}",
                mark.letter,
                called.unwrap_or_default()
            )
        } else {
            format!(" {}  #{}", mark.letter, mark.game + 1)
        };
        lines.push((row, Style::new()));
    }
    list(app, canvas, area, ("MARKS", ""), &app.panes.opened, &lines);
}

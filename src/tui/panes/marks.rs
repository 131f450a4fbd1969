//! The marks and bookmarks, while one of them is asked for.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let mut lines = Vec::new();
    for mark in app.marks_here() {
        let name = mark.name.unwrap_or_default();
        let row = if mark.game == app.game {
            let ply = app.record.tree.ply(mark.node);
            let before = app.record.tree.parent(mark.node);
            let before = before.map(|node| app.cursor.position_of(&app.record, node));
            let called = before.map(|before| app.move_name(&before, mark.node));
            let called = called.unwrap_or_default();
            format!(" {}  {ply:>4} {called} {name}", mark.letter)
        } else {
            format!(" {}  #{}", mark.letter, mark.game + 1)
        };
        lines.push(Line::new(app, &row, Style::new()));
    }
    list(
        app,
        canvas,
        area,
        (app.text(Text::Marks), ""),
        &app.panes.opened,
        &lines,
    );
}

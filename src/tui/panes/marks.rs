//! The marks and bookmarks, while one of them is asked for.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Heading, list};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;
use crate::tui::marks::Marked;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let marks = app.marks_here();
    let lines: Vec<(String, Style)> = marks
        .iter()
        .map(|mark| (row(app, mark), Style::new()))
        .collect();
    let heading = Heading::new(app, app.text(Text::Marks));
    list(canvas, area, heading, &app.panes.opened, &lines);
}

/// ` a   37 馬二進三  name`
fn row(app: &App, mark: &Marked) -> String {
    let Marked {
        letter, game, node, ..
    } = mark;
    if *game != app.game {
        return format!(" {letter}  #{}", game + 1);
    }
    let called = app.record.tree.parent(*node).map(|parent| {
        let before = app.cursor.position_of(&app.record, parent);
        app.move_name(&before, *node)
    });
    let ply = app.record.tree.ply(*node);
    let (called, name) = (
        called.unwrap_or_default(),
        mark.name.as_deref().unwrap_or(""),
    );
    format!(" {letter} {ply:>5} {called}  {name}")
}

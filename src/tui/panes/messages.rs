//! What was told so far, the newest first.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let wrapped = |text| Line::wrapped(app, text, Style::new(), area.width);
    let lines: Vec<Line> = app.log.newest().flat_map(wrapped).collect();
    list(
        app,
        canvas,
        area,
        (app.text(Text::Messages), ""),
        &app.panes.opened,
        &lines,
    );
}

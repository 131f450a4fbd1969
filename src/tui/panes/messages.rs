//! What was told so far, the newest first.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list;
use crate::draw::wrap;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::Text;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let width = usize::from(area.width);
    let wide = canvas.ambiguous.may_be_wide();
    let wrapped = app.log.newest().flat_map(|text| wrap(text, width, wide));
    let lines: Vec<(String, Style)> = wrapped.map(|line| (line, Style::new())).collect();
    list(
        app,
        canvas,
        area,
        (app.text(Text::Messages), ""),
        &app.panes.opened,
        &lines,
    );
}

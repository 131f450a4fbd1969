//! The list of games or files, with its filter.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::games::Listed;
use crate::tui::lang::Text;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(list) = &app.list else {
        return;
    };
    let title = match list.of {
        Listed::Games => Text::Games,
        Listed::Files => Text::Files,
    };
    let (shown, all) = list.counts();
    heading(
        app,
        canvas,
        area,
        app.text(title),
        &format!("{shown}/{all}"),
    );
    let (before, after) = list.filter.halves();
    let filter = app.text_with(Text::Filter, &[&format!("{before}_{after}")]);
    text(canvas, area, 1, &format!(" {filter}"), app.settings.alert());
    let rows = usize::from(area.height.saturating_sub(2));
    let top = list.scroll.top(shown, rows);
    for ((row, place), (number, item)) in (2..area.height).zip(top..).zip(list.rows(top)) {
        let marker = if place == list.marked { '>' } else { ' ' };
        text(
            canvas,
            area,
            row,
            &format!("{marker}{:>5} {item}", number + 1),
            Style::new(),
        );
    }
}

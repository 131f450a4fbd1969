//! The keys, from their table: those that are of use now.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list;
use crate::draw::columns;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Group, KEYS};
use crate::tui::lang::{self, Text};

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let lang = app.settings.language();
    let mut lines = Vec::new();
    for group in Group::ALL {
        let bindings = KEYS.iter().filter(|binding| binding.group == group);
        let mut rows = Vec::new();
        for binding in bindings.filter(|binding| app.is_valid(binding.action)) {
            let keys = app.typing.keymap.keys_of(binding.action);
            if keys.is_empty() {
                continue;
            }
            let pad = 12usize.saturating_sub(columns(&keys, false)).max(1);
            let what = lang::help(binding, lang);
            let row = format!(" {keys}{}{what}", " ".repeat(pad));
            rows.push((row, Style::new()));
        }
        if !rows.is_empty() {
            let style = app.settings.heading(false);
            lines.push((lang::group(group, lang).to_owned(), style));
            lines.append(&mut rows);
        }
    }
    list(
        app,
        canvas,
        area,
        (app.text(Text::Keys), "?"),
        &app.panes.opened,
        &lines,
    );
}

//! The keys, from their table: those that are of use now.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Heading, list};
use crate::draw::columns;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Group, KEYS};
use crate::tui::lang::{self, Text};

/// Columns for the keys.
const WIDTH: usize = 13;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let lang = app.settings.language();
    let mut lines = Vec::new();
    for group in Group::ALL {
        let bindings = KEYS.iter().filter(|binding| binding.group == group);
        let mut rows = Vec::new();
        for binding in bindings.filter(|binding| app.is_valid(binding.action)) {
            let keys = app.typing.keymap.keys_of(binding.action);
            if !keys.is_empty() {
                let pad = WIDTH.saturating_sub(columns(&keys, false)).max(1);
                let row = format!(" {keys}{}{}", " ".repeat(pad), lang::help(binding, lang));
                rows.push((row, Style::new()));
            }
        }
        if !rows.is_empty() {
            let title = lang::group(group, lang).to_owned();
            lines.push((title, app.settings.heading(false)));
            lines.append(&mut rows);
        }
    }
    let keys = app.text(Text::Keys);
    list(
        canvas,
        area,
        Heading::new(app, keys).right(Some("?")),
        &app.panes.opened,
        &lines,
    );
}

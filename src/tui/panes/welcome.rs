//! The most important keys, shown to new users until one is pressed.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane, help};
use crate::tui::model::{State, TextLine};

/// The keys that a reader cannot do without.
const FIRST: [&str; 5] = ["forward", "back", "read-on", "help", "quit"];

pub(super) const PANE: Pane = Pane {
    wish: |state| match state.ui.panes.welcomes {
        true => FIRST.len() as u16,
        false => 0,
    },
    heading: Some(|state, _| (state.texts().welcome.to_owned(), String::new())),
    body: Body::Text(text),
    ..Pane::PLAIN
};

fn text(state: &State, area: Rect) -> Cow<'_, [TextLine]> {
    let row = |name: &str| {
        let keymap = &state.ui.keymap;
        let action = keymap.named(name)?;
        let what = action.help_in(state.lang());
        // The help goes into detail after its first words.
        let what = what.split([';', ':', '；', '：']).next().unwrap_or_default();
        help::row(&keymap.keys_of(action), what, usize::from(area.width)).next()
    };
    let rows = FIRST.into_iter().filter_map(row);
    rows.map(|row| TextLine::new(state, &row, Style::new())).collect()
}

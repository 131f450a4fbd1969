//! The keys that can follow the beginning of a key sequence.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane, help};
use crate::tui::keymap::name_all;
use crate::tui::model::{State, TextLine};

pub(super) const PANE: Pane = Pane {
    wish: |state| {
        let keys = state.ui.mode.keys();
        let choices = state.ui.keymap.beginning_with(keys);
        let rows = choices.filter(|_| !keys.is_empty()).count();
        u16::try_from(rows).unwrap_or(u16::MAX)
    },
    heading: Some(|state, _| (name_all(state.ui.mode.keys()), String::new())),
    body: Body::Text(text),
    ..Pane::PLAIN
};

fn text(state: &State, area: Rect) -> Cow<'_, [TextLine]> {
    let choices = state.ui.keymap.beginning_with(state.ui.mode.keys());
    let rows = choices.flat_map(|(keys, action)| {
        let what = action.help_in(state.lang());
        help::row(&name_all(keys), &what, usize::from(area.width))
    });
    rows.map(|row| TextLine::new(state, &row, Style::new())).collect()
}

//! The marks and bookmarks, while one of them is asked for.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::Line;
use super::{Body, Keys, Pane, PaneId, Press};
use crate::tui::model::{State, marks_here};

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| (state.texts().marks.to_owned(), String::new())),
    body: Body::Text(text),
    keys: Keys::Text,
    click: |state, _, (row, _)| {
        let marks = marks_here(state);
        let mark = marks.get(state.ui.panes.top(PaneId::Marks) + row)?;
        Some(Press::Letter(mark.letter))
    },
    ..Pane::PLAIN
};

fn text(state: &State, _: Rect) -> Cow<'_, [Line]> {
    let mut lines = Vec::new();
    for mark in marks_here(state) {
        let name = mark.name.unwrap_or_default();
        let row = if mark.game == state.document.game {
            let place = state.place_of(mark.node).to_string();
            let before = state.document.record.tree.parent(mark.node);
            let before = before.map(|node| {
                state
                    .reader
                    .cursor
                    .position_of(&state.document.record, node)
            });
            let called = before.map(|before| state.move_name(&before, mark.node));
            let called = called.unwrap_or_default();
            format!(" {}  {place:>4} {called} {name}", mark.letter)
        } else {
            format!(" {}  #{}", mark.letter, mark.game + 1)
        };
        lines.push(Line::new(state, &row, Style::new()));
    }
    Cow::Owned(lines)
}

//! The bookmarks, shown while waiting for a letter.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane, Press};
use crate::tui::model::mode::Input;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, TextLine, bookmarks_here};

pub(super) const PANE: Pane = Pane {
    wish: |state| match matches!(state.ui.mode.input, Input::Letter(_)) {
        true => u16::try_from(bookmarks_here(state).len().max(1)).unwrap_or(u16::MAX),
        false => 0,
    },
    heading: Some(|state, _| (state.texts().bookmarks.to_owned(), String::new())),
    body: Body::Text(text),
    click: |state, _, (row, _)| {
        let bookmarks = bookmarks_here(state);
        let bookmark = bookmarks.get(state.ui.panes.top(PaneId::Bookmarks) + row)?;
        Some(Press::Letter(bookmark.letter))
    },
    ..Pane::PLAIN
};

fn text(state: &State, _: Rect) -> Cow<'_, [TextLine]> {
    let mut lines = Vec::new();
    for bookmark in bookmarks_here(state) {
        let name = bookmark.name.unwrap_or_default();
        let row = if bookmark.game == state.document.game {
            let node = bookmark.node;
            let parent = state.tree().parent(node);
            let called = parent.map(|_| state.move_name(&state.position_before(node), node));
            let called = called.unwrap_or_default();
            let place = bookmark.place.to_string();
            format!(" {}  {place:>4} {called} {name}", bookmark.letter)
        } else {
            let game = bookmark.game + 1;
            format!(" {}  #{game}:{}", bookmark.letter, bookmark.place)
        };
        lines.push(TextLine::new(state, &row, Style::new()));
    }
    Cow::Owned(lines)
}

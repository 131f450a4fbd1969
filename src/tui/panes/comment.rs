//! The comment on the current move, and its warnings.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::{Body, Pane, Press};
use crate::text::fit;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, Wrapped};

pub(super) const PANE: Pane = Pane {
    wish: |state| u16::from(state.document.has_comments),
    heading: Some(heading),
    body: Body::Text(|state, _| {
        Cow::Borrowed(state.ui.comment.as_ref().map_or(&[], Wrapped::lines))
    }),
    click,
    ..Pane::PLAIN
};

/// Counts the non-space characters before the click, since wrapping drops spaces and nothing else.
fn click(state: &State, _: Rect, (row, column): (usize, usize)) -> Option<Press> {
    let lines = state.ui.comment.as_ref()?.lines();
    let row = state.ui.panes.top(PaneId::Comment) + row;
    let line = &lines.get(row)?.text;
    let before = fit(line, column, state.ambiguous().may_be_wide());
    let solid = |text: &str| text.chars().filter(|next| !next.is_whitespace()).count();
    let above: usize = lines[..row].iter().map(|line| solid(&line.text)).sum();
    (before.len() < line.len()).then(|| Press::Quoted(above + solid(before)))
}

/// The number of the comment among all comments, and its place if that is not on the mainline: `COMMENT 12/51` and
/// `3.2-5`. Only the title if there is no comment here.
fn heading(state: &State, _: u16) -> (String, String) {
    let lines = state.lines();
    let node = state.tree().file_node(state.commented());
    let title = state.texts().comment.to_owned();
    let Ok(before) = lines.comments().binary_search(&(lines.ordinal(node) as u32)) else {
        return (title, String::new());
    };
    let place = state.place_of(node);
    let place = if place.is_on_mainline() { String::new() } else { place.to_string() };
    (format!("{title} {}/{}", before + 1, lines.comments().len()), place)
}

//! The comment on the current move, and its warnings.

use std::borrow::Cow;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::{Body, Pane, Press, body_of};
use crate::record::Note;
use crate::text::{clean, fit};
use crate::tui::model::{PaneId, State, TextField, TextLine};

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, _| u16::from(state.desk.extent.has_remarks || written(state).is_some()),
    heading: Some(heading),
    body: Body::Text(|state, area| match written(state) {
        Some(text) => Cow::Owned(editor(state, text, area).0),
        None => Cow::Borrowed(state.ui.comment.as_ref().map_or(&[], |wrapped| &wrapped.lines)),
    }),
    click,
    ..Pane::PLAIN
};

/// The comment that is being written.
fn written(state: &State) -> Option<&TextField> {
    state.ui.mode.comment().map(|prompt| &prompt.line)
}

/// The rows of the text being written that are around the cursor, and the row and column of the cursor among them.
fn editor(state: &State, text: &TextField, area: Rect) -> (Vec<TextLine>, (usize, usize)) {
    let (rows, (row, column)) = text.rows(area.width.into());
    let above = (row + 1).saturating_sub(area.height.into());
    let rows = rows.into_iter().skip(above).take(area.height.into());
    let lines = rows.map(|line| TextLine::new(state, &clean(line), Style::new())).collect();
    (lines, (row - above, column))
}

/// Where the cursor is in the text being written.
pub(super) fn cursor(state: &State) -> Option<Position> {
    let text = written(state)?;
    let area = body_of(&PANE, state.ui.layout.area(PaneId::Comment)?);
    let (row, column) = editor(state, text, area).1;
    Some(Position::new(area.x + column as u16, area.y + row as u16))
}

impl State {
    /// Whether there is a comment here that another page or pane leaves no room for.
    pub(in crate::tui) fn has_unseen_comment(&self) -> bool {
        let (tree, node) = (self.tree(), self.node());
        let own = tree.own_notes(node).iter();
        let is_there = tree.comment(node).is_some()
            || own.into_iter().any(|note| matches!(note, Note::Comment(_)));
        let is_covered = self.ui.mode.opened().is_some();
        is_there && !is_covered && self.ui.layout.area(PaneId::Comment).is_none()
    }
}

fn solid(text: &str) -> usize {
    text.chars().filter(|next| !next.is_whitespace()).count()
}

/// Counts the non-space characters before the click, since wrapping drops spaces and nothing else.
fn click(state: &State, _: Rect, (row, column): (usize, usize)) -> Option<Press> {
    let lines = &state.ui.comment.as_ref()?.lines;
    let row = state.ui.panes.top(PaneId::Comment) + row;
    let line = &lines.get(row)?.text;
    let before = fit(line, column, state.ambiguous().may_be_wide());
    let above: usize = lines[..row].iter().map(|line| solid(&line.text)).sum();
    (before.len() < line.len()).then(|| Press::Quoted(above + solid(before)))
}

/// The number of the comment among all comments, and its place if that is not on the mainline: `COMMENT 12/51` and
/// `3.2-5`. Only the title if there is no comment here.
fn heading(state: &State, _: u16) -> (String, String) {
    let lines = state.lines();
    let node = state.tree().file_node(state.commented());
    let title = state.texts().comment.to_owned();
    let Ok(before) = lines.comments.binary_search(&(lines.ordinal(node) as u32)) else {
        return (title, String::new());
    };
    let place = state.place_of(node);
    let place = if place.is_on_mainline() { String::new() } else { place.to_string() };
    (format!("{title} {}/{}", before + 1, lines.comments.len()), place)
}

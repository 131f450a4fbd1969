//! The comment on the move that stands on the board, and what is wrong with it.

use std::borrow::Cow;
use std::sync::Arc;

use ratatui::style::Style;

use super::list::Line;
use super::{Body, Keys, Pane, PaneId};
use crate::record::{NodeId, Note, Record};
use crate::text::Pattern as Query;
use crate::text::clean;
use crate::text::clean_line;
use crate::tui::layout::Place;
use crate::tui::model::State;

pub(super) const PANE: Pane = Pane {
    place: Place::Text,
    wish: |state| u16::from(state.document.has_comments),
    heading: Some(heading),
    body: Body::Text(|state, _| {
        Cow::Borrowed(state.ui.comment.as_ref().map_or(&[], Wrapped::lines))
    }),
    keys: Keys::Text,
    ..Pane::PLAIN
};

/// The number of the comment among all of the record, and its place: `COMMENT 12/51` and `3.2-5`.
fn heading(state: &State, _: u16) -> (String, String) {
    let lines = state.reader.cursor.lines();
    let title = state.texts().comment;
    let node = state.node();
    match (
        state.document.record.tree.comment(node),
        lines.comments().len(),
    ) {
        (None, 0) => (title.to_owned(), String::new()),
        (None, all) => (format!("{title} -/{all}"), String::new()),
        (Some(_), all) => {
            let number = lines.comments_to(node);
            (
                format!("{title} {number}/{all}"),
                state.place_of(node).to_string(),
            )
        }
    }
}

/// Wraps the comment where what is kept of it does not fit any more. Another move's comment is read from its beginning,
/// but backwards from its end.
pub(in crate::tui) fn wrap(state: &mut State) {
    let Some(area) = state.ui.layout.area(PaneId::Comment) else {
        return;
    };
    let kept = state.ui.comment.take();
    if kept
        .as_ref()
        .is_some_and(|kept| kept.is_for(state, area.width))
    {
        state.ui.comment = kept;
        return;
    }
    let wrapped = Wrapped::new(state, area.width);
    let is_other =
        |kept: &Wrapped| Arc::ptr_eq(&kept.record, &wrapped.record) && kept.node != wrapped.node;
    let is_other = kept.as_ref().is_some_and(is_other);
    state.ui.comment = Some(wrapped);
    if is_other {
        let extent = PaneId::Comment.extent(state);
        let extent = extent.filter(|_| std::mem::take(&mut state.ui.panes.reads_back));
        let last = extent.map_or(0, |(lines, room)| lines.saturating_sub(room));
        state.ui.panes.set_top(PaneId::Comment, last);
    }
}

/// The pane's lines, kept as long as all that they depend on stays: a comment may be as long as a book.
#[derive(Debug)]
pub(in crate::tui) struct Wrapped {
    record: Arc<Record>,
    node: NodeId,
    width: u16,
    wide: bool,
    alert: Style,
    lit: Option<Query>,
    lines: Vec<Line>,
}

impl Wrapped {
    fn new(state: &State, width: u16) -> Self {
        let mut wrapped = Self {
            record: Arc::clone(&state.document.record),
            node: state.node(),
            width,
            wide: state.ambiguous().may_be_wide(),
            alert: state.ui.settings.alert(),
            lit: state.reader.search.lit().cloned(),
            lines: Vec::new(),
        };
        let tree = &state.document.record.tree;
        let warnings = tree.warnings(wrapped.node);
        let warnings = warnings.map(|text| (format!("(!) {}", clean(&text)), wrapped.alert));
        let notes = tree.notes(wrapped.node).filter_map(|note| {
            Some(match note {
                // Some programs begin a comment with empty lines.
                Note::Comment(content) => (clean(content.trim_start_matches('\n')), Style::new()),
                Note::Bookmark(name) => (format!("[{}]", clean_line(name)), Style::new()),
                _ => return None,
            })
        });
        for (content, style) in notes.chain(warnings) {
            let lines = Line::wrapped(state, &content, style, width);
            wrapped.lines.extend(lines);
        }
        wrapped
    }

    fn lines(&self) -> &[Line] {
        &self.lines
    }

    fn is_for(&self, state: &State, width: u16) -> bool {
        Arc::ptr_eq(&self.record, &state.document.record)
            && self.node == state.node()
            && self.width == width
            && self.wide == state.ambiguous().may_be_wide()
            && self.alert == state.ui.settings.alert()
            && self.lit.as_ref() == state.reader.search.lit()
    }
}

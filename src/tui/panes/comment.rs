//! The comment on the move that stands on the board, and what is wrong with it.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::record::{NodeId, Note, Record};
use crate::text::Pattern as Query;
use crate::text::clean;
use crate::text::clean_line;
use crate::tui::canvas::Canvas;
use crate::tui::model::State;

pub(super) fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let mut kept = state.ui.panes.wrapped.borrow_mut();
    let wrapped = match kept.take().filter(|kept| kept.is_for(state, area.width)) {
        Some(same) => kept.insert(same),
        None => kept.insert(Wrapped::new(state, area.width)),
    };
    let title = (state.texts().comment, "");
    list(
        state,
        canvas,
        area,
        title,
        &state.ui.panes.comment,
        &wrapped.lines,
    );
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
        for note in state.document.record.tree.notes(wrapped.node) {
            let (content, style) = match note {
                // Some programs begin a comment with empty lines.
                Note::Comment(content) => (clean(content.trim_start_matches('\n')), Style::new()),
                Note::Bookmark(name) => (format!("[{}]", clean_line(name)), Style::new()),
                Note::Warning(content) => (format!("(!) {}", clean(content)), wrapped.alert),
                _ => continue,
            };
            let lines = Line::wrapped(state, &content, style, width);
            wrapped.lines.extend(lines);
        }
        wrapped
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

//! The comment on the move that stands on the board, and what is wrong with it.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{Line, list};
use crate::record::{NodeId, Note, Record};
use crate::text::clean;
use crate::text::clean_line;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::find::Query;
use crate::tui::lang::Text;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let mut kept = app.panes.wrapped.borrow_mut();
    let wrapped = match kept.take().filter(|kept| kept.is_for(app, area.width)) {
        Some(same) => kept.insert(same),
        None => kept.insert(Wrapped::new(app, area.width)),
    };
    let title = (app.text(Text::Comment), "");
    list(app, canvas, area, title, &app.panes.comment, &wrapped.lines);
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
    fn new(app: &App, width: u16) -> Self {
        let mut wrapped = Self {
            record: Arc::clone(&app.record),
            node: app.node(),
            width,
            wide: app.ambiguous().may_be_wide(),
            alert: app.settings.alert(),
            lit: app.search.lit().cloned(),
            lines: Vec::new(),
        };
        for note in app.record.tree.notes(wrapped.node) {
            let (content, style) = match note {
                // Some programs begin a comment with empty lines.
                Note::Comment(content) => (clean(content.trim_start_matches('\n')), Style::new()),
                Note::Bookmark(name) => (format!("[{}]", clean_line(name)), Style::new()),
                Note::Warning(content) => (format!("(!) {}", clean(content)), wrapped.alert),
                _ => continue,
            };
            let lines = Line::wrapped(app, &content, style, width);
            wrapped.lines.extend(lines);
        }
        wrapped
    }

    fn is_for(&self, app: &App, width: u16) -> bool {
        Arc::ptr_eq(&self.record, &app.record)
            && self.node == app.node()
            && self.width == width
            && self.wide == app.ambiguous().may_be_wide()
            && self.alert == app.settings.alert()
            && self.lit.as_ref() == app.search.lit()
    }
}

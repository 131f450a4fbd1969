//! The comment on the move that is on the board, and what is wrong with it, in lines.

use std::sync::Arc;

use ratatui::style::Style;

use super::{State, TextLine};
use crate::game::{Game, Notation};
use crate::record::{NodeId, Note, Record};
use crate::text::{Pattern, clean, clean_line};

/// What is written at a node, clean. The lines of programs are in the reader's notation; one who wants codes has them as
/// they are in the file.
pub(in crate::tui) fn texts(state: &State, node: NodeId) -> Vec<String> {
    let record = &state.document.record;
    let notation = state.ui.settings.notation;
    let is_raw = notation == Notation::Code || state.in_ascii();
    let has_code =
        |text: &str| record.game() == Game::Go || text.contains(|next: char| next.is_ascii_digit());
    let requoted = |text: String| match is_raw || !has_code(&text) {
        true => text,
        false => {
            let position = state.reader.cursor.position_of(record, node);
            position.requoted(&text, record.tree.mv(node), notation)
        }
    };
    let text = |note: &Note| match note {
        // Some programs begin a comment with empty lines.
        Note::Comment(content) => Some(requoted(clean(content.trim_start_matches('\n')))),
        Note::Bookmark(name) => Some(format!("[{}]", clean_line(name))),
        _ => None,
    };
    record.tree.notes(node).filter_map(text).collect()
}

/// The pane's lines, kept as long as all that they depend on stays: a comment may be as long as a book.
#[derive(Debug)]
pub(in crate::tui) struct Wrapped {
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) node: NodeId,
    width: u16,
    wide: bool,
    alert: Style,
    lit: Option<Pattern>,
    notation: Notation,
    lines: Vec<TextLine>,
}

impl Wrapped {
    pub(in crate::tui) fn new(state: &State, width: u16) -> Self {
        let mut wrapped = Self {
            record: Arc::clone(&state.document.record),
            node: state.commented(),
            width,
            wide: state.ambiguous().may_be_wide(),
            alert: state.ui.settings.alert(),
            lit: state.reader.search.lit().cloned(),
            notation: state.ui.settings.notation,
            lines: Vec::new(),
        };
        let tree = &state.document.record.tree;
        let warnings = tree.warnings(wrapped.node);
        let warnings = warnings.map(|text| (format!("(!) {}", clean(&text)), wrapped.alert));
        let texts = texts(state, wrapped.node).into_iter();
        let texts = texts.map(|text| (text, Style::new()));
        for (content, style) in texts.chain(warnings) {
            let lines = TextLine::wrapped(state, &content, style, width);
            wrapped.lines.extend(lines);
        }
        wrapped
    }

    pub(in crate::tui) fn lines(&self) -> &[TextLine] {
        &self.lines
    }

    pub(in crate::tui) fn is_for(&self, state: &State, width: u16) -> bool {
        Arc::ptr_eq(&self.record, &state.document.record)
            && self.node == state.commented()
            && self.width == width
            && self.wide == state.ambiguous().may_be_wide()
            && self.notation == state.ui.settings.notation
            && self.alert == state.ui.settings.alert()
            && self.lit.as_ref() == state.reader.search.lit()
    }
}

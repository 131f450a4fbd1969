//! The lines of the comment pane.

use std::ops::Range;
use std::sync::Arc;

use ratatui::style::Style;

use super::comment::{NodeText, TextKind, as_shown, beginning_of, cut, written};
use super::{State, TextLine, quoted_lines};
use crate::game::Notation;
use crate::record::{NodeId, Record};
use crate::text::Pattern;
use crate::words::Lang;

/// The bytes of a comment that are shown unless the reader asks for more. No comment that people wrote is longer; in what
/// programs write, a key must not wait for the rest.
const MOST: usize = 2 * 1024 * 1024;

/// The lines of the comment, valid until anything they depend on changes.
#[derive(Debug)]
pub(in crate::tui) struct Wrapped {
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) node: NodeId,
    width: u16,
    wide: bool,
    alert: Style,
    lit: Option<Pattern>,
    notation: Notation,
    lang: Lang,
    lines: Vec<TextLine>,
    /// The maximum number of bytes to show, and the number of those that are not shown.
    most: usize,
    left: usize,
}

impl Wrapped {
    /// The comment on the board's position in lines of at most `width` columns.
    pub(in crate::tui) fn new(state: &State, width: u16) -> Self {
        let mut wrapped = Self {
            record: Arc::clone(&state.document.record),
            node: state.commented(),
            width,
            wide: state.ambiguous().may_be_wide(),
            alert: state.ui.alert(),
            lit: state.reader.search.lit().cloned(),
            notation: state.ui.notation,
            lang: state.lang(),
            lines: Vec::new(),
            most: MOST,
            left: 0,
        };
        wrapped.wrap(state);
        wrapped
    }

    pub(in crate::tui) fn is_for(&self, state: &State, width: u16) -> bool {
        Arc::ptr_eq(&self.record, &state.document.record)
            && self.node == state.commented()
            && self.width == width
            && self.wide == state.ambiguous().may_be_wide()
            && self.notation == state.ui.notation
            && self.lang == state.lang()
            && self.alert == state.ui.alert()
            && self.lit.as_ref() == state.reader.search.lit()
    }

    /// The wrapped lines.
    pub(in crate::tui) fn lines(&self) -> &[TextLine] {
        &self.lines
    }

    /// Shows more of a comment that is not shown whole.
    pub(in crate::tui) fn show_more(&mut self, state: &State) {
        if self.left > 0 {
            self.most += MOST;
            self.wrap(state);
        }
    }

    /// Shows as much of the comment as it takes to show the first search hit.
    pub(in crate::tui) fn seek(&mut self, state: &State) {
        if self.left == 0 || self.lines.iter().any(TextLine::is_hit) {
            return;
        }
        let mut before = 0;
        for text in written(&self.record, self.node, self.lang) {
            let hit = self.lit.as_ref().and_then(|query| query.first(&text.content));
            if let Some(hit) = hit {
                self.most = self.most.max(before + hit.end + MOST);
                break;
            }
            before += text.content.len();
        }
        self.wrap(state);
    }

    fn wrap(&mut self, state: &State) {
        let record = Arc::clone(&self.record);
        self.lines.clear();
        self.left = 0;
        let mut room = self.most;
        for text in written(&record, self.node, self.lang) {
            let part = cut(&text.content, room);
            if !part.is_empty() {
                self.lines.extend(self.wrapped(state, &text, part));
            }
            room -= part.len();
            self.left += text.content.len() - part.len();
        }
        if self.left > 0 {
            let key = state.ui.keymap.first_key("read-on");
            let more = (state.texts().more_text)(self.left.div_ceil(1024), &key);
            self.lines.push(TextLine::new(state, &more, self.alert));
        }
    }

    /// Wraps a text, or the beginning of one.
    fn wrapped(&self, state: &State, text: &NodeText<'_>, part: &str) -> Vec<TextLine> {
        let shown = as_shown(state, self.node, text.kind, part);
        let mut idle: Vec<Range<usize>> = Vec::new();
        if text.kind == TextKind::Comment {
            let lines = quoted_lines(state, self.node, beginning_of(&shown)).into_iter();
            idle.extend(lines.filter(|line| line.moves.is_empty()).map(|line| line.at));
        }
        let style = match text.kind {
            TextKind::Warning => self.alert,
            TextKind::Comment | TextKind::Bookmark => Style::new(),
        };
        TextLine::wrapped(state, &shown, &idle, style, self.width)
    }
}

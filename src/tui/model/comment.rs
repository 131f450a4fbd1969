//! The notes of a node, and the lines of the comment pane.

use std::borrow::Cow;
use std::sync::Arc;

use ratatui::style::Style;

use super::entry::OWN;
use super::{State, TextLine, quoted_lines};
use crate::game::{Game, Notation};
use crate::library::Pattern;
use crate::record::{NodeId, Note, Record};
use crate::text::{clean, clean_line, joined, without_markup};
use crate::words::{Lang, Worded};

/// A text of a node, as it is in the file.
pub(super) struct NodeText<'a> {
    pub(super) content: Cow<'a, str>,
    pub(super) kind: TextKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    Comment,
    /// A comment of the reader's own.
    Own,
    Bookmark,
    Warning,
}

impl<'a> NodeText<'a> {
    fn new(kind: TextKind, content: impl Into<Cow<'a, str>>) -> Self {
        Self { content: content.into(), kind }
    }

    fn of_note(note: &'a Note) -> Option<Self> {
        match note {
            // Some programs begin a comment with empty lines.
            Note::Comment(text) => {
                Some(Self::new(TextKind::Comment, text.trim_start_matches('\n')))
            }
            Note::Bookmark(name) => Some(Self::new(TextKind::Bookmark, format!("[{name}]"))),
            _ => None,
        }
    }
}

/// The comments and the names at a node, and what is wrong with it.
pub(super) fn written(record: &Record, node: NodeId, lang: Lang) -> Vec<NodeText<'_>> {
    let notes = record.tree.numbered_notes(node).filter_map(|(_, note)| NodeText::of_note(note));
    let own = record.tree.own_notes(node).iter().filter_map(NodeText::of_note);
    let own = own.map(|text| NodeText::new(TextKind::Own, format!("{OWN} {}", text.content)));
    let illegal = record.tree.illegal(node);
    let illegal = illegal.map(|rule| {
        format!("{}{}", lang.pick(["illegal: ", "犯规：", "反則："]), rule.worded(lang))
    });
    let problems = record.tree.problems(node).map(|problem| problem.worded(lang));
    let wrong = illegal.into_iter().chain(problems);
    let wrong = wrong.map(|text| NodeText::new(TextKind::Warning, format!("(!) {text}")));
    notes.chain(own).chain(wrong).collect()
}

/// A text, clean. Lines of moves that programs wrote are shown in the reader's notation; if that is codes,
/// they are unchanged.
pub(super) fn as_shown(state: &State, node: NodeId, kind: TextKind, text: &str) -> String {
    if kind == TextKind::Bookmark {
        return clean_line(text);
    }
    let text = clean(&without_markup(text));
    let notation = state.notation();
    let is_raw = notation == Notation::Code || state.in_ascii() || kind == TextKind::Warning;
    let record = &state.desk.record;
    let has_code = record.game() == Game::Go || text.contains(|next: char| next.is_ascii_digit());
    if is_raw || !has_code {
        return text;
    }
    let position = state.cursor().position_at(record, node);
    let (beginning, rest) = text.split_at(beginning_of(&text).len());
    position.requoted(beginning, record.tree.mv(node), notation) + rest
}

/// At most this many bytes of a text: whole lines, if it has any.
pub(super) fn cut(text: &str, most: usize) -> &str {
    let part = &text[..text.floor_char_boundary(most)];
    match part.rfind('\n').filter(|_| part.len() < text.len()) {
        Some(end) => &part[..end],
        None => part,
    }
}

/// The part of a text that is searched for lines of moves.
pub(super) fn beginning_of(text: &str) -> &str {
    cut(text, 16 * 1024)
}

/// The comments and names at a node, but of a long text only the beginning.
pub(in crate::tui) fn beginning(state: &State, node: NodeId) -> String {
    let written = written(&state.desk.record, node, state.lang());
    let texts = written.iter().filter(|text| text.kind != TextKind::Warning);
    let texts = texts.map(|text| as_shown(state, node, text.kind, beginning_of(&text.content)));
    joined(texts, "\n")
}

/// The bytes of a comment that are shown unless the reader asks for more. No comment that people wrote is longer; in what
/// programs write, a key must not wait for the rest.
const MOST: usize = 2 * 1024 * 1024;

/// The lines of the comment, valid until anything they depend on changes.
pub(in crate::tui) struct Wrapped {
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) node: NodeId,
    width: u16,
    wide: bool,
    alert: Style,
    lit: Option<Pattern>,
    notation: Notation,
    lang: Lang,
    pub(in crate::tui) lines: Vec<TextLine>,
    /// The maximum number of bytes to show, and the number of those that are not shown.
    most: usize,
    left: usize,
}

impl Wrapped {
    /// The comment on the board's position in lines of at most `width` columns.
    pub(in crate::tui) fn new(state: &State, width: u16) -> Self {
        let mut wrapped = Self {
            record: Arc::clone(&state.desk.record),
            node: state.commented(),
            width,
            wide: state.ambiguous().may_be_wide(),
            alert: state.look().alert(),
            lit: state.desk.reader.search.lit().cloned(),
            notation: state.notation(),
            lang: state.lang(),
            lines: Vec::new(),
            most: MOST,
            left: 0,
        };
        wrapped.wrap(state);
        wrapped
    }

    pub(in crate::tui) fn is_for(&self, state: &State, width: u16) -> bool {
        Arc::ptr_eq(&self.record, &state.desk.record)
            && self.node == state.commented()
            && self.width == width
            && self.wide == state.ambiguous().may_be_wide()
            && self.notation == state.notation()
            && self.lang == state.lang()
            && self.alert == state.look().alert()
            && self.lit.as_ref() == state.desk.reader.search.lit()
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
        let lines = match text.kind {
            TextKind::Comment | TextKind::Own => {
                quoted_lines(state, self.node, beginning_of(&shown))
            }
            TextKind::Bookmark | TextKind::Warning => Vec::new(),
        };
        let idle = lines.iter().filter(|line| line.moves.is_empty()).map(|line| line.at.clone());
        let moves = lines.iter().flat_map(|line| line.moves.iter().map(|mv| mv.at.clone()));
        let (idle, moves): (Vec<_>, Vec<_>) = (idle.collect(), moves.collect());
        let style = match text.kind {
            TextKind::Warning => self.alert,
            TextKind::Own => state.look().own(),
            TextKind::Comment | TextKind::Bookmark => Style::new(),
        };
        TextLine::wrapped(state, &shown, &moves, &idle, style, self.width)
    }
}

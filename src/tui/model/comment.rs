//! What is written at a node, clean.

use std::borrow::Cow;

use super::State;
use crate::game::{Game, Notation};
use crate::record::{NodeId, Note, Record};
use crate::text::{clean, clean_line};
use crate::words::Lang;

/// A text of a node, as it is in the file.
pub(super) struct NodeText<'a> {
    pub(super) content: Cow<'a, str>,
    pub(super) kind: TextKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    Comment,
    Bookmark,
    Warning,
}

impl NodeText<'_> {
    fn of_note(note: &Note) -> Option<NodeText<'_>> {
        match note {
            // Some programs begin a comment with empty lines.
            Note::Comment(text) => Some(NodeText {
                content: Cow::Borrowed(text.trim_start_matches('\n')),
                kind: TextKind::Comment,
            }),
            Note::Bookmark(name) => Some(NodeText {
                content: Cow::Owned(format!("[{name}]")),
                kind: TextKind::Bookmark,
            }),
            _ => None,
        }
    }
}

/// The comments and the names at a node, and what is wrong with it.
pub(super) fn written(record: &Record, node: NodeId, lang: Lang) -> Vec<NodeText<'_>> {
    let notes = record.tree.notes(node).filter_map(NodeText::of_note);
    let illegal = record.tree.illegal(node).map(|rule| lang.illegal(rule));
    let problems = record.tree.problems(node).map(|problem| lang.problem(problem));
    let warnings = illegal.into_iter().chain(problems).map(|text| NodeText {
        content: Cow::Owned(format!("(!) {text}")),
        kind: TextKind::Warning,
    });
    notes.chain(warnings).collect()
}

/// A text, clean. Lines of moves that programs wrote are shown in the reader's notation; if that is codes,
/// they are unchanged.
pub(super) fn as_shown(state: &State, node: NodeId, kind: TextKind, text: &str) -> String {
    if kind == TextKind::Bookmark {
        return clean_line(text);
    }
    let text = clean(text);
    let notation = state.ui.notation;
    let is_raw = notation == Notation::Code || state.in_ascii() || kind == TextKind::Warning;
    let record = &state.document.record;
    let has_code = record.game() == Game::Go || text.contains(|next: char| next.is_ascii_digit());
    if is_raw || !has_code {
        return text;
    }
    let position = state.reader.cursor.position_at(record, node);
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
    let written = written(&state.document.record, node, state.lang());
    let texts = written.iter().filter(|text| text.kind != TextKind::Warning);
    let texts = texts.map(|text| as_shown(state, node, text.kind, beginning_of(&text.content)));
    texts.collect::<Vec<_>>().join("\n")
}

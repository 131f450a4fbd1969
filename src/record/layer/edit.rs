//! A reader's additions to a node, in the form in which they are kept.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::record::{EndingKind, Key, Mark, MarkKind, NodeId, Note, Span, Trail, Tree};

/// An edit of a node by a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edit {
    /// Keeps the own moves that lead to the node, or deletes its own move and everything that follows it.
    Line(bool),
    /// The comment; empty for none. It ends a draft.
    Comment(String),
    /// The comment that was being written when dapu ended; empty for none.
    Draft(String),
    /// The annotation symbol, such as `!?`; empty for none.
    Glyph(String),
    /// The marks on the board: for each its kind, its file and rank from the top left corner, from 0, and the text of a
    /// label: `triangle 3 16`, `label 0 8 A`.
    Marks(Vec<String>),
    /// The headers, at the root of a record of the reader's own.
    Headers(Vec<(Key, String)>),
    /// How the line ends, in a record of the reader's own; `None` if it may go on.
    End(Option<EndingKind>),
}

/// An edit with the moves that lead to its node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// The moves from the root; those of the reader's own have letters.
    #[serde(deserialize_with = "readable")]
    pub trail: Trail,
    /// The edit.
    #[serde(flatten)]
    pub edit: Edit,
}

/// Reads a trail all of whose moves can be read: with others, the act would be at another node.
fn readable<'d, D: Deserializer<'d>>(from: D) -> Result<Trail, D::Error> {
    let trail = Trail::deserialize(from)?;
    if trail.moves().any(|it| it.is_none()) {
        return Err(D::Error::custom("not moves"));
    }
    Ok(trail)
}

/// Whether a reader's own move is in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Presence {
    /// Never made, or taken back.
    #[default]
    Absent,
    /// Only tried.
    Scratch,
    /// Kept in the notes.
    Kept,
}

/// A reader's additions to a node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Own {
    /// For an own move, whether it is in the record.
    pub presence: Presence,
    /// The comment, if it is not empty.
    pub comment: String,
    /// The draft of a comment, if it is not empty.
    pub draft: String,
    /// The annotation symbol, if it is not empty.
    pub glyph: String,
    /// The marks, as in [`Edit::Marks`].
    pub marks: Vec<String>,
    /// The headers.
    pub headers: Vec<(Key, String)>,
    /// How the line ends here, unless moves follow.
    pub ending: Option<EndingKind>,
}

impl Own {
    /// What is noted at a node of a record, if all of that is to be the reader's own.
    pub(super) fn of(tree: &Tree, node: NodeId) -> Self {
        let mut own = Self::default();
        for note in tree.notes(node) {
            match note {
                Note::Comment(text) => own.comment = both(&own.comment, text),
                Note::Glyph(glyph) => own.glyph = glyph.to_string(),
                Note::Mark(mark) => own.marks.extend(mark.texts()),
                Note::End(ending) => own.ending = Some(ending.kind),
                _ => {}
            }
        }
        own
    }

    /// Applies an edit to this node alone.
    pub(super) fn set(&mut self, edit: Edit) {
        match edit {
            Edit::Line(_) => {}
            Edit::Comment(text) => (self.comment, self.draft) = (text, String::new()),
            Edit::Draft(text) => self.draft = text,
            Edit::Glyph(glyph) => self.glyph = glyph,
            Edit::Marks(marks) => self.marks = marks,
            Edit::Headers(headers) => self.headers = headers,
            Edit::End(ending) => self.ending = ending,
        }
    }

    /// The edits that make the notes of a node these.
    pub(super) fn edits(&self) -> [Edit; 6] {
        [
            Edit::Comment(self.comment.clone()),
            Edit::Draft(self.draft.clone()),
            Edit::Glyph(self.glyph.clone()),
            Edit::Marks(self.marks.clone()),
            Edit::Headers(self.headers.clone()),
            Edit::End(self.ending),
        ]
    }

    /// Whether there is a comment, a glyph, a mark, a header or an ending.
    pub fn is_noted(&self) -> bool {
        let has_texts = !self.comment.is_empty() || !self.glyph.is_empty();
        let has_facts = !self.headers.is_empty() || self.ending.is_some();
        has_texts || has_facts || !self.marks.is_empty()
    }

    /// The comment, glyph and marks as the notes of a node.
    pub(super) fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        if !self.comment.is_empty() {
            notes.push(Note::Comment((&*self.comment).into()));
        }
        if !self.glyph.is_empty() {
            notes.push(Note::Glyph((&*self.glyph).into()));
        }
        let marks = self.marks.iter().filter_map(|text| parse_mark(text));
        notes.extend(marks.map(|mark| Note::Mark(Box::new(mark))));
        notes
    }
}

/// Two comments on the same move, neither of whose writers knew of the other, as one.
pub fn both(earlier: &str, later: &str) -> String {
    match (earlier, later) {
        ("", one) | (one, "") => one.to_owned(),
        _ if earlier == later => later.to_owned(),
        _ => format!("{earlier}\n{later}"),
    }
}

/// Reads a mark as in [`Edit::Marks`].
fn parse_mark(text: &str) -> Option<Mark> {
    let mut words = text.splitn(4, ' ');
    let kind = MarkKind::named(words.next()?)?;
    let [column, row] = [words.next()?, words.next()?]
        .map(|word| word.parse::<u8>().ok().filter(|number| *number < 64));
    let spans = [Span::from((column?, row?))].into_iter().collect();
    let mut mark = Mark::new(kind, spans);
    mark.labels.extend(words.next());
    Some(mark)
}

//! A position of a record as JSON.

use std::path::Path;

use serde_json::{Value, json};

use super::info::headers_value;
use crate::record::{Cursor, Note, Place, Record};
use crate::text::json::without_nulls;

/// The cursor's position, with the move that led to it and its notes.
pub(super) fn value(path: &Path, game: usize, record: &Record, cursor: &Cursor) -> Value {
    let (tree, node) = (&record.tree, cursor.node());
    let before = cursor.position_at(record, tree.parent(node).unwrap_or(node));
    let text = |note: &Note| match note {
        Note::Comment(text) => Some(text.to_string()),
        _ => None,
    };
    let comments: Vec<String> = tree.notes(node).filter_map(text).collect();
    let warnings: Vec<_> = tree.warnings(node).collect();
    let number = record.first_number + tree.ply(node);
    without_nulls(json!({
        "file": path.to_string_lossy(),
        "game": game + 1,
        "place": Place::of(tree, cursor.lines(), node).to_string(),
        "ply": cursor.ply(),
        "plies": cursor.last_ply(),
        "move": tree.mv(node).map(|mv| mv.code()),
        "text": tree.mv(node).map(|_| record.notate(&before, node)),
        "kind": record.game().name(),
        // In the form that `find --position` takes.
        "position": cursor.position().text(number),
        "comment": (!comments.is_empty()).then(|| comments.join("\n")),
        "warning": (!warnings.is_empty()).then(|| warnings.join("\n")),
        "headers": headers_value(record.game(), &record.headers),
    }))
}

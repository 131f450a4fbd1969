//! A position of a record as JSON.

use std::path::Path;

use serde_json::{Map, Value};

use super::info::headers_value;
use crate::record::{Cursor, Note, Place, Record};

/// The cursor's position, with the move that led to it and its notes.
pub(super) fn value(path: &Path, game: usize, record: &Record, cursor: &Cursor) -> Value {
    let (tree, node) = (&record.tree, cursor.node());
    let mut value = Map::new();
    let mut put = |key: &str, found: Value| value.insert(key.to_owned(), found);
    put("file", path.to_string_lossy().into());
    put("game", (game + 1).into());
    put(
        "place",
        Place::of(tree, cursor.lines(), node).to_string().into(),
    );
    put("ply", cursor.ply().into());
    put("plies", cursor.last_ply().into());
    if let Some(mv) = tree.mv(node) {
        let before = cursor.position_at(record, cursor.ply().saturating_sub(1));
        put("move", mv.code().into());
        put("text", record.notate(&before, node).into());
    }
    put("kind", record.game().name().into());
    let number = record.first_number + tree.ply(node);
    // In the form that `find --position` takes.
    put("position", cursor.position().text(number).into());
    let text = |note: &Note| match note {
        Note::Comment(text) => Some(text.to_string()),
        _ => None,
    };
    let comments: Vec<String> = tree.notes(node).filter_map(text).collect();
    if !comments.is_empty() {
        put("comment", comments.join("\n").into());
    }
    let warnings: Vec<_> = tree.warnings(node).collect();
    if !warnings.is_empty() {
        put("warning", warnings.join("\n").into());
    }
    put("headers", headers_value(record.game(), &record.headers));
    Value::Object(value)
}

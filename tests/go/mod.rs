//! Go: the rules, SGF and the formats of Asian servers.

mod encodings;
mod online;
mod programs;
mod rules;
mod senseis;
mod servers;
mod sgf_damage;
mod sgf_properties;
mod sgf_read;
mod sgf_write;
mod text;
mod wgs;

use crate::common;
use crate::common::picture;
use dapu::format;
use dapu::format::Loaded;
use dapu::game;
use dapu::game::go::Position;
use dapu::record::{NodeId, Note, Record};
use dapu::text::Source;
use std::sync::Arc;

/// Reads bytes as a file of this name.
fn load(name: &str, bytes: impl AsRef<[u8]>) -> Loaded {
    format::read(&Source::new(bytes.as_ref(), name)).unwrap()
}

/// The first game of an SGF text without warnings.
fn sgf(text: &str) -> Arc<Record> {
    let loaded = load("test.sgf", text);
    assert_eq!(loaded.warnings(), [], "{text}");
    loaded.game(0).unwrap()
}

/// A file converted to SGF without losses.
fn to_sgf(loaded: &Loaded) -> String {
    to_sgf_without(loaded, "")
}

/// The same for a file with headers that SGF cannot hold.
fn to_sgf_without(loaded: &Loaded, lost: &str) -> String {
    let written = common::write_all(loaded, "sgf");
    assert_eq!(written.losses.to_string(), lost);
    String::from_utf8(written.bytes).unwrap()
}

/// The first game of a damaged SGF text, and its warnings.
fn damaged(text: &str) -> (Arc<Record>, Vec<String>) {
    let loaded = load("test.sgf", text);
    let warnings = loaded.warnings().iter().map(ToString::to_string).collect();
    (loaded.game(0).unwrap(), warnings)
}

/// The nodes in preorder: each one's moves and the parentheses of its variations, such as `B ee (W cc) (W gg)`.
fn outline(record: &Record) -> String {
    let mut outline = String::new();
    let mut stack = vec![(NodeId::ROOT, false)];
    while let Some((node, closes)) = stack.pop() {
        if closes {
            outline.push(')');
            continue;
        }
        if !outline.is_empty() {
            outline.push(' ');
        }
        if record.tree.has_siblings(node) {
            outline.push('(');
            stack.push((node, true));
        }
        let name = record.tree.mv(node).map_or("-".to_owned(), game::Move::code);
        outline.push_str(&name);
        let children: Vec<NodeId> = record.tree.children(node).collect();
        stack.extend(children.into_iter().rev().map(|child| (child, false)));
    }
    outline
}

/// The notes on the mainline without those about the order of the file.
fn notes(record: &Record, ply: usize) -> Vec<Note> {
    let path = record.tree.path(record.tree.mainline_end());
    let notes = record.tree.notes(path[ply]);
    let shown = notes.filter(|note| !matches!(note, Note::Header(_) | Note::Move));
    shown.cloned().collect()
}

/// The board after the mainline.
fn last_board(record: &Record) -> Position {
    match record.position_at(record.tree.mainline_end()) {
        game::Position::Go(position) => position,
        _ => panic!("no Go"),
    }
}

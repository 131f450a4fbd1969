//! Xiangqi: the rules, and the text formats as found in practice.

#![allow(unreachable_pub)]

mod articles;
mod departures;
mod dhtmlxq;
mod headers;
mod lists;
mod manual;
mod pgn;
mod rules;
mod second;
mod written;

use std::sync::Arc;

use dapu::format::Loaded;
use dapu::record::{NodeId, Record};

use crate::common::read;

/// Reads a text that must be one of a format.
fn load(text: &str, name: &str, format: &str) -> Loaded {
    let loaded = read(text.as_bytes(), name).unwrap();
    assert_eq!(loaded.format.name, format, "{text}");
    loaded
}

/// The only game of a text, and its warnings.
fn game(text: &str, name: &str, format: &str) -> (Arc<Record>, Vec<String>) {
    let loaded = load(text, name, format);
    assert_eq!(loaded.games().len(), 1, "{text}");
    let record = loaded.game(0).unwrap();
    let warnings = loaded.warnings();
    (record, warnings.iter().map(ToString::to_string).collect())
}

/// The moves of the mainline as squares, `--` for those that could not be read.
fn mainline(record: &Record) -> String {
    let tree = &record.tree;
    let moves = tree.mainline().skip(1).map(|node| tree.mv(node));
    let moves: Vec<String> = moves.map(|mv| mv.map_or("--".to_owned(), |mv| mv.code())).collect();
    moves.join(" ")
}

/// The comments of the mainline with their plies.
fn comments(record: &Record) -> Vec<(u32, String)> {
    let tree = &record.tree;
    let nodes = tree.mainline();
    let comments = nodes.flat_map(|node| {
        let ply = tree.ply(node);
        tree.comments(node).map(move |text| (ply, text.to_owned()))
    });
    comments.collect()
}

/// The number of branches that the record has beside its mainline.
fn variations(record: &Record) -> usize {
    let tree = &record.tree;
    tree.ids().map(|node: NodeId| tree.children(node).count().saturating_sub(1)).sum()
}

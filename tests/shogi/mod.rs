//! Shogi: the rules, and the records of KIF, KI2, CSA, JKF and USI.

mod csa;
mod encodings;
mod found;
mod growing;
mod jkf;
mod kif_head;
mod kif_moves;
mod kif_variations;
mod kif_write;
mod psn;
mod rules;

use crate::common;
use std::sync::Arc;

use crate::common::export::Written;
use dapu::format;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::game::{Move, Position};
use dapu::record::{Clock, EndingKind, Eval, Key, NodeId, Note, Record, Tree};
use dapu::text::Source;

/// Reads bytes as a file of this name.
fn read_as(name: &str, bytes: impl AsRef<[u8]>) -> Loaded {
    common::read(bytes.as_ref(), name).unwrap()
}

/// A file of the samples.
fn sample(name: &str) -> Vec<u8> {
    let path = format!("{}/samples/shogi/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).unwrap()
}

fn load(text: &str) -> Loaded {
    read_as("game.kifu", text)
}

fn game(text: &str) -> Arc<Record> {
    load(text).game(0).unwrap()
}

/// The moves of each line from the root to its end in USI, the main line first; `-` for a node without a move.
fn lines(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let ends = common::preorder(tree).filter(|node| tree.first_child(*node).is_none());
    ends.map(|end| codes(tree, end).join(" ")).collect()
}

fn codes(tree: &Tree, node: NodeId) -> Vec<String> {
    let path = tree.path(node).into_iter().skip(1);
    path.map(|node| tree.mv(node).map_or("-".to_owned(), Move::code)).collect()
}

fn sfen(record: &Record) -> String {
    match &record.start {
        Position::Shogi(position) => position.sfen(record.first_number),
        _ => unreachable!(),
    }
}

fn warnings(loaded: &Loaded) -> Vec<String> {
    let warnings = loaded.warnings();
    warnings.iter().map(ToString::to_string).collect()
}

fn ending(record: &Record, node: NodeId) -> Option<EndingKind> {
    record.tree.ending(node).map(|ending| ending.kind)
}

fn last_notes(record: &Record) -> Vec<Note> {
    let end = record.tree.mainline_end();
    record.tree.notes(end).cloned().collect()
}

fn written(loaded: &Loaded, format: &str) -> Written {
    common::write_all(loaded, format)
}

/// A diagram of two kings and a silver, without hands, a side to move or moves.
const RANKS: &str = "\
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・v圭 ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ 銀 ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 王 ・ ・ ・ 竜|九
+---------------------------+
";

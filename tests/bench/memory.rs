//! Peak memory while reading and writing, per byte of the file and per node of the tree.
//!
//! `cargo bench --bench memory`

#![allow(clippy::unwrap_used)]

#[path = "../common"]
mod common {
    pub(crate) mod export;
}
#[allow(dead_code)]
mod generate;

use std::sync::Arc;

use common::export::Export;
use dapu::format;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::record::{Cursor, Record, Reread};
use dapu::text::Source;
use generate::Shape;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const NODES: usize = 1_000_000;

/// Runs something and returns its peak memory beyond what was in use, including its result.
fn peak<T>(run: impl FnOnce() -> T) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    drop(run());
    MEMORY.peak_usage().saturating_sub(before)
}

fn row(what: &str, bytes: usize, per: &str, count: usize) {
    let each = bytes as f64 / count as f64;
    println!("{what:<44} {:>9} KB {each:>7.1} bytes a {per}", bytes / 1000);
}

fn read(bytes: &[u8], name: &str) -> Loaded {
    let loaded = format::read(&Source::new(bytes, name)).unwrap();
    for game in 0..loaded.games().len() {
        loaded.game(game).unwrap();
    }
    loaded
}

/// A file with all its games opened, compared with sgf-parse.
fn collections() {
    for (what, text) in [
        ("SGF dictionary", generate::sgf_dictionary(generate::DICTIONARY)),
        ("SGF collection of 10,000 games", generate::sgf_collection(10_000)),
    ] {
        let ours = peak(|| read(text.as_bytes(), "a.sgf"));
        let theirs = peak(|| sgf_parse::parse(&text).unwrap());
        row(what, ours, "byte", text.len());
        row("  sgf-parse", theirs, "byte", text.len());
    }
    let library = generate::cbl(10_000);
    let list = || format::read(&Source::new(&library, "a.cbl")).unwrap();
    row("CBL library of 10,000 games, listed", peak(list), "byte", library.len());
}

fn write(record: &Record, format: &str) -> Vec<u8> {
    generate::write(record.clone(), format)
}

/// Trees of 1,000,000 nodes. Reading counts without the file, writing without the tree.
fn trees() {
    for shape in Shape::ALL {
        let record = Arc::new(generate::xiangqi_tree(shape, NODES));
        let files = [
            ("a.sgf", generate::sgf_tree(shape, NODES).into_bytes()),
            ("a.xqf", write(&record, "xqf")),
        ];
        for (name, file) in files {
            let bytes = peak(|| read(&file, name));
            row(&format!("{shape:?}: {name} read"), bytes, "node", NODES);
        }
        let bytes = peak(|| Cursor::new(&record));
        row(&format!("{shape:?}: laid out to step through"), bytes, "node", NODES);
        let bytes = peak(|| Reread::new(Arc::clone(&record), Arc::clone(&record)));
        row(&format!("{shape:?}: compared with an earlier reading"), bytes, "node", NODES);
        json(&record, &format!("{shape:?}: written as JSON"));
    }
}

fn json(record: &Record, what: &str) {
    let loaded = Loaded::one(format::by_name("json").unwrap(), None, record.clone());
    let records = [loaded.game(0).unwrap()];
    let json = format::by_name("json").unwrap();
    let options = WriteOptions::default();
    let export = Export { source: &loaded, records: &records, options: &options };
    let text = export.write(json).unwrap().bytes.len();
    let bytes = peak(|| export.write(json).unwrap());
    row(what, bytes.saturating_sub(text), "node beyond the text", NODES);
}

fn main() {
    collections();
    trees();
}

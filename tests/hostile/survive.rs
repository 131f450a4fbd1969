//! Everything that dapu does with a record, applied to hostile files.

use std::sync::Arc;

use crate::common::export::Export;
use dapu::board;
use dapu::board::Charset;
use dapu::board::Scale;
use dapu::board::View;
use dapu::format;
use dapu::format::FORMATS;
use dapu::format::Format;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::record::{Cursor, Lines, Record, Reread};
use dapu::text::Source;
use dapu::text::{clean_line, is_hidden, is_mark};
use dapu::tui::Survey;

/// Opens, walks, shows and converts every game of a file.
pub(crate) fn survive(loaded: &Loaded) {
    let records = open(loaded);
    records.iter().for_each(visit);
    if !records.is_empty() {
        convert(loaded, &records);
    }
}

/// Opens every game of a file, writes its moves in words and formats the warnings.
pub(crate) fn open(loaded: &Loaded) -> Vec<Arc<Record>> {
    assert!(!loaded.games().is_empty(), "a file was read without a game");
    let mut records = Vec::new();
    for index in 0..loaded.games().len() {
        match loaded.game(index) {
            Ok(record) => {
                walk(&record);
                records.push(record);
            }
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    for warning in loaded.warnings().into_iter() {
        assert!(!clean_line(&warning.to_string()).is_empty());
    }
    records
}

fn walk(record: &Record) {
    let tree = &record.tree;
    let mut walk = record.walk();
    let mut walked = 0;
    while let Some(node) = walk.advance() {
        walked += 1;
        let notation = walk.notation();
        assert_eq!(notation.is_some(), tree.mv(node).is_some());
        assert!(notation.is_none_or(|notation| !notation.is_empty()));
    }
    assert_eq!(walked, tree.len(), "the walk misses nodes");
}

/// Goes to every node of a record and draws it.
fn visit(record: &Arc<Record>) {
    let tree = &record.tree;
    let lines = Arc::new(Lines::new(tree));
    let survey = Survey::new(record, &lines, &|| true).unwrap();
    assert!(survey.same(0).len() != 1);
    let mut cursor = Cursor::with_lines(record, lines);
    for node in tree.ids().step_by(1 + tree.len() / 500) {
        cursor.go_to(record, node);
        assert_eq!(cursor.node(), node);
        draw_in_every_way(record, &cursor);
    }
    cursor.go_to_ply(record, usize::MAX);
    let end = cursor.node();
    let again = Reread::new(Arc::clone(record), Arc::clone(record));
    assert!(again.is_same());
    assert_eq!(again.carried(&cursor).node(), end);
}

fn draw_in_every_way(record: &Record, cursor: &Cursor) {
    let node = cursor.node();
    let number = node.index();
    let charsets = [Charset::Ascii, Charset::Cjk, Charset::Box];
    let view = View {
        flip: number.is_multiple_of(2),
        charset: charsets[number % 3],
        coordinates: number % 4 < 3,
        scale: [Scale::Usual, Scale::Large, Scale::Compact, Scale::Huge][number % 4],
        last: record.tree.mv(node),
        ..View::default()
    };
    let picture = board::draw(cursor.position(), &view);
    assert_eq!(picture.lines(false).count(), picture.height());
}

/// Writes the records in every format that can hold their game, and reads what was written.
fn convert(loaded: &Loaded, records: &[Arc<Record>]) {
    let options = WriteOptions::default();
    let game = records[0].game();
    let writers =
        FORMATS.iter().filter(|format| format.games.contains(&game) && format.write.is_some());
    for format in writers {
        let export = Export { source: loaded, records, options: &options };
        match export.write(format) {
            Ok(written) => {
                assert_eq!(written.losses.is_empty(), written.losses.to_string().is_empty());
                if format.name == "json" {
                    assert_is_pretty_json(&written.bytes);
                }
                if format.read.is_some() {
                    let name = file_name(format);
                    let back = format::read_as(format, &Source::new(&written.bytes, &name));
                    let back = back.unwrap_or_else(|error| {
                        let text = String::from_utf8_lossy(&written.bytes);
                        panic!("{} does not read what it wrote: {error}\n{text}", format.name)
                    });
                    assert!(back.game(0).is_ok());
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Asserts that the text is JSON in the layout of serde_json, with control characters escaped.
fn assert_is_pretty_json(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap();
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let pretty = format!("{value:#}\n");
    assert_eq!(pretty.lines().count(), text.lines().count());
    assert!(text.lines().all(|line| !line.contains(is_hidden)));
    assert!(pretty == text || pretty.chars().any(|c| is_hidden(c) || is_mark(c)));
}

/// Reads bytes as a format, as the format detected, and as a growing file.
pub(crate) fn read_all_ways(bytes: &[u8], name: &str, format: &'static Format) -> Vec<Loaded> {
    let source = Source::new(bytes, name);
    let mut found = Vec::new();
    let mut take = |result: Result<Loaded, format::ReadError>| match result {
        Ok(loaded) => found.push(loaded),
        Err(error) => assert!(!error.message.is_empty()),
    };
    take(format::read_as(format, &source));
    if !format::detect(&source).is_some_and(|detected| std::ptr::eq(detected.format, format)) {
        take(format::read(&source));
    }
    take(format::read_as(format, &Source::new(bytes, name).growing(true)));
    found
}

/// The formats that can be read.
pub(crate) fn readable() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(|format| format.read.is_some())
}

/// A name for a file of a format.
pub(crate) fn file_name(format: &Format) -> String {
    format!("game.{}", format.extensions[0])
}

/// The meaning of the fuzzer's bytes: the first selects a format, the rest is a file.
pub(crate) fn for_fuzzing(data: &[u8]) -> Option<(&'static Format, &[u8])> {
    let (first, bytes) = data.split_first()?;
    let formats: Vec<&Format> = readable().collect();
    Some((formats[usize::from(*first) % formats.len()], bytes))
}

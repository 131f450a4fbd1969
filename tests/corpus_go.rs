//! Every Go file of the corpus against the trees and boards that independent readers made of it.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use dapu::format::{self, Export, Loaded, Source, WriteOptions};
use dapu::game::go::Point;
use dapu::game::{Position, Side};
use dapu::record::{NodeId, Note, Record};
use serde_json::Value;

/// Where dapu differs from the expected result, and why it is right. Whatever is listed here and does not differ fails
/// the test.
const KNOWN: &[(&str, &str)] = &[
    (
        "gogui/human-readable.sgf",
        "B[R16], W[Pass]: the moves are played as GoGui reads them, not left out",
    ),
    (
        "gogui/invalidmove.sgf",
        "B[rs] on 9x9 is a move without a stone in both; only its spelling in the list differs",
    ),
    (
        "littlego/not-an-sgf-file.sgf",
        "a sentence is refused with a reason, not read as a file of no games",
    ),
    ("sgf2gif/renju.sgf", "GM[4] is Gomoku and Renju, not Go"),
];

fn load(corpus: &Path, path: &str) -> Result<Loaded, format::ReadError> {
    let bytes = std::fs::read(corpus.join(path)).unwrap();
    format::read(&Source::new(&bytes, path.rsplit('/').next().unwrap()))
}

/// Every node in the order of the file: SGF lists a tree in preorder, and the reader adds nodes as they come.
fn shape(record: &Record) -> String {
    let children = record
        .tree
        .ids()
        .map(|node| record.tree.children(node).count().to_string());
    children.collect::<Vec<_>>().join(",")
}

fn mainline(record: &Record) -> Vec<NodeId> {
    record.tree.path(record.tree.mainline_end())
}

fn moves(record: &Record) -> Vec<String> {
    let moves = mainline(record)
        .into_iter()
        .filter_map(|node| record.tree.mv(node));
    moves.map(dapu::game::Move::code).collect()
}

fn board(record: &Record) -> String {
    let Position::Go(position) = record.position_at(record.tree.mainline_end()) else {
        panic!("no Go");
    };
    let size = position.size();
    let row = |row| -> String {
        let stone = |column| match position.stone(Point::new(column, row)) {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '.',
        };
        (0..size.columns()).map(stone).collect()
    };
    let rows: Vec<String> = (0..size.rows()).map(row).collect();
    rows.join("/")
}

/// What differs between a game and the expected one.
fn differences(record: &Record, expected: &Value) -> Vec<String> {
    let mut different = Vec::new();
    let mut compare = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            different.push(format!("{what}: {ours} for {theirs}"));
        }
    };
    let Position::Go(start) = &record.start else {
        return vec!["no Go".to_owned()];
    };
    compare(
        "size",
        start.size().columns().to_string(),
        expected["size"].to_string(),
    );
    compare(
        "nodes",
        record.tree.len().to_string(),
        expected["nodes"].to_string(),
    );
    compare(
        "shape",
        shape(record),
        expected["shape"].as_str().unwrap().to_owned(),
    );
    let main: Vec<String> = serde_json::from_value(expected["main"].clone()).unwrap();
    compare("mainline", moves(record).join(" "), main.join(" "));
    compare(
        "board",
        board(record),
        expected["board"].as_str().unwrap().to_owned(),
    );
    compare("root", root(record, &expected["root"]), String::new());
    different
}

/// The headers of the root that differ from the expected ones.
fn root(record: &Record, expected: &Value) -> String {
    let mut ours: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (key, value) in &record.headers.raw {
        let key = key
            .chars()
            .filter(|letter| !letter.is_ascii_lowercase())
            .collect();
        ours.entry(key).or_default().push(value.to_string());
    }
    let theirs: BTreeMap<String, Vec<String>> = serde_json::from_value(expected.clone()).unwrap();
    let mut different = Vec::new();
    for (key, values) in &ours {
        if theirs.get(key) != Some(values) {
            different.push(format!("{key} {values:?} for {:?}", theirs.get(key)));
        }
    }
    if let (Some(comment), theirs) = (record.tree.comment(NodeId::ROOT), theirs.get("C")) {
        let theirs = theirs.map(|comments| comments.join("\n").replace("\r\n", "\n"));
        let theirs = theirs.as_deref().unwrap_or("");
        if comment != theirs.strip_suffix('\n').unwrap_or(theirs) {
            different.push(format!("C {comment:?} for {theirs:?}"));
        }
    }
    different.join(", ")
}

#[test]
fn every_sgf_file_of_the_corpus_reads_as_expected() {
    let Some(corpus) = common::corpus("go") else {
        return;
    };
    let expected = std::fs::read_to_string(corpus.join("expected.jsonl")).unwrap();
    let mut faults = Vec::new();
    let (mut files, mut games, mut nodes) = (0, 0, 0);
    for line in expected.lines() {
        let expected: Value = serde_json::from_str(line).unwrap();
        let path = expected["file"].as_str().unwrap();
        let theirs = expected["games"].as_array().unwrap();
        let different = match load(&corpus, path) {
            Err(error) => vec![error.to_string()],
            Ok(loaded) if loaded.games.len() != theirs.len() => {
                vec![format!("{} games for {}", loaded.games.len(), theirs.len())]
            }
            Ok(loaded) => {
                let mut different = Vec::new();
                for (index, theirs) in theirs.iter().enumerate() {
                    let record = loaded.game(index).unwrap();
                    different.extend(differences(&record, theirs));
                    games += 1;
                    nodes += record.tree.len();
                }
                different
            }
        };
        files += 1;
        let known = KNOWN.iter().find(|(known, _)| *known == path);
        if different.is_empty() == known.is_some() {
            faults.push(format!("{path}: {}", different.join("; ")));
        }
    }
    println!(
        "{files} files, {games} games, {nodes} nodes; {} known to differ",
        KNOWN.len()
    );
    for fault in &faults {
        println!("{}", fault.chars().take(600).collect::<String>());
    }
    assert_eq!(faults.len(), 0, "files differ, see above");
    assert!(games > 0);
}

fn records(loaded: &Loaded) -> Vec<Arc<Record>> {
    (0..loaded.games.len())
        .map(|index| loaded.game(index).unwrap())
        .collect()
}

fn write(loaded: &Loaded) -> Vec<u8> {
    let write = format::by_name("sgf").unwrap().write.unwrap();
    let written = write(&Export {
        source: loaded,
        records: &records(loaded),
        options: &WriteOptions::default(),
    })
    .unwrap();
    assert!(written.losses.is_empty(), "lost: {}", written.losses);
    written.bytes
}

/// What a record holds, node by node. The warnings are about the spelling, which is put right when it is written.
fn contents(record: &Record) -> Vec<String> {
    let spelling = |name: &str| ["FF", "CA", "GM", "SZ"].contains(&name);
    let mut contents = vec![format!("{:?}", record.start.side_to_move())];
    for (key, value) in record.headers.known() {
        contents.push(format!("{key:?} {value}"));
    }
    for node in record.tree.ids() {
        let notes = record.tree.notes(node).filter_map(|note| match note {
            Note::Warning(_) => None,
            Note::Header(index) => {
                let (key, value) = &record.headers.raw[*index as usize];
                let key: String = key
                    .chars()
                    .filter(|key| !key.is_ascii_lowercase())
                    .collect();
                (!spelling(&key)).then(|| format!("{key} {value:?}"))
            }
            note => Some(format!("{note:?}")),
        });
        let notes: Vec<String> = notes.collect();
        let parent = record.tree.parent(node);
        contents.push(format!("{parent:?} {:?} {notes:?}", record.tree.mv(node)));
    }
    contents
}

#[test]
fn every_sgf_file_of_the_corpus_is_the_same_after_writing_and_reading() {
    let Some(corpus) = common::corpus("go") else {
        return;
    };
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let paths = index
        .lines()
        .skip(1)
        .map(|line| line.split('\t').next().unwrap());
    let mut files = 0;
    for path in paths.filter(|path| path.ends_with(".sgf")) {
        let Ok(loaded) = load(&corpus, path) else {
            continue;
        };
        let bytes = write(&loaded);
        let again = format::read(&Source::new(&bytes, "again.sgf")).unwrap();
        assert_eq!(again.encoding, Some("utf-8"), "{path}");
        assert_eq!(again.games.len(), loaded.games.len(), "{path}");
        for (before, after) in records(&loaded).iter().zip(records(&again)) {
            for (before, after) in contents(before).iter().zip(contents(&after)) {
                assert_eq!(*before, after, "{path}");
            }
            assert_eq!(before.tree.len(), after.tree.len(), "{path}");
        }
        assert_eq!(write(&again), bytes, "{path} is not stable");
        files += 1;
    }
    println!("{files} files");
    assert!(files > 200);
}

#[test]
fn every_file_of_the_corpus_opens_with_as_many_nodes_as_were_counted() {
    let Some(corpus) = common::corpus("go") else {
        return;
    };
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut formats: BTreeMap<&str, usize> = BTreeMap::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (path, format, nodes) = (fields[0], fields[2], fields[5]);
        // A part of the files is kept aside.
        if !corpus.join(path).is_file() || KNOWN.iter().any(|(known, _)| *known == path) {
            continue;
        }
        let loaded = load(&corpus, path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let name = if format == "ugi" { "ugf" } else { format };
        assert_eq!(loaded.format.name, name, "{path}");
        let counted: usize = records(&loaded)
            .iter()
            .map(|record| record.tree.len())
            .sum();
        let expected: usize = nodes.parse().unwrap();
        // One game has a review with 34 nodes of variations, which that count leaves out.
        let reviewed = if path == "sabaki/review.ugi" { 34 } else { 0 };
        assert_eq!(counted, expected + reviewed, "{path}");
        *formats.entry(format).or_default() += 1;
    }
    println!("{formats:?}");
    assert!(formats.len() >= 5);
}

#[test]
fn the_made_up_files_of_the_corpus_open() {
    let Some(corpus) = common::corpus("go/synthetic") else {
        return;
    };
    let mut files = 0;
    for file in std::fs::read_dir(&corpus).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let loaded = load(&corpus, &name).unwrap();
        assert_eq!(
            loaded.games.len(),
            if name == "two-games.sgf" { 2 } else { 1 },
            "{name}"
        );
        assert!(
            records(&loaded)
                .iter()
                .all(|record| !moves(record).is_empty()),
            "{name}"
        );
        files += 1;
    }
    assert!(files >= 20);
}

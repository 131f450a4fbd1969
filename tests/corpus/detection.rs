//! Detection by content alone, and with the name.

use std::collections::BTreeMap;
use std::fs;

use dapu::format::{self, Chunks};
use dapu::text::Source;

use crate::common;

/// For each format, at most how many files are not recognised by content alone, and what they are taken for instead.
///
/// KIF and KI2 in UTF-8 differ from the others only in encoding, and are read alike. These SGF files lack its beginning.
const NEED_THEIR_NAME: &[(&str, &str, usize)] =
    &[("ki2u", "ki2", 4), ("kifu", "kif", 59), ("sgf", "nothing", 4)];

fn detected(bytes: &[u8], name: &str) -> Option<&'static str> {
    format::detect(&Source::new(bytes, name)).map(|detected| detected.format.name)
}

/// A file of many small games is read in chunks, so that its size and not their number costs memory.
#[test]
fn lists_of_games_are_read_in_chunks() {
    for (name, game) in [
        ("games.csa", "V2\nPI\n+\n+7776FU\n/\n"),
        ("games.eglib", "x|4k4/9/9/9/9/9/9/4R4/9/3K5 w|a0a9\n"),
        ("games.txt", "12\t;B[aa];W[bb]\n"),
    ] {
        let count = 900_000 / game.len();
        let chunks = Chunks::new(game.repeat(count).into_bytes(), name, None);
        let chunks = chunks.unwrap_or_else(|_| panic!("{name} is not divided"));
        let games: Vec<usize> = chunks.map(|chunk| chunk.read().unwrap().games().len()).collect();
        assert!(games.len() > 2, "{name} has {} chunks", games.len());
        assert_eq!(games.iter().sum::<usize>(), count, "{name}");
    }
}

#[test]
fn a_file_is_recognised_by_its_content_alone() {
    let mut paths = Vec::new();
    common::files_below(&common::program::sample(""), &mut paths);
    for folder in ["xiangqi", "shogi", "go", "cases"] {
        if let Some(folder) = common::corpus_if_there(folder) {
            common::files_below(&folder, &mut paths);
        }
    }
    // For each format: the number of files, and what they are taken for without their names.
    let mut total: BTreeMap<&str, usize> = BTreeMap::new();
    let mut others: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy();
        let is_record = !["tsv", "md", "jsonl", "gz"].iter().any(|end| name.ends_with(end))
            && !name.ends_with("expected.json");
        let bytes = fs::read(path).unwrap();
        let Some(named) = detected(&bytes, &name).filter(|_| is_record) else {
            continue;
        };
        *total.entry(named).or_default() += 1;
        let alone = detected(&bytes, "").unwrap_or("nothing");
        if alone != named {
            let files = others.entry((named, alone)).or_default();
            files.push(name.into_owned());
        }
    }
    for (format, count) in &total {
        println!("{format}: {count} files");
    }
    let mut new = Vec::new();
    for ((format, alone), files) in &others {
        println!("{format} taken for {alone}: {}, such as {}", files.len(), files[0]);
        let known =
            NEED_THEIR_NAME.iter().find(|(known, other, _)| (known, other) == (format, alone));
        if known.is_none_or(|(.., most)| files.len() > *most) {
            new.push(format!("(\"{format}\", \"{alone}\", {}),", files.len()));
        }
    }
    assert!(new.is_empty(), "need their names:\n{}", new.join("\n"));
}

/// Nothing that detection found is kept in the source.
#[test]
fn a_file_read_as_its_format_is_what_it_is_without_being_told() {
    let mut paths = Vec::new();
    common::files_below(&common::program::sample(""), &mut paths);
    for folder in ["xiangqi", "shogi", "go", "cases"] {
        if let Some(folder) = common::corpus_if_there(folder) {
            common::files_below(&folder, &mut paths);
        }
    }
    let mut compared = 0;
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy();
        let bytes = fs::read(path).unwrap();
        if bytes.len() > 3_000_000 {
            continue;
        }
        let source = || Source::new(&bytes, &name);
        let Some(detected) = format::detect(&source()) else {
            continue;
        };
        let read = format::read(&source());
        let same = [detected.read(&source()), format::read_as(detected.format, &source())];
        for other in same {
            match (&read, other) {
                (Ok(read), Ok(other)) => {
                    assert!(common::json(read) == common::json(&other), "{}", path.display());
                    assert_eq!(read.warnings(), other.warnings(), "{}", path.display());
                    compared += 1;
                }
                (Err(error), other) => {
                    assert_eq!(error.at, other.unwrap_err().at, "{}", path.display());
                }
                (Ok(_), Err(error)) => panic!("{}: {error}", path.display()),
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

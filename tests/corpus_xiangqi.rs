//! Every xiangqi file of the corpus against the trees that independent readers made of it.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use dapu::format::{self, Source};
use dapu::game::Position;
use dapu::record::Record;
use serde_json::Value;

use common::{Step, steps};

/// Where dapu differs from the expected result and is right, or where the file is no record: the path in the corpus,
/// and why. A path that ends in `/` stands for a folder. Whatever is listed here and does not differ fails the test.
const KNOWN: &[(&str, &str)] = &[];

enum Outcome {
    Equal { games: usize, moves: usize },
    Opened { games: usize, moves: usize },
    NotReadYet,
    Differs(String),
}

#[test]
fn every_file_of_the_corpus_reads_as_expected() {
    let Some(corpus) = common::corpus("xiangqi") else {
        return;
    };
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut report = Report::default();
    for line in index.lines().skip(1) {
        let mut fields = line.split('\t');
        let (path, format) = (fields.next().unwrap(), fields.nth(1).unwrap());
        report.add(path, format, compare(&corpus, path));
    }
    report.print();
    for fault in &report.faults {
        println!("{}", fault.chars().take(600).collect::<String>());
    }
    assert_eq!(report.faults.len(), 0, "files differ, see above");
    assert!(report.formats.values().any(|count| count.equal > 0));
}

#[derive(Default)]
struct Count {
    equal: usize,
    opened: usize,
    not_read: usize,
    known: usize,
    games: usize,
    moves: usize,
}

#[derive(Default)]
struct Report {
    formats: BTreeMap<String, Count>,
    faults: Vec<String>,
}

impl Report {
    fn add(&mut self, path: &str, format: &str, outcome: Outcome) {
        let count = self.formats.entry(format.to_owned()).or_default();
        let known = KNOWN
            .iter()
            .any(|(known, _)| *known == path || (known.ends_with('/') && path.starts_with(known)));
        match outcome {
            Outcome::NotReadYet => count.not_read += 1,
            Outcome::Differs(_) if known => count.known += 1,
            Outcome::Differs(how) => self.faults.push(format!("{path}: {how}")),
            Outcome::Equal { .. } | Outcome::Opened { .. } if known => {
                self.faults
                    .push(format!("{path} is listed as different, and is not"));
            }
            Outcome::Equal { games, moves } => {
                count.equal += 1;
                count.games += games;
                count.moves += moves;
            }
            Outcome::Opened { games, moves } => {
                count.opened += 1;
                count.games += games;
                count.moves += moves;
            }
        }
    }

    fn print(&self) {
        println!(
            "format: equal, opened (nothing to compare with), known differences, not read yet; games, moves"
        );
        for (format, count) in &self.formats {
            let Count {
                equal,
                opened,
                not_read,
                known,
                games,
                moves,
            } = count;
            println!(
                "{format:>18}: {equal:>4} {opened:>4} {known:>4} {not_read:>4}; {games:>5} {moves:>7}"
            );
        }
    }
}

fn compare(corpus: &Path, path: &str) -> Outcome {
    let bytes = std::fs::read(corpus.join(path)).unwrap();
    let name = path.rsplit('/').next().unwrap();
    let source = Source::new(&bytes, name);
    let expected = corpus.join("expected").join(format!("{path}.json.gz"));
    let expected = expected.exists().then(|| common::gunzip_json(&expected));
    if !bytes.is_empty() && format::detect(&source).is_none() {
        return Outcome::NotReadYet;
    }
    let loaded = match (format::read(&source), &expected) {
        (Ok(loaded), _) => loaded,
        (Err(_), Some(expected)) if expected["ok"] == false => {
            return Outcome::Equal { games: 0, moves: 0 };
        }
        (Err(error), _) => return Outcome::Differs(format!("cannot be read: {error}")),
    };
    let games: Vec<_> = (0..loaded.games.len())
        .map(|index| loaded.game(index))
        .collect();
    let Ok(games) = games.into_iter().collect::<Result<Vec<_>, _>>() else {
        return Outcome::Differs("a game cannot be opened".to_owned());
    };
    let moves = games.iter().map(|game| move_count(game)).sum();
    let games_count = games.len();
    let Some(expected) = expected else {
        return Outcome::Opened {
            games: games_count,
            moves,
        };
    };
    let no_games = Vec::new();
    let expected = expected["games"].as_array().unwrap_or(&no_games);
    if expected.len() != games_count {
        return Outcome::Differs(format!("{games_count} games, expected {}", expected.len()));
    }
    let differences = games.iter().zip(expected).enumerate();
    let mut differences = differences.filter_map(|(index, (game, expected))| {
        difference(game, expected).map(|how| format!("game {}: {how}", index + 1))
    });
    match differences.next() {
        None => Outcome::Equal {
            games: games_count,
            moves,
        },
        Some(first) => {
            Outcome::Differs(format!("{first} (and {} more games)", differences.count()))
        }
    }
}

fn move_count(record: &Record) -> usize {
    record
        .tree
        .ids()
        .filter(|node| record.tree.mv(*node).is_some())
        .count()
}

fn difference(record: &Record, expected: &Value) -> Option<String> {
    let start = match &record.start {
        Position::Xiangqi(position) => position.fen(),
        other => return Some(format!("a game of {}", other.game())),
    };
    if Some(&*start) != expected["fen"].as_str() {
        return Some(format!("starts from {start}, expected {}", expected["fen"]));
    }
    let read = steps(record);
    let wanted: Vec<Step> = expected["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(expected_step)
        .collect();
    let pairs = read.iter().zip(&wanted).enumerate();
    let mut pairs = pairs.filter(|(_, (read, wanted))| !same(read, wanted));
    if let Some((index, (read, wanted))) = pairs.next() {
        return Some(format!(
            "node {index} is {read:?}, expected {wanted:?} ({} more)",
            pairs.count()
        ));
    }
    (read.len() != wanted.len()).then(|| format!("{} nodes, expected {}", read.len(), wanted.len()))
}

/// The expected results write `????` for a move with a square off the board.
fn same(read: &Step, wanted: &Step) -> bool {
    let off_board = wanted.mv.as_deref() == Some("????")
        && read.mv.as_deref().is_some_and(|mv| mv.contains('?'));
    (read.mv == wanted.mv || off_board)
        && read.parent == wanted.parent
        && read.comment == wanted.comment
}

fn expected_step(node: &Value) -> Step {
    let comment = node[2].as_str().map(|text| {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    });
    Step {
        parent: node[0].as_u64().map(|parent| parent as usize),
        mv: node[1].as_str().map(str::to_owned),
        comment: comment.filter(|text| !text.is_empty()),
    }
}

//! Every xiangqi file of the corpus against the trees that independent readers made of it.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use dapu::format::{self, Loaded, Source};
use dapu::game::Position;
use dapu::record::Record;
use serde_json::Value;

use common::{Step, steps};

/// What is right where the expected result is not.
enum Instead {
    /// The expected result of another file.
    Same(&'static str),
    /// So many games.
    Games(usize),
    /// The file is refused, with these words.
    Refused(&'static str),
    /// The file is no record of a format that dapu reads.
    Unknown,
}

/// Where the expected result is wrong, or where there is none because the file is no record: the path in the corpus
/// (one that ends in `/` is a folder), what is right, and why. A file that is listed here and reads as expected fails.
const KNOWN: &[(&str, Instead, &str)] = &[
    (
        "synthetic_damaged/capacity_ffffffff.cbl",
        Instead::Games(5),
        "the capacity at 0x3C is wrong, the five records are there; the other reader looks at one place only",
    ),
    (
        "synthetic_damaged/capacity_plus_one.cbl",
        Instead::Games(5),
        "as above, with a capacity one too high",
    ),
    (
        "synthetic_damaged/cut_last_slot.cbl",
        Instead::Games(4),
        "the fifth record ends before its board; the other reader gives up the whole library",
    ),
    (
        "synthetic_damaged/index_only_no_records.cbl",
        Instead::Refused("the index lists 5 games, but the file holds none"),
        "the other reader shows an empty library",
    ),
    (
        "synthetic_damaged/keysum_broken_v18.xqf",
        Instead::Same("xqf/hbsxcjp__MyChess/01.XQF"),
        "the key at 0x0C is 0xE1, and 0xE0 by the check sum; the other reader takes it as it stands",
    ),
    (
        "synthetic_damaged/version_0x0B_relabelled_from_0x12_layout_rotated.xqf",
        Instead::Same("xqf/hbsxcjp__MyChess/01.XQF"),
        "the squares are rotated, or kings stand outside their palaces; the other reader never rotates version 0x0B",
    ),
    (
        "annofen/hartwork__xiangqi-setup/doc__demo-last-two-moves.annofen",
        Instead::Games(1),
        "a FEN with marks for a drawing program",
    ),
    (
        "annofen/hartwork__xiangqi-setup/doc__initial.annofen",
        Instead::Games(1),
        "a FEN with marks for a drawing program",
    ),
    (
        "xay/",
        Instead::Unknown,
        "a board with marks for a drawing program",
    ),
    (
        "pgn/Yvonne761__CCPD/中局__00002173.pgn",
        Instead::Games(1),
        "the other reader stops at a move that leaves the own king in check; the moves behind it are kept, with a warning",
    ),
    (
        "pgn/Yvonne761__CCPD/對局__大師對局__以賽事分類__其他__00000753.pgn",
        Instead::Games(1),
        "the other reader stops at a move that leaves the own king in check; the moves behind it are kept, with a warning",
    ),
    (
        "pgn/Yvonne761__CCPD/對局__電腦對局__電腦對局競賽__00000011.pgn",
        Instead::Games(1),
        "the other reader stops at a move that leaves the own king in check; the moves behind it are kept, with a warning",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__01.pgniccs",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__01.pgnrc",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__4四量拨千斤-副本.pgnzh",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__4四量拨千斤.pgniccs",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__第09局-副本.pgnzh",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__第09局.pgniccs",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/hbsxcjp__cchess_con/output__第09局.pgnrc",
        Instead::Games(1),
        "the private dialect of one program, whose comments the other reader ties to other moves",
    ),
    (
        "pgn/windshadow233__python-chinese-chess/pgn__cg245.pgn",
        Instead::Games(1),
        "words behind the last move are kept as its comment",
    ),
    (
        "txt/transcribed/dpxq_plain_2026_beijing.txt",
        Instead::Games(1),
        "words behind the last move are kept as its comment",
    ),
    (
        "txt/walker8088__cchess/tests__data__test1_move.txt",
        Instead::Games(1),
        "the moves and the FEN are read; the other reader has no rule for such a file",
    ),
    (
        "txt/walker8088__cchess/tests__data__ucci_test1_move.txt",
        Instead::Games(1),
        "the moves and the FEN are read; the other reader has no rule for such a file",
    ),
    (
        "txt/walker8088__cchess/tests__data__uci_test_move.txt",
        Instead::Games(1),
        "the moves and the FEN are read; the other reader has no rule for such a file",
    ),
    ("pgnzip/", Instead::Unknown, "an archive"),
    (
        "other/hbsxcjp__cchess/01.bin",
        Instead::Unknown,
        "a dump of a program's memory",
    ),
    (
        "other/hbsxcjp__cchess/01.json",
        Instead::Refused("the JSON has no list"),
        "another program's own JSON, with bare line ends in its strings",
    ),
];

/// The formats of the index that are not read yet, and `big5` while nothing tells Big5 from GB18030. Empty in the end.
const PENDING: &[&str] = &[];

/// A line of the corpus's index.
struct File<'a> {
    path: &'a str,
    format: &'a str,
    encoding: &'a str,
}

impl<'a> File<'a> {
    fn read(line: &'a str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        Self {
            path: fields[0],
            format: fields[2],
            encoding: fields.get(9).copied().unwrap_or(""),
        }
    }

    fn known(&self) -> Option<&'static Instead> {
        let listed =
            |path: &str| path == self.path || (path.ends_with('/') && self.path.starts_with(path));
        let mut known = KNOWN.iter();
        known
            .find(|(path, ..)| listed(path))
            .map(|(_, instead, _)| instead)
    }
}

/// What came out of a file.
enum Reading {
    Unknown,
    Refused(String),
    Games(Vec<Arc<Record>>, Option<&'static str>),
}

#[test]
fn every_file_of_the_corpus_reads_as_expected() {
    let Some(corpus) = common::corpus("xiangqi") else {
        return;
    };
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut report = Report::default();
    for file in index.lines().skip(1).map(File::read) {
        report.add(&corpus, &file);
    }
    report.print();
    assert_eq!(report.faults.len(), 0, "files differ, see above");
    assert!(report.formats.values().any(|count| count.equal > 0));
}

#[derive(Default)]
struct Count {
    equal: usize,
    opened: usize,
    pending: usize,
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
    fn add(&mut self, corpus: &Path, file: &File<'_>) {
        let count = self.formats.entry(file.format.to_owned()).or_default();
        let reading = read(corpus, file);
        if let Reading::Games(games, _) = &reading {
            count.games += games.len();
            count.moves += games.iter().map(|game| move_count(game)).sum::<usize>();
        }
        let expected = expected(corpus, file.path);
        let judged = match (file.known(), &expected) {
            (Some(instead), expected) => {
                count.known += 1;
                judge_known(&reading, instead, expected.as_ref(), corpus)
            }
            (None, _) if matches!(reading, Reading::Unknown) && PENDING.contains(&file.format) => {
                count.pending += 1;
                None
            }
            (None, Some(expected)) => {
                count.equal += 1;
                judge(&reading, expected, file)
            }
            (None, None) => {
                count.opened += 1;
                unreadable(&reading)
            }
        };
        let fault = judged.map(|how| format!("{}: {how}", file.path));
        self.faults.extend(fault);
    }

    fn print(&self) {
        println!(
            "format: as expected, opened (nothing to compare with), known differences, pending; games, moves"
        );
        for (format, count) in &self.formats {
            let Count {
                equal,
                opened,
                pending,
                known,
                games,
                moves,
            } = count;
            println!(
                "{format:>18}: {equal:>4} {opened:>4} {known:>4} {pending:>4}; {games:>5} {moves:>7}"
            );
        }
        for fault in &self.faults {
            println!("{}", fault.chars().take(600).collect::<String>());
        }
    }
}

fn read(corpus: &Path, file: &File<'_>) -> Reading {
    let bytes = std::fs::read(corpus.join(file.path)).unwrap();
    let source = Source::new(&bytes, file.path.rsplit('/').next().unwrap());
    if !bytes.is_empty() && format::detect(&source).is_none() {
        return Reading::Unknown;
    }
    let open = |loaded: &Loaded| -> Result<Vec<Arc<Record>>, _> {
        (0..loaded.games.len())
            .map(|index| loaded.game(index))
            .collect()
    };
    let games = format::read(&source).and_then(|loaded| Ok((open(&loaded)?, loaded.encoding)));
    match games {
        Ok((games, encoding)) => Reading::Games(games, encoding),
        Err(error) => Reading::Refused(error.to_string()),
    }
}

fn move_count(record: &Record) -> usize {
    let moves = record.tree.ids().filter_map(|node| record.tree.mv(node));
    moves.count()
}

fn expected(corpus: &Path, path: &str) -> Option<Value> {
    let path = corpus.join("expected").join(format!("{path}.json.gz"));
    path.exists().then(|| common::gunzip_json(&path))
}

fn unreadable(reading: &Reading) -> Option<String> {
    match reading {
        Reading::Unknown => Some("is of no known format".to_owned()),
        Reading::Refused(error) => Some(format!("cannot be read: {error}")),
        Reading::Games(..) => None,
    }
}

fn judge_known(
    reading: &Reading,
    instead: &Instead,
    expected: Option<&Value>,
    corpus: &Path,
) -> Option<String> {
    if let (Reading::Games(games, _), Some(expected)) = (reading, expected)
        && differences(games, expected, false).is_none()
    {
        return Some("is listed as different, and is not".to_owned());
    }
    match (instead, reading) {
        (Instead::Same(path), Reading::Games(games, _)) => {
            let right = self::expected(corpus, path).unwrap();
            differences(games, &right, false)
        }
        (Instead::Games(count), Reading::Games(games, _)) if games.len() == *count => None,
        (Instead::Refused(words), Reading::Refused(error)) if error.contains(words) => None,
        (Instead::Unknown, Reading::Unknown) => None,
        (_, Reading::Games(games, _)) => Some(format!("reads as {} games", games.len())),
        _ => unreadable(reading),
    }
}

fn judge(reading: &Reading, expected: &Value, file: &File<'_>) -> Option<String> {
    let Reading::Games(games, encoding) = reading else {
        return unreadable(reading).filter(|_| expected["ok"] == true);
    };
    // The reader that made the expected results takes the comments of an XQF for GB18030, whatever they are.
    let big5 = file.format == "xqf" && *encoding == Some("big5");
    let is_big5 = file.format == "xqf" && file.encoding.starts_with("Big5");
    if big5 != is_big5 && !(is_big5 && PENDING.contains(&"big5")) {
        return Some(format!("is read as {encoding:?}, and is {}", file.encoding));
    }
    differences(games, expected, big5)
}

fn differences(games: &[Arc<Record>], expected: &Value, big5: bool) -> Option<String> {
    let no_games = Vec::new();
    let expected = expected["games"].as_array().unwrap_or(&no_games);
    if expected.len() != games.len() {
        return Some(format!(
            "{} games, expected {}",
            games.len(),
            expected.len()
        ));
    }
    let differing = games.iter().zip(expected).enumerate();
    let mut differing = differing.filter_map(|(index, (game, expected))| {
        difference(game, expected, big5).map(|how| format!("game {}: {how}", index + 1))
    });
    let first = differing.next()?;
    Some(format!("{first} (and {} more games)", differing.count()))
}

fn difference(record: &Record, expected: &Value, big5: bool) -> Option<String> {
    let start = match &record.start {
        Position::Xiangqi(position) => position.fen(),
        other => return Some(format!("a game of {}", other.game())),
    };
    if Some(&*start) != expected["fen"].as_str() {
        return Some(format!("starts from {start}, expected {}", expected["fen"]));
    }
    let read = steps(record);
    let wanted = expected["nodes"].as_array().unwrap();
    let wanted: Vec<Step> = wanted
        .iter()
        .map(|node| expected_step(node, big5))
        .collect();
    let pairs = read.iter().zip(&wanted).enumerate();
    let mut pairs = pairs.filter(|(_, (read, wanted))| !same(read, wanted));
    if let Some((index, (read, wanted))) = pairs.next() {
        let more = pairs.count();
        return Some(format!(
            "node {index} is {read:?}, expected {wanted:?} ({more} more)"
        ));
    }
    (read.len() != wanted.len()).then(|| format!("{} nodes, expected {}", read.len(), wanted.len()))
}

/// The expected results write `????` for a move with a square off the board.
fn same(read: &Step, wanted: &Step) -> bool {
    let off_board = wanted.mv.as_deref() == Some("????")
        && read.mv.as_deref().is_some_and(|mv| mv.contains('?'));
    // 0x80 is no character in GB18030, and the euro sign in the WHATWG's.
    let comment = read
        .comment
        .as_ref()
        .map(|text| text.replace('€', "\u{FFFD}"));
    (read.mv == wanted.mv || off_board) && read.parent == wanted.parent && comment == wanted.comment
}

fn expected_step(node: &Value, big5: bool) -> Step {
    let comment = node[2].as_str().map(|text| {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        // 东萍's line end, which the expected results leave as it is.
        let text = text.replace("||", "\n");
        let text = text.strip_suffix('\n').unwrap_or(&text);
        if big5 { as_big5(text) } else { text.to_owned() }
    });
    Step {
        parent: node[0].as_u64().map(|parent| parent as usize),
        mv: node[1].as_str().map(str::to_owned),
        comment: comment.filter(|text| !text.is_empty()),
    }
}

/// The Big5 text that was taken for GB18030.
fn as_big5(text: &str) -> String {
    let (bytes, _, _) = encoding_rs::GB18030.encode(text);
    encoding_rs::BIG5
        .decode_without_bom_handling(&bytes)
        .0
        .into_owned()
}

//! Every xiangqi file of the corpus, compared with trees from independent readers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use dapu::format;
use dapu::format::Loaded;
use dapu::game::Position;
use dapu::record::Record;
use dapu::text::Source;
use serde_json::Value;

use crate::common::{self, Step, steps};

/// The correct result where the expected one is wrong.
enum Instead {
    /// The expected result of another file.
    Same(&'static str),
    /// Moves that are not this file's mainline are warned of.
    Warned,
    /// The game continues after an illegal move.
    PlaysOn,
    /// One more comment, on the node of this number.
    Comment(usize, &'static str),
    /// One game of this many moves, without warnings.
    Moves(usize),
    /// This many games.
    Games(usize),
    /// The file is refused with this message.
    Refused(&'static str),
    /// The file is not a record in a format that dapu reads.
    Unknown,
}

/// Where the expected result is wrong, or missing because the file is not a record: the path in the corpus
/// (one that ends in `/` is a folder), what is right, and why. A file that is listed here and reads as expected fails.
#[rustfmt::skip]
const KNOWN: &[(&str, Instead, &str)] = &[
    ("synthetic_damaged/capacity_ffffffff.cbl", Instead::Games(5),
     "the capacity at 0x3C is wrong, the five records are there; the other reader looks at one place only"),
    ("synthetic_damaged/capacity_plus_one.cbl", Instead::Games(5), "as above, with a capacity one too high"),
    ("synthetic_damaged/cut_last_slot.cbl", Instead::Games(4),
     "the fifth record ends before its board; the other reader gives up the whole library"),
    (
        "synthetic_damaged/index_only_no_records.cbl",
        Instead::Refused("the index lists 5 games, but the file holds none"),
        "the other reader shows an empty library",
    ),
    ("synthetic_damaged/keysum_broken_v18.xqf", Instead::Same("xqf/hbsxcjp__MyChess/01.XQF"),
     "the key at 0x0C is 0xE1, and 0xE0 by the check sum; the other reader takes it as it stands"),
    ("xay/", Instead::Unknown, "a board with marks for a drawing program"),
    ("pgnzip/", Instead::Unknown, "an archive"),
    ("other/hbsxcjp__cchess/01.bin", Instead::Unknown, "a dump of a program's memory"),
    ("other/hbsxcjp__cchess/01.json", Instead::Refused("has no list \"moves\""),
     "another program's own JSON, with bare line ends in its strings"),
    ("pgn/Yvonne761__CCPD/中局__00002173.pgn", Instead::PlaysOn,
     "move 18, 士４进５, leaves the own king in check; the other reader ends the game there"),
    ("pgn/Yvonne761__CCPD/對局__大師對局__以賽事分類__其他__00000753.pgn", Instead::PlaysOn, "as above, with move 70, 士６进５"),
    ("pgn/Yvonne761__CCPD/對局__電腦對局__電腦對局競賽__00000011.pgn", Instead::PlaysOn, "as above, with move 115, 帅五进一"),
    ("pgn/hbsxcjp__cchess_con/output__01.pgniccs", Instead::Warned,
     "the number before a move is that of the move it follows, as only this program writes it"),
    ("pgn/hbsxcjp__cchess_con/output__01.pgnrc", Instead::Warned, "as above"),
    ("pgn/hbsxcjp__cchess_con/output__第09局-副本.pgnzh", Instead::Warned, "as above"),
    ("pgn/hbsxcjp__cchess_con/output__第09局.pgniccs", Instead::Warned, "as above"),
    ("pgn/hbsxcjp__cchess_con/output__第09局.pgnrc", Instead::Warned, "as above"),
    ("pgn/hbsxcjp__cchess_con/output__4四量拨千斤-副本.pgnzh", Instead::Warned, "as above"),
    ("pgn/hbsxcjp__cchess_con/output__4四量拨千斤.pgniccs", Instead::Warned, "as above"),
    ("other/hbsxcjp__cchess/01.pgn_cc", Instead::Refused("the moves are drawn as a chart"),
     "a tree drawn as a chart, as only this program writes it"),
    ("pgn/windshadow233__python-chinese-chess/pgn__cg245.pgn", Instead::Comment(27, "红胜"),
     "the comment stands behind the result, 1-0 {红胜}; the other reader stops at the result"),
    ("txt/walker8088__cchess/tests__data__test1_move.txt", Instead::Moves(110),
     "a FEN and a move a line, which the other reader does not read"),
    ("txt/walker8088__cchess/tests__data__ucci_test1_move.txt", Instead::Moves(43), "as above"),
    ("txt/walker8088__cchess/tests__data__uci_test_move.txt", Instead::Moves(5), "as above, all on one line"),
];

/// A line of the index of the corpus.
struct File<'a> {
    path: &'a str,
    format: &'a str,
    encoding: &'a str,
}

impl<'a> File<'a> {
    fn read(line: &'a str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        Self { path: fields[0], format: fields[2], encoding: fields.get(9).copied().unwrap_or("") }
    }

    fn known(&self) -> Option<&'static Instead> {
        let listed =
            |path: &str| path == self.path || (path.ends_with('/') && self.path.starts_with(path));
        let mut known = KNOWN.iter();
        known.find(|(path, ..)| listed(path)).map(|(_, instead, _)| instead)
    }
}

/// The result of reading a file.
enum Reading {
    Unknown,
    Refused(String),
    Games(Vec<Arc<Record>>, Option<&'static str>),
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_file_of_the_corpus_reads_as_expected() {
    let corpus = common::corpus("xiangqi");
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
            "format: as expected, opened (nothing to compare with), known differences; games, moves"
        );
        for (format, count) in &self.formats {
            let Count { equal, opened, known, games, moves } = count;
            println!("{format:>18}: {equal:>4} {opened:>4} {known:>4}; {games:>5} {moves:>7}");
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
        (0..loaded.games().len()).map(|index| loaded.game(index)).collect()
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
        (Instead::Warned, Reading::Games(games, _)) => {
            let tree = &games[0].tree;
            let silent = tree.ids().all(|node| tree.warning(node).is_none());
            silent.then(|| "is not warned of".to_owned())
        }
        (Instead::PlaysOn, Reading::Games(games, _)) => cut_short(&games[0], expected?),
        (Instead::Comment(node, text), Reading::Games(games, _)) => {
            let node = games[0].tree.get(*node).unwrap();
            let right = games[0].tree.comment(node) == Some(text);
            (!right).then(|| "has no such comment".to_owned())
        }
        (Instead::Moves(count), Reading::Games(games, _)) => {
            let warnings =
                games[0].tree.ids().filter(|node| games[0].tree.warning(*node).is_some());
            let right =
                games.len() == 1 && move_count(&games[0]) == *count && warnings.count() == 0;
            (!right).then(|| format!("has {} moves", move_count(&games[0])))
        }
        (Instead::Games(count), Reading::Games(games, _)) if games.len() == *count => None,
        (Instead::Refused(words), Reading::Refused(error)) if error.contains(words) => None,
        (Instead::Unknown, Reading::Unknown) => None,
        (_, Reading::Games(games, _)) => Some(format!("reads as {} games", games.len())),
        _ => unreadable(reading),
    }
}

/// Whether the expected result stops right before an illegal move.
fn cut_short(record: &Record, expected: &Value) -> Option<String> {
    let read = steps(record);
    let wanted = expected["games"][0]["nodes"].as_array().unwrap();
    let same =
        wanted.iter().zip(&read).all(|(wanted, read)| same(read, &expected_step(wanted, false)));
    let next = record.tree.get(wanted.len()).and_then(|node| record.tree.warning(node));
    let illegal = next.is_some_and(|warning| warning.contains("illegal"));
    (!same || !illegal).then(|| "differs before the illegal move".to_owned())
}

fn judge(reading: &Reading, expected: &Value, file: &File<'_>) -> Option<String> {
    let Reading::Games(games, encoding) = reading else {
        return unreadable(reading).filter(|_| expected["ok"] == true);
    };
    // The reader behind the expected results decodes all comments of XQF as GB18030.
    let big5 = file.format == "xqf" && *encoding == Some("big5");
    let is_big5 = file.format == "xqf" && file.encoding.starts_with("Big5");
    if big5 != is_big5 {
        return Some(format!("is read as {encoding:?}, and is {}", file.encoding));
    }
    let label = file.encoding.split([' ', '(']).next().unwrap_or("");
    let is_text = matches!(file.format, "pgn" | "txt" | "dpxq" | "dpxq_html" | "wxf");
    let label = match label {
        "GB18030" => "gb18030",
        "Big5" => "big5",
        _ => "utf-8",
    };
    if is_text && *encoding != Some(label) {
        return Some(format!("is read as {encoding:?}, and is {}", file.encoding));
    }
    differences(games, expected, big5)
}

fn differences(games: &[Arc<Record>], expected: &Value, big5: bool) -> Option<String> {
    let no_games = Vec::new();
    let expected = expected["games"].as_array().unwrap_or(&no_games);
    if expected.len() != games.len() {
        return Some(format!("{} games, expected {}", games.len(), expected.len()));
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
    let wanted: Vec<Step> = wanted.iter().map(|node| expected_step(node, big5)).collect();
    let pairs = read.iter().zip(&wanted).enumerate();
    let mut pairs = pairs.filter(|(_, (read, wanted))| !same(read, wanted));
    if let Some((index, (read, wanted))) = pairs.next() {
        let more = pairs.count();
        return Some(format!("node {index} is {read:?}, expected {wanted:?} ({more} more)"));
    }
    (read.len() != wanted.len()).then(|| format!("{} nodes, expected {}", read.len(), wanted.len()))
}

/// The expected results write `????` for a move with a square off the board.
fn same(read: &Step, wanted: &Step) -> bool {
    let off_board = wanted.mv.as_deref() == Some("????")
        && read.mv.as_deref().is_some_and(|mv| mv.contains('?'));
    // 0x80 is not a character in GB18030, but the euro sign in the WHATWG's.
    let comment = read.comment.as_ref().map(|text| text.replace('€', "\u{FFFD}"));
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

/// The Big5 text that was decoded as GB18030.
fn as_big5(text: &str) -> String {
    let (bytes, _, _) = encoding_rs::GB18030.encode(text);
    encoding_rs::BIG5.decode_without_bom_handling(&bytes).0.into_owned()
}

//! Every Go file of the corpus, compared with trees and boards from independent readers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use dapu::format;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::game::{Position, Side};
use dapu::record::{Key, NodeId, Note, Record};
use dapu::text::Source;
use serde_json::Value;

use crate::common;
use crate::common::export::Export;

/// The result for a file that dapu reads differently than expected.
enum Known {
    /// As this text, differing from the expectation in these parts.
    ReadsAs(&'static str, &'static [&'static str]),
    /// An error with this message.
    Refused(&'static str),
}

/// Where dapu differs from the expected result, and why it is right. A listed file that does not differ in exactly this
/// way fails the test.
const KNOWN: &[(&str, Known)] = &[
    // The bytes are B[R16];W[D4];B[C16];W[Q4];B[R6];W[Pass], not points of SGF. GoGui, whose sample it is, plays them; the
    // expected result omits them.
    (
        "gogui/human-readable.sgf",
        Known::ReadsAs("(;GM[1]SZ[19];B[qd];W[dp];B[cd];W[pp];B[qn];W[])", &["mainline", "board"]),
    ),
    // The bytes are SZ[9] and B[rs]: a move without a stone in both, spelled ?rs in the expected list.
    ("gogui/invalidmove.sgf", Known::ReadsAs("(;SZ[9];B[cg];W[ee];B[rs];W[cb])", &["mainline"])),
    // The bytes are a sentence, expected to be a file of no games.
    (
        "littlego/not-an-sgf-file.sgf",
        Known::Refused("no game of SGF in it: there is no (; with properties"),
    ),
    // The bytes are (;GM[4]FF[4]: not a game of Go, but expected to be played as one.
    (
        "sgf2gif/renju.sgf",
        Known::Refused("1:1: this is a game of Gomoku or Renju (GM[4]), not of Go"),
    ),
];

fn load(corpus: &Path, path: &str) -> Result<Loaded, format::ReadError> {
    let bytes = std::fs::read(corpus.join(path)).unwrap();
    format::read(&Source::new(&bytes, path.rsplit('/').next().unwrap()))
}

/// Every node in the order of the file: SGF lists a tree in preorder, and the reader adds nodes as they come.
fn shape(record: &Record) -> String {
    let children = record.tree.ids().map(|node| record.tree.children(node).count().to_string());
    children.collect::<Vec<_>>().join(",")
}

fn board(record: &Record) -> String {
    let Position::Go(position) = record.position_at(record.tree.mainline_end()) else {
        panic!("no Go");
    };
    common::picture(&position)
}

/// A part of a game, and how dapu differs there.
type Difference = (&'static str, String);

/// The differences between a game and the expected one.
fn differences(record: &Record, expected: &Value) -> Vec<Difference> {
    let mut different = Vec::new();
    let mut compare = |what: &'static str, ours: String, theirs: String| {
        if ours != theirs {
            different.push((what, format!("{what}: {ours} for {theirs}")));
        }
    };
    let Position::Go(start) = &record.start else {
        return vec![("game", "no Go".to_owned())];
    };
    compare("size", start.size().columns().to_string(), expected["size"].to_string());
    compare("nodes", record.tree.len().to_string(), expected["nodes"].to_string());
    compare("shape", shape(record), expected["shape"].as_str().unwrap().to_owned());
    let main: Vec<String> = serde_json::from_value(expected["main"].clone()).unwrap();
    compare("mainline", common::mainline(record).join(" "), main.join(" "));
    compare("board", board(record), expected["board"].as_str().unwrap().to_owned());
    compare("root", root(record, &expected["root"]), String::new());
    different
}

/// The properties that are about the game as a whole.
const HEADERS: [&str; 28] = [
    "FF", "GM", "CA", "AP", "ST", "SZ", "PB", "PW", "BR", "WR", "BT", "WT", "GN", "EV", "RO", "DT",
    "PC", "RE", "KM", "HA", "RU", "TM", "OT", "AN", "US", "SO", "ON", "CP",
];

/// The headers of the root that differ from the expected ones.
fn root(record: &Record, expected: &Value) -> String {
    let mut ours: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for header in record.headers.entries() {
        let key = header.name().chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        ours.entry(key).or_default().push(header.value().to_owned());
    }
    let theirs: BTreeMap<String, Vec<String>> = serde_json::from_value(expected.clone()).unwrap();
    let mut different = Vec::new();
    let is_header = |key: &&String| HEADERS.contains(&key.as_str());
    for key in ours.keys().chain(theirs.keys().filter(is_header)) {
        let (ours, theirs) = (ours.get(key), theirs.get(key));
        if ours != theirs {
            different.push(format!("{key} {ours:?} for {theirs:?}"));
        }
    }
    let comment = record.tree.comment(NodeId::ROOT).unwrap_or("");
    let theirs = theirs.get("C");
    let theirs = theirs.map(|comments| comments.join("\n").replace("\r\n", "\n"));
    let theirs = theirs.as_deref().unwrap_or("");
    if comment != theirs.strip_suffix('\n').unwrap_or(theirs) {
        different.push(format!("C {comment:?} for {theirs:?}"));
    }
    different.join(", ")
}

/// The differences between a file and the expected games.
fn file_differences(loaded: &Loaded, theirs: &[Value]) -> Vec<Difference> {
    if loaded.games().len() != theirs.len() {
        let message = format!("{} games for {}", loaded.games().len(), theirs.len());
        return vec![("games", message)];
    }
    let records = records(loaded);
    let games = records.iter().zip(theirs);
    games.flat_map(|(record, theirs)| differences(record, theirs)).collect()
}

/// The encoding that is expected, as dapu names it; `None` where it was guessed.
fn encoding(charset: &str) -> Option<String> {
    if charset.starts_with("guess") || charset == "ascii" {
        return None;
    }
    let name = charset.split(" but ").last()?;
    let name = name.rsplit(':').next()?.split(' ').next()?;
    let name = name.trim_end_matches("-bom").to_lowercase();
    Some(match &*name {
        "gb2312" | "gbk" | "euc-cn" => "gb18030".to_owned(),
        "utf8" => "utf-8".to_owned(),
        "utf-16-be" => "utf-16be".to_owned(),
        "utf-16" => "utf-16le".to_owned(),
        _ => name.replace('_', "-").replace("shift-jis", "shift_jis"),
    })
}

/// Checks that a file is read as expected.
fn check_known(
    path: &str,
    known: &Known,
    loaded: Result<Loaded, format::ReadError>,
    theirs: &[Value],
) {
    match (known, loaded) {
        (Known::Refused(message), Err(error)) => assert_eq!(error.to_string(), *message, "{path}"),
        (Known::ReadsAs(text, parts), Ok(loaded)) => {
            let different = file_differences(&loaded, theirs);
            let different: Vec<&str> = different.iter().map(|(part, _)| *part).collect();
            assert_eq!(different, *parts, "{path}");
            let same = format::read(&Source::new(text.as_bytes(), "same.sgf")).unwrap();
            let (ours, same) = (loaded.game(0).unwrap(), same.game(0).unwrap());
            assert_eq!(common::mainline(&ours), common::mainline(&same), "{path}");
            assert_eq!(board(&ours), board(&same), "{path}");
        }
        (_, loaded) => panic!("{path}: {:?}", loaded.map(|loaded| loaded.warnings())),
    }
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_sgf_file_of_the_corpus_reads_as_expected() {
    let corpus = common::corpus("go");
    let expected = std::fs::read_to_string(corpus.join("expected.jsonl")).unwrap();
    let mut faults = Vec::new();
    let (mut files, mut games, mut nodes) = (0, 0, 0);
    for line in expected.lines() {
        let expected: Value = serde_json::from_str(line).unwrap();
        let path = expected["file"].as_str().unwrap();
        let theirs = expected["games"].as_array().unwrap();
        let loaded = load(&corpus, path);
        files += 1;
        if let Some((_, known)) = KNOWN.iter().find(|(known, _)| *known == path) {
            check_known(path, known, loaded, theirs);
            continue;
        }
        let loaded = loaded.unwrap_or_else(|error| panic!("{path}: {error}"));
        for (_, different) in file_differences(&loaded, theirs) {
            faults.push(format!("{path}: {different}"));
        }
        let encoding = encoding(expected["charset"].as_str().unwrap());
        if encoding.is_some() && encoding.as_deref() != loaded.encoding {
            faults.push(format!("{path}: {:?} for {encoding:?}", loaded.encoding));
        }
        games += loaded.games().len();
        nodes += records(&loaded).iter().map(|record| record.tree.len()).sum::<usize>();
    }
    println!("{files} files, {games} games, {nodes} nodes; {} known to differ", KNOWN.len());
    for fault in &faults {
        println!("{}", fault.chars().take(600).collect::<String>());
    }
    assert_eq!(faults.len(), 0, "files differ, see above");
    assert!(games > 0);
}

fn records(loaded: &Loaded) -> Vec<Arc<Record>> {
    (0..loaded.games().len()).map(|index| loaded.game(index).unwrap()).collect()
}

fn write(loaded: &Loaded) -> Vec<u8> {
    let (records, options) = (records(loaded), WriteOptions::default());
    let export = Export { source: loaded, records: &records, options: &options };
    let written = export.write(format::by_name("sgf").unwrap()).unwrap();
    assert!(written.losses.is_empty(), "lost: {}", written.losses);
    written.bytes
}

/// What a record holds, node by node. Warnings concern the spelling, which is corrected in writing.
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
                let header = &record.headers.entries()[*index as usize];
                let (key, value) = (header.name(), header.value());
                let key: String = key.chars().filter(|key| !key.is_ascii_lowercase()).collect();
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
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_sgf_file_of_the_corpus_survives_a_round_trip() {
    let corpus = common::corpus("go");
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let paths = index.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned());
    let made_up = MADE_UP.iter().map(|(name, ..)| format!("synthetic/{name}"));
    let mut files = 0;
    for path in paths.chain(made_up).filter(|path| path.ends_with(".sgf")) {
        let refused =
            |known: &&(&str, Known)| known.0 == path && matches!(known.1, Known::Refused(_));
        if !corpus.join(&path).is_file() || KNOWN.iter().any(|known| refused(&known)) {
            continue;
        }
        let loaded = load(&corpus, &path).unwrap();
        let bytes = write(&loaded);
        let again = format::read(&Source::new(&bytes, "again.sgf")).unwrap();
        assert_eq!(again.encoding, Some("utf-8"), "{path}");
        assert_eq!(again.games().len(), loaded.games().len(), "{path}");
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
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_corpus_file_has_the_expected_number_of_nodes() {
    let corpus = common::corpus("go");
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut formats: BTreeMap<&str, usize> = BTreeMap::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (path, format, nodes) = (fields[0], fields[2], fields[5]);
        // Some files are kept elsewhere.
        if !corpus.join(path).is_file() || KNOWN.iter().any(|(known, _)| *known == path) {
            continue;
        }
        let loaded = load(&corpus, path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let name = if format == "ugi" { "ugf" } else { format };
        assert_eq!(loaded.format.name, name, "{path}");
        let counted: usize = records(&loaded).iter().map(|record| record.tree.len()).sum();
        let expected: usize = nodes.parse().unwrap();
        // One game has a review with 34 nodes of variations, which that count omits.
        let reviewed = if path == "sabaki/review.ugi" { 34 } else { 0 };
        assert_eq!(counted, expected + reviewed, "{path}");
        *formats.entry(format).or_default() += 1;
    }
    println!("{formats:?}");
    assert!(formats.len() >= 5);
}

/// The generated files: the moves of every node in the order of the file, `-` for none, and the texts in them.
const MADE_UP: [(&str, &str, &str); 22] = [
    ("big5-5c.sgf", "- B pd", "功 許功蓋"),
    ("cr-only.sgf", "- B ee", "line1\nline2joined"),
    ("cut-in-value.sgf", "- B ee W cc", "half a comm"),
    ("dup-move.sgf", "- B aa W cc", ""),
    ("empty-var.sgf", "- B ee W cc -", ""),
    ("ff3view.sgf", "- B pd", ""),
    ("gbk-5d.sgf", "- B pd", "昡乗"),
    ("lfcr.sgf", "- B ee", "line1\nline2joined"),
    ("no-parens.sgf", "- B ee W cc", ""),
    ("nosemi.sgf", "B ee W cc", ""),
    ("rect-19x9.sgf", "- B aa W si B jd W sa B ai W pass", ""),
    ("rect-5x13.sgf", "- B cg W cf", ""),
    ("size52.sgf", "- B aa W ZZ B Aa W zZ B tt", ""),
    ("sjis-5c-noca.sgf", "- B pd", "立花表 ソフト これは十分な表現です"),
    ("sq-as-rect.sgf", "- B ee W ii", ""),
    ("suicide.sgf", "- W aa B ee", ""),
    ("trailing-semi.sgf", "- B aa W ba -", ""),
    ("tt21.sgf", "- B tt W uu B pass", ""),
    ("two-games.sgf", "- B aa / - B bb", ""),
    ("unclosed.sgf", "- B ee W cc B dd W ff W gg", ""),
    ("unescaped-bracket.sgf", "- B ee W cc", "foo [2d]: good move] and more"),
    ("unescaped-bracket2.sgf", "- B ee W cc", "Bob [3d] Al"),
];

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_generated_files_of_the_corpus_read_as_generated() {
    let corpus = common::corpus("go/synthetic");
    assert!(std::fs::read_dir(&corpus).unwrap().count() >= MADE_UP.len());
    for (name, moves, texts) in MADE_UP {
        let records = records(&load(&corpus, name).unwrap());
        let codes = |record: &Arc<Record>| {
            let moves = record.tree.ids().map(|node| record.tree.mv(node));
            let codes = moves.map(|mv| mv.map_or("-".to_owned(), dapu::game::Move::code));
            codes.collect::<Vec<_>>().join(" ")
        };
        let games: Vec<String> = records.iter().map(codes).collect();
        assert_eq!(games.join(" / "), moves, "{name}");
        let record = &records[0];
        let headers = [Key::Player(Side::First), Key::Player(Side::Second)]
            .map(|key| record.headers.get(key));
        let comments = record.tree.ids().flat_map(|node| record.tree.comments(node));
        let read: Vec<&str> = headers.into_iter().flatten().chain(comments).collect();
        assert_eq!(read.join(" "), texts, "{name}");
    }
    // Setup by rectangles, and a suicide.
    let last = |name| board(&load(&corpus, name).unwrap().game(0).unwrap());
    let tall = "X..../X..../X..../...../...../..O../..X../...../...../...../....O/....O/....O";
    assert_eq!(last("rect-5x13.sgf"), tall);
    assert_eq!(last("suicide.sgf"), ".X.../XO.../...../...../....X");
}

/// The moves of every node of the first game.
fn all_moves(loaded: &Loaded) -> Vec<Option<dapu::game::Move>> {
    let record = loaded.game(0).unwrap();
    let moves = record.tree.ids().map(|node| record.tree.mv(node));
    moves.collect()
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_prefix_of_a_corpus_file_shows_its_moves() {
    /// Longer files are cut at some places only.
    const SHORT: usize = 200;
    let corpus = common::corpus("go");
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let paths = index.lines().skip(1).map(|line| line.split('\t').next().unwrap());
    let (mut cuts, mut faults) = (0, Vec::new());
    for path in paths.filter(|path| path.ends_with(".sgf")) {
        let Ok(bytes) = std::fs::read(corpus.join(path)) else {
            continue;
        };
        let read = |length: usize| format::read(&Source::new(&bytes[..length], "cut.sgf"));
        let Ok(whole) = read(bytes.len()) else {
            continue;
        };
        let whole = all_moves(&whole);
        let step = (bytes.len() / SHORT).max(1) | 1;
        for length in (0..bytes.len().min(60_000)).step_by(step) {
            cuts += 1;
            let Ok(loaded) = read(length) else { continue };
            let mut moves = all_moves(&loaded);
            // The last node may have lost part of its move.
            moves.pop();
            if !whole.starts_with(&moves) {
                faults.push(format!("{path} cut at {length}"));
                break;
            }
        }
    }
    println!("{cuts} cuts");
    assert_eq!(faults, [""; 0]);
    assert!(cuts > 10_000);
}

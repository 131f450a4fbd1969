//! What the tests share.

#![allow(dead_code, unreachable_pub)]

pub mod archive;
pub mod books;
pub mod emulator;
pub mod evil;
pub mod export;
pub mod picture;
pub mod program;
pub mod readme;
#[cfg(unix)]
pub mod terminal;
pub mod xqf;
pub mod zip;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dapu::format::{self, Loaded, ReadError, WriteError, WriteOptions};
use dapu::game::{Side, go};
use dapu::record::{Event, Headers, NodeId, Note, Order, Record, Tree};
use dapu::text::Source;

use self::export::{Export, Written};

/// A folder of the corpus: records of many programs, which are not part of the project. `DAPU_CORPUS` is its path;
/// tests that need it are ignored without it.
#[track_caller]
pub fn corpus(folder: &str) -> PathBuf {
    corpus_if_there(folder).unwrap_or_else(|| panic!("DAPU_CORPUS has no folder {folder}"))
}

/// The same for tests that can do without it: `None` if it is missing.
pub fn corpus_if_there(folder: &str) -> Option<PathBuf> {
    let folder = Path::new(option_env!("CORPUS")?).join(folder);
    folder.is_dir().then_some(folder)
}

/// Whether `DAPU_FULL` asks for everything rather than what an ordinary run tries.
pub fn is_full() -> bool {
    std::env::var_os("DAPU_FULL").is_some()
}

/// All files below a folder, in order.
pub fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The files of a folder of the corpus as its index lists them: path and bytes.
pub fn files(corpus: &Path) -> impl Iterator<Item = (String, Vec<u8>)> {
    let index = fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let paths: Vec<String> = index
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .map(str::to_owned)
        .collect();
    let corpus = corpus.to_owned();
    paths.into_iter().map(move |path| {
        let bytes = fs::read(corpus.join(&path)).unwrap();
        (path, bytes)
    })
}

/// One node: its parent's place in preorder, its move and its comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub parent: Option<usize>,
    pub mv: Option<String>,
    pub comment: Option<String>,
}

/// The nodes of a tree in preorder.
pub fn preorder(tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
    tree.events(Order::AtFork, |_| true).filter_map(|event| match event {
        Event::Node(node) => Some(node),
        Event::Open(_) | Event::Close => None,
    })
}

/// The tree of a record in preorder.
pub fn steps(record: &Record) -> Vec<Step> {
    let tree = &record.tree;
    let mut numbers = vec![0; tree.len()];
    let steps = preorder(tree).enumerate().map(|(number, node)| {
        numbers[node.index()] = number;
        let comments: Vec<&str> = tree
            .notes(node)
            .filter_map(|note| match note {
                Note::Comment(text) => Some(&**text),
                _ => None,
            })
            .collect();
        Step {
            parent: tree.parent(node).map(|parent| numbers[parent.index()]),
            mv: tree.mv(node).map(|mv| mv.code()),
            comment: (!comments.is_empty()).then(|| comments.join("\n")),
        }
    });
    steps.collect()
}

/// The moves of a game's mainline, as JSON has them.
pub fn moves(loaded: &Loaded, game: usize) -> Vec<String> {
    mainline(&loaded.game(game).unwrap())
}

/// The moves of a record's mainline, as JSON has them.
pub fn mainline(record: &Record) -> Vec<String> {
    let nodes = record.tree.mainline();
    let moves = nodes.filter_map(|node| record.tree.mv(node));
    moves.map(dapu::game::Move::code).collect()
}

/// Counts the sequences of `depth` moves: the usual test of a move generator.
pub fn perft<P: Copy, M: Copy>(
    position: P,
    depth: u32,
    moves: fn(&P) -> Vec<M>,
    apply: fn(&mut P, M),
) -> u64 {
    let legal = moves(&position);
    if depth <= 1 {
        return if depth == 0 { 1 } else { legal.len() as u64 };
    }
    let count_after = |mv: &M| {
        let mut next = position;
        apply(&mut next, *mv);
        perft(next, depth - 1, moves, apply)
    };
    legal.iter().map(count_after).sum()
}

/// A board of Go as rows of `X`, `O` and `.`.
pub fn picture(position: &go::Position) -> String {
    let size = position.size();
    let row = |row| -> String {
        let stone = |column| match position.stone(go::Point::new(column, row)) {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '.',
        };
        (0..size.columns()).map(stone).collect()
    };
    let rows: Vec<String> = (0..size.rows()).map(row).collect();
    rows.join("/")
}

/// A JSON file compressed with gzip.
pub fn gunzip_json(path: &Path) -> serde_json::Value {
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Random numbers that are the same on every run (xorshift, Marsaglia 2003).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The numbers of a run, identified by name and number.
    pub fn of_run(name: &str, run: u64) -> Self {
        let mix = |seed: u64, byte| seed.rotate_left(7) ^ u64::from(byte);
        Self::new(name.bytes().fold(run, mix))
    }

    /// A number below `end`; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// Reads a file in any format, under this name.
pub fn read(bytes: &[u8], name: &str) -> Result<Loaded, ReadError> {
    format::read(&Source::new(bytes, name))
}

/// Writes all games of a file in a format.
pub fn write_all(loaded: &Loaded, format: &str) -> Written {
    let games = 0..loaded.games().len();
    let records: Vec<_> = games.map(|game| loaded.game(game).unwrap()).collect();
    let options = &WriteOptions::default();
    let export = Export { source: loaded, records: &records, options };
    export.write(format::by_name(format).unwrap()).unwrap()
}

/// All games of a file as JSON.
pub fn json(loaded: &Loaded) -> serde_json::Value {
    serde_json::from_slice(&write_all(loaded, "json").bytes).unwrap()
}

/// Writes one record in a format.
pub fn write(record: &Record, format: &str, options: &WriteOptions) -> Result<Written, WriteError> {
    let loaded = Loaded::one(format::by_name("json").unwrap(), None, record.clone());
    let records = [loaded.game(0).unwrap()];
    let export = Export { source: &loaded, records: &records, options };
    export.write(format::by_name(format).unwrap())
}

/// The headers that the reader does not understand, and those that contradict an earlier header.
pub fn unknown(headers: &Headers) -> impl Iterator<Item = (&str, &str)> {
    let unknown = headers.entries().iter().filter(|entry| entry.is_unknown());
    unknown.map(|entry| (entry.name(), entry.value()))
}

/// The text of a screen without the sign of the side to move at the beginning of the first or the last row.
pub fn without_sign(screen: &str) -> String {
    let screen = screen.strip_prefix('>').map_or(screen.to_owned(), |rest| format!(" {rest}"));
    match screen.rsplit_once("\n>") {
        Some((above, status)) if !status.contains('\n') => format!("{above}\n {status}"),
        _ => screen,
    }
}

/// The processor time that this thread has taken, which other programs do not make longer.
#[cfg(all(unix, not(target_os = "netbsd")))]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

/// Reading the clock of a thread needs unsafe code elsewhere: the tests that need it are ignored there.
#[cfg(any(not(unix), target_os = "netbsd"))]
pub fn processor_time() -> Duration {
    Duration::ZERO
}

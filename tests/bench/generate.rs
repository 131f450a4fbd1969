//! Generated records. The same numbers give the same records on every machine.

#[allow(dead_code)]
#[path = "../xiangqi_binary/ccbridge.rs"]
mod ccbridge;

use std::fmt::Write;
use std::sync::Arc;

use crate::common::export::Export;
use dapu::format::{self, Loaded, WriteOptions};
use dapu::game::xiangqi::Square;
use dapu::game::{Move, Position, Side, shogi, xiangqi};
use dapu::record::{At, Builder, Clock, Key, NodeId, Note, Record};

/// The generator xorshift64* of Vigna (2016).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number from 0 to `bound` - 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// `true` with this chance in percent.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        (!choices.is_empty()).then(|| choices[self.below(choices.len())])
    }
}

/// Writes a record in a format.
pub(crate) fn write(record: Record, format: &str) -> Vec<u8> {
    let loaded = Loaded::one(format::by_name("json").unwrap(), None, record);
    let export = Export {
        source: &loaded,
        records: &[loaded.game(0).unwrap()],
        options: &WriteOptions::default(),
    };
    export.write(format::by_name(format).unwrap()).unwrap().bytes
}

fn legal_moves(position: &Position) -> Vec<Move> {
    match position {
        Position::Xiangqi(position) => {
            let moves = position.legal_moves();
            moves.into_iter().map(Move::Xiangqi).collect()
        }
        Position::Shogi(position) => {
            let moves = position.legal_moves();
            moves.into_iter().map(Move::Shogi).collect()
        }
        Position::Go(_) => Vec::new(),
    }
}

/// A game of random legal moves with some comments and short variations.
fn random_game(start: Position, plies: usize, clocks: bool, random: &mut Random) -> Record {
    let mut builder = Builder::new(start);
    for ply in 0..plies {
        let moves = legal_moves(builder.position());
        let Some(mv) = random.pick(&moves) else { break };
        builder.play(mv, At::File);
        if clocks {
            builder.note(Note::Clock(Clock {
                spent: Some(1000 * random.below(300) as u32),
                total: Some(1000 * (ply as u32 / 2) * 60),
            }));
        }
        if random.chance(4) {
            builder.note(Note::Comment(COMMENT.into()));
        }
    }
    builder.finish()
}

const COMMENT: &str = "ここから先は一本道。後手は受けに回ることになった。";

/// Games of shogi with clocks and comments.
pub(crate) fn shogi_games(count: usize, plies: usize) -> Vec<Record> {
    let mut random = Random::new(9);
    let start = || Position::Shogi(shogi::Position::initial());
    let game = |_| {
        let mut record = random_game(start(), plies, true, &mut random);
        record.headers.set(Key::Player(Side::First), "先手 太郎");
        record.headers.set(Key::Player(Side::Second), "後手 花子");
        record
    };
    (0..count).map(game).collect()
}

/// Games of xiangqi.
pub(crate) fn xiangqi_games(count: usize, plies: usize) -> Vec<Record> {
    let mut random = Random::new(90);
    let start = || Position::Xiangqi(xiangqi::Position::initial());
    let game = |number| {
        let mut record = random_game(start(), plies, false, &mut random);
        record.headers.set(Key::Title, &format!("第{number}局"));
        record.headers.set(Key::Player(Side::First), "胡荣华");
        record.headers.set(Key::Player(Side::Second), "柳大华");
        record
    };
    (0..count).map(game).collect()
}

/// A library of CCBridge with this many games.
pub(crate) fn cbl(count: usize) -> Vec<u8> {
    let games: Vec<Vec<u8>> = xiangqi_games(50, 80).iter().map(ccbridge::cbr).collect();
    let entries = games.iter().cycle().take(count);
    let entries: Vec<_> = entries.map(|game| (ccbridge::State::Live, game.clone())).collect();
    ccbridge::cbl("棋谱库", &entries, count)
}

/// One game as CCBridge writes it.
pub(crate) fn cbr(record: &Record) -> Vec<u8> {
    ccbridge::cbr(record)
}

/// SGF letters of a point of a board of 19 by 19.
fn letters(point: usize) -> [char; 2] {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(point % 19), letter(point / 19)]
}

/// A collection of games of 215 to 304 moves each, no point twice in a game: 17 MB for 10,000 games.
pub(crate) fn sgf_collection(games: usize) -> String {
    let mut random = Random::new(19);
    let mut points: Vec<usize> = (0..361).collect();
    let mut text = String::new();
    for number in 0..games {
        for index in (1..points.len()).rev() {
            points.swap(index, random.below(index + 1));
        }
        let date = format!("{}-{:02}-{:02}", 1990 + number % 30, 1 + number % 12, 1 + number % 28);
        let _ = write!(
            text,
            "(;GM[1]FF[4]CA[UTF-8]AP[dapu]SZ[19]KM[6.5]\nPB[黒番 {number}]PW[白番 {number}]BR[9d]WR[8d]\
             EV[第{number}期名人戦]DT[{date}]RE[B+R]\n",
        );
        let length = 215 + random.below(90);
        for (ply, point) in points.iter().take(length).enumerate() {
            let side = if ply % 2 == 0 { 'B' } else { 'W' };
            let [column, row] = letters(*point);
            let _ = write!(text, ";{side}[{column}{row}]");
        }
        text.push_str(")\n");
    }
    text
}

/// The nodes of Kogo's joseki dictionary.
pub(crate) const DICTIONARY: usize = 62_443;

/// A dictionary of corner openings: many short branches with comments and marks. With [`DICTIONARY`] nodes it has about
/// as many bytes (1.5 MB), forks and comments as Kogo's, the largest in circulation.
pub(crate) fn sgf_dictionary(nodes: usize) -> String {
    let mut random = Random::new(4);
    let mut text = "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[定石辞典]C[Corner openings.]\n".to_owned();
    // The points of the line, and how long it was at the open parentheses.
    let mut line: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for _ in 0..nodes {
        if line.len() > 30 || random.chance(12) {
            text.push_str(")\n");
            match open.pop() {
                Some(length) => line.truncate(length),
                None => line.clear(),
            }
            text.push('(');
            open.push(line.len());
        } else if random.chance(10) {
            text.push_str("\n(");
            open.push(line.len());
        }
        dictionary_node(&mut line, &mut random, &mut text);
    }
    for _ in 0..=open.len() {
        text.push(')');
    }
    text
}

fn dictionary_node(line: &mut Vec<usize>, random: &mut Random, text: &mut String) {
    // Those of the upper right quarter.
    let point = std::iter::repeat_with(|| random.below(10) * 19 + 9 + random.below(10))
        .take(200)
        .find(|point| !line.contains(point))
        .unwrap_or(0);
    let side = if line.len().is_multiple_of(2) { 'B' } else { 'W' };
    line.push(point);
    let [column, row] = letters(point);
    let _ = write!(text, ";{side}[{column}{row}]");
    if random.chance(16) {
        text.push_str("C[If Black is strong here, White had better play at A: the ladder \\[see there\\] works.]");
    }
    if random.chance(10) {
        text.push_str("LB[qd:A][od:B][pc:C]");
    }
    if random.chance(5) {
        text.push_str("TR[pd][pe]MA[qq]");
    }
}

/// Shapes of trees that break programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One line.
    Line,
    /// As many children of one node as there can be, 10 nodes each.
    Fan,
    /// Each tenth node has a variation, which goes on to the next.
    Nest,
}

impl Shape {
    pub(crate) const ALL: [Self; 3] = [Self::Line, Self::Fan, Self::Nest];

    /// Adds nodes through callbacks: continue, or go back to begin another branch.
    fn grow(self, nodes: usize, mut step: impl FnMut(Turn)) {
        for node in 1..nodes {
            match self {
                Self::Fan if node > 1 && node % 10 == 1 => step(Turn::Root),
                Self::Nest if node > 1 && node % 10 == 1 => step(Turn::Back),
                _ => {}
            }
            step(Turn::On(node));
        }
    }
}

enum Turn {
    /// A node with this number.
    On(usize),
    /// Back to the root.
    Root,
    /// Back to before the last node.
    Back,
}

/// A xiangqi tree of this size. The rooks move back and forth.
pub(crate) fn xiangqi_tree(shape: Shape, nodes: usize) -> Record {
    let square = |file, rank| Square::new(file, rank).unwrap();
    let rook = |from: (u8, u8), to: (u8, u8)| {
        let (from, to) = (square(from.0, from.1), square(to.0, to.1));
        Move::Xiangqi(xiangqi::Move { from, to })
    };
    let tour =
        [rook((0, 0), (0, 1)), rook((0, 9), (0, 8)), rook((0, 1), (0, 0)), rook((0, 8), (0, 9))];
    let mut record = Record::new(Position::Xiangqi(xiangqi::Position::initial()));
    let tree = &mut record.tree;
    let mut at = NodeId::ROOT;
    shape.grow(nodes, |turn| match turn {
        Turn::On(_) => at = tree.add(at, Some(tour[tree.ply(at) as usize % 4])),
        Turn::Root => at = NodeId::ROOT,
        Turn::Back => at = tree.parent(at).unwrap_or(NodeId::ROOT),
    });
    record
}

/// The same shapes in SGF: both sides play into the other's corners and are captured, so that the board hardly changes.
pub(crate) fn sgf_tree(shape: Shape, nodes: usize) -> String {
    let mut text = "(;GM[1]SZ[19]AW[ba][ab]AB[rs][sr]".to_owned();
    let mut ply = 0;
    let mut open = 1;
    let mut first = String::new();
    // The first alternative of a branch needs parentheses, too: they open before it.
    let forks = |node: usize| match shape {
        Shape::Line => false,
        Shape::Fan => node % 10 == 1,
        Shape::Nest => node.is_multiple_of(10),
    };
    shape.grow(nodes, |turn| match turn {
        Turn::On(node) => {
            if forks(node) {
                first.push('(');
                open += 1;
            }
            text.push_str(&first);
            first.clear();
            text.push_str([";B[aa]", ";W[ss]"][ply % 2]);
            ply += 1;
        }
        Turn::Root => {
            text.push(')');
            open -= 1;
            ply = 0;
        }
        Turn::Back => {
            text.push_str(")(");
            ply -= 1;
        }
    });
    text.extend(std::iter::repeat_n(')', open));
    text
}

/// The first game of a file, if it can be read.
pub(crate) fn read_any(bytes: &[u8], name: &str) -> Option<Arc<Record>> {
    let loaded = format::read(&dapu::text::Source::new(bytes, name)).ok()?;
    loaded.game(0).ok()
}

//! The words of each protocol: a table, and GTP, which has another grammar.

use serde::Deserialize;

use super::{EngineQuestion, Limit, Settings};
use crate::game::xiangqi::notation::{Notation, Ranks};
use crate::game::{Game, Move, Position, Side, go};

/// A protocol between boards and engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Shogi.
    Usi,
    /// Xiangqi in the protocol of chess.
    Uci,
    /// Xiangqi.
    Ucci,
    /// Go.
    Gtp,
}

/// The words of a protocol.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) is_gtp: bool,
    pub(super) hello: &'static [&'static str],
    pub(super) welcome: &'static str,
    pub(super) new_game: &'static [&'static str],
    /// What is answered once all before it is done.
    pub(super) ready: &'static str,
    /// The command that ends an analysis.
    pub(super) stop: &'static str,
    /// The words before an option and before its value.
    pub(super) set: [&'static str; 2],
    position: &'static str,
    /// The words before the milliseconds of a search; without them, it is stopped from here.
    pub(super) time: Option<&'static str>,
    /// Whether mates are counted in plies rather than moves.
    pub(super) mates_in_plies: bool,
}

const USI: Words = Words {
    is_gtp: false,
    hello: &["usi"],
    welcome: "usiok",
    new_game: &["usinewgame"],
    ready: "isready",
    stop: "stop",
    set: ["setoption name ", "value "],
    position: "position sfen",
    time: Some("btime 0 wtime 0 byoyomi"),
    mates_in_plies: true,
};
const UCI: Words = Words {
    hello: &["uci"],
    welcome: "uciok",
    new_game: &["ucinewgame"],
    position: "position fen",
    time: Some("movetime"),
    mates_in_plies: false,
    ..USI
};
/// Options have neither `name` nor `value`: fairy-stockfish ignores them otherwise. No word of its own limits the time of
/// one search.
const UCCI: Words = Words {
    hello: &["ucci"],
    welcome: "ucciok",
    new_game: &["setoption newgame"],
    set: ["setoption ", ""],
    time: None,
    ..UCI
};
/// Any line ends an analysis, and this one is answered.
const GTP: Words = Words {
    is_gtp: true,
    hello: &["name", "version", "list_commands"],
    new_game: &[],
    ready: "name",
    stop: "name",
    set: ["", ""],
    ..UCCI
};

impl Protocol {
    /// Whether engines of this game use it.
    pub fn is_for(self, game: Game) -> bool {
        match game {
            Game::Xiangqi => matches!(self, Self::Uci | Self::Ucci),
            Game::Shogi => self == Self::Usi,
            Game::Go => self == Self::Gtp,
        }
    }

    pub(super) fn words(self) -> &'static Words {
        match self {
            Self::Usi => &USI,
            Self::Uci => &UCI,
            Self::Ucci => &UCCI,
            Self::Gtp => &GTP,
        }
    }
}

impl Words {
    /// The start and all moves, since repetitions depend on them.
    pub(super) fn position(&self, question: &EngineQuestion, settings: &Settings) -> String {
        let base = &question.base;
        let mut line = match base {
            base if base.is_usual() => "position startpos".to_owned(),
            // Counters that dapu does not keep; without them some engines read what comes next.
            Position::Xiangqi(board) => {
                format!("{} {} - - 0 1", self.position, board.fen())
            }
            base => format!("{} {}", self.position, base.text(1)),
        };
        for (index, mv) in question.moves.iter().enumerate() {
            line += if index == 0 { " moves " } else { " " };
            line += &move_text(*mv, base, settings);
        }
        line
    }

    pub(super) fn go(&self, limit: Limit) -> String {
        match (limit, self.time) {
            (Limit::Time(time), Some(words)) => format!("go {words} {time}"),
            (Limit::Time(_), None) => "go infinite".to_owned(),
            (Limit::Nodes(nodes), _) => format!("go nodes {nodes}"),
            (Limit::Depth(depth), _) => format!("go depth {depth}"),
            (Limit::Mate(time), _) => format!("go mate {time}"),
        }
    }
}

/// How the engine counts the ranks of xiangqi.
fn ranks(settings: &Settings) -> Notation {
    let is_one = settings.protocol == Protocol::Uci && settings.ranks == 1;
    Notation::Iccs(if is_one { Ranks::FromOne } else { Ranks::FromZero })
}

/// A move as the engine reads it.
fn move_text(mv: Move, position: &Position, settings: &Settings) -> String {
    match (mv, position) {
        (Move::Xiangqi(mv), Position::Xiangqi(board)) => {
            ranks(settings).write(board, mv).replace('-', "").to_ascii_lowercase()
        }
        (Move::Go(mv), Position::Go(board)) => {
            mv.point.map_or_else(|| "pass".to_owned(), |point| point.a1(board.size()))
        }
        (mv, _) => mv.code(),
    }
}

/// A legal move as the engine writes it.
pub(super) fn read_move(text: &str, position: &Position, settings: &Settings) -> Option<Move> {
    let Position::Xiangqi(board) = position else { return position.parse_move(text, None).ok() };
    let mv = Move::Xiangqi(ranks(settings).parse(board, text).ok()?);
    position.check(mv).is_ok().then_some(mv)
}

/// The names of rules that KataGo knows. What else a record says is not sent: it would be refused, and might hold commands.
const RULES: &str = "aga aga-button bga chinese chinese-kgs chinese-ogs japanese korean new-zealand stone-scoring \
    tromp-taylor";

/// `6.5`, `-5`, `黒6目半` or `5 1/2`.
fn komi_in(text: &str) -> Option<f64> {
    let start = text.find(|next: char| next.is_ascii_digit() || next == '-')?;
    let number = text[start..].trim_end_matches(|next: char| !next.is_ascii_digit());
    let (number, half) = match text.contains('半') || text.contains("1/2") {
        true => (number.trim_end_matches("1/2").trim(), 0.5),
        false => (number, 0.0),
    };
    let komi = number.parse::<f64>().ok()? + half;
    (komi.abs() < 1_000.0).then_some(komi)
}

fn play(mv: go::Move, base: &Position, settings: &Settings) -> String {
    format!("play {} {}", mv.side.pick('B', 'W'), move_text(Move::Go(mv), base, settings))
}

/// The commands of GTP that set up a position, after those that were sent for the one before. `sets_rules` is whether the
/// engine can be given rules.
pub(super) fn setup(
    question: &EngineQuestion,
    before: Option<&EngineQuestion>,
    settings: &Settings,
    sets_rules: bool,
) -> Vec<String> {
    let Some(board) = question.base.go() else { return Vec::new() };
    let base = &question.base;
    let moves = question.moves.iter().filter_map(|mv| mv.go());
    let known = before.filter(|before| {
        (&before.base, &before.komi_and_rules) == (&question.base, &question.komi_and_rules)
            && question.moves.starts_with(&before.moves)
    });
    if let Some(before) = known {
        return moves.skip(before.moves.len()).map(|mv| play(mv, base, settings)).collect();
    }
    let mut commands = match (board.size().columns(), board.size().rows()) {
        (columns, rows) if columns == rows => vec![format!("boardsize {columns}")],
        (columns, rows) => vec![format!("rectangular_boardsize {columns} {rows}")],
    };
    commands.push("clear_board".to_owned());
    let stones = board.size().points();
    let stones = stones.filter_map(|at| Some(go::Move::stone(board.stone(at)?, at)));
    let stones: Vec<go::Move> = stones.collect();
    let is_handicap = stones.len() > 1 && stones.iter().all(|mv| mv.side == Side::First);
    let [komi, rules] = &question.komi_and_rules;
    // Without komi and rules of its own, the engine would keep those of the game before.
    let komi = komi_in(komi).unwrap_or(if is_handicap { 0.5 } else { 7.5 });
    commands.push(format!("komi {komi}"));
    // SGF calls those of New Zealand NZ.
    let rules = rules.to_lowercase().replace(' ', "-").replace("nz", "new-zealand");
    let rules = RULES.split(' ').find(|known| *known == rules).unwrap_or("chinese");
    commands.extend(sets_rules.then(|| format!("kata-set-rules {rules}")));
    if is_handicap {
        let points = stones.iter().map(|mv| move_text(Move::Go(*mv), base, settings));
        let points: Vec<String> = points.collect();
        commands.push(format!("set_free_handicap {}", points.join(" ")));
    } else {
        // Whatever the order, each has the liberties that it has in the end.
        commands.extend(stones.iter().map(|mv| play(*mv, base, settings)));
    }
    commands.extend(moves.map(|mv| play(mv, base, settings)));
    commands
}

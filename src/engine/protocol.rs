//! How each protocol says what all of them have to say: a table, and GTP, which has another grammar.

use super::{Limit, Question, Settings};
use crate::game::xiangqi::notation::{Notation, Ranks};
use crate::game::{Game, Move, Position, Side, go};

/// A protocol between boards and engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Shogi.
    Usi,
    /// Xiangqi in the protocol of chess; shogi with some engines.
    Uci,
    /// Xiangqi.
    Ucci,
    /// Go.
    Gtp,
}

/// The words of a protocol of the UCI family.
pub(super) struct Dialect {
    pub(super) hello: &'static str,
    pub(super) welcome: &'static str,
    pub(super) new_game: &'static str,
    /// The words before and after the name of an option.
    pub(super) set: [&'static str; 2],
    pub(super) position: &'static str,
    /// The words before the milliseconds of a search; without them, it is stopped from here.
    pub(super) time: Option<&'static str>,
    /// Whether mates are counted in plies rather than moves.
    pub(super) mates_in_plies: bool,
}

const USI: Dialect = Dialect {
    hello: "usi",
    welcome: "usiok",
    new_game: "usinewgame",
    set: ["setoption name", "value"],
    position: "sfen",
    time: Some("btime 0 wtime 0 byoyomi"),
    mates_in_plies: true,
};
const UCI: Dialect = Dialect {
    hello: "uci",
    welcome: "uciok",
    new_game: "ucinewgame",
    position: "fen",
    time: Some("movetime"),
    mates_in_plies: false,
    ..USI
};
/// Options have neither `name` nor `value`: fairy-stockfish ignores them otherwise. No word of its own limits the time of
/// one search.
const UCCI: Dialect = Dialect {
    hello: "ucci",
    welcome: "ucciok",
    new_game: "setoption newgame",
    set: ["setoption", ""],
    time: None,
    ..UCI
};

impl Protocol {
    /// Every protocol with its name.
    pub const ALL: [(&str, Self); 4] =
        [("usi", Self::Usi), ("uci", Self::Uci), ("ucci", Self::Ucci), ("gtp", Self::Gtp)];

    /// Whether engines of this game can be spoken to in it.
    pub fn is_for(self, game: Game) -> bool {
        (self == Self::Gtp) == (game == Game::Go)
    }

    /// Its words; GTP has others.
    pub(super) fn dialect(self) -> Option<&'static Dialect> {
        match self {
            Self::Usi => Some(&USI),
            Self::Uci => Some(&UCI),
            Self::Ucci => Some(&UCCI),
            Self::Gtp => None,
        }
    }
}

impl Dialect {
    pub(super) fn set(&self, name: &str, value: &str) -> String {
        let [before, between] = self.set;
        let words = [before, name, between, value];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The start and all moves, since repetitions depend on them.
    pub(super) fn position(&self, question: &Question, settings: &Settings) -> String {
        let base = &question.base;
        let start = match (base.is_usual(), base) {
            (true, _) => "startpos".to_owned(),
            // Counters that dapu does not keep; without them some engines read what comes next.
            (false, Position::Xiangqi(board)) => {
                format!("{} {} - - 0 1", self.position, board.fen())
            }
            (false, _) => format!("{} {}", self.position, base.text(1)),
        };
        let mut line = format!("position {start}");
        for (index, mv) in question.moves.iter().enumerate() {
            line += if index == 0 { " moves " } else { " " };
            line += &move_text(*mv, &question.base, settings);
        }
        line
    }

    pub(super) fn go(&self, limit: Limit) -> String {
        match (limit, self.time) {
            (Limit::Time(time), Some(words)) => format!("go {words} {time}"),
            (Limit::Time(_), None) => "go infinite".to_owned(),
            (Limit::Nodes(nodes), _) => format!("go nodes {nodes}"),
            (Limit::Depth(depth), _) => format!("go depth {depth}"),
        }
    }
}

/// How the engine counts the ranks of xiangqi.
fn ranks(settings: &Settings) -> Notation {
    let is_one = settings.protocol == Protocol::Uci && settings.ranks == 1;
    Notation::Iccs(if is_one { Ranks::FromOne } else { Ranks::FromZero })
}

/// A move as the engine reads it.
pub(super) fn move_text(mv: Move, position: &Position, settings: &Settings) -> String {
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
    let mv = match position {
        Position::Xiangqi(board) => Move::Xiangqi(ranks(settings).parse(board, text).ok()?),
        Position::Shogi(_) => Move::Shogi(text.parse().ok()?),
        Position::Go(board) => {
            let point = go::Point::from_a1(text, board.size());
            let is_move = point.is_some() || text.eq_ignore_ascii_case("pass");
            is_move.then_some(Move::Go(go::Move { side: board.side_to_move(), point }))?
        }
    };
    position.check(mv).is_ok().then_some(mv)
}

/// The names of rules in KataGo's documentation. What else a record says is not sent: it would be refused, and might hold
/// commands.
const RULES: [&str; 11] = [
    "aga",
    "aga-button",
    "bga",
    "chinese",
    "chinese-kgs",
    "chinese-ogs",
    "japanese",
    "korean",
    "new-zealand",
    "stone-scoring",
    "tromp-taylor",
];

/// The commands of GTP that set up a position, after those that were sent for the one before.
pub(super) fn setup(
    question: &Question,
    before: Option<&Question>,
    settings: &Settings,
    known: &[String],
) -> Vec<String> {
    let Some(board) = question.base.go() else { return Vec::new() };
    let play = |mv: &Move| {
        let side = mv.side().map_or('B', |side| side.pick('B', 'W'));
        format!("play {side} {}", move_text(*mv, &question.base, settings))
    };
    if let Some(before) = before
        && before.base == question.base
        && (&before.komi, &before.rules) == (&question.komi, &question.rules)
        && let Some(rest) = question.moves.strip_prefix(&before.moves[..])
    {
        return rest.iter().map(play).collect();
    }
    let is_known = |name: &str| known.iter().any(|command| command == name);
    let (columns, rows) = (board.size().columns(), board.size().rows());
    let size = match columns == rows {
        true => format!("boardsize {columns}"),
        false => format!("rectangular_boardsize {columns} {rows}"),
    };
    let mut commands = vec![size, "clear_board".to_owned()];
    let komi = question.komi.parse::<f64>().ok().filter(|komi| komi.is_finite());
    commands.extend(komi.map(|komi| format!("komi {komi}")));
    let rules = question.rules.to_lowercase().replace(' ', "-");
    let has_rules = RULES.contains(&&*rules) && is_known("kata-set-rules");
    commands.extend(has_rules.then(|| format!("kata-set-rules {rules}")));
    let stones = Question::stones(board);
    let point = |mv: &go::Move| move_text(Move::Go(*mv), &question.base, settings);
    let is_handicap = stones.len() > 1 && stones.iter().all(|mv| mv.side == Side::First);
    if is_handicap {
        let points: Vec<String> = stones.iter().map(point).collect();
        commands.push(format!("set_free_handicap {}", points.join(" ")));
    } else {
        // Whatever the order, each has the liberties that it has in the end.
        commands.extend(stones.iter().map(|mv| play(&Move::Go(*mv))));
    }
    commands.extend(question.moves.iter().map(play));
    commands
}

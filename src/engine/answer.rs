//! The analysis of a position by an engine. Only here do the scores of the protocols become [`Eval`]s for the first side.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::protocol::{Protocol, read_move};
use super::{EngineQuestion, Settings};
use crate::game::{Move, Position};
use crate::record::Eval;

/// How many lines are kept, and how many moves of each.
const LINES: usize = 64;
const MOVES: usize = 64;
/// A score for a mate of unknown length.
pub(crate) const SOME_MATE: i32 = 30_000;
/// The greatest score that is an evaluation. gpsusi gives 1000000 or more for a mate, however long it is.
const MOST: i64 = 999_999;

/// The analysis of a position.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// How many plies were searched.
    pub depth: u32,
    /// How many positions, or visits.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The lines, the best first.
    pub lines: Vec<ScoredLine>,
    /// The value of the position, without moves, if it is known apart from that of the best line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<ScoredLine>,
}

/// A line of moves with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoredLine {
    /// The value for the first side.
    pub eval: Eval,
    /// The legal moves as they are kept, separated by commas.
    pub moves: String,
    /// A word in place of a move, such as `resign` or `rep_draw`, or that the only move repeats a position. The value is
    /// no judgement then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// The score that Go engines give, for the first side, in hundredths of a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// How often they have visited the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

impl ScoredLine {
    /// The moves that are legal in turn from a position.
    pub fn moves(&self, from: &Position) -> Vec<Move> {
        let mut position = from.clone();
        let codes = self.moves.split(',').map_while(Move::from_stored);
        let legal = codes.take_while(|mv| {
            let is_legal = position.check(*mv).is_ok();
            position.apply(*mv);
            is_legal
        });
        legal.collect()
    }

    /// The first move, if it is legal in the position.
    pub fn first(&self, at: &Position) -> Option<Move> {
        let first = self.moves.split(',').next().and_then(Move::from_stored);
        first.filter(|mv| at.check(*mv).is_ok())
    }

    /// The value, which is a mate if the engine says so without its length and the moves end with it.
    fn with_mate(&self, from: &Position) -> Eval {
        let Eval::Centipawns(points) = self.eval else { return self.eval };
        if points.abs() < SOME_MATE {
            return self.eval;
        }
        let moves = self.moves(from);
        let mut position = from.clone();
        for mv in &moves {
            position.apply(*mv);
        }
        let is_mate = position.is_check() && position.legal_moves().is_empty();
        let winner = position.side_to_move().pick(-1, 1);
        match i32::try_from(moves.len()) {
            Ok(plies) if is_mate && winner == points.signum() => Eval::Mate(winner * plies),
            _ => self.eval,
        }
    }

    /// An answer that is no move.
    pub(crate) fn of_word(word: &str) -> Self {
        let eval = Eval::Centipawns(0);
        Self { eval, moves: String::new(), word: word.to_owned(), score: None, visits: None }
    }

    /// The legal moves that a line of the engine begins with, and the word after them if that is no move. `None` if its first
    /// move is impossible.
    pub(super) fn read(
        words: &[&str],
        eval: Eval,
        of: &EngineQuestion,
        settings: &Settings,
    ) -> Option<Self> {
        let mut position = of.position.clone();
        let mut codes = Vec::new();
        let mut odd = "";
        for word in words.iter().take(MOVES) {
            let Some(mv) = read_move(word, &position, settings) else {
                odd = word;
                break;
            };
            codes.push(mv.stored());
            position.apply(mv);
        }
        let is_word = odd.starts_with("rep_") || matches!(odd, "resign" | "win" | "(none)");
        let is_possible = is_word || odd.is_empty() || !codes.is_empty();
        let word = if is_word && codes.len() < 2 { odd } else { "" };
        let word = word.chars().take(20).collect();
        let moves = codes.join(",");
        is_possible.then_some(Self { eval, moves, word, score: None, visits: None })
    }
}

impl Analysis {
    /// The value of the position for the first side, if it is a judgement.
    pub fn eval(&self) -> Option<Eval> {
        self.best().filter(|line| line.word.is_empty()).map(|line| line.eval)
    }

    /// The value of the position, or else the best line.
    pub fn best(&self) -> Option<&ScoredLine> {
        self.root.as_ref().or(self.lines.first())
    }

    /// Whether the position has a score in points of Go.
    pub fn has_points(&self) -> bool {
        self.best().is_some_and(|line| line.score.is_some())
    }

    /// Reads what follows `info`, or in GTP the whole line. Returns false if it names a move that is impossible in the position.
    pub(crate) fn hear(&mut self, text: &str, of: &EngineQuestion, settings: &Settings) -> bool {
        if settings.protocol != Protocol::Gtp {
            return self.hear_part(text, of, settings);
        }
        // One line has them all, with their ranks from 0.
        let mut parts: Vec<&str> = text.split("info ").skip(1).collect();
        parts.sort_by_key(|part| number_after("order ", part));
        let mut all = Self::default();
        let is_possible = parts.into_iter().all(|part| all.hear_part(part, of, settings));
        if !all.lines.is_empty() {
            *self = all;
        }
        is_possible
    }

    /// `depth 12 multipv 1 score cp 34 nodes 1200 time 5 pv 7g7f 3c3d`, or in GTP
    /// `move D4 visits 10 winrate 4523 order 0 pv D4 Q16`. Other words are skipped.
    fn hear_part(&mut self, text: &str, of: &EngineQuestion, settings: &Settings) -> bool {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (mut number, mut depth, mut visits) = (self.lines.len() + 1, self.depth, 0_u64);
        let (mut eval, mut score, mut is_bound, mut is_lost) = (None, None, false, false);
        let mut pv = &words[..0];
        if settings.protocol != Protocol::Gtp {
            number = 1;
        }
        for (word, rest) in words.iter().zip(1..).map(|(word, at)| (*word, &words[at..])) {
            let next = rest.first().copied().unwrap_or_default();
            match word {
                "depth" => read(next, &mut depth),
                "nodes" => read(next, &mut self.nodes),
                "time" => read(next, &mut self.time),
                // KataGo names symmetric moves with the visits of the one that it searched.
                "visits" if !text.contains("isSymmetryOf") => read(next, &mut visits),
                "multipv" => read(next, &mut number),
                // UCCI has only the number.
                "cp" | "score" => eval = centipawns(next).or(eval),
                "mate" => (eval, is_lost) = (mate(next, settings), next == "-0"),
                // In the lines of Lizzie the same.
                "scoreLead" | "scoreMean" => score = points(next).or(score),
                // KataGo, which also gives the utility, writes fractions.
                "winrate" => eval = win_rate(next, text.contains("utility ")),
                "lowerbound" | "upperbound" => is_bound = true,
                "move" => pv = rest.get(..1).unwrap_or_default(),
                "pv" => pv = rest,
                _ => {}
            }
            if matches!(word, "pv" | "string") {
                break;
            }
        }
        self.nodes = self.nodes.saturating_add(visits);
        let Some(eval) = eval.filter(|_| (1..=LINES).contains(&number)) else { return true };
        let side = of.position.side_to_move();
        let eval = side.pick(eval, turned(eval));
        let Some(mut line) = ScoredLine::read(pv, eval, of, settings) else { return false };
        line.eval = line.with_mate(&of.position);
        if is_lost && line.word.is_empty() {
            line.word = "mate -0".to_owned();
        }
        line.score = score.map(|score: i32| side.pick(score, -score));
        line.visits = (visits > 0).then_some(visits);
        match self.lines.get_mut(number - 1) {
            None => self.lines.push(line),
            // It says less than what is known.
            Some(_) if is_bound => return true,
            Some(before) if pv.is_empty() => (before.eval, before.word) = (line.eval, line.word),
            Some(before) => *before = line,
        }
        self.depth = depth;
        true
    }

    /// Keeps only the best lines, and marks what is odd about them.
    pub(super) fn finish(&mut self, of: &EngineQuestion, lines: usize) {
        self.lines.truncate(lines);
        for line in &mut self.lines {
            let only = Move::from_stored(&line.moves);
            if line.word.is_empty() && only.is_some_and(|mv| of.repeats(mv)) {
                line.word = "repetition".to_owned();
            }
        }
    }
}

/// Reads a word as a number, if it is one.
fn read<T: FromStr>(word: &str, number: &mut T) {
    if let Ok(read) = word.parse() {
        *number = read;
    }
}

fn number_after(word: &str, text: &str) -> usize {
    let rest = text.split(word).nth(1).and_then(|rest| rest.split(' ').next());
    rest.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The same value for the other side.
fn turned(eval: Eval) -> Eval {
    match eval {
        Eval::Centipawns(points) => Eval::Centipawns(-points),
        Eval::Mate(plies) => Eval::Mate(-plies),
        Eval::WinRate(rate) => Eval::WinRate(10_000 - rate),
    }
}

/// Hundredths of points.
fn points(word: &str) -> Option<i32> {
    let points = word.parse::<f64>().ok()?;
    (-1_000.0..=1_000.0).contains(&points).then_some((points * 100.0).round() as i32)
}

fn centipawns(word: &str) -> Option<Eval> {
    let points = word.parse::<i64>().ok()?;
    Some(Eval::Centipawns(match points.saturating_abs() {
        ..=MOST => points as i32,
        _ => SOME_MATE * points.signum() as i32,
    }))
}

/// `5`, `-5`, `+`, `-` or `-0`, for the side to move; that one is mated if it is `0`.
fn mate(word: &str, settings: &Settings) -> Option<Eval> {
    let is_lost = word.starts_with('-') || word == "0";
    let sign = if is_lost { -1 } else { 1 };
    let count = match word.trim_start_matches(['+', '-']) {
        "" if !word.is_empty() => 0,
        digits => i32::from(digits.parse::<u16>().ok()?),
    };
    Some(match (count, settings.protocol.words().mates_in_plies) {
        (0, _) => Eval::Centipawns(sign * SOME_MATE),
        (plies, true) => Eval::Mate(sign * plies),
        (moves, false) => Eval::Mate(sign * (2 * moves - i32::from(!is_lost))),
    })
}

/// From a fraction or from hundredths of a percent.
fn win_rate(word: &str, is_fraction: bool) -> Option<Eval> {
    let unit = if is_fraction || word.contains('.') { 10_000.0 } else { 1.0 };
    let rate = word.parse::<f64>().ok()? * unit;
    (0.0..=10_000.0).contains(&rate).then_some(Eval::WinRate(rate as i32))
}

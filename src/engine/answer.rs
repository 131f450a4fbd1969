//! What an engine says of a position. The scores of every protocol become [`Eval`]s of the first side here, and nowhere else.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::protocol::{Dialect, read_move};
use super::{Question, Settings};
use crate::game::{Move, Side};
use crate::record::Eval;

/// The lines that are kept at most, and the moves of one.
const LINES: usize = 64;
const MOVES: usize = 64;
/// A score that stands for a mate of unknown length.
pub(crate) const SOME_MATE: i32 = 30_000;
/// No engine means more.
const MOST: i64 = 1_000_000;

/// What an engine found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// How many plies were searched.
    pub depth: u32,
    /// How many positions, or visits.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The lines, the best first.
    pub lines: Vec<Line>,
}

/// A line of moves with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The value for the first side.
    pub eval: Eval,
    /// The legal moves, in dapu's own codes, separated by commas.
    pub moves: String,
    /// What stands in place of a move, such as `resign` or `rep_draw`, or that the only move repeats a position. The value is
    /// no judgement then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// Whether the value is only a bound.
    #[serde(skip)]
    is_bound: bool,
}

impl Line {
    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.split(',').map_while(Move::from_code)
    }
}

impl Analysis {
    /// The value of the position for the first side, if it is a judgement.
    pub fn eval(&self) -> Option<Eval> {
        self.lines.first().filter(|line| line.word.is_empty()).map(|line| line.eval)
    }

    /// Takes in a line of the engine. Returns false if it names a move that is impossible in the position.
    pub(super) fn hear(&mut self, text: &str, of: &Question, settings: &Settings) -> bool {
        match settings.protocol.dialect() {
            Some(dialect) => self.hear_info(text, of, settings, dialect),
            None => self.hear_visits(text, of, settings),
        }
    }

    /// `info depth 12 multipv 1 score cp 34 nodes 1200 time 5 pv 7g7f 3c3d`. Other words are skipped.
    fn hear_info(
        &mut self,
        text: &str,
        of: &Question,
        settings: &Settings,
        dialect: &Dialect,
    ) -> bool {
        let mut words = text.split_ascii_whitespace().skip(1).peekable();
        let (mut number, mut eval, mut is_bound) = (1, None, false);
        let mut sign = String::new();
        let mut depth = None;
        let side = of.position.side_to_move();
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = number_in(&mut words),
                "nodes" => self.nodes = number_in(&mut words).unwrap_or(self.nodes),
                "time" => self.time = number_in(&mut words).unwrap_or(self.time),
                "multipv" => number = number_in(&mut words).unwrap_or(1),
                "score" => match words.next() {
                    Some("cp") => eval = words.next().and_then(|word| centipawns(word, side)),
                    Some("mate") => {
                        let word = words.next().unwrap_or_default();
                        eval = mate(word, side, dialect);
                        sign = if word == "-0" { word.to_owned() } else { String::new() };
                    }
                    // UCCI has only these.
                    Some(word) => eval = centipawns(word, side),
                    None => {}
                },
                "lowerbound" | "upperbound" => is_bound = true,
                "string" => return true,
                "pv" => break,
                _ => {}
            }
        }
        let Some(eval) = eval.filter(|_| (1..=LINES).contains(&number)) else { return true };
        let mut line = line(words, eval, of, settings);
        if line.word.is_empty() && !sign.is_empty() {
            line.word = format!("mate {sign}");
        }
        line.is_bound = is_bound;
        let is_possible = !line.moves.is_empty() || !line.word.is_empty();
        if is_possible {
            self.depth = depth.unwrap_or(self.depth);
            self.put(number, line);
        }
        is_possible
    }

    /// Puts a line at its number. A bound replaces nothing but a bound.
    fn put(&mut self, number: usize, line: Line) {
        match self.lines.get_mut(number - 1) {
            Some(before) if before.is_bound || !line.is_bound => *before = line,
            Some(_) => {}
            None => self.lines.push(line),
        }
    }

    /// `info move D4 visits 10 winrate 4523 order 0 pv D4 Q16 info move …`: all lines at once.
    fn hear_visits(&mut self, text: &str, of: &Question, settings: &Settings) -> bool {
        let mut lines = Vec::new();
        let mut visits = 0_u64;
        for part in text.split("info move ").skip(1).take(LINES) {
            let mut words = part.split_ascii_whitespace();
            let first = words.next().unwrap_or_default();
            let (mut rate, mut order) = (None, lines.len());
            let mut line_moves = vec![first];
            while let Some(word) = words.next() {
                match word {
                    "visits" => {
                        visits = visits.saturating_add(number_in(&mut words).unwrap_or(0));
                    }
                    "winrate" => rate = words.next().and_then(win_rate),
                    "order" => order = number_in(&mut words).unwrap_or(order),
                    "pv" => {
                        line_moves = words.collect();
                        break;
                    }
                    _ => {}
                }
            }
            let Some(rate) = rate else { continue };
            let rate = of.position.side_to_move().pick(rate, 10_000 - rate);
            let line = line(line_moves.into_iter(), Eval::WinRate(rate), of, settings);
            if line.moves.is_empty() && line.word.is_empty() {
                return false;
            }
            lines.push((order, line));
        }
        if !lines.is_empty() {
            lines.sort_by_key(|(order, _)| *order);
            self.lines = lines.into_iter().map(|(_, line)| line).collect();
            self.nodes = visits;
        }
        true
    }

    /// Keeps the best lines only, with what is odd about them.
    pub(super) fn finish(&mut self, of: &Question, lines: usize) {
        self.lines.truncate(lines);
        for line in &mut self.lines {
            let mut moves = line.moves();
            let only = moves.next().filter(|_| moves.next().is_none());
            let repeats = only.is_some_and(|mv| of.repeats(mv));
            drop(moves);
            if repeats && line.word.is_empty() {
                line.word = "repetition".to_owned();
            }
        }
    }
}

fn number_in<'a, T: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

/// The legal moves that a line begins with, and the word after them if that is no move.
fn line<'a>(
    words: impl Iterator<Item = &'a str>,
    eval: Eval,
    of: &Question,
    settings: &Settings,
) -> Line {
    let mut position = of.position.clone();
    let mut codes = Vec::new();
    let mut odd = String::new();
    for word in words.take(MOVES) {
        let Some(mv) = read_move(word, &position, settings) else {
            let is_word = word.starts_with("rep_") || matches!(word, "resign" | "win" | "(none)");
            if is_word && codes.len() < 2 {
                odd = word.chars().take(20).collect();
            }
            break;
        };
        codes.push(mv.code());
        position.apply(mv);
    }
    Line { eval, moves: codes.join(","), word: odd, is_bound: false }
}

fn centipawns(word: &str, side: Side) -> Option<Eval> {
    let value = word.parse::<i64>().ok()?.clamp(-MOST, MOST) as i32;
    Some(Eval::Centipawns(side.pick(value, -value)))
}

/// `5`, `-5`, `+`, `-` or `-0`, for the side to move.
fn mate(word: &str, side: Side, dialect: &Dialect) -> Option<Eval> {
    let is_lost = word.starts_with('-');
    let sign = side.pick(1, -1) * if is_lost { -1 } else { 1 };
    let digits = word.trim_start_matches(['+', '-']);
    let count = match digits {
        "" if !word.is_empty() => 0,
        digits => digits.parse::<u16>().ok().map(i32::from)?,
    };
    Some(match (count, dialect.mates_in_plies) {
        // The side to move is mated, or the length is not said.
        (0, _) if word == "0" => Eval::Centipawns(-sign * SOME_MATE),
        (0, _) => Eval::Centipawns(sign * SOME_MATE),
        (plies, true) => Eval::Mate(sign * plies),
        (moves, false) => Eval::Mate(sign * (2 * moves - i32::from(!is_lost))),
    })
}

/// Hundredths of a percent, from a fraction or from hundredths of a percent.
fn win_rate(word: &str) -> Option<i32> {
    let rate: f64 = word.parse().ok()?;
    let is_whole = rate > 1.0;
    let rate = if is_whole { rate } else { rate * 10_000.0 };
    (0.0..=10_000.0).contains(&rate).then_some(rate as i32)
}

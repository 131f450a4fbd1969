//! The messages between Go programs, and their logs. In GTP (Go Text Protocol) `play B Q16` is a move, and the answer to
//! `genmove W` (`= D4`) is one; KataGo's analysis engine is asked for a position with all moves of its game, as JSON
//! (`"moves":[["B","Q16"]]`); the server IGS lists a game as `  0(B): Q16     1(W): D4`.

use std::ops::Range;

use super::{BASE, new_record, place_handicap, side_of, stones_on};
use crate::format::games::{Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game::Side;
use crate::game::go::{self, Move, Point, Size};
use crate::record::{At, Builder, Headers, Key, NodeId, Record};
use crate::text::json::{Json, Value};
use crate::text::scan::{self, Line};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "gtp",
    title: "GTP sessions, KataGo queries, moves of IGS",
    extensions: &["gtp"],
    unit: Unit::Line,
    encodings: "UTF-8 and others",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game, None)),
    ..BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = source.head(Family::Any);
    let has_moves = count(text, &["play", "genmove"]) == ENOUGH;
    let has_answers = scan::lines(text)
        .any(|line| line.text.trim().trim_end_matches(|next: char| next.is_ascii_digit()) == "=");
    let is_session =
        has_moves && (has_answers || count(text, &["boardsize", "clear_board", "genmove"]) > 0);
    let mut lines = scan::lines(text);
    if is_session || text.contains("\"boardXSize\"") && lines.any(|line| is_query(line.text)) {
        return Certainty::Certain;
    }
    let listed = scan::lines(text).flat_map(|line| listed(line.text));
    Certainty::Certain.only_if(text.contains("(W): ") && listed.take(ENOUGH).count() == ENOUGH)
}

/// How many moves make a session.
const ENOUGH: usize = 2;

/// How many lines have one of the commands, up to [`ENOUGH`].
fn count(text: &str, names: &[&str]) -> usize {
    let commands = scan::lines(text).filter_map(|line| command(line.text));
    commands.filter(|(name, _)| names.contains(name)).take(ENOUGH).count()
}

/// Whether a line is a query of KataGo's analysis engine.
fn is_query(line: &str) -> bool {
    line.trim_start().starts_with('{')
        && line.contains("\"moves\"")
        && line.contains("\"boardXSize\"")
}

/// The moves in a line of IGS, each with its number.
fn listed(line: &str) -> impl Iterator<Item = (u32, Side, &str)> {
    line.match_indices("): ").filter_map(|(at, mark)| {
        let (number, color) = line[..at].split_whitespace().last()?.split_once('(')?;
        let point = line[at + mark.len()..].split_whitespace().next()?;
        Some((number.parse().ok()?, side_of(color)?, point))
    })
}

/// The players in the line above the moves of IGS, the second first: `Game 1 I: a (0 600 -1) vs b (0 600 -1)`.
fn players(line: &str) -> Option<[&str; 2]> {
    let (_, names) = line.split_once("Game ")?.1.split_once(": ")?;
    let (second, first) = names.split_once(" vs ")?;
    Some([first.split_whitespace().next()?, second.split_whitespace().next()?])
}

/// The name of a command, which a number may precede, and the text after it without a comment.
fn command(line: &str) -> Option<(&str, &str)> {
    let line = line.split('#').next()?;
    let line = line.trim_start_matches(|next: char| next.is_ascii_digit()).trim();
    let (name, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase());
    is_name.then_some((name, rest.trim()))
}

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    let (mut start, mut has_moves, mut asked) = (0, false, String::new());
    for line in scan::lines(text) {
        let query = is_query(line.text).then(|| moves_asked(line.text));
        let first = listed(line.text).next();
        let is_new = match (command(line.text), &query) {
            (Some(("boardsize" | "clear_board" | "loadsgf", _)), _) => true,
            // The next query of a game has more moves.
            (_, Some(moves)) => !moves.starts_with(&asked),
            _ => first.is_some_and(|(number, ..)| number == 0) || players(line.text).is_some(),
        };
        if is_new && has_moves {
            games.ranges.push(start..line.offset);
            (start, has_moves) = (line.offset, false);
        }
        let is_command = matches!(command(line.text), Some(("play" | "genmove", _)));
        has_moves |= is_command || query.is_some() || first.is_some();
        asked = query.unwrap_or(asked);
    }
    if has_moves {
        games.ranges.push(start..text.len());
    }
    games.or_error("there are no moves of Go")
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let mut log = GtpLog::default();
    scan::lines_in(text, range).for_each(|line| log.take(line));
    Ok(log.record())
}

/// The moves in a query, without the end of their list.
fn moves_asked(line: &str) -> String {
    let json = Json::parse(line);
    let moves = json.root().and_then(|query| query.get("moves"));
    moves.map_or("", Value::written).trim_end_matches(']').to_owned()
}

/// The end of the names of commands that print an analysis and then their move.
const ANALYSIS: &str = "genmove_analyze";

/// The commands of which something is known; other words in small letters may be what an engine prints.
const COMMANDS: &str = "boardsize komi clear_board undo play genmove place_free_handicap set_free_handicap \
    fixed_handicap loadsgf gogui-play_sequence gogui-setup gg-undo \
    set_position kgs-genmove_cleanup name version protocol_version list_commands known_command quit showboard time_left \
    time_settings final_score";

/// A session as far as it has been read. A move that is taken back is none.
#[derive(Default)]
struct GtpLog<'t> {
    size: Option<Size>,
    headers: Headers,
    /// The stones of each side on the board at the start: those of the first are a handicap if the other has none.
    stones: [Vec<Point>; 2],
    moves: Vec<(Move, At)>,
    /// The number of the next move in a list of IGS.
    due: u32,
    /// The fault, and its place.
    odd: Vec<(String, At)>,
    /// The command that is performed unless the answer to it is a refusal.
    waiting: Option<Line<'t>>,
    resigned: Option<Side>,
}

impl<'t> GtpLog<'t> {
    fn take(&mut self, line: Line<'t>) {
        let text = line.text.trim();
        if is_query(text) {
            *self = Self::default();
            Json::parse(line.text).root().into_iter().for_each(|query| self.ask(query, line));
        }
        let players = players(text).into_iter().flat_map(|names| Side::BOTH.into_iter().zip(names));
        players.for_each(|(side, name)| self.headers.set(Key::Player(side), name));
        for (number, side, point) in listed(line.text) {
            if number != self.due {
                let problem = format!("move {number} stands where move {} is due", self.due);
                self.odd.push((problem, line.at_part(point)));
            }
            self.due = number.saturating_add(1);
            match point.strip_prefix("Handicap") {
                Some(_) => {
                    let count = text.split_whitespace().last().and_then(|count| count.parse().ok());
                    self.stones[0] = go::handicap(count.unwrap_or(0), self.size());
                }
                None => self.play(Some(side), point, line.at_part(point)),
            }
        }
        if text.starts_with(['=', '?']) {
            return self.answer(line);
        }
        let Some((name, rest)) = command(text) else {
            return;
        };
        let is_asked = self.waiting.is_some_and(|asked| asked.text.contains(ANALYSIS));
        if is_asked && name == "play" && !rest.contains([' ', '\t']) {
            // The move that ends an analysis.
            self.settle(Some((rest, line.at_part(rest))));
        } else if name.ends_with(ANALYSIS) || COMMANDS.split(' ').any(|known| known == name) {
            self.settle(None);
            self.waiting = Some(line);
        }
    }

    /// Takes the answer to the command that waits; one with another number is not.
    fn answer(&mut self, line: Line<'_>) {
        let text = line.text.trim();
        let Some(asked) = self.waiting.map(|asked| asked.text.trim()) else {
            return;
        };
        let words = text[1..].trim_start_matches(|next: char| next.is_ascii_digit());
        let number = &text[1..text.len() - words.len()];
        let (name, rest) = command(asked).unwrap_or_default();
        let is_other =
            |own: &str| own.starts_with(|first: char| first.is_ascii_digit()) && own != number;
        if !number.is_empty() && asked.split_whitespace().next().is_some_and(is_other) {
            return;
        }
        let words = words.trim();
        if text.starts_with('?') {
            self.waiting = None;
            if name == "play" {
                self.odd.push((format!("{rest:?} was refused: {words}"), line.at()));
            }
        } else if !(name.ends_with(ANALYSIS) && words.is_empty()) {
            self.settle(Some((words, line.at_part(words))));
        }
    }

    /// Performs the command that waits, with its answer if there is one.
    fn settle(&mut self, answer: Option<(&str, At)>) {
        let Some(line) = self.waiting.take() else {
            return;
        };
        let (name, rest) = command(line.text.trim()).unwrap_or_default();
        let (first, second) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        match (name, answer) {
            ("boardsize", _) => {
                self.size = first.parse().ok().and_then(|side| Size::new(side, side));
            }
            ("komi", _) => self.headers.set(Key::Komi, first),
            ("clear_board", _) => (self.moves, self.stones) = Default::default(),
            ("undo", _) => {
                self.moves.pop();
            }
            ("play", _) => {
                let word = if side_of(first).is_some() { second.trim() } else { rest };
                self.play(side_of(first), word, line.at_part(word));
            }
            ("place_free_handicap", Some((words, _))) => self.place(words),
            ("set_free_handicap", _) => self.place(rest),
            ("fixed_handicap", _) => {
                self.stones[0] = go::handicap(first.parse().unwrap_or(0), self.size());
            }
            ("genmove" | "kgs-genmove_cleanup", Some((words, at))) => {
                self.play(side_of(first), words, at);
            }
            (_, Some((words, at))) if name.ends_with(ANALYSIS) => {
                self.play(side_of(first), words, at);
            }
            ("loadsgf" | "gogui-play_sequence" | "gogui-setup" | "gg-undo" | "set_position", _) => {
                self.odd.push((format!("what {name:?} puts on the board is not read"), line.at()));
            }
            _ => {}
        }
    }

    /// Takes a query, which has all of a game.
    fn ask(&mut self, query: Value<'_>, line: Line<'_>) {
        let [columns, rows] = ["boardXSize", "boardYSize"].map(|key| query.get(key)?.as_plain());
        let size = columns.zip(rows);
        self.size = size.and_then(|(columns, rows)| Size::new(columns, rows));
        for (key, name) in [(Key::Komi, "komi"), (Key::Rules, "rules")] {
            let value = query.get(name).filter(|value| !value.is_object());
            value.into_iter().for_each(|value| self.headers.set(key, &value.text()));
        }
        let size = self.size();
        for pair in query.get("initialStones").into_iter().flat_map(Value::items) {
            let mut items = pair.items().map(Value::text);
            let side = items.next().and_then(|color| side_of(&color)).unwrap_or(Side::Second);
            let point = items.next().and_then(|point| Point::from_a1(&point, size));
            self.stones[side.index()].extend(point);
        }
        for pair in query.get("moves").into_iter().flat_map(Value::items) {
            let at = line.at_part(pair.written());
            let mut items = pair.items().map(Value::text);
            match (items.next().and_then(|color| side_of(&color)), items.next()) {
                (Some(side), Some(point)) => self.play(Some(side), &point, at),
                _ => self.play(None, pair.written(), at),
            }
        }
    }

    fn size(&self) -> Size {
        self.size.unwrap_or(Size::USUAL)
    }

    fn place(&mut self, words: &str) {
        let size = self.size();
        let points = words.split_whitespace().filter_map(|word| Point::from_a1(word, size));
        self.stones[0] = points.collect();
    }

    fn play(&mut self, side: Option<Side>, word: &str, at: At) {
        let point = Point::from_a1(word, self.size());
        match (side, &*word.to_ascii_lowercase(), point) {
            (Some(side), "resign", _) => self.resigned = Some(side),
            (Some(side), "pass", _) => self.moves.push((Move::pass(side), at)),
            (Some(side), _, Some(point)) => self.moves.push((Move::stone(side, point), at)),
            _ => self.odd.push((format!("{word:?} is not a move"), at)),
        }
    }

    fn record(mut self) -> Record {
        self.settle(None);
        if let Some(side) = self.resigned {
            self.headers.set(Key::Result, side.pick("W+R", "B+R"));
        }
        let mut record = new_record(self.size(), 0, self.headers);
        let count = u8::try_from(self.stones[0].len()).unwrap_or(u8::MAX);
        let [own, others] = self.stones;
        match [stones_on(Side::First, own), stones_on(Side::Second, others)] {
            [Some(handicap), None] => place_handicap(&mut record, handicap, count),
            setups => {
                for setup in setups.into_iter().flatten() {
                    record.tree.note(NodeId::ROOT, setup);
                }
                let first = self.moves.first().map_or(Side::First, |(mv, _)| mv.side);
                record.start.set_side_to_move(first);
            }
        }
        let mut builder = Builder::on(record);
        for (mv, at) in self.moves {
            super::play(&mut builder, Some(mv), at, String::new);
        }
        for (problem, at) in self.odd {
            builder.report(at, problem);
        }
        builder.finish()
    }
}

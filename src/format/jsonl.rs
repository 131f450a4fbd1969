//! A line of JSON for each game: its main line with the keys of its positions, for databases.

use serde_json::{Map, Value, json};

use super::json::{VERSION, seconds, times};
use super::pass::{GameWriter, Pass};
use super::{BASE, Format, Holds, Series, WriteError, Writer};
use crate::game::{Game, Keys, Move, Position, Side};
use crate::record::{Date, Eval, Key, Left, NodeId, Note, Record, Remaining};
use crate::text::json::escape;

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    title: "JSON of dapu, a line for each game",
    extensions: &["jsonl"],
    games: &Game::ALL,
    encodings: "UTF-8",
    holds: Holds::MOVES.and_clocks().and_games(),
    write: Some(Writer::Bytes(write)),
    series: Series { is_lines: true, ..Series::PLAIN },
    ..BASE
};

fn write(pass: &mut Pass<'_>, out: &mut Vec<u8>) -> Result<(), WriteError> {
    let record = pass.record;
    let mut start = record.start.clone();
    record.advance(&mut start, NodeId::ROOT);
    let mut line = head(record);
    line.insert("start".to_owned(), start.text(record.first_number).into());
    record.headers.known().for_each(|(key, _)| pass.wrote_key(key));
    pass.has_number |= record.game() == Game::Shogi;
    let mut plies = Plies::default();
    pass.write_mainline(&mut plies);
    let end = plies.end.take().unwrap_or(start);
    plies.add(&end, None);
    line.insert("end".to_owned(), plies.ending.into());
    line.insert("plies".to_owned(), plies.all.into());
    out.extend(escape(Value::from(line).to_string()).into_bytes());
    out.push(b'\n');
    Ok(())
}

/// The known facts of the game. Databases expect each key, whether it has a value or not.
fn head(record: &Record) -> Map<String, Value> {
    let (game, header) = (record.game(), |key| record.headers.get(key));
    let date = header(Key::Date).or_else(|| header(Key::Started)).and_then(Date::read);
    let [komi, handicap] =
        [Key::Komi, Key::Handicap].map(|key| header(key)?.trim().parse::<f64>().ok());
    let known = record.headers.known().map(|(key, value)| (key.name(game), value));
    let size = record.start.go().map(|board| board.size().to_string());
    let head = [
        ("dapu", VERSION.into()),
        ("game", game.name().into()),
        ("first", header(Key::Player(Side::First)).into()),
        ("second", header(Key::Player(Side::Second)).into()),
        ("date", date.map(|date| date.to_string()).into()),
        ("year", date.map(Date::year).into()),
        ("result", record.result().map(|result| result.name()).into()),
        ("event", header(Key::Event).into()),
        ("komi", komi.into()),
        ("handicap", handicap.into()),
        ("size", size.into()),
        ("headers", known.collect()),
    ];
    head.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The positions of the main line, up to the first move that is illegal or cannot be read.
#[derive(Default)]
struct Plies {
    keys: Keys,
    all: Vec<Value>,
    /// The position after the last move.
    end: Option<Position>,
    is_over: bool,
    ending: Option<&'static str>,
}

impl Plies {
    fn add(&mut self, position: &Position, mv: Option<Move>) {
        let (key, _, turned) = self.keys.turned(position, mv);
        let mut ply = json!({"key": format!("{key:016x}")});
        if let (Some(mv), Some(turned)) = (mv, turned) {
            ply["move"] = mv.code().into();
            ply["turned"] = turned.code().into();
        }
        self.all.push(ply);
    }

    /// Says something of the position after the last move.
    fn say(&mut self, key: &str, value: Value) -> bool {
        let ply = self.all.last_mut().and_then(Value::as_object_mut);
        // The first of several.
        ply.is_some_and(|ply| ply.insert(key.to_owned(), value).is_none())
    }
}

impl GameWriter for Plies {
    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        let tree = &pass.record.tree;
        let mv = tree.mv(node).filter(|_| node != NodeId::ROOT);
        self.is_over |= tree.illegal(node).is_some() || tree.unread(node).is_some();
        if self.is_over {
            return false;
        }
        if mv.is_some() {
            self.add(pass.before(), mv);
        }
        self.end = Some(pass.position().clone());
        mv.is_some()
    }

    fn note(&mut self, _: &mut Pass<'_>, note: &Note) -> bool {
        match note {
            // Those of the start are in it.
            Note::Setup(_) | Note::Turn(_) | Note::Number(_) => self.all.is_empty(),
            Note::End(ending) if !self.is_over => {
                self.ending = Some(ending.kind.name());
                ending.word.is_none() && ending.clock.is_none()
            }
            Note::Result(outcome) => outcome.is_final() && !self.is_over,
            Note::Clock(clock) if !self.is_over => {
                times(*clock).fold(true, |all, (key, time)| self.say(key, time) && all)
            }
            Note::Remaining(Remaining { left: Left::Time(left), .. }) if !self.is_over => {
                self.say("left", seconds((*left).into()))
            }
            Note::Eval(eval) if !self.is_over => match eval {
                Eval::Centipawns(points) => self.say("cp", (*points).into()),
                Eval::Mate(plies) => self.say("mate", (*plies).into()),
                Eval::WinRate(rate) => self.say("win_rate", (f64::from(*rate) / 100.0).into()),
            },
            _ => false,
        }
    }
}

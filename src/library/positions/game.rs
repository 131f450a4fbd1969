//! The games of the index: what is counted of each.

use std::path::PathBuf;

use super::Reached;
use super::played::{Played, each_position};
use crate::format::{Loaded, ReadError};
use crate::game::{Game as Kind, Side};
use crate::record::{Date, Headers, Key, Outcome, Record};
use crate::text::{fnv, folded};

/// What was played in a position of a game. Millions of them are in memory, with no bytes between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(Rust, packed)]
pub(super) struct IndexRow {
    /// The key of the position, whichever way its board is turned.
    pub(super) key: u64,
    /// The number of the game.
    pub(super) game: u32,
    pub(super) ply: u16,
    /// The number of the move on the turned board, 0 at the end.
    pub(super) number: u16,
    /// The index of the symmetry by which the board is turned.
    pub(super) turn: u8,
}

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KeptGame {
    /// Its file, and its index in it.
    pub(super) path: PathBuf,
    pub(super) number: u32,
    /// A hash shared by duplicates; 0 if no player is known.
    pub(super) same: u64,
    /// Empty if they are not known.
    pub(super) players: [String; 2],
    pub(super) title: String,
    pub(super) event: String,
    /// [`Date::packed`].
    pub(super) date: u32,
    pub(super) result: Option<Outcome>,
    /// In points.
    pub(super) komi: Option<f64>,
    /// The number of handicap stones.
    pub(super) handicap: u8,
    pub(super) kind: Kind,
    /// The number of positions.
    pub(super) positions: u32,
    /// Whether another game with the same players, date and moves is counted.
    pub(super) is_twin: bool,
}

/// The results that are known.
const RESULTS: [Outcome; 3] = [Outcome::FirstWins, Outcome::Draw, Outcome::SecondWins];

impl KeptGame {
    /// The place of the result in counts: a win of the first side, a draw, a win of the second.
    pub(super) fn result_index(&self) -> Option<usize> {
        RESULTS.iter().position(|result| Some(*result) == self.result)
    }

    /// The game with what is kept of it, at a ply.
    pub(super) fn reached(&self, ply: u32) -> Reached {
        let mut headers = Headers::default();
        for (key, name) in Side::BOTH.map(Key::Player).into_iter().zip(&self.players) {
            headers.set(key, name);
        }
        headers.set(Key::Title, &self.title);
        headers.set(Key::Event, &self.event);
        let date = Date::unpacked(self.date).map(|date| date.to_string());
        headers.set(Key::Date, &date.unwrap_or_default());
        headers.set(Key::Result, self.result.map_or("", Outcome::name));
        let (kind, path, moves) = (self.kind, self.path.clone(), self.positions.saturating_sub(1));
        Reached { kind, path, game: self.number as usize, ply, moves, headers }
    }
}

/// A game as it was read, without its path and number, with its rows.
pub(super) struct Gathered {
    pub(super) game: KeptGame,
    pub(super) rows: Vec<IndexRow>,
}

/// What was read of a game.
pub(super) enum Gathering {
    Game(Box<Gathered>),
    /// It is not counted: nothing was played.
    NoMoves,
    /// It is not counted: its board is larger than 45 × 45.
    TooLarge,
}

/// A game with its index in what was read.
pub(super) type Numbered = (usize, Result<Gathering, ReadError>);

/// The games of what was read of a file, or the one that is wanted alone.
pub(super) fn readings(loaded: &Loaded, only: Option<usize>) -> impl Iterator<Item = Numbered> {
    let entries = loaded.games().iter().enumerate();
    let meant = entries.filter(move |(number, _)| only.is_none_or(|only| only == *number));
    meant.map(|(number, entry)| (number, entry.read().map(|record| Gathering::of(&record))))
}

fn row(played: &Played) -> Option<IndexRow> {
    let number = played.turned.map_or(Some(0), |mv| mv.number())?;
    let turn = played.turn.index();
    Some(IndexRow { key: played.key, game: 0, ply: played.ply as u16, number, turn })
}

impl Gathering {
    /// Reads what is counted of a game.
    pub(super) fn of(record: &Record) -> Self {
        let kind = record.game();
        let (mut rows, mut moves) = (Vec::new(), Vec::new());
        each_position(record, |played| {
            rows.push(row(&played));
            moves.extend(played.mv.and_then(|mv| mv.number()).unwrap_or(0).to_le_bytes());
        });
        if rows.is_empty() {
            return Self::NoMoves;
        }
        let Some(rows) = rows.into_iter().collect::<Option<Vec<IndexRow>>>() else {
            return Self::TooLarge;
        };
        let text = |key| record.headers.get(key).unwrap_or("").trim();
        let players = Side::BOTH.map(|side| text(Key::Player(side)).to_owned());
        let date = Date::read(text(Key::Date)).or_else(|| Date::read(text(Key::Started)));
        let date = date.map_or(0, Date::packed);
        let mut same = 0;
        if players.iter().any(|name| !name.is_empty()) {
            let names = players.each_ref().map(|name| folded(name));
            let mut all = format!("{kind}\n{}\n{}\n{date}\n", names[0], names[1]).into_bytes();
            all.extend(record.start.key().to_le_bytes());
            all.extend(moves);
            same = fnv(&all).max(1);
        }
        let game = KeptGame {
            path: PathBuf::new(),
            number: 0,
            same,
            players,
            title: text(Key::Title).to_owned(),
            event: text(Key::Event).to_owned(),
            date,
            result: record.result(),
            komi: text(Key::Komi).parse().ok(),
            handicap: text(Key::Handicap).parse().unwrap_or(0),
            kind,
            positions: rows.len() as u32,
            is_twin: false,
        };
        Self::Game(Box::new(Gathered { game, rows }))
    }
}

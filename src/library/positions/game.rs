//! The games of the index: what is counted of each.

use std::path::PathBuf;

use super::Reached;
use super::corners::{CornerPlace, CornerRows, Stones, is_tree, places};
use super::played::{IndexRow, Played, each_position};
use crate::format::{Loaded, ReadError};
use crate::game::{Game as Kind, Side};
use crate::record::{Date, Headers, Key, Outcome, Place, Record};
use crate::text::{fnv, folded};

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KeptGame {
    /// Its file, and its index in it.
    pub(super) path: PathBuf,
    pub(super) number: u32,
    /// A hash shared by duplicates; 0 for a game without players.
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

    /// The game with what is kept of it, at a place.
    pub(super) fn reached(&self, place: Place, is_swapped: bool) -> Reached {
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
        Reached { kind, path, game: self.number as usize, place, moves, headers, is_swapped }
    }
}

/// A game as it was read, without its path and number, with its rows.
pub(super) struct Gathered {
    pub(super) game: KeptGame,
    pub(super) rows: Vec<IndexRow>,
    /// The corners of a tree, which has no rows for them.
    pub(super) places: Vec<CornerPlace>,
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

/// The games of what was read of a file, or the one that is wanted alone, with corners that have a number of `stones`.
pub(super) fn readings(
    loaded: &Loaded,
    only: Option<usize>,
    stones: Stones,
) -> impl Iterator<Item = Numbered> {
    let entries = loaded.games().iter().enumerate();
    let meant = entries.filter(move |(number, _)| only.is_none_or(|only| only == *number));
    meant.map(move |(number, entry)| {
        let record = entry.read();
        (number, record.map(|record| Gathering::of(&record, &stones)))
    })
}

fn row(played: &Played) -> Option<IndexRow> {
    let number = played.turned.map_or(Some(0), |mv| mv.number())?;
    Some(IndexRow::new(played.key, played.ply, played.turn.index(), number))
}

impl Gathering {
    /// Reads what is counted of a game.
    fn of(record: &Record, stones: &Stones) -> Self {
        let kind = record.game();
        let (mut rows, mut moves, mut corners) = (Vec::new(), Vec::new(), CornerRows::default());
        each_position(record, |position, played| {
            rows.push(row(&played));
            corners.add(position, (played.ply, played.mv), stones);
            moves.extend(played.mv.and_then(|mv| mv.number()).unwrap_or(0).to_le_bytes());
        });
        if rows.is_empty() {
            return Self::NoMoves;
        }
        let Some(mut rows) = rows.into_iter().collect::<Option<Vec<IndexRow>>>() else {
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
        let (positions, mut of_tree) = (rows.len() as u32, Vec::new());
        if is_tree(record, same != 0) {
            (of_tree, same) = places(record, stones);
        } else {
            rows.extend(corners.rows);
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
            positions,
            is_twin: false,
        };
        Self::Game(Box::new(Gathered { game, rows, places: of_tree }))
    }
}

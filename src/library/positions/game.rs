//! The games of the index: what is counted of each.

use std::collections::HashMap;

use super::played::{Played, each_position};
use super::rows::IndexRow;
use crate::format::{Loaded, ReadError};
use crate::game::{Game as Kind, Side, Symmetry};
use crate::record::{Date, Key, Outcome, Record};
use crate::text::{fnv, folded};

/// Whether a game is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Counted,
    /// A duplicate: another game with the same players, date and moves is counted.
    Twin,
    /// Its file has changed or gone, and some of its rows may still be there.
    Dead,
    /// The number belongs to no game.
    Free,
}

/// A game as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeptGame {
    /// The number of the file, and the index of the game in it.
    pub(super) file: u32,
    pub(super) number: u32,
    /// A hash shared by duplicates; 0 if no player is known.
    pub(super) same: u64,
    /// The numbers of the players' names and of the event's; 0 if it is not known.
    pub(super) players: [u32; 2],
    pub(super) event: u32,
    /// [`Date::packed`].
    pub(super) date: u32,
    pub(super) result: Option<Outcome>,
    /// In hundredths; [`NO_KOMI`] if it is not known.
    pub(super) komi: i16,
    /// The number of handicap stones.
    pub(super) handicap: u8,
    pub(super) kind: Kind,
    pub(super) state: Status,
}

const NO_KOMI: i16 = i16::MIN;
/// The results that are known.
const RESULTS: [Outcome; 3] = [Outcome::FirstWins, Outcome::Draw, Outcome::SecondWins];

impl KeptGame {
    /// The number of bytes of a game.
    pub(super) const LENGTH: usize = 36;
    /// A number without a game.
    pub(super) const FREE: Self = Self {
        file: 0,
        number: 0,
        same: 0,
        players: [0; 2],
        event: 0,
        date: 0,
        result: None,
        komi: NO_KOMI,
        handicap: 0,
        kind: Kind::Xiangqi,
        state: Status::Free,
    };

    /// Whether a file contains it.
    pub(super) fn is_alive(&self) -> bool {
        matches!(self.state, Status::Counted | Status::Twin)
    }

    /// The place of the result in counts: a win of the first side, a draw, a win of the second.
    pub(super) fn result_index(&self) -> Option<usize> {
        RESULTS.iter().position(|result| Some(*result) == self.result)
    }

    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        let result = self.result_index().map_or(0, |index| index as u32 + 1);
        let when = self.date | result << 23 | (self.state as u32) << 25;
        for number in [self.file, self.number] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.same.to_le_bytes());
        for number in [self.players[0], self.players[1], self.event, when] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.komi.to_le_bytes());
        out.extend([self.handicap, self.kind as u8]);
    }

    pub(super) fn unpack(bytes: &[u8; Self::LENGTH]) -> Option<Self> {
        let number = |at: usize| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|byte| u32::from(bytes[at + byte]));
            a | b << 8 | c << 16 | d << 24
        };
        let when = number(28);
        let result = (when >> 23 & 3).checked_sub(1).map(|index| RESULTS[index as usize]);
        let states = [Status::Counted, Status::Twin, Status::Dead, Status::Free];
        Some(Self {
            file: number(0),
            number: number(4),
            same: u64::from(number(8)) | u64::from(number(12)) << 32,
            players: [number(16), number(20)],
            event: number(24),
            date: when & ((1 << 23) - 1),
            result,
            komi: number(32) as u16 as i16,
            handicap: bytes[34],
            kind: *Kind::ALL.get(usize::from(bytes[35]))?,
            state: states[(when >> 25 & 3) as usize],
        })
    }
}

/// A game as it was read, with its rows, whose code is the number of the move on the turned board, 0 at the end, times the
/// number of symmetries, plus the turn.
pub(super) struct Gathered {
    /// Without the numbers of the file and the names.
    pub(super) game: KeptGame,
    pub(super) players: [String; 2],
    pub(super) event: String,
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

/// The number of symmetries, by which the number of a move is multiplied in a code.
pub(super) fn symmetries(kind: Kind) -> u16 {
    Symmetry::of(kind).count() as u16
}

fn row(kind: Kind, played: &Played) -> Option<IndexRow> {
    let number = played.turned.map_or(Some(0), |mv| mv.number())?;
    let code = number * symmetries(kind) + u16::from(played.turn.index());
    Some(IndexRow { key: played.key, game: 0, ply: played.ply as u16, code })
}

impl Gathering {
    /// Reads what is counted of a game.
    pub(super) fn of(record: &Record) -> Self {
        let kind = record.game();
        let (mut rows, mut moves) = (Vec::new(), Vec::new());
        each_position(record, |played| {
            rows.push(row(kind, &played));
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
        let komi = text(Key::Komi).parse().ok().map(komi_in_hundredths);
        let handicap = text(Key::Handicap).parse().unwrap_or(0);
        let result = record.result();
        let game = KeptGame {
            same,
            date,
            result,
            handicap,
            kind,
            state: Status::Counted,
            ..KeptGame::FREE
        };
        let game = KeptGame { komi: komi.unwrap_or(NO_KOMI), ..game };
        let event = text(Key::Event).to_owned();
        Self::Game(Box::new(Gathered { game, players, event, rows }))
    }
}

/// Komi as it is kept.
pub(super) fn komi_in_hundredths(points: f64) -> i16 {
    (points * 100.0).round() as i16
}

/// The names of players and events, each once, however it is written.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    /// Numbers by the folded name.
    numbers: HashMap<String, u32>,
    /// As they were first met, from number 1.
    pub(super) texts: Vec<String>,
}

impl NameTable {
    /// The number of a name, which is added if it is new; 0 for none.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let next = self.texts.len() as u32 + 1;
        let number = *self.numbers.entry(folded(text)).or_insert(next);
        if number == next {
            self.texts.push(text.to_owned());
        }
        number
    }

    /// The name with a number.
    pub(super) fn text(&self, number: u32) -> &str {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.texts.get(index)).map_or("", String::as_str)
    }
}

impl Gathered {
    /// The game in a file, with the numbers of its names.
    pub(super) fn in_file(&self, file: u32, number: usize, names: &mut NameTable) -> KeptGame {
        let players = self.players.each_ref().map(|name| names.number(name));
        let event = names.number(&self.event);
        KeptGame { file, number: number as u32, players, event, ..self.game }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back() {
        let states = [Status::Counted, Status::Twin, Status::Dead, Status::Free];
        for (kind, state) in
            Kind::ALL.into_iter().flat_map(|kind| states.map(|state| (kind, state)))
        {
            for result in RESULTS.map(Some).into_iter().chain([None]) {
                let game = KeptGame {
                    file: 7,
                    number: 1 << 20,
                    same: u64::MAX - 5,
                    players: [3, u32::MAX],
                    event: 9,
                    date: Date::read("9999-12-31").unwrap().packed(),
                    result,
                    komi: -550,
                    handicap: 9,
                    kind,
                    state,
                };
                let mut bytes = Vec::new();
                game.pack(&mut bytes);
                assert_eq!(KeptGame::unpack(&bytes.try_into().unwrap()), Some(game));
            }
        }
    }
}

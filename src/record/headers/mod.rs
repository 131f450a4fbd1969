//! The headers of a game.

mod date;
mod result;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::game::{Game, Side};
use crate::text::step;
pub use date::{Date, DateError};
pub(crate) use result::winner_in_go;

/// The headers that dapu understands, under whatever name a format has them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, Serialize, Deserialize,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Key {
    /// The title of the record.
    Title,
    /// The tournament or event.
    Event,
    /// The round.
    Round,
    /// The date of the game, as written.
    Date,
    /// The venue.
    Place,
    /// The player of a side.
    Player(Side),
    /// The team of a side's player.
    Team(Side),
    /// The rank, rating or title of a side's player.
    Rank(Side),
    /// The time that a side used.
    Time(Side),
    /// The rule for thinking time.
    TimeControl,
    /// The author of the comments.
    Annotator,
    /// The author of the file.
    Author,
    /// Where the record was copied from.
    Source,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*` in xiangqi; otherwise as written.
    Result,
    /// The opening.
    Opening,
    /// The handicap, as written.
    Handicap,
    /// Go: points given to White.
    Komi,
    /// Go: the rule set.
    Rules,
    /// Go: the size of the board.
    Size,
    /// The kind of record: `game`, `opening`, `middlegame`, `endgame`, or as written.
    Kind,
    /// When the game began.
    Started,
    /// When the game ended.
    Ended,
    /// Other information about the game.
    Remark,
}

impl Key {
    /// The lower-case name used in JSON, with sides named as in the game: `red_team`, `gote_rank`, `white`.
    pub fn name(self, game: Game) -> Cow<'static, str> {
        match self {
            Self::Player(side) => side_name(game, side).into(),
            Self::Team(side) | Self::Rank(side) | Self::Time(side) => {
                format!("{}_{}", side_name(game, side), <&str>::from(self)).into()
            }
            _ => Cow::Borrowed(self.into()),
        }
    }
}

fn side_name(game: Game, side: Side) -> &'static str {
    match (game, side) {
        (Game::Xiangqi, Side::First) => "red",
        (Game::Shogi, Side::First) => "sente",
        (Game::Shogi, Side::Second) => "gote",
        (Game::Xiangqi, Side::Second) | (Game::Go, Side::First) => "black",
        (Game::Go, Side::Second) => "white",
    }
}

/// A header as written in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    name: Box<str>,
    value: Box<str>,
    meaning: Meaning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// It has the meaning of this key.
    Known(Key),
    /// It is empty, or the rest of the record covers it, like the size of a board.
    Redundant,
    /// Only its own format knows it.
    Unknown,
}

impl Header {
    /// The name as written in the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value as written in the file.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The known header that was set from this one.
    pub fn key(&self) -> Option<Key> {
        match self.meaning {
            Meaning::Known(key) => Some(key),
            Meaning::Redundant | Meaning::Unknown => None,
        }
    }

    /// Whether the record has no other trace of this header, so that leaving it out loses information.
    pub fn is_unknown(&self) -> bool {
        self.meaning == Meaning::Unknown
    }
}

/// The headers of a record: those that dapu understands, and all of them as written in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    known: BTreeMap<Key, Box<str>>,
    /// In the order of the file.
    entries: Vec<Header>,
    /// Those that the user entered.
    own: Vec<Key>,
}

impl Headers {
    /// The value of a known header; never empty.
    pub fn get(&self, key: Key) -> Option<&str> {
        self.known.get(&key).map(|value| &**value)
    }

    /// Sets a known header. An empty value removes it.
    pub fn set(&mut self, key: Key, value: &str) {
        if value.is_empty() {
            self.known.remove(&key);
        } else {
            self.known.insert(key, value.into());
        }
    }

    /// Sets a known header that the user entered and no file has.
    pub(crate) fn set_own(&mut self, key: Key, value: &str) {
        self.set(key, value);
        self.own.push(key);
    }

    /// Whether the user entered a header.
    pub(crate) fn is_own(&self, key: Key) -> bool {
        self.own.contains(&key)
    }

    /// Sets a known header that has no value yet.
    pub fn set_missing(&mut self, key: Key, value: &str) {
        if self.get(key).is_none() {
            self.set(key, value);
        }
    }

    /// Adds a header of the file and sets its meaning. If the key already has a value, that value is kept, and this
    /// header is only stored as written.
    pub fn push(&mut self, key: Key, name: &str, raw: &str, value: &str) {
        fn says_nothing(key: Key, value: &str) -> bool {
            value.is_empty() || (key == Key::Result && value == "*")
        }
        match self.get(key).filter(|known| !says_nothing(key, known)) {
            Some(known) if known != value && !says_nothing(key, value) => {
                self.push_unknown(name, raw);
            }
            Some(known) if known != value => self.push_raw(name, raw),
            Some(_) => self.add(name, raw, Meaning::Known(key)),
            None => {
                self.add(name, raw, Meaning::Known(key));
                self.set(key, value);
            }
        }
    }

    /// Adds a header of the file that is empty or that the rest of the record covers.
    pub fn push_raw(&mut self, name: &str, value: &str) {
        self.add(name, value, Meaning::Redundant);
    }

    /// Adds a header of the file that sets no known header.
    pub fn push_unknown(&mut self, name: &str, value: &str) {
        self.add(name, value, Meaning::Unknown);
    }

    fn add(&mut self, name: &str, value: &str, meaning: Meaning) {
        self.entries.push(Header { name: name.into(), value: value.into(), meaning });
    }

    /// All headers of the file in order. [`Note::Header`](crate::record::Note::Header) is an index into this list.
    pub fn entries(&self) -> &[Header] {
        &self.entries
    }

    /// The value, as written, of the file's first header with this name.
    pub fn raw(&self, name: &str) -> Option<&str> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| {
            step();
            &*entry.name == name
        });
        entry.map(Header::value)
    }

    /// The known headers worth showing: not an unknown result, the kind of an ordinary game, or an author who is also
    /// the annotator.
    pub fn informative(&self) -> impl Iterator<Item = (Key, &str)> {
        let annotator = self.get(Key::Annotator);
        self.known().filter(move |(key, value)| match key {
            Key::Result => !matches!(*value, "*" | "?"),
            Key::Kind => *value != "game",
            Key::Author => Some(*value) != annotator,
            _ => true,
        })
    }

    /// The known headers, in the order of [`Key`].
    pub fn known(&self) -> impl Iterator<Item = (Key, &str)> {
        self.known.iter().map(|(key, value)| (*key, &**value))
    }
}

//! Layer 3: engines, spoken to over USI, UCI, UCCI or GTP (feature `engine`).
//!
//! An engine is a guest: a child process of the user's choosing, whose output is as hostile as a file's. [`Machine`] knows
//! what to say in each state and what an answer means; it has neither a process nor a clock. [`Guest`] owns the process.

mod answer;
mod machine;
mod process;
mod protocol;
mod question;
mod trouble;

pub(crate) use answer::SOME_MATE;
pub use answer::{Analysis, ScoredLine};
pub use machine::{Activity, Machine};
#[cfg(target_os = "linux")]
pub use process::{GUEST, become_guest};
pub use process::{Guest, MISSING, NO_START, end_all, guarded, halt, leave};
pub(crate) use process::{Heard, Inbox};
pub use protocol::Protocol;
pub use question::{EngineQuestion, Refusal};
pub use trouble::{Contempt, Failure, Trouble};

use derive_more::Display;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::game::Game;

/// An engine as the user has configured it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The name by which the user calls it.
    #[serde(skip)]
    pub name: String,
    /// The program and its arguments. No shell takes part.
    pub cmd: Vec<String>,
    /// The game that it plays.
    pub game: Game,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// What is set before the first position, in order. Over GTP, commands with their arguments.
    #[serde(default, deserialize_with = "options")]
    pub options: Vec<(String, String)>,
    /// The number of the first rank of xiangqi under UCI: 0 or 1.
    #[serde(default)]
    pub ranks: u8,
    /// How many seconds it may say nothing.
    #[serde(default = "patience")]
    pub patience: u64,
    /// How many seconds it thinks about a position on the screen.
    #[serde(default = "think")]
    pub think: u64,
}

impl Settings {
    /// The engine that is asked about a game unless another is named.
    pub fn first_of(all: &[Self], game: Game) -> Option<&Self> {
        all.iter().find(|engine| engine.game == game)
    }
}

/// Options may be strings, numbers, true or false.
fn options<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    let options = serde_json::Map::deserialize(from)?.into_iter().map(|(name, value)| {
        let text = value.as_str().map_or(value.to_string(), str::to_owned);
        let is_plain = !value.is_array() && !value.is_object();
        let is_line = is_plain && !format!("{name}{text}").contains(char::is_control);
        let expected = "expected a string on one line, a number, true or false";
        is_line.then_some((name, text)).ok_or_else(|| D::Error::custom(expected))
    });
    options.collect()
}

/// Some engines compile for their hardware at first, but most are ready at once.
fn patience() -> u64 {
    60
}

/// Then the processor is silent.
fn think() -> u64 {
    10
}

/// How long a position is analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Display, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// In milliseconds.
    #[display("{_0} ms")]
    Time(u64),
    /// Positions searched; visits in Go.
    #[display("{_0} nodes")]
    Nodes(u64),
    /// Plies.
    #[display("depth {_0}")]
    Depth(u64),
    /// In milliseconds, over USI: a mate by the side to move is looked for, and nothing else.
    #[display("mate in {_0} ms")]
    Mate(u64),
}

impl Limit {
    /// The share of the limit that a first, quick pass gets, unless that would hardly be quicker. A visit of a Go engine
    /// takes as long as many positions of others.
    pub fn shallow(self, protocol: Protocol) -> Option<Self> {
        let few = if protocol == Protocol::Gtp { 100 } else { 1_000 };
        match self {
            Self::Time(time) => (time >= 500).then_some(Self::Time(time / 10)),
            Self::Nodes(nodes) => (nodes >= few).then_some(Self::Nodes(nodes / 10)),
            Self::Depth(depth) => (depth >= 4).then_some(Self::Depth(depth / 2)),
            Self::Mate(_) => None,
        }
    }

    /// The unit of the limit.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Time(_) => "time",
            Self::Nodes(_) => "nodes",
            Self::Depth(_) => "depth",
            Self::Mate(_) => "mate",
        }
    }

    /// Whether this is at least as much as another limit, of the same kind.
    pub fn covers(self, other: Self) -> bool {
        self.kind() == other.kind() && self >= other
    }
}

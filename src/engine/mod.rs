//! Layer 3: engines, spoken to over USI, UCI, UCCI or GTP (feature `engine`).
//!
//! An engine is a guest: a child process of the user's choosing, whose output is as hostile as a file's. [`Machine`] knows
//! what to say in each state and what an answer means; it has neither a process nor a clock. [`Guest`] owns the process.

mod answer;
mod machine;
mod process;
mod protocol;
mod question;

pub use answer::{Analysis, Line};
pub use machine::{Machine, State};
pub use process::{Guest, Trouble};
pub use protocol::Protocol;
pub use question::{Question, Refusal};

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::Game;

/// An engine as the user has configured it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name by which the user calls it.
    pub name: String,
    /// The program and its arguments. No shell takes part.
    pub cmd: Vec<String>,
    /// The game that it plays.
    pub game: Game,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// What is set before the first position, in order. Over GTP, commands with their arguments.
    pub options: Vec<(String, String)>,
    /// The number of the first rank of xiangqi under UCI: 0 or 1.
    pub ranks: u8,
    /// How long it may say nothing.
    pub patience: Duration,
}

/// How long a position is analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// In milliseconds.
    Time(u64),
    /// Positions searched; visits in Go.
    Nodes(u64),
    /// Plies.
    Depth(u32),
}

impl Limit {
    /// The share of the limit that a first, quick pass gets.
    #[must_use]
    pub fn shallow(self) -> Self {
        match self {
            Self::Time(time) => Self::Time((time / 10).max(1)),
            Self::Nodes(nodes) => Self::Nodes((nodes / 10).max(1)),
            Self::Depth(depth) => Self::Depth((depth / 2).max(1)),
        }
    }

    /// Whether this is at least as much as another limit, of the same kind.
    pub fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Time(one), Self::Time(other)) | (Self::Nodes(one), Self::Nodes(other)) => {
                one >= other
            }
            (Self::Depth(one), Self::Depth(other)) => one >= other,
            (Self::Time(_) | Self::Nodes(_) | Self::Depth(_), _) => false,
        }
    }
}

/// `200ms`, `2s`, or a plain number of milliseconds.
impl FromStr for Limit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (digits, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => (digits, 1.0),
            (None, Some(digits)) => (digits, 1000.0),
            (None, None) => (text, 1.0),
        };
        let time: Option<f64> = digits.parse().ok().map(|time: f64| time * unit);
        let time = time.filter(|time| (1.0..=86_400_000.0).contains(time));
        time.map(|time| Self::Time(time as u64)).ok_or("not a time such as 200ms or 2s")
    }
}

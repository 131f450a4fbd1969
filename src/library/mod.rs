//! Layer 5: reads, searches, counts and checks many games at once, from large files and directories, on all cores and
//! in order.

mod batches;
pub(crate) mod engines;
mod inputs;
pub(crate) mod interrupts;
mod live;
pub(crate) mod live_engine;
pub(crate) mod losses;
pub(crate) mod parallel;
mod pattern;
mod person;
pub(crate) mod positions;
mod query;
pub(crate) mod referee;
pub(crate) mod stream;
mod summary;

pub(crate) use live::{GameChange, LiveFile};
pub(crate) use pattern::Pattern;
pub(crate) use person::person;
pub(crate) use query::{FoundGame, Match, Query, Targets, after_moves, headers_with, note_with};
pub(crate) use summary::{Counts, GameSummary, Summary, title};

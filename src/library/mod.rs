//! Layer 5: reads, searches, counts and checks many games at once, from large files and directories, on all cores and
//! in order.

mod date;
mod inputs;
pub(crate) mod parallel;
mod query;
pub(crate) mod stream;
mod summary;
mod tasks;

pub(crate) use date::Date;
pub(crate) use query::{FoundGame, Match, Query};
pub(crate) use summary::{Counts, GameSummary, Summary, title};

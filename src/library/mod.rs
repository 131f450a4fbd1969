//! Layer 5: many games as one: files, large ones among them, and directories are read in a stream, on all cores and in
//! order, and searched, counted and checked.

pub(crate) mod check;
mod date;
mod inputs;
pub(crate) mod parallel;
mod query;
pub(crate) mod stream;
mod summary;
mod tasks;

pub(crate) use date::Date;
pub(crate) use query::{Found, FoundGame, Query};
pub(crate) use summary::{Counts, GameSummary, Summary, title};

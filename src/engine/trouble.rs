//! Why an engine cannot be used any longer.

use derive_more::Display;

/// Why an engine cannot be used any longer. Displayed as one line that names it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {why}")]
pub struct Trouble {
    /// The name of the engine.
    pub name: String,
    /// The reason.
    pub why: Failure,
}

/// Why an engine cannot be used any longer, without its name. May quote what it wrote, without control characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// There is no such program, or it cannot be run, for this reason.
    #[error("cannot start {0}: {1}")]
    NoStart(String, String),
    /// It was no longer wanted.
    #[error("stopped")]
    Stopped,
    /// It did not answer in time.
    #[error("does not answer")]
    Silent,
    /// It did not end a search in time.
    #[error("does not stop")]
    Unstoppable,
    /// It wrote more than a search can need.
    #[error("wrote too much output")]
    Flood,
    /// It searched, but found nothing.
    #[error("gives no score")]
    NoScore,
    /// Its moves are not those of the position.
    #[error("answers about another position")]
    OtherPosition,
    /// A Go engine cannot analyse.
    #[error("has no analysis command: neither kata-analyze nor lz-analyze")]
    NoAnalysis,
    /// A Go engine was given a depth.
    #[error("a Go engine has no depth: use --time or --nodes")]
    NoDepth,
    /// It refused a command of GTP, such as the size of a board, for this reason.
    #[error("refuses a command: {0}")]
    Refuses(String),
    /// Its process has ended: the status, and the last line on standard error if there is one.
    #[error("has ended: {0}")]
    Ended(String),
    /// It writes no more.
    #[error("has closed its output")]
    Closed,
    /// It writes no more: the last line on standard error.
    #[error("has closed its output: {0}")]
    Complained(String),
}

/// An option, with this value, makes an engine's values depend on the side to move.
#[derive(Debug, Clone, PartialEq, Eq, Display)]
#[display(
    "Contempt is {_0}, which favours the side to move in every value: add Contempt = 0 to its options"
)]
pub struct Contempt(pub String);

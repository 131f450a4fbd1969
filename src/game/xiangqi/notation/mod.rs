//! Move notation, both ways.

mod chinese;
mod iccs;

pub use super::piece::Script;
pub use chinese::{chinese, read_chinese};
pub use iccs::read_iccs;

/// Why a text is no move in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The characters are no move in this notation.
    #[error("not a move")]
    Unreadable,
    /// No piece of the side to move fits the description.
    #[error("no piece can make this move")]
    NoSuchMove,
    /// Several pieces fit.
    #[error("{0} pieces can make this move")]
    Ambiguous(usize),
}

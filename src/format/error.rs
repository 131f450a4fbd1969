//! Errors of reading and writing files.

use crate::record::At;
use crate::text::source::SharedText;

/// Why no game of a file can be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", Self::text(*.at, .message))]
pub struct ReadError {
    /// The location.
    pub at: At,
    /// The message: lower case, no full stop.
    pub message: String,
}

impl ReadError {
    /// An error at a location.
    pub fn new(at: At, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }

    /// An error about the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::new(At::File, message)
    }

    /// There is no game with this index, from 0: the file has fewer.
    pub(crate) fn no_game(index: usize, count: usize) -> Self {
        let number = index + 1;
        Self::whole(format!("there is no game {number}: the file has {count}"))
    }

    /// Why the game with this number, from 1, cannot be read.
    pub(super) fn of_game(self, number: impl std::fmt::Display) -> Self {
        let message = format!("game {number} cannot be read: {}", self.message);
        Self { message, ..self }
    }

    /// Replaces the error's offset in the text by its line and column.
    pub(super) fn located(mut self, text: &SharedText) -> Self {
        text.resolve(std::iter::once(&mut self.at));
        self
    }

    fn text(at: At, message: &str) -> String {
        match at {
            At::File => message.to_owned(),
            at => format!("{at}: {message}"),
        }
    }
}

/// Why a record cannot be written in a format at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

//! Errors of reading and writing files.

use super::deflate::Fault;
use crate::record::At;
use crate::text::source::SharedText;

/// The kind of reason why no game of a file can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The file is empty.
    Empty,
    /// No format fits, and nothing else does.
    Unknown,
    /// It is something else that dapu recognises.
    NotARecord,
    /// It is an archive of this kind, named with an article.
    Archive(&'static str),
    /// It has no game.
    NoGame,
    /// It does not have the game with this number, from 1, but fewer.
    NoSuchGame(usize, usize),
    /// Something in it is not as it should be.
    Damaged,
    /// It is more than dapu unpacks.
    TooLarge,
    /// It is known, but not read.
    Unsupported,
    /// It is encrypted in an archive.
    Encrypted,
    /// A bug in dapu.
    Bug,
}

/// Why no game of a file can be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .at.with(.message))]
pub struct ReadError {
    /// The location.
    pub at: At,
    /// The kind of reason.
    pub reason: Reason,
    /// The message: lower case, no full stop.
    pub message: String,
}

impl ReadError {
    /// Something at a location is not as it should be.
    pub fn new(at: At, message: impl Into<String>) -> Self {
        Self { at, reason: Reason::Damaged, message: message.into() }
    }

    /// The file has no game.
    pub fn none(message: impl Into<String>) -> Self {
        Self::new(At::File, message).because(Reason::NoGame)
    }

    /// The same error for another reason.
    #[must_use]
    pub fn because(self, reason: Reason) -> Self {
        Self { reason, ..self }
    }

    /// There is no game with this index, from 0: the file has fewer.
    pub(crate) fn no_game(index: usize, count: usize) -> Self {
        let number = index + 1;
        Self::none(format!("there is no game {number}: the file has {count}"))
            .because(Reason::NoSuchGame(number, count))
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
}

impl From<Fault> for ReadError {
    fn from(fault: Fault) -> Self {
        let reason = match fault {
            Fault::Damaged => Reason::Damaged,
            Fault::TooLarge => Reason::TooLarge,
        };
        Self::none(fault.to_string()).because(reason)
    }
}

/// Why a record cannot be written in a format at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

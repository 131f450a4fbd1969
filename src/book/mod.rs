//! Layer 3: opening books. Queries return the moves for a position, with scores.
//!
//! Books of xiangqi (OBK, YFK, pfBook, XQB) are SQLite files. Books of shogi are
//! those of YaneuraOu. Books are never written to, and no files are created beside them.

mod books;
mod database;
mod index;
mod key;
mod lookup;
mod opened;
mod packed;
mod row;
mod schema;
mod stats;
mod yaneuraou;

pub use books::{BookAnswer, BookMove, BookProblem, Books, Notice};
pub(crate) use database::Database;
pub use index::IndexState;
pub use key::{packed, zobrist};
pub use opened::Book;
pub use packed::pack;
pub use row::WinCounts;
pub use schema::BookFormat;
pub use stats::Stats;

use std::io::{self, ErrorKind};

use rusqlite::ErrorCode;

use crate::game::{Game, Position};

/// Identifies positions of the games that have books.
pub fn key(position: &Position) -> Option<u64> {
    (position.game() != Game::Go).then(|| position.key())
}

/// Why a book cannot be opened or queried. Messages may quote names from the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The operating system's error, or SQLite's for a reason other than what is in the file.
    #[error("{0}")]
    Io(String),
    /// There is no such file.
    #[error("no such file")]
    Missing,
    /// The file may not be read.
    #[error("permission denied")]
    Denied,
    /// A folder, a pipe or a device.
    #[error("not a file")]
    NotAFile,
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// The file is scrambled except for the bytes that encryption extensions of SQLite leave unchanged.
    #[error("probably an encrypted SQLite file, which only the program that made it can open")]
    Encrypted,
    /// A book of another kind with the same extension.
    #[error("a book in the {0} format, which dapu does not read")]
    OtherKind(&'static str),
    /// An archive.
    #[error("{0} archive: unpack it first")]
    Archive(&'static str),
    /// Any other file that is not SQLite.
    #[error("not an opening book: not an SQLite file, or encrypted, compressed or damaged")]
    NotSqlite,
    /// An SQLite file without a table of moves.
    #[error("a database, but not an opening book: {0}")]
    Foreign(String),
    /// An XQB book of a different game with the same board.
    #[error("a book for {0}, not for xiangqi")]
    OtherGame(String),
    /// A pfBook whose moves are encrypted.
    #[error("the moves in this book are encrypted: only the program that made it can read them")]
    EncryptedMoves,
    /// The end of the file is missing, for example after an interrupted download.
    #[error("damaged: the file is cut short, at {is} of {expected} bytes")]
    CutShort {
        /// The length of the file in bytes.
        is: u64,
        /// The length according to the header.
        expected: u64,
    },
    /// Another program was interrupted while writing the book.
    #[error("a change to the book was never finished: open it once with the program that wrote it")]
    Unfinished,
    /// Another program has locked it.
    #[error("another program is writing to it")]
    Busy,
    /// A query that should be instant took too long.
    #[error("gave up: the book is damaged, or made so that reading it never ends")]
    Endless,
    /// Statistics of a book without tables.
    #[error("only books of xiangqi are counted")]
    Uncounted,
    /// SQLite's error.
    #[error("damaged or encrypted: {0}")]
    Damaged(String),
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing,
            ErrorKind::PermissionDenied => Self::Denied,
            _ => Self::Io(error.to_string()),
        }
    }
}

impl From<rusqlite::Error> for BookError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::Endless,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::Unfinished,
            Some(
                ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::ConstraintViolation
                | ErrorCode::TooBig,
            ) => Self::Damaged(words(&error)),
            Some(_) => Self::Io(words(&error)),
            // A value of another type.
            None => Self::Damaged(words(&error)),
        }
    }
}

/// SQLite's message without the SQL statement.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(words)) => words.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

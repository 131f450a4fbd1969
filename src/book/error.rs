//! Why a book cannot be used.

use std::io::{self, ErrorKind};

use rusqlite::ErrorCode;

/// Why a book cannot be opened or asked. The texts may quote names that are in the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The operating system refuses to read it; in its own words.
    #[error("{0}")]
    Io(String),
    /// A folder, a pipe or a device.
    #[error("not a file")]
    NotAFile,
    /// Not one byte.
    #[error("the file is empty")]
    Empty,
    /// The header is scrambled but for the bytes that ciphers of SQLite leave as they are.
    #[error("probably an encrypted SQLite file, which only the program that made it can open")]
    Encrypted,
    /// A book of another kind, which happens to share the extension.
    #[error("not a 兵河 book: it is in the {0} format, which dapu does not read")]
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
    /// An XQB book for a game with the same board.
    #[error("a book for {0}, not for xiangqi")]
    OtherGame(String),
    /// A pfBook whose moves are encrypted.
    #[error("the moves in this book are encrypted: only the program that made it can read them")]
    EncryptedMoves,
    /// The end of the file is missing, as after a download that broke off.
    #[error("damaged: the file is cut short, at {is} of {expected} bytes")]
    CutShort {
        /// The length of the file in bytes.
        is: u64,
        /// The length that its header speaks of.
        expected: u64,
    },
    /// A program broke off while it wrote the book.
    #[error("a change to the book was never finished: open it once with the program that wrote it")]
    Unfinished,
    /// Another program holds it.
    #[error("another program is writing to it")]
    Busy,
    /// A question that ought to be answered at once went on for too long.
    #[error("gave up: the book is damaged, or made so that reading it never ends")]
    Endless,
    /// SQLite cannot read it; in its own words.
    #[error("damaged or encrypted: {0}")]
    Damaged(String),
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Io(match error.kind() {
            ErrorKind::NotFound => "no such file".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        })
    }
}

impl From<rusqlite::Error> for BookError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::Endless,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::Unfinished,
            _ => Self::Damaged(words(&error)),
        }
    }
}

/// SQLite's message without the statement that it belongs to.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(words)) => words.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

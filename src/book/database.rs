//! A book as an SQLite file: told from other files, opened so that nothing beside it changes, and read with limits.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, Row};

use super::BookError;

/// After so many instructions of its virtual machine SQLite looks whether it may go on.
const SLICE: i32 = 100_000;
/// How many slices one question may take: some seconds. A question by index takes part of one.
const SLICES: u32 = 2_000;
/// The longest value that is read, in bytes. A longer one makes its row unreadable.
const LONGEST: i32 = 16 << 20;
/// Every row of a move table takes more bytes than this, so that their number is bounded by the file's length.
const SMALLEST_ROW: u64 = 8;
/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_millis(250);

/// An open SQLite file.
#[derive(Debug)]
pub(super) struct Database {
    connection: Connection,
    slices: Arc<AtomicU32>,
    /// In bytes.
    pub(super) length: u64,
}

impl Database {
    /// Opens a file that is an SQLite database, for reading only.
    pub(super) fn open(path: &Path) -> Result<Self, BookError> {
        let length = check_file(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let state = State::of(path);
        let connection = Connection::open_with_flags(uri(path, state)?, flags)?;
        let mut database = Self {
            connection,
            slices: Arc::new(AtomicU32::new(SLICES)),
            length,
        };
        database.restrict()?;
        if state == State::LeftLog {
            // Without shared memory SQLite reads a log only if it believes to be alone.
            let exclusive = "PRAGMA locking_mode = EXCLUSIVE";
            database.connection.query_row(exclusive, [], |_| Ok(()))?;
        }
        Ok(database)
    }

    /// Keeps what the file contains from doing anything but being read.
    fn restrict(&mut self) -> rusqlite::Result<()> {
        let connection = &mut self.connection;
        connection.busy_timeout(PATIENCE)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
        let slices = Arc::clone(&self.slices);
        let spent = move || {
            let take = |left: u32| left.checked_sub(1);
            slices
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
                .is_err()
        };
        connection.progress_handler(SLICE, Some(spent))
    }

    /// Asks one question and gives each row of the answer to `each` until it says `false`.
    pub(super) fn query(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
        mut each: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), BookError> {
        self.slices.store(SLICES, Ordering::Relaxed);
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()? {
            if !each(row)? {
                break;
            }
        }
        Ok(())
    }

    /// Reads a whole table, however long it takes, until `each` says `false`. A table that claims to have more rows than
    /// the file has room for is a trap.
    pub(super) fn scan(
        &self,
        sql: &str,
        mut each: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), BookError> {
        let mut left = self.length / SMALLEST_ROW;
        self.query(sql, [], |row| {
            self.slices.store(SLICES, Ordering::Relaxed);
            left = left.saturating_sub(1);
            Ok(left > 0 && each(row)?)
        })?;
        if left == 0 {
            Err(BookError::Endless)
        } else {
            Ok(())
        }
    }

    /// The first row of the answer to a question, if there is one.
    pub(super) fn first<T>(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, BookError> {
        let mut first = None;
        self.query(sql, parameters, |row| {
            first = Some(read(row)?);
            Ok(false)
        })?;
        Ok(first)
    }

    /// The numbers of a table's first and last row; `None` if it is empty.
    pub(super) fn row_range(&self, table: &str) -> Result<Option<(i64, i64)>, BookError> {
        // Asked one by one SQLite finds either end without reading the table.
        let end = |direction| {
            let sql =
                format!("SELECT rowid FROM {table} NOT INDEXED ORDER BY rowid {direction} LIMIT 1");
            self.first(&sql, [], |row| row.get(0))
        };
        Ok(end("ASC")?.zip(end("DESC")?))
    }
}

/// What other programs left beside the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing: the file is whole, and as good as on a read-only medium.
    Whole,
    /// A journal, or a log with its shared memory: SQLite must look whether another program is at work.
    Shared,
    /// A log (`-wal`) without shared memory, which SQLite would have to make beside it.
    LeftLog,
}

impl State {
    fn of(path: &Path) -> Self {
        // SQLite looks beside the file itself, not beside a link to it.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let beside = |suffix: &str| {
            let mut name = path.clone().into_os_string();
            name.push(suffix);
            fs::metadata(name).is_ok_and(|neighbour| neighbour.len() > 0)
        };
        match (beside("-wal"), beside("-shm"), beside("-journal")) {
            (true, false, _) => Self::LeftLog,
            (true, true, _) | (false, _, true) => Self::Shared,
            (false, _, false) => Self::Whole,
        }
    }

    /// The parameters with which SQLite makes no file beside the book.
    fn parameters(self) -> &'static str {
        match self {
            Self::Whole => "immutable=1",
            Self::Shared => "readonly_shm=1",
            Self::LeftLog => "nolock=1",
        }
    }
}

/// A path as SQLite takes it with parameters.
fn uri(path: &Path, state: State) -> Result<PathBuf, BookError> {
    let path = std::path::absolute(path).map_err(|error| BookError::Io(error.to_string()))?;
    let mut uri = String::from("file://");
    if cfg!(windows) {
        uri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b':' | b'.' | b'-' | b'_' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push_str("?mode=ro&");
    uri.push_str(state.parameters());
    Ok(uri.into())
}

/// Tells by the first bytes whether a file is an SQLite database. Returns its length in bytes.
fn check_file(path: &Path) -> Result<u64, BookError> {
    let io = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => BookError::Io("no such file".to_owned()),
        ErrorKind::PermissionDenied => BookError::Io("permission denied".to_owned()),
        _ => BookError::Io(error.to_string()),
    };
    let metadata = fs::metadata(path).map_err(io)?;
    if !metadata.is_file() {
        return Err(BookError::NotAFile);
    }
    let mut start = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(512).read_to_end(&mut start).map_err(io)?;
    check_start(&start, metadata.len())?;
    Ok(metadata.len())
}

fn check_start(start: &[u8], length: u64) -> Result<(), BookError> {
    const ARCHIVES: [(&[u8], &str); 4] = [
        (b"PK\x03\x04", "zip"),
        (b"7z\xBC\xAF", "7z"),
        (b"Rar!", "rar"),
        (b"\x1F\x8B", "gzip"),
    ];
    if start.is_empty() {
        return Err(BookError::Empty);
    }
    if start.starts_with(b"SQLite format 3\0") {
        return Ok(());
    }
    // Three bytes that are the same in every SQLite file, and that its ciphers leave as they are.
    if start.get(21..24) == Some(&[64, 32, 32]) {
        return Err(BookError::Encrypted);
    }
    if start.starts_with(&[0x0B, 0x35]) {
        return Err(BookError::OtherKind("MoonRiver"));
    }
    if is_eleeye(start, length) {
        return Err(BookError::OtherKind("ElephantEye (BOOK.DAT)"));
    }
    let archive = ARCHIVES.iter().find(|(magic, _)| start.starts_with(magic));
    Err(archive.map_or(BookError::NotSqlite, |(_, name)| BookError::Archive(name)))
}

/// BOOK.DAT has no mark: records of 8 bytes, sorted by their first four, with a move on the board in the next two.
fn is_eleeye(start: &[u8], length: u64) -> bool {
    let on_board = |byte: u8| (3..13).contains(&(byte >> 4)) && (3..12).contains(&(byte & 15));
    let records = || start.chunks_exact(8);
    let lock = |record: &[u8]| {
        record
            .iter()
            .take(4)
            .rev()
            .fold(0u32, |lock, byte| lock << 8 | u32::from(*byte))
    };
    length.is_multiple_of(8)
        && records().len() >= 2
        && records().is_sorted_by_key(lock)
        && records().all(|record| on_board(record[4]) && on_board(record[5]))
}

//! A book as an SQLite file, opened so that no files are created or changed, and read within limits.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, Row};

use super::BookError;
use crate::text::foreign;

/// After this many instructions of its virtual machine, SQLite checks whether to continue.
const SLICE: i32 = 100_000;
/// The limit of a query in slices, equal to some seconds. A query by index takes less than one.
const SLICES: u32 = 2_000;
/// The longest value that is read, in bytes. A longer one makes its row unreadable.
const LONGEST: i32 = 16 << 20;
/// The minimum size of a row in bytes: four in its page and a two-byte pointer. This bounds the number of rows by the
/// file's length.
const SMALLEST_ROW: u64 = 6;
/// How long to wait for another program that is writing the file.
const BUSY_TIMEOUT: Duration = Duration::from_millis(250);

/// An open SQLite file.
#[derive(Debug)]
pub(crate) struct Database {
    connection: Connection,
    slices: Arc<AtomicU32>,
    /// The length in bytes of all files that may contain rows.
    length: u64,
}

impl Database {
    /// Opens an SQLite database for reading.
    pub(super) fn open(path: &Path, start: &[u8]) -> Result<Self, BookError> {
        check_start(start)?;
        let (length, leftovers) = measure(path)?;
        if let (Leftovers::Whole, Some(expected)) = (leftovers, expected_length(start))
            && expected > length
        {
            return Err(BookError::CutShort { is: length, expected });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(uri(path, leftovers)?, flags)?;
        let database = Self::guarded(connection, length, LONGEST)?;
        if leftovers == Leftovers::LeftLog {
            // Without shared memory, SQLite reads a log only with an exclusive lock.
            let exclusive = "PRAGMA locking_mode = EXCLUSIVE";
            database.connection.query_row(exclusive, [], |_| Ok(()))?;
        }
        Ok(database)
    }

    /// Restricts what the contents of a file of some length can cause. Longer values make their row unreadable.
    pub(crate) fn guarded(
        connection: Connection,
        length: u64,
        longest: i32,
    ) -> Result<Self, BookError> {
        let mut database = Self { connection, slices: Arc::new(AtomicU32::new(SLICES)), length };
        database.restrict(longest)?;
        Ok(database)
    }

    /// Makes every statement fail once `stop` is set.
    pub(crate) fn stopped_by(mut self, stop: &Arc<AtomicBool>) -> Result<Self, BookError> {
        self.limit_time(Arc::clone(stop))?;
        Ok(self)
    }

    fn restrict(&mut self, longest: i32) -> rusqlite::Result<()> {
        let connection = &mut self.connection;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest)?;
        self.limit_time(Arc::default())
    }

    /// Interrupts statements that take too many slices, and all once `stop` is set.
    fn limit_time(&mut self, stop: Arc<AtomicBool>) -> rusqlite::Result<()> {
        let slices = Arc::clone(&self.slices);
        self.connection.progress_handler(
            SLICE,
            Some(move || {
                let take = slices
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                take.is_err() || stop.load(Ordering::Relaxed)
            }),
        )
    }

    /// Runs a query and passes each row to `each` until that returns `false`.
    pub(crate) fn query(
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

    /// Runs a statement without results.
    pub(crate) fn execute(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<(), BookError> {
        self.slices.store(SLICES, Ordering::Relaxed);
        self.connection.prepare(sql)?.execute(parameters)?;
        Ok(())
    }

    /// Runs a statement without results for each of some parameters.
    pub(crate) fn execute_each<P: rusqlite::Params>(
        &self,
        sql: &str,
        each: impl Iterator<Item = P>,
    ) -> Result<(), BookError> {
        let mut statement = self.connection.prepare(sql)?;
        for parameters in each {
            self.slices.store(SLICES, Ordering::Relaxed);
            statement.execute(parameters)?;
        }
        Ok(())
    }

    /// Runs a statement that may take long.
    pub(crate) fn execute_long(&self, sql: &str) -> Result<(), BookError> {
        self.slices.store(u32::MAX, Ordering::Relaxed);
        self.connection.execute(sql, [])?;
        Ok(())
    }

    /// Whether SQLite finds no damage in the whole file. It may take long.
    pub(crate) fn is_sound(&self) -> Result<bool, BookError> {
        self.slices.store(u32::MAX, Ordering::Relaxed);
        let check = "PRAGMA quick_check(1)";
        let result: String = self.connection.query_row(check, [], |row| row.get(0))?;
        Ok(result == "ok")
    }

    /// Waits so long for other programs.
    pub(crate) fn wait(&self, at_most: Duration) -> Result<(), BookError> {
        Ok(self.connection.busy_timeout(at_most)?)
    }

    /// Reads a whole table without a time limit, until `each` returns `false`. A table that claims more rows than fit
    /// into the file is an attack.
    pub(crate) fn scan(
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
        if left == 0 { Err(BookError::Endless) } else { Ok(()) }
    }

    /// The first row of a query, if there is any.
    pub(crate) fn first<T>(
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

    /// The first and last row number of a table, or `None` if it is empty.
    pub(super) fn row_range(&self, table: &str) -> Result<Option<(i64, i64)>, BookError> {
        // In separate queries, SQLite finds each end without reading the table.
        let mut ends = [None; 2];
        for (end, direction) in ends.iter_mut().zip(["ASC", "DESC"]) {
            let sql =
                format!("SELECT rowid FROM {table} NOT INDEXED ORDER BY rowid {direction} LIMIT 1");
            *end = self.first(&sql, [], |row| row.get(0))?;
        }
        Ok(ends[0].zip(ends[1]))
    }
}

/// The files that other programs have left beside a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leftovers {
    /// Nothing: the file is complete.
    Whole,
    /// A journal, or a log with shared memory: SQLite must check whether another program is active.
    Shared,
    /// A log (`-wal`) without shared memory, which SQLite would create.
    LeftLog,
}

/// A path as a SQLite URI, with parameters that prevent SQLite from creating files beside the book.
fn uri(path: &Path, leftovers: Leftovers) -> Result<PathBuf, BookError> {
    let path = std::path::absolute(path)?;
    let path = percent_encode(path.as_os_str().as_encoded_bytes(), ESCAPED).to_string();
    let path = if cfg!(windows) { path.replace("%5C", "/") } else { path };
    let root = if cfg!(windows) { "file:///" } else { "file://" };
    let access = match leftovers {
        Leftovers::Whole => "immutable=1",
        Leftovers::Shared => "readonly_shm=1",
        // Without locks, SQLite needs no shared memory.
        Leftovers::LeftLog if cfg!(windows) => "vfs=win32-none",
        Leftovers::LeftLog => "vfs=unix-none",
    };
    Ok(format!("{root}{path}?mode=ro&{access}").into())
}

/// What a path in a URI cannot have, and more.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b':').remove(b'.');

/// The length of a file and its log, and what else is beside it.
fn measure(path: &Path) -> Result<(u64, Leftovers), BookError> {
    // SQLite looks beside the file itself, not beside a link to it.
    let path = fs::canonicalize(path)?;
    let [log, shared, journal] = ["-wal", "-shm", "-journal"].map(|suffix| {
        let mut name = path.clone().into_os_string();
        name.push(suffix);
        fs::metadata(name).map_or(0, |neighbour| neighbour.len())
    });
    let leftovers = match (log > 0, shared > 0, journal > 0) {
        (true, false, _) => Leftovers::LeftLog,
        (true, true, _) | (false, _, true) => Leftovers::Shared,
        (false, _, false) => Leftovers::Whole,
    };
    let length = fs::metadata(&path)?.len();
    Ok((length + log, leftovers))
}

/// The first bytes of a file. Does not open pipes, which would block.
pub(super) fn read_start(path: &Path) -> Result<Vec<u8>, BookError> {
    if !fs::metadata(path)?.is_file() {
        return Err(BookError::NotAFile);
    }
    let mut start = Vec::new();
    let file = File::open(path)?;
    file.take(512).read_to_end(&mut start)?;
    Ok(start)
}

/// Checks the first bytes for an SQLite database.
fn check_start(start: &[u8]) -> Result<(), BookError> {
    if start.is_empty() {
        return Err(BookError::Empty);
    }
    if start.starts_with(b"SQLite format 3\0") {
        return Ok(());
    }
    // Three constant bytes of SQLite files that encryption extensions leave unchanged.
    if start.get(21..24) == Some(&[64, 32, 32]) {
        return Err(BookError::Encrypted);
    }
    Err(if let Some(name) = foreign::other_book(start) {
        BookError::OtherKind(name)
    } else if let Some(name) = foreign::archive(start) {
        BookError::Archive(name)
    } else {
        BookError::NotSqlite
    })
}

fn number(header: &[u8], at: usize) -> Option<u64> {
    let bytes = header.get(at..at + 4)?.try_into().ok()?;
    Some(u64::from(u32::from_be_bytes(bytes)))
}

/// The length according to the header: the page size at offset 16 times the page count at 28. The count is only valid
/// if the change counters at 24 and 92 match, since old versions of SQLite do not update it.
fn expected_length(header: &[u8]) -> Option<u64> {
    let page = match number(header, 16)? >> 16 {
        1 => 65536,
        size => size,
    };
    let is_current = number(header, 24)? == number(header, 92)?;
    is_current.then_some(page * number(header, 28)?)
}

//! The file of an index: an SQLite database.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OpenFlags, Params, Row, params};

use super::IndexError;
use super::game::{KeptGame, NameTable};
use super::rows::{Block, key, rowid, sealed, unsealed};
use super::stamp::Stamp;
use super::tally::MoveStats;
use crate::book::{BookError, Database};
use crate::files::private_directory;

/// `dapu` in ASCII, by which an index is known, and the version of all that it contains: the tables, the blocks, the keys, the
/// numbers of moves and the order of symmetries.
const ID: i64 = 0x6461_7075;
const VERSION: i64 = 1;
/// The longest value in bytes: with a million games, the most frequent position takes about five million bytes.
const LONGEST: i32 = 64 << 20;
/// The number of games in a row of the table, which is a page.
pub(super) const TOGETHER: usize = 111;

/// The number of tables, and of the indexes that SQLite adds to them.
const TABLES: i64 = 8;
const SCHEMA: [&str; 9] = [
    "CREATE TABLE root (path TEXT PRIMARY KEY, built INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, length INTEGER NOT NULL, \
     modified INTEGER NOT NULL, content INTEGER NOT NULL)",
    "CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    "CREATE TABLE game (id INTEGER PRIMARY KEY, games BLOB NOT NULL)",
    "CREATE TABLE block (first INTEGER PRIMARY KEY, rows BLOB NOT NULL)",
    "CREATE TABLE often (position INTEGER PRIMARY KEY, moves BLOB NOT NULL)",
    "CREATE TABLE count (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "PRAGMA application_id = 1684107381",
    "PRAGMA user_version = 1",
];

/// The file of an index, open.
#[derive(Debug)]
pub(super) struct Store(pub(super) Database);

impl Store {
    /// Opens an index for reading; `None` if there is no such file, or only the empty one of an index that is being built.
    ///
    /// # Errors
    /// It is no index of this version, or cannot be read.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, IndexError> {
        let Some(length) = length(path)? else {
            return Ok(None);
        };
        // A writer that was killed leaves a journal, which the next reader takes back.
        let with =
            |flags| Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let connection = with(OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| with(OpenFlags::SQLITE_OPEN_READ_ONLY))
            .map_err(BookError::from)?;
        let store = Self(Database::guarded(connection, length, LONGEST)?);
        Ok(store.version()?.then_some(store))
    }

    /// Opens an index for writing, an empty one if there is none. Whatever is written comes into effect with
    /// [`Store::commit`], as a whole.
    ///
    /// # Errors
    /// As for [`Store::open`], or another program writes to it.
    pub(super) fn open_to_write(path: &Path) -> Result<Self, IndexError> {
        private_directory(path.parent().unwrap_or(path))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        /// What is written now may be read, too.
        const AT_LEAST: u64 = 1 << 20;
        let length = length(path)?.unwrap_or(0).max(AT_LEAST);
        // SQLite does not say why it cannot.
        File::options().append(true).create(true).open(path)?;
        let connection = Connection::open_with_flags(path, flags).map_err(BookError::from)?;
        let store = Self(Database::guarded(connection, length, LONGEST)?);
        store.0.execute("PRAGMA synchronous = NORMAL", [])?;
        store.0.execute("PRAGMA cache_size = -32768", [])?;
        store.0.execute("BEGIN IMMEDIATE", [])?;
        if !store.version()? {
            for statement in SCHEMA {
                store.0.execute(statement, [])?;
            }
        }
        Ok(store)
    }

    /// Whether it is an index rather than an empty file.
    fn version(&self) -> Result<bool, IndexError> {
        let number = |sql| self.value::<i64>(sql, []);
        let id = number("PRAGMA application_id")?;
        let version = number("PRAGMA user_version")?;
        let tables = number("SELECT count(*) FROM sqlite_master")?;
        match (id, version, tables) {
            (Some(0), Some(0), Some(0)) => Ok(false),
            (Some(ID), Some(VERSION), Some(TABLES)) => Ok(true),
            (Some(ID), Some(VERSION), _) => Err(damaged("tables")),
            (Some(ID), ..) => Err(IndexError::OtherVersion),
            _ => Err(IndexError::Foreign),
        }
    }

    /// Commits everything written.
    ///
    /// # Errors
    /// Others are reading all the time, or the disk is full.
    pub(super) fn commit(&self) -> Result<(), IndexError> {
        /// Readers take some milliseconds.
        const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);
        self.0.wait(PATIENCE)?;
        Ok(self.0.execute("COMMIT", [])?)
    }

    /// The directories that were indexed, and when they were last.
    pub(super) fn roots(&self) -> Result<Vec<(PathBuf, i64)>, IndexError> {
        self.all("SELECT path, built FROM root", |row| {
            Ok((PathBuf::from(row.get::<_, String>(0)?), row.get(1)?))
        })
    }

    /// Every file that was read, with its number.
    pub(super) fn files(&self) -> Result<HashMap<PathBuf, (u32, Stamp)>, IndexError> {
        self.all("SELECT id, path, length, modified, content FROM file", |row| {
            let (length, content) = (row.get::<_, i64>(2)? as u64, row.get::<_, i64>(4)? as u64);
            let stamp = Stamp { length, modified: row.get(3)?, content };
            Ok((PathBuf::from(row.get::<_, String>(1)?), (row.get(0)?, stamp)))
        })
    }

    /// Writes what is known of a file.
    pub(super) fn set_file(&self, id: u32, path: &str, stamp: Stamp) -> Result<(), IndexError> {
        let sql = "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?)";
        let (length, content) = (stamp.length as i64, stamp.content as i64);
        Ok(self.0.execute(sql, params![id, path, length, stamp.modified, content])?)
    }

    pub(super) fn remove_file(&self, id: u32) -> Result<(), IndexError> {
        Ok(self.0.execute("DELETE FROM file WHERE id = ?", [id])?)
    }

    /// Notes that a directory was indexed just now.
    pub(super) fn set_root(&self, path: &str, now: SystemTime) -> Result<(), IndexError> {
        let built = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs() as i64;
        Ok(self.0.execute("INSERT OR REPLACE INTO root VALUES (?, ?)", params![path, built])?)
    }

    /// Forgets that a directory was indexed.
    pub(super) fn remove_root(&self, path: &Path) -> Result<(), IndexError> {
        Ok(self.0.execute("DELETE FROM root WHERE path = ?", [path.to_str()])?)
    }

    /// Every name.
    pub(super) fn names(&self) -> Result<NameTable, IndexError> {
        let mut names = NameTable::default();
        let mut is_whole = true;
        self.0.scan("SELECT id, text FROM name ORDER BY id", |row| {
            let (id, text): (u32, String) = (row.get(0)?, row.get(1)?);
            is_whole &= names.number(&text) == id;
            Ok(true)
        })?;
        if is_whole { Ok(names) } else { Err(damaged("names")) }
    }

    pub(super) fn add_name(&self, id: usize, text: &str) -> Result<(), IndexError> {
        Ok(self.0.execute("INSERT INTO name VALUES (?, ?)", params![id as i64, text])?)
    }

    /// Every game, by its number.
    pub(super) fn games(&self) -> Result<Vec<KeptGame>, IndexError> {
        let mut games = Vec::new();
        let mut is_whole = true;
        self.0.scan("SELECT id, games FROM game ORDER BY id", |row| {
            let id: u32 = row.get(0)?;
            let together = unpacked(id, row.get_ref(1)?.as_blob()?);
            is_whole &= id as usize * TOGETHER == games.len() && together.is_ok();
            games.extend(together.into_iter().flatten());
            Ok(is_whole)
        })?;
        if is_whole { Ok(games) } else { Err(damaged("games")) }
    }

    /// The games in a row of the table.
    pub(super) fn games_in(&self, id: u32) -> Result<Vec<KeptGame>, IndexError> {
        let blob: Option<Vec<u8>> = self.value("SELECT games FROM game WHERE id = ?", [id])?;
        unpacked(id, &blob.ok_or_else(|| damaged("games"))?)
    }

    pub(super) fn set_games(&self, id: usize, games: &[KeptGame]) -> Result<(), IndexError> {
        let mut bytes = Vec::with_capacity(TOGETHER * KeptGame::LENGTH);
        let all = games.iter().chain(std::iter::repeat(&KeptGame::FREE)).take(TOGETHER);
        all.for_each(|game| game.pack(&mut bytes));
        let sql = "INSERT OR REPLACE INTO game VALUES (?, ?)";
        Ok(self.0.execute(sql, params![id as i64, sealed(id as u64, bytes)])?)
    }

    /// The block in which a position belongs; `None` if there are no blocks at all.
    pub(super) fn block_of(&self, of: u64) -> Result<Option<Block>, IndexError> {
        let sql = "SELECT first, rows FROM block WHERE first <= ? ORDER BY first DESC LIMIT 1";
        let read = |row: &Row<'_>| Ok((key(row.get(0)?), row.get::<_, Vec<u8>>(1)?));
        let Some((first, block)) = self.0.first(sql, [rowid(of)], read)? else {
            // The first block begins at 0.
            let any: Option<i64> = self.value("SELECT 1 FROM block LIMIT 1", [])?;
            let is_empty = any.is_none() && self.count("positions")? == 0;
            return if is_empty { Ok(None) } else { Err(damaged("blocks")) };
        };
        let block = Block::read(first, &block)?;
        if block.has_room_for(of) { Ok(Some(block)) } else { Err(damaged("blocks")) }
    }

    pub(super) fn set_block(&self, first: u64, rows: &[u8]) -> Result<(), IndexError> {
        let sql = "INSERT OR REPLACE INTO block VALUES (?, ?)";
        Ok(self.0.execute(sql, params![rowid(first), rows])?)
    }

    pub(super) fn remove_block(&self, first: u64) -> Result<(), IndexError> {
        Ok(self.0.execute("DELETE FROM block WHERE first = ?", [rowid(first)])?)
    }

    /// The moves of a position counted in advance, and the number of games.
    pub(super) fn often(&self, key: u64) -> Result<Option<(Vec<MoveStats>, u32)>, IndexError> {
        let sql = "SELECT moves FROM often WHERE position = ?";
        let Some(bytes) = self.value::<Vec<u8>>(sql, [rowid(key)])? else {
            return Ok(None);
        };
        let moves = serde_json::from_slice(unsealed(key, &bytes)?);
        moves.map(Some).map_err(|_| damaged("counts"))
    }

    /// Every position whose moves are counted.
    pub(super) fn all_often(&self) -> Result<Vec<u64>, IndexError> {
        self.all("SELECT position FROM often", |row| Ok(key(row.get(0)?)))
    }

    /// Keeps the counts of a position, or none.
    pub(super) fn set_often(
        &self,
        key: u64,
        moves: Option<&(Vec<MoveStats>, u32)>,
    ) -> Result<(), IndexError> {
        let Some(moves) = moves else {
            return Ok(self.0.execute("DELETE FROM often WHERE position = ?", [rowid(key)])?);
        };
        let bytes = serde_json::to_vec(moves).map_err(|_| damaged("counts"))?;
        let sql = "INSERT OR REPLACE INTO often VALUES (?, ?)";
        Ok(self.0.execute(sql, params![rowid(key), sealed(key, bytes)])?)
    }

    /// A number that is counted.
    pub(super) fn count(&self, name: &str) -> Result<u64, IndexError> {
        let count: Option<i64> = self.value("SELECT value FROM count WHERE name = ?", [name])?;
        Ok(count.map_or(0, |count| count.max(0) as u64))
    }

    pub(super) fn set_count(&self, name: &str, value: u64) -> Result<(), IndexError> {
        let sql = "INSERT OR REPLACE INTO count VALUES (?, ?)";
        Ok(self.0.execute(sql, params![name, value as i64])?)
    }

    /// The path of a file.
    pub(super) fn path(&self, id: u32) -> Result<PathBuf, IndexError> {
        self.text("SELECT path FROM file WHERE id = ?", id).map(PathBuf::from)
    }

    /// The text of a name.
    pub(super) fn name(&self, id: u32) -> Result<String, IndexError> {
        if id == 0 {
            Ok(String::new())
        } else {
            self.text("SELECT text FROM name WHERE id = ?", id)
        }
    }

    fn text(&self, sql: &str, id: u32) -> Result<String, IndexError> {
        self.value(sql, [id])?.ok_or_else(|| damaged("names"))
    }

    /// What is in the first column of the first row, if there is any.
    fn value<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<Option<T>, IndexError> {
        Ok(self.0.first(sql, params, |row| row.get(0))?)
    }

    /// What is in all rows.
    fn all<T, All: Default + Extend<T>>(
        &self,
        sql: &str,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<All, IndexError> {
        let mut all = All::default();
        self.0.scan(sql, |row| {
            all.extend([read(row)?]);
            Ok(true)
        })?;
        Ok(all)
    }
}

/// The length of a file, if it is there.
///
/// # Errors
/// It is no database, or cannot be read.
fn length(path: &Path) -> Result<Option<u64>, IndexError> {
    const START: &[u8] = b"SQLite format 3\0";
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut start = Vec::new();
    file.take(START.len() as u64).read_to_end(&mut start)?;
    let is_database = start.is_empty() || start == START;
    if is_database { Ok(Some(length)) } else { Err(IndexError::Foreign) }
}

fn unpacked(id: u32, blob: &[u8]) -> Result<Vec<KeptGame>, IndexError> {
    let (games, rest) = unsealed(id.into(), blob)?.as_chunks::<{ KeptGame::LENGTH }>();
    let games: Option<Vec<KeptGame>> = games.iter().map(KeptGame::unpack).collect();
    let is_whole = |games: &Vec<KeptGame>| games.len() == TOGETHER && rest.is_empty();
    games.filter(is_whole).ok_or_else(|| damaged("games"))
}

pub(super) fn damaged(what: &str) -> IndexError {
    IndexError::Damaged(format!("its {what} make no sense"))
}

//! The file of an index: an SQLite database.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OpenFlags, Params, Row, params};

use super::IndexError;
use super::corners::CornerPlace;
use super::game::KeptGame;
use super::played::IndexRow;
use super::stamp::Stamp;
use super::tally::{Hit, MoveStats};
use crate::book::{BookError, Database};
use crate::files::private_directory;
use crate::game::Game;
use crate::record::{Date, Outcome};

/// `dapu` in ASCII, which identifies an index, and the version of all that it contains: the tables, the keys, the numbers
/// of moves and the order of symmetries.
const ID: i64 = 0x6461_7075;
const VERSION: i64 = 4;
/// The longest value in bytes, of a name or a path.
const LONGEST: i32 = 1 << 20;

/// The number of tables, and of the indexes that SQLite adds to them.
const TABLES: i64 = 9;
const SCHEMA: [&str; 10] = [
    "CREATE TABLE roots (path TEXT PRIMARY KEY, built INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, length INTEGER NOT NULL, \
     modified INTEGER NOT NULL, content INTEGER NOT NULL)",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, number INTEGER NOT NULL, \
     kind TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, title TEXT NOT NULL, event TEXT NOT NULL, date TEXT, \
     result TEXT, komi REAL, handicap INTEGER NOT NULL, positions INTEGER NOT NULL, same INTEGER NOT NULL, twin INTEGER NOT NULL)",
    "CREATE INDEX games_of_file ON games (file)",
    "CREATE TABLE positions (key INTEGER, game INTEGER, ply INTEGER, turn INTEGER, move INTEGER NOT NULL, \
     PRIMARY KEY (key, game, ply, turn)) WITHOUT ROWID",
    "CREATE TABLE places (key INTEGER, game INTEGER, node INTEGER, place TEXT NOT NULL, turn INTEGER NOT NULL, \
     PRIMARY KEY (key, game, node)) WITHOUT ROWID",
    "CREATE TABLE moves (key INTEGER, move INTEGER, games INTEGER NOT NULL, first_won INTEGER NOT NULL, \
     drawn INTEGER NOT NULL, second_won INTEGER NOT NULL, dated INTEGER NOT NULL, years INTEGER NOT NULL, \
     last TEXT, first TEXT NOT NULL, first_games INTEGER NOT NULL, second TEXT NOT NULL, \
     second_games INTEGER NOT NULL, position_games INTEGER NOT NULL, swapped INTEGER NOT NULL, later INTEGER NOT NULL, \
     PRIMARY KEY (key, move)) WITHOUT ROWID",
    "CREATE TABLE counts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "PRAGMA application_id = 1684107381",
    "PRAGMA user_version = 4",
];

/// What is kept of a game.
const GAME: &str = "path, number, kind, first, second, title, event, date, result, komi, handicap, positions, same, twin";

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
    /// [`Store::commit`], as a whole. Statements fail once `stop` is set.
    ///
    /// # Errors
    /// As for [`Store::open`], or another program writes to it.
    pub(super) fn open_to_write(path: &Path, stop: &Arc<AtomicBool>) -> Result<Self, IndexError> {
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
        let store = Self(Database::guarded(connection, length, LONGEST)?.stopped_by(stop)?);
        store.0.execute("PRAGMA synchronous = NORMAL", [])?;
        // It takes effect before the first table is made.
        store.0.execute("PRAGMA page_size = 8192", [])?;
        store.0.execute("PRAGMA cache_size = -16384", [])?;
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
        self.all("SELECT path, built FROM roots", |row| {
            Ok((PathBuf::from(row.get::<_, String>(0)?), row.get(1)?))
        })
    }

    /// Every file that was read, with its number.
    pub(super) fn files(&self) -> Result<HashMap<PathBuf, (u32, Stamp)>, IndexError> {
        self.all("SELECT id, path, length, modified, content FROM files", |row| {
            let (length, content) = (row.get::<_, i64>(2)? as u64, row.get::<_, i64>(4)? as u64);
            let stamp = Stamp { length, modified: row.get(3)?, content };
            Ok((PathBuf::from(row.get::<_, String>(1)?), (row.get(0)?, stamp)))
        })
    }

    /// Writes what is known of a file.
    pub(super) fn set_file(&self, id: u32, path: &str, stamp: Stamp) -> Result<(), IndexError> {
        let sql = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)";
        let (length, content) = (stamp.length as i64, stamp.content as i64);
        Ok(self.0.execute(sql, params![id, path, length, stamp.modified, content])?)
    }

    pub(super) fn remove_file(&self, id: u32) -> Result<(), IndexError> {
        Ok(self.0.execute("DELETE FROM files WHERE id = ?", [id])?)
    }

    /// Notes that a directory was indexed just now.
    pub(super) fn set_root(&self, path: &str, now: SystemTime) -> Result<(), IndexError> {
        let built = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs() as i64;
        Ok(self.0.execute("INSERT OR REPLACE INTO roots VALUES (?, ?)", params![path, built])?)
    }

    /// Adds games of a file, each with its number.
    pub(super) fn add_games(&self, file: u32, games: &[(u32, KeptGame)]) -> Result<(), IndexError> {
        let sql = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)";
        let each = games.iter().map(|(id, game)| {
            let KeptGame { number, title, event, komi, handicap, positions, .. } = game;
            let ([first, second], kind) = (&game.players, game.kind.name());
            let date = Date::unpacked(game.date).map(|date| date.to_string());
            let result = game.result.map(Outcome::name);
            let same = game.same as i64;
            (
                id, file, number, kind, first, second, title, event, date, result, komi, handicap,
                positions, same,
            )
        });
        Ok(self.0.execute_each(sql, each)?)
    }

    /// Removes the games of a file, whose positions then belong to no game. Returns their number.
    pub(super) fn remove_games(&self, file: u32) -> Result<u64, IndexError> {
        let count: Option<i64> = self.value("SELECT count(*) FROM games WHERE file = ?", [file])?;
        self.0.execute("DELETE FROM games WHERE file = ?", [file])?;
        Ok(count.unwrap_or(0) as u64)
    }

    /// Of duplicate games, marks all but the first by path and number. Returns whether a mark has changed.
    pub(super) fn mark_twins(&self) -> Result<bool, IndexError> {
        // Paths are compared by their parts.
        self.0.execute_long(
            "UPDATE games SET twin = marked.twin FROM (SELECT games.id, same <> 0 AND row_number() \
             OVER (PARTITION BY same ORDER BY replace(path, '/', char(1)), number) > 1 AS twin \
             FROM games JOIN files ON files.id = games.file) AS marked \
             WHERE marked.id = games.id AND games.twin <> marked.twin",
        )?;
        Ok(self.value::<i64>("SELECT changes()", [])?.unwrap_or(0) > 0)
    }

    /// The number of games, or of duplicates alone.
    pub(super) fn count_games(&self, only_twins: bool) -> Result<u64, IndexError> {
        let sql = "SELECT count(*) FROM games WHERE twin >= ?";
        Ok(self.value::<i64>(sql, [i64::from(only_twins)])?.unwrap_or(0) as u64)
    }

    pub(super) fn add_rows(&self, rows: &[IndexRow]) -> Result<(), IndexError> {
        let sql = "INSERT INTO positions VALUES (?, ?, ?, ?, ?)";
        let each = rows.iter().map(|row| (row.key as i64, row.game, row.ply, row.turn, row.number));
        Ok(self.0.execute_each(sql, each)?)
    }

    /// Adds the places of a tree.
    pub(super) fn add_places(&self, game: u32, places: &[CornerPlace]) -> Result<(), IndexError> {
        let sql = "INSERT INTO places VALUES (?, ?, ?, ?, ?)";
        let each = places.iter();
        let each = each.map(|(key, node, at, by)| (*key as i64, game, node, at.to_string(), by));
        Ok(self.0.execute_each(sql, each)?)
    }

    /// The number of positions of all games.
    pub(super) fn count_positions(&self) -> Result<u64, IndexError> {
        Ok(self.value::<i64>("SELECT coalesce(sum(positions), 0) FROM games", [])?.unwrap_or(0)
            as u64)
    }

    /// Deletes the positions and places that belong to no game.
    pub(super) fn clear_dead(&self) -> Result<(), IndexError> {
        for table in ["positions", "places"] {
            let sql = format!("DELETE FROM {table} WHERE game NOT IN (SELECT id FROM games)");
            self.0.execute_long(&sql)?;
        }
        Ok(())
    }

    /// Whether a position has a number of rows or more.
    pub(super) fn has_rows(&self, key: u64, count: usize) -> Result<bool, IndexError> {
        let sql = "SELECT 1 FROM positions WHERE key = ? LIMIT 1 OFFSET ?";
        Ok(self.value::<i64>(sql, params![key as i64, count as i64 - 1])?.is_some())
    }

    /// The games in which a position or corner was reached, duplicates included.
    pub(super) fn hits(&self, key: u64) -> Result<Vec<Hit>, IndexError> {
        self.hits_in(key, "ply, move, turn, NULL", "positions", "ply")
    }

    /// The places of trees at which a corner comes to be, duplicates included.
    pub(super) fn places(&self, key: u64) -> Result<Vec<Hit>, IndexError> {
        self.hits_in(key, "node, 0, turn, place", "places", "node")
    }

    fn hits_in(
        &self,
        key: u64,
        columns: &str,
        table: &str,
        last: &str,
    ) -> Result<Vec<Hit>, IndexError> {
        let sql = format!(
            "SELECT {GAME}, {table}.game, {columns} FROM {table} JOIN games ON games.id = {table}.game \
             JOIN files ON files.id = games.file WHERE key = ? ORDER BY {table}.game, {last}"
        );
        let mut hits: Vec<Hit> = Vec::new();
        let mut is_whole = true;
        self.0.query(&sql, [key as i64], |row| {
            let id: u32 = row.get(14)?;
            let known = hits.last().filter(|hit| hit.id == id).map(|hit| Arc::clone(&hit.game));
            let game = match known {
                Some(game) => game,
                None => match read_game(row)? {
                    Some(game) => Arc::new(game),
                    None => {
                        is_whole = false;
                        return Ok(false);
                    }
                },
            };
            let (ply, number, turn) = (row.get(15)?, row.get(16)?, row.get(17)?);
            let place: Option<String> = row.get(18)?;
            let place = place.map(|place| place.parse()).transpose();
            is_whole &= place.is_ok();
            hits.push(Hit { id, game, ply, number, turn, place: place.unwrap_or_default() });
            Ok(is_whole)
        })?;
        if is_whole { Ok(hits) } else { Err(damaged("games")) }
    }

    /// All games, by their paths and numbers.
    pub(super) fn games(&self) -> Result<Vec<KeptGame>, IndexError> {
        let sql = format!(
            "SELECT {GAME} FROM games JOIN files ON files.id = games.file \
             ORDER BY replace(path, '/', char(1)), number"
        );
        let games: Vec<Option<KeptGame>> = self.all(&sql, read_game)?;
        games.into_iter().map(|game| game.ok_or_else(|| damaged("games"))).collect()
    }

    /// The moves of a position counted in advance, and the number of games.
    pub(super) fn moves(&self, key: u64) -> Result<Option<(Vec<MoveStats>, u32)>, IndexError> {
        let sql = "SELECT move, games, first_won, drawn, second_won, dated, years, last, first, first_games, \
                   second, second_games, position_games, swapped, later FROM moves WHERE key = ? ORDER BY move = 0, games DESC, move";
        let (mut moves, mut games) = (Vec::new(), 0);
        self.0.query(sql, [key as i64], |row| {
            moves.push(MoveStats {
                number: row.get(0)?,
                games: row.get(1)?,
                results: [row.get(2)?, row.get(3)?, row.get(4)?],
                dated: row.get(5)?,
                years: row.get::<_, i64>(6)? as u64,
                last: row
                    .get::<_, Option<String>>(7)?
                    .and_then(|date| Date::read(&date))
                    .map_or(0, Date::packed),
                players: [(row.get(8)?, row.get(9)?), (row.get(10)?, row.get(11)?)],
                swapped: row.get(13)?,
                later: row.get(14)?,
            });
            games = row.get(12)?;
            Ok(true)
        })?;
        Ok((!moves.is_empty()).then_some((moves, games)))
    }

    /// Every position whose moves are counted in advance.
    pub(super) fn counted(&self) -> Result<Vec<u64>, IndexError> {
        self.all("SELECT DISTINCT key FROM moves", |row| Ok(row.get::<_, i64>(0)? as u64))
    }

    /// Keeps the counts of a position, or none.
    pub(super) fn set_moves(
        &self,
        key: u64,
        (moves, games): &(Vec<MoveStats>, u32),
    ) -> Result<(), IndexError> {
        self.0.execute("DELETE FROM moves WHERE key = ?", [key as i64])?;
        for stats in moves {
            let [first, second] = &stats.players;
            let sql = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
            self.0.execute(
                sql,
                params![
                    key as i64,
                    stats.number,
                    stats.games,
                    stats.results[0],
                    stats.results[1],
                    stats.results[2],
                    stats.dated,
                    stats.years as i64,
                    stats.last().map(|date| date.to_string()),
                    first.0,
                    first.1,
                    second.0,
                    second.1,
                    games,
                    stats.swapped,
                    stats.later
                ],
            )?;
        }
        Ok(())
    }

    /// A number that is counted.
    pub(super) fn count(&self, name: &str) -> Result<u64, IndexError> {
        let count: Option<i64> = self.value("SELECT value FROM counts WHERE name = ?", [name])?;
        Ok(count.map_or(0, |count| count.max(0) as u64))
    }

    pub(super) fn set_count(&self, name: &str, value: u64) -> Result<(), IndexError> {
        let sql = "INSERT OR REPLACE INTO counts VALUES (?, ?)";
        Ok(self.0.execute(sql, params![name, value as i64])?)
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

/// The game of a row of [`Store::hits`] or [`Store::games`]; `None` if its kind is unknown.
fn read_game(row: &Row<'_>) -> rusqlite::Result<Option<KeptGame>> {
    let name: String = row.get(2)?;
    let Some(kind) = Game::ALL.into_iter().find(|kind| kind.name() == name) else {
        return Ok(None);
    };
    let date: Option<String> = row.get(7)?;
    let result: Option<String> = row.get(8)?;
    Ok(Some(KeptGame {
        path: PathBuf::from(row.get::<_, String>(0)?),
        number: row.get(1)?,
        kind,
        players: [row.get(3)?, row.get(4)?],
        title: row.get(5)?,
        event: row.get(6)?,
        date: date.and_then(|date| Date::read(&date)).map_or(0, Date::packed),
        result: result.and_then(|result| Outcome::by_name(&result)),
        komi: row.get(9)?,
        handicap: row.get(10)?,
        positions: row.get(11)?,
        same: row.get::<_, i64>(12)? as u64,
        is_twin: row.get(13)?,
    }))
}

pub(super) fn damaged(what: &str) -> IndexError {
    IndexError::Damaged(format!("its {what} make no sense"))
}

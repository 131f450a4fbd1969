//! The kinds of books, and how to recognise them by their tables.

use rusqlite::types::{Value, ValueRef};
use strum::IntoStaticStr;

use super::BookError;
use super::database::Database;
use super::key::{self, Orientation, Query, decode_move};
use crate::game::xiangqi::Position;

/// The maximum number of rows read for a key. Real books have a few dozen.
pub(super) const MOST_ROWS: usize = 256;

/// The supported kinds of opening books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum BookFormat {
    /// 兵河五四.
    Obk,
    /// 勇芳象棋.
    Yfk,
    /// 鹏飞.
    PfBook,
    /// xqbook.
    Xqb,
    /// やねうら王, as text.
    #[strum(serialize = "yaneuraou")]
    YaneuraouDb,
    /// やねうら王, packed.
    Ybb,
}

impl BookFormat {
    /// The name in lower case, for JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The name for users.
    pub fn title(self) -> &'static str {
        match self {
            Self::Obk => "OBK (兵河五四)",
            Self::Yfk => "YFK (勇芳象棋)",
            Self::PfBook => "pfBook (鹏飞)",
            Self::Xqb => "XQB (xqbook)",
            Self::YaneuraouDb => "DB (やねうら王)",
            Self::Ybb => "YBB (やねうら王)",
        }
    }

    /// The rows and files of numbered points around the board.
    pub(super) fn frame(self) -> u8 {
        if self == Self::Xqb { 0 } else { 3 }
    }

    pub(super) fn queries(self, position: &Position) -> Vec<Query> {
        match self {
            Self::Xqb => vec![key::packed_query(position)],
            _ => key::zobrist_queries(position),
        }
    }
}

/// A table of moves: its name and those of its columns, in the order of [`BookColumn`].
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    columns: [&'static str; 8],
}

impl Table {
    /// The name of the key's column.
    fn key(&self) -> &'static str {
        self.columns[0]
    }
}

const ZOBRIST_COLUMNS: [&str; 8] =
    ["vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid", "vmemo"];

static TABLES: [Table; 3] = [
    Table { name: "bhobk", columns: ZOBRIST_COLUMNS },
    Table { name: "pfBook", columns: ZOBRIST_COLUMNS },
    Table {
        name: "book",
        columns: ["key", "move", "score", "win", "draw", "lost", "valid", "memo"],
    },
];

/// The columns that [`Schema::columns`] selects after the row's number.
#[derive(Debug, Clone, Copy)]
pub(super) enum BookColumn {
    Key = 1,
    Move,
    Score,
    Win,
    Draw,
    Lost,
    Valid,
    Note,
}

/// The schema of a book.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) format: BookFormat,
    /// The reason for the detected format.
    pub(super) reason: String,
    /// The table of moves.
    pub(super) table: &'static Table,
    /// A list for `SELECT`: the row number, then each [`BookColumn`], with NULL for missing ones.
    pub(super) columns: String,
    /// Whether the origin is usually in a move's low byte, as in 象棋巫师, instead of in the high one.
    pub(super) low_first: bool,
    /// Whether the byte order is certain.
    pub(super) order_is_sure: bool,
    /// Whether `vvalid` refers to a note in the table `ltext`.
    pub(super) notes_in_ltext: bool,
    /// The book's index on the key, as a quoted name.
    pub(super) index: Option<String>,
}

impl Schema {
    /// Detects the kind of book by its tables instead of its name, because YFK and OBK use the same table and often the
    /// same extension.
    pub(super) fn detect(database: &Database) -> Result<Self, BookError> {
        let tables = tables(database)?;
        let mut found: Option<Self> = None;
        let mut lacking = None;
        for table in &TABLES {
            if !has(&tables, table.name) {
                continue;
            }
            let columns = columns(database, table.name)?;
            if let Some(missing) = table.columns[..2].iter().find(|name| !has(&columns, name)) {
                lacking = Some(format!("its table {} has no column {missing}", table.name));
                continue;
            }
            if has_no_row_numbers(database, table.name)? {
                lacking = Some(format!("its table {} has no row numbers", table.name));
                continue;
            }
            // Converters may leave an empty table of one kind beside a filled one of another.
            let empty = format!("SELECT 1 FROM {}", table.name);
            let filled = database.first(&empty, [], |_| Ok(()))?.is_some();
            if filled || found.is_none() {
                found = Some(Self::of(table, &columns, &tables, database)?);
            }
            if filled {
                break;
            }
        }
        found.ok_or_else(|| BookError::Foreign(lacking.unwrap_or_else(|| list(&tables))))
    }

    fn of(
        table: &'static Table,
        columns: &[String],
        tables: &[String],
        database: &Database,
    ) -> Result<Self, BookError> {
        let (notes, ltext) = (has(columns, "vmemo"), has(tables, "ltext"));
        let (format, reason) = match (table.name, notes, ltext) {
            ("pfBook", ..) => (BookFormat::PfBook, "table pfBook"),
            ("book", ..) => (BookFormat::Xqb, "table book with the columns key and move"),
            (_, false, true) => (BookFormat::Yfk, "table bhobk without vmemo, and table ltext"),
            (_, true, true) => (BookFormat::Yfk, "table bhobk, and table ltext"),
            (_, true, false) => (BookFormat::Obk, "table bhobk with vmemo, and no table ltext"),
            (_, false, false) => (BookFormat::Obk, "table bhobk, and no table ltext"),
        };
        if format == BookFormat::Xqb {
            check_game(database, tables)?;
        }
        let yfk = format == BookFormat::Yfk;
        let present = table.columns.iter();
        let present = present.map(|name| if has(columns, name) { name } else { "NULL" });
        let present: Vec<&str> = present.collect();
        Ok(Self {
            format,
            reason: reason.to_owned(),
            table,
            columns: format!("rowid, {}", present.join(", ")),
            low_first: yfk,
            order_is_sure: table.name != "bhobk" || format == BookFormat::Obk && notes,
            notes_in_ltext: yfk && has_columns(database, tables, "ltext", ["id", "lma"])?,
            index: index(database, table)?,
        })
    }

    /// Selects the columns of every row. `condition` may restrict the rows and their number.
    pub(super) fn select(&self, condition: &str) -> String {
        format!("SELECT {} FROM {} NOT INDEXED {condition}", self.columns, self.table.name)
    }

    /// Selects the row number and key of every row.
    pub(super) fn select_keys(&self) -> String {
        format!("SELECT rowid, {} FROM {} NOT INDEXED", self.table.key(), self.table.name)
    }

    /// The numbers of the rows with a key in the book's own index, at most [`MOST_ROWS`] + 1 for each form of the key.
    pub(super) fn rows_in_index(
        &self,
        database: &Database,
        index: &str,
        query: &Query,
    ) -> Result<Vec<i64>, BookError> {
        let (key, table, limit) = (self.table.key(), self.table.name, MOST_ROWS + 1);
        let sql =
            format!("SELECT rowid FROM {table} INDEXED BY {index} WHERE {key} = ?1 LIMIT {limit}");
        let mut rows = Vec::new();
        for form in &query.forms {
            database.query(&sql, [form], |row| {
                rows.push(row.get(0)?);
                Ok(true)
            })?;
        }
        Ok(rows)
    }

    /// Whether a row's number is a move on some board. In the other byte order it is one as well.
    pub(super) fn has_move(&self, number: Option<u16>) -> bool {
        let frame = self.format.frame();
        number.is_some_and(|number| decode_move(number, frame, Orientation::default()).is_some())
    }
}

/// The names of ordinary tables. Views and virtual tables are ignored.
fn tables(database: &Database) -> Result<Vec<String>, BookError> {
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 \
               AND name NOT LIKE 'sqlite!_%' ESCAPE '!' LIMIT 64";
    names(database, sql, [])
}

/// Whether a table was created `WITHOUT ROWID`, which no program does for books.
fn has_no_row_numbers(database: &Database, table: &str) -> Result<bool, BookError> {
    let sql = "SELECT 1 FROM pragma_table_list WHERE name = ?1 COLLATE NOCASE AND wr";
    Ok(database.first(sql, [table], |_| Ok(()))?.is_some())
}

fn columns(database: &Database, table: &str) -> Result<Vec<String>, BookError> {
    names(database, "SELECT name FROM pragma_table_info(?1)", [table])
}

fn names(
    database: &Database,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<String>, BookError> {
    let mut names = Vec::new();
    database.query(sql, parameters, |row| {
        names.push(text(row.get_ref(0)?));
        Ok(true)
    })?;
    Ok(names)
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn has_columns(
    database: &Database,
    tables: &[String],
    table: &str,
    wanted: [&str; 2],
) -> Result<bool, BookError> {
    let columns = if has(tables, table) { columns(database, table)? } else { Vec::new() };
    Ok(wanted.iter().all(|name| has(&columns, name)))
}

fn list(tables: &[String]) -> String {
    const SHOWN: usize = 8;
    if tables.is_empty() {
        return "it has no tables".to_owned();
    }
    let more = if tables.len() > SHOWN { " …" } else { "" };
    let shown = &tables[..tables.len().min(SHOWN)];
    format!("its tables are {}{more}", shown.join(", "))
}

fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Null => String::new(),
    }
}

/// An index that SQLite can use to look up a key: not partial, and on the key first.
fn index(database: &Database, table: &Table) -> Result<Option<String>, BookError> {
    let sql = "SELECT list.name FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info \
               WHERE NOT list.partial AND info.seqno = 0 AND info.coll = 'BINARY' \
               AND info.name = ?2 COLLATE NOCASE LIMIT 8";
    let key = table.key();
    let names = names(database, sql, [table.name, key])?;
    let mut names = names.iter().map(|name| quote(name));
    Ok(names.find(|name| {
        let sql = format!("SELECT 1 FROM {} INDEXED BY {name} WHERE {key} = ?1", table.name);
        database.first(&sql, [Value::Integer(0)], |_| Ok(())).is_ok()
    }))
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Checks the game of an XQB book: 揭棋 and 翻翻棋 have the same board.
fn check_game(database: &Database, tables: &[String]) -> Result<(), BookError> {
    if !has_columns(database, tables, "information", ["name", "value"])? {
        return Ok(());
    }
    let sql = "SELECT value FROM information WHERE name = 'type'";
    match database.first(sql, [], |row| Ok(text(row.get_ref(0)?)))? {
        Some(game) if !game.is_empty() && !game.eq_ignore_ascii_case("xiangqi") => {
            Err(BookError::OtherGame(game))
        }
        _ => Ok(()),
    }
}

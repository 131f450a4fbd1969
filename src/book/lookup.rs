//! An open book of tables that can be queried for positions.

use std::cell::OnceCell;
use std::path::Path;

use super::BookError;
use super::database::Database;
use super::index::{Index, IndexState};
use super::key::{Query, decode_move, identities};
use super::row::{StoredMove, WinCounts, cell, note};
use super::schema::{BookColumn, BookFormat, MOST_ROWS, Schema};
use crate::game;
use crate::game::xiangqi::{Move, Position};

/// The number of intervals between the rows of a sample.
const SAMPLED: u64 = 32;
/// With fewer rows in the sample, nothing can be said about the moves.
const FEWEST: usize = 8;

/// An open book of tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) database: Database,
    pub(super) schema: Schema,
    /// Whether the book's own index contradicts its table.
    index_is_bad: bool,
    index: Option<Index>,
    /// Whether the book knows the initial position, once this has been queried.
    knows_start: OnceCell<bool>,
}

/// The moves of a book for a position.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) moves: Vec<(game::Move, StoredMove)>,
    /// The number of rows that are not legal moves.
    pub(super) illegal: usize,
    /// Whether there are more rows than were read.
    pub(super) more: bool,
    /// Why some rows could not be read.
    pub(super) damage: Option<BookError>,
}

impl Tables {
    /// Opens a book and detects its kind by its tables. Also checks a sample of rows, since a pfBook may be encrypted,
    /// and an index may be incomplete without SQLite noticing.
    ///
    /// # Errors
    /// The file cannot be read, or is not a book: see [`BookError`].
    pub(super) fn open(path: &Path, start: &[u8]) -> Result<Self, BookError> {
        let database = Database::open(path, start)?;
        let mut schema = Schema::detect(&database)?;
        let sample = Sample::of(&database, &schema)?;
        if sample.is_scrambled(&schema) && schema.format == BookFormat::PfBook {
            return Err(BookError::EncryptedMoves);
        }
        let index_is_bad = !sample.is_known_to_index(&database, &schema);
        if index_is_bad {
            schema.index = None;
        }
        Ok(Self { database, schema, index_is_bad, index: None, knows_start: OnceCell::new() })
    }

    pub(super) fn warning(&self) -> Option<&'static str> {
        self.index_is_bad.then_some("the book's own index misses rows, so it is not used")
    }

    pub(super) fn start_index(
        &mut self,
        path: &Path,
        wake: impl Fn() + Send + 'static,
    ) -> Result<(), BookError> {
        if self.schema.index.is_none() && self.index.is_none() {
            self.index = Index::start(path, &self.database, &self.schema, wake)?;
        }
        Ok(())
    }

    pub(super) fn progress(&self) -> IndexState {
        self.index.as_ref().map_or(IndexState::Ready, Index::progress)
    }

    /// Whether the book has a move for the initial position. If not, as for few books, it is about endgames or has its
    /// colours reversed.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn knows_start(&self) -> Result<bool, BookError> {
        if let Some(known) = self.knows_start.get() {
            return Ok(*known);
        }
        // Checked before the query: an index that is finished in between must not make an incomplete answer look final.
        let complete = self.progress() == IndexState::Ready;
        let known = !self.find(&Position::initial())?.moves.is_empty();
        if complete {
            self.knows_start.get_or_init(|| known);
        }
        Ok(known)
    }

    /// Whether the table of moves has no rows.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn is_empty(&self) -> Result<bool, BookError> {
        Ok(self.database.row_range(self.schema.table.name)?.is_none())
    }

    /// The legal moves for a position, without duplicates, in no particular order.
    pub(super) fn find(&self, position: &Position) -> Result<Found, BookError> {
        let queries = self.schema.format.queries(position);
        let mut found = Found::default();
        let rows = self.rows(&queries, &mut found)?;
        let read = |low_first: bool| -> Vec<(Move, &StoredMove)> {
            let frame = self.schema.format.frame();
            let moves = rows.iter().filter_map(|(query, stored)| {
                let number = stored.number?;
                let number = if low_first { number.swap_bytes() } else { number };
                let mv = decode_move(number, frame, queries[*query].orientation)?;
                position.check(mv).is_ok().then_some((mv, stored))
            });
            moves.collect()
        };
        let mut moves = read(self.schema.low_first);
        // A move and its reverse are never both legal, so the right byte order is the one that yields legal moves.
        if moves.len() < rows.len() && !self.schema.order_is_sure {
            let other = read(!self.schema.low_first);
            if other.len() > moves.len() {
                moves = other;
            }
        }
        found.illegal = rows.len() - moves.len();
        for (mv, stored) in moves.into_iter().filter(|(_, stored)| !stored.is_off()) {
            found.add(game::Move::Xiangqi(mv), stored);
        }
        Ok(found)
    }

    /// The rows with the keys of some queries, each with the index of its query.
    fn rows(
        &self,
        queries: &[Query],
        found: &mut Found,
    ) -> Result<Vec<(usize, StoredMove)>, BookError> {
        let mut known = Vec::new();
        let sql = self.schema.select("WHERE rowid = ?1");
        let candidates = self.candidates(queries, &mut found.damage)?;
        for (number, rows) in candidates.into_iter().enumerate() {
            let mut left = MOST_ROWS;
            for row in rows {
                let read = self.database.first(&sql, [row], |row| {
                    let keys = identities(cell(row, BookColumn::Key)?);
                    let same = keys.contains(&Some(queries[number].identity));
                    same.then(|| StoredMove::from_row(row)).transpose()
                });
                match read {
                    Ok(Some(Some(_))) if left == 0 => {
                        found.more = true;
                        break;
                    }
                    Ok(Some(Some(stored))) => {
                        left -= 1;
                        known.push((number, stored));
                    }
                    Ok(_) => {}
                    // A bad row must not hide the others.
                    Err(error @ BookError::Damaged(_)) => found.damage = Some(error),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(known)
    }

    /// For each query, the numbers of the rows that may have its key.
    fn candidates(
        &self,
        queries: &[Query],
        damage: &mut Option<BookError>,
    ) -> Result<Vec<Vec<i64>>, BookError> {
        match (&self.schema.index, &self.index) {
            (Some(index), _) => queries
                .iter()
                .map(|query| self.schema.rows_in_index(&self.database, index, query))
                .collect(),
            (None, Some(index)) => {
                Ok(queries.iter().map(|query| index.rows(query.identity)).collect())
            }
            (None, None) => self.ask_table(queries, damage),
        }
    }

    /// Reads the whole table, as far as possible.
    fn ask_table(
        &self,
        queries: &[Query],
        damage: &mut Option<BookError>,
    ) -> Result<Vec<Vec<i64>>, BookError> {
        let mut found = vec![Vec::new(); queries.len()];
        let read = self.database.scan(&self.schema.select_keys(), |row| {
            let known = identities(cell(row, BookColumn::Key)?);
            for (query, rows) in queries.iter().zip(&mut found) {
                if known.contains(&Some(query.identity)) && rows.len() <= MOST_ROWS {
                    rows.push(row.get(0)?);
                }
            }
            Ok(true)
        });
        match read {
            Err(error @ BookError::Damaged(_)) => *damage = Some(error),
            other => other?,
        }
        Ok(found)
    }

    /// The note on a move. YFK stores notes in a separate table.
    pub(super) fn note(&self, stored: &StoredMove) -> Result<Option<String>, BookError> {
        if let (None, true, Some(id)) = (&stored.note, self.schema.notes_in_ltext, stored.valid) {
            let sql = "SELECT lma FROM ltext WHERE id = ?1";
            let note = self.database.first(sql, [id], |row| Ok(note(row.get_ref(0)?)));
            return note.map(Option::flatten);
        }
        Ok(stored.note.clone())
    }
}

impl Found {
    /// Adds a move. A position may be stored in both orientations, and rows may be repeated: the highest score wins.
    pub(super) fn add(&mut self, mv: game::Move, stored: &StoredMove) {
        fn worth(stored: &StoredMove) -> (Option<i64>, Option<u64>) {
            (stored.score, stored.results.map(WinCounts::games))
        }
        match self.moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, known)) if worth(known) < worth(stored) => *known = stored.clone(),
            Some(_) => {}
            None => self.moves.push((mv, stored.clone())),
        }
    }
}

/// Rows from all over the table, read when the book is opened.
struct Sample(Vec<SampledRow>);

struct SampledRow {
    number: i64,
    /// The query that leads to it; `None` if it has no key.
    query: Option<Query>,
    stored: StoredMove,
}

impl Sample {
    /// Rows at even distances; those that cannot be read are left out.
    fn of(database: &Database, schema: &Schema) -> Result<Self, BookError> {
        let mut sample: Vec<SampledRow> = Vec::new();
        let Some((first, last)) = database.row_range(schema.table.name)? else {
            return Ok(Self(sample));
        };
        let sql = schema.select("WHERE rowid >= ?1 ORDER BY rowid LIMIT 1");
        let step = (last.wrapping_sub(first) as u64 / SAMPLED).max(1);
        let starts = (0..=SAMPLED).map(|number| first.wrapping_add((number * step) as i64));
        for start in starts.take_while(|start| *start <= last) {
            match database.first(&sql, [start], SampledRow::from_row) {
                Ok(row) => {
                    let last = sample.last().map(|last| last.number);
                    sample.extend(row.filter(|row| last.is_none_or(|last| last < row.number)));
                }
                Err(BookError::Damaged(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self(sample))
    }

    /// Whether most rows have no readable move. One random number in eight is a move.
    fn is_scrambled(&self, schema: &Schema) -> bool {
        let rows = self.0.iter();
        let readable = rows.filter(|row| schema.has_move(row.stored.number));
        self.0.len() >= FEWEST && readable.count() * 2 < self.0.len()
    }

    /// Whether the book's own index, if it has one, knows every row of the sample.
    fn is_known_to_index(&self, database: &Database, schema: &Schema) -> bool {
        let Some(index) = &schema.index else {
            return true;
        };
        self.0.iter().all(|row| {
            row.query.as_ref().is_none_or(|query| {
                let rows = schema.rows_in_index(database, index, query);
                // The sampled row of a key with many rows may be beyond the limit.
                rows.is_ok_and(|rows| rows.contains(&row.number) || rows.len() > MOST_ROWS)
            })
        })
    }
}

impl SampledRow {
    fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            number: row.get(0)?,
            query: Query::of_stored(cell(row, BookColumn::Key)?),
            stored: StoredMove::from_row(row)?,
        })
    }
}

//! A sample of a book's rows, read when the book is opened.

use super::database::Database;
use super::error::BookError;
use super::key::Query;
use super::layout::{Column, Layout, MOST_ROWS};
use super::row::{StoredMove, cell};

/// The number of intervals between the sampled rows.
const SIZE: u64 = 32;
/// With fewer rows, nothing can be said about the moves.
const FEWEST: usize = 8;

/// Rows from all over the table.
pub(super) struct Sample(Vec<SampledRow>);

/// A row of the sample.
struct SampledRow {
    number: i64,
    /// The query that leads to it; `None` if it has no key.
    query: Option<Query>,
    stored: StoredMove,
}

impl Sample {
    /// Rows at even distances; those that cannot be read are left out.
    pub(super) fn of(database: &Database, layout: &Layout) -> Result<Self, BookError> {
        let mut sample: Vec<SampledRow> = Vec::new();
        let Some((first, last)) = database.row_range(layout.table)? else {
            return Ok(Self(sample));
        };
        let sql = layout.select("WHERE rowid >= ?1 ORDER BY rowid LIMIT 1");
        let step = (last.wrapping_sub(first) as u64 / SIZE).max(1);
        let starts = (0..=SIZE).map(|number| first.wrapping_add((number * step) as i64));
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
    pub(super) fn is_scrambled(&self, layout: &Layout) -> bool {
        let rows = self.0.iter();
        let readable = rows.filter(|row| layout.has_move(row.stored.number));
        self.0.len() >= FEWEST && readable.count() * 2 < self.0.len()
    }

    /// Whether the book's own index, if it has one, knows every row of the sample.
    pub(super) fn is_known_to_index(&self, database: &Database, layout: &Layout) -> bool {
        let Some(index) = &layout.index else {
            return true;
        };
        let knows = |row: &SampledRow| {
            row.query.as_ref().is_none_or(|query| {
                let rows = layout.rows_in_index(database, index, query);
                // The sampled row of a key with many rows may be beyond the limit.
                rows.is_ok_and(|rows| rows.contains(&row.number) || rows.len() > MOST_ROWS)
            })
        };
        self.0.iter().all(knows)
    }
}

impl SampledRow {
    fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            number: row.get(0)?,
            query: Query::of_stored(cell(row, Column::Key)?),
            stored: StoredMove::from_row(row)?,
        })
    }
}

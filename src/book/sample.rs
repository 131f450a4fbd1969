//! A sample of a book's rows, tried when the book is opened.

use super::database::Database;
use super::error::BookError;
use super::key::{Orientation, Question};
use super::layout::{Column, Layout, MOST_ROWS};
use super::row::{StoredMove, cell};

/// How many rows are tried.
const SIZE: u64 = 32;
/// How many of them show that the moves are scrambled.
const FEWEST: usize = 8;

/// Rows from all over the table.
pub(super) struct Sample(Vec<Tried>);

/// A row that was tried.
struct Tried {
    row: i64,
    /// The question that leads to it; `None` if it has no key.
    question: Option<Question>,
    stored: StoredMove,
}

impl Sample {
    /// Rows at even distances; those that cannot be read are left out.
    pub(super) fn of(database: &Database, layout: &Layout) -> Result<Self, BookError> {
        let mut sample: Vec<Tried> = Vec::new();
        let Some((first, last)) = database.row_range(layout.table)? else {
            return Ok(Self(sample));
        };
        let sql = layout.select("WHERE rowid >= ?1 ORDER BY rowid LIMIT 1");
        let step = (last.wrapping_sub(first) as u64 / SIZE).max(1);
        let starts = (0..=SIZE).map(|number| first.wrapping_add((number * step) as i64));
        for start in starts.take_while(|start| *start <= last) {
            match database.first(&sql, [start], Tried::from_row) {
                Ok(tried) => {
                    let last = sample.last().map(|last| last.row);
                    sample.extend(tried.filter(|tried| last.is_none_or(|last| last < tried.row)));
                }
                Err(BookError::Damaged(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self(sample))
    }

    /// Whether most rows hold no move that can be read: of random numbers one in eight is a move.
    pub(super) fn is_scrambled(&self, layout: &Layout) -> bool {
        let squares = layout.format.squares();
        let mv = |number| squares.decode_move(number, layout.order, Orientation::default());
        let readable = self
            .0
            .iter()
            .filter(|tried| tried.stored.number.and_then(mv).is_some());
        self.0.len() >= FEWEST && readable.count() * 2 < self.0.len()
    }

    /// Whether the book's own index, if it has one, knows every row of the sample.
    pub(super) fn is_known_to_index(&self, database: &Database, layout: &Layout) -> bool {
        let Some(index) = &layout.index else {
            return true;
        };
        let knows = |tried: &Tried| {
            tried.question.as_ref().is_none_or(|question| {
                let rows = layout.rows_in_index(database, index, question);
                // Of a key with many rows the one of the sample may not come.
                rows.is_ok_and(|rows| rows.contains(&tried.row) || rows.len() > MOST_ROWS)
            })
        };
        self.0.iter().all(knows)
    }
}

impl Tried {
    fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            row: row.get(0)?,
            question: Question::of_stored(cell(row, Column::Key)?),
            stored: StoredMove::from_row(row)?,
        })
    }
}

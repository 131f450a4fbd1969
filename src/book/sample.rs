//! A book is tried out when it is opened.

use super::key::{Question, View};
use super::layout::Column;
use super::row::{StoredMove, cell};
use super::{Book, BookError, BookFormat, MOST_ROWS};

/// How many rows are tried.
const SAMPLE: u64 = 32;
/// How many of them it takes to say that the moves are scrambled.
const FEWEST_TRIED: usize = 8;

/// A row that was tried.
struct Tried {
    row: i64,
    /// The question that leads to it; `None` if it has no key.
    question: Option<Question>,
    stored: StoredMove,
}

impl Book {
    /// Tries rows from all over the table: whether their moves can be read, and whether the book's own index, if it has
    /// one, knows them. A book is known whose index misses rows although SQLite calls it sound.
    pub(super) fn try_out(&mut self) -> Result<(), BookError> {
        let sample = self.sample()?;
        if self.layout.index.is_some() && !sample.iter().all(|tried| self.index_knows(tried)) {
            self.layout.index = None;
            self.index_is_bad = true;
        }
        let squares = self.layout.format.squares();
        let mv = |number| squares.read_move(number, self.layout.order, View::default());
        let readable = sample
            .iter()
            .filter(|tried| tried.stored.number.and_then(mv).is_some());
        // Of random numbers one in eight is a move.
        let scrambled = sample.len() >= FEWEST_TRIED && readable.count() * 2 < sample.len();
        if scrambled && self.layout.format == BookFormat::PfBook {
            return Err(BookError::EncryptedMoves);
        }
        Ok(())
    }

    fn index_knows(&self, tried: &Tried) -> bool {
        match (&self.layout.index, &tried.question) {
            (Some(index), Some(question)) => self
                .ask_index(index, question)
                .is_ok_and(|rows| rows.contains(&tried.row) || rows.len() > MOST_ROWS),
            _ => true,
        }
    }

    /// Rows at even distances, those left out that cannot be read.
    fn sample(&self) -> Result<Vec<Tried>, BookError> {
        let Some((first, last)) = self.database.row_range(self.layout.table)? else {
            return Ok(Vec::new());
        };
        let sql = format!(
            "SELECT {} FROM {} NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid LIMIT 1",
            self.layout.columns, self.layout.table
        );
        let step = (last.wrapping_sub(first) as u64 / SAMPLE).max(1);
        let starts = (0..=SAMPLE).map(|number| first.wrapping_add((number * step) as i64));
        let mut sample: Vec<Tried> = Vec::new();
        for start in starts.take_while(|start| *start <= last) {
            let read = |row: &rusqlite::Row<'_>| {
                let question = Question::of_stored(cell(row, Column::Key)?);
                Ok(Tried {
                    row: row.get(0)?,
                    question,
                    stored: StoredMove::read(row)?,
                })
            };
            match self.database.first(&sql, [start], read) {
                Ok(tried) => {
                    let last = sample.last().map(|last| last.row);
                    sample.extend(tried.filter(|tried| last.is_none_or(|last| last < tried.row)));
                }
                Err(BookError::Damaged(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(sample)
    }
}

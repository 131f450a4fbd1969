//! Statistics of a whole book.

use std::collections::{BTreeMap, HashSet};

use rusqlite::types::ValueRef;

use super::BookError;
use super::key::identities;
use super::lookup::Tables;
use super::opened::Book;
use super::row::{StoredMove, cell, note, number};
use super::schema::BookColumn;

/// How many different scores are counted one by one.
const MOST_SCORES: usize = 1024;

/// The count of a book's rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// All rows.
    pub rows: u64,
    /// Different keys.
    pub positions: u64,
    /// Rows without a readable key: of the keys stored as doubles, about one in 4000 is a NaN, and lost.
    pub without_key: u64,
    /// Rows whose move is not a move on any board.
    pub without_move: u64,
    /// Rows that the author switched off.
    pub switched_off: u64,
    /// Rows that count at least one game.
    pub with_games: u64,
    /// The games of all rows.
    pub games: u64,
    /// Rows with a note.
    pub with_note: u64,
    /// Rows without a score.
    pub without_score: u64,
    /// The lowest and the highest score.
    pub scores: Option<(i64, i64)>,
    /// How many rows have which score; empty if there are too many different ones.
    pub score_counts: BTreeMap<i64, u64>,
}

impl Book {
    /// Counts every row of the book. Takes a while for a large one.
    ///
    /// # Errors
    /// The book cannot be read, or is one of shogi.
    pub fn stats(&self) -> Result<Stats, BookError> {
        self.tables().ok_or(BookError::Uncounted)?.stats()
    }
}

impl Tables {
    fn stats(&self) -> Result<Stats, BookError> {
        let mut stats = Stats::default();
        let mut keys = Vec::new();
        let mut many_scores = false;
        let notes = self.notes_in_ltext()?;
        self.database.scan(&self.schema.select(""), |row| {
            match identities(cell(row, BookColumn::Key)?)[0] {
                Some(key) => keys.push(key),
                None => stats.without_key += 1,
            }
            let stored = StoredMove::from_row(row)?;
            stats.count(self, &stored);
            let apart = stored.valid.is_some_and(|id| notes.contains(&id));
            stats.with_note += u64::from(stored.note.is_some() || apart);
            many_scores |= stats.score_counts.len() > MOST_SCORES;
            if many_scores {
                stats.score_counts.clear();
            }
            Ok(true)
        })?;
        keys.sort_unstable();
        keys.dedup();
        stats.positions = keys.len() as u64;
        Ok(stats)
    }

    /// The numbers of the notes that YFK keeps in a table of its own, without the blank ones.
    fn notes_in_ltext(&self) -> Result<HashSet<i64>, BookError> {
        let mut notes = HashSet::new();
        if self.schema.notes_in_ltext {
            self.database.scan("SELECT id, lma FROM ltext NOT INDEXED", |row| {
                let id = number(row.get_ref(0)?).filter(|id| *id != 0);
                notes.extend(
                    id.filter(|_| note(row.get_ref(1).unwrap_or(ValueRef::Null)).is_some()),
                );
                Ok(true)
            })?;
        }
        Ok(notes)
    }
}

impl Stats {
    fn count(&mut self, book: &Tables, stored: &StoredMove) {
        let games = stored.results.map_or(0, |results| results.games());
        self.rows += 1;
        self.without_move += u64::from(!book.schema.has_move(stored.number));
        self.switched_off += u64::from(stored.is_off());
        self.with_games += u64::from(games > 0);
        self.games = self.games.saturating_add(games);
        match stored.score {
            None => self.without_score += 1,
            Some(score) => {
                let (low, high) = self.scores.unwrap_or((score, score));
                self.scores = Some((low.min(score), high.max(score)));
                *self.score_counts.entry(score).or_default() += 1;
            }
        }
    }
}

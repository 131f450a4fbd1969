//! An open book, which can be asked for the moves in a position.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::database::Database;
use super::error::BookError;
use super::index::Index;
use super::index::Progress;
use super::key::{ByteOrder, Question, identities};
use super::layout::{BookFormat, Column, Layout, MOST_ROWS};
use super::row::Results;
use super::row::{StoredMove, cell, note};
use super::sample::Sample;
use crate::game::xiangqi::{Move, Position};

/// Decodes a note that is not UTF-8. The book does not know about text encodings, so the caller provides this.
pub type Decode = fn(&[u8]) -> String;

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    pub(super) database: Database,
    pub(super) layout: Layout,
    /// The book's own index does not agree with its table.
    index_is_bad: bool,
    index: Option<Index>,
    decode: Decode,
    /// Whether the book knows the initial position, once that was asked.
    knows_start: OnceCell<bool>,
}

/// What a book holds on a position.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) moves: Vec<(Move, StoredMove)>,
    /// Rows that are not legal moves.
    pub(super) illegal: usize,
    /// Whether there are more rows than were looked at.
    pub(super) more: bool,
    /// Why some row could not be read.
    pub(super) damage: Option<BookError>,
}

/// The rows under some keys, each with the number of its question.
#[derive(Debug, Default)]
struct Stored {
    rows: Vec<(usize, StoredMove)>,
    more: bool,
    damage: Option<BookError>,
}

impl Book {
    /// Opens a book and detects its kind by its tables. A sample of its rows is tried: a pfBook may be encrypted, and an
    /// index may miss rows although SQLite calls it sound.
    ///
    /// # Errors
    /// The file cannot be read, or is not a book: see [`BookError`].
    pub fn open(path: &Path, decode: Decode) -> Result<Self, BookError> {
        let database = Database::open(path)?;
        let mut layout = Layout::detect(&database)?;
        let sample = Sample::of(&database, &layout)?;
        if sample.is_scrambled(&layout) && layout.format == BookFormat::PfBook {
            return Err(BookError::EncryptedMoves);
        }
        let index_is_bad = !sample.is_known_to_index(&database, &layout);
        if index_is_bad {
            layout.index = None;
        }
        Ok(Self {
            path: path.to_owned(),
            database,
            layout,
            index_is_bad,
            index: None,
            decode,
            knows_start: OnceCell::new(),
        })
    }

    /// Where the book lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file's name without its folder.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// The kind of book.
    pub fn format(&self) -> BookFormat {
        self.layout.format
    }

    /// How the kind was detected.
    pub fn reason(&self) -> &str {
        &self.layout.reason
    }

    /// Whether the book has an index of its own that can be used.
    pub fn has_index(&self) -> bool {
        self.layout.index.is_some()
    }

    /// What is odd about the book as a whole.
    pub fn warning(&self) -> Option<&'static str> {
        self.index_is_bad
            .then_some("the book's own index misses rows, so it is not used")
    }

    /// Starts to index a book that has no index, in a thread of its own; from now on answers come from what is indexed
    /// so far. Without this every question reads the whole table. The thread ends when the book is dropped.
    ///
    /// `wake` is called from that thread whenever there is more to be found, and at the end.
    ///
    /// # Errors
    /// The book cannot be read, or there is no thread to be had.
    pub fn start_index(&mut self, wake: impl Fn() + Send + 'static) -> Result<(), BookError> {
        if self.layout.index.is_none() && self.index.is_none() {
            self.index = Index::start(&self.path, &self.database, &self.layout, wake)?;
        }
        Ok(())
    }

    /// How far the index is. A book with its own index is ready at once.
    pub fn progress(&self) -> Progress {
        self.index.as_ref().map_or(Progress::Ready, Index::progress)
    }

    /// Whether the book holds a move for the initial position. Most do; one that does not is made for endgames, or with
    /// the colours reversed.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn knows_start(&self) -> Result<bool, BookError> {
        if let Some(known) = self.knows_start.get() {
            return Ok(*known);
        }
        // Asked first: an answer from an index that was finished in between would be taken for the last word.
        let complete = self.progress() == Progress::Ready;
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
    pub fn is_empty(&self) -> Result<bool, BookError> {
        Ok(self.database.row_range(self.layout.table)?.is_none())
    }

    /// The legal moves that the book holds on a position, each once, in no order.
    pub(super) fn find(&self, position: &Position) -> Result<Found, BookError> {
        let questions = self.layout.format.questions(position);
        let Stored { rows, more, damage } = self.stored(&questions)?;
        let read = |order: ByteOrder| -> Vec<(Move, &StoredMove)> {
            let squares = self.layout.format.squares();
            let legal = |(question, stored): &(usize, StoredMove)| {
                let mv =
                    squares.decode_move(stored.number?, order, questions[*question].orientation)?;
                Some(mv).filter(|mv| position.check(*mv).is_ok())
            };
            rows.iter()
                .filter_map(|row| Some((legal(row)?, &row.1)))
                .collect()
        };
        let mut moves = read(self.layout.order);
        // A move and its reverse are never both legal, so the right order is the one in which the rows are moves.
        if moves.len() < rows.len() && !self.layout.order_is_sure {
            let other = read(self.layout.order.other());
            if other.len() > moves.len() {
                moves = other;
            }
        }
        let illegal = rows.len() - moves.len();
        let mut found = Found {
            moves: Vec::new(),
            illegal,
            more,
            damage,
        };
        for (mv, stored) in moves.into_iter().filter(|(_, stored)| !stored.is_off()) {
            found.add(mv, stored);
        }
        Ok(found)
    }

    /// The rows under the keys of some questions.
    fn stored(&self, questions: &[Question]) -> Result<Stored, BookError> {
        let mut stored = Stored::default();
        let sql = self.layout.select("WHERE rowid = ?1");
        for (number, rows) in self
            .candidates(questions, &mut stored.damage)?
            .into_iter()
            .enumerate()
        {
            let mut left = MOST_ROWS;
            for row in rows {
                let read = self.database.first(&sql, [row], |row| {
                    let known = identities(cell(row, Column::Key)?);
                    let same = known.contains(&Some(questions[number].identity));
                    same.then(|| StoredMove::from_row(row)).transpose()
                });
                match read {
                    Ok(Some(Some(_))) if left == 0 => {
                        stored.more = true;
                        break;
                    }
                    Ok(Some(Some(found))) => {
                        left -= 1;
                        stored.rows.push((number, found));
                    }
                    Ok(_) => {}
                    // One bad row does not take the others with it.
                    Err(error @ BookError::Damaged(_)) => stored.damage = Some(error),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(stored)
    }

    /// For each question the numbers of the rows that may have its key.
    fn candidates(
        &self,
        questions: &[Question],
        damage: &mut Option<BookError>,
    ) -> Result<Vec<Vec<i64>>, BookError> {
        match (&self.layout.index, &self.index) {
            (Some(index), _) => questions
                .iter()
                .map(|question| self.layout.rows_in_index(&self.database, index, question))
                .collect(),
            (None, Some(index)) => Ok(questions
                .iter()
                .map(|question| index.rows(question.identity))
                .collect()),
            (None, None) => self.ask_table(questions, damage),
        }
    }

    /// Reads the whole table, or as far as it can be read.
    fn ask_table(
        &self,
        questions: &[Question],
        damage: &mut Option<BookError>,
    ) -> Result<Vec<Vec<i64>>, BookError> {
        let mut found = vec![Vec::new(); questions.len()];
        let read = self.database.scan(&self.layout.select_keys(), |row| {
            let known = identities(cell(row, Column::Key)?);
            for (question, rows) in questions.iter().zip(&mut found) {
                if known.contains(&Some(question.identity)) && rows.len() <= MOST_ROWS {
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

    /// The note on a move, which YFK keeps in a table of its own.
    pub(super) fn note(&self, stored: &StoredMove) -> Result<Option<String>, BookError> {
        let mut bytes = stored.note.clone();
        if let (None, true, Some(id)) = (&bytes, self.layout.notes_in_ltext, stored.valid) {
            let sql = "SELECT lma FROM ltext WHERE id = ?1";
            bytes = self
                .database
                .first(sql, [id], |row| Ok(note(row.get_ref(0)?)))?
                .flatten();
        }
        let text = |bytes| {
            String::from_utf8(bytes).unwrap_or_else(|error| (self.decode)(error.as_bytes()))
        };
        Ok(bytes.map(text))
    }
}

impl Found {
    /// Takes a move up. A position may be in the book both ways round, and rows may repeat: the higher score wins.
    fn add(&mut self, mv: Move, stored: &StoredMove) {
        let worth = |stored: &StoredMove| (stored.score, stored.results.map(Results::games));
        match self.moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, known)) if worth(known) < worth(stored) => *known = stored.clone(),
            Some(_) => {}
            None => self.moves.push((mv, stored.clone())),
        }
    }
}

//! Layer 3: opening books — OBK, YFK, pfBook and XQB files. A position goes in, moves with scores come out.
//!
//! All four are SQLite files, and this is the only module that knows SQLite. Books are never written to, and nothing
//! appears beside them.

mod books;
mod database;
mod error;
mod index;
mod key;
mod layout;
mod row;
mod stats;
mod table;

pub use books::{Answer, BookMove, Books, Notice};
pub use error::BookError;
pub use index::Progress;
pub use key::{packed, zobrist};
pub use layout::BookFormat;
pub use row::Results;
pub use stats::Stats;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use self::database::Database;
use self::index::Index;
use self::key::{ByteOrder, Question, View, identities};
use self::layout::{Column, Layout};
use self::row::{StoredMove, cell, note};
use crate::game::xiangqi::{Move, Position};

/// Decodes a note that is not UTF-8. Text encodings are not the book's business, so the caller says how.
pub type Decode = fn(&[u8]) -> String;

/// How many rows of one key are looked at. Real books have some dozens at most.
const MOST_ROWS: usize = 256;
/// How many rows are tried when a book is opened.
const SAMPLE: u64 = 32;
/// How many of them it takes to say that the moves are scrambled.
const FEWEST_TRIED: usize = 8;

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    database: Database,
    layout: Layout,
    /// The book's own index does not agree with its table.
    index_is_bad: bool,
    index: Option<Index>,
    decode: Decode,
    /// Whether the book knows the initial position, once that was asked.
    knows_start: OnceCell<bool>,
}

/// What a book holds on a position.
#[derive(Debug, Default)]
struct Found {
    moves: Vec<(Move, StoredMove)>,
    /// Rows that are no legal move.
    illegal: usize,
    /// Whether there are more rows than were looked at.
    more: bool,
}

impl Book {
    /// Opens a book and tells its kind by its tables.
    ///
    /// # Errors
    /// The file cannot be read, or is no book: see [`BookError`].
    pub fn open(path: &Path, decode: Decode) -> Result<Self, BookError> {
        let database = Database::open(path)?;
        let layout = Layout::tell(&database)?;
        let mut book = Self {
            path: path.to_owned(),
            database,
            layout,
            index_is_bad: false,
            index: None,
            decode,
            knows_start: OnceCell::new(),
        };
        book.try_sample()?;
        Ok(book)
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

    /// By what the kind was told.
    pub fn reason(&self) -> &str {
        &self.layout.reason
    }

    /// What is odd about the book as a whole.
    pub fn warning(&self) -> Option<&'static str> {
        self.index_is_bad
            .then_some("the book's own index misses rows and is not used")
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
        let known = !self.find(&Position::initial())?.moves.is_empty();
        if self.progress() == Progress::Ready {
            return Ok(*self.knows_start.get_or_init(|| known));
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
    fn find(&self, position: &Position) -> Result<Found, BookError> {
        let questions = self.layout.format.questions(position);
        let (rows, more) = self.stored(&questions)?;
        let read = |order: ByteOrder| -> Vec<(Move, &StoredMove)> {
            let squares = self.layout.format.squares();
            let legal = |(question, stored): &(usize, StoredMove)| {
                let mv = squares.read_move(stored.number?, order, questions[*question].view)?;
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
        };
        for (mv, stored) in moves.into_iter().filter(|(_, stored)| !stored.is_off()) {
            found.add(mv, stored);
        }
        Ok(found)
    }

    /// The rows under the keys of some questions, each with the number of its question, and whether there are more.
    fn stored(
        &self,
        questions: &[Question],
    ) -> Result<(Vec<(usize, StoredMove)>, bool), BookError> {
        let mut stored = Vec::new();
        let mut more = false;
        let sql = format!(
            "SELECT {} FROM {} NOT INDEXED WHERE rowid = ?1",
            self.layout.columns, self.layout.table
        );
        for (number, rows) in self.candidates(questions)?.into_iter().enumerate() {
            let mut left = MOST_ROWS;
            for row in rows {
                let right = self.database.first(&sql, [row], |row| {
                    let known = identities(cell(row, Column::Key)?);
                    let same = known.contains(&Some(questions[number].identity));
                    same.then(|| StoredMove::read(row)).transpose()
                })?;
                let Some(found) = right.flatten() else {
                    continue;
                };
                if left == 0 {
                    more = true;
                    break;
                }
                left -= 1;
                stored.push((number, found));
            }
        }
        Ok((stored, more))
    }

    /// For each question the numbers of the rows that may have its key.
    fn candidates(&self, questions: &[Question]) -> Result<Vec<Vec<i64>>, BookError> {
        match (&self.layout.index, &self.index) {
            (Some(index), _) => questions
                .iter()
                .map(|question| self.ask_index(index, question))
                .collect(),
            (None, Some(index)) => Ok(questions
                .iter()
                .map(|question| index.rows(question.identity))
                .collect()),
            (None, None) => self.ask_table(questions),
        }
    }

    fn ask_index(&self, index: &str, question: &Question) -> Result<Vec<i64>, BookError> {
        let sql = format!(
            "SELECT rowid FROM {} INDEXED BY {index} WHERE {} = ?1 LIMIT {}",
            self.layout.table,
            self.layout.key(),
            MOST_ROWS + 1
        );
        let mut rows = Vec::new();
        for form in &question.forms {
            self.database.query(&sql, [form], |row| {
                rows.push(row.get(0)?);
                Ok(true)
            })?;
        }
        Ok(rows)
    }

    fn ask_table(&self, questions: &[Question]) -> Result<Vec<Vec<i64>>, BookError> {
        let mut found = vec![Vec::new(); questions.len()];
        let sql = format!(
            "SELECT rowid, {} FROM {} NOT INDEXED",
            self.layout.key(),
            self.layout.table
        );
        self.database.scan(&sql, |row| {
            let known = identities(cell(row, Column::Key)?);
            for (question, rows) in questions.iter().zip(&mut found) {
                if known.contains(&Some(question.identity)) && rows.len() <= MOST_ROWS {
                    rows.push(row.get(0)?);
                }
            }
            Ok(true)
        })?;
        Ok(found)
    }

    /// The note on a move, which YFK keeps in a table of its own.
    fn note(&self, stored: &StoredMove) -> Result<Option<String>, BookError> {
        let mut bytes = stored.note.clone();
        if let (None, true, Some(id)) = (&bytes, self.layout.notes_apart, stored.valid) {
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

    /// Tries rows from all over the table: whether their moves can be read, and whether the book's own index, if it has
    /// one, knows them. A book is known whose index misses rows although SQLite calls it sound.
    fn try_sample(&mut self) -> Result<(), BookError> {
        let squares = self.layout.format.squares();
        let (mut tried, mut readable) = (0, 0);
        for (row, question, stored) in self.sample()? {
            tried += 1;
            let mv = |number| squares.read_move(number, self.layout.order, View::default());
            readable += usize::from(stored.number.and_then(mv).is_some());
            if let (Some(index), Some(question)) = (&self.layout.index, question) {
                let rows = self.ask_index(index, &question)?;
                if !rows.contains(&row) && rows.len() <= MOST_ROWS {
                    self.layout.index = None;
                    self.index_is_bad = true;
                }
            }
        }
        // Of random numbers one in eight would be a move.
        let scrambled = tried >= FEWEST_TRIED && readable * 2 < tried;
        if scrambled && self.layout.format == BookFormat::PfBook {
            return Err(BookError::EncryptedMoves);
        }
        Ok(())
    }

    fn sample(&self) -> Result<Vec<(i64, Option<Question>, StoredMove)>, BookError> {
        let Some((first, last)) = self.database.row_range(self.layout.table)? else {
            return Ok(Vec::new());
        };
        let sql = format!(
            "SELECT {} FROM {} NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid LIMIT 1",
            self.layout.columns, self.layout.table
        );
        let step = (last.wrapping_sub(first) as u64 / SAMPLE).max(1);
        let starts = (0..=SAMPLE).map(|number| first.wrapping_add((number * step) as i64));
        let mut sample: Vec<(i64, Option<Question>, StoredMove)> = Vec::new();
        for start in starts.take_while(|start| *start <= last) {
            let read = |row: &rusqlite::Row<'_>| {
                Ok((
                    row.get(0)?,
                    Question::of_stored(cell(row, Column::Key)?),
                    StoredMove::read(row)?,
                ))
            };
            let found = self.database.first(&sql, [start], read)?;
            sample.extend(found.filter(|found| sample.last().is_none_or(|last| last.0 < found.0)));
        }
        Ok(sample)
    }
}

impl Found {
    /// Takes a move up. A position may stand in the book both ways round, and rows may repeat: the higher score wins.
    fn add(&mut self, mv: Move, stored: &StoredMove) {
        let worth = |stored: &StoredMove| (stored.score, stored.results.map(Results::games));
        match self.moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, known)) if worth(known) < worth(stored) => *known = stored.clone(),
            Some(_) => {}
            None => self.moves.push((mv, stored.clone())),
        }
    }
}

//! Several books queried as one.

use std::path::{Path, PathBuf};

use super::BookError;
use super::index::IndexState;
use super::lookup::Found;
use super::opened::Book;
use super::row::WinCounts;
use super::schema::MOST_ROWS;
use crate::game::{Game, Move, Notation, Position};

/// The open books, in the order given.
#[derive(Debug, Default)]
pub struct Books {
    books: Vec<Book>,
}

/// The moves for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookAnswer {
    /// The moves of all books, sorted by score, then by number of games. A move in several books is listed once for
    /// each.
    pub moves: Vec<BookMove>,
    /// Problems with the books.
    pub notices: Vec<Notice>,
    /// Whether the answer is final. False while an index is being built.
    pub complete: bool,
}

/// A move of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookMove {
    /// The move, which is legal in the position.
    pub mv: Move,
    /// The move in the usual notation of its game.
    pub text: String,
    /// The author's score, as stored in the book. Higher is better for the side to move; scores of different books are
    /// not comparable.
    pub score: Option<i64>,
    /// The results of games with the move, for the side to move, if the book has them.
    pub results: Option<WinCounts>,
    /// The author's note. Untrusted text, which must be cleaned before it is shown.
    pub note: Option<String>,
    /// The index of the book.
    pub book: usize,
}

/// A problem with a book or its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The index of the book.
    pub book: usize,
    /// The problem.
    pub problem: BookProblem,
}

/// A problem with a book that can be opened. May quote the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookProblem {
    /// It cannot be queried, or not in full.
    #[error(transparent)]
    Failed(#[from] BookError),
    /// Some rows, of which this many, are no legal moves in the position.
    #[error("{}", illegal_rows(*.0))]
    Illegal(usize),
    /// Most rows are no legal moves in the position: this many.
    #[error("{}: is the book damaged, or are its moves encrypted?", illegal_rows(*.0))]
    MostlyIllegal(usize),
    /// There are more rows for the position than this number.
    #[error("more than {0} rows for this position: the first ones are shown")]
    Many(usize),
    /// It has no rows.
    #[error("the book has no rows")]
    Empty,
    /// It does not hold the initial position.
    #[error(
        "the book holds no moves for the initial position: is it for endgames, or with the colours reversed?"
    )]
    NoStart,
    /// The warning about its kind, in English.
    #[error("{0}")]
    Kind(&'static str),
}

fn illegal_rows(rows: usize) -> String {
    match rows {
        1 => "1 row is not a legal move here and was left out".to_owned(),
        rows => format!("{rows} rows are not legal moves here and were left out"),
    }
}

impl Books {
    /// Opens books. Those that cannot be opened are skipped and reported.
    pub fn open(
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> (Self, Vec<(PathBuf, BookError)>) {
        let mut books = Vec::new();
        let mut failed = Vec::new();
        for path in paths {
            match Book::open(path.as_ref()) {
                Ok(book) => books.push(book),
                Err(error) => failed.push((path.as_ref().to_owned(), error)),
            }
        }
        (Self { books }, failed)
    }

    /// All books.
    pub fn iter(&self) -> impl Iterator<Item = &Book> {
        self.books.iter()
    }

    /// Starts to index the books that need it, like [`Book::start_index`]. If indexing fails, the book is reported and
    /// remains slow to query.
    pub fn start_index(&mut self, wake: impl Fn() + Clone + Send + 'static) -> Vec<Notice> {
        let mut notices = Vec::new();
        for (number, book) in self.books.iter_mut().enumerate() {
            if let Err(error) = book.start_index(wake.clone()) {
                notices.push(Notice::new(number, error));
            }
        }
        notices
    }

    /// Queries every book of its game for a position. Failures are among the notices.
    pub fn lookup(&self, position: &Position) -> BookAnswer {
        let mut answer = BookAnswer { moves: Vec::new(), notices: Vec::new(), complete: true };
        let books = self.books.iter().enumerate();
        for (number, book) in books.filter(|(_, book)| book.game() == position.game()) {
            // Checked before the lookup: if indexing finishes in between, the answer only seems less complete than it
            // is.
            let progress = book.progress();
            answer.complete &= !matches!(progress, IndexState::Indexing { .. });
            if let IndexState::Failed(error) = &progress {
                answer.notices.push(Notice::new(number, error.clone()));
            }
            if let Err(error) = answer.add(number, book, position) {
                answer.notices.push(Notice::new(number, error));
            }
        }
        answer.moves.sort_by_key(BookMove::rank);
        answer
    }
}

impl BookAnswer {
    fn add(&mut self, number: usize, book: &Book, position: &Position) -> Result<(), BookError> {
        let found = book.find(position)?;
        let problems = problems(&found).into_iter().chain(why_empty(book, &found)?);
        self.notices.extend(problems.map(|problem| Notice::new(number, problem)));
        let mut failed = None;
        for (mv, stored) in found.moves {
            let mut note = book.note(&stored).unwrap_or_else(|error| {
                failed = Some(Notice::new(number, error));
                None
            });
            // Those of shogi name the answer, in the notation of engines.
            if position.game() == Game::Shogi {
                let after = position.after(mv);
                note = note.map(|note| after.requoted(&note, Some(mv), Notation::Usual));
            }
            self.moves.push(BookMove {
                mv,
                text: position.notate(mv, None),
                score: stored.score,
                results: stored.results,
                note,
                book: number,
            });
        }
        self.notices.extend(failed);
        Ok(())
    }
}

impl BookMove {
    /// The sort key. Equal moves stay in the order of the books.
    fn rank(&self) -> impl Ord + use<> {
        let games = self.results.map_or(0, WinCounts::games);
        let squares = self.mv.xiangqi().map(|mv| (mv.from, mv.to));
        (std::cmp::Reverse((self.score, games)), squares)
    }
}

impl Notice {
    fn new(book: usize, problem: impl Into<BookProblem>) -> Self {
        Self { book, problem: problem.into() }
    }
}

/// The problems with the rows that were found.
fn problems(found: &Found) -> Vec<BookProblem> {
    let mut problems = Vec::new();
    match found.illegal {
        0 => {}
        rows if rows > found.moves.len() => problems.push(BookProblem::MostlyIllegal(rows)),
        rows => problems.push(BookProblem::Illegal(rows)),
    }
    problems.extend(found.damage.clone().map(BookProblem::Failed));
    if found.more {
        problems.push(BookProblem::Many(MOST_ROWS));
    }
    problems
}

/// The reason for an empty answer, unless the position is simply not in the book.
fn why_empty(book: &Book, found: &Found) -> Result<Option<BookProblem>, BookError> {
    let Some(tables) = book.tables() else {
        return Ok(None);
    };
    if !found.moves.is_empty() || tables.progress() != IndexState::Ready {
        return Ok(None);
    }
    Ok(match tables.is_empty()? {
        true => Some(BookProblem::Empty),
        false if tables.knows_start()? => None,
        false => Some(BookProblem::NoStart),
    })
}

//! Several books that are asked as one.

use std::path::{Path, PathBuf};

use super::error::BookError;
use super::index::Progress;
use super::layout::MOST_ROWS;
use super::lookup::{Book, Decode, Found};
use super::row::Results;
use crate::game::xiangqi::Notation;
use crate::game::xiangqi::{Move, Position};

/// The open books, in the order in which they were named.
#[derive(Debug, Default)]
pub struct Books {
    books: Vec<Book>,
}

/// What the books hold on a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The moves of all books: higher scores first, then more games. A move that is in several books is there once
    /// for each.
    pub moves: Vec<BookMove>,
    /// What was not in order.
    pub notices: Vec<Notice>,
    /// Whether nothing can come to it: not while an index is being built.
    pub complete: bool,
}

/// A move of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookMove {
    /// The move. It is legal in the position.
    pub mv: Move,
    /// The move in Chinese.
    pub text: String,
    /// The author's weight, as the book has it: higher is better for the side to move, and that is all that books agree
    /// on.
    pub score: Option<i64>,
    /// How games with the move ended for the side to move; `None` if the book does not say.
    pub results: Option<Results>,
    /// The author's note. Text of a file: to be cleaned before it is shown.
    pub note: Option<String>,
    /// The number of the book that holds it, from 0.
    pub book: usize,
}

/// Something that is wrong with a book or with an answer from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The number of the book, from 0.
    pub book: usize,
    /// What: lower case, no full stop. May quote the file.
    pub message: String,
}

impl Books {
    /// Opens books. Those that cannot be opened are left out and reported with the reason.
    pub fn open(
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
        decode: Decode,
    ) -> (Self, Vec<(PathBuf, BookError)>) {
        let mut books = Vec::new();
        let mut failed = Vec::new();
        for path in paths {
            match Book::open(path.as_ref(), decode) {
                Ok(book) => books.push(book),
                Err(error) => failed.push((path.as_ref().to_owned(), error)),
            }
        }
        (Self { books }, failed)
    }

    /// Every book.
    pub fn iter(&self) -> impl Iterator<Item = &Book> {
        self.books.iter()
    }

    /// Whether there are no books.
    pub fn is_empty(&self) -> bool {
        self.books.is_empty()
    }

    /// Starts to index the books that need it, like [`Book::start_index`]. A book that cannot be indexed is reported,
    /// and continues to answer slowly.
    pub fn start_index(&mut self, wake: impl Fn() + Clone + Send + 'static) -> Vec<Notice> {
        let start = |(number, book): (usize, &mut Book)| {
            let error = book.start_index(wake.clone()).err()?;
            Some(Notice::new(number, error.to_string()))
        };
        self.books
            .iter_mut()
            .enumerate()
            .filter_map(start)
            .collect()
    }

    /// Asks every book for its moves in a position. What goes wrong is among the notices.
    pub fn lookup(&self, position: &Position) -> Answer {
        let mut answer = Answer {
            moves: Vec::new(),
            notices: Vec::new(),
            complete: true,
        };
        for (number, book) in self.books.iter().enumerate() {
            // Looked at first: what is indexed in between does no harm, the other way round it would be missed.
            let progress = book.progress();
            answer.complete &= !matches!(progress, Progress::Indexing { .. });
            if let Progress::Failed(error) = &progress {
                answer.notices.push(Notice::new(number, error.to_string()));
            }
            if let Err(error) = answer.add(number, book, position) {
                answer.notices.push(Notice::new(number, error.to_string()));
            }
        }
        answer.moves.sort_by_key(BookMove::rank);
        answer
    }
}

impl Answer {
    fn add(&mut self, number: usize, book: &Book, position: &Position) -> Result<(), BookError> {
        let found = book.find(position)?;
        let messages = problems(&found).into_iter().chain(why_empty(book, &found)?);
        self.notices
            .extend(messages.map(|message| Notice::new(number, message)));
        let mut failed = None;
        for (mv, stored) in found.moves {
            let note = book.note(&stored).unwrap_or_else(|error| {
                failed = Some(Notice::new(number, error.to_string()));
                None
            });
            self.moves.push(BookMove {
                mv,
                text: Notation::default().write(position, mv),
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
    /// Smaller for what is listed first. Equal moves of several books stay in the books' order.
    fn rank(&self) -> impl Ord + use<> {
        let games = self.results.map_or(0, Results::games);
        (
            std::cmp::Reverse((self.score, games)),
            self.mv.from,
            self.mv.to,
        )
    }
}

impl Notice {
    fn new(book: usize, message: String) -> Self {
        Self { book, message }
    }
}

/// What was wrong with the rows that were found.
fn problems(found: &Found) -> Vec<String> {
    let mut problems = Vec::new();
    if found.illegal > 0 {
        let hint = if found.illegal > found.moves.len() {
            ": is the book damaged, or are its moves encrypted?"
        } else {
            ""
        };
        problems.push(match found.illegal {
            1 => format!("1 row is not a legal move here and was left out{hint}"),
            rows => format!("{rows} rows are not legal moves here and were left out{hint}"),
        });
    }
    if let Some(damage) = &found.damage {
        problems.push(damage.to_string());
    }
    if found.more {
        problems.push(format!(
            "more than {MOST_ROWS} rows for this position: the first ones are shown"
        ));
    }
    problems
}

/// Why a book may be silent, other than that the position is not in it.
fn why_empty(book: &Book, found: &Found) -> Result<Option<String>, BookError> {
    if !found.moves.is_empty() || book.progress() != Progress::Ready {
        return Ok(None);
    }
    Ok(if book.is_empty()? {
        Some("the book has no rows".to_owned())
    } else if book.knows_start()? {
        None
    } else {
        let guess = "is it for endgames, or with the colours reversed?";
        Some(format!(
            "the book holds no moves for the initial position: {guess}"
        ))
    })
}

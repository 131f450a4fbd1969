//! An open book of any kind.

use std::path::{Path, PathBuf};

use super::BookError;
use super::database::read_start;
use super::index::IndexState;
use super::lookup::{Found, Tables};
use super::row::StoredMove;
use super::schema::BookFormat;
use super::yaneuraou::ShogiBook;
use crate::game::{Game, Position};

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    pub(super) store: Store,
}

/// The kind of a book.
#[derive(Debug)]
pub(super) enum Store {
    Tables(Box<Tables>),
    Shogi(ShogiBook),
}

impl Book {
    /// Opens a book and detects its kind by its contents.
    ///
    /// # Errors
    /// The file cannot be read, or is not a book: see [`BookError`].
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let start = read_start(path)?;
        // The Protocol Buffers of ShogiGUI have no signature.
        let is_sbk = path.extension().is_some_and(|name| name.eq_ignore_ascii_case("sbk"));
        let store = match ShogiBook::open(path, &start)? {
            Some(book) => Store::Shogi(book),
            None if is_sbk => return Err(BookError::OtherKind("ShogiGUI (SBK)")),
            None => Store::Tables(Box::new(Tables::open(path, &start)?)),
        };
        Ok(Self { path: path.to_owned(), store })
    }

    /// The path of the book.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file name without its directory.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// The kind of book.
    pub fn format(&self) -> BookFormat {
        match &self.store {
            Store::Tables(tables) => tables.schema.format,
            Store::Shogi(book) => book.format(),
        }
    }

    /// The game of the book.
    pub fn game(&self) -> Game {
        match self.store {
            Store::Tables(_) => Game::Xiangqi,
            Store::Shogi(_) => Game::Shogi,
        }
    }

    /// Why this kind was detected.
    pub fn reason(&self) -> &str {
        self.tables().map_or("its first bytes", |tables| &tables.schema.reason)
    }

    /// Whether the book has a usable index of its own.
    pub fn has_index(&self) -> bool {
        self.tables()
            .map_or(self.format() == BookFormat::Ybb, |tables| tables.schema.index.is_some())
    }

    /// A problem with the book as a whole.
    pub fn warning(&self) -> Option<&'static str> {
        self.tables().and_then(Tables::warning)
    }

    /// Starts a thread that indexes a book of tables without an index. Until it is done, queries use what has been indexed so
    /// far; without it, each query reads the whole table. The thread ends when the book is dropped.
    ///
    /// `wake` is called from the thread whenever more moves can be found, and at the end.
    ///
    /// # Errors
    /// The book cannot be read, or no thread can be started.
    pub fn start_index(&mut self, wake: impl Fn() + Send + 'static) -> Result<(), BookError> {
        match &mut self.store {
            Store::Tables(tables) => tables.start_index(&self.path, wake),
            Store::Shogi(_) => Ok(()),
        }
    }

    /// The progress of indexing. A book with its own index is always ready.
    pub fn progress(&self) -> IndexState {
        self.tables().map_or(IndexState::Ready, Tables::progress)
    }

    /// The legal moves for a position, without duplicates. None for a position of another game.
    pub(super) fn find(&self, position: &Position) -> Result<Found, BookError> {
        match (&self.store, position) {
            (Store::Tables(tables), Position::Xiangqi(position)) => tables.find(position),
            (Store::Shogi(book), Position::Shogi(position)) => book.find(position),
            _ => Ok(Found::default()),
        }
    }

    /// The note on a move.
    pub(super) fn note(&self, stored: &StoredMove) -> Result<Option<String>, BookError> {
        self.tables().map_or_else(|| Ok(stored.note.clone()), |tables| tables.note(stored))
    }

    pub(super) fn tables(&self) -> Option<&Tables> {
        match &self.store {
            Store::Tables(tables) => Some(tables),
            Store::Shogi(_) => None,
        }
    }
}

//! Queries books on another thread.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use super::Wanted;
use crate::book::{Book, BookAnswer, BookProblem, Books, IndexState};
use crate::crash::locked;
use crate::files::load::show_path;
use crate::game::{Game, Position};
use crate::record::{NodeId, Record};

/// A line that is out of book for this many plies from its start is considered to be unrelated to the book.
const STRANGE: usize = 20;

/// The books, shared between threads.
#[derive(Debug, Clone)]
pub(in crate::tui) struct SharedBooks(Arc<Mutex<Books>>);

impl SharedBooks {
    /// The moves of the books in a position.
    pub(in crate::tui) fn lookup(&self, position: &Position) -> BookAnswer {
        locked(&self.0).lookup(position)
    }
}

/// An open book.
#[derive(Debug, Clone)]
pub(in crate::tui) struct OpenBook {
    pub(in crate::tui) name: String,
    pub(in crate::tui) game: Game,
    pub(in crate::tui) progress: IndexState,
}

/// The result of opening books.
pub(in crate::tui) struct BooksOpened {
    pub(in crate::tui) shared: SharedBooks,
    /// The books that could be opened.
    pub(in crate::tui) list: Vec<OpenBook>,
    /// Books that could not be opened or indexed, and why.
    pub(in crate::tui) notices: Vec<(String, BookProblem)>,
    /// Receives whenever an index has progressed; ends with the indexing threads, which own the sender.
    pub(in crate::tui) woken: Receiver<()>,
}

/// Opens books, and starts to index them.
pub(in crate::tui) fn open_books(paths: &[PathBuf]) -> BooksOpened {
    let (mut books, failed) = Books::open(paths);
    let mut notices: Vec<(String, BookProblem)> = Vec::new();
    notices.extend(failed.into_iter().map(|(path, error)| (show_path(&path), error.into())));
    let (waker, woken) = mpsc::channel();
    let names: Vec<String> = books.iter().map(Book::name).collect();
    let index = books.start_index(move || {
        // The send fails only if the screen is closed.
        let _ = waker.send(());
    });
    for notice in index {
        let name = names.get(notice.book).cloned().unwrap_or_default();
        notices.push((name, notice.problem));
    }
    let warnings = books.iter().filter_map(|book| Some((book.name(), book.warning()?)));
    notices.extend(warnings.map(|(name, warning)| (name, BookProblem::Kind(warning))));
    let list = books.iter().map(|book| OpenBook {
        name: book.name(),
        game: book.game(),
        progress: book.progress(),
    });
    let list = list.collect();
    BooksOpened { shared: SharedBooks(Arc::new(Mutex::new(books))), list, notices, woken }
}

/// Reports the progress of each book's index until all are complete.
pub(in crate::tui) fn await_indexes(
    shared: &SharedBooks,
    woken: &Receiver<()>,
    send: &mut dyn FnMut(Vec<IndexState>) -> bool,
) {
    while woken.recv().is_ok() {
        while woken.try_recv().is_ok() {}
        let states = locked(&shared.0).iter().map(Book::progress).collect();
        if !send(states) {
            return;
        }
    }
}

/// The first move of a line that is out of book, although the position before it or the previous move is in book.
pub(in crate::tui) fn leaving(
    shared: &SharedBooks,
    record: &Record,
    line: &[NodeId],
    wanted: &Wanted,
) -> Option<NodeId> {
    let mut position = record.start.clone();
    record.advance(&mut position, NodeId::ROOT);
    let mut is_inside = false;
    for (nth, node) in line.iter().enumerate() {
        if !wanted.is() || nth == STRANGE && !is_inside {
            return None;
        }
        let moves = shared.lookup(&position).moves;
        let mv = record.tree.mv(*node);
        if moves.iter().any(|book| mv == Some(book.mv)) {
            is_inside = true;
        } else if is_inside || !moves.is_empty() {
            return Some(*node);
        }
        record.advance(&mut position, *node);
    }
    None
}

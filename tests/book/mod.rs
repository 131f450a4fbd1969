//! Opening books: keys, kinds of files, answers, messages, the index, and `dapu book`.

mod answers;
mod cli;
mod hostile;
mod index;
mod keys;
mod kinds;
mod messages;
mod pane;
mod real;
mod shogi;

use std::path::{Path, PathBuf};

use dapu::book::{Book, BookAnswer, BookFormat, Books};
use dapu::game::xiangqi::{Position, Square};
use tempfile::TempDir;

/// Every kind of book.
const FORMATS: [BookFormat; 4] =
    [BookFormat::Obk, BookFormat::Yfk, BookFormat::PfBook, BookFormat::Xqb];

/// A position with left and right exchanged.
fn mirror(position: &Position) -> Position {
    let mut mirrored = Position::empty();
    mirrored.set_side_to_move(position.side_to_move());
    for (square, piece) in position.pieces() {
        mirrored.put(Square::new(8 - square.file(), square.rank()).unwrap(), Some(piece));
    }
    mirrored
}

/// A folder for books, and a path in it.
fn place(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

fn open(path: &Path) -> Book {
    Book::open(path).unwrap()
}

/// What books say about a position of xiangqi.
fn ask(books: &Books, position: &Position) -> BookAnswer {
    books.lookup(&dapu::game::Position::Xiangqi(*position))
}

/// Opens one book that can be opened.
fn books(path: &Path) -> Books {
    let (books, failed) = Books::open([path]);
    assert!(failed.is_empty(), "{failed:?}");
    books
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The moves of an answer with their scores, as `h2e2 320`.
fn moves(answer: &BookAnswer) -> Vec<String> {
    let text = |score: Option<i64>| score.map_or("-".to_owned(), |score| score.to_string());
    answer.moves.iter().map(|mv| format!("{} {}", mv.mv.code(), text(mv.score))).collect()
}

fn messages(answer: &BookAnswer) -> Vec<String> {
    answer.notices.iter().map(|notice| notice.problem.to_string()).collect()
}

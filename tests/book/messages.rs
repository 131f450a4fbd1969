//! Error messages for files that are not books, or damaged ones.

use std::fs;
use std::path::Path;

use dapu::book::{Book, BookFormat};
use dapu::game::xiangqi::Position;
use rusqlite::Connection;

use crate::book::{FORMATS, ask, books as open_books, messages, open, place, position};
use crate::common::books::{self, Row};
use crate::common::corpus;

fn error(path: &Path) -> String {
    Book::open(path).unwrap_err().to_string()
}

fn error_of(bytes: &[u8]) -> String {
    let (_folder, path) = place("a.obk");
    fs::write(&path, bytes).unwrap();
    error(&path)
}

/// A database made by these statements.
fn error_of_tables(sql: &str) -> String {
    let (_folder, path) = place("a.obk");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    error(&path)
}

fn sample() -> Vec<u8> {
    fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/xiangqi/opening.obk")).unwrap()
}

#[test]
fn files_that_are_not_databases_are_refused() {
    assert_eq!(error_of(b""), "the file is empty");
    assert_eq!(error_of(b"PK\x03\x04 and so on"), "a zip archive: unpack it first");
    assert_eq!(error_of(b"7z\xBC\xAF\x27\x1C"), "a 7z archive: unpack it first");
    assert_eq!(error_of(b"Rar!\x1A\x07"), "a rar archive: unpack it first");
    let other = "not an opening book: not an SQLite file, or encrypted, compressed or damaged";
    for bytes in [&b"S"[..], b"<html>", &[7; 4096], b"SQLite format 4\0"] {
        assert_eq!(error_of(bytes), other);
    }
}

#[test]
fn an_encrypted_header_is_recognised_by_the_bytes_that_ciphers_leave() {
    let mut bytes = sample();
    for (number, byte) in bytes.iter_mut().enumerate() {
        if !(16..24).contains(&number) {
            *byte = byte.wrapping_mul(31).wrapping_add(number as u8);
        }
    }
    let message = "probably an encrypted SQLite file, which only the program that made it can open";
    assert_eq!(error_of(&bytes), message);
}

#[test]
fn books_of_other_kinds_are_named() {
    let message = |name| format!("a book in the {name} format, which dapu does not read");
    let mut moonriver = vec![0; 256];
    moonriver[..2].copy_from_slice(&[0x0B, 0x35]);
    assert_eq!(error_of(&moonriver), message("MoonRiver (XOB)"));
    let eleeye: Vec<u8> = (1u8..60).flat_map(|lock| [0, 0, 0, lock, 0xAA, 0xA7, lock, 0]).collect();
    assert_eq!(error_of(&eleeye), message("ElephantEye (BOOK.DAT)"));
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn real_books_of_other_kinds_are_named() {
    let message = |name| format!("a book in the {name} format, which dapu does not read");
    let folder = corpus("books");
    assert_eq!(error(&folder.join("nguyenpham-MRXq-openingbook.xob")), message("MoonRiver (XOB)"));
    assert_eq!(error(&folder.join("eleeye-BOOK.DAT")), message("ElephantEye (BOOK.DAT)"));
}

#[test]
fn paths_that_are_not_files_are_refused() {
    let (folder, path) = place("gone.obk");
    assert_eq!(error(&path), "no such file");
    assert_eq!(error(folder.path()), "not a file");
    #[cfg(unix)]
    assert_eq!(error(Path::new("/dev/zero")), "not a file");
}

#[test]
fn the_error_for_another_database_names_its_tables() {
    let foreign = |what: &str| format!("a database, but not an opening book: {what}");
    assert_eq!(error_of_tables("PRAGMA user_version = 1"), foreign("it has no tables"));
    assert_eq!(
        error_of_tables("CREATE TABLE users(name); CREATE TABLE book(title, author)"),
        foreign("its table book has no column key")
    );
    assert_eq!(
        error_of_tables("CREATE TABLE users(name); CREATE TABLE pages(text)"),
        foreign("its tables are users, pages")
    );
    assert_eq!(
        error_of_tables("CREATE TABLE bhobk(vkey PRIMARY KEY, vmove) WITHOUT ROWID"),
        foreign("its table bhobk has no row numbers")
    );
    let many: String = (0..20).map(|number| format!("CREATE TABLE t{number}(a);")).collect();
    assert_eq!(error_of_tables(&many), foreign("its tables are t0, t1, t2, t3, t4, t5, t6, t7 …"));
}

#[test]
fn a_book_for_another_game_on_the_same_board_is_refused() {
    let (_folder, path) = place("a.jqb");
    let connection = books::make(&path, BookFormat::Xqb, &books::sample());
    connection.execute_batch("UPDATE information SET value = 'jieqi' WHERE name = 'type'").unwrap();
    drop(connection);
    assert_eq!(error(&path), "a book for jieqi, not for xiangqi");
}

#[test]
fn encrypted_moves_of_a_pfbook_are_reported() {
    let message =
        "the moves in this book are encrypted: only the program that made it can read them";
    let (_folder, path) = place("a.pfBook");
    let connection = books::make(&path, BookFormat::PfBook, &books::sample());
    let scramble = "UPDATE pfBook SET vmove = (vmove * 40503 + vscore * 977 + id * 7919) % 65536";
    connection.execute_batch(scramble).unwrap();
    drop(connection);
    assert_eq!(Book::open(&path).unwrap_err().to_string(), message);
}

#[test]
fn a_truncated_book_is_reported_as_damaged() {
    let mut whole = sample();
    for length in [100, 1024, 3000, whole.len() - 1] {
        let message =
            format!("damaged: the file is cut short, at {length} of {} bytes", whole.len());
        assert_eq!(error_of(&whole[..length]), message);
    }
    assert!(error_of(&whole[..50]).starts_with("damaged or encrypted: "));
    // A header without the length.
    whole[92] ^= 1;
    let message = error_of(&whole[..1024]);
    assert!(message.starts_with("damaged or encrypted: malformed"), "{message}");
}

#[test]
fn a_book_without_the_initial_position_opens_with_a_notice() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    let after = position("3k5/9/9/9/9/9/9/9/R8/4K4 b");
    for format in FORMATS {
        let (_folder, path) = place("a");
        books::make(&path, format, &[Row::new(position(fen), "a0a9", 5)]);
        let books = open_books(&path);
        assert_eq!(messages(&ask(&books, &position(fen))), [""; 0]);
        let notice = "the book holds no moves for the initial position: \
                      is it for endgames, or with the colours reversed?";
        assert_eq!(messages(&ask(&books, &after)), [notice]);
        assert_eq!(messages(&ask(&books, &Position::initial())), [notice]);
        books::make(&path.with_extension("empty"), format, &[]);
        let books = open_books(&path.with_extension("empty"));
        assert_eq!(messages(&ask(&books, &after)), ["the book has no rows"]);
        assert_eq!(open(&path.with_extension("empty")).stats().unwrap().rows, 0);
    }
}

#[test]
fn an_incomplete_index_is_not_used() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    // An index of half the rows, disguised as one of all.
    connection
        .execute_batch(
            "CREATE INDEX idxkey ON bhobk(vkey) WHERE id % 2 = 0;
             PRAGMA writable_schema = ON;
             UPDATE sqlite_master SET sql = 'CREATE INDEX idxkey ON bhobk(vkey)' WHERE name = 'idxkey'",
        )
        .unwrap();
    drop(connection);
    let book = open(&path);
    assert_eq!(book.warning(), Some("the book's own index misses rows, so it is not used"));
    assert!(!book.has_index());
    let books = open_books(&path);
    for row in books::sample() {
        let answer = ask(&books, &row.position);
        assert!(answer.moves.iter().any(|known| known.mv.xiangqi() == Some(row.mv)));
    }
}

//! The index in memory, for books that have none.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use dapu::book::{BookFormat, IndexState};
use dapu::game::xiangqi::Position;
use rusqlite::Connection;

use crate::book::{FORMATS, ask, books as open_books, messages, moves, place};
use crate::common::books::{self, Row};

/// A book with the given rows among many that belong to no position.
pub(crate) fn big(path: &std::path::Path, format: BookFormat, rows: &[Row], fill: u64) {
    let connection = books::make(path, format, rows);
    let (table, key, number, value) = match format {
        BookFormat::YaneuraouDb | BookFormat::Ybb => panic!("a book of shogi"),
        BookFormat::Xqb => ("book", "key", "move", "CAST(printf('%028d', n) AS BLOB)"),
        BookFormat::PfBook => ("pfBook", "vkey", "vmove", "n * 7046029254386353131 + 77"),
        BookFormat::Obk | BookFormat::Yfk => {
            ("bhobk", "vkey", "vmove", "n * 7046029254386353131 + 77")
        }
    };
    // Overflow of whole numbers turns them into doubles, as they are in real books.
    let sql = format!(
        "INSERT INTO {table}({key}, {number}) WITH RECURSIVE n(n) AS
         (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT {fill}) SELECT {value}, 43687 FROM n"
    );
    connection.execute_batch(&sql).unwrap();
    let names: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    for name in names {
        connection.execute_batch(&format!("DROP INDEX {name}")).unwrap();
    }
}

#[test]
fn answers_grow_into_those_of_a_full_scan() {
    for format in FORMATS {
        let (_folder, path) = place("a");
        let rows = books::sample();
        big(&path, format, &rows, 300_000);
        let slow = open_books(&path);
        let mut fast = open_books(&path);
        let (wake, woken) = mpsc::channel();
        assert_eq!(fast.start_index(move || wake.send(()).unwrap_or(())), []);
        let mut percents = Vec::new();
        loop {
            let answer = ask(&fast, &Position::initial());
            match fast.iter().next().unwrap().progress() {
                IndexState::Indexing { percent, .. } => percents.push(percent),
                IndexState::Ready => break,
                IndexState::Failed(error) => panic!("{error}"),
            }
            assert!(answer.moves.len() <= 4);
            woken.recv().unwrap();
        }
        assert!(percents.is_sorted() && *percents.last().unwrap() <= 100);
        for row in &rows {
            let answer = ask(&fast, &row.position);
            assert!(answer.complete);
            assert!(answer.moves.iter().any(|known| known.mv.xiangqi() == Some(row.mv)));
        }
        for row in rows.iter().step_by(14) {
            assert_eq!(ask(&fast, &row.position), ask(&slow, &row.position));
        }
    }
}

#[test]
fn the_thread_ends_when_the_book_is_closed() {
    let (_folder, path) = place("a");
    big(&path, BookFormat::Obk, &books::sample(), 300_000);
    let mut books = open_books(&path);
    let (wake, woken) = mpsc::channel::<()>();
    // The thread holds the sender until it ends.
    assert_eq!(books.start_index(move || wake.send(()).unwrap_or(())), []);
    drop(books);
    let limit = Duration::from_secs(10);
    while let Ok(()) = woken.recv_timeout(limit) {}
    assert_eq!(woken.recv_timeout(limit), Err(mpsc::RecvTimeoutError::Disconnected));
}

#[test]
fn a_book_with_an_index_is_ready_at_once() {
    let (_folder, path) = place("a");
    drop(books::make(&path, BookFormat::PfBook, &books::sample()));
    let mut books = open_books(&path);
    assert_eq!(books.start_index(|| {}), []);
    assert_eq!(books.iter().next().unwrap().progress(), IndexState::Ready);
    assert_eq!(moves(&ask(&books, &Position::initial())).len(), 4);
}

/// Damage in the table is reported with every answer, and the rows before it are still found.
#[test]
fn rows_before_damage_are_still_found() {
    let (_folder, path) = place("a");
    let rows = books::sample();
    big(&path, BookFormat::Obk, &rows, 300_000);
    let leaf = Connection::open(&path)
        .unwrap()
        .query_row(
            "SELECT pageno FROM dbstat WHERE name = 'bhobk' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 200",
            [],
            |row| row.get::<_, u32>(0),
        )
        .unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let leaf = leaf as usize;
    bytes[(leaf - 1) * 1024..leaf * 1024].fill(0xA5);
    std::fs::write(&path, bytes).unwrap();
    let message = "damaged or encrypted: database disk image is malformed";
    let mut books = open_books(&path);
    let slow = ask(&books, &Position::initial());
    assert_eq!((moves(&slow).len(), messages(&slow)), (4, vec![message.to_owned()]));
    let (wake, woken) = mpsc::channel();
    assert_eq!(books.start_index(move || wake.send(()).unwrap_or(())), []);
    woken.iter().for_each(drop);
    assert_eq!(ask(&books, &Position::initial()), slow);
}

/// `cargo test --test records book -- --ignored --nocapture ten_million`
#[test]
#[ignore = "makes a file of 300 megabytes"]
fn ten_million_rows_are_answered_with_200_megabytes() {
    let (_folder, path) = place("a.obk");
    let rows = books::sample();
    big(&path, BookFormat::Obk, &rows, 10_000_000);
    println!("the book has {} bytes", std::fs::metadata(&path).unwrap().len());
    let before = memory();
    let mut books = open_books(&path);
    let begun = Instant::now();
    let (wake, woken) = mpsc::channel();
    assert_eq!(books.start_index(move || wake.send(()).unwrap_or(())), []);
    while books.iter().any(|book| book.progress() != IndexState::Ready) {
        woken.recv().unwrap();
    }
    println!("indexed in {:?}", begun.elapsed());
    let mut slowest = Duration::ZERO;
    for row in &rows {
        let asked = Instant::now();
        let answer = ask(&books, &row.position);
        slowest = slowest.max(asked.elapsed());
        assert!(
            answer.complete && answer.moves.iter().any(|known| known.mv.xiangqi() == Some(row.mv))
        );
    }
    println!("the slowest answer took {slowest:?}");
    let taken = memory().saturating_sub(before);
    println!("{taken} kB taken");
    assert!(taken < 200_000);
}

/// The memory of this process in kB, if the system reports it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("0");
    line.split_whitespace().find_map(|word| word.parse().ok()).unwrap()
}

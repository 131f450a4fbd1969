//! Malicious books, and those left unfinished by other programs: nothing is written, nothing hangs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use dapu::book::{Book, BookError, BookFormat, IndexState};
use dapu::game::xiangqi::Position;
use rusqlite::Connection;

use crate::book::{ask, books as open_books, messages, moves, open, place};
use crate::common::books::{self, Row};

/// Every file of a folder with its length and a checksum. The shared memory of a running program does not count.
fn listing(folder: &Path) -> BTreeMap<String, (usize, u64)> {
    let digest = |bytes: &[u8]| {
        bytes.iter().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)))
    };
    let files = fs::read_dir(folder).unwrap().map(|file| {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        let bytes = fs::read(file.path()).unwrap();
        let sum = if name.ends_with("-shm") { 0 } else { digest(&bytes) };
        (name, (bytes.len(), sum))
    });
    files.collect()
}

/// Indexes a book to its end.
fn index(book: &mut Book) -> Result<(), BookError> {
    let (wake, woken) = mpsc::channel();
    book.start_index(move || wake.send(()).unwrap_or(()))?;
    woken.iter().for_each(drop);
    Ok(())
}

/// Uses all of a book and asserts that nothing in its folder changed. Returns the moves of the initial position.
fn use_up(path: &Path) -> Result<Vec<String>, BookError> {
    let folder = path.parent().unwrap();
    let before = listing(folder);
    let outcome = Book::open(path).and_then(|mut book| {
        let stats = book.stats()?;
        assert!(stats.rows > 0);
        index(&mut book)?;
        assert_eq!(listing(folder), before);
        let answer = ask(&open_books(path), &Position::initial());
        assert_eq!(messages(&answer), [""; 0]);
        Ok(moves(&answer))
    });
    assert_eq!(listing(folder), before);
    outcome
}

const START: [&str; 4] = ["h2e2 320", "c3c4 210", "g0e2 170", "h0g2 110"];

#[test]
fn reading_a_book_creates_no_files() {
    // Windows has no ? in names.
    let odd =
        if cfg!(windows) { "百分 100%mode=rwc#x.obk" } else { "百分 100%?mode=rwc#x.obk" };
    for name in ["a.obk", odd] {
        let (_folder, path) = place(name);
        books::make(&path, BookFormat::Obk, &books::sample());
        assert_eq!(use_up(&path).unwrap(), START);
    }
}

#[test]
fn a_book_left_in_wal_mode_is_read_without_creating_a_log() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    connection.execute_batch("PRAGMA journal_mode = WAL").unwrap();
    drop(connection);
    assert_eq!(fs::read(&path).unwrap()[18..20], [2, 2]);
    assert_eq!(use_up(&path).unwrap(), START);
}

/// What a program with the book open has added so far is in the log.
#[test]
fn a_log_beside_the_book_is_read_and_unchanged() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0").unwrap();
    connection.execute_batch("UPDATE bhobk SET vscore = 777 WHERE vscore = 320").unwrap();
    let log = path.with_file_name("a.obk-wal");
    assert!(fs::metadata(&log).unwrap().len() > 0);
    let changed = ["h2e2 777", "c3c4 210", "g0e2 170", "h0g2 110"];
    assert_eq!(use_up(&path).unwrap(), changed, "beside the program that writes");
    // Copied without the shared memory, as a crash or a copy to another machine leaves it.
    let (_other, copy) = place("b.obk");
    fs::copy(&path, &copy).unwrap();
    fs::copy(&log, copy.with_file_name("b.obk-wal")).unwrap();
    assert_eq!(use_up(&copy).unwrap(), changed, "without shared memory");
    // With the shared memory of a program that has ended.
    fs::copy(path.with_file_name("a.obk-shm"), copy.with_file_name("b.obk-shm")).unwrap();
    assert_eq!(use_up(&copy).unwrap(), changed, "with the shared memory of another");
    drop(connection);
}

#[test]
fn a_book_left_in_the_middle_of_a_transaction_is_refused_and_unchanged() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    connection
        .execute_batch(
            "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA cache_spill = 1",
        )
        .unwrap();
    connection.execute_batch("BEGIN; UPDATE bhobk SET vscore = 1, vmemo = zeroblob(2000)").unwrap();
    let (_other, copy) = place("b.obk");
    fs::copy(&path, &copy).unwrap();
    fs::copy(path.with_file_name("a.obk-journal"), copy.with_file_name("b.obk-journal")).unwrap();
    assert_eq!(use_up(&copy), Err(BookError::Unfinished));
    connection.execute_batch("ROLLBACK").unwrap();
    // A leftover journal is harmless.
    fs::write(path.with_file_name("a.obk-journal"), [0; 512]).unwrap();
    assert_eq!(use_up(&path).unwrap(), START);
}

#[cfg(unix)]
#[test]
fn a_book_is_found_through_a_link_with_its_log() {
    let (folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; UPDATE bhobk SET vscore = 777 WHERE vscore = 320",
        )
        .unwrap();
    let link = folder.path().join("link.obk");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert_eq!(use_up(&link).unwrap()[0], "h2e2 777");
}

#[test]
fn views_and_virtual_tables_are_ignored() {
    for sql in [
        "CREATE VIEW bhobk AS WITH RECURSIVE n(vkey, vmove) AS (SELECT 1, 1 UNION ALL SELECT vkey + 1, 1 FROM n)
         SELECT * FROM n",
        "CREATE VIRTUAL TABLE bhobk USING fts5(vkey, vmove)",
    ] {
        let (_folder, path) = place("a.obk");
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let error = Book::open(&path).unwrap_err();
        assert!(matches!(error, BookError::Foreign(_)), "{error}");
    }
}

#[test]
fn computed_columns_are_ignored() {
    let (_folder, path) = place("a.obk");
    let sql = "CREATE TABLE bhobk(vkey, vmove, vscore AS (vmove), vmemo AS ('computed'));
               INSERT INTO bhobk VALUES(7101337512282506414, 43687)";
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let answer = ask(&open_books(&path), &Position::initial());
    assert_eq!(moves(&answer), ["h2e2 -"]);
    assert_eq!(answer.moves[0].note, None);
}

#[test]
fn triggers_and_odd_indexes_have_no_effect() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    connection
        .execute_batch(
            "CREATE TRIGGER t AFTER INSERT ON bhobk BEGIN DELETE FROM bhobk; END;
             CREATE INDEX \"a \"\" b\" ON bhobk(vkey COLLATE NOCASE);
             CREATE INDEX part ON bhobk(vkey) WHERE vscore > 200;
             CREATE INDEX expression ON bhobk(abs(vkey % 7))",
        )
        .unwrap();
    drop(connection);
    assert!(!open(&path).has_index());
    assert_eq!(use_up(&path).unwrap(), START);
    Connection::open(&path)
        .unwrap()
        .execute_batch("CREATE INDEX \"c \"\" d\" ON bhobk(vkey)")
        .unwrap();
    assert!(open(&path).has_index());
    assert_eq!(use_up(&path).unwrap(), START);
}

#[test]
fn huge_notes_are_truncated_and_rows_with_larger_ones_left_out() {
    let (_folder, path) = place("a.obk");
    let start = Position::initial();
    let rows = [
        Row::new(start, "h2e2", 5).memo("x".repeat(1_000_000)),
        Row::new(start, "h0g2", 4).memo(vec![b'y'; 40 << 20]),
    ];
    books::make(&path, BookFormat::Obk, &rows);
    let answer = ask(&open_books(&path), &start);
    assert_eq!(moves(&answer), ["h2e2 5"]);
    assert_eq!(answer.moves[0].note.as_ref().unwrap().len(), 64 << 10);
    assert_eq!(messages(&answer), ["damaged or encrypted: string or blob too big"]);
}

#[test]
fn extreme_row_numbers_are_found() {
    for (low, high) in [(i64::MIN, i64::MAX), (-5, 1 << 40), (i64::MAX - 1, i64::MAX)] {
        let (_folder, path) = place("a.obk");
        let start = Position::initial();
        let rows = [Row::new(start, "h2e2", 320), Row::new(start, "c3c4", 210)];
        let connection = books::make(&path, BookFormat::Obk, &rows);
        let sql = "UPDATE bhobk SET id = CASE id WHEN 1 THEN ?1 ELSE ?2 END";
        connection.execute(sql, [low, high]).unwrap();
        drop(connection);
        assert_eq!(use_up(&path).unwrap(), START[..2], "{low} to {high}");
    }
}

/// A table whose inner pages all point to one next page: a few kilobytes that describe more rows than can ever be read.
#[test]
fn an_endless_tree_is_abandoned() {
    let (_folder, path) = place("a.obk");
    let start = Position::initial();
    let rows: Vec<Row> = (0..20_000).map(|score| Row::new(start, "h2e2", score)).collect();
    drop(books::make(&path, BookFormat::Obk, &rows));
    let mut bytes = fs::read(&path).unwrap();
    let size = 1024;
    let root = Connection::open(&path)
        .unwrap()
        .query_row("SELECT rootpage FROM sqlite_master WHERE name = 'bhobk'", [], |row| {
            row.get::<_, u32>(0)
        })
        .unwrap();
    let kind = |bytes: &[u8], page: u32| bytes[(page as usize - 1) * size];
    let mut pages = 2..=(bytes.len() / size) as u32;
    let mut chain = vec![root];
    chain.extend(pages.clone().filter(|page| *page != root && kind(&bytes, *page) == 5).take(5));
    chain.push(pages.find(|page| kind(&bytes, *page) == 13).unwrap());
    assert_eq!(chain.len(), 7, "there are inner pages and a leaf");
    for pair in chain.windows(2) {
        let page = (pair[0] as usize - 1) * size;
        let cells = u16::from_be_bytes([bytes[page + 3], bytes[page + 4]]) as usize;
        let mut children = vec![page + 8];
        for cell in 0..cells {
            let pointer = page + 12 + 2 * cell;
            children.push(page + u16::from_be_bytes([bytes[pointer], bytes[pointer + 1]]) as usize);
        }
        for child in children {
            bytes[child..child + 4].copy_from_slice(&pair[1].to_be_bytes());
        }
    }
    fs::write(&path, &bytes).unwrap();
    let began = Instant::now();
    let mut book = open(&path);
    assert_eq!(book.stats(), Err(BookError::Endless));
    index(&mut book).unwrap();
    assert_eq!(book.progress(), IndexState::Failed(BookError::Endless));
    let answer = ask(&open_books(&path), &start);
    assert_eq!(messages(&answer), [BookError::Endless.to_string()]);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_book_with_any_byte_changed_is_read_or_refused_with_a_reason() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/xiangqi/opening.obk");
    let whole = fs::read(sample).unwrap();
    let (_folder, path) = place("a.obk");
    let (mut opened, mut refused) = (0, 0);
    let mut random = 7u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for _ in 0..400 {
        let mut bytes = whole.clone();
        for _ in 0..1 + next(8) {
            let at = next(bytes.len());
            bytes[at] = next(256) as u8;
        }
        fs::write(&path, &bytes).unwrap();
        match Book::open(&path) {
            Ok(book) => {
                opened += 1;
                // Either is fine, as long as it ends.
                let _ = book.stats();
                let answer = ask(&open_books(&path), &Position::initial());
                assert!(answer.moves.len() <= 44);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(opened > 50 && refused > 10, "{opened} opened, {refused} refused");
}

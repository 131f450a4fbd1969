//! The kinds of books: recognised by their tables, and all giving the same answers.

use std::fs;

use dapu::book::{BookFormat, IndexState};
use dapu::game::xiangqi::Position;

use crate::book::{FORMATS, ask, books as open_books, messages, moves, open, place, position};
use crate::common::books::{self, Keys, Row};

/// Rows with everything: both wings, black's moves, notes, statistics, and a disabled one.
fn rows() -> Vec<Row> {
    let mut rows = books::sample();
    rows.push(Row::new(Position::initial(), "b0c2", 999).off());
    rows.push(Row::new(Position::initial(), "a0a1", -40).results(0, 1, 9).memo("弱".to_owned()));
    rows
}

#[test]
fn every_kind_of_book_gives_the_same_answers() {
    let folder = tempfile::tempdir().unwrap();
    let paths = FORMATS.map(|format| folder.path().join(format!("{}.obk", format.name())));
    for (path, format) in paths.iter().zip(FORMATS) {
        books::make(path, format, &rows());
        assert_eq!(open(path).format(), format, "by its tables, not by its name");
    }
    let [obk, others @ ..] = paths.map(|path| open_books(&path));
    let (mut moves, mut notes) = (0, 0);
    for row in rows() {
        let expected = ask(&obk, &row.position);
        assert!(expected.complete && expected.notices.is_empty());
        assert_eq!(
            expected.moves.iter().any(|known| known.mv.xiangqi() == Some(row.mv)),
            row.valid
        );
        for book in &others {
            assert_eq!(ask(book, &row.position), expected, "{}", row.position.fen());
        }
        moves += expected.moves.len();
        notes += expected.moves.iter().filter(|mv| mv.note.is_some()).count();
    }
    assert!(moves > 60 && notes > 9, "{moves} moves, {notes} notes");
}

#[test]
fn moves_come_with_everything_in_the_book() {
    let (_folder, path) = place("a.obk");
    books::make(&path, BookFormat::Obk, &rows());
    let answer = ask(&open_books(&path), &Position::initial());
    let first = &answer.moves[0];
    assert_eq!(first.text, "炮二平五");
    assert_eq!(first.results.unwrap().games(), 140);
    assert!((first.results.unwrap().win_rate().unwrap() - 85.0 / 140.0).abs() < 1e-9);
    assert_eq!(answer.moves.last().unwrap().note.as_deref(), Some("弱"));
    assert_eq!(moves(&answer), ["h2e2 320", "c3c4 210", "g0e2 170", "h0g2 110", "a0a1 -40"]);
}

#[test]
fn keys_are_found_whether_stored_as_doubles_or_signed() {
    let rows = books::sample();
    let high = rows.iter().filter(|row| dapu::book::zobrist(&row.position) > i64::MAX as u64);
    assert!(high.count() > 5);
    for keys in [Keys::Doubles, Keys::Signed] {
        for format in [BookFormat::Obk, BookFormat::Yfk, BookFormat::PfBook] {
            let (_folder, path) = place("a");
            books::make_with(&path, format, keys, &rows);
            let book = open_books(&path);
            for row in &rows {
                let answer = ask(&book, &row.position);
                assert!(
                    answer.moves.iter().any(|known| known.mv.xiangqi() == Some(row.mv)),
                    "{format:?}"
                );
            }
        }
    }
}

/// Some keys become whole doubles, which SQLite turns into integers, and some become NaN.
#[test]
fn keys_that_sqlite_rounded_are_found_and_lost_ones_are_harmless() {
    let double = |position: &Position| f64::from_bits(dapu::book::zobrist(position));
    let whole = |double: f64| double < -1e16 && double > -9e18;
    let mut random = 1u64;
    let mut position = Position::initial();
    let (mut wholes, mut lost) = (Vec::new(), Vec::new());
    while wholes.len() < 20 || lost.is_empty() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            position = Position::initial();
            continue;
        }
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[(random >> 33) as usize % legal.len()];
        let row = Row::new(position, &mv.to_string(), 1);
        if whole(double(&position)) {
            wholes.push(row);
        } else if double(&position).is_nan() && double(&position).is_sign_negative() {
            lost.push(row);
        }
        position.apply(mv);
    }
    for index in [false, true] {
        let (_folder, path) = place("a.obk");
        let rows = [&wholes[..], &lost[..]].concat();
        let connection = books::make(&path, BookFormat::Obk, &rows);
        let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(
            count("SELECT count(*) FROM bhobk WHERE typeof(vkey) = 'integer'"),
            wholes.len() as i64
        );
        assert_eq!(count("SELECT count(*) FROM bhobk WHERE vkey IS NULL"), lost.len() as i64);
        if index {
            connection.execute_batch("CREATE INDEX idxkey ON bhobk(vkey)").unwrap();
        }
        let book = open_books(&path);
        for row in &wholes {
            let answer = ask(&book, &row.position);
            assert!(answer.moves.iter().any(|known| known.mv.xiangqi() == Some(row.mv)));
        }
        for row in &lost {
            assert!(ask(&book, &row.position).moves.is_empty());
        }
        assert_eq!(open(&path).stats().unwrap().without_key, lost.len() as u64);
    }
}

#[test]
fn a_book_without_vmemo_and_ltext_is_read_in_the_byte_order_that_gives_moves() {
    for swapped in [false, true] {
        let (_folder, path) = place("a.yfk");
        let format = if swapped { BookFormat::Yfk } else { BookFormat::Obk };
        let connection = books::make(&path, format, &books::sample());
        let strip =
            if swapped { "DROP TABLE ltext" } else { "ALTER TABLE bhobk DROP COLUMN vmemo" };
        connection.execute_batch(strip).unwrap();
        drop(connection);
        let answer = ask(&open_books(&path), &Position::initial());
        assert_eq!(moves(&answer), ["h2e2 320", "c3c4 210", "g0e2 170", "h0g2 110"]);
        assert_eq!(messages(&answer), [""; 0]);
    }
}

#[test]
fn an_empty_table_left_by_a_converter_is_skipped() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::PfBook, &books::sample());
    connection.execute_batch("CREATE TABLE bhobk(vkey, vmove, vmemo)").unwrap();
    drop(connection);
    assert_eq!(open(&path).format(), BookFormat::PfBook);
}

#[test]
fn missing_columns_are_left_blank() {
    let (_folder, path) = place("a.obk");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE BHOBK(VMOVE, VKEY)").unwrap();
    let row = &Row::new(Position::initial(), "h2e2", 0);
    let key = books::stored_key(&row.position, Keys::Doubles);
    let values = rusqlite::params![key, books::move_number(row.mv)];
    connection.execute("INSERT INTO bhobk(vkey, vmove) VALUES(?1, ?2)", values).unwrap();
    drop(connection);
    let answer = ask(&open_books(&path), &Position::initial());
    assert_eq!(moves(&answer), ["h2e2 -"]);
    assert_eq!((answer.moves[0].results, answer.moves[0].note.as_deref()), (None, None));
}

#[test]
fn the_reason_names_the_tables() {
    let expected = [
        "table bhobk with vmemo, and no table ltext",
        "table bhobk without vmemo, and table ltext",
        "table pfBook",
        "table book with the columns key and move",
    ];
    for (format, expected) in FORMATS.into_iter().zip(expected) {
        let (_folder, path) = place("a");
        books::make(&path, format, &books::sample());
        let book = open(&path);
        assert_eq!(book.reason(), expected);
        assert_eq!(book.has_index(), matches!(format, BookFormat::PfBook | BookFormat::Xqb));
        assert_eq!(book.progress(), IndexState::Ready);
    }
}

#[test]
fn stats_count_the_rows() {
    for format in FORMATS {
        let (_folder, path) = place("a");
        books::make(&path, format, &rows());
        let stats = open(&path).stats().unwrap();
        let expected = rows();
        assert_eq!(stats.rows, expected.len() as u64);
        assert_eq!((stats.without_key, stats.without_move, stats.switched_off), (0, 0, 1));
        assert_eq!(stats.scores, Some((-40, 999)));
        assert_eq!(stats.score_counts.values().sum::<u64>(), stats.rows);
        assert_eq!(stats.with_note, 10);
        assert_eq!(stats.with_games, stats.rows - 1);
        let mut keys: Vec<Vec<u8>> = expected
            .iter()
            .map(|row| match format {
                BookFormat::Xqb => dapu::book::packed(&row.position),
                _ => dapu::book::zobrist(&row.position).to_be_bytes().to_vec(),
            })
            .collect();
        keys.sort();
        keys.dedup();
        assert_eq!(stats.positions, keys.len() as u64);
    }
}

/// Compared row by row: the bytes of the file depend on the version of SQLite.
///
/// `DAPU_SAMPLES=write cargo test --test records book` writes the sample again.
#[test]
fn the_sample_is_what_its_generator_writes() {
    let sample =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/xiangqi/opening.obk");
    let (_folder, path) = place("opening.obk");
    let connection = books::make(&path, BookFormat::Obk, &books::sample());
    connection.execute_batch("CREATE INDEX idxkey ON bhobk(vkey); VACUUM").unwrap();
    drop(connection);
    if std::env::var("DAPU_SAMPLES").is_ok_and(|value| value == "write") {
        fs::copy(&path, &sample).unwrap();
    }
    let dump = |path: &std::path::Path| -> Vec<String> {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = rusqlite::Connection::open_with_flags(path, flags).unwrap();
        let mut dump = Vec::new();
        for sql in ["SELECT sql FROM sqlite_master", "SELECT * FROM bhobk"] {
            let mut statement = connection.prepare(sql).unwrap();
            let columns = statement.column_count();
            let mut rows = statement.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                let cells =
                    (0..columns).map(|column| format!("{:?}", row.get_ref(column).unwrap()));
                dump.push(cells.collect::<Vec<_>>().join(" "));
            }
        }
        dump
    };
    assert_eq!(dump(&sample), dump(&path));
    assert!(fs::metadata(&sample).unwrap().len() < 10_000);
    let after = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b");
    let answer = ask(&open_books(&sample), &after);
    assert_eq!(answer.moves[0].text, "炮２平３");
}

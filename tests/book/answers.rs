//! How the rows of a position become an answer.

use dapu::book::BookFormat;
use dapu::game::xiangqi::{Move, Position};
use rusqlite::types::Value;

use crate::book::{ask, books as open_books, messages, moves, place, position};
use crate::common::books::{self, Row};

fn start(iccs: &str, score: i64) -> Row {
    Row::new(Position::initial(), iccs, score)
}

/// After 炮二平五, which is not its own mirror image.
fn cannon() -> Position {
    position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")
}

fn answer(rows: &[Row]) -> dapu::book::BookAnswer {
    let (_folder, path) = place("a.obk");
    books::make(&path, BookFormat::Obk, rows);
    ask(&open_books(&path), &rows[0].position)
}

#[test]
fn rows_of_both_orientations_are_merged_and_the_higher_score_wins() {
    let rows = [
        Row::new(cannon(), "h9g7", 10),
        Row::new(cannon(), "b9c7", 7),
        Row::new(cannon(), "h9g7", 30).mirrored(),
        Row::new(cannon(), "h7e7", 20).mirrored(),
    ];
    assert_eq!(moves(&answer(&rows)), ["h9g7 30", "h7e7 20", "b9c7 7"]);
    let other = answer(&[rows[2].clone(), rows[0].clone(), rows[1].clone()]);
    assert_eq!(moves(&other), ["b9c7 30", "h9g7 7"]);
}

#[test]
fn a_symmetric_board_gets_no_twins() {
    assert_eq!(moves(&answer(&[start("h2e2", 5)])), ["h2e2 5"]);
}

#[test]
fn repeated_rows_count_as_one_move() {
    let rows = [
        start("h2e2", 5),
        start("h2e2", 9).results(1, 1, 1),
        start("h2e2", 9).results(2, 1, 1),
        start("h2e2", 8),
    ];
    let answer = answer(&rows);
    assert_eq!(moves(&answer), ["h2e2 9"]);
    assert_eq!(answer.moves[0].results.unwrap().games(), 4);
}

#[test]
fn moves_are_sorted_by_score_then_games() {
    let mut unknown = start("a0a1", 0);
    unknown.score = Value::Text("?".to_owned());
    let rows = [
        unknown,
        start("h0g2", -3),
        start("g0e2", 7).results(1, 2, 3),
        start("h2e2", 7).results(10, 2, 3),
        start("c3c4", 12),
    ];
    assert_eq!(moves(&answer(&rows)), ["c3c4 12", "h2e2 7", "g0e2 7", "h0g2 -3", "a0a1 -"]);
}

#[test]
fn rows_with_illegal_moves_are_left_out_and_counted() {
    let rows = [start("h2e2", 5), start("h2e3", 9), start("e5e6", 9), start("b7e7", 9)];
    let answer = answer(&rows);
    assert_eq!(moves(&answer), ["h2e2 5"]);
    let hint = "is the book damaged, or are its moves encrypted?";
    assert_eq!(
        messages(&answer),
        [format!("3 rows are not legal moves here and were left out: {hint}")]
    );
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &[start("h2e2", 5), start("h0g2", 4)]);
    connection
        .execute("INSERT INTO bhobk(vkey, vmove) SELECT vkey, 99999 FROM bhobk LIMIT 1", [])
        .unwrap();
    drop(connection);
    let answer = ask(&open_books(&path), &Position::initial());
    assert_eq!(moves(&answer), ["h2e2 5", "h0g2 4"]);
    assert_eq!(messages(&answer), ["1 row is not a legal move here and was left out"]);
}

/// OBK has one byte order: a row that is a move only when read backwards is damaged.
#[test]
fn obk_rows_that_are_moves_only_backwards_are_rejected() {
    let mut backwards = start("h2e2", 5);
    backwards.mv = Move { from: backwards.mv.to, to: backwards.mv.from };
    assert!(answer(&[backwards]).moves.is_empty());
}

#[test]
fn disabled_moves_are_hidden() {
    let answer = answer(&[start("h2e2", 5).off(), start("h0g2", 1)]);
    assert_eq!(moves(&answer), ["h0g2 1"]);
    assert_eq!(messages(&answer), [""; 0]);
}

#[test]
fn columns_of_any_type_are_read() {
    let (_folder, path) = place("a.obk");
    let connection = books::make(&path, BookFormat::Obk, &[start("h2e2", 5), start("h0g2", 4)]);
    connection
        .execute_batch(
            "UPDATE bhobk SET vscore = x'3132', vwin = 2.0, vdraw = ' 3 ', vlost = NULL, vvalid = '', vmemo = NULL
             WHERE id = 1;
             UPDATE bhobk SET vmove = vmove - 65536, vwin = 'x', vdraw = x'FF', vlost = 1e300, vvalid = NULL,
             vmemo = x'2020' WHERE id = 2",
        )
        .unwrap();
    drop(connection);
    let answer = ask(&open_books(&path), &Position::initial());
    assert_eq!(moves(&answer), ["h2e2 12", "h0g2 4"]);
    let results = answer.moves[0].results.unwrap();
    assert_eq!((results.won, results.drawn, results.lost), (2, 3, 0));
    assert_eq!(answer.moves[1].results.unwrap().games(), i64::MAX as u64);
    assert_eq!((&answer.moves[0].note, &answer.moves[1].note), (&None, &None));
}

#[test]
fn missing_statistics_are_shown_as_no_data() {
    let answer = answer(&[start("h2e2", 5), start("h0g2", 4).results(0, 0, 0)]);
    assert_eq!(answer.moves[0].results, None);
    let none = answer.moves[1].results.unwrap();
    assert_eq!((none.games(), none.win_rate()), (0, None));
}

#[test]
fn notes_are_utf8_then_gb18030() {
    let gb18030 = vec![0xD6, 0xD0, 0xC5, 0xDA, 0, 0, 0, 0];
    let rows = [
        start("h2e2", 5).memo("中炮\0\0".to_owned()),
        start("h0g2", 4).memo("起马".as_bytes().to_vec()),
        start("g0e2", 3).memo(gb18030.clone()),
        start("c3c4", 2).memo(gb18030),
        start("g3g4", 1).memo("  ".to_owned()),
    ];
    for format in [BookFormat::Obk, BookFormat::Yfk] {
        let (_folder, path) = place("a.obk");
        let connection = books::make(&path, format, &rows);
        let as_text = match format {
            BookFormat::Yfk => "UPDATE ltext SET lma = CAST(lma AS TEXT) WHERE id = 5",
            _ => "UPDATE bhobk SET vmemo = CAST(vmemo AS TEXT) WHERE id = 4",
        };
        assert_eq!(connection.execute(as_text, []).unwrap(), 1);
        drop(connection);
        let answer = ask(&open_books(&path), &Position::initial());
        let notes: Vec<Option<&str>> = answer.moves.iter().map(|mv| mv.note.as_deref()).collect();
        let expected = ["中炮", "起马", "中炮", "中炮"].map(Some);
        assert_eq!(notes, [&expected[..], &[None]].concat());
    }
}

#[test]
fn several_books_answer_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.obk", "two.xqb", "gone.obk"].map(|name| folder.path().join(name));
    books::make(&paths[0], BookFormat::Obk, &[start("h2e2", 5), start("c3c4", 2)]);
    books::make(&paths[1], BookFormat::Xqb, &[start("h2e2", 3), start("h0g2", 9)]);
    let (books, failed) = dapu::book::Books::open(&paths);
    assert_eq!(failed, [(paths[2].clone(), dapu::book::BookError::Missing)]);
    let answer = ask(&books, &Position::initial());
    let named: Vec<String> = answer
        .moves
        .iter()
        .map(|mv| format!("{} {}", mv.mv.code(), books.iter().nth(mv.book).unwrap().name()))
        .collect();
    assert_eq!(named, ["h0g2 two.xqb", "h2e2 one.obk", "h2e2 two.xqb", "c3c4 one.obk"]);
}

#[test]
fn a_position_missing_from_the_book_is_not_an_error() {
    let (_folder, path) = place("a.obk");
    books::make(&path, BookFormat::Obk, &[start("h2e2", 5)]);
    let answer = ask(&open_books(&path), &cannon());
    assert!(answer.moves.is_empty() && answer.notices.is_empty() && answer.complete);
}

#[test]
fn rows_beyond_what_a_position_can_have_are_dropped_and_reported() {
    let (_folder, path) = place("a.obk");
    let rows: Vec<Row> = (0..300).map(|score| start("h2e2", score)).collect();
    books::make(&path, BookFormat::Obk, &rows);
    let answer = ask(&open_books(&path), &Position::initial());
    assert_eq!(moves(&answer), ["h2e2 255"]);
    assert_eq!(
        messages(&answer),
        ["more than 256 rows for this position: the first ones are shown"]
    );
}

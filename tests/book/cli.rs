//! `dapu book`.

use std::process::{Command, Output};

use dapu::book::BookFormat;
use serde_json::{Value, json};

use crate::book::place;
use crate::common::books::{self, Row};
use crate::common::evil;

const SAMPLE: &str = "samples/xiangqi/opening.obk";
const RECORD: &str = "samples/xiangqi/xianrenzhilu.xqf";

fn dapu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dapu"))
        .arg("book")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = dapu(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = dapu(arguments);
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_table_marks_the_move_of_the_record() {
    let expected = "\
samples/xiangqi/opening.obk  OBK (兵河五四)
   move      score  games  win  draw  lost   rate
   炮２平３    220     72   20    25    27  45.1%
>  马８进７    200     54   12    24    18  44.4%
   卒７进１    170     43   13    16    14  48.8%
";
    assert_eq!(printed(&[SAMPLE, RECORD, "--ply", "1"]), expected);
}

#[test]
fn the_default_position_is_the_initial_one() {
    let page = printed(&[SAMPLE]);
    let moves: Vec<&str> =
        page.lines().skip(2).map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(moves, ["炮二平五", "兵七进一", "相三进五", "马二进三"]);
    let out = "samples/xiangqi/opening.obk  OBK (兵河五四)\nnot in the book\n";
    assert_eq!(printed(&[SAMPLE, RECORD]), out);
}

#[test]
fn json_has_the_same_moves() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b";
    let by_fen: Value = serde_json::from_str(&printed(&[SAMPLE, "--fen", fen, "--json"])).unwrap();
    assert_eq!(by_fen["format"], "obk");
    assert_eq!(by_fen["position"], fen);
    let expected = json!({
        "move": "b7c7", "text": "炮２平３", "score": 220, "games": 72, "win": 20, "draw": 25, "lost": 27,
        "win_rate": 0.4514, "book": "opening.obk",
    });
    assert_eq!(by_fen["moves"][0], expected);
    let by_record = printed(&[SAMPLE, RECORD, "--ply", "1", "--json"]);
    let by_record: Value = serde_json::from_str(&by_record).unwrap();
    assert_eq!(by_record["moves"][1]["played"], true);
    assert_eq!(by_record["moves"][0], expected);
    assert_eq!(by_record["notices"], json!([]));
}

#[test]
fn stats_name_the_kind_of_book_and_the_reason() {
    let page = printed(&[SAMPLE, "--stats"]);
    let rows = books::sample().len();
    assert!(page.starts_with("samples/xiangqi/opening.obk  OBK (兵河五四)\n"));
    assert!(page.contains("  recognised by table bhobk with vmemo, and no table ltext\n"));
    assert!(page.contains(&format!("  rows          {rows}\n")));
    let stats: Value = serde_json::from_str(&printed(&[SAMPLE, "--stats", "--json"])).unwrap();
    assert_eq!(stats["rows"], rows);
    assert_eq!((&stats["lowest_score"], &stats["highest_score"]), (&json!(70), &json!(320)));
    assert_eq!((&stats["index"], &stats["with_note"]), (&json!(true), &json!(9)));
}

#[test]
fn notices_go_to_standard_error() {
    let (_folder, path) = place("a.obk");
    let endgame = crate::book::position("3k5/9/9/9/9/9/9/9/9/R3K4 w");
    books::make(&path, BookFormat::Obk, &[Row::new(endgame, "a0a9", 1)]);
    let output = dapu(&[path.to_str().unwrap()]);
    assert!(output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("a.obk: the book holds no moves for the initial position"),
        "{message}"
    );
}

#[test]
fn control_characters_of_a_book_do_not_reach_the_terminal() {
    let (_folder, path) = place("a.obk");
    let start = dapu::game::xiangqi::Position::initial();
    let row = Row::new(start, "h2e2", 1).memo("\u{1b}[31mred\u{7}\nline".to_owned());
    drop(books::make(&path, BookFormat::Obk, &[row]));
    let page = printed(&[path.to_str().unwrap()]);
    assert_eq!(page.lines().count(), 3);
    assert!(!page.contains(['\u{1b}', '\u{7}']) && page.contains("red"), "{page:?}");
    let foreign = path.with_file_name("foreign.obk");
    let connection = rusqlite::Connection::open(&foreign).unwrap();
    connection.execute_batch("CREATE TABLE \"\u{1b}[31m\"(a)").unwrap();
    drop(connection);
    assert!(!refused(&[foreign.to_str().unwrap()]).contains('\u{1b}'));
}

#[test]
fn errors_take_one_line() {
    assert_eq!(refused(&["gone.obk"]), "dapu: gone.obk: no such file\n");
    let message = refused(&[RECORD]);
    assert!(message.starts_with("dapu: samples/xiangqi/xianrenzhilu.xqf: not an opening book: "));
    assert_eq!(
        refused(&[SAMPLE, RECORD, "--ply", "17"]),
        "dapu: samples/xiangqi/xianrenzhilu.xqf: there is no ply 17: the line ends at ply 16\n"
    );
    assert_eq!(
        refused(&[SAMPLE, "--fen", "x"]),
        "dapu: --fen: a FEN has 10 ranks, this one has 1\n"
    );
    assert!(refused(&[SAMPLE, "--ply", "1"]).contains("need a record"));
    assert!(refused(&[SAMPLE, RECORD, "--stats"]).contains("--stats"));
}

#[test]
fn only_the_text_of_a_note_reaches_the_terminal() {
    let (_folder, path) = place("a.obk");
    let start = dapu::game::xiangqi::Position::initial();
    let row = Row::new(start, "h2e2", 5).memo(evil::text());
    books::make(&path, BookFormat::Obk, &[row]);
    let book = path.to_str().unwrap();
    for arguments in [&[book][..], &[book, "--json"], &[book, "--stats"]] {
        let text = printed(arguments);
        assert_eq!(evil::find(&text), None, "{arguments:?}: {text:?}");
        assert_eq!(text.contains(evil::SHOWN), arguments.last() != Some(&"--stats"));
    }
}

//! The books beside the board, in the program itself.
//!
//! For Unix: the console of Windows draws what a program writes anew, so that neither bytes nor frames can be compared.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use dapu::book::BookFormat;

use crate::book::index::big;
use crate::book::place;
use crate::common::books::{self, Row};
use crate::common::emulator::{Emulator, settings};
use crate::common::program::sample;
use crate::common::terminal::Terminal;

const RECORD: &str = "xiangqi/xianrenzhilu.xqf";

/// Opens the sample record with books beside it.
fn start(books: &[&Path], size: (u16, u16)) -> Terminal {
    let record = sample(RECORD);
    let books = books.iter().flat_map(|book| ["--book", book.to_str().unwrap()]);
    let arguments: Vec<&str> = [record.to_str().unwrap()].into_iter().chain(books).collect();
    Terminal::start(&arguments, size.0, size.1, &[])
}

/// The rows of the pane below its heading, without what is to the left of it.
fn pane(screen: &str) -> Vec<String> {
    let is_heading = |at: &usize, line: &str| {
        line[*at..].starts_with("-- BOOK") || line[*at..].starts_with("== BOOK")
    };
    let starts = |line: &str| line.char_indices().map(|(at, _)| at).find(|at| is_heading(at, line));
    let heading =
        screen.lines().position(|line| starts(line).is_some()).expect("the pane of the book");
    let line = screen.lines().nth(heading).unwrap();
    let left = dapu::text::columns(&line[..starts(line).unwrap()], false);
    let rows = screen.lines().skip(heading + 1).map(|line| {
        let mut ats = line.char_indices().map(|(at, _)| at);
        let at = ats.find(|at| dapu::text::columns(&line[..*at], false) >= left);
        at.map_or("", |at| line[at..].trim_end()).to_owned()
    });
    rows.take_while(|row| !row.starts_with("--")).collect()
}

#[test]
fn the_pane_follows_the_board_and_marks_the_move_of_the_record() {
    let book = sample("xiangqi/opening.obk");
    let mut terminal = start(&[&book], (80, 24));
    let screen = terminal.shows_at_last("炮二平五    320");
    assert!(screen.contains("BOOK opening.obk"), "{screen}");
    let rows = pane(&screen);
    assert_eq!(
        rows[0].split_whitespace().collect::<Vec<_>>(),
        ["move", "score", "games", "W/D/L", "rate"]
    );
    assert_eq!(rows[1], "  炮二平五    320    140  61/48/31  60.7%");
    assert_eq!(rows[2], ">*兵七进一    210     54  18/24/12  55.6%");
    // The last move of the record that the book knows is the ninth.
    let left: Vec<&str> = screen.lines().filter(|line| line.contains("~book")).collect();
    assert_eq!(left.len(), 1, "{screen}");
    assert!(left[0].contains("车２进４ ~book"), "{screen}");
    terminal.keys("8G");
    terminal.shows(">*车九平八");
    terminal.keys("l");
    terminal.shows("not in the book");
    terminal.keys("g");
    terminal.shows(">*兵七进一");
}

#[test]
fn moves_of_the_book_are_tried_out_and_one_key_returns_to_the_record() {
    let book = sample("xiangqi/opening.obk");
    {
        let mut terminal = start(&[&book], (80, 24));
        terminal.shows(">*兵七进一");
        // Without the focus on the pane, the arrow keys move along the record.
        terminal.keys("\x1b[B");
        terminal.shows("1/16");
        terminal.keys("\x1b[A");
        terminal.shows(">*兵七进一");
        terminal.keys("b");
        terminal.shows("== BOOK");
        terminal.keys("\x1b[A");
        terminal.shows("> 炮二平五");
        terminal.keys("\r");
        let screen = terminal.shows(" 1/1  (round 1)  炮二平五  [a/2]");
        assert!(screen.contains("＋－炮－＋－＋－炮－＋－＋－＊－＋"), "{screen}");
        terminal.shows("> 马８进７");
        terminal.keys("\r");
        terminal.shows(" 2/2  (round 1)  马８进７  1.a-2");
        terminal.keys("h");
        terminal.shows(" 1/2  (round 1)  炮二平五");
        terminal.keys("2l");
        terminal.shows(" 2/2  (round 1)  马８进７");
        terminal.keys("m");
        let screen = terminal.shows(" 0/16");
        // The book's moves are numbered: two of them go to the middle.
        assert!(screen.contains("＋－炮－＋－＋－1+－＋－４－炮－＋"), "{screen}");
        assert!(screen.contains(" *兵七进一"), "{screen}");
        // What was tried stays.
        terminal.keys("\x0f");
        terminal.shows(" 2/2  (round 1)  马８进７");
        terminal.keys("mb");
        terminal.wait("the pane closed", |screen| !screen.contains("BOOK"));
        terminal.keys("l");
        terminal.shows("1/16");
        terminal.keys("q");
        assert_eq!(terminal.exit_code(), 0);
        terminal.assert_restored();
    }
}

#[test]
fn a_book_move_is_played_by_number() {
    let book = sample("xiangqi/opening.obk");
    let mut terminal = start(&[&book], (80, 24));
    terminal.shows(">*兵七进一");
    // A move of the record is jumped to.
    terminal.keys("b\r");
    terminal.shows(" 1/16  (round 1)  兵七进一");
    terminal.shows(">*马８进７");
    terminal.keys("3\r");
    terminal.shows(" 2/2  (round 1)  卒７进１");
    terminal.keys("yl");
    terminal.shows("copied 2 moves: 兵七进一 卒７进１");
    terminal.keys("mG");
    terminal.shows("16/16  (round 8)  车９平８");
}

#[test]
fn every_kind_of_book_gives_the_same_screen() {
    let mut screens: Vec<String> = Vec::new();
    for format in [BookFormat::Obk, BookFormat::Yfk, BookFormat::PfBook, BookFormat::Xqb] {
        let (folder, path) = place("book");
        books::make(&path, format, &books::sample());
        let record = fs::read(sample(RECORD)).unwrap();
        let loaded = crate::common::read(&record, "game.xqf").unwrap();
        let mut screen = Emulator::open("game.xqf", loaded, settings(), (120, 40));
        screen.open_books(&[&path]);
        let mut seen = screen.text();
        for key in ["b", "Enter", "Enter", "m", "8", "G", "l", "z"] {
            screen.press(key);
            seen.push_str(&screen.text());
        }
        assert!(seen.contains("仙人指路对起马"), "{format:?}: {seen}");
        screens.push(seen);
        drop(screen);
        let beside: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(beside.len(), 1, "{beside:?}");
    }
    for other in &screens[1..] {
        assert_eq!(&screens[0], other);
    }
}

#[test]
fn several_books_share_one_table() {
    let (_folder, second) = place("second.yfk");
    let start_position = books::sample()[0].position;
    let rows = [
        Row::new(start_position, "h2e2", 2985).results(3487, 7327, 3772),
        Row::new(start_position, "c3c4", -7),
    ];
    books::make(&second, BookFormat::Yfk, &rows);
    let first = sample("xiangqi/opening.obk");
    let terminal = start(&[&first, &second], (120, 40));
    let screen = terminal.shows_at_last("second.yfk");
    let rows = pane(&screen);
    assert_eq!(rows[1], "  炮二平五   2985  14586  3487/7327/3772  49.0%  second.yfk");
    assert_eq!(rows[2], "  炮二平五    320    140        61/48/31  60.7%  opening.obk");
    let last: Vec<&str> =
        rows.iter().map(String::as_str).filter(|row| row.contains("-7")).collect();
    assert_eq!(last, [" *兵七进一     -7                                second.yfk"]);
}

#[test]
fn books_can_be_set_in_the_configuration() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("dapu");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("config.toml"), "books = ['mine.obk']\n").unwrap();
    fs::copy(sample("xiangqi/opening.obk"), folder.join("mine.obk")).unwrap();
    let environment = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    let record = sample(RECORD);
    let terminal = Terminal::start(&[record.to_str().unwrap()], 80, 24, &environment);
    terminal.shows("BOOK mine.obk");
    // Other games do not show them.
    let lesson = sample("go/lesson.sgf");
    let mut terminal = Terminal::start(&[lesson.to_str().unwrap()], 80, 24, &environment);
    terminal.shows("0/25");
    terminal.keys("b");
    terminal.shows("no opening book for this game is open");
}

#[test]
fn a_book_that_fails_to_open_is_reported_and_the_record_still_opens() {
    let (folder, bad) = place("bad.obk");
    fs::write(&bad, "no book at all, but text for more than a hundred bytes".repeat(3)).unwrap();
    let missing = folder.path().join("missing.obk");
    let mut terminal = start(&[&missing, &bad], (80, 24));
    terminal.shows("no such file");
    terminal.keys("l");
    let screen = terminal.shows("1/16");
    assert!(!screen.contains("BOOK"), "{screen}");
    terminal.keys("b");
    terminal.shows("no opening book is open");
    terminal.keys("L");
    terminal.shows("encrypted, compressed or damaged");
    terminal.shows("missing.obk: no such");

    // One good book among bad ones is shown.
    let good = sample("xiangqi/opening.obk");
    let mut terminal = start(&[&bad, &good], (80, 24));
    terminal.shows("not an opening book");
    terminal.keys("l");
    terminal.shows("BOOK opening.obk");
    terminal.shows(">*马８进７");
}

#[test]
fn narrow_screens_have_a_page_for_the_books() {
    let book = sample("xiangqi/opening.obk");
    let mut terminal = start(&[&book], (40, 20));
    terminal.shows("0/16");
    terminal.keys("b");
    terminal.shows("BOOK opening.obk");
    terminal.shows(">*兵七进一    210     54  55.6%");
    terminal.keys("k\r");
    terminal.shows("1/1  (round 1)  炮二平五");
    terminal.keys("m\t");
    terminal.wait("the board", |screen| screen.contains("１２３４５６７８９"));
    terminal.keys("\x1b[Z");
    terminal.shows("BOOK opening.obk");
}

#[test]
fn a_book_without_an_index_is_usable_while_it_is_indexed() {
    let (_folder, path) = place("big.yfk");
    big(&path, BookFormat::Yfk, &books::sample(), 1_500_000);
    let mut terminal = start(&[&path], (80, 24));
    terminal.shows("0/16");
    terminal.keys("lll");
    terminal.shows("3/16");
    terminal.shows(">*炮２平３");
    terminal.wait("the index", |screen| !screen.contains("indexing"));
    let bytes = terminal.bytes();
    assert!(String::from_utf8_lossy(&bytes).contains("indexing"), "no progress was shown");
}

#[test]
fn the_pane_is_in_the_readers_language() {
    let book = sample("xiangqi/opening.obk");
    let record = sample(RECORD);
    for (lang, words) in
        [("zh", ["开局库", "胜/和/负", "胜率"]), ("ja", ["定跡", "勝/分/負", "勝率"])]
    {
        let arguments =
            [record.to_str().unwrap(), "--book", book.to_str().unwrap(), "--lang", lang];
        let terminal = Terminal::start(&arguments, 80, 24, &[]);
        for word in words {
            terminal.shows(word);
        }
    }
}

#[test]
fn the_pane_looks_as_reviewed() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 50), (40, 20), (20, 10)] {
        let loaded = crate::common::emulator::forks();
        let mut screen = Emulator::open("forks.xqf", loaded, settings(), (columns, rows));
        screen.open_books(&[&sample("xiangqi/opening.obk")]);
        screen.keys("l b");
        insta::assert_snapshot!(format!("book-{columns}x{rows}"), screen.trimmed());
    }
}

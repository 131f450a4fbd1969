//! Reading a record: keys, and the screen after them.

#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use common::emulator::{Emulator, settings};
use dapu::format::{Entry, Loaded};
use dapu::game::{Position, Side, shogi};
use dapu::record::{Headers, Key, Record};
use dapu::settings::Config;
use dapu::words::Lang;

/// Forks within forks, comments, and the same position by two ways: 2 C7 3 G3 4 G7 5 E3 is 2 G7 3 G3 4 C7 5 E3.
const FORKS: &str = "(;GM[1]FF[4]SZ[9]PB[Shusaku]PW[Gennan];B[ee]C[the centre]\
(;W[cc];B[gg](;W[gc];B[eg]C[Here it ends])(;W[ge]C[a shape];B[eg]))\
(;W[gc];B[gg]C[Another Way];W[cc];B[eg])(;W[gg]))";

/// A session at 80×24 on a file of this name.
fn open(name: &str, text: &str) -> Emulator {
    let loaded = common::read(text.as_bytes(), name).unwrap();
    Emulator::open(name, loaded, settings(), (80, 24))
}

/// Presses keys, separated by blanks.
fn press(screen: &mut Emulator, keys: &str) {
    for key in keys.split(' ') {
        screen.press(key);
    }
}

/// Types a line into a prompt or filter.
fn type_in(screen: &mut Emulator, text: &str) {
    for character in text.chars() {
        screen.press(&match character {
            ' ' => "Space".to_owned(),
            _ => character.to_string(),
        });
    }
}

/// Asserts that the screen shows texts.
#[track_caller]
fn shows(screen: &Emulator, texts: &[&str]) {
    for text in texts {
        let shown = screen.text();
        assert!(shown.contains(text), "{text:?} is not on\n{shown}");
    }
}

#[track_caller]
fn hides(screen: &Emulator, texts: &[&str]) {
    for text in texts {
        let shown = screen.text();
        assert!(!shown.contains(text), "{text:?} is on\n{shown}");
    }
}

/// The last row.
fn status(screen: &Emulator) -> String {
    let text = screen.text();
    text.trim_end().lines().last().unwrap().trim().to_owned()
}

#[test]
fn keys_jump_to_forks_and_comments_along_the_line() {
    let mut screen = open("forks.sgf", FORKS);
    let mut at = |keys: &str| {
        press(&mut screen, keys);
        status(&screen).split("  ").next().unwrap().to_owned()
    };
    assert_eq!(at("}"), "2/5");
    assert_eq!(at("}"), "4/5");
    assert_eq!(at("}"), "4/5");
    assert_eq!(at("{ {"), "2/5");
    assert_eq!(at("g )"), "1/5");
    assert_eq!(at(")"), "5/5");
    assert_eq!(at("("), "1/5");
    assert_eq!(at("g 2 }"), "4/5");
    press(&mut screen, "G }");
    shows(&screen, &["no more forks on this line"]);
}

#[test]
fn a_command_goes_to_a_ply_a_line_or_a_move_or_runs_an_action() {
    let mut screen = open("forks.sgf", FORKS);
    let mut at = |command: &str| {
        screen.press(":");
        type_in(&mut screen, command);
        screen.press("Enter");
        status(&screen)
    };
    assert!(at("3").starts_with("3/5  黒 G3"));
    assert!(at("2.3").starts_with("2/2  白 G3  [3/3]  2.3-2"));
    assert!(at("4.2-5").starts_with("5/5  黒 E3  4.2-5"));
    assert!(at("main").starts_with("3/5  黒 G3"));
    assert!(at("g7").starts_with("4/5  白 G7"));
    assert!(at("start").starts_with("0/5"));
    assert!(at("nonsense").contains("no such place, move or command: nonsense"));
    assert!(at("9.9").contains("there is no ply 9: the line ends at ply 5"));
    assert!(at("2.9").contains("there is no branch 9 at ply 2: there are 3"));
    assert!(at("#1:2.2-3").starts_with("3/5  黒 G3  2.2-3"));
    assert!(at("#2:1").contains("there is no game 2"));
    assert!(at("end").starts_with("5/5  黒 E3"));
    // Editing, recalling earlier input, and leaving.
    let mut screen = open("forks.sgf", FORKS);
    screen.press(":");
    type_in(&mut screen, "31");
    press(&mut screen, "Backspace Left Right Enter");
    assert!(status(&screen).starts_with("3/5"));
    press(&mut screen, ": Up");
    assert_eq!(status(&screen), ":3_");
    press(&mut screen, "Esc");
    assert!(status(&screen).starts_with("3/5"));
    screen.paste("4");
    assert!(status(&screen).starts_with("3/5"), "pasted text is no key");
    screen.press(":");
    screen.paste("4\n");
    screen.press("Enter");
    assert!(status(&screen).starts_with("4/5"));
}

#[test]
fn a_search_crosses_variations_and_wraps_around() {
    let mut screen = open("forks.sgf", FORKS);
    let mut search = |text: &str| {
        screen.press("/");
        type_in(&mut screen, text);
        screen.press("Enter");
        status(&screen)
    };
    assert!(search("shape").starts_with("4/5  白 G5  [2/2]  4.2-4"));
    // Lower case matches both, a capital only itself.
    assert!(search("another").starts_with("3/5  黒 G3  2.2-3"), "around the end");
    assert!(search("another way").contains("search wrapped around"));
    assert!(search("aNOTHER").contains("not found: aNOTHER"));
    // Moves are searched, too: the next E3 is in the next variation.
    let mut screen = open("forks.sgf", FORKS);
    screen.press("/");
    type_in(&mut screen, "e3");
    press(&mut screen, "Enter Enter");
    assert!(status(&screen).starts_with("5/5  黒 E3"));
    press(&mut screen, "n");
    assert!(status(&screen).starts_with("5/5  黒 E3  2.2-5"), "{}", status(&screen));
    press(&mut screen, "n");
    assert!(status(&screen).starts_with("5/5  黒 E3  4.2-5"), "{}", status(&screen));
    press(&mut screen, "N N");
    assert!(!status(&screen).contains("-5"), "{}", status(&screen));
    press(&mut screen, "Esc");
    // Headers open the page of information.
    screen.press("/");
    type_in(&mut screen, "gennan");
    press(&mut screen, "Enter");
    assert!(status(&screen).starts_with("0/5"), "{}", status(&screen));
}

#[test]
fn a_search_continues_in_the_other_games() {
    let games =
        "(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9]C[a ladder];B[aa])(;GM[1]SZ[9];B[bb];W[cc]C[Ladder])";
    let mut screen = open("games.sgf", games);
    screen.press("/");
    type_in(&mut screen, "ladder");
    press(&mut screen, "Enter");
    shows(&screen, &["a ladder", "0/1"]);
    press(&mut screen, "n");
    shows(&screen, &["Ladder", "2/2"]);
    press(&mut screen, "n");
    shows(&screen, &["a ladder", "search wrapped around"]);
    press(&mut screen, "N");
    shows(&screen, &["Ladder", "2/2"]);
}

#[test]
fn bookmarks_of_file_and_reader_are_jumped_to() {
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n&ここから\n   3 ２六歩(27)\n";
    let mut screen = open("game.kif", kif);
    press(&mut screen, "G \"");
    press(&mut screen, "m g '");
    shows(&screen, &["BOOKMARKS", "a     2", "ここから", "m     3"]);
    press(&mut screen, "m");
    shows(&screen, &["3/3"]);
    press(&mut screen, "'a");
    shows(&screen, &["2/3"]);
    // Back to where the jump began.
    press(&mut screen, "''");
    shows(&screen, &["3/3"]);
    press(&mut screen, "'q");
    shows(&screen, &["no bookmark q"]);
}

#[test]
fn positions_lines_and_places_are_copied() {
    let mut screen = open("forks.sgf", FORKS);
    press(&mut screen, "yl");
    assert_eq!(screen.copied(), None);
    shows(&screen, &["no moves to copy"]);
    press(&mut screen, "l l yl");
    assert_eq!(screen.copied(), Some("E5 C7"));
    shows(&screen, &["copied: E5 C7"]);
    press(&mut screen, "Down yl");
    assert_eq!(screen.copied(), Some("E5 G7"));
    press(&mut screen, "Up yp");
    assert_eq!(screen.copied(), Some("(;GM[1]FF[4]SZ[9]AB[ee]AW[cc]PL[B])"));
    press(&mut screen, "yf");
    assert_eq!(screen.copied(), Some("forks.sgf:2"));
    let mut screen = Emulator::open("g.xqf", common::emulator::forks(), settings(), (80, 24));
    press(&mut screen, "l yp");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    assert!(screen.copied().unwrap().starts_with(fen), "{:?}", screen.copied());
}

#[test]
fn variations_are_listed_inline_and_fold() {
    let loaded = common::read(FORKS.as_bytes(), "forks.sgf").unwrap();
    let mut screen = Emulator::open("forks.sgf", loaded, settings(), (120, 40));
    press(&mut screen, "l l");
    shows(&screen, &["|-2 G7 G3 C7", "`-3 G3", "`-2 G5 E3"]);
    press(&mut screen, "-");
    hides(&screen, &["|-2 G7"]);
    shows(&screen, &["`-2 G5 E3"]);
    press(&mut screen, "Z");
    hides(&screen, &["`-2 G5 E3"]);
}

#[test]
fn a_problem_hides_its_answer() {
    let book = "(;GM[1]SZ[9]AB[aa]AW[ba]C[Black to live];B[ab]C[right])(;GM[1]SZ[9]AB[cc]AW[dd]C[White to kill];W[ee];B[ff])";
    let mut screen = open("book.sgf", book);
    press(&mut screen, "P");
    shows(&screen, &["Black to live", "0/?", "a: all"]);
    press(&mut screen, "G");
    shows(&screen, &["0/?", "the answer is hidden"]);
    press(&mut screen, "G / r i g h t Enter");
    shows(&screen, &["0/?"]);
    hides(&screen, &["right"]);
    press(&mut screen, "a l");
    shows(&screen, &["1/1  黒 A8", "right"]);
    press(&mut screen, ">");
    shows(&screen, &["White to kill", "0/?"]);
    press(&mut screen, "<");
    shows(&screen, &["Black to live", "0/?"]);
}

#[test]
fn sibling_positions_are_problems() {
    let mut book = String::from("(;GM[1]SZ[9]");
    for index in 0..900 {
        let point = format!("{}{}", letter(index % 9), letter(index / 9 % 9));
        write!(book, "(;AB[{point}]C[problem {index}];B[ee])").unwrap();
    }
    book.push(')');
    let mut screen = open("book.sgf", &book);
    press(&mut screen, "P");
    shows(&screen, &["problem 0"]);
    press(&mut screen, "> > >");
    shows(&screen, &["problem 3", "1/?"]);
    press(&mut screen, "P m l");
    // The pane of branches scrolls through all of them.
    shows(&screen, &["AT MOVE 1: 900 BRANCHES", "1/900"]);
    press(&mut screen, "0 8 9 8 Down");
    shows(&screen, &["problem 898", "899/900", ">899"]);
    press(&mut screen, "0 4 5 0 Enter");
    shows(&screen, &["problem 449", "450/900"]);
}

fn letter(index: usize) -> char {
    char::from(b'a' + index as u8)
}

#[test]
fn autoplay_plays_moves_one_after_another() {
    let mut screen = open("forks.sgf", FORKS);
    press(&mut screen, "p");
    shows(&screen, &["[play 1s]"]);
    screen.tick();
    shows(&screen, &["1/5", "[play 1s]"]);
    press(&mut screen, "+");
    screen.tick();
    shows(&screen, &["2/5", "[play 0.5s]"]);
    press(&mut screen, "h");
    screen.tick();
    shows(&screen, &["1/5"]);
    hides(&screen, &["[play"]);
    press(&mut screen, "p");
    (0..9).for_each(|_| screen.tick());
    shows(&screen, &["5/5", "end of the line"]);
}

#[test]
fn illegal_moves_are_reported_in_the_language_of_the_screen() {
    for (lang, noted, listed) in [
        (Lang::En, "(!) illegal: ", "move 1 (７五歩) is illegal: "),
        (Lang::Zh, "(!) 犯规：棋子不能这样走", "第1着（７五歩）犯规："),
        (Lang::Ja, "(!) 反則：その駒はそこへ動けません", "1手目（７五歩）反則："),
    ] {
        let loaded = common::read("V2.2\nPI\n+\n+7775FU\n".as_bytes(), "a.csa").unwrap();
        let settings = Config { language: lang, ..settings() };
        let mut screen = Emulator::open("a.csa", loaded, settings, (80, 24));
        press(&mut screen, "l");
        shows(&screen, &[noted]);
        press(&mut screen, "L");
        shows(&screen, &[listed]);
    }
}

#[test]
fn clocks_at_zero_take_no_room() {
    for (spent, is_shown) in [("0:00", false), ("0:07", true)] {
        let moves = ["７六歩(77)", "３四歩(33)", "２六歩(27)", "８四歩(83)"];
        let lines = moves.iter().enumerate();
        let lines: String =
            lines.map(|(at, mv)| format!("{:>4} {mv} ( {spent}/00:00:00)\n", at + 1)).collect();
        let mut screen = open("clocks.kifu", &format!("手合割：平手\n{lines}"));
        let text = screen.text();
        let is_round = |row: &str| row.contains("７六歩") && row.contains("３四歩");
        assert_eq!(text.lines().any(is_round), !is_shown, "{text}");
        assert_eq!(text.contains(spent), is_shown, "{text}");
        press(&mut screen, "v");
        assert_eq!(screen.text().contains("-- TIME"), is_shown, "{}", screen.text());
    }
}

#[test]
fn evaluations_and_clocks_are_drawn_and_swings_jumped_to() {
    let swinging = [0.3, 0.2, 4.5, 4.4, 4.6, -3.0, -3.1];
    for (property, first, second, scale) in
        [("V", 0.0, 1.0, " 4.6 "), ("SBKV", 50.0, 10.0, " 96% ")]
    {
        let mut sgf = String::from("(;GM[1]SZ[9]");
        for (ply, value) in swinging.into_iter().enumerate() {
            let side = if ply % 2 == 0 { "B" } else { "W" };
            let value = first + second * value;
            write!(sgf, ";{side}[{}a]{property}[{value:.1}]", letter(ply)).unwrap();
        }
        sgf.push(')');
        let mut screen = open("values.sgf", &sgf);
        press(&mut screen, "v");
        shows(&screen, &["-- EVALUATION", "#", "o", scale]);
        for ply in ["3/7", "6/7", "3/7"] {
            press(&mut screen, "!");
            shows(&screen, &[ply]);
        }
    }
}

/// A library whose games are read when opened.
fn library(games: usize) -> Loaded {
    let entry = |number: usize| {
        let mut headers = Headers::default();
        headers.set(Key::Player(Side::First), &format!("先手{number}"));
        headers.set(Key::Player(Side::Second), if number % 100 == 7 { "Habu" } else { "後手" });
        let kept = headers.clone();
        Entry::deferred(headers, move || {
            let mut record = Record::new(Position::Shogi(shogi::Position::initial()));
            record.headers = kept.clone();
            Ok(record)
        })
    };
    Loaded::new(None, (0..games).map(entry).collect())
}

#[test]
fn ten_thousand_games_are_filtered_without_a_pause() {
    let mut screen = Emulator::open("library", library(10_000), settings(), (80, 24));
    press(&mut screen, "o");
    shows(&screen, &["-- GAMES", "10000/10000", ">    1 先手0 - 後手"]);
    let began = Instant::now();
    type_in(&mut screen, "/habu 8807");
    let per_key = began.elapsed() / 9;
    shows(&screen, &["1/10000", "8808 先手8807 - Habu"]);
    assert!(per_key < Duration::from_millis(100), "{per_key:?} a key");
    press(&mut screen, "Enter");
    shows(&screen, &["先手8807", "0/0"]);
    press(&mut screen, "o / Ctrl-u Esc Esc >");
    shows(&screen, &["先手8808"]);
    press(&mut screen, "5 0 0 <");
    shows(&screen, &["先手8308"]);
    press(&mut screen, "o Esc");
    shows(&screen, &["MOVES"]);
}

#[test]
fn a_long_comment_scrolls_when_focused() {
    let lines: String = (0..60).map(|line| format!("line {line}\n")).collect();
    let mut screen = open("long.sgf", &format!("(;GM[1]SZ[9]C[{lines}];B[ee])"));
    shows(&screen, &["line 0"]);
    press(&mut screen, "Tab PgDn");
    hides(&screen, &["line 0 ", "line 59"]);
    press(&mut screen, "0 2 0 PgDn");
    shows(&screen, &["line 59", "0/1"]);
    press(&mut screen, "z g");
    shows(&screen, &["line 59", "line 45"]);
}

/// The time for a key and its frame in a record of this size.
fn cost(nodes: usize, keys: &[&str]) -> Vec<Duration> {
    let mut screen = open("long.sgf", &long_record(nodes));
    let mut times = vec![Duration::MAX; keys.len()];
    // Other load does not always hit the same key.
    for _ in 0..8 {
        press(&mut screen, "m g");
        for (key, time) in keys.iter().zip(&mut times) {
            let began = Instant::now();
            screen.press(key);
            *time = began.elapsed().min(*time);
        }
    }
    times
}

/// A long line with a variation at every tenth ply.
fn long_record(nodes: usize) -> String {
    let mut sgf = String::from("(;GM[1]SZ[19]");
    let mut ends = 0;
    for ply in 0..nodes * 10 / 11 {
        let side = if ply % 2 == 0 { "B" } else { "W" };
        let point = format!("{}{}", letter(ply % 19), letter(ply / 19 % 19));
        if ply % 10 == 9 {
            write!(sgf, "(;{side}[{point}]").unwrap();
            ends += 1;
        } else {
            write!(sgf, ";{side}[{point}]").unwrap();
        }
    }
    for _ in 0..ends {
        sgf.push_str(")(;B[])");
    }
    sgf.push(')');
    sgf
}

#[test]
fn the_cost_of_a_key_does_not_grow_with_the_record() {
    let keys = "l l h G } { l Down Up Enter m g ) } Down Right l l m G v v x z z";
    let keys: Vec<&str> = keys.split(' ').collect();
    let short = cost(1_000, &keys);
    let long = cost(1_000_000, &keys);
    for ((key, short), long) in keys.iter().zip(&short).zip(&long) {
        // A walk over a million nodes takes tens of milliseconds.
        let most = *short * 4 + Duration::from_millis(2);
        assert!(*long < most, "{key}: {short:?} and {long:?}");
    }
}

#[test]
fn a_map_of_many_nodes_opens_at_once_and_scrolls_without_a_pause() {
    let keys = ["T", "j", "PgDn", "l", "h", "G", "k", "g", "Enter"];
    // At 60 frames per second, a frame takes 17 ms; a build for tests is much slower.
    let frame = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 17 });
    for (key, time) in keys.iter().zip(cost(60_000, &keys)) {
        assert!(time < frame, "{key}: {time:?}");
    }
}

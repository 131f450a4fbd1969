//! Searching a record and the other games of its file, and filtering a list of games.

use dapu::format::{self, Entry, Loaded};
use dapu::game::{Position, Side, shogi};
use dapu::record::{Headers, Key, Record};

use crate::common::emulator::{Emulator, settings};
use crate::screen::FORKS;

#[test]
fn a_search_crosses_variations_and_wraps_around() {
    let mut screen = Emulator::read("forks.sgf", FORKS);
    let mut search = |text: &str| {
        screen.press("/");
        screen.type_in(text);
        screen.press("Enter");
        screen.status()
    };
    assert!(search("shape").starts_with("4/5  White G5  [2/2]  4.2-4"));
    // Lower case matches both, a capital only itself.
    assert!(search("another").starts_with("3/5  Black G3  2.2-3"), "around the end");
    assert!(search("another way").contains("search wrapped around"));
    assert!(search("aNOTHER").contains("not found: aNOTHER"));
    // Moves are searched, too: the next E3 is in the next variation.
    let mut screen = Emulator::read("forks.sgf", FORKS);
    screen.press("/");
    screen.type_in("e3");
    screen.keys("Enter Enter");
    assert!(screen.status().starts_with("5/5  Black E3"));
    screen.keys("n");
    assert!(screen.status().starts_with("5/5  Black E3  2.2-5"), "{}", screen.status());
    screen.keys("n");
    assert!(screen.status().starts_with("5/5  Black E3  4.2-5"), "{}", screen.status());
    screen.keys("N N");
    assert!(!screen.status().contains("-5"), "{}", screen.status());
    screen.keys("Esc");
    // Headers open the page of information.
    screen.press("/");
    screen.type_in("gennan");
    screen.keys("Enter");
    assert!(screen.status().starts_with("0/5"), "{}", screen.status());
}

#[test]
fn a_search_continues_in_the_other_games() {
    let games =
        "(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9]C[a ladder];B[aa])(;GM[1]SZ[9];B[bb];W[cc]C[Ladder])";
    let mut screen = Emulator::read("games.sgf", games);
    screen.keys("Esc /");
    screen.type_in("ladder");
    screen.keys("Enter");
    screen.shows(&["a ladder", "0/1"]);
    screen.keys("n");
    screen.shows(&["Ladder", "2/2"]);
    screen.keys("n");
    screen.shows(&["a ladder", "search wrapped around"]);
    screen.keys("N");
    screen.shows(&["Ladder", "2/2"]);
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
    Loaded::new(format::by_name("json").unwrap(), None, (0..games).map(entry).collect())
}

#[test]
fn ten_thousand_games_are_filtered() {
    let mut screen = Emulator::open("library", library(10_000), settings(), (80, 24));
    screen.shows(&["-- GAMES", "10000/10000", ">     1 先手0 - 後手"]);
    screen.type_in("/habu 8807");
    screen.shows(&["1/10000", "8808 先手8807 - Habu"]);
    screen.keys("Enter");
    screen.shows(&["先手8807", "0/0"]);
    screen.keys("o / Ctrl-u Esc Esc >");
    screen.shows(&["先手8808"]);
    screen.keys("5 0 0 <");
    screen.shows(&["先手8308"]);
    screen.keys("o Esc");
    screen.shows(&["MOVES"]);
}

#[test]
fn hits_in_a_deep_tree_show_where_they_differ() {
    // Each line leaves the one before it.
    let forks: String = (0..8).map(|_| "(;B[aa])(;B[bb];W[cc]").collect();
    let sgf =
        format!("(;GM[1]SZ[9];B[ee]{forks};B[gg]C[a needle];W[gc]C[the needle]{}", ")".repeat(9));
    let mut screen = Emulator::read("deep.sgf", &sgf);
    screen.press("/");
    screen.type_in("needle");
    screen.press("Enter");
    screen.shows(&[".2-18 G3  a needle", ".2-19 G7  the needle", "> .."]);
}

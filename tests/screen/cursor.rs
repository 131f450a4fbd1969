//! Where the terminal's cursor is: screen readers read the row from there on.

use crate::common;
use crate::common::emulator::{self, Emulator, settings};

/// The rest of the row from the terminal's cursor on.
fn at_cursor(screen: &Emulator) -> String {
    let (row, column) = screen.screen().cursor_position();
    let columns = screen.columns(column..screen.size().0);
    columns[usize::from(row)].trim_end().to_owned()
}

#[test]
fn the_terminal_cursor_is_at_the_current_row() {
    let game = emulator::game("forks.xqf");
    let mut screen = Emulator::open("forks.xqf", game, settings(), (80, 24));
    for name in ["炮二平五", "马８进７", "马二进三"] {
        screen.press("l");
        let row = at_cursor(&screen);
        let after = row.strip_prefix('>');
        assert!(after.is_some_and(|row| row.starts_with(name)), "{row:?}\n{}", screen.text());
    }
    screen.press("T");
    assert!(at_cursor(&screen).starts_with('>'), "{}", screen.text());
    screen.press("Esc");
    screen.keys("/ a b");
    let (row, column) = screen.screen().cursor_position();
    assert_eq!((row, column), (23, 4), "{}", screen.text());
    screen.press("Esc");
    screen.press("?");
    assert!(at_cursor(&screen).starts_with("GETTING STARTED"), "{}", screen.text());
    screen.press("Esc");
    screen.resize(40, 20);
    assert!(at_cursor(&screen).starts_with('>'), "{}", screen.text());
    assert!(!screen.screen().hide_cursor());
}

#[test]
fn the_terminal_cursor_is_at_the_current_hit_and_in_the_filter_and_not_at_an_arrow_in_a_text() {
    let hit = "C[E5 -> a needle]";
    let moves = format!("(;GM[1]SZ[9];B[ee]{hit};W[dd];B[cc]{hit})(;GM[1]SZ[9]PB[Anna];B[ee])");
    let loaded = common::read(moves.as_bytes(), "hits.sgf").unwrap();
    let mut screen = Emulator::open("hits.sgf", loaded, settings(), (80, 24));
    let mut at_cursor_after = |keys: &str| {
        for key in keys.split(' ') {
            screen.press(key);
        }
        at_cursor(&screen).replace(' ', "")
    };
    assert_eq!(at_cursor_after("Esc / n e e d l e Enter"), ">#11E5..5->aneedle");
    assert_eq!(at_cursor_after("j"), ">#13C7..5->aneedle");
    assert_eq!(at_cursor_after("Esc o / a n"), "_");
}

//! Input that comes in pieces, or never ends.

use std::thread;
use std::time::Duration;

use crate::common::terminal::Terminal;
use crate::game;

#[test]
fn an_unended_paste_is_over_after_a_second() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("/\x1b[200~words");
    terminal.shows("/words");
    terminal.keys("\rl");
    terminal.shows("1/4");
}

#[test]
fn an_interrupt_ends_the_program_in_the_middle_of_a_paste() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("\x1b[200~words");
    // A key is read by itself.
    thread::sleep(Duration::from_millis(200));
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_key_whose_sequence_comes_in_pieces_is_none() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    for rest in ["[F", "OP", "[M"] {
        terminal.keys("\x1b");
        thread::sleep(Duration::from_millis(200));
        terminal.keys(rest);
        // The report of the mouse, `ESC [ M`, has three more bytes to come.
        thread::sleep(Duration::from_millis(1100));
    }
    terminal.keys("l");
    let screen = terminal.shows("1/4");
    assert!(screen.contains("[live]"), "{screen}");
    assert!(
        !screen.contains("mouse") && !screen.contains("problem"),
        "{screen}"
    );
}

//! Pastes that never end.

use crate::common::terminal::Terminal;
use crate::terminal::game;

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
    // An interrupt that is read with the text before it is part of the paste.
    terminal.keys_are_read();
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

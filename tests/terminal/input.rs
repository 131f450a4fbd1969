//! Bytes from the terminal: keys in every spelling, sequences in pieces, and pastes that never end.

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

/// Each key in the spellings of several terminals, and where it leads from ply 8 of 16.
#[test]
fn keys_come_in_the_spellings_of_all_terminals() {
    let (_directory, path) = game(16);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/16");
    for (spellings, ply) in [
        (&["l", "\x1b[C", "\x1bOC", "ｌ"][..], "9/16"),
        (&["h", "\x1b[D", "\x1bOD", "\x1b[1;1D"], "7/16"),
        (&["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"], "0/16"),
        (&["\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"], "16/16"),
        // What means nothing is dropped, and the next key is heard.
        (&["\x1b[?1;2cl", "\x1b[Il", "\x1b[M !!l", "\x1b[201~l", "\x1b[99999999999~l"], "9/16"),
        (&["\x1b[<3;1;1Ml", "\x1b[<0;1;1ml", "\x1b[<32;1;1Ml"], "9/16"),
    ] {
        for spelling in spellings {
            terminal.keys("8G");
            terminal.shows("8/16");
            terminal.keys(spelling);
            terminal.shows(ply);
        }
    }
}

#[test]
fn the_rest_of_a_sequence_after_its_escape_was_taken_is_no_key() {
    let (_directory, path) = game(16);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/16");
    for (rest, ply) in [("[C", "1/16"), ("OC", "2/16"), ("[1;5C", "3/16")] {
        terminal.keys("?");
        terminal.shows("KEYS");
        terminal.keys("\x1b");
        terminal.wait("the help to close", |screen| !screen.contains("KEYS"));
        terminal.keys(rest);
        terminal.keys_are_read();
        terminal.keys("l");
        terminal.shows(ply);
    }
}

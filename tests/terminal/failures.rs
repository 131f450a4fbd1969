//! Failures before and during the setup of the screen.

use crate::common::terminal::Terminal;
use crate::terminal::game;

#[test]
fn without_threads_there_is_an_error_and_no_screen() {
    let (_directory, path) = game(4);
    // No machine can provide stacks of this size.
    let environment = [("RUST_MIN_STACK", "70368744177664")];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    assert_ne!(terminal.exit_code(), 0);
    let screen = terminal.shows("dapu: ");
    assert!(screen.contains("os error"), "{screen}");
    assert!(!terminal.look(vt100::Screen::alternate_screen));
    terminal.assert_restored();
}

#[test]
fn the_terminal_is_restored_and_no_screen_shown_whatever_fails_to_open() {
    let (_directory, path) = game(4);
    let mut failed = 0;
    // With few descriptors the program fails at some step of its startup; with more it runs.
    for descriptors in 4..12 {
        let line = format!("ulimit -n {descriptors}; \"$DAPU\" {}; echo \"=$?\"", path.display());
        let mut terminal = Terminal::shell(&line);
        let screen = terminal.wait("a screen or an end", |screen| {
            screen.contains("0/4") || screen.contains('=') && !screen.contains("MOVES")
        });
        if screen.contains("0/4") {
            terminal.keys("q");
        }
        assert_eq!(terminal.exit_code(), 0);
        let end = terminal.shows("=");
        terminal.assert_restored();
        if end.contains("=2") {
            failed += 1;
            assert!(!terminal.bytes().windows(8).any(|bytes| bytes == b"\x1b[?1049h"), "{end}");
        }
    }
    assert!(failed > 0, "nothing failed");
}

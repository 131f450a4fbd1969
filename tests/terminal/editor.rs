//! The editor opened with `e` has the terminal as if started by the shell.

use std::path::PathBuf;

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::terminal::game;

/// A record that is text.
fn text() -> PathBuf {
    sample("shogi/floodgate.csa")
}

/// An editor that waits for a line. `VISUAL` is quoted as for the shell.
const EDITOR: &str = "sh -c 'echo editing; read line'";

#[test]
fn the_editor_command_may_be_quoted() {
    let path = text();
    let environment = [("VISUAL", EDITOR)];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    terminal.shows("0/5");
    terminal.keys("le");
    terminal.shows("editing");
    terminal.assert_restored();
    terminal.keys("\n");
    terminal.shows("1/5");
    let environment = [("VISUAL", "vi 'half")];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    terminal.shows("0/5");
    terminal.keys("e");
    terminal.shows("the editor failed: vi 'half: missing closing quote");
}

#[test]
fn stopping_the_editor_stops_the_whole_job() {
    let path = text();
    let mut terminal = Terminal::job(&path, EDITOR);
    terminal.shows("0/5");
    terminal.keys("e");
    terminal.shows("editing");
    terminal.keys("\x1a");
    terminal.shows("stopped");
    terminal.assert_restored();
    // Resumes the editor, then returns to the record.
    terminal.keys("\n\n");
    terminal.shows("0/5");
    terminal.keys("l");
    terminal.shows("1/5");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn interrupting_the_editor_ends_only_the_editor() {
    let path = text();
    let environment = [("VISUAL", EDITOR)];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    terminal.shows("0/5");
    for (before, key) in ["\x03", "\x1c"].into_iter().enumerate() {
        terminal.keys("e");
        // What an earlier editor wrote is still there.
        terminal.wait("the editor", |screen| {
            screen.matches("editing").count() > before && !screen.contains("0/5")
        });
        terminal.keys(key);
        terminal.shows("the editor failed: signal");
    }
    terminal.keys("l");
    terminal.shows("1/5");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_binary_record_is_not_given_to_an_editor() {
    let (_directory, path) = game(4);
    let environment = [("VISUAL", EDITOR)];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    terminal.shows("0/4");
    terminal.keys("e");
    terminal.shows("xqf is not text: :w NEW.pgn writes a copy that can be edited");
    terminal.keys("l");
    assert!(!terminal.shows("1/4").contains("editing"));
}

//! The editor opened with `e` has the terminal as if started by the shell.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::common::program::{sample, until};
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
fn each_editor_gets_the_place_in_its_own_form() {
    let directory = tempfile::tempdir().unwrap();
    let (path, given) = (text(), directory.path().join("given"));
    let file = path.to_str().unwrap();
    let moves = std::fs::read_to_string(&path).unwrap();
    let line = 1 + moves.lines().position(|line| line.starts_with('+') && line.len() > 1).unwrap();
    for (editor, expected) in [
        ("vim", format!("+call cursor({line},1) {file}")),
        ("nano", format!("+{line},1 {file}")),
        ("hx", format!("{file}:{line}:1")),
        ("code", format!("--wait --goto {file}:{line}:1")),
        ("ed", format!("+{line} {file}")),
    ] {
        let program = directory.path().join(editor);
        let script = format!("#!/bin/sh\necho \"$*\" > {}\necho edited\n", given.display());
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let environment = [("VISUAL", program.to_str().unwrap())];
        let mut terminal = Terminal::start(&[file], 80, 24, &environment);
        terminal.shows("0/5");
        terminal.keys("le");
        until(|| std::fs::exists(&given).unwrap());
        terminal.keys("l");
        terminal.shows("2/5");
        assert_eq!(std::fs::read_to_string(&given).unwrap().trim_end(), expected);
        std::fs::remove_file(&given).unwrap();
    }
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

//! Records that come through pipes.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;

use crate::common::program::sample;
use crate::common::terminal::Terminal;

#[test]
fn a_silent_pipe_shows_a_screen_that_can_be_quit() {
    let mut terminal = Terminal::shell("sleep 20 | { \"$DAPU\" -; echo left $?; }");
    terminal.shows("waiting for a record");
    terminal.keys("q");
    terminal.shows("left 0");
    terminal.assert_restored();
}

#[test]
fn a_pipe_without_a_record_is_an_error_after_the_screen_closes() {
    let line = "{ sleep 1; echo nothing; } | { \"$DAPU\" -; echo left $?; }";
    let terminal = Terminal::shell(line);
    terminal.shows("waiting for a record");
    let screen = terminal.shows("left 2");
    assert!(screen.contains("dapu: -: "), "{screen}");
    terminal.assert_restored();
}

#[test]
fn a_named_pipe_is_read_as_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("live.sgf");
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let mut terminal = Terminal::start(&["--follow", path.to_str().unwrap()], 80, 24, &[]);
    terminal.shows("waiting for a record");
    let mut pipe = OpenOptions::new().write(true).open(&path).unwrap();
    pipe.write_all(b"(;SZ[9];B[ee];W[gc]\n").unwrap();
    terminal.shows("2/2");
    pipe.write_all(b";B[cg]\n").unwrap();
    terminal.shows("3/3");
    terminal.keys("e");
    terminal.shows("cannot be edited");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn pipes_are_read_through_their_descriptors() {
    let record = sample("go/lesson.sgf");
    assert!(fs::exists(&record).unwrap());
    for line in [
        "\"$DAPU\" /dev/stdin",
        "\"$DAPU\" --follow /dev/stdin",
        "\"$DAPU\" /dev/fd/3 3<&0 </dev/tty",
    ] {
        let line = format!("cat {} | {line}", record.display());
        let mut terminal = Terminal::shell(&line);
        terminal.keys("gl");
        terminal.wait(&line, |screen| screen.contains(" 1/"));
        terminal.keys("q");
        assert_eq!(terminal.exit_code(), 0);
        terminal.assert_restored();
    }
}

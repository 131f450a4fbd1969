//! Records from pipes.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::common::program::{make_fifo, sample};
use crate::common::terminal::Terminal;

/// A named pipe in a directory of its own.
fn fifo() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("live.sgf");
    make_fifo(&path);
    (directory, path)
}

/// A line of the shell in which the program reads a pipe that gets what is written to another one.
fn reading(fifo: &Path) -> String {
    let fifo = fifo.display();
    format!("cat {fifo} | {{ \"$DAPU\" -; echo left $?; }}")
}

#[test]
fn a_silent_pipe_is_waited_for_in_a_line_and_can_be_left() {
    for key in ["q", "\x03"] {
        let (_directory, fifo) = fifo();
        let mut terminal = Terminal::shell(&reading(&fifo));
        terminal.shows("dapu: -: waiting for a record  (q quits)");
        terminal.keys("l");
        terminal.keys_are_read();
        terminal.keys(key);
        let screen = terminal.shows("left 0");
        assert!(screen.starts_with("dapu: -: waiting"), "{screen}");
        terminal.assert_restored();
        // So that it ends.
        fs::write(fifo, "").unwrap();
    }
}

#[test]
fn a_pipe_without_a_record_is_an_error_without_a_screen() {
    let (_directory, fifo) = fifo();
    let terminal = Terminal::shell(&reading(&fifo));
    terminal.shows("waiting for a record");
    fs::write(fifo, "nothing\n").unwrap();
    let screen = terminal.shows("left 2");
    assert!(screen.lines().filter(|line| line.starts_with("dapu: -: ")).count() == 2, "{screen}");
    assert!(!terminal.bytes().windows(8).any(|bytes| bytes == b"\x1b[?1049h"));
    terminal.assert_restored();
}

#[test]
fn a_named_pipe_is_read_as_it_is_written() {
    let (_directory, fifo) = fifo();
    let mut terminal = Terminal::start(&["--follow", fifo.to_str().unwrap()], 80, 24, &[]);
    terminal.shows("waiting for a record");
    let mut pipe = OpenOptions::new().write(true).open(&fifo).unwrap();
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

#[test]
#[ignore = "reads a GiB twice"]
fn a_pipe_that_never_ends_is_read_up_to_the_limit_of_commands() {
    let why = "too large for a record: more than 1 GiB";
    let terminal = Terminal::shell("yes | \"$DAPU\" -; echo left $?");
    terminal.shows(&format!("dapu: -: {why}"));
    terminal.shows("left 2");
    let record = "{ printf '(;SZ[9];B[ee]\\n;W[gc]C['; yes; }";
    let mut terminal = Terminal::shell(&format!("{record} | \"$DAPU\" -; echo left $?"));
    terminal.shows(&format!("[incomplete: {why}]"));
    terminal.keys("l");
    terminal.shows("1/");
    terminal.keys("q");
    terminal.shows("left 0");
}

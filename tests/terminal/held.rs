//! Keys that are held: they are answered while they come, whatever the disk does.

use crate::common::terminal::Terminal;
use crate::terminal::game;

/// What each frame of a longer game begins with at another ply: the status line.
const STATUS: &[u8] = b"\x1b[24;";

fn frames(terminal: &Terminal) -> usize {
    terminal.bytes().windows(STATUS.len()).filter(|bytes| *bytes == STATUS).count()
}

#[test]
fn frames_are_drawn_while_keys_come_faster_than_they_are_handled() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("long.sgf");
    std::fs::write(&path, format!("(;GM[1]SZ[9]{})", ";B[];W[]".repeat(20_000))).unwrap();
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/40000");
    let before = frames(&terminal);
    for _ in 0..30 {
        terminal.keys(&"l".repeat(1000));
    }
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    let drawn = frames(&terminal) - before;
    assert!(drawn >= 5, "only {drawn} frames were drawn");
}

#[test]
#[cfg_attr(not(has = "strace"), ignore = "needs strace")]
fn keys_do_not_ask_the_disk() {
    let (_directory, path) = game(16);
    // Not beside the record, whose directory is watched.
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut terminal = Terminal::shell(&format!(
        "strace -f -qq -e trace=file -o {} \"$DAPU\" {}",
        log.path().display(),
        path.display()
    ));
    let asked = || {
        let log = std::fs::read_to_string(log.path()).unwrap();
        log.lines().filter(|line| line.contains("game.")).count()
    };
    terminal.shows("0/16");
    let before = asked();
    for _ in 0..100 {
        terminal.keys("l");
        terminal.shows("1/16");
        terminal.keys("h");
        terminal.shows("0/16");
    }
    let during = asked() - before;
    // The place is written to the history every ten seconds.
    assert!(during < 50, "the disk was asked {during} times for 200 keys");
}

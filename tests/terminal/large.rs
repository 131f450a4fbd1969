//! A large file is shown before all of it has been read.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::common::program::until;
use crate::common::terminal::{Terminal, play};
use crate::keys::first;

/// A file of many games.
fn library(games: usize) -> (TempDir, PathBuf) {
    let moves = ";B[aa];W[bb];B[cc];W[dd]".repeat(10);
    let game = |number| format!("(;GM[1]SZ[9]PB[Player {number}]PW[Other]{moves})\n");
    file((1..=games).map(game).collect())
}

/// A file with this text, written a while ago.
fn file(text: String) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("library.sgf");
    fs::write(&path, text).unwrap();
    let past = SystemTime::now() - Duration::from_secs(60);
    let file = File::options().write(true).open(&path).unwrap();
    file.set_modified(past).unwrap();
    (directory, path)
}

fn open(argument: &Path, state: &Path) -> Terminal {
    let environment = [("XDG_STATE_HOME", state.to_str().unwrap())];
    Terminal::start(&[argument.to_str().unwrap()], 80, 24, &environment)
}

#[test]
fn games_read_in_the_background_are_listed_found_and_opened() {
    let (_directory, path) = library(20_000);
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open(&path, state.path());
    // The list is opened, filtered and searched before it is complete.
    play(
        &mut terminal,
        &[("", "Player 1 - Other"), ("/Player 1999", "Player 19999 - Other"), ("", " 12/20000")],
    );
    terminal.keys("\x1b");
    terminal.wait("the filter without its cursor", |screen| !screen.contains("1999_"));
    play(
        &mut terminal,
        &[
            ("G\r", " 19999/20000"),
            ("<", " 19998/20000"),
            (":#20000:3\r", " 20000/20000"),
            ("", " 3/40"),
            ("/Player 19998\r", "Player 19998"),
            ("\r", " 19998/20000"),
            (":#20000:3\r", " 3/40"),
        ],
    );
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    // The place is remembered, though the game is not among those read first.
    let mut terminal = open(&path, state.path());
    play(&mut terminal, &[("", " 20000/20000"), ("", " 3/40")]);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    let named = PathBuf::from(format!("{}#15000", path.display()));
    open(&named, state.path()).shows(" 15000/");
}

#[test]
fn quitting_at_once_does_not_wait_and_keeps_the_place() {
    let (_directory, path) = library(20_000);
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open(&first(&path), state.path());
    play(&mut terminal, &[("", "/20000"), (":#19000:7\r", " 19000/20000")]);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = open(&path, state.path());
    terminal.shows("Player");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    open(&path, state.path()).shows(" 19000/20000");
}

#[test]
fn the_next_game_may_still_have_to_be_read() {
    // So many that reading them takes longer than typing on the busiest machine.
    let (_directory, path) = file("(;GM[1]SZ[9];B[aa];W[bb])\n".repeat(1_000_000));
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open(&first(&path), state.path());
    terminal.shows(" 0/2");
    // To the last game so far, and on from there before the next ones are read.
    terminal.keys(&"99999>".repeat(9));
    terminal.shows("the file is still being read");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_game_that_takes_long_to_read_holds_up_no_key() {
    // The first game is so long that the file is not read in parts, each of which would be read at once.
    let (comment, passes) = ("long ".repeat(250_000), ";B[];W[]".repeat(2_500_000));
    let games = format!("(;SZ[9]C[{comment}];B[ee];W[gc];B[ec])\n(;SZ[9]{passes})\n");
    let (_directory, path) = file(games);
    let state = tempfile::tempdir().unwrap();
    let opening = "opening library.sgf 2 (Esc: stop)";
    // To the next game, and to a place in it.
    for keys in [">", ":#2:7\r"] {
        let mut terminal = open(&first(&path), state.path());
        play(&mut terminal, &[("", " 0/3"), ("", "library.sgf  1/2")]);
        play(&mut terminal, &[(keys, opening), ("l", " 1/3"), (keys, opening)]);
        play(&mut terminal, &[("\x1b", "!opening"), ("h", " 0/3")]);
        assert!(terminal.screen().contains("library.sgf  1/2"));
        terminal.keys("q");
        assert_eq!(terminal.exit_code(), 0);
    }
}

/// The memory of a process without its files, in bytes, once it does nothing but look after the game on the screen.
#[cfg(target_os = "linux")]
fn memory_at_rest(terminal: &Terminal) -> usize {
    let process = format!("/proc/{}", terminal.process().as_raw_nonzero());
    let is_work = |thread: &fs::DirEntry| {
        fs::read_to_string(thread.path().join("comm")).is_ok_and(|name| name == "work\n")
    };
    until(|| {
        let threads = fs::read_dir(format!("{process}/task")).unwrap();
        threads.flatten().filter(is_work).count() == 1
    });
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let used = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    1024 * used.unwrap().trim().trim_end_matches(" kB").parse::<usize>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_were_left_take_no_memory() {
    let directory = tempfile::tempdir().unwrap();
    let text = "word ".repeat(100);
    let moves: String = ('a'..='s').map(|x| format!(";B[{x}a]C[{text}];W[{x}c]")).collect();
    let game = format!("(;SZ[19]{})", moves.repeat(20));
    for file in 0..120 {
        fs::write(directory.path().join(format!("{file:03}.sgf")), &game).unwrap();
    }
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open(directory.path(), state.path());
    play(&mut terminal, &[("", "FILES"), ("\r", " 0/760")]);
    let mut used = Vec::new();
    for file in 1..120 {
        play(&mut terminal, &[(">", &format!(" {file:03}.sgf"))]);
        if file % 20 == 19 {
            used.push(memory_at_rest(&terminal));
        }
    }
    // The hundred later ones have more than 20 MB.
    assert!(used[5] < used[0] + 10_000_000, "{used:?}");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

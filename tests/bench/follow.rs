//! The time from the close of a file to the new frame, and from a key to its frame while a large file is reread, of the
//! real program in a pseudo-terminal.
//!
//! `cargo bench --bench follow`

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code)]
mod generate;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use common::terminal::Terminal;

const ROUNDS: usize = 40;
const PATIENCE: Duration = Duration::from_secs(20);

/// The first game of a file, with so many moves.
fn game(plies: usize) -> String {
    let letters = "abcdefghijklmnopqrs";
    let points = letters.chars().flat_map(|x| letters.chars().map(move |y| (x, y)));
    let moves = points.cycle().take(plies).enumerate();
    let moves: String = moves
        .map(|(ply, (x, y))| format!(";{}[{x}{y}]", if ply % 2 == 0 { "B" } else { "W" }))
        .collect();
    format!("(;GM[1]FF[4]SZ[19]PB[a]PW[b]{moves})\n")
}

/// Waits for a text on the screen with very short pauses.
fn wait(terminal: &Terminal, text: &str) -> Duration {
    let began = Instant::now();
    while !terminal.screen().contains(text) {
        assert!(began.elapsed() < PATIENCE, "waited in vain for {text}");
        thread::sleep(Duration::from_micros(100));
    }
    began.elapsed()
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let [median, worst] = [times[times.len() / 2], times[times.len() - 1]];
    println!("{what:<58} median {median:>9.1?}  worst {worst:>9.1?}");
}

/// Rewrites the file with one move more or less, and waits for the frame.
fn measure(directory: &Path, what: &str, plies: usize, rest: &str) {
    let path = directory.join("game.sgf");
    let text = |plies| game(plies) + rest;
    fs::write(&path, text(plies)).unwrap();
    let mut terminal = Terminal::open(&path);
    wait(&terminal, "0/");
    terminal.keys("G");
    wait(&terminal, &format!(" {plies}/{plies} "));
    let kilobytes = text(plies).len() / 1000;
    let mut times = Vec::new();
    for round in 1..=ROUNDS {
        // Previous work has ended.
        thread::sleep(Duration::from_millis(150));
        let plies = plies + round % 2;
        fs::write(&path, text(plies)).unwrap();
        times.push(wait(&terminal, &format!(" {plies}/{plies} ")));
    }
    row(&format!("{what}, {kilobytes} KB: close to frame"), times);
    keys(&mut terminal, &path, &text(plies + 1), plies);
}

/// Steps back and forth while the file is read again and again.
fn keys(terminal: &mut Terminal, path: &Path, text: &str, plies: usize) {
    terminal.keys("F5G");
    wait(terminal, " 5/");
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        if round % 8 == 0 {
            fs::write(
                path,
                if round % 16 == 0 { text.replace("PB[a]", "PB[c]") } else { text.to_owned() },
            )
            .unwrap();
        }
        let (key, there) = if round % 2 == 0 { ("h", " 4/") } else { ("l", " 5/") };
        terminal.keys(key);
        times.push(wait(terminal, there));
    }
    row("  a key while it is read again", times);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    assert!(plies > 5);
}

/// The time from the start of a program to the last text it shows.
fn time_to_text(line: &str, text: &str) -> Duration {
    let began = Instant::now();
    let mut terminal = Terminal::shell(line);
    while !terminal.screen().contains(text) {
        assert!(began.elapsed() < PATIENCE, "waited in vain for {text}");
        thread::sleep(Duration::from_micros(50));
    }
    let elapsed = began.elapsed();
    terminal.keys("q");
    terminal.exit_code();
    elapsed
}

/// The startup to the first full frame, compared with a program that just reads the same file and prints it.
fn start(directory: &Path) {
    let path = directory.join("start.sgf");
    fs::write(&path, game(240)).unwrap();
    let path = path.to_str().unwrap();
    // Drawn last, at the right end of the bottom line.
    let runs = |line: &str, text: &str| (0..ROUNDS).map(|_| time_to_text(line, text)).collect();
    row("start to first full frame", runs(&format!("exec $DAPU {path}"), "0/240"));
    row("  dapu show", runs(&format!("exec $DAPU show {path}"), "0/240"));
    row("  cat", runs(&format!("exec cat {path}"), "])"));
}

fn main() {
    let directory = tempfile::tempdir().unwrap();
    start(directory.path());
    measure(directory.path(), "a game", 200, "");
    measure(directory.path(), "a long game", 10_000, "");
    let collection = generate::sgf_collection(10_000);
    measure(directory.path(), "a collection of 10,000 games", 200, &collection);
}

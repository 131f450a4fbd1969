//! Commands in little memory, as the shell limits it.
//!
//! For Linux: other shells cannot limit it.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cli::packed::gzip;
use crate::common::program::{Run, finish};
use crate::common::zip::zip;

/// Runs the program with at most 120 MB of data.
fn in_little_memory(home: &Path, arguments: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_dapu");
    let line = format!("ulimit -d 120000; exec {program} {arguments}");
    finish(Command::new("sh").args(["-c", &line]).current_dir(home), b"")
}

#[test]
fn the_smallest_games_are_not_all_kept() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    // Together they would take 200 MB.
    let games = "(;)".repeat(200_000);
    fs::write(home.join("a.sgf"), &games).unwrap();
    fs::write(home.join("list.txt"), "1. 炮二平五 马8进7\n\n".repeat(100_000)).unwrap();
    fs::write(home.join("a.sgf.gz"), gzip(games.as_bytes())).unwrap();
    fs::create_dir(home.join("games")).unwrap();
    fs::write(home.join("games/a.sgf"), &games).unwrap();
    let archive = zip(&[(b"a.sgf", games.as_bytes())]);
    fs::write(home.join("a.zip"), archive).unwrap();
    for (arguments, code) in [
        ("show a.sgf", 0),
        ("read a.sgf", 0),
        ("check a.sgf", 0),
        ("check a.sgf.gz", 0),
        ("check a.zip", 0),
        ("check 'a.sgf#200000'", 0),
        ("find --position '(;SZ[9])' a.sgf", 1),
        ("convert a.sgf b.sgf", 0),
        ("convert a.sgf b.json", 0),
        ("convert games games.jsonl -q", 0),
        ("check list.txt", 0),
        ("show list.txt", 0),
    ] {
        let run = in_little_memory(home, arguments);
        assert_eq!((run.code, &*run.err), (code, ""), "{arguments}");
    }
    let info = in_little_memory(home, "info a.sgf").fine();
    assert!(info.contains("games         200000"), "{info}");
}

//! The effect of each key in a pseudo-terminal: a file, keys, and what the screen shows after each.
//!
//! For Unix: the console of Windows draws what a program writes anew, so that neither bytes nor frames can be compared.

#![cfg(unix)]

mod archives;
mod board;
mod candidates;
mod corner;
#[cfg(target_os = "linux")]
mod corners;
mod disk;
mod drafts;
mod finding;
mod layout;
mod lists;
mod logs;
mod map;
mod mouse;
mod moves;
mod new_game;
mod notes;
mod own;
mod panes;
mod program;
mod room;
mod same_game;
mod statistics;

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::emulator::{LESSON, forks};
use crate::common::program::sample;
use crate::common::terminal::Terminal;
pub(crate) use crate::common::terminal::play;
use dapu::format::WriteOptions;
use tempfile::TempDir;

pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const HOME: &str = "\x1b[H";
pub(crate) const END: &str = "\x1b[F";
pub(crate) const PAGE_DOWN: &str = "\x1b[6~";
pub(crate) const PAGE_UP: &str = "\x1b[5~";
pub(crate) const SHIFT_TAB: &str = "\x1b[Z";
pub(crate) const CTRL_D: &str = "\x04";
pub(crate) const CTRL_U: &str = "\x15";
pub(crate) const ESC: &str = "\x1b";
pub(crate) const ENTER: &str = "\r";

/// Opens a file, plays the steps and quits.
#[track_caller]
pub(crate) fn session(file: &Path, size: (u16, u16), steps: &[(&str, &str)]) {
    let mut terminal = Terminal::start(&[file.to_str().unwrap()], size.0, size.1, &[]);
    terminal.wait("the first frame", |screen| !screen.trim().is_empty());
    play(&mut terminal, steps);
    // A key that comes after the end is echoed over the screen.
    if steps.last() != Some(&("q", "")) {
        terminal.keys("\x03");
    }
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

pub(crate) fn xianren() -> PathBuf {
    sample("xiangqi/xianrenzhilu.xqf")
}

/// A file with this content in a folder of its own.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// The first game of a file of several, which would open as their list.
pub(crate) fn first(path: &Path) -> PathBuf {
    format!("{}#1", path.display()).into()
}

/// A game of Go with variations, comments, a capture and clocks.
pub(crate) fn lesson() -> (TempDir, PathBuf) {
    file("lesson.sgf", LESSON)
}

/// A game of xiangqi with nested variations.
pub(crate) fn variations() -> (TempDir, PathBuf) {
    let record = forks().game(0).unwrap();
    let written = common::write(&record, "dhtmlxq", &WriteOptions::default());
    file("forks.txt", written.unwrap().bytes)
}

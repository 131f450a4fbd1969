//! Commands whose output goes to a terminal.
//!
//! For Unix: the console of Windows draws what a program writes anew, so that neither bytes nor frames can be compared.

#![cfg(unix)]

use std::fs;

use crate::common::program::sample;
use crate::common::terminal::Terminal;

fn start(home: &tempfile::TempDir, arguments: &[&str]) -> Terminal {
    let home = home.path().to_str().unwrap();
    Terminal::start(arguments, 100, 30, &[("HOME", home)])
}

/// The whole output, after the end.
fn text(terminal: &mut Terminal) -> String {
    terminal.exit_code();
    String::from_utf8_lossy(&terminal.bytes()).into_owned()
}

#[test]
fn progress_is_shown_only_for_long_work() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let file = sample.to_str().unwrap();
    let mut fast = start(&home, &["info", file, file]);
    let shown = text(&mut fast);
    assert!(shown.contains("bianzhao") && !shown.contains("game\r"), "{shown:?}");

    // Progress appears after a second, which this program takes to write.
    let file = format!("'{file}'");
    let slow = format!("{{ sleep 1.3; echo no record; }} | \"$DAPU\" info {file} - {file}");
    let mut slow = Terminal::shell(&slow);
    let shown = text(&mut slow);
    // It is erased before anything else is printed.
    assert!(shown.contains("1 game, 50%, 1 s left\r\r\x1b[K"), "{shown:?}");
}

#[test]
fn binary_data_is_not_written_to_a_terminal() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let mut terminal = start(&home, &["convert", sample.to_str().unwrap(), "--to", "xqf"]);
    let shown = text(&mut terminal);
    assert!(shown.contains("refusing to write binary data"), "{shown:?}");
    assert!(!shown.contains("XQ"), "{shown:?}");
}

#[test]
fn a_terminal_gets_clean_text_where_a_pipe_gets_the_bytes() {
    let home = tempfile::tempdir().unwrap();
    let hostile = home.path().join("a.kifu");
    fs::write(&hostile, "先手：\x1b[31m甲\n後手：乙\n手数----指手--\n   1 ７六歩(77)\n").unwrap();
    let mut terminal = start(&home, &["convert", hostile.to_str().unwrap(), "--to", "kifu"]);
    let shown = text(&mut terminal);
    assert!(shown.contains("甲"), "{shown:?}");
    assert!(!shown.contains('\x1b'), "{shown:?}");
}

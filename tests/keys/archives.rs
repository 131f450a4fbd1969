//! Zip archives as folders of the list.

use std::fs;

use crate::common::terminal::Terminal;
use crate::common::zip::zip;
use crate::keys::{ENTER, play};

const GAME: &[u8] = b"(;GM[1]SZ[9]PB[Ann]PW[Bob];B[aa];W[bb];B[cc])\n";

/// A folder with a record and an archive that has a folder.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let archive = zip(&[(b"2021/one.sgf", GAME), (b"2021/two.sgf", GAME), (b"top.sgf", GAME)]);
    fs::write(folder.path().join("games.zip"), archive).unwrap();
    fs::write(folder.path().join("plain.sgf"), GAME).unwrap();
    fs::write(folder.path().join("broken.zip"), b"PK\x03\x04").unwrap();
    folder
}

#[test]
fn an_archive_is_entered_and_left_like_a_folder() {
    let folder = folder();
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 160, 24, &[]);
    terminal.shows("games.zip/");
    play(
        &mut terminal,
        &[
            ("g", "=> games.zip/"),
            (ENTER, "top.sgf"),
            ("j", "> 2021/"),
            (ENTER, "two.sgf"),
            ("h", "> 2021/"),
            ("h", "> games.zip/"),
            ("", "damaged or incomplete"),
            ("G", "> broken.zip/"),
            (ENTER, "cannot open broken.zip"),
            ("g", "> games.zip/"),
            (ENTER, "top.sgf"),
            ("jj", "> top.sgf"),
            (ENTER, "0/3"),
        ],
    );
    terminal.wait("no state of following", |screen| !screen.contains("[live]"));
    let refused = "a record in an archive can be neither";
    play(
        &mut terminal,
        &[
            ("l", "1/3"),
            ("e", refused),
            ("l", "2/3"),
            ("F", refused),
            ("l", "3/3"),
            ("r", "=3/3"),
            ("q", ""),
        ],
    );
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn an_archive_opens_as_a_list_and_a_record_in_it_by_its_path() {
    let folder = folder();
    let archive = folder.path().join("games.zip");
    let archive = archive.to_str().unwrap();
    let mut terminal = Terminal::start(&[archive], 160, 24, &[]);
    terminal.shows("2021/");
    play(&mut terminal, &[("gj", "> top.sgf"), (ENTER, "0/3"), ("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    let record = format!("{archive}/2021/two.sgf:2");
    let mut terminal = Terminal::start(&[&record], 80, 24, &[]);
    play(&mut terminal, &[("", "2/3"), ("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    for path in [archive, &record] {
        let mut terminal = Terminal::start(&["--follow", path], 80, 24, &[]);
        terminal.shows("a record in an archive cannot be followed");
        assert_eq!(terminal.exit_code(), 2);
    }
}

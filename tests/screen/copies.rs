//! Copies that are written from the screen.

use std::path::Path;

use crate::common::emulator::Emulator;
use crate::common::program::make_fifo;

/// Writes a copy with a command and a path.
fn write(screen: &mut Emulator, command: &str, path: &Path) {
    screen.type_in(&format!(":{command} {}", path.display()));
    screen.press("Enter");
}

#[test]
fn a_game_that_was_only_tried_is_not_written_without_its_moves() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sgf");
    let mut screen = Emulator::read("empty.sgf", "(;SZ[9]PB[Shusaku])");
    screen.keys(": e 5 Enter : g 3 Enter");
    for command in ["w", "w!"] {
        write(&mut screen, command, &path);
        screen.shows(&["nothing to write but moves you only tried: :w --tried NEW"]);
        assert!(!path.exists());
    }
    write(&mut screen, "w --tried", &path);
    screen.shows(&["written: game.sgf"]);
    assert!(std::fs::read_to_string(&path).unwrap().contains(";B[ee];W[gg]"));
    // With something else, the moves that are left out are named.
    screen.keys("h w n o t e Esc");
    write(&mut screen, "w!", &path);
    screen.shows(&["written: game.sgf, without what is only tried (:w --tried NEW)"]);
    // An empty record is a copy of one.
    let mut screen = Emulator::read("empty.sgf", "(;SZ[9])");
    write(&mut screen, "w!", &path);
    screen.shows(&["written: game.sgf"]);
}

#[test]
fn a_copy_only_takes_the_place_of_a_regular_file() {
    let directory = tempfile::tempdir().unwrap();
    let mut screen = Emulator::read("game.sgf", "(;SZ[9];B[ee])");
    let mut refuses = |path: &Path| {
        write(&mut screen, "w!", path);
        screen.shows(&["not a regular file"]);
    };
    let folder = directory.path().join("f.sgf");
    std::fs::create_dir(&folder).unwrap();
    refuses(&folder);
    let pipe = directory.path().join("p.sgf");
    make_fifo(&pipe);
    refuses(&pipe);
    let link = directory.path().join("l.sgf");
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    refuses(&link);
}

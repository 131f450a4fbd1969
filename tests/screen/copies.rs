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
    assert!(!path.with_extension("sgf~").exists());
    // With something else, the reader decides.
    screen.keys("h w n o t e Esc");
    for (answer, is_there) in [("w --kept", false), ("w --tried", true)] {
        write(&mut screen, "w!", &path);
        screen.shows(&["not saved yet: 1 tried line (:w --tried writes it, :w --kept does not)"]);
        screen.type_in(&format!(":{answer}"));
        screen.press("Enter");
        screen.shows(&["written: game.sgf"]);
        let written = std::fs::read_to_string(&path).unwrap();
        assert_eq!(written.contains("W[gg]"), is_there, "{written}");
    }
    // It was answered.
    screen.keys(": w Space - - k e p t Enter");
    screen.shows(&[":w needs the name of a new file"]);
    write(&mut screen, "w! --kept", &path);
    screen.shows(&["written: game.sgf"]);
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

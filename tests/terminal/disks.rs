//! Disks on which neither the history nor notes can be written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::files_below;
use crate::common::program::Disk;
use crate::common::terminal::{Terminal, play};
use crate::keys::ESC;
use crate::terminal::game;

/// The files below a directory with their contents.
fn contents(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    files_below(directory, &mut files);
    files.sort();
    files.into_iter().map(|file| (file.clone(), fs::read(file).unwrap())).collect()
}

/// Opens a file whose history and notes are in a directory, with one of the two on a disk.
fn open(file: &Path, home: &Path, disk: Option<(Disk, &str)>) -> Option<Terminal> {
    let command = format!("\"$DAPU\" {}", file.display());
    let line = match disk {
        Some((disk, name)) => disk.line(&home.join(name), &command)?,
        None => command,
    };
    let home = home.display();
    Some(Terminal::shell(&format!("export XDG_STATE_HOME={home} XDG_DATA_HOME={home}; {line}")))
}

#[test]
fn a_place_that_cannot_be_stored_is_told_and_the_former_one_stays() {
    for disk in Disk::ALL {
        let (_directory, path) = game(4);
        let home = tempfile::tempdir().unwrap();
        let mut terminal = open(&path, home.path(), None).unwrap();
        play(&mut terminal, &[("", " 0/4"), ("2l", " 2/4"), ("\"x", "mark x set"), ("q", "")]);
        assert_eq!(terminal.exit_code(), 0);
        let history = home.path().join("dapu/history");
        let before = contents(&history);
        assert_eq!(before.len(), 1);
        let Some(mut terminal) = open(&path, home.path(), Some((disk, "dapu/history"))) else {
            return;
        };
        let at = if matches!(disk, Disk::Forbidden) { " 0/4" } else { " 2/4" };
        play(&mut terminal, &[("", at), ("G", " 4/4"), ("q", "")]);
        terminal.exit_code();
        let screen = terminal.shows("dapu: ");
        assert!(screen.contains(".json: "), "{disk:?}: {screen}");
        assert!(contents(&history) == before, "{disk:?}");
    }
}

#[test]
fn notes_that_cannot_be_written_leave_the_others_as_they_were() {
    for disk in Disk::ALL {
        let (_directory, path) = game(4);
        let home = tempfile::tempdir().unwrap();
        let mut terminal = open(&path, home.path(), None).unwrap();
        play(&mut terminal, &[("", " 0/4"), ("wfirst", "first"), (ESC, "& first"), ("q", "")]);
        assert_eq!(terminal.exit_code(), 0);
        let notes = home.path().join("dapu/notes");
        let before = contents(&notes);
        assert!(!before.is_empty());
        let Some(mut terminal) = open(&path, home.path(), Some((disk, "dapu/notes"))) else {
            return;
        };
        play(&mut terminal, &[("", "/4"), ("lwsecond", "second")]);
        if matches!(disk, Disk::Forbidden) {
            // There is room for another log.
            play(&mut terminal, &[(ESC, "& second")]);
        } else {
            play(&mut terminal, &[(ESC, "notes not written"), ("\x03", "notes are not written")]);
        }
        terminal.keys("\x03");
        terminal.exit_code();
        let after = contents(&notes);
        assert!(before.iter().all(|log| after.contains(log)), "{disk:?}");
    }
}

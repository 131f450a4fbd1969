use std::fs;
use std::sync::Weak;

use super::*;
use crate::files::history::Numbered;
use crate::files::walk::files_below;
use crate::format::Loaded;
use crate::record::{Edit, NodeId, Trail};
use crate::text::Source;

/// A game of a file in a directory.
fn game(home: &Path, name: &str) -> NotedGame {
    let text = format!("(;SZ[9]C[{name}];B[ee];W[gc])");
    let loaded = crate::format::read(&Source::new(text.as_bytes(), name)).unwrap();
    NotedGame { key: (home.join(name), 0, 0), loaded: Arc::new(loaded), is_new: false }
}

/// The screen with a game on it.
fn shown(game: NotedGame) -> Snapshot {
    Snapshot {
        is_restored: true,
        record: game.loaded.game(0).unwrap(),
        game,
        node: NodeId::ROOT,
        live: false,
        flipped: false,
        numbered: Numbered::default(),
        marks: Default::default(),
        layers: Arc::default(),
        tried: Arc::default(),
    }
}

#[test]
fn the_loop_does_not_wait_while_the_history_is_written() {
    let home = tempfile::tempdir().unwrap();
    let history = History::new(home.path().join("history"));
    let journal = Journal::new(Some(history), Err(String::new()), None);
    fn see(journal: &Journal, game: NotedGame, is_restored: bool, flipped: bool) {
        journal.see(Snapshot { is_restored, flipped, ..shown(game) }, None);
    }
    let writing = locked(&journal.0.book);
    see(&journal, game(home.path(), "game.sgf"), true, false);
    see(&journal, game(home.path(), "game.sgf"), true, true);
    see(&journal, game(home.path(), "other.sgf"), false, false);
    see(&journal, game(home.path(), "other.sgf"), true, true);
    drop(writing);
    let [here, other] = ["game.sgf", "other.sgf"]
        .map(|name| journal.recall(&home.path().join(name)).recalled.flatten());
    assert!(other.is_none());
    assert!(here.is_some_and(|entry| entry.flipped));
}

#[test]
fn a_file_that_was_left_is_freed_unless_notes_wait() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    // No directory can be made in its place.
    fs::write(&data, "").unwrap();
    let notes =
        Notes::of_user(&|name: &str| (name == "XDG_DATA_HOME").then(|| data.clone().into()));
    let journal = Journal::new(None, Ok(notes.unwrap()), None);
    let mut left = Vec::new();
    // Shows a game and counts the earlier ones that are not freed.
    let mut show = |name: &str, acts: Vec<Act>| {
        let now = game(home.path(), name);
        journal.see(shown(now.clone()), None);
        if !acts.is_empty() {
            journal.add(now.clone(), acts);
        }
        journal.unknown(&now, &mut Sent::default());
        let kept = left.iter().filter(|left: &&Weak<Loaded>| left.strong_count() > 0).count();
        left.push(Arc::downgrade(&now.loaded));
        kept
    };
    let note = Act { trail: Trail::default(), edit: Edit::Comment("mine".to_owned()) };
    assert_eq!(show("a.sgf", Vec::new()), 0);
    assert_eq!(show("b.sgf", vec![note]), 0);
    // The note on the second one waits for the disk.
    assert_eq!(show("c.sgf", Vec::new()), 1);
    assert_eq!(show("d.sgf", Vec::new()), 1);
    fs::remove_file(&data).unwrap();
    assert_eq!(show("e.sgf", Vec::new()), 0);
    assert!(journal.unwritten_since().is_none());
    // What this session has written is written again if it is deleted.
    let log = files_below(&data, None).next().unwrap().unwrap();
    fs::remove_file(&log).unwrap();
    show("f.sgf", Vec::new());
    assert!(fs::read_to_string(log).unwrap().contains("mine"));
}

//! How a session ends.

use std::panic::{self, AssertUnwindSafe};

use super::*;
use crate::files::notes::{Notes, Shelf};
use crate::text::Source;
use crate::tui::keymap;
use crate::tui::model::Moment;

#[test]
fn a_comment_that_is_being_typed_survives_a_panic() {
    let home = tempfile::tempdir().unwrap();
    let notes = Notes::of_user(&|_| Some(home.path().into())).unwrap();
    let journal = Journal::new(None, Ok(notes.clone()), None);
    let loaded = crate::format::read(&Source::new(b"(;SZ[9];B[ee];W[gc])", "game.sgf"));
    let path = home.path().join("game.sgf");
    let mut state = State::new(&path, loaded.unwrap(), 0, Config::default()).unwrap();
    state.journal = Some(journal.clone());
    for key in "lwhalf".chars().flat_map(|key| keymap::events(&key.to_string()).unwrap()) {
        update::update(&mut state, Event::Input(Input::Key(key)), Moment::now());
    }
    let session = Session { journal, not_written: "" };
    let panicked = panic::catch_unwind(AssertUnwindSafe(move || {
        let _session = session;
        panic!("induced");
    }));
    assert!(panicked.is_err());
    let shelf = Shelf::open(&notes).unwrap();
    let logs = shelf.sets.iter().flat_map(|set| &set.logs);
    let texts: Vec<String> = logs.map(|log| std::fs::read_to_string(log).unwrap()).collect();
    assert!(matches!(&texts[..], [text] if text.contains("half")), "{texts:?}");
}

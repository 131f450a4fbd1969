use super::*;
use crate::files::history::Numbered;
use crate::record::NodeId;
use crate::text::Source;

#[test]
fn the_loop_does_not_wait_while_the_history_is_written() {
    let home = tempfile::tempdir().unwrap();
    let history = History::new(home.path().join("history"));
    let journal = Journal::new(Some(history), Err(String::new()), None);
    let text = b"(;SZ[9];B[ee];W[gc])";
    let loaded = Arc::new(crate::format::read(&Source::new(text, "game.sgf")).unwrap());
    let see = |name: &str, is_restored, flipped| {
        let now = Snapshot {
            game: NotedGame { key: (home.path().join(name), 0, 0), loaded: loaded.clone() },
            is_restored,
            record: loaded.game(0).unwrap(),
            node: NodeId::ROOT,
            live: false,
            flipped,
            numbered: Numbered::default(),
            marks: Default::default(),
            layers: Arc::default(),
            tried: Arc::default(),
        };
        journal.see(now, None);
    };
    let writing = locked(&journal.0.book);
    see("game.sgf", true, false);
    see("game.sgf", true, true);
    see("other.sgf", false, false);
    see("other.sgf", true, true);
    drop(writing);
    let recalled = |name| journal.recall(&home.path().join(name)).recalled.flatten();
    assert!(recalled("other.sgf").is_none());
    assert!(recalled("game.sgf").is_some_and(|entry| entry.flipped));
}

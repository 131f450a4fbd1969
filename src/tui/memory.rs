//! The reading history of the open file. It is read when a file is opened, and written when it is closed, before a
//! signal ends the program, and every ten seconds after changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::model::{Bookmarked, Bookmarks, State};
use crate::files::history::{Entry, History, HistoryError, StoredLocation};
use crate::format::Loaded;
use crate::record::{Layer, NodeId, Record, Trail};

/// The longest time before a change is written.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is to be stored of a file. Taking it is constant time; the paths to its nodes are only computed when it is
/// written.
#[derive(Debug, Clone)]
struct Snapshot {
    path: PathBuf,
    loaded: Arc<Loaded>,
    record: Arc<Record>,
    game: usize,
    node: NodeId,
    live: bool,
    flipped: bool,
    marks: Bookmarks,
    layers: Arc<BTreeMap<usize, Layer>>,
    tried: Arc<BTreeMap<String, bool>>,
}

/// The history of the open file. Shared with the threads that read and write it, and with the one that handles signals.
#[derive(Clone)]
pub(super) struct Memory(Arc<Shared>);

struct Shared {
    /// Locked only for a moment.
    kept: Mutex<Kept>,
    /// Locked until everything is read or written.
    stored: Mutex<Stored>,
}

#[derive(Debug, Default)]
struct Kept {
    now: Option<Snapshot>,
    /// When to write changes.
    due: Option<Instant>,
    /// Other files, to be written.
    left: Vec<Snapshot>,
    /// Whether nothing is to be stored.
    is_off: bool,
}

struct Stored {
    /// `None` if nothing is to be stored.
    history: Option<History>,
    /// A file and its history as last read or written.
    known: (PathBuf, Entry),
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Memory {
    /// A memory that stores entries in a history, or nothing.
    pub(super) fn new(history: Option<History>) -> Self {
        let kept = Mutex::new(Kept { is_off: history.is_none(), ..Kept::default() });
        let stored = Mutex::new(Stored { history, known: Default::default() });
        Self(Arc::new(Shared { kept, stored }))
    }

    /// Whether the open file has a history.
    pub(super) fn keeps(&self, state: &State) -> bool {
        // What is pasted or read from a stream cannot be opened again.
        state.desk.has_path() && !locked(&self.0.kept).is_off
    }

    /// Schedules writing the history of the current file, because another one is opened.
    pub(super) fn leave(&self) {
        let mut kept = locked(&self.0.kept);
        let left = kept.now.take().filter(|_| kept.due.take().is_some());
        kept.left.extend(left);
    }

    /// Writes the history of former files, and returns that of another one.
    ///
    /// # Errors
    /// The entry cannot be read.
    pub(super) fn turn_to(&self, path: &Path) -> Result<Option<Entry>, HistoryError> {
        let mut stored = locked(&self.0.stored);
        // Failures were reported when they first occurred.
        let _ = self.write(&mut stored);
        let entry = stored.history.as_ref().map_or(Ok(None), |history| history.load(path))?;
        stored.known = (path.to_owned(), entry.clone().unwrap_or_default());
        Ok(entry)
    }

    /// Takes a snapshot if anything has changed. The first one of a file does not count as a change.
    pub(super) fn note(&self, state: &State) {
        if !self.keeps(state) || state.desk.remembered.is_some() {
            return;
        }
        let mut kept = locked(&self.0.kept);
        match &kept.now {
            Some(now) if now.is_of(state) => return,
            Some(_) => {
                kept.due.get_or_insert_with(|| Instant::now() + PATIENCE);
            }
            None => {}
        }
        kept.now = Some(Snapshot::of(state));
    }

    /// When to write changes, if there are any.
    pub(super) fn due(&self) -> Option<Instant> {
        locked(&self.0.kept).due
    }

    /// Whether changes are due. They are not due again before there are others.
    pub(super) fn take_due(&self) -> bool {
        let mut kept = locked(&self.0.kept);
        let is_due = kept.due.take_if(|due| *due <= Instant::now()).is_some();
        let now = kept.now.clone().filter(|_| is_due);
        kept.left.extend(now);
        is_due
    }

    /// Writes changes.
    ///
    /// # Errors
    /// An entry cannot be written. Later changes are not written either.
    pub(super) fn save(&self) -> Result<(), HistoryError> {
        self.write(&mut locked(&self.0.stored))
    }

    fn write(&self, stored: &mut Stored) -> Result<(), HistoryError> {
        let mut kept = locked(&self.0.kept);
        let now = kept.now.clone().filter(|_| kept.due.take().is_some());
        let left = std::mem::take(&mut kept.left).into_iter().chain(now);
        drop(kept);
        for snapshot in left {
            let Some(history) = &stored.history else { break };
            let entry = snapshot.entry();
            let known = Some(&stored.known).filter(|(path, _)| *path == snapshot.path);
            let known = known.map(|(_, entry)| entry.clone()).unwrap_or_default();
            let saved = history.save(&snapshot.path, &entry, &known);
            stored.known = (snapshot.path, entry);
            if saved.is_err() {
                stored.history = None;
                locked(&self.0.kept).is_off = true;
                return saved;
            }
        }
        Ok(())
    }
}

impl Snapshot {
    fn of(state: &State) -> Self {
        let desk = &state.desk;
        Self {
            path: desk.path.clone(),
            loaded: Arc::clone(&desk.loaded),
            record: Arc::clone(&desk.record),
            game: desk.game,
            node: state.node(),
            live: state.is_at_live_end(),
            flipped: desk.is_flipped,
            marks: state.desk.reader.bookmarks.clone(),
            layers: Arc::clone(&desk.layers),
            tried: Arc::clone(&desk.tried),
        }
    }

    /// Whether nothing of it has changed.
    fn is_of(&self, state: &State) -> bool {
        Arc::ptr_eq(&self.record, &state.desk.record)
            && Arc::ptr_eq(&self.tried, &state.desk.tried)
            && self.game == state.desk.game
            && self.node == state.node()
            && self.live == state.is_at_live_end()
            && self.flipped == state.desk.is_flipped
            && self.marks == state.desk.reader.bookmarks
    }

    fn entry(&self) -> Entry {
        let mark = |(letter, kept): (&char, &Bookmarked)| {
            Some((*letter, self.stored(kept.game, kept.at.node)?))
        };
        Entry {
            last: self.stored(self.game, self.node).unwrap_or_default(),
            live: self.live,
            flipped: self.flipped,
            bookmarks: self.marks.0.iter().filter_map(mark).collect(),
            own: self.layers.iter().flat_map(own_lines).collect(),
            tried: BTreeMap::clone(&self.tried),
        }
    }

    fn stored(&self, game: usize, node: NodeId) -> Option<StoredLocation> {
        let record = match (game == self.game, self.layers.get(&game)) {
            (true, _) => Arc::clone(&self.record),
            (false, Some(layer)) => layer.clone().over(&*self.loaded.game(game).ok()?),
            (false, None) => self.loaded.game(game).ok()?,
        };
        Some(StoredLocation { game, trail: Trail::to(&record.tree, record.tree.reachable(node)) })
    }
}

/// The ends of the own lines of a game.
fn own_lines((game, layer): (&usize, &Layer)) -> impl Iterator<Item = StoredLocation> {
    let game = *game;
    layer.scratch().map(move |trail| StoredLocation { game, trail })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Config;
    use crate::text::Source;

    #[test]
    fn the_loop_does_not_wait_while_the_history_is_written() {
        let home = tempfile::tempdir().unwrap();
        let memory = Memory::new(Some(History::new(home.path().join("history"))));
        let text = b"(;SZ[9];B[ee];W[gc])";
        let loaded = crate::format::read(&Source::new(text, "game.sgf")).unwrap();
        let path = home.path().join("game.sgf");
        let mut state = State::new(&path, loaded, 0, Config::default()).unwrap();
        memory.note(&state);
        let writing = locked(&memory.0.stored);
        state.desk.is_flipped = true;
        memory.note(&state);
        assert!(memory.due().is_some() && !memory.take_due());
        memory.leave();
        assert!(memory.due().is_none());
        drop(writing);
        let unread = memory.turn_to(&home.path().join("other.sgf")).unwrap();
        assert!(unread.is_none());
        assert!(memory.turn_to(&path).unwrap().is_some_and(|entry| entry.flipped));
    }
}

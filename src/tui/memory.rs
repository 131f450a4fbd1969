//! The reading history of the open file. It is read when a file is opened, and written when it is closed, before a
//! signal ends the program, and every ten seconds after changes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::model::{Bookmarked, Bookmarks, State};
use crate::files::history::{Entry, History, HistoryError, Spot};
use crate::files::load;
use crate::format::Loaded;
use crate::record::{Layer, NodeId, Record, Trail};

/// The longest time before a change is written.
const PATIENCE: Duration = Duration::from_secs(10);

/// The reader's place. Recording it takes constant time; the path to it is only computed when it is written.
#[derive(Debug, Clone)]
struct Whereabouts {
    path: PathBuf,
    loaded: Arc<Loaded>,
    record: Arc<Record>,
    game: usize,
    node: NodeId,
    live: bool,
    flipped: bool,
    marks: Bookmarks,
    layers: Arc<BTreeMap<usize, Layer>>,
}

/// The history of the open file. Shared with the thread that handles signals.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    /// `None` if nothing is to be stored.
    history: Option<History>,
    now: Option<Whereabouts>,
    /// The history as last read or written.
    known: Entry,
    /// When to write changes.
    due: Option<Instant>,
}

impl Memory {
    /// Remembers by these entries.
    pub(super) fn new(history: Option<History>) -> Self {
        let kept = Kept { history, ..Kept::default() };
        Self(Arc::new(Mutex::new(kept)))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the history of the previous file, and returns that of the current one.
    pub(super) fn turn_to(&self, state: &State) -> Result<Option<Entry>, HistoryError> {
        // Failures were reported when they first occurred.
        let _ = self.save();
        let mut kept = self.kept();
        kept.now = None;
        let history = kept.history.as_ref().filter(|_| is_file(state));
        let entry = history.map_or(Ok(None), |history| history.load(&state.document.path))?;
        kept.known = entry.clone().unwrap_or_default();
        Ok(entry)
    }

    /// Records the reader's place. The first place of a session does not count as a change.
    pub(super) fn note(&self, state: &State) {
        let mut kept = self.kept();
        if kept.history.is_none() || !is_file(state) || state.document.remembered.is_some() {
            return;
        }
        match &kept.now {
            Some(now) if now.is_of(state) => return,
            Some(_) => {
                kept.due.get_or_insert_with(|| Instant::now() + PATIENCE);
            }
            None => {}
        }
        kept.now = Some(Whereabouts::of(state));
    }

    /// When to write changes, if there are any.
    pub(super) fn due(&self) -> Option<Instant> {
        self.kept().due
    }

    /// Writes changes.
    ///
    /// # Errors
    /// The entry cannot be written. Later changes are not written either.
    pub(super) fn save(&self) -> Result<(), HistoryError> {
        // Locked until everything is written, so that a second caller does not end the program too early.
        let mut kept = self.kept();
        if kept.due.take().is_none() {
            return Ok(());
        }
        let (Some(history), Some(now)) = (&kept.history, &kept.now) else {
            return Ok(());
        };
        let entry = now.entry();
        let saved = history.save(&now.path, &entry, &kept.known);
        kept.known = entry;
        if saved.is_err() {
            kept.history = None;
        }
        saved
    }
}

/// Whether a file is open that can be opened again.
fn is_file(state: &State) -> bool {
    !state.document.is_pasted && !load::is_stream(&state.document.path)
}

impl Whereabouts {
    fn of(state: &State) -> Self {
        let document = &state.document;
        Self {
            path: document.path.clone(),
            loaded: Arc::clone(&document.loaded),
            record: Arc::clone(&document.record),
            game: document.game,
            node: state.node(),
            live: state.is_at_live_end(),
            flipped: document.is_flipped,
            marks: state.reader.bookmarks.clone(),
            layers: Arc::clone(&document.layers),
        }
    }

    /// Whether the reader is still at this place.
    fn is_of(&self, state: &State) -> bool {
        Arc::ptr_eq(&self.record, &state.document.record)
            && self.game == state.document.game
            && self.node == state.node()
            && self.live == state.is_at_live_end()
            && self.flipped == state.document.is_flipped
            && self.marks == state.reader.bookmarks
    }

    fn entry(&self) -> Entry {
        let mark = |(letter, kept): (&char, &Bookmarked)| {
            Some((*letter, self.spot(kept.game, kept.at.node)?))
        };
        Entry {
            spot: self.spot(self.game, self.node).unwrap_or_default(),
            live: self.live,
            flipped: self.flipped,
            bookmarks: self.marks.0.iter().filter_map(mark).collect(),
            own: self.layers.iter().flat_map(own_lines).collect(),
        }
    }

    fn spot(&self, game: usize, node: NodeId) -> Option<Spot> {
        let record = match (game == self.game, self.layers.get(&game)) {
            (true, _) => Arc::clone(&self.record),
            (false, Some(layer)) => layer.clone().over(&*self.loaded.game(game).ok()?),
            (false, None) => self.loaded.game(game).ok()?,
        };
        Some(Spot { game, trail: Trail::to(&record.tree, record.tree.reachable(node)) })
    }
}

/// The ends of the own lines of a game.
fn own_lines((game, layer): (&usize, &Layer)) -> impl Iterator<Item = Spot> {
    let game = *game;
    layer.trails().map(move |trail| Spot { game, trail })
}

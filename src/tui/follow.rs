//! What happens when the file changes under the reader: the place is kept, what is new is marked, and a reader at the
//! live end goes on with it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::jobs::{Job, Outcome, Ticket};
use super::model::{Effect, State};
use super::say::Say;
use crate::files::watch::Change;
use crate::format::Loaded;
use crate::record::{NodeId, Record, Reread};

/// How the watched file stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Watched {
    Live,
    Polling,
    Writing,
    Incomplete(String),
    Gone,
    Ended,
}

/// How the file is followed, and what came with its last readings.
#[derive(Debug)]
pub(super) struct Following {
    pub(super) state: Watched,
    /// When the file last changed, by the clock on the wall.
    pub(super) changed: Option<jiff::civil::Time>,
    /// A reader at the live end goes on with it.
    pub(super) on: bool,
    /// The system sends no events.
    polling: bool,
    /// The file of a directory to which the watch has gone over, until its first reading is there.
    turned: Option<PathBuf>,
    /// The file of a directory is not left for a newer one.
    pub(super) pinned: bool,
    /// Nodes that came or changed and were not looked at yet.
    pub(super) fresh: BTreeSet<NodeId>,
    /// The reader asked for the file as it is, whatever is missing in it.
    forced: bool,
    /// The reading that is being compared with the record on the screen.
    comparing: Option<Ticket>,
}

impl Following {
    /// A file that was just opened.
    pub(super) fn new(on: bool) -> Self {
        Self {
            state: Watched::Live,
            changed: None,
            on,
            polling: false,
            turned: None,
            pinned: false,
            fresh: BTreeSet::new(),
            forced: false,
            comparing: None,
        }
    }

    /// The state of a file that was read whole.
    fn watched(&self) -> Watched {
        if self.polling {
            Watched::Polling
        } else {
            Watched::Live
        }
    }
}

/// A file that was read again, compared with the record on the screen.
#[derive(Debug)]
pub(super) struct Compared {
    loaded: Arc<Loaded>,
    game: usize,
    reread: Reread,
}

/// Compares a new reading with a record; nothing if the game cannot be read any more.
pub(super) fn compare(loaded: Arc<Loaded>, game: usize, earlier: Arc<Record>) -> Outcome {
    let game = game.min(loaded.games.len().saturating_sub(1));
    match loaded.game(game) {
        Ok(record) => {
            let reread = Reread::new(earlier, record);
            Outcome::Compared(Box::new(Compared {
                loaded,
                game,
                reread,
            }))
        }
        Err(error) => Outcome::Unreadable(error.to_string()),
    }
}

impl State {
    pub(super) fn change(&mut self, change: Change) {
        let change = match (change, self.document.following.turned.take()) {
            (Change::Loaded(loaded) | Change::Cut(loaded), Some(path)) => {
                return self.turn_to(&path, loaded);
            }
            (change, turned) => {
                self.document.following.turned = turned;
                change
            }
        };
        match change {
            Change::Cut(loaded) => return self.compare(Arc::new(loaded)),
            Change::Loaded(loaded) => {
                self.document.following.state = self.document.following.watched();
                self.compare(Arc::new(loaded));
            }
            Change::Writing => self.document.following.state = Watched::Writing,
            Change::Incomplete(reason) => self.unreadable(reason),
            Change::Gone => self.document.following.state = Watched::Gone,
            Change::Ended => self.document.following.state = Watched::Ended,
            // It is shown with its first reading.
            Change::Turned(path) => {
                self.document.following.turned =
                    Some(path).filter(|path| *path != self.document.path);
            }
            Change::Polling(reason) => {
                self.document.following.polling = true;
                self.document.following.state = Watched::Polling;
                self.say(&Say::Polling(reason));
            }
        }
        self.touch();
    }

    /// Another file of the directory is followed from now on.
    fn turn_to(&mut self, path: &Path, loaded: Loaded) {
        let polling = self.document.following.polling;
        if self.show_file(path, Arc::new(loaded)) {
            self.document.following.polling = polling;
            self.document.following.state = self.document.following.watched();
            self.document.following.changed = Some(jiff::Zoned::now().time());
            if self.document.following.on {
                self.go_to_live_end();
            }
        }
    }

    /// The file cannot be shown now; the last good board stays.
    pub(super) fn unreadable(&mut self, reason: String) {
        self.document.following.state = Watched::Incomplete(reason);
        self.touch();
    }

    /// Has a new reading compared with what is on the screen. A newer one takes its place.
    fn compare(&mut self, loaded: Arc<Loaded>) {
        let job = Job::Compare(
            loaded,
            self.document.game,
            Arc::clone(&self.document.record),
        );
        self.document.following.comparing = Some(self.start(job));
    }

    /// Puts a newly read file in the place of the old one and keeps the reader's place in it.
    pub(super) fn compared(&mut self, compared: Compared) {
        self.document.following.comparing = None;
        let Compared {
            loaded,
            game,
            reread,
        } = compared;
        if game != self.document.game && self.document.game < loaded.games.len()
            || !Arc::ptr_eq(&reread.earlier, &self.document.record)
        {
            // The reader went to another game meanwhile.
            return self.compare(loaded);
        }
        // A file that grows shows the moves that are whole; one that shrank is being written anew, and the last good
        // board stays until the reader asks for it.
        let forced = std::mem::take(&mut self.document.following.forced);
        if loaded.cut.is_some()
            && !forced
            && reread.record.tree.len() < self.document.record.tree.len()
        {
            return;
        }
        self.document.loaded = loaded;
        self.document.game = game;
        if reread.is_same() {
            self.document.record = reread.record;
            return;
        }
        self.document.following.changed = Some(jiff::Zoned::now().time());
        self.replace(&reread);
        self.tell_warnings();
    }

    fn replace(&mut self, reread: &Reread) {
        // Who tries something out is not carried away from it.
        let goes_on =
            self.document.following.on && self.reader.tried.is_empty() && self.goes_on(reread);
        let board = self.recorded_position().clone();
        let preview = self.reader.preview.take().map(|preview| preview.node);
        let ply = self.reader.cursor.ply();
        self.reader.cursor = self.reader.cursor.follow(reread);
        self.ui.settings.flip ^= self.document.record.flipped != reread.record.flipped;
        self.document.has_comments = reread.record.tree.has_remarks();
        self.document.record = Arc::clone(&reread.record);
        let folds = self.ui.folds.carry(reread);
        self.reader.marks.carry(self.document.game, reread);
        self.carry_problem(reread);
        self.forget_record();
        self.ui.folds = folds;
        if let Some(node) = preview.and_then(|node| reread.comparison.same(node))
            && self.branches().contains(&node)
        {
            self.look_at(node);
        }
        if *self.recorded_position() != board {
            self.reader.tried.clear();
        }
        self.note_fresh(reread, goes_on);
        if goes_on {
            self.reader
                .cursor
                .go_to_ply(&reread.record, self.reader.cursor.last_ply());
        }
        self.tell_difference(reread, ply);
    }

    /// Whether the reader stands at the end of a line that may go on: of the mainline, or of a variation that is still
    /// there.
    fn goes_on(&self, reread: &Reread) -> bool {
        let node = self.reader.cursor.node();
        let stays = reread.comparison.same(node).is_some();
        self.reader.cursor.at_end() && (stays || self.reader.cursor.lines().on_mainline(node))
    }

    /// Goes to the last move of the mainline.
    pub(super) fn go_to_live_end(&mut self) {
        let record = Arc::clone(&self.document.record);
        let end = self.reader.cursor.lines().mainline_end();
        self.reader.cursor.go_to(&record, end);
    }

    /// Marks what came with a reading. What a reader at the live end was shown by an earlier one is seen.
    fn note_fresh(&mut self, reread: &Reread, seen_before: bool) {
        let before = std::mem::take(&mut self.document.following.fresh);
        if reread.is_another_game() {
            return;
        }
        let comparison = &reread.comparison;
        if !seen_before {
            self.document
                .following
                .fresh
                .extend(before.iter().filter_map(|node| comparison.same(*node)));
        }
        self.document
            .following
            .fresh
            .extend(comparison.added.iter().chain(&comparison.changed));
    }

    /// Says what happened where the reader does not see it by the board.
    fn tell_difference(&mut self, reread: &Reread, ply: usize) {
        let comparison = &reread.comparison;
        if reread.is_another_game() {
            self.say(&Say::AnotherGame);
        } else if self.reader.cursor.ply() < ply {
            self.say(&Say::TakenBack);
        } else if comparison.removed > 0 {
            self.say(&Say::Changed(comparison.removed));
        } else if comparison
            .added
            .last()
            .is_some_and(|last| *last != self.node())
        {
            self.say(&Say::NewMoves(comparison.added.len()));
        }
    }

    /// The reader has looked at the node on the board.
    pub(super) fn see(&mut self) {
        let node = self.node();
        self.document.following.fresh.remove(&node);
    }

    /// Goes to what came last.
    pub(super) fn go_to_newest(&mut self) {
        match self.document.following.fresh.last().copied() {
            Some(node) => {
                let record = Arc::clone(&self.document.record);
                self.reader.cursor.go_to(&record, node);
            }
            None => self.say(&Say::NothingNew),
        }
    }

    /// Follows the live end, or stays.
    pub(super) fn toggle_following(&mut self) {
        self.document.following.on = !self.document.following.on;
        if self.document.following.on {
            self.go_to_live_end();
        }
        self.say(&Say::Following(self.document.following.on));
    }

    /// Stays with this file of the directory, or goes with the newest.
    pub(super) fn toggle_pin(&mut self) {
        self.document.following.pinned = !self.document.following.pinned;
        self.want(Effect::Pin(self.document.following.pinned));
        self.say(&Say::Pinned(self.document.following.pinned));
    }

    /// Reads the file again and shows it as it is.
    pub(super) fn reload(&mut self) {
        self.document.following.forced = true;
        self.want(Effect::Reload);
    }

    pub(super) fn tell_warnings(&mut self) {
        let warnings = self.document.loaded.all_warnings();
        if let Some(first) = warnings.first().filter(|_| self.ui.message.is_none()) {
            let say = Say::Warning {
                first: first.to_string(),
                more: warnings.len() - 1,
            };
            self.say(&say);
        }
    }
}

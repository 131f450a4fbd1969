//! The reader's state in an earlier reading of the file, remembered while the file's writer may restore missing parts. Some
//! programs take long to rewrite a file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bookmarks::Bookmarked;
use super::carry::Carry;
use super::folds::Folds;
use super::jumps::{Jumps, Location};
use super::problem::Problem;
use super::quoted::Quoting;
use super::reader::Reader;
use super::search::Search;
use super::ui::Ui;
use crate::record::{Cursor, NodeId, Record, Reread};

/// Missing parts may be restored within this time after the last change of the file.
const PATIENCE: Duration = Duration::from_secs(15);

/// The reader's place, with the comment that quotes the line there.
type CursorAndQuoting = (Cursor, Option<Quoting>);

impl Carry for CursorAndQuoting {
    fn carry(&mut self, game: usize, reread: &Reread) {
        self.0 = self.0.follow(reread);
        self.1.carry(game, reread);
    }
}

/// Whether a place is at the end of a line that may continue: the mainline, or a variation that still exists.
fn is_live(cursor: &Cursor, reread: &Reread) -> bool {
    let node = cursor.node();
    let stays = reread.comparison.same(node).is_some();
    cursor.at_end() && (stays || cursor.lines().on_mainline(node))
}

/// A part of the reader's state.
#[derive(Debug)]
struct Remembered<T> {
    /// In the former reading.
    was: T,
    /// As carried over to the reading on the screen. If the current state differs, the reader has changed it there.
    shown: T,
}

impl<T: Carry> Remembered<T> {
    fn new(was: &T) -> Self {
        Self { was: was.clone(), shown: was.clone() }
    }
}

/// A new reading, compared with the one on the screen and with the former one. They are the same unless parts were
/// missing.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui) struct Readings<'a> {
    pub(in crate::tui) game: usize,
    pub(in crate::tui) now: &'a Reread,
    pub(in crate::tui) former: &'a Reread,
}

impl Readings<'_> {
    /// Carries over the reader's current state if it was changed, otherwise the former state.
    fn carry<T: Carry>(self, remembered: &mut Option<Remembered<T>>, now: &mut T) {
        match remembered.take().filter(|remembered| remembered.shown == *now) {
            Some(Remembered { was, .. }) => {
                now.clone_from(&was);
                now.carry(self.game, self.former);
                let shown = now.clone();
                *remembered = Some(Remembered { was, shown });
            }
            None => now.carry(self.game, self.now),
        }
    }

    /// Whether the new reading has nothing in common with the others.
    pub(in crate::tui) fn is_another_game(self) -> bool {
        self.now.is_another_game() && self.former.is_another_game()
    }

    /// Of nodes that are new or changed compared with the reading on the screen, those that are not in the former one.
    pub(in crate::tui) fn news(self, nodes: &[NodeId]) -> Vec<NodeId> {
        let comparison = &self.former.comparison;
        let news = comparison.added.iter().chain(&comparison.changed);
        let news: BTreeSet<&NodeId> = news.collect();
        let nodes = nodes.iter().filter(|node| news.contains(node));
        nodes.copied().collect()
    }
}

/// New and changed nodes that have not been viewed yet, with the number of their reading.
pub(in crate::tui) type Fresh = BTreeMap<NodeId, u64>;

/// The reader's state in the last complete reading.
#[derive(Debug)]
pub(in crate::tui) struct Former {
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) fresh: Fresh,
    game: usize,
    until: Instant,
    place: Option<Remembered<CursorAndQuoting>>,
    bookmarks: BTreeMap<char, Option<Remembered<Bookmarked>>>,
    jumps: Option<Remembered<Jumps>>,
    folds: Option<Remembered<Folds>>,
    problem: Option<Remembered<Option<Problem>>>,
    way_back: Option<Remembered<Option<Location>>>,
    search: Option<Remembered<Search>>,
}

impl Former {
    /// The reader's current state.
    pub(in crate::tui) fn new(
        game: usize,
        record: &Arc<Record>,
        fresh: &Fresh,
        reader: &Reader,
        ui: &Ui,
    ) -> Self {
        let bookmarks = reader.bookmarks.0.iter();
        Self {
            record: Arc::clone(record),
            fresh: fresh.clone(),
            game,
            until: Instant::now() + PATIENCE,
            place: Some(Remembered::new(&cursor_and_quoting(reader))),
            bookmarks: bookmarks
                .map(|(letter, mark)| (*letter, Some(Remembered::new(mark))))
                .collect(),
            jumps: Some(Remembered::new(&reader.jumps)),
            folds: Some(Remembered::new(&ui.folds)),
            problem: Some(Remembered::new(&ui.mode.problem)),
            way_back: Some(Remembered::new(&ui.way_back)),
            search: Some(Remembered::new(&reader.search)),
        }
    }

    /// Whether missing parts of a game may still be restored.
    pub(in crate::tui) fn is_awaited(&self, game: usize) -> bool {
        self.game == game && Instant::now() < self.until
    }

    /// Restarts the wait after a change of the file.
    pub(in crate::tui) fn wait_on(&mut self) {
        self.until = Instant::now() + PATIENCE;
    }

    /// Forgets the place if the reader has left it, even if only to come back.
    pub(in crate::tui) fn see(&mut self, reader: &Reader) {
        self.place.take_if(|place| place.shown.0 != reader.cursor);
    }

    /// Whether the reader has left the place, or a list has been opened or closed.
    pub(in crate::tui) fn is_left(&mut self, reader: &Reader, ui: &Ui) -> bool {
        self.see(reader);
        let is_other = |way_back: &Remembered<_>| way_back.shown != ui.way_back;
        self.place.is_none() || self.way_back.as_ref().is_none_or(is_other)
    }

    /// Whether the reader is at the live end.
    pub(in crate::tui) fn is_live(&self, readings: Readings<'_>, reader: &Reader) -> bool {
        let place = self.place.as_ref();
        match place.filter(|remembered| remembered.shown.0 == reader.cursor) {
            Some(remembered) => is_live(&remembered.was.0, readings.former),
            None => is_live(&reader.cursor, readings.now),
        }
    }

    /// Moves the reader along to the new live end.
    pub(in crate::tui) fn move_along(&mut self, reader: &Reader) {
        if let Some(remembered) = &mut self.place {
            remembered.shown = cursor_and_quoting(reader);
        }
    }

    /// Carries everything over to a new reading.
    pub(in crate::tui) fn carry(
        &mut self,
        readings: Readings<'_>,
        reader: &mut Reader,
        ui: &mut Ui,
    ) {
        let mut here = cursor_and_quoting(reader);
        readings.carry(&mut self.place, &mut here);
        (reader.cursor, reader.quoting) = here;
        for (letter, mark) in &mut reader.bookmarks.0 {
            readings.carry(self.bookmarks.entry(*letter).or_default(), mark);
        }
        readings.carry(&mut self.jumps, &mut reader.jumps);
        readings.carry(&mut self.folds, &mut ui.folds);
        readings.carry(&mut self.problem, &mut ui.mode.problem);
        readings.carry(&mut self.way_back, &mut ui.way_back);
        readings.carry(&mut self.search, &mut reader.search);
    }
}

fn cursor_and_quoting(reader: &Reader) -> CursorAndQuoting {
    (reader.cursor.clone(), reader.quoting.clone())
}

//! The games of a file that another program writes.

use std::sync::Arc;
use std::time::Instant;

use crate::files::watch::{Change, Held};
use crate::format::{Entry, Loaded};
use crate::record::{Headers, Record, Reread};

/// A change of one game.
pub(crate) enum GameChange {
    /// A game that was not there, or that has no move in common with the one that was.
    New(Arc<Record>),
    /// Moves, notes or headers have changed.
    Changed(Box<Reread>),
    /// The game, which had these headers, is no longer in the file, or the file is gone.
    Gone(Headers),
}

/// Games that change, each with its index in the file.
type GameChanges = Vec<(usize, GameChange)>;

/// A followed file as it was read last. A reading that lacks moves does not count until the file has rested.
#[derive(Default)]
pub(crate) struct LiveFile {
    loaded: Option<Loaded>,
    held: Held<(Loaded, GameChanges)>,
}

impl LiveFile {
    /// A file that has been read.
    pub(crate) fn new(loaded: Loaded) -> Self {
        Self { loaded: Some(loaded), held: Held::default() }
    }

    /// The last reading, unless the file is gone.
    pub(crate) fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }

    /// The games that change with the file, in file order. Only what has changed is parsed.
    pub(crate) fn take(&mut self, change: Change, now: Instant) -> GameChanges {
        let reading = match change {
            Change::Loaded(loaded) => {
                self.held.begin();
                let (changes, lacks) = self.compare(&loaded);
                let is_cut = loaded.cut().is_some();
                self.held.admit((loaded, changes), lacks, is_cut, now)
            }
            Change::Rested => self.held.rest(),
            Change::Gone => {
                self.held.begin();
                let loaded = self.loaded.take();
                let games = loaded.iter().flat_map(|loaded| loaded.games()).enumerate();
                return games.map(|(index, game)| (index, gone(game))).collect();
            }
            _ => None,
        };
        let Some((loaded, changes)) = reading else {
            return Vec::new();
        };
        self.loaded = Some(loaded);
        changes
    }

    /// The games that differ in a later reading, and whether moves are missing from it.
    fn compare(&self, loaded: &Loaded) -> (GameChanges, bool) {
        let earlier = self.loaded.as_ref().map_or(&[][..], Loaded::games);
        let later = loaded.games();
        let (mut changes, mut lacks) = (Vec::new(), false);
        for index in 0..earlier.len().max(later.len()) {
            let (before, now) = (earlier.get(index), later.get(index));
            if before.zip(now).is_some_and(|(before, now)| before.is_alike(now)) {
                continue;
            }
            let [was, is] = [before, now].map(|game| game.and_then(|game| game.read().ok()));
            let change = match (was, is) {
                (None, None) => continue,
                (None, Some(record)) => GameChange::New(record),
                (Some(_), None) => {
                    lacks = true;
                    before.map_or(GameChange::Gone(Headers::default()), |game| gone(game))
                }
                (Some(was), Some(record)) => {
                    let reread = Reread::new(was, record);
                    lacks |= reread.has_lost();
                    if reread.is_same() {
                        continue;
                    } else if reread.is_another_game() {
                        GameChange::New(reread.record)
                    } else {
                        GameChange::Changed(Box::new(reread))
                    }
                }
            };
            changes.push((index, change));
        }
        (changes, lacks)
    }
}

fn gone(game: &Entry) -> GameChange {
    GameChange::Gone(game.headers().into_owned())
}

//! What happens when the file changes under the reader.

use std::sync::Arc;

use super::app::{App, short_name};
use super::say::Say;
use crate::format::Loaded;
use crate::record::Record;
use crate::watch::Change;

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

impl App {
    pub(super) fn change(&mut self, change: Change) {
        self.touch();
        match change {
            Change::Loaded(loaded) => self.replace(loaded),
            // A file that grows shows the moves that are whole; one that shrank is being written anew, and the last
            // good board stays.
            Change::Cut(loaded) => {
                if loaded
                    .game(0)
                    .is_ok_and(|record| record.tree.len() >= self.record.tree.len())
                {
                    self.replace(loaded);
                }
            }
            Change::Writing => self.watched = Watched::Writing,
            Change::Incomplete(reason) => self.watched = Watched::Incomplete(reason),
            Change::Gone => self.watched = Watched::Gone,
            Change::Ended => self.watched = Watched::Ended,
            Change::Turned(path) => {
                self.name = short_name(&path);
                self.path = path;
            }
            Change::Polling(reason) => {
                self.polling = true;
                self.watched = Watched::Polling;
                self.say(&Say::Polling(reason));
            }
        }
    }

    /// Puts a newly read file in the place of the old one and keeps the reader's place in it.
    fn replace(&mut self, loaded: Loaded) {
        let loaded = Arc::new(loaded);
        let game = self.game.min(loaded.games.len().saturating_sub(1));
        let record = match loaded.game(game) {
            Ok(record) => record,
            Err(error) => {
                self.watched = Watched::Incomplete(error.to_string());
                return;
            }
        };
        let at_tip = self.cursor.node() == self.cursor.lines().mainline_end();
        let mut cursor = self.cursor.follow(&self.record, &record);
        if at_tip && cursor.lines().on_mainline(cursor.node()) {
            let end = cursor.lines().mainline_end();
            cursor.go_to(&record, end);
        } else if cursor.ply() < self.cursor.ply() {
            self.say(&Say::TakenBack);
        }
        self.settings.flip ^= self.record.flipped != record.flipped;
        self.has_comments = record.tree.has_remarks();
        let old = std::mem::replace(&mut self.record, record);
        self.cursor = cursor;
        self.loaded = loaded;
        self.game = game;
        self.watched = if self.polling {
            Watched::Polling
        } else {
            Watched::Live
        };
        self.carry_over(&old);
        self.tell_warnings();
    }

    /// Finds in the record what was known by nodes of its old reading.
    fn carry_over(&mut self, old: &Record) {
        let preview = self.preview.take().map(|preview| preview.node);
        self.marks.carry(self.game, old, &self.record);
        self.carry_problem(old);
        self.forget_record();
        let looked_at = preview.map(|node| self.record.find_same(old, node));
        if let Some((node, true)) = looked_at
            && self.branches().contains(&node)
        {
            self.look_at(node);
        }
    }

    pub(super) fn tell_warnings(&mut self) {
        let warnings = self.loaded.all_warnings();
        if let Some(first) = warnings.first().filter(|_| self.message.is_none()) {
            let say = Say::Warning {
                first: first.to_string(),
                more: warnings.len() - 1,
            };
            self.say(&say);
        }
    }
}

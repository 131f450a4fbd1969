//! What happens when the file changes under the reader.

use std::sync::Arc;

use super::app::App;
use super::lang::Text;
use crate::format::Loaded;
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
            Change::Turned(path) => self.name = crate::load::show_path(&path),
            Change::Polling(reason) => {
                self.polling = true;
                self.watched = Watched::Polling;
                self.message = Some(self.text_with(Text::NoEvents, &[&reason]));
            }
        }
    }

    /// Puts a newly read file in the place of the old one and keeps the reader's place in it.
    fn replace(&mut self, loaded: Loaded) {
        let loaded = Arc::new(loaded);
        let record = match loaded.game(0) {
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
            self.message = Some(self.text(Text::TakenBack).to_owned());
        }
        self.settings.flip ^= self.record.flipped != record.flipped;
        self.has_comments = record.tree.has_remarks();
        self.cursor = cursor;
        self.record = record;
        self.loaded = loaded;
        self.watched = if self.polling {
            Watched::Polling
        } else {
            Watched::Live
        };
        self.tell_warnings();
    }

    pub(super) fn tell_warnings(&mut self) {
        let warnings = self.loaded.all_warnings();
        if let Some(first) = warnings.first().filter(|_| self.message.is_none()) {
            let more = warnings.len() - 1;
            let more = if more > 0 {
                format!(" (+{more})")
            } else {
                String::new()
            };
            let first = format!("{first}{more}");
            self.message = Some(self.text_with(Text::Warning, &[&first]));
        }
    }
}

//! Places that the reader or the file has given a name.

use std::collections::BTreeMap;

use super::model::State;
use super::say::Say;
use crate::record::{NodeId, Note, Record, Reread};
use crate::text::clean_line;

/// The letter of the place that was left by the last jump.
const LEFT: char = '\'';

/// The places that the reader marked, by game and node.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks(BTreeMap<char, (usize, NodeId)>);

impl Marks {
    /// Remembers the place that a jump leaves.
    pub(super) fn leave(&mut self, game: usize, node: NodeId) {
        self.0.insert(LEFT, (game, node));
    }

    /// Carries the marks of a game over to a new reading of its record.
    pub(super) fn carry(&mut self, game: usize, reread: &Reread) {
        for (marked, node) in self.0.values_mut() {
            if *marked == game {
                *node = reread.survivor(*node);
            }
        }
    }
}

/// A place with its letter, for the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) letter: char,
    pub(super) game: usize,
    pub(super) node: NodeId,
    /// What the file calls it.
    pub(super) name: Option<String>,
}

impl State {
    pub(super) fn set_mark(&mut self, letter: char) {
        self.reader
            .marks
            .0
            .insert(letter, (self.document.game, self.reader.cursor.node()));
        self.say(&Say::MarkSet(letter));
    }

    pub(super) fn go_to_mark(&mut self, letter: char) {
        let marked = self
            .marks_here()
            .into_iter()
            .find(|mark| mark.letter == letter);
        let Some(mark) = marked else {
            return self.say(&Say::NoMark(letter));
        };
        let left = (self.document.game, self.reader.cursor.node());
        if mark.game == self.document.game || self.open_game(mark.game) {
            // The file may have lost moves since.
            let is_there = mark.node.index() < self.document.record.tree.len();
            self.go_to(if is_there { mark.node } else { NodeId::ROOT });
            self.reader.marks.leave(left.0, left.1);
            self.ui.panes.comment.reset();
            self.guard_answer();
        }
    }

    /// The reader's marks, and the file's bookmarks under the letters that are left, in order.
    pub(super) fn marks_here(&self) -> Vec<Marked> {
        let own = self
            .reader
            .marks
            .0
            .iter()
            .map(|(letter, (game, node))| Marked {
                letter: *letter,
                game: *game,
                node: *node,
                name: None,
            });
        let mut marks: Vec<Marked> = own.collect();
        let free = ('a'..='z').chain('A'..='Z');
        let free = free.filter(|letter| !self.reader.marks.0.contains_key(letter));
        let lines = self.reader.cursor.lines();
        let places = lines.bookmarks().iter();
        marks.extend(free.zip(places).map(|(letter, place)| {
            let node = lines.node(*place as usize);
            Marked {
                letter,
                game: self.document.game,
                node,
                name: bookmark(&self.document.record, node),
            }
        }));
        marks.sort_by_key(|mark| mark.letter);
        marks
    }
}

fn bookmark(record: &Record, node: NodeId) -> Option<String> {
    record.tree.notes(node).find_map(|note| match note {
        Note::Bookmark(name) => Some(clean_line(name)),
        _ => None,
    })
}

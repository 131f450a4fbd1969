//! Places that the reader or the file has given a name.

use std::collections::BTreeMap;

use super::State;
use crate::record::{NodeId, Note, Record, Reread};
use crate::text::clean_line;

/// The places that the reader marked, by game and node.
#[derive(Debug, Clone, Default)]
pub(in crate::tui) struct Marks(pub(in crate::tui) BTreeMap<char, (usize, NodeId)>);

impl Marks {
    /// Carries the marks of a game over to a new reading of its record.
    pub(in crate::tui) fn carry(&mut self, game: usize, reread: &Reread) {
        for (marked, node) in self.0.values_mut() {
            if *marked == game {
                *node = reread.survivor(*node);
            }
        }
    }
}

/// A place with its letter, for the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Marked {
    pub(in crate::tui) letter: char,
    pub(in crate::tui) game: usize,
    pub(in crate::tui) node: NodeId,
    /// What the file calls it.
    pub(in crate::tui) name: Option<String>,
}

/// The reader's marks, and the file's bookmarks under the letters that are left, in order.
pub(in crate::tui) fn marks_here(state: &State) -> Vec<Marked> {
    let own = state
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
    let free = free.filter(|letter| !state.reader.marks.0.contains_key(letter));
    let lines = state.reader.cursor.lines();
    let places = lines.bookmarks().iter();
    marks.extend(free.zip(places).map(|(letter, place)| {
        let node = lines.node(*place as usize);
        Marked {
            letter,
            game: state.document.game,
            node,
            name: bookmark(&state.document.record, node),
        }
    }));
    marks.sort_by_key(|mark| mark.letter);
    marks
}

fn bookmark(record: &Record, node: NodeId) -> Option<String> {
    record.tree.notes(node).find_map(|note| match note {
        Note::Bookmark(name) => Some(clean_line(name)),
        _ => None,
    })
}

//! Places that the reader or the file has given a name.

use std::collections::BTreeMap;

use super::State;
use crate::record::{NodeId, Note, Record};
use crate::text::clean_line;

/// The reader's own, by game and node.
#[derive(Debug, Clone, Default)]
pub(in crate::tui) struct Bookmarks(pub(in crate::tui) BTreeMap<char, (usize, NodeId)>);

/// A place with its letter, for the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Bookmark {
    pub(in crate::tui) letter: char,
    pub(in crate::tui) game: usize,
    pub(in crate::tui) node: NodeId,
    /// What the file calls it.
    pub(in crate::tui) name: Option<String>,
}

/// The reader's own, and those of the file under the letters that are left, in order.
pub(in crate::tui) fn bookmarks_here(state: &State) -> Vec<Bookmark> {
    let own = state
        .reader
        .bookmarks
        .0
        .iter()
        .map(|(letter, (game, node))| Bookmark {
            letter: *letter,
            game: *game,
            node: *node,
            name: None,
        });
    let mut bookmarks: Vec<Bookmark> = own.collect();
    let free = ('a'..='z').chain('A'..='Z');
    let free = free.filter(|letter| !state.reader.bookmarks.0.contains_key(letter));
    let lines = state.reader.cursor.lines();
    let places = lines.bookmarks().iter();
    bookmarks.extend(free.zip(places).map(|(letter, place)| {
        let node = lines.node(*place as usize);
        Bookmark {
            letter,
            game: state.document.game,
            node,
            name: name_of(&state.document.record, node),
        }
    }));
    bookmarks.sort_by_key(|bookmark| bookmark.letter);
    bookmarks
}

fn name_of(record: &Record, node: NodeId) -> Option<String> {
    record.tree.notes(node).find_map(|note| match note {
        Note::Bookmark(name) => Some(clean_line(name)),
        _ => None,
    })
}

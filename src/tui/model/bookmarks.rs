//! The bookmarks of the reader and of the file.

use std::collections::BTreeMap;

use super::State;
use super::carry::{Anchor, Carry};
use crate::record::{NodeId, Note, Place, Record, Reread};
use crate::text::clean_line;

/// A bookmark of the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Bookmarked {
    pub(in crate::tui) game: usize,
    pub(in crate::tui) at: Anchor,
    /// The notation of the place, stored because computing it requires the record of its game.
    pub(in crate::tui) place: Place,
}

impl Carry for Bookmarked {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if self.game == game {
            self.at.carry(game, reread);
            self.place = Place::of(&reread.record.tree, &reread.lines, self.at.node);
        }
    }
}

/// The reader's bookmarks by letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct Bookmarks(pub(in crate::tui) BTreeMap<char, Bookmarked>);

/// A bookmark in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Bookmark {
    pub(in crate::tui) letter: char,
    pub(in crate::tui) game: usize,
    pub(in crate::tui) node: NodeId,
    pub(in crate::tui) place: Place,
    /// The name in the file.
    pub(in crate::tui) name: Option<String>,
}

/// The reader's bookmarks, and those of the file under unused letters, in order.
pub(in crate::tui) fn bookmarks_here(state: &State) -> Vec<Bookmark> {
    let own = state.reader.bookmarks.0.iter().map(|(letter, kept)| Bookmark {
        letter: *letter,
        game: kept.game,
        node: kept.at.node,
        place: kept.place.clone(),
        name: None,
    });
    let mut bookmarks: Vec<Bookmark> = own.collect();
    let free = ('a'..='z').chain('A'..='Z');
    let free = free.filter(|letter| !state.reader.bookmarks.0.contains_key(letter));
    let lines = state.lines();
    let marked = lines.bookmarks().iter();
    bookmarks.extend(free.zip(marked).map(|(letter, ordinal)| {
        let node = lines.node(*ordinal as usize);
        Bookmark {
            letter,
            game: state.document.game,
            node,
            place: state.place_of(node),
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

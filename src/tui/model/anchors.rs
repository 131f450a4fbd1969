//! Where the reader may return to: jumps and bookmarks; and how places are carried over to a new reading of the file.

use std::collections::BTreeMap;

use super::State;
use crate::record::{NodeId, Note, Place, Record, Reread, Trail, Tree};
use crate::text::clean_line;

/// State that refers to nodes of a record.
pub(in crate::tui) trait Carry {
    /// Maps the nodes of a game to a new reading of it, or to their last remaining ancestors.
    fn carry(&mut self, game: usize, reread: &Reread);
}

impl<T: Carry> Carry for Option<T> {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if let Some(inner) = self {
            inner.carry(game, reread);
        }
    }
}

/// A node to which the reader may return. While it is missing from the file, this is its last remaining ancestor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Anchor {
    pub(in crate::tui) node: NodeId,
    /// The moves to the missing node.
    lost: Option<Trail>,
}

impl From<NodeId> for Anchor {
    fn from(node: NodeId) -> Self {
        Self { node, lost: None }
    }
}

impl Anchor {
    /// Whether the node is missing.
    pub(in crate::tui) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}

impl Carry for Anchor {
    fn carry(&mut self, _: usize, reread: &Reread) {
        let tree = &reread.record.tree;
        if reread.same(self.node).is_none() {
            self.lost.get_or_insert_with(|| Trail::to(&reread.earlier.tree, self.node));
        }
        self.node = reread.survivor(self.node);
        if let Some(trail) = &self.lost {
            // The trail may not lead as far, since long ones are cut.
            let back = trail.end(tree);
            self.node = if tree.ply(back) > tree.ply(self.node) { back } else { self.node };
        }
        self.lost.take_if(|trail| *trail == Trail::to(tree, self.node));
    }
}

/// The maximum number of jumps in the history.
const KEPT: usize = 200;

/// Where the reader is in the file: the game, the node and the line.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui) struct Location {
    pub(in crate::tui) game: usize,
    pub(in crate::tui) node: Anchor,
    /// The last node of the current line.
    pub(in crate::tui) end: Anchor,
    /// Whether it is the live end, so that the reader moves along with it.
    pub(in crate::tui) is_live: bool,
}

impl Location {
    /// Whether moves that lead to it are missing from the file.
    pub(in crate::tui) fn is_lost(&self) -> bool {
        self.node.is_lost() || self.end.is_lost()
    }

    /// Leaves own moves that are hidden, for the last move before them in the file.
    pub(in crate::tui) fn hide(&mut self, own: &Tree, file: &Tree) {
        for anchor in [&mut self.node, &mut self.end] {
            if own.is_own(anchor.node) {
                let trail = Trail::to(own, anchor.node);
                anchor.node = trail.end(file);
                anchor.lost = Some(trail);
            }
        }
    }

    /// Returns to the own moves that were left, which are shown again.
    pub(in crate::tui) fn show(&mut self, own: &Tree) {
        for anchor in [&mut self.node, &mut self.end] {
            if let Some(trail) = anchor.lost.take() {
                anchor.node = trail.end(own);
            }
        }
    }

    /// Whether the reader is at the same node there, on whatever line.
    pub(in crate::tui) fn is_same(&self, other: &Self) -> bool {
        (self.game, self.node.node) == (other.game, other.node.node)
    }
}

impl Carry for Location {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if self.game == game {
            if reread.same(self.node.node).is_none() {
                // A reader in a removed variation does not follow the line that it left.
                self.is_live &= reread.earlier.tree.on_mainline(self.node.node);
            }
            let is_main = reread.earlier.tree.on_mainline(self.end.node);
            self.node.carry(game, reread);
            self.end.carry(game, reread);
            if is_main && !self.node.is_lost() && reread.lines.on_mainline(self.node.node) {
                self.end = reread.lines.mainline_end().into();
            }
        }
    }
}

/// The locations before and after the current one.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::tui) struct Jumps {
    behind: Vec<Location>,
    ahead: Vec<Location>,
}

impl Jumps {
    /// Records the start of a jump, and removes the locations after it.
    pub(in crate::tui) fn leave(&mut self, here: Location) {
        self.ahead.clear();
        if self.behind.last().is_some_and(|last| last.is_same(&here)) {
            return;
        }
        if self.behind.len() == KEPT {
            self.behind.remove(0);
        }
        self.behind.push(here);
    }

    /// The start of the last jump.
    pub(in crate::tui) fn last(&self) -> Option<&Location> {
        self.behind.last()
    }

    /// Steps back or forward several times, or as often as possible. Returns where that leads, and the number of steps.
    pub(in crate::tui) fn along(
        &mut self,
        mut here: Location,
        forward: bool,
        times: usize,
    ) -> (Location, usize) {
        let (from, to) = if forward {
            (&mut self.ahead, &mut self.behind)
        } else {
            (&mut self.behind, &mut self.ahead)
        };
        let mut steps = 0;
        while steps < times
            && let Some(there) = travel(from, to, &here)
        {
            here = there;
            steps += 1;
        }
        (here, steps)
    }

    /// Whether there is anywhere to go in a direction.
    pub(in crate::tui) fn go_on(&self, forward: bool) -> bool {
        let way = if forward { &self.ahead } else { &self.behind };
        !way.is_empty()
    }
}

impl Carry for Jumps {
    fn carry(&mut self, game: usize, reread: &Reread) {
        for location in self.behind.iter_mut().chain(&mut self.ahead) {
            location.carry(game, reread);
        }
    }
}

fn travel(from: &mut Vec<Location>, to: &mut Vec<Location>, here: &Location) -> Option<Location> {
    while from.last().is_some_and(|last| last.is_same(here)) {
        from.pop();
    }
    let there = from.pop()?;
    to.push(here.clone());
    Some(there)
}

/// A bookmark of the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Bookmarked {
    pub(in crate::tui) game: usize,
    pub(in crate::tui) at: Anchor,
    /// The notation of the place, stored because computing it requires the record of its game.
    pub(in crate::tui) place: Place,
    /// The name in the file; empty if it has none.
    pub(in crate::tui) name: String,
}

impl Carry for Bookmarked {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if self.game == game {
            self.at.carry(game, reread);
            self.place = Place::of(&reread.record.tree, &reread.lines, self.at.node);
        }
    }
}

/// The reader's bookmarks, and those of the file under unused letters.
pub(in crate::tui) fn bookmarks_here(state: &State) -> BTreeMap<char, Bookmarked> {
    let own = &state.desk.reader.bookmarks;
    let free = ('a'..='z').chain('A'..='Z').filter(|letter| !own.contains_key(letter));
    let lines = state.lines();
    let marked = lines.bookmarks.iter().map(|ordinal| lines.node(*ordinal as usize));
    let of_file = marked.map(|node| Bookmarked {
        game: state.desk.game,
        at: node.into(),
        place: state.place_of(node),
        name: name_of(&state.desk.record, node),
    });
    free.zip(of_file).chain(own.clone()).collect()
}

fn name_of(record: &Record, node: NodeId) -> String {
    let name = record.tree.notes(node).find_map(|note| match note {
        Note::Bookmark(name) => Some(clean_line(name)),
        _ => None,
    });
    name.unwrap_or_default()
}

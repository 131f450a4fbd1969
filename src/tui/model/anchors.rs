//! Where the reader may return to: jumps and bookmarks; and how places are carried over to a new reading of the file.

use std::collections::BTreeMap;

use super::State;
use crate::record::{NodeId, Note, Place, Record, Reread, Trail, Tree};
use crate::text::clean_line;

/// How the record on the screen becomes another of the same file.
pub(in crate::tui) struct Turn<'a> {
    /// The index of the game that was on the screen.
    pub(in crate::tui) from: usize,
    pub(in crate::tui) earlier: &'a Record,
    /// The index of the game that is on the screen now.
    pub(in crate::tui) to: usize,
    pub(in crate::tui) record: &'a Record,
    /// The comparison, if the two are readings of the same game.
    pub(in crate::tui) reread: Option<&'a Reread>,
}

impl<'a> Turn<'a> {
    /// The comparison of a game that was on the screen.
    fn reread_of(&self, game: usize) -> Option<&'a Reread> {
        self.reread.filter(|_| game == self.from)
    }

    /// The index of a game from now on.
    fn index_of(&self, game: usize) -> usize {
        self.reread_of(game).map_or(game, |_| self.to)
    }

    /// The same node of the game on the screen.
    pub(super) fn same(&self, node: NodeId) -> Option<NodeId> {
        self.reread?.same(node)
    }
}

/// A node to which the reader may return. While it is missing from the file, this is its last remaining ancestor. While
/// another game is on the screen it has no number, but is the end of its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Anchor {
    node: Option<NodeId>,
    /// The moves to the node while it has no number, or is missing.
    lost: Option<Trail>,
}

impl From<NodeId> for Anchor {
    fn from(node: NodeId) -> Self {
        Self { node: Some(node), lost: None }
    }
}

impl From<Trail> for Anchor {
    fn from(trail: Trail) -> Self {
        Self { node: None, lost: Some(trail) }
    }
}

impl Anchor {
    /// Whether the node is missing.
    pub(in crate::tui) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// The node in the tree of its game, which is on the screen.
    pub(in crate::tui) fn node(&self, tree: &Tree) -> NodeId {
        match (self.node, &self.lost) {
            (Some(node), _) => tree.reachable(node),
            (None, Some(trail)) => trail.end(tree),
            (None, None) => NodeId::ROOT,
        }
    }

    /// The moves to it in the tree of its game.
    pub(in crate::tui) fn trail(&self, tree: &Tree) -> Trail {
        self.lost.clone().unwrap_or_else(|| Trail::to(tree, self.node(tree)))
    }

    fn carry(&mut self, game: usize, turn: &Turn) {
        match turn.reread_of(game) {
            Some(reread) => self.follow(reread),
            None if game == turn.from => *self = self.trail(&turn.earlier.tree).into(),
            None => {}
        }
        if self.node.is_none() && game == turn.to {
            self.node = Some(self.node(&turn.record.tree));
        }
        if let Some(node) = self.node {
            self.lost.take_if(|trail| *trail == Trail::to(&turn.record.tree, node));
        }
    }

    fn follow(&mut self, reread: &Reread) {
        let tree = &reread.record.tree;
        let before = self.node(&reread.earlier.tree);
        if reread.same(before).is_none() {
            self.lost.get_or_insert_with(|| Trail::to(&reread.earlier.tree, before));
        }
        let mut node = reread.survivor(before);
        if let Some(trail) = &self.lost {
            // The trail may not lead as far, since long ones are cut.
            let back = trail.end(tree);
            node = if tree.ply(back) > tree.ply(node) { back } else { node };
        }
        self.node = Some(node);
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
            if own.is_own(anchor.node(own)) {
                *anchor = anchor.trail(own).into();
                anchor.node = Some(anchor.node(file));
            }
        }
    }

    /// Returns to the own moves that were left, which are shown again.
    pub(in crate::tui) fn show(&mut self, own: &Tree) {
        for anchor in [&mut self.node, &mut self.end] {
            if let Some(trail) = anchor.lost.take() {
                *anchor = trail.end(own).into();
            }
        }
    }

    /// Whether the reader is at the same node there, on whatever line.
    pub(in crate::tui) fn is_same(&self, other: &Self) -> bool {
        let is_here = self.node.node.is_some() && self.node.node == other.node.node;
        self.game == other.game && (is_here || self.node == other.node)
    }

    pub(in crate::tui) fn carry(&mut self, turn: &Turn) {
        let mut is_main = false;
        if let Some(reread) = turn.reread_of(self.game) {
            let tree = &reread.earlier.tree;
            let node = self.node.node(tree);
            // A reader in a removed variation does not follow the line that it left.
            self.is_live &= reread.same(node).is_some() || tree.on_mainline(node);
            is_main = tree.on_mainline(self.end.node(tree));
        }
        self.node.carry(self.game, turn);
        self.end.carry(self.game, turn);
        if let Some(reread) = turn.reread_of(self.game)
            && is_main
            && !self.node.is_lost()
            && reread.lines.on_mainline(self.node.node(&reread.record.tree))
        {
            self.end = reread.lines.mainline_end().into();
        }
        self.game = turn.index_of(self.game);
    }
}

/// The locations before and after the current one.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::tui) struct Jumps {
    back: Vec<Location>,
    ahead: Vec<Location>,
}

impl Jumps {
    /// Records the start of a jump, and removes the locations after it.
    pub(in crate::tui) fn leave(&mut self, here: Location) {
        self.ahead.clear();
        if self.back.last().is_some_and(|last| last.is_same(&here)) {
            return;
        }
        if self.back.len() == KEPT {
            self.back.remove(0);
        }
        self.back.push(here);
    }

    /// The start of the last jump.
    pub(in crate::tui) fn last(&self) -> Option<&Location> {
        self.back.last()
    }

    /// Steps back or forward several times, or as often as possible. Returns where that leads, and the number of steps.
    pub(in crate::tui) fn along(
        &mut self,
        mut here: Location,
        forward: bool,
        times: usize,
    ) -> (Location, usize) {
        let (from, to) = if forward {
            (&mut self.ahead, &mut self.back)
        } else {
            (&mut self.back, &mut self.ahead)
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

    pub(super) fn carry(&mut self, turn: &Turn) {
        for location in self.back.iter_mut().chain(&mut self.ahead) {
            location.carry(turn);
        }
    }

    /// Whether there is anywhere to go in a direction.
    pub(in crate::tui) fn go_on(&self, forward: bool) -> bool {
        let way = if forward { &self.ahead } else { &self.back };
        !way.is_empty()
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

impl Bookmarked {
    pub(super) fn carry(&mut self, turn: &Turn) {
        self.at.carry(self.game, turn);
        if let Some(reread) = turn.reread_of(self.game) {
            let tree = &reread.record.tree;
            self.place = Place::of(tree, &reread.lines, self.at.node(tree));
        }
        self.game = turn.index_of(self.game);
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

//! The history of jumps.

use super::carry::{Anchor, Carry};
use crate::record::Reread;

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

    fn is_same(&self, other: &Self) -> bool {
        (self.game, self.node.node) == (other.game, other.node.node)
    }
}

impl Carry for Location {
    fn carry(&mut self, game: usize, reread: &Reread) {
        if self.game == game {
            if reread.comparison.same(self.node.node).is_none() {
                // A reader in a removed variation does not follow the line that it left.
                self.is_live &= reread.earlier.tree.on_mainline(self.node.node);
            }
            self.node.carry(game, reread);
            self.end.carry(game, reread);
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

    /// The start of the last jump, if it is not the current location.
    pub(in crate::tui) fn back(&mut self, here: Location) -> Option<Location> {
        step(&mut self.behind, &mut self.ahead, here)
    }

    /// The location before the last step back.
    pub(in crate::tui) fn forward(&mut self, here: Location) -> Option<Location> {
        step(&mut self.ahead, &mut self.behind, here)
    }

    pub(in crate::tui) fn has_back(&self) -> bool {
        !self.behind.is_empty()
    }

    pub(in crate::tui) fn has_forward(&self) -> bool {
        !self.ahead.is_empty()
    }
}

impl Carry for Jumps {
    fn carry(&mut self, game: usize, reread: &Reread) {
        for location in self.behind.iter_mut().chain(&mut self.ahead) {
            location.carry(game, reread);
        }
    }
}

fn step(from: &mut Vec<Location>, to: &mut Vec<Location>, here: Location) -> Option<Location> {
    while from.last().is_some_and(|last| last.is_same(&here)) {
        from.pop();
    }
    let there = from.pop()?;
    to.push(here);
    Some(there)
}

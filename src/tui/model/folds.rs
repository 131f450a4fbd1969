//! Folded variations in the list of moves.

use std::collections::HashSet;

use super::carry::Carry;
use crate::record::{NodeId, Reread};

/// Which forks show their branches in the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::tui) struct Folds {
    /// Whether all are folded, except the exceptions.
    all: bool,
    /// The forks to which `all` does not apply.
    except: HashSet<NodeId>,
}

impl Folds {
    /// Folds or unfolds all forks. Returns whether they are folded now.
    pub(in crate::tui) fn toggle_all(&mut self) -> bool {
        self.all = !self.all;
        self.except.clear();
        self.all
    }

    /// Whether the branches after a node are hidden.
    pub(in crate::tui) fn is_folded(&self, fork: NodeId) -> bool {
        self.all != self.except.contains(&fork)
    }

    /// Folds or unfolds the branches after a node.
    pub(in crate::tui) fn set(&mut self, fork: NodeId, folded: bool) {
        if folded == self.all {
            self.except.remove(&fork);
        } else {
            self.except.insert(fork);
        }
    }
}

impl Carry for Folds {
    fn carry(&mut self, _: usize, reread: &Reread) {
        let same = |fork: &NodeId| reread.comparison.same(*fork);
        self.except = self.except.iter().filter_map(same).collect();
    }
}

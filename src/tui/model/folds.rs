//! Which variations are folded in the list of moves.

use std::collections::HashSet;

use crate::record::{NodeId, Reread};

/// Which forks show their branches in the list.
#[derive(Debug, Default)]
pub(in crate::tui) struct Folds {
    /// All are folded but the exceptions.
    all: bool,
    /// Nodes before forks that are not as the others.
    except: HashSet<NodeId>,
}

impl Folds {
    /// Folds all forks, or unfolds them; whether they are folded now.
    pub(in crate::tui) fn toggle_all(&mut self) -> bool {
        self.all = !self.all;
        self.except.clear();
        self.all
    }

    /// Whether the branches after a node are hidden.
    pub(in crate::tui) fn is_folded(&self, fork: NodeId) -> bool {
        self.all != self.except.contains(&fork)
    }

    /// The same folds in a new reading of the record.
    pub(in crate::tui) fn carry(&self, reread: &Reread) -> Self {
        let same = self
            .except
            .iter()
            .filter_map(|fork| reread.comparison.same(*fork));
        Self {
            all: self.all,
            except: same.collect(),
        }
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

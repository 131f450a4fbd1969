//! What an engine found at the node on the board.

use super::State;
use super::panes::PaneId;
use crate::engine::ScoredLine;
use crate::files::results::Finding;
use crate::record::NodeId;

impl State {
    /// The node whose lines of an engine are shown: that on the board, or the one at which the line on the board begins.
    pub(in crate::tui) fn engine_node(&self) -> NodeId {
        self.quoting(PaneId::Engine).map_or(self.node(), |quoting| quoting.node)
    }

    /// What an engine found at that node.
    pub(in crate::tui) fn found_here(&self) -> Option<&Finding> {
        self.desk.valued.at.get(&self.engine_node()).filter(|_| !self.hides_answer())
    }

    /// The lines that it found there.
    pub(in crate::tui) fn engine_lines(&self) -> &[ScoredLine] {
        self.found_here().map_or(&[], |finding| &finding.found.lines)
    }

    /// The selected one of these.
    pub(in crate::tui) fn marked_line(&self) -> usize {
        let marked = self.desk.marked_line.filter(|(node, _)| *node == self.engine_node());
        marked.map_or(0, |(_, row)| row.min(self.engine_lines().len().saturating_sub(1)))
    }
}

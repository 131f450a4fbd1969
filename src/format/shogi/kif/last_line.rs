//! The line that was read last, from the root to its end. A variation replaces one of its moves.

use crate::record::NodeId;

/// A line that shares its beginning with the main line. The node at any ply is found in constant time, wherever the
/// last variation was.
#[derive(Debug)]
pub(super) struct LastLine {
    /// The main line's nodes by ply.
    main: Vec<NodeId>,
    /// The number of nodes shared with the main line.
    shared: usize,
    /// The nodes after them.
    own: Vec<NodeId>,
    in_variation: bool,
}

impl LastLine {
    pub(super) fn new() -> Self {
        Self {
            main: vec![NodeId::ROOT],
            shared: 1,
            own: Vec::new(),
            in_variation: false,
        }
    }

    /// Whether the main line is complete.
    pub(super) fn in_variation(&self) -> bool {
        self.in_variation
    }

    /// Ends the main line: variations follow.
    pub(super) fn begin_variation(&mut self) {
        self.in_variation = true;
    }

    /// Appends a node.
    pub(super) fn push(&mut self, node: NodeId) {
        if self.in_variation {
            self.own.push(node);
        } else {
            self.main.push(node);
            self.shared = self.main.len();
        }
    }

    /// Cuts the line after a ply and returns the node there. If the line is shorter, the main line is used instead.
    /// Returns `None` and changes nothing if that is shorter, too.
    pub(super) fn cut(&mut self, ply: usize) -> Option<NodeId> {
        let own = ply.checked_sub(self.shared);
        if let Some(own) = own
            && let Some(node) = self.own.get(own)
        {
            let node = *node;
            self.own.truncate(own + 1);
            return Some(node);
        }
        self.cut_main(ply)
    }

    /// Uses the main line up to a ply instead. Returns `None` and changes nothing if it is shorter.
    pub(super) fn cut_main(&mut self, ply: usize) -> Option<NodeId> {
        let node = self.main(ply)?;
        self.shared = ply + 1;
        self.own.clear();
        Some(node)
    }

    /// The node of the main line at a ply.
    pub(super) fn main(&self, ply: usize) -> Option<NodeId> {
        self.main.get(ply).copied()
    }
}

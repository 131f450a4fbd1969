//! The line that was written last, from the root to its end: a variation replaces a move of it.

use crate::game::Position;
use crate::record::NodeId;

/// How many plies lie between two kept positions.
const STRIDE: usize = 32;

/// A line that shares its beginning with the main line. Going to a ply of it costs no more than a few moves, wherever the
/// last variation was.
#[derive(Debug)]
pub(super) struct Path {
    /// The first block's nodes by ply.
    main: Vec<NodeId>,
    /// The positions at plies 0, 32, 64 … of it.
    positions: Vec<Position>,
    /// How many nodes of the main line are on the path.
    shared: usize,
    /// The nodes behind them.
    own: Vec<NodeId>,
    in_variation: bool,
}

/// A node, and the nearest kept position before it on the main line.
pub(super) struct Place {
    pub(super) node: NodeId,
    pub(super) kept: Option<(NodeId, Position)>,
}

impl Path {
    pub(super) fn new(start: &Position) -> Self {
        Self {
            main: vec![NodeId::ROOT],
            positions: vec![start.clone()],
            shared: 1,
            own: Vec::new(),
            in_variation: false,
        }
    }

    /// Whether the first block is over.
    pub(super) fn in_variation(&self) -> bool {
        self.in_variation
    }

    /// The block is over: what follows are variations.
    pub(super) fn begin_variation(&mut self) {
        self.in_variation = true;
    }

    /// Adds a node at the end, with the position there.
    pub(super) fn push(&mut self, node: NodeId, position: &Position) {
        if self.in_variation {
            self.own.push(node);
            return;
        }
        if self.main.len().is_multiple_of(STRIDE) {
            self.positions.push(position.clone());
        }
        self.main.push(node);
        self.shared = self.main.len();
    }

    /// Cuts the path behind a ply. `None`, and nothing happens, if it is shorter.
    pub(super) fn cut(&mut self, ply: usize) -> Option<Place> {
        if let Some(own) = ply.checked_sub(self.shared) {
            let node = *self.own.get(own)?;
            self.own.truncate(own + 1);
            return Some(Place { node, kept: None });
        }
        self.cut_main(ply)
    }

    /// Makes the main line up to a ply the path. `None`, and nothing happens, if it is shorter.
    pub(super) fn cut_main(&mut self, ply: usize) -> Option<Place> {
        let node = *self.main.get(ply)?;
        let kept = ply / STRIDE;
        let position = self.positions.get(kept)?.clone();
        self.shared = ply + 1;
        self.own.clear();
        Some(Place {
            node,
            kept: Some((self.main[kept * STRIDE], position)),
        })
    }
}

//! The positions of a game, and what was played in each.

use crate::game::{Keys, Move, Position, Symmetry};
use crate::record::{NodeId, Record};

/// Games are followed no further: real ones are shorter.
const LONGEST: u32 = 4_000;

/// A position of a main line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Played {
    /// The distance of its node from the root.
    pub(super) ply: u32,
    /// Its key, whichever way the board is turned.
    pub(super) key: u64,
    /// The first symmetry that gives it this key.
    pub(super) turn: Symmetry,
    /// The move that was played there, unless the main line ends.
    pub(super) mv: Option<Move>,
    /// The move on the turned board: see [`Keys::turned`].
    pub(super) turned: Option<Move>,
}

/// What was played in a position of a game or a corner of it. Millions of them are in memory, with no bytes between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(Rust, packed)]
pub(super) struct IndexRow {
    /// The key of the position or corner, whichever way its board is turned.
    pub(super) key: u64,
    /// The number of the game.
    pub(super) game: u32,
    pub(super) ply: u16,
    /// The symmetry by which the board is turned: see [`super::corners::turn`].
    pub(super) turn: u8,
    /// The number of the move on the turned board, 0 at the end: see [`super::corners::numbers`].
    pub(super) number: u16,
}

impl IndexRow {
    /// A row of no game yet.
    pub(super) fn new(key: u64, ply: u32, turn: u8, number: u16) -> Self {
        let (game, ply) = (0, ply as u16);
        Self { key, game, ply, turn, number }
    }
}

/// Calls `each` with every position of the main line in which a move was played, and with the last, up to the first move
/// that is illegal or cannot be read. A record without a move has none.
pub(super) fn each_position(record: &Record, mut each: impl FnMut(&Position, Played)) {
    let (mut keys, mut position) = (Keys::default(), record.start.clone());
    let mut emit = |position: &Position, at, mv| {
        let (key, turn, turned) = keys.turned(position, mv);
        each(position, Played { ply: record.tree.ply(at), key, turn, mv, turned });
    };
    record.advance(&mut position, NodeId::ROOT);
    let (mut before, mut has_moves) = (NodeId::ROOT, false);
    for node in record.tree.mainline().skip(1) {
        let is_broken = record.tree.illegal(node).is_some() || record.tree.unread(node).is_some();
        if is_broken || record.tree.ply(node) > LONGEST {
            break;
        }
        if let Some(mv) = record.tree.mv(node) {
            emit(&position, before, Some(mv));
            has_moves = true;
        }
        record.advance(&mut position, node);
        before = node;
    }
    if has_moves {
        emit(&position, before, None);
    }
}

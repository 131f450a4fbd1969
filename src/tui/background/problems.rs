//! The positions of problems, by which it is known whether they are solved, wherever they are.

use crate::game::Side;
use crate::record::{Key, NodeId, Record};

/// The key of the position at a node, however its board is turned.
pub(in crate::tui) fn problem_key(record: &Record, node: NodeId) -> u64 {
    let mut position = record.start.clone();
    let path = record.tree.path(node);
    path.into_iter().for_each(|step| record.advance(&mut position, step));
    position.canonical().0
}

/// What a file or game of a collection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum InCollection {
    /// A problem, by its position.
    Problem(u64),
    /// A whole game: no problem.
    Game,
    /// Neither, such as a file of several games.
    Other,
}

impl InCollection {
    /// The key of a problem.
    pub(in crate::tui) fn key(self) -> Option<u64> {
        match self {
            Self::Problem(key) => Some(key),
            Self::Game | Self::Other => None,
        }
    }
}

/// Whether a record is that of a game between players, rather than a problem.
pub(in crate::tui) fn is_whole_game(record: &Record) -> bool {
    /// The moves of a short game. Few answers are as long.
    const SHORT: usize = 20;
    let mut players = Side::BOTH.iter().map(|side| record.headers.get(Key::Player(*side)));
    players.any(|name| name.is_some())
        && record.tree.mainline().nth(SHORT).is_some()
        && !record.is_composed()
}

/// How many keys are sent at once.
const BATCH: usize = 100;

/// Sends what each of a number of files or games is, in order.
pub(in crate::tui) fn problem_keys(
    size: usize,
    key: impl Fn(usize) -> InCollection,
    send: &mut dyn FnMut(Vec<InCollection>) -> bool,
) {
    for from in (0..size).step_by(BATCH) {
        if !send((from..size.min(from + BATCH)).map(&key).collect()) {
            break;
        }
    }
}

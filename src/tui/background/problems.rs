//! The positions of problems, by which it is known whether they are solved, wherever they are.

use crate::record::{NodeId, Record};

/// The key of the position at a node, however its board is turned.
pub(in crate::tui) fn problem_key(record: &Record, node: NodeId) -> u64 {
    let mut position = record.start.clone();
    let path = record.tree.path(node);
    path.into_iter().for_each(|step| record.advance(&mut position, step));
    position.canonical().0
}

/// How many keys are sent at once.
const BATCH: usize = 100;

/// Sends the keys of a number of problems in order. What is not one problem has none.
pub(in crate::tui) fn problem_keys(
    size: usize,
    key: impl Fn(usize) -> Option<u64>,
    send: &mut dyn FnMut(Vec<Option<u64>>) -> bool,
) {
    for from in (0..size).step_by(BATCH) {
        if !send((from..size.min(from + BATCH)).map(&key).collect()) {
            break;
        }
    }
}

//! Which rows the list of moves has: the page of the current line that holds the cursor, with the variations folded into
//! it or not.

use crate::record::{EndingKind, NodeId, Outcome};
use crate::tui::model::{State, focus};

/// How many variations of a fork are listed in the line itself, those around the one that is shown; the others are counted.
const LISTED: usize = 8;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    /// A move of the current line.
    Move(NodeId),
    /// The first move of another branch, with its number from 1; whether it is the last of its fork.
    Branch(NodeId, usize, bool),
    /// So many more branches.
    More(usize),
    /// How the line that ends at a node of the current one came out, or how the position there is judged.
    Outcome(NodeId, Outcome),
    /// How the line ends.
    Ending(EndingKind),
}

/// The rows of the page that holds the cursor, for a pane of so many rows. The page is fixed by the ply and not by
/// the cursor's place in it: a step then changes two rows and not all.
pub(super) fn move_rows(state: &State, room: usize, with_branches: bool) -> Vec<Row> {
    let room = room.max(1);
    let ply = state.reader.cursor.ply().max(1);
    let first = (ply - 1) / room * room + 1;
    let mut rows = Vec::new();
    let mut page = 0;
    for (at, node) in (first..).zip(state.reader.cursor.nodes(first..usize::MAX)) {
        if at == ply {
            page = rows.len() / room;
        }
        rows.push(Row::Move(node));
        let outcome = state.document.record.tree.outcome(node);
        rows.extend(outcome.map(|outcome| Row::Outcome(node, outcome)));
        if with_branches {
            push_branches(state, node, &mut rows);
        }
        if at >= ply && rows.len() >= (page + 1) * room {
            break;
        }
    }
    let last = state.reader.cursor.node_at(state.reader.cursor.last_ply());
    let ending = last.and_then(|last| state.document.record.tree.ending(last));
    let ending = ending.map(|ending| ending.kind);
    if rows.len() < (page + 1) * room {
        rows.extend(ending.map(Row::Ending));
    }
    rows.drain(..page * room);
    rows.truncate(room);
    rows
}

/// Lists the other branches beside a node of the line.
fn push_branches(state: &State, node: NodeId, rows: &mut Vec<Row>) {
    let tree = &state.document.record.tree;
    let lines = state.reader.cursor.lines();
    let branches = lines.siblings(tree, node);
    let fork = tree.parent(node).unwrap_or(NodeId::ROOT);
    if branches.len() < 2 || state.ui.folds.is_folded(fork) {
        return;
    }
    let count = branches.len() - 1;
    let here = lines.number(tree, node);
    let first = here
        .saturating_sub(LISTED / 2)
        .min(count.saturating_sub(LISTED));
    let others = (1..).zip(branches).filter(|(_, branch)| **branch != node);
    for (nth, (number, branch)) in (1..=LISTED).zip(others.skip(first)) {
        rows.push(Row::Branch(*branch, number, nth == count));
    }
    if count > LISTED {
        rows.push(Row::More(count - LISTED));
    }
}

/// Whether the list of moves shows all branches at the cursor's move, so that they need no pane of their own.
pub(super) fn lists_branches(state: &State) -> bool {
    let fork = state
        .document
        .record
        .tree
        .parent(state.reader.cursor.node());
    let is_open = fork.is_some_and(|fork| !state.ui.folds.is_folded(fork));
    focus::is_inline(state) && is_open && state.branches().len() <= LISTED + 1
}

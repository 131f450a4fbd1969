//! The rows of the list of moves: the page of the current line with the cursor, one move or round per row, with or
//! without variations.

use crate::game::{Move, Side};
use crate::record::{EndingKind, NodeId, Outcome};
use crate::tui::model::{Folds, State};

/// The number of variations listed at a fork. Only the number of others is shown.
pub(super) const LISTED: usize = 8;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveRow {
    /// A move of the current line.
    Move(NodeId),
    /// Two moves: one of the first side, and the answer.
    Round(Option<NodeId>, Option<NodeId>),
    /// The first move of another branch, and whether it is the last of its fork.
    Branch(NodeId, bool),
    /// The number of branches that are not listed.
    More(usize),
    /// The result of the line that ends at a node, or the judgement of the position.
    Outcome(NodeId, Outcome),
    /// The ending of the line.
    Ending(EndingKind),
}

/// The size and form of the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// The number of rows on a page.
    pub(super) page: usize,
    /// The number of visible rows: after the page, the first rows of the next follow.
    pub(super) shown: usize,
    /// Whether rows have two plies.
    pub(super) in_rounds: bool,
    /// Whether to list branches among the moves.
    pub(super) with_branches: bool,
}

/// The rows of the page with the cursor. Pages have fixed plies, so a step changes two rows instead of all. The last page
/// is full, and shows the end of the line.
pub(super) fn move_rows(state: &State, room: Room) -> Vec<MoveRow> {
    let page = room.page.max(1);
    let plies = if room.in_rounds { 2 * page } else { page };
    let cursor = state.cursor();
    let first = first_of_page(state, cursor.ply().max(1), plies);
    let (mut rows, here) = rows_from(state, room, first, room.shown);
    let mut top = here * page;
    let end = top + page;
    let is_cut = cursor.ply() == cursor.last_ply() && rows.len() > end;
    if is_cut || rows.len() < end && first + top > 1 {
        rows = rows_from(state, room, first.saturating_sub(plies).max(1), usize::MAX).0;
        top = rows.len().saturating_sub(page);
    }
    rows.drain(..top);
    rows.truncate(room.shown);
    rows
}

/// The rows from a ply to at most `shown` rows after the start of the page with the cursor, and the number of full pages
/// before it.
fn rows_from(state: &State, room: Room, first: usize, shown: usize) -> (Vec<MoveRow>, usize) {
    let page = room.page.max(1);
    let cursor = state.cursor();
    let ply = cursor.ply().max(1);
    let tree = state.tree();
    let before = cursor.node_at(first - 1).unwrap_or(NodeId::ROOT);
    let mover = state.position_at(before).side_to_move();
    let mut list = MoveRows { state, room, mover, rows: Vec::new(), is_open: false };
    let mut here = 0;
    for (at, node) in (first..).zip(cursor.nodes(first..usize::MAX)) {
        list.push(node);
        if at == ply {
            here = (list.rows.len() - 1) / page;
        }
        let outcome = tree.outcome(node).filter(|_| !state.hides_results());
        list.extend(outcome.map(|outcome| MoveRow::Outcome(node, outcome)));
        if room.with_branches {
            list.push_branches(node);
        }
        if at >= ply && list.rows.len() > (here * page).saturating_add(shown) {
            return (list.rows, here);
        }
    }
    let last = cursor.node_at(cursor.last_ply());
    let ending = last.and_then(|last| tree.ending(last)).filter(|_| !state.hides_results());
    list.extend(ending.map(|ending| MoveRow::Ending(ending.kind)));
    (list.rows, here)
}

/// The first ply of the page with a ply. Pages start with a move of the side that moves first.
fn first_of_page(state: &State, ply: usize, plies: usize) -> usize {
    let start = state.desk.record.start.side_to_move();
    let shift = usize::from(start == Side::Second && plies > 1);
    ((ply - 1 + shift) / plies * plies + 1).saturating_sub(shift).max(1)
}

/// Builds the rows.
struct MoveRows<'a> {
    state: &'a State,
    room: Room,
    /// The side to move.
    mover: Side,
    rows: Vec<MoveRow>,
    /// Whether the last row has space for an answer.
    is_open: bool,
}

impl MoveRows<'_> {
    /// Adds a node of the line.
    fn push(&mut self, node: NodeId) {
        if !self.room.in_rounds {
            return self.rows.push(MoveRow::Move(node));
        }
        let tree = self.state.tree();
        let mv = tree.mv(node);
        let mover = mv.and_then(Move::side).unwrap_or(self.mover);
        let is_move = mv.is_some() || tree.warning(node).is_some();
        if is_move {
            self.mover = mover.other();
        }
        let is_alone = self.state.names_branches_of(node);
        let answered = match self.rows.last_mut() {
            Some(MoveRow::Round(_, answer)) if self.is_open && !is_alone => Some(answer),
            _ => None,
        };
        match (is_move, mover, answered) {
            (true, Side::Second, Some(answer)) => *answer = Some(node),
            (true, Side::Second, None) => self.rows.push(MoveRow::Round(None, Some(node))),
            _ => self.rows.push(MoveRow::Round(Some(node), None)),
        }
        self.is_open = is_move && mover == Side::First && !is_alone;
    }

    /// Adds rows other than moves of the line.
    fn extend(&mut self, rows: impl IntoIterator<Item = MoveRow>) {
        let before = self.rows.len();
        self.rows.extend(rows);
        self.is_open &= self.rows.len() == before;
    }

    /// Adds the alternatives to a node of the line.
    fn push_branches(&mut self, node: NodeId) {
        let tree = self.state.tree();
        let lines = self.state.lines();
        let branches = lines.siblings(tree, node);
        let fork = tree.parent(node).unwrap_or(NodeId::ROOT);
        if branches.len() < 2 || self.state.desk.reader.folds.is_folded(fork) {
            return;
        }
        // Where nothing follows the fork, there is no move to list.
        let others = branches.iter().filter(|branch| **branch != fork && **branch != node);
        let count = others.clone().count();
        let here = self.state.number(node);
        let first = here.saturating_sub(LISTED / 2).min(count.saturating_sub(LISTED));
        let listed = (1..=LISTED).zip(others.skip(first));
        self.extend(listed.map(|(nth, branch)| MoveRow::Branch(*branch, nth == count)));
        self.extend((count > LISTED).then(|| MoveRow::More(count - LISTED)));
    }
}

/// Whether a list with branches shows all of this many at a fork, so that no separate pane is needed.
pub(super) fn lists_branches(state: &State, fork: Option<NodeId>, count: usize) -> bool {
    let is_open = fork.is_some_and(|fork| !state.desk.reader.folds.is_folded(fork));
    is_open && count <= LISTED + 1
}

/// The number of branches at the widest fork, or 0 if the list of moves shows all branches.
pub(in crate::tui) fn unlisted_branches(state: &State, is_inline: bool) -> usize {
    let widest = state.lines().widest_fork;
    let is_open = state.desk.reader.folds == Folds::default();
    if is_inline && is_open && widest <= LISTED + 1 { 0 } else { widest }
}

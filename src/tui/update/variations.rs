//! The alternatives at a fork, and the way out of a variation.

use super::{cursor, jumps, motion};
use crate::record::NodeId;
use crate::settings::Down;
use crate::tui::model::{State, stepped};
use crate::tui::report::Report;

/// Goes to the next or previous alternative to the move on the board, or steps along the line if there is none.
pub(super) fn sideways(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1);
    let branches = state.branches();
    let (here, count) = (state.number(state.node()), branches.len());
    if count < 2 {
        return match state.ui.settings.down {
            Down::Move => cursor::go_by(state, forward, times),
            Down::Fork => motion::fork(state, forward, Some(times)),
            Down::Nothing => state.report(&Report::NoBranches),
        };
    }
    let there = stepped(here, forward, times, count - 1);
    if there == here {
        return state.report(&Report::LastBranch(
            here + 1,
            count,
            state.ui.keymap.first_key("forward"),
        ));
    }
    go_to_branch(state, branches[there]);
}

/// Goes to an alternative to the current move. If that is the node before it, the line ends there.
fn go_to_branch(state: &mut State, branch: NodeId) {
    let here = state.node();
    let ends = here == branch || state.tree().parent(here) == Some(branch);
    jumps::jump_to(state, branch);
    if ends {
        state.desk.reader.cursor.end_here();
    }
}

/// Goes to a branch in the lists of branches, from 0.
pub(super) fn go_to(state: &mut State, number: usize) {
    let [choices, branches] = state.branch_lists();
    if let Some(branch) = choices.iter().chain(branches).nth(number) {
        go_to_branch(state, *branch);
    }
}

/// Goes to the branch with a number: of the moves that follow or, if these are not several, of the alternatives to this move.
pub(super) fn take(state: &mut State, count: Option<usize>) {
    let branches = state.choices();
    let next = state.next().filter(|next| branches.contains(next));
    let number = count.unwrap_or(state.number(next.unwrap_or(state.node())) + 1);
    let branch = number.checked_sub(1).and_then(|index| branches.get(index));
    match (branch.copied(), count, branches.len()) {
        (_, _, 0 | 1) => state.report(&Report::NoBranches),
        (Some(branch), Some(_), _) => go_to_branch(state, branch),
        (_, None, branches) => state.report(&Report::LastBranch(
            number,
            branches,
            state.ui.keymap.first_key("forward"),
        )),
        (None, Some(number), branches) => state.report(&Report::NoSuchBranch(number, branches)),
    }
}

/// Returns to the node where the line left the mainline, which becomes the current line, or to the mainline's end if
/// the reader left it there while following.
pub(super) fn mainline(state: &mut State, _: Option<usize>) {
    let cursor = state.cursor();
    let lines = cursor.lines();
    if lines.on_mainline(cursor.node())
        && cursor.is_on_line(&state.desk.record, lines.mainline_end())
    {
        return state.report(&Report::OnMainline);
    }
    let end = lines.mainline_end();
    let fork = cursor.mainline_ply().min(cursor.ply());
    let left = state.desk.reader.jumps.last().filter(|left| left.is_live);
    let was_live = left.is_some_and(|left| {
        left.game == state.desk.game && cursor.node_at(fork) == Some(left.node.node(state.tree()))
    });
    leave_line(state, end, if was_live { usize::MAX } else { fork });
}

/// Goes to the node where the current line leaves another, which becomes the current one.
pub(super) fn level_up(state: &mut State, _: Option<usize>) {
    let tree = state.tree();
    let lines = state.lines();
    let first = lines.node(lines.range(lines.line_of(state.node())).start);
    match tree.parent(first) {
        Some(fork) => {
            let ply = tree.ply(fork) as usize;
            leave_line(state, lines.siblings(tree, first)[0], ply);
        }
        None => state.report(&Report::OnMainline),
    }
}

/// Goes to a ply of the line through another node.
fn leave_line(state: &mut State, through: NodeId, ply: usize) {
    jumps::jump_to(state, through);
    if state.tree().first_child(through).is_none() {
        state.desk.reader.cursor.end_here();
    }
    cursor::go_to_ply(state, ply);
}

/// Folds or unfolds the branches at the cursor's move.
pub(super) fn set_folded(state: &mut State, folded: bool, _: Option<usize>) {
    let branches = state.branches().len();
    match state.tree().parent(state.node()) {
        Some(fork) if branches > 1 => {
            state.desk.reader.folds.set(fork, folded);
            state.report(&Report::Folded(branches - 1, folded));
        }
        _ => state.report(&Report::NoBranches),
    }
}

pub(super) fn fold_all(state: &mut State, _: Option<usize>) {
    let folded = state.desk.reader.folds.toggle_all();
    let lines = state.lines().count();
    state.report(&Report::Folded(lines - 1, folded));
}

/// Marks this line, or goes to the one that was marked, at the same distance from where the two part, and marks the one
/// that was left.
pub(super) fn compare(state: &mut State, _: Option<usize>) {
    let here = jumps::here(state);
    let marked = state.desk.reader.compared.clone().filter(|marked| marked.game == here.game);
    let marked = marked.filter(|there| {
        !state.cursor().is_on_line(&state.desk.record, there.end.node(state.tree()))
    });
    let Some(marked) = marked else {
        let key = state.ui.keymap.first_key("compare-lines");
        state.desk.reader.compared = Some(here);
        return state.report(&Report::LineMarked(key));
    };
    if state.hides_answer() {
        return state.report(&Report::AnswerHidden);
    }
    let tree = state.tree();
    let [left, other] = [&here.end, &marked.end].map(|end| tree.path(end.node(tree)));
    let parts = left.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let ply = state.cursor().ply().min(other.len().saturating_sub(1));
    let [now, before] = [&other, &left].map(|line| match line.get(parts) {
        Some(node) => state.move_at(*node),
        None => "-".to_owned(),
    });
    let report = Report::LinesPart(parts, now, before);
    state.desk.reader.compared = Some(here);
    cursor::go_to(state, marked.end.node(state.tree()));
    cursor::go_to_ply(state, ply);
    state.report(&report);
}

/// Compares no lines any longer.
pub(super) fn forget_compared(state: &mut State, _: Option<usize>) {
    state.desk.reader.compared = None;
    state.report(&Report::LineForgotten);
}

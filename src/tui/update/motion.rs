//! Motions along the current line, and to forks, comments, swings and transpositions.

use super::{catalog, cursor, jumps, records};
use crate::record::Lines;
use crate::tui::arrange;
use crate::tui::model::{Focus, PaneId, State, evals};
use crate::tui::report::Report;

/// The number of plies by which a page key moves.
const PAGE: usize = 10;

/// Goes forward or back by moves.
pub(super) fn by_moves(state: &mut State, forward: bool, count: Option<usize>) {
    cursor::go_by(state, forward, count.unwrap_or(1));
    if forward {
        records::reveal_here(state);
    }
}

pub(super) fn start(state: &mut State, _: Option<usize>) {
    jumps::leave(state);
    cursor::go_to_ply(state, 0);
}

pub(super) fn end(state: &mut State, count: Option<usize>) {
    jumps::leave(state);
    match count {
        None if !state.tree().is_own(state.node()) => {
            cursor::go_to(state, state.cursor().file_end());
        }
        Some(number) => {
            let ply = state.cursor().ply_of(&state.desk.record, number);
            cursor::go_to_ply(state, ply);
        }
        None => cursor::go_to_ply(state, usize::MAX),
    }
}

/// Goes forward or back by pages of moves. In a record without moves, scrolls the comment.
pub(super) fn page(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1);
    if state.cursor().last_ply() == 0 {
        return arrange::scroll_pages(state, PaneId::Comment, times, forward);
    }
    cursor::go_by(state, forward, times.saturating_mul(PAGE));
}

/// Goes to the next or previous fork of the line, `count` times.
pub(super) fn fork(state: &mut State, forward: bool, count: Option<usize>) {
    for _ in 0..count.unwrap_or(1).max(1) {
        let next = match forward {
            true => state.cursor().next_fork(),
            false => state.cursor().previous_fork(),
        };
        let Some(ply) = next else {
            return state.report(&Report::NoMoreForks);
        };
        cursor::go_to_ply(state, ply);
    }
}

/// Goes forward or back by `count` comments of the record in reading order, or as far as there are any.
pub(super) fn comment(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1);
    let lines = state.lines();
    let step = if forward { Lines::next_comment } else { Lines::previous_comment };
    let here = state.tree().file_node(state.node());
    let nodes = std::iter::successors(Some(here), |node| step(lines, *node));
    let nodes = nodes.take(times.saturating_add(1));
    match nodes.last().filter(|there| *there != here) {
        Some(there) => jumps::cross_to(state, there),
        None if lines.comments.is_empty() => state.report(&Report::NoComments),
        None if forward => state.report(&Report::LastComment(lines.comments.len())),
        None => state.report(&Report::FirstComment(lines.comments.len())),
    }
}

/// Whether all comments of a game have been read that another one follows in the file.
fn is_at_last_comment(state: &State) -> bool {
    let here = state.tree().file_node(state.node());
    let is_last = state.desk.game + 1 >= state.desk.loaded.games().len();
    !is_last && !state.hides_answer() && state.lines().next_comment(here).is_none()
}

/// Reads on to the next page, comment or game, or back to the previous page or the last page of the previous comment. Where
/// the comment is not in sight, its page comes first.
pub(super) fn read(state: &mut State, forward: bool, _: Option<usize>) {
    if state.has_unseen_comment() {
        state.ui.panes.focus = Focus::Pane(PaneId::Comment);
    } else if !arrange::turn_page(state, PaneId::Comment, forward) {
        if forward && is_at_last_comment(state) {
            jumps::leave(state);
            return catalog::go_to_game(state, true, 1);
        }
        let here = state.node();
        comment(state, forward, None);
        state.ui.panes.reads_back = !forward && state.node() != here;
        if state.has_unseen_comment() {
            state.ui.panes.focus = Focus::Pane(PaneId::Comment);
        }
    }
}

/// Goes to the next of the line's biggest swings, wrapping around.
pub(super) fn swing(state: &mut State, _: Option<usize>) {
    let mut plies = evals::swings(state);
    plies.sort_unstable();
    let here = state.cursor().ply();
    let next = plies.iter().find(|ply| **ply > here).or(plies.first());
    match next.copied() {
        Some(ply) => {
            cursor::go_to_ply(state, ply);
            if let Some(text) = state.judged() {
                let (node, before) = (state.node(), state.position_before(state.node()));
                let number = state.desk.record.number(&before, node).unwrap_or_default();
                let name = state.move_name(&before, node);
                state.report(&Report::Judged(format!("{number}: {name} {text}")));
            }
        }
        None => {
            let least = evals::least_swing(state);
            state.report(&least.map_or(Report::NoEvals, Report::NoSwings));
        }
    }
}

/// Goes to the next node with the same position, wrapping around.
pub(super) fn transpose(state: &mut State, _: Option<usize>) {
    let lines = state.lines();
    let here = lines.ordinal(state.node());
    let survey = state.desk.examined.survey.as_ref();
    let same = survey.map_or(&[][..], |survey| survey.same(here));
    let next = same.iter().find(|node| lines.ordinal(**node) > here);
    match next.or(same.first()).copied() {
        Some(node) => jumps::jump_to(state, node),
        None => state.report(&Report::NoTransposition),
    }
}

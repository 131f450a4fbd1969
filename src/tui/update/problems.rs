//! Problem mode: opens each problem at its start and hides the answer until requested.

use super::{cursor, jumps, library, records};
use crate::tui::model::{State, start_before, starts};
use crate::tui::report::Report;

pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    // In problem mode it hides the answer.
    state.ui.previewed = None;
    match state.ui.mode.problem.take() {
        Some(_) => state.report(&Report::Problems(false)),
        None => {
            jumps::leave(state);
            let start = start_before(&state.document.record, state.node());
            records::set_problem(state, start);
            state.report(&Report::Problems(true));
        }
    }
}

/// Shows the answer.
pub(super) fn reveal(state: &mut State, _: Option<usize>) {
    match &mut state.ui.mode.problem {
        Some(problem) => problem.shown = None,
        None => state.report(&Report::NoProblems),
    }
}

/// Goes forward or back by problems, or by games outside problem mode.
pub(super) fn go(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1).max(1);
    jumps::leave(state);
    let starts = starts(&state.document.record);
    let here = state.ui.mode.problem.as_ref().map(|problem| problem.start);
    let here = here.and_then(|here| starts.iter().position(|start| *start == here));
    let there = if forward {
        here.and_then(|here| here.checked_add(times))
    } else {
        here.and_then(|here| here.checked_sub(times))
    };
    match there.and_then(|there| starts.get(there)) {
        Some(start) => records::set_problem(state, *start),
        None => library::go_to_game(state, forward, times),
    }
}

/// Prevents the reader from entering the hidden part of the answer.
pub(super) fn guard(state: &mut State) {
    let Some(problem) = &state.ui.mode.problem else {
        return;
    };
    let (start, Some(shown)) = (problem.start, problem.shown) else {
        return;
    };
    let tree = &state.document.record.tree;
    // Own moves may be tried anywhere before what is hidden.
    let here = tree.file_node(state.node());
    let is_before = tree.ply(here) < tree.ply(start);
    let mut way = std::iter::successors(Some(shown), |node| tree.parent(*node));
    if is_before || !way.any(|node| node == here) {
        cursor::go_to(state, if is_before { start } else { shown });
        state.reader.cursor.end_here();
        state.report(&Report::AnswerHidden);
    }
}

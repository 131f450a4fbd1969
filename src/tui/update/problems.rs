//! Problem mode: opens each problem at its start and hides the answer until requested.

use std::sync::Arc;

use super::{cursor, jumps, library, records};
use crate::record::{Deed, EndingKind, NodeId, Note, Tree};
use crate::tui::model::{Exercise, Listed, State, start_before, starts};
use crate::tui::report::Report;

pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    // In problem mode it hides the answer.
    state.ui.previewed = None;
    match state.ui.mode.problem.take() {
        Some(_) => state.report(&Report::Problems(false)),
        None => {
            jumps::leave(state);
            let start = start_before(&state.desk.record, state.node());
            records::set_problem(state, start);
            state.report(&Report::Problems(true));
        }
    }
}

/// Shows the answer, in place of a wrong one.
pub(super) fn reveal(state: &mut State, _: Option<usize>) {
    let Some(problem) = &mut state.ui.mode.problem else {
        return state.report(&Report::NoProblems);
    };
    problem.shown = None;
    let wrong = problem.wrong.take();
    let record = Arc::clone(&state.desk.record);
    let (tree, node) = (&record.tree, state.node());
    let from = wrong.unwrap_or(tree.file_node(node));
    let is_wrong =
        |first: &NodeId| tree.line_from(*first).any(|at| called(tree, at) == Some(false));
    let mut firsts = tree.children(from).filter(|first| !tree.is_own(*first));
    match firsts.find(|first| !is_wrong(first)) {
        Some(first) if wrong.is_some() || tree.is_own(node) => {
            cursor::go_to(state, first);
            cursor::go_to(state, from);
        }
        None if tree.is_own(node) || from == problem_start(state) => {
            state.report(&Report::NoAnswer);
        }
        _ => {}
    }
}

fn problem_start(state: &State) -> NodeId {
    state.ui.mode.problem.as_ref().map_or(NodeId::ROOT, |problem| problem.start)
}

/// Begins the problem again.
pub(super) fn again(state: &mut State, _: Option<usize>) {
    match state.ui.mode.problem {
        Some(_) => records::set_problem(state, problem_start(state)),
        None => state.report(&Report::NoProblems),
    }
}

/// Judges the move that was just played after a node. To a right one it plays the record's reply; of a wrong one it shows
/// where the file says so.
pub(super) fn judge(state: &mut State, before: NodeId) {
    let record = Arc::clone(&state.desk.record);
    let (tree, node) = (&record.tree, state.node());
    let follower = |node| {
        let mut children = tree.children(node);
        children.find(|child| tree.mv(*child).is_some() && !tree.is_own(*child))
    };
    let fault = tree.line_from(node).find(|node| called(tree, *node) == Some(false));
    let last = fault.or_else(|| follower(node)).unwrap_or(node);
    let is_right = |node| tree.mv(node).is_some() && called(tree, node) == Some(true);
    let is_answer = is_right(node) || is_right(last);
    let ends = is_answer || follower(last).is_none();
    // What is said of a right move is read before the reply.
    let is_read = fault.is_none() && last != node && tree.comment(node).is_some();
    let here = if is_read { node } else { last };
    let key = |action| state.ui.keymap.first_key(action);
    let (solved, report) = match fault {
        // Where the record has no answer, nothing is wrong.
        _ if tree.is_own(node) => {
            (follower(before).map(|_| false), Report::NotInRecord(key("undo")))
        }
        Some(_) => (Some(false), Report::Wrong(key("undo"))),
        None if !ends && is_read => (None, Report::RightReply(key("forward"))),
        None if !ends => (None, Report::Right),
        None if !is_answer && tree.ids().any(is_right) => {
            (Some(false), Report::NotTheAnswer(key("undo")))
        }
        None => (Some(true), Report::Solved(key("next-game"))),
    };
    cursor::go_to(state, here);
    if let Some(problem) = &mut state.ui.mode.problem {
        problem.shown = Some(tree.file_node(here)).filter(|_| solved != Some(true));
        problem.wrong = Some(before).filter(|_| solved == Some(false) && !tree.is_own(node));
    }
    if let (Some(solved), Some(problem)) = (solved, &state.ui.mode.problem) {
        let name = state.problem_name(problem.start);
        // A problem that was solved once stays so.
        *Arc::make_mut(&mut state.desk.tried).entry(name).or_default() |= solved;
    }
    state.report(&report);
}

/// Takes back a wrong answer that the record knows, and hides it. Returns false if none is on the board.
pub(super) fn take_back(state: &mut State) -> bool {
    let Some(problem) = &mut state.ui.mode.problem else {
        return false;
    };
    let path = state.desk.record.tree.path(state.desk.reader.cursor.node());
    let plies = |before: NodeId| path.iter().rev().position(|node| *node == before);
    let Some((before, plies)) = problem.wrong.take().and_then(|node| Some((node, plies(node)?)))
    else {
        return false;
    };
    problem.shown = Some(before);
    cursor::go_to(state, before);
    state.desk.reader.cursor.end_here();
    state.report(&Report::Undone(vec![Deed::Moves(plies)]));
    true
}

/// What the comments of collections begin with at a wrong and at a right move.
const WRONG: [&str; 7] = ["wrong", "incorrect", "not correct", "fail", "失败", "失敗", "不正解"];
const RIGHT: [&str; 5] = ["correct", "this is also correct", "正解", "正确", "正確"];

/// Whether the file calls a move right or wrong: by a glyph, a comment or an ending.
fn called(tree: &Tree, node: NodeId) -> Option<bool> {
    tree.notes(node).find_map(|note| match note {
        Note::Glyph(sign) if sign.trim_matches('?').is_empty() => Some(false),
        Note::End(ending) if ending.kind == EndingKind::NoMate => Some(false),
        Note::Comment(text) => {
            let lower = text.trim_start().to_lowercase();
            let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
            let is_right = begins(&RIGHT) || text.contains("RIGHT");
            (is_right || begins(&WRONG)).then_some(is_right)
        }
        _ => None,
    })
}

/// Goes forward or back by problems, or by games outside problem mode.
pub(super) fn go(state: &mut State, forward: bool, count: Option<usize>) {
    let times = count.unwrap_or(1).max(1);
    jumps::leave(state);
    let starts = starts(&state.desk.record);
    let here = state.ui.mode.problem.as_ref().map(|problem| problem.start);
    let here = here.and_then(|here| starts.iter().position(|start| *start == here));
    let choice = state.catalog.choices[Listed::Problems as usize].as_ref();
    let next = |here| library::neighbour(choice, here, forward, times, starts.len());
    match here.and_then(next).and_then(|there| starts.get(there)) {
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
    let tree = &state.desk.record.tree;
    // Own moves may be tried anywhere before what is hidden.
    let here = tree.file_node(state.node());
    let is_before = tree.ply(here) < tree.ply(start);
    if is_before || !tree.ancestors(shown).any(|node| node == here) {
        cursor::go_to(state, if is_before { start } else { shown });
        state.desk.reader.cursor.end_here();
        state.report(&Report::AnswerHidden);
    } else if !state.cursor().is_on_line(&state.desk.record, shown) {
        // Of another line nothing has been shown.
        state.ui.mode.problem = Some(Exercise { start, shown: Some(here), wrong: None });
    }
}

//! Problem mode: opens each problem at its start and hides the answer until requested.

use std::sync::Arc;

use super::{catalog, cursor, jumps, records};
use crate::record::{EndingKind, NodeId, Note, Tree, UndoLabel};
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

/// The move of the file that follows a node.
fn follower(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let mut children = tree.children(node);
    children.find(|child| tree.mv(*child).is_some() && !tree.is_own(*child))
}

fn is_right(tree: &Tree, node: NodeId) -> bool {
    tree.mv(node).is_some() && called(tree, node) == Some(true)
}

/// Judges the move that was just played after a node. To a right one it plays the record's reply; of a wrong one it shows
/// where the file says so.
pub(super) fn judge(state: &mut State, before: NodeId) {
    let record = Arc::clone(&state.desk.record);
    let (tree, node) = (&record.tree, state.node());
    let fault = tree.line_from(node).find(|node| called(tree, *node) == Some(false));
    let last = fault.or_else(|| follower(tree, node)).unwrap_or(node);
    let is_answer = is_right(tree, node) || is_right(tree, last);
    let start = problem_start(state);
    let ends = is_answer || follower(tree, last).is_none();
    // What is said of a right move is read before the reply.
    let is_read = fault.is_none() && last != node && tree.comment(node).is_some();
    let here = if is_read { node } else { last };
    let keymap = &state.ui.keymap;
    let (undo, next) = (keymap.first_key("undo"), keymap.first_key("next-game"));
    let (solved, report) = match fault {
        // Where the record has no answer, nothing is wrong.
        _ if tree.is_own(node) => {
            (follower(tree, before).map(|_| false), Report::NotInRecord(undo))
        }
        Some(_) => (Some(false), Report::Wrong(undo)),
        None if !ends && is_read => (None, Report::RightReply(keymap.first_key("forward"))),
        None if !ends => (None, Report::Right),
        None if is_answer => (Some(true), Report::Solved(next)),
        None if tree.ids().any(|node| is_right(tree, node) && is_after(tree, start, node)) => {
            (Some(false), Report::NotTheAnswer(undo))
        }
        None if tree.line_from(start).any(|node| node == last) => {
            (Some(true), Report::Solved(next))
        }
        // The record goes no further, and whether that is right is unknown.
        None => {
            let lines = state.lines();
            let first = lines.node(lines.range(lines.line_of(last)).start);
            (None, Report::BranchEnd(state.branch_name(first), undo))
        }
    };
    let is_over = solved == Some(false) || matches!(report, Report::BranchEnd(..));
    cursor::go_to(state, here);
    if let Some(problem) = &mut state.ui.mode.problem {
        problem.shown = Some(tree.file_node(here)).filter(|_| solved != Some(true));
        problem.wrong = Some(before).filter(|_| is_over && !tree.is_own(node));
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
    let Some((before, plies)) = problem.wrong.take().and_then(|before| {
        let plies = path.iter().rev().position(|node| *node == before)?;
        Some((before, plies))
    }) else {
        return false;
    };
    problem.shown = Some(before);
    cursor::go_to(state, before);
    state.desk.reader.cursor.end_here();
    state.report(&Report::Undone(vec![UndoLabel::Moves(plies)]));
    true
}

/// Whether a node comes after another.
fn is_after(tree: &Tree, start: NodeId, node: NodeId) -> bool {
    start == NodeId::ROOT || tree.ancestors(node).any(|before| before == start)
}

/// What the comments of collections begin with at a wrong and at a right move, after words such as `This is also`.
const WRONG: &str = "wrong|incorrect|not correct|fail|fails|failed|failure|✗|✘|❌|× |失败|失敗|不正解|不正确|不正確|\
    不对|不對|错|錯";
const RIGHT: &str = "correct|正解|正确|正確|✓|✔|✅";
const LEADS: [&str; 8] = ["this ", "that ", "it ", "that's ", "it's ", "move ", "is ", "also "];

/// Whether a text begins with one of some words. Latin words end where their letters do.
fn begins_with_any(text: &str, words: &str) -> bool {
    words.split('|').any(|word| {
        text.strip_prefix(word).is_some_and(|after| {
            let is_latin = word.ends_with(|last: char| last.is_ascii_alphabetic());
            !(is_latin && after.starts_with(|next: char| next.is_ascii_alphabetic()))
        })
    })
}

/// Whether a comment begins by calling a move right or wrong.
fn said(text: &str) -> Option<bool> {
    let lower = text.trim_start().to_lowercase() + " ";
    let mut rest = &*lower;
    while let Some(after) = LEADS.iter().find_map(|lead| rest.strip_prefix(lead)) {
        rest = after;
    }
    let is_right = begins_with_any(rest, RIGHT) || text.contains("RIGHT");
    (is_right || begins_with_any(rest, WRONG)).then_some(is_right)
}

/// Whether the file calls a move right or wrong: by a glyph, a comment, an ending or uliGo's `WV` (wrong variation).
fn called(tree: &Tree, node: NodeId) -> Option<bool> {
    tree.notes(node).find_map(|note| match note {
        Note::Glyph(sign) if sign.trim_matches('?').is_empty() => Some(false),
        Note::End(ending) if ending.kind == EndingKind::NoMate => Some(false),
        Note::Property(property) if *property.name == *"WV" => Some(false),
        Note::Comment(text) => said(text),
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
    let there = here.and_then(|here| {
        let there = catalog::neighbour(choice, here, forward, times, starts.len())?;
        starts.get(there)
    });
    match there {
        Some(start) => records::set_problem(state, *start),
        None => catalog::go_to_game(state, forward, times),
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

//! Problem mode: a book of problems is opened at each problem's start, and the answer stays hidden until asked for.

use super::{jumps, library, motion};
use crate::record::{NodeId, Record, Reread};
use crate::tui::actions::Action;
use crate::tui::model::{Location, Problem, State};
use crate::tui::say::Say;

pub(in crate::tui) fn toggle(state: &mut State, _: Option<usize>) {
    match state.reader.problem.take() {
        Some(problem) => {
            if let Some(left) = problem.left {
                jumps::leave(state);
                jumps::go(state, left);
            }
            state.say(&Say::Problems(false));
        }
        None => {
            let left = jumps::here(state);
            let start = start_before(&state.document.record, state.reader.cursor.node());
            set(state, start, Some(left));
            state.say(&Say::Problems(true));
        }
    }
}

/// Says that the record is a book of problems, where nothing else is to be said.
pub(super) fn offer(state: &mut State) {
    let count = starts(&state.document.record).len();
    if count > 1 && state.reader.problem.is_none() && state.ui.message.is_none() {
        let keys = state.ui.entry.keymap.keys_of(Action::Problems);
        state.say(&Say::ManyProblems(count, keys));
    }
}

/// Another record was opened: its first problem begins.
pub(super) fn begin(state: &mut State) {
    if let Some(problem) = state.reader.problem.take() {
        set(state, starts(&state.document.record)[0], problem.left);
    }
}

/// Finds the problem in a new reading of the record.
pub(super) fn carry(state: &mut State, reread: &Reread) {
    if let Some(problem) = &mut state.reader.problem {
        problem.start = reread.survivor(problem.start);
        problem.shown = problem.shown.map(|shown| reread.survivor(shown));
        if let Some(left) = &mut problem.left {
            left.carry(state.document.game, reread);
        }
    }
}

/// Another file was opened: there is no way back into the one before.
pub(super) fn forget_left(state: &mut State) {
    if let Some(problem) = &mut state.reader.problem {
        problem.left = None;
    }
}

/// Shows the answer.
pub(in crate::tui) fn reveal(state: &mut State, _: Option<usize>) {
    match &mut state.reader.problem {
        Some(problem) => problem.shown = None,
        None => state.say(&Say::NoProblems),
    }
}

/// Shows the answer up to the move on the board, to which the reader went move by move.
pub(super) fn reveal_here(state: &mut State) {
    let cursor = &state.reader.cursor;
    let (here, ends) = (cursor.node(), cursor.at_end());
    let tree = &state.document.record.tree;
    if let Some(problem) = &mut state.reader.problem {
        let is_new = |shown: &NodeId| tree.ply(here) > tree.ply(*shown);
        problem.shown = match problem.shown {
            Some(_) if ends => None,
            shown if shown.as_ref().is_some_and(is_new) => Some(here),
            shown => shown,
        };
    }
}

/// The next problem; the next game outside problem mode.
pub(in crate::tui) fn next(state: &mut State, count: Option<usize>) {
    go(state, true, count.unwrap_or(1).max(1));
}

/// The problem before, or the game before.
pub(in crate::tui) fn previous(state: &mut State, count: Option<usize>) {
    go(state, false, count.unwrap_or(1).max(1));
}

fn go(state: &mut State, forward: bool, times: usize) {
    jumps::leave(state);
    let starts = starts(&state.document.record);
    let here = state.reader.problem.as_ref().map(|problem| problem.start);
    let here = here.and_then(|here| starts.iter().position(|start| *start == here));
    let there = if forward {
        here.and_then(|here| here.checked_add(times))
    } else {
        here.and_then(|here| here.checked_sub(times))
    };
    match there.and_then(|there| starts.get(there)) {
        Some(start) => {
            let left = state.reader.problem.take().and_then(|problem| problem.left);
            set(state, *start, left);
        }
        None => library::go_to_game(state, forward, times),
    }
}

/// Keeps the reader before what is hidden of the answer.
pub(super) fn guard(state: &mut State) {
    let Some(problem) = &state.reader.problem else {
        return;
    };
    let (start, Some(shown)) = (problem.start, problem.shown) else {
        return;
    };
    let record = &state.document.record;
    let plies = [start, shown].map(|node| record.tree.ply(node));
    let ply = record.tree.ply(state.node());
    let is_on_line = state.reader.cursor.is_on_line(record, shown);
    if !(is_on_line && (plies[0]..=plies[1]).contains(&ply)) {
        motion::go_to(state, if ply < plies[0] { start } else { shown });
        state.say(&Say::AnswerHidden);
    }
}

fn set(state: &mut State, start: NodeId, left: Option<Location>) {
    state.reader.problem = Some(Problem {
        start,
        shown: Some(start),
        left,
    });
    motion::go_to(state, start);
}

pub(in crate::tui) fn is_on(state: &State) -> bool {
    state.reader.problem.is_some()
}

/// Where the problems of a record start: at the root, or at each of its children where those are nothing but positions.
fn starts(record: &Record) -> Vec<NodeId> {
    let tree = &record.tree;
    let children: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    let is_position = |node: &NodeId| tree.mv(*node).is_none();
    if children.len() > 1 && children.iter().all(is_position) {
        children
    } else {
        vec![NodeId::ROOT]
    }
}

/// The start of the problem that a node belongs to.
fn start_before(record: &Record, node: NodeId) -> NodeId {
    let starts = starts(record);
    let path = record.tree.path(node);
    let on_path = starts.iter().find(|start| path.get(1) == Some(start));
    *on_path.unwrap_or(&starts[0])
}

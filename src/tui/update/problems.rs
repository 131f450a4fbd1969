//! Problem mode: a book of problems is opened at each problem's start, and the answer stays hidden until asked for.

use super::{jumps, library, motion};
use crate::record::{NodeId, Record, Reread};
use crate::tui::actions::Action;
use crate::tui::model::{Problem, State};
use crate::tui::say::Say;

pub(in crate::tui) fn toggle(state: &mut State, _: Option<usize>) {
    match state.reader.problem.take() {
        Some(_) => state.say(&Say::Problems(false)),
        None => {
            let start = start_before(&state.document.record, state.reader.cursor.node());
            set(state, start);
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
    if state.reader.problem.is_some() {
        set(state, starts(&state.document.record)[0]);
    }
}

/// Finds the problem in a new reading of the record.
pub(super) fn carry(state: &mut State, reread: &Reread) {
    if let Some(problem) = &mut state.reader.problem {
        problem.start = reread.survivor(problem.start);
    }
}

/// Shows the answer.
pub(in crate::tui) fn reveal(state: &mut State, _: Option<usize>) {
    match &mut state.reader.problem {
        Some(problem) => problem.revealed = true,
        None => state.say(&Say::NoProblems),
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
    let here = state.reader.problem.map(|problem| problem.start);
    let here = here.and_then(|here| starts.iter().position(|start| *start == here));
    let there = if forward {
        here.and_then(|here| here.checked_add(times))
    } else {
        here.and_then(|here| here.checked_sub(times))
    };
    match there.and_then(|there| starts.get(there)) {
        Some(start) => set(state, *start),
        None => library::go_to_game(state, forward, times),
    }
}

/// Keeps the reader before the answer while it is hidden.
pub(super) fn guard(state: &mut State) {
    if let Some(problem) = state.reader.problem.filter(|problem| !problem.revealed)
        && state.node() != problem.start
    {
        motion::go_to(state, problem.start);
        state.say(&Say::AnswerHidden);
    }
}

fn set(state: &mut State, start: NodeId) {
    state.reader.problem = Some(Problem {
        start,
        revealed: false,
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

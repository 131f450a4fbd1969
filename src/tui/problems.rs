//! Problem mode: a book of problems is opened at each problem's start, and the answer stays hidden until asked for.

use super::keys::Action;
use super::model::State;
use super::say::Say;
use crate::record::{NodeId, Record, Reread};

/// The problem on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Problems {
    /// Where it starts.
    start: NodeId,
    /// Whether the answer was asked for.
    revealed: bool,
}

impl State {
    /// Whether moves, branches and what is said about them are not to be seen now.
    pub(super) fn hides_answer(&self) -> bool {
        self.reader
            .problems
            .is_some_and(|problem| !problem.revealed)
    }

    pub(super) fn toggle_problems(&mut self) {
        match self.reader.problems.take() {
            Some(_) => self.say(&Say::Problems(false)),
            None => {
                let start = start_before(&self.document.record, self.reader.cursor.node());
                self.set_problem(start);
                self.say(&Say::Problems(true));
            }
        }
    }

    /// Says that the record is a book of problems, where nothing else is to be said.
    pub(super) fn offer_problems(&mut self) {
        let count = starts(&self.document.record).len();
        if count > 1 && self.reader.problems.is_none() && self.ui.message.is_none() {
            let keys = self.ui.typing.keymap.keys_of(Action::Problems);
            self.say(&Say::ManyProblems(count, keys));
        }
    }

    /// Another record was opened: its first problem begins.
    pub(super) fn begin_problem(&mut self) {
        if self.reader.problems.is_some() {
            self.set_problem(starts(&self.document.record)[0]);
        }
    }

    /// Finds the problem in a new reading of the record.
    pub(super) fn carry_problem(&mut self, reread: &Reread) {
        if let Some(problem) = &mut self.reader.problems {
            problem.start = reread.survivor(problem.start);
        }
    }

    /// Shows the answer.
    pub(super) fn reveal(&mut self) {
        match &mut self.reader.problems {
            Some(problem) => problem.revealed = true,
            None => self.say(&Say::NoProblems),
        }
    }

    /// The next problem, or the next game outside problem mode.
    pub(super) fn next_problem_or_game(&mut self, forward: bool, times: usize) {
        let Some(problem) = self.reader.problems else {
            return self.go_to_game(forward, times);
        };
        let starts = starts(&self.document.record);
        let here = starts.iter().position(|start| *start == problem.start);
        let step = if forward {
            times as isize
        } else {
            -(times as isize)
        };
        let there = here.and_then(|here| here.checked_add_signed(step));
        match there.and_then(|there| starts.get(there)) {
            Some(start) => self.set_problem(*start),
            None => self.go_to_game(forward, times),
        }
    }

    /// Keeps the reader before the answer while it is hidden.
    pub(super) fn guard_answer(&mut self) {
        if let Some(problem) = self.reader.problems.filter(|problem| !problem.revealed)
            && self.node() != problem.start
        {
            self.go_to(problem.start);
            self.say(&Say::AnswerHidden);
        }
    }

    fn set_problem(&mut self, start: NodeId) {
        self.reader.problems = Some(Problems {
            start,
            revealed: false,
        });
        self.go_to(start);
        self.ui.panes.comment.reset();
    }
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

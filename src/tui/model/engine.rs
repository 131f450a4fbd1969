//! The engine at the reader's side, and what engines found at the node on the board.

use std::sync::Arc;

use super::State;
use crate::engine::{Analysis, Refusal, ScoredLine};
use crate::files::results::{Finding, Placed, Provenance};
use crate::library::live::Mailbox;
use crate::library::losses::{self, Judgement};
use crate::record::{Eval, NodeId, Record};

/// How many lines are wanted unless the reader says so.
const LINES: usize = 3;

/// An engine that answers while one reads.
pub(in crate::tui) struct Engine {
    /// Where its orders are put, while it runs.
    pub(in crate::tui) mailbox: Option<Mailbox>,
    /// Its name in the configuration, once it was started.
    pub(in crate::tui) name: Option<String>,
    /// What it is where it answers.
    pub(in crate::tui) by: Option<Provenance>,
    /// The number of lines, and whether the reader has asked for so many.
    pub(in crate::tui) lines: usize,
    pub(in crate::tui) is_counted: bool,
    /// Whether it is to think about what is on the board.
    pub(in crate::tui) is_on: bool,
    /// How often it was asked.
    pub(in crate::tui) asks: u64,
    /// What it was asked last.
    pub(in crate::tui) asked: Option<Asked>,
    /// What it says of that, and whether it has done with it.
    pub(in crate::tui) now: Option<(Analysis, bool)>,
    /// Why it was not asked.
    pub(in crate::tui) refusal: Option<Refusal>,
}

/// What was asked.
pub(in crate::tui) struct Asked {
    pub(in crate::tui) id: u64,
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) node: NodeId,
    pub(in crate::tui) lines: usize,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            mailbox: None,
            name: None,
            by: None,
            lines: LINES,
            is_counted: false,
            is_on: false,
            asks: 0,
            asked: None,
            now: None,
            refusal: None,
        }
    }
}

/// Takes a finding at a node unless more was done for what is known.
pub(in crate::tui) fn place(valued: &mut Placed, node: NodeId, finding: Finding) {
    let has_points = finding.found.has_points();
    valued.in_points = has_points && (valued.in_points || valued.at.is_empty());
    let known = valued.at.get(&node);
    if known.is_none_or(|known| finding.exceeds(known)) {
        valued.at.insert(node, finding);
    }
}

/// Whether a search that goes on has come as far as what is known, or has more lines where the reader has asked for them.
fn replaces(live: &Analysis, known: &Analysis, is_counted: bool) -> bool {
    let has_more = live.lines.len() > known.lines.len();
    let is_deeper = live.depth >= known.depth && (has_more || live.nodes >= known.nodes);
    is_deeper || is_counted && has_more
}

impl State {
    /// Whether the engine was asked about what is on the board.
    pub(in crate::tui) fn is_asked_here(&self) -> bool {
        let asked = self.engine.asked.as_ref();
        let is_here = |asked: &Asked| {
            asked.node == self.node() && Arc::ptr_eq(&asked.record, &self.desk.record)
        };
        asked.is_some_and(is_here)
    }

    /// What the engine at the reader's side says of the position on the board.
    pub(in crate::tui) fn live_here(&self) -> Option<&Analysis> {
        let now = self.engine.now.as_ref().filter(|_| self.is_asked_here());
        now.map(|(found, _)| found)
    }

    /// Whether what is known of the game is the same engine's as what it says now.
    fn is_same_engine(&self) -> bool {
        let (engine, by) = (&self.engine, &self.desk.valued.by);
        engine.name.as_ref() == Some(&by.engine) && engine.by.as_ref().is_none_or(|it| it == by)
    }

    /// What is known of a node, unless that is another engine's while one is at work.
    fn known(&self, node: NodeId) -> Option<&Analysis> {
        let known = self.desk.valued.at.get(&node).map(|finding| &finding.found);
        known.filter(|_| !self.engine.is_on || self.is_same_engine())
    }

    /// What an engine found at the node on the board.
    pub(in crate::tui) fn found_here(&self) -> Option<&Analysis> {
        if self.hides_answer() {
            return None;
        }
        let known = self.known(self.node());
        match (self.live_here().filter(|live| !live.lines.is_empty()), known) {
            (Some(live), Some(known)) => {
                let replaces = replaces(live, known, self.engine.is_counted);
                Some(if replaces || !self.is_same_engine() { live } else { known })
            }
            (live, known) => known.or(live),
        }
    }

    /// The name of the engine whose lines these are.
    pub(in crate::tui) fn engine_name(&self) -> &str {
        let live = self.engine.name.as_deref();
        let known = &self.desk.valued;
        live.filter(|_| self.engine.is_on || known.at.is_empty()).unwrap_or(&known.by.engine)
    }

    /// The lines that it found there.
    pub(in crate::tui) fn engine_lines(&self) -> &[ScoredLine] {
        self.found_here().map_or(&[], |found| &found.lines)
    }

    /// The selected one of these.
    pub(in crate::tui) fn marked_line(&self) -> usize {
        let marked = self.desk.marked_line.filter(|(node, _)| *node == self.node());
        marked.map_or(0, |(_, row)| row.min(self.engine_lines().len().saturating_sub(1)))
    }

    /// The value of a line for the first side.
    pub(in crate::tui) fn value_of(&self, line: &ScoredLine) -> Eval {
        let valued = &self.desk.valued;
        let in_points = valued.in_points || valued.at.is_empty() || !self.is_same_engine();
        line.score.filter(|_| in_points).map_or(line.eval, Eval::Centipawns)
    }

    /// What the move on the board was worth, as far as the engine has looked.
    pub(in crate::tui) fn judgement(&self) -> Option<Judgement> {
        let node = self.node();
        let (mv, parent) = (self.tree().mv(node)?, self.tree().parent(node)?);
        let (was, is) = (self.known(parent)?, self.found_here()?);
        let value = |found: &Analysis| {
            found.eval().and(found.lines.first()).map(|line| self.value_of(line))
        };
        let values = [value(was)?, value(is)?];
        let before = self.position_at(parent);
        let next = |line: usize| was.lines.get(line).map(|line| self.value_of(line));
        losses::judgement((&before, mv), was, values, next)
    }
}

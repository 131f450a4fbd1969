//! The engine at the reader's side, and what engines found at the node on the board.

use std::sync::Arc;

use super::State;
use crate::engine::{Analysis, Refusal, SOME_MATE, ScoredLine};
use crate::files::results::{Placed, Provenance};
use crate::game::{Move, Position};
use crate::library::live_engine::Ask;
use crate::library::losses::{self, Judgement};
use crate::record::{Eval, NodeId};
use crate::text::{clean_line, joined};

/// The number of lines unless the user asks for another.
const LINES: usize = 3;

/// An engine that answers while one reads.
#[derive(Default)]
pub(in crate::tui) struct Engine {
    pub(in crate::tui) is_running: bool,
    /// Its name in the configuration, once it was started.
    pub(in crate::tui) name: Option<String>,
    /// Its identity, once it has answered.
    pub(in crate::tui) by: Option<Provenance>,
    /// The number of lines that the user asked for.
    pub(in crate::tui) wanted: Option<usize>,
    /// Whether the reader has just asked for its lines. If there is no room for them, that is reported.
    pub(in crate::tui) is_new: bool,
    /// Whether it analyses what is on the board.
    pub(in crate::tui) is_on: bool,
    /// The number of questions so far.
    pub(in crate::tui) asks: u64,
    /// The last question.
    pub(in crate::tui) asked: Option<Arc<Ask>>,
    /// The current analysis, and whether it is final.
    pub(in crate::tui) now: Option<(Analysis, bool)>,
    /// The table of an engine that the reader may set up.
    pub(in crate::tui) offered: Option<String>,
    /// Why there was no question.
    pub(in crate::tui) refusal: Option<Refusal>,
}

impl Engine {
    /// The number of lines to ask for.
    pub(in crate::tui) fn lines(&self) -> usize {
        self.wanted.unwrap_or(LINES)
    }
}

/// Whether the running search is at least as deep as the stored one, or has more lines and the user asked for their number.
fn replaces(live: &Analysis, known: &Analysis, is_counted: bool) -> bool {
    let has_more = live.lines.len() > known.lines.len();
    let is_deeper = live.depth >= known.depth && (has_more || live.nodes >= known.nodes);
    is_deeper || is_counted && has_more
}

impl State {
    /// Whether the engine was asked about what is on the board.
    pub(in crate::tui) fn is_asked_here(&self) -> bool {
        self.engine.asked.as_ref().is_some_and(|asked| {
            asked.node == self.node() && Arc::ptr_eq(&asked.record, &self.desk.record)
        })
    }

    /// Whether stored results are those of the running engine.
    fn is_same_engine(&self, stored: &Placed) -> bool {
        let (engine, by) = (&self.engine, &stored.by);
        let is_same = engine.by.as_ref().is_none_or(|it| it == by);
        !stored.is_written && engine.name.as_ref() == Some(&by.engine) && is_same
    }

    /// The stored analysis of a node, and the results that it is one of: those of the chosen engine or else the file's, but
    /// none while another engine is running.
    fn known(&self, node: NodeId) -> Option<(&Placed, &Analysis)> {
        let examined = &self.desk.examined;
        let all = [&examined.valued].into_iter().chain(&examined.written);
        let mut all = all.filter(|stored| !self.engine.is_on || self.is_same_engine(stored));
        all.find_map(|stored| Some((stored, &stored.at.get(&node)?.found)))
    }

    /// The analysis of the node on the board, and the results that it is one of, unless it is that of the running engine.
    fn shown_here(&self) -> Option<(Option<&Placed>, &Analysis)> {
        if self.hides_answer() {
            return None;
        }
        let known = self.known(self.node());
        let live = self.engine.now.as_ref().map(|(found, _)| found);
        let live = live.filter(|live| !live.lines.is_empty() && self.is_asked_here());
        match (live, known) {
            (Some(live), Some((stored, known)))
                if self.is_same_engine(stored)
                    && !replaces(live, known, self.engine.wanted.is_some()) =>
            {
                Some((Some(stored), known))
            }
            (Some(live), _) => Some((None, live)),
            (None, known) => known.map(|(stored, known)| (Some(stored), known)),
        }
    }

    /// The analysis of the node on the board.
    pub(in crate::tui) fn found_here(&self) -> Option<&Analysis> {
        self.shown_here().map(|(_, found)| found)
    }

    /// The stored results whose lines are shown, or would be.
    pub(in crate::tui) fn shown_results(&self) -> Option<&Placed> {
        let chosen = &self.desk.examined.valued;
        match self.shown_here() {
            Some((stored, _)) => stored,
            None => Some(chosen).filter(|_| !self.engine.is_on && !chosen.at.is_empty()),
        }
    }

    /// The name of the engine whose lines these are.
    pub(in crate::tui) fn engine_name(&self) -> &str {
        let stored = self.shown_results().map(|stored| &*stored.by.engine);
        stored.or(self.engine.name.as_deref()).unwrap_or_default()
    }

    /// Its name, after a word if its lines are the file's.
    pub(in crate::tui) fn engine_label(&self) -> String {
        let is_written = self.shown_results().is_some_and(|stored| stored.is_written);
        let word = is_written.then_some(self.texts().in_file);
        clean_line(&joined(word.into_iter().chain([self.engine_name()]), " "))
    }

    /// The lines that it found there.
    pub(in crate::tui) fn engine_lines(&self) -> &[ScoredLine] {
        self.found_here().map_or(&[], |found| &found.lines)
    }

    /// The selected one of these.
    pub(in crate::tui) fn marked_line(&self) -> usize {
        let marked = self.desk.reader.marked_line.filter(|(node, _)| *node == self.node());
        marked.map_or(0, |(_, row)| row.min(self.engine_lines().len().saturating_sub(1)))
    }

    /// The value of a line for the first side.
    pub(in crate::tui) fn value_of(&self, line: &ScoredLine) -> Eval {
        let stored = self.shown_results().or_else(|| {
            let chosen = &self.desk.examined.valued;
            Some(chosen).filter(|chosen| !chosen.at.is_empty() && self.is_same_engine(chosen))
        });
        let in_points = stored.is_none_or(|stored| stored.in_points);
        line.score.filter(|_| in_points).map_or(line.eval, Eval::Centipawns)
    }

    /// What the first move of a line loses of the value of the position, in hundredths of a point or of a percent. `None` if
    /// that is no difference.
    pub(in crate::tui) fn loss_of(&self, line: &ScoredLine) -> Option<i32> {
        let sign = self.position().side_to_move().pick(1, -1);
        match [self.found_here()?.best()?, line].map(|line| self.value_of(line)) {
            [Eval::Centipawns(best), Eval::Centipawns(value)]
            | [Eval::WinRate(best), Eval::WinRate(value)] => Some(sign * (best - value)),
            _ => None,
        }
    }

    /// What the move on the board was worth, as far as the engine has looked.
    pub(in crate::tui) fn judgement(&self) -> Option<Judgement> {
        let node = self.node();
        let (mv, parent) = (self.tree().mv(node)?, self.tree().parent(node)?);
        let (of, found) = self.known(parent)?;
        let (stored, after) = self.shown_here()?;
        let is_same = stored.map_or(self.is_same_engine(of), |stored| stored.by == of.by);
        let before = self.position_at(parent);
        let judgement =
            losses::judgement((&before, mv), [found, after], |line| self.value_of(line));
        judgement.filter(|_| is_same)
    }

    /// How far the engine has looked: the depth, or the visits in Go.
    pub(in crate::tui) fn reach(&self) -> Option<String> {
        let found = self.found_here()?;
        match found.depth {
            0 => (found.nodes > 0).then(|| short(found.nodes)),
            plies => Some(format!("d{plies}")),
        }
    }

    /// `+120 d18 fish`: the value of a line, and who gives it.
    pub(in crate::tui) fn line_value(&self, row: usize) -> String {
        let line = self.engine_lines().get(row);
        let value = line.map(|line| self.signed(self.value_of(line)));
        let parts = value.into_iter().chain(self.reach()).chain([self.engine_label()]);
        clean_line(&joined(parts, " "))
    }

    /// The names of the moves of a line.
    pub(in crate::tui) fn names_of(
        &self,
        from: &Position,
        moves: &[Move],
        previous: Option<Move>,
    ) -> impl Iterator<Item = String> {
        from.along(moves.iter().copied(), previous, |at: &Position, mv, previous| {
            self.name_of_move(at, mv, previous)
        })
    }

    /// A value with its sign, in the unit of the game and the user's language.
    pub(in crate::tui) fn signed(&self, eval: Eval) -> String {
        match eval {
            Eval::Centipawns(points) if points.abs() == SOME_MATE => {
                format!("{}{}", if points > 0 { '+' } else { '-' }, self.texts().mated)
            }
            _ => eval.signed(self.desk.record.game(), self.texts().mate),
        }
    }

    /// `loses 712 (+385 instead of -327); better ５四飛 ２三銀`, if that is known of the move on the board.
    pub(in crate::tui) fn judged(&self) -> Option<String> {
        /// The moves of a better line that have room.
        const MOVES: usize = 3;
        let judgement = self.judgement()?;
        let before = self.position_before(self.node());
        let better = &judgement.better[..judgement.better.len().min(MOVES)];
        let better = joined(self.names_of(&before, better, None), " ");
        let (game, mate) = (self.desk.record.game(), self.texts().mate);
        Some(self.lang().judged(judgement.worth, game, judgement.values, &better, mate))
    }
}

/// `999`, `12k`, `1.2M`: in four columns at most.
pub(in crate::tui) fn short(count: u64) -> String {
    let units = ["", "k", "M", "G", "T", "P", "E"];
    let mut unit = 0;
    let mut scaled = count as f64;
    while scaled >= 999.5 && unit + 1 < units.len() {
        (scaled, unit) = (scaled / 1_000.0, unit + 1);
    }
    match unit > 0 && scaled < 9.95 {
        true => format!("{scaled:.1}{}", units[unit]),
        false => format!("{scaled:.0}{}", units[unit]),
    }
}

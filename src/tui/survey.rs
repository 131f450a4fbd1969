//! Facts that require a look at every position of a record, computed once, off the main loop.

use std::collections::HashMap;

use super::extent::is_number;
use crate::game::{Game, Keys, Move, Side};
use crate::record::{Clock, Eval, Left, Lines, NodeId, Note, Record, Remaining, Tree};

/// Transpositions and the values of the graph.
#[derive(Debug, Default)]
pub struct Survey {
    /// The nodes that share their position with another node, grouped, in the order of [`Lines`].
    same: Vec<NodeId>,
    /// The ordinals of those nodes in order, each with the start and end of its group in `same`.
    groups: Vec<(u32, u32, u32)>,
    /// The nodes at which a position comes back so often that the rules name it.
    pub repetitions: HashMap<NodeId, Repetition>,
    /// The evaluations by ordinal in [`Lines`], in order.
    pub evals: Vec<(u32, Eval)>,
    /// The clocks by ordinal in [`Lines`], in order. The time spent is computed if the record has only the time left.
    pub clocks: Vec<(u32, Clock)>,
}

/// A position that was on the board before in the same line. What follows from it is for the players or an arbiter to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// How often it has been there.
    pub times: u32,
    /// Whether every move of a side since the first time gave check.
    pub perpetual: bool,
}

impl Survey {
    /// Visits every node once. Returns `None` as soon as `wanted` returns false.
    pub fn new(record: &Record, lines: &Lines, wanted: &dyn Fn() -> bool) -> Option<Self> {
        let mut survey = Self::default();
        survey.collect_numbers(&record.tree, lines);
        let mut keys = Keys::default();
        let mut hashes: Vec<(u64, u32)> = Vec::with_capacity(record.tree.len());
        // How many moves in a row of the side that made a node's gave check.
        let mut checks = vec![0; record.tree.len()];
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            if hashes.len().is_multiple_of(1024) && !wanted() {
                return None;
            }
            let position = walk.position();
            hashes.push((keys.key(position), lines.ordinal(node) as u32));
            if position.is_check() {
                let own = record.tree.ancestors(node).nth(2);
                checks[node.index()] = 1 + own.map_or(0, |own| checks[own.index()]);
            }
        }
        survey.collect_same(record, lines, hashes, &checks);
        Some(survey)
    }

    /// The nodes with the same position as the node at an ordinal of [`Lines`], including itself, in the order of
    /// [`Lines`]. Empty if no other node has that position.
    pub fn same(&self, ordinal: usize) -> &[NodeId] {
        let groups = &self.groups;
        match groups.binary_search_by_key(&ordinal, |group| group.0 as usize) {
            Ok(index) => {
                let (_, from, to) = self.groups[index];
                &self.same[from as usize..to as usize]
            }
            Err(_) => &[],
        }
    }

    /// Whether any position can be reached in several ways.
    pub fn has_transpositions(&self) -> bool {
        !self.same.is_empty()
    }

    fn collect_numbers(&mut self, tree: &Tree, lines: &Lines) {
        if !tree.all_notes().any(is_number) {
            return;
        }
        let mut times = TimesLeft::new();
        for ordinal in 0..lines.len() {
            let node = lines.node(ordinal);
            for note in tree.notes(node) {
                match note {
                    Note::Eval(eval) => self.evals.push((ordinal as u32, *eval)),
                    Note::Clock(clock) => self.clocks.push((ordinal as u32, *clock)),
                    Note::Remaining(Remaining { side, left: Left::Time(left) }) => {
                        let spent = spent(tree, node, *side, *left, &times);
                        self.clocks.extend(spent.map(|clock| (ordinal as u32, clock)));
                        times.entry((node, *side)).or_insert(*left);
                    }
                    _ => {}
                }
            }
        }
    }

    fn collect_same(
        &mut self,
        record: &Record,
        lines: &Lines,
        mut hashes: Vec<(u64, u32)>,
        checks: &[u32],
    ) {
        hashes.sort_unstable();
        for group in hashes.chunk_by(|a, b| a.0 == b.0) {
            let nodes = group.iter().map(|(_, ordinal)| lines.node(*ordinal as usize));
            // A node without a move or setup has the same position as its parent.
            let played =
                nodes.filter(|node| *node == NodeId::ROOT || record.tree.mv(*node).is_some());
            let from = self.same.len();
            self.same.extend(played);
            if self.same.len() - from < 2 {
                self.same.truncate(from);
                continue;
            }
            self.collect_repetitions(record, from, checks);
            let (from, to) = (from as u32, self.same.len() as u32);
            let ordinals = self.same[from as usize..].iter().map(|node| lines.ordinal(*node));
            self.groups.extend(ordinals.map(|ordinal| (ordinal as u32, from, to)));
        }
        // The groups are sorted already, which this sort detects.
        self.groups.sort();
    }

    /// Counts how often the position of the latest group has been in each line: the fourth time has a name in shogi, the third
    /// by the Asian rules of xiangqi, and the second, the superko, in Go.
    fn collect_repetitions(&mut self, record: &Record, group: usize, checks: &[u32]) {
        /// A position that comes back after more plies is not found.
        const REACH: usize = 32;
        let tree = &record.tree;
        let named = match record.game() {
            Game::Xiangqi => 3,
            Game::Shogi => 4,
            Game::Go => 2,
        };
        // How often the position of a node has been there, and the ply of the first time.
        let mut counts: HashMap<NodeId, (u32, u32)> = HashMap::new();
        for &node in &self.same[group..] {
            let mut before = tree.ancestors(node).skip(1).take(REACH);
            let known = before.find_map(|above| counts.get(&above).copied());
            let ply = tree.ply(node);
            let (times, first) = known.map_or((1, ply), |(times, first)| (times + 1, first));
            counts.insert(node, (times, first));
            let placed = tree.mv(node).and_then(Move::go).map(|mv| mv.point);
            let is_pass = placed == Some(None);
            if times >= named && !is_pass {
                let own = checks[node.index()];
                let other = tree.parent(node).map_or(0, |parent| checks[parent.index()]);
                let perpetual = own.max(other) >= (ply - first) / 2;
                self.repetitions.insert(node, Repetition { times, perpetual });
            }
        }
    }
}

/// The times left on the clocks at nodes, the first of each side, in milliseconds.
type TimesLeft = HashMap<(NodeId, Side), i32>;

/// The time that a side spent, from the time that it had left earlier. Its previous move is two plies back.
fn spent(tree: &Tree, node: NodeId, side: Side, left: i32, times: &TimesLeft) -> Option<Clock> {
    const REACH: usize = 4;
    let before = tree.ancestors(node).skip(1).take(REACH);
    let mut before = before.map(|node| times.get(&(node, side)));
    let spent = before.find_map(|before| before)?.checked_sub(left)?;
    u32::try_from(spent).ok().filter(|spent| *spent > 0).map(Clock::spent)
}

//! The reader's position in a record.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::game::{Move, Position, go};
use crate::record::{Checkpoints, Lines, NodeId, Record};

/// A section of the current line that belongs to one line of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// The ply of its first node.
    ply: u32,
    /// The ordinal of its first node.
    start: u32,
    /// The ordinal after its last node.
    end: u32,
}

impl Run {
    /// The ply after its last node.
    fn end_ply(self) -> u32 {
        self.ply + (self.end - self.start)
    }

    fn ordinal(self, ply: u32) -> u32 {
        self.start + (ply - self.ply)
    }
}

/// A place in a record: the line from the root through the current node to its end, and the position on the board.
///
/// The line is stored as sections, and positions are replayed from saved ones, so a step costs the same in a record of
/// any length.
///
/// ```
/// use dapu::{format, record::Cursor, text::Source};
///
/// let text = b"(;GM[1]SZ[9];B[ee](;W[ec])(;W[gc];B[ge]))";
/// let record = format::read(&Source::new(text, "game.sgf"))?.game(0)?;
/// let mut cursor = Cursor::new(&record);
/// cursor.forward(&record, 1);
/// let branches: Vec<_> = record.tree.children(cursor.node()).collect();
/// // From now on the line through the second branch is the current one.
/// cursor.go_to(&record, branches[1]);
/// assert_eq!((cursor.ply(), cursor.last_ply()), (2, 3));
/// # Ok::<(), format::ReadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cursor {
    lines: Arc<Lines>,
    /// The current line from the root to its end. Never empty.
    runs: Vec<Run>,
    /// The variation last followed at each fork, by the fork's ordinal, if it is not the main continuation. Kept here
    /// because it belongs to the reader, not to the file.
    choices: BTreeMap<u32, NodeId>,
    ply: u32,
    /// At the current node.
    at: Checkpoints,
}

impl Cursor {
    /// Starts at the starting position.
    pub fn new(record: &Record) -> Self {
        Self::with_lines(record, Arc::new(Lines::new(&record.tree)))
    }

    /// Starts at the starting position of a record whose lines are known.
    pub fn with_lines(record: &Record, lines: Arc<Lines>) -> Self {
        let (at, runs, choices) = (Checkpoints::new(record), Vec::new(), BTreeMap::new());
        let mut cursor = Self { lines, runs, choices, ply: 0, at };
        cursor.lay_out_line();
        cursor
    }

    /// The lines of the record.
    pub fn lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.at.node()
    }

    /// The distance from the root.
    pub fn ply(&self) -> usize {
        self.ply as usize
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.at.position()
    }

    /// The ply of the line's last node.
    pub fn last_ply(&self) -> usize {
        self.runs.last().map_or(0, |run| run.end_ply() as usize - 1)
    }

    /// The last node of the line as the file has it, without the reader's own.
    pub fn file_end(&self) -> NodeId {
        let own = self.lines.file_len() as u32;
        let runs = self.runs.partition_point(|run| run.start < own);
        let last = self.runs[..runs].last().map_or(0, |run| run.end - 1);
        self.lines.line_end(self.lines.node(last as usize))
    }

    /// Whether the cursor is at the last node of its line.
    pub fn is_last(&self) -> bool {
        self.ply() == self.last_ply()
    }

    /// Whether the cursor is at the last node of its line that is in the file.
    pub fn at_end(&self) -> bool {
        self.node() == self.file_end()
    }

    /// The node at a ply of the current line.
    pub fn node_at(&self, ply: usize) -> Option<NodeId> {
        let ply = u32::try_from(ply).ok()?;
        let run = self.run_at(ply)?;
        Some(self.lines.node(run.ordinal(ply) as usize))
    }

    /// The last `most` moves of Go up to the cursor, the last first, with their numbers as [`Position`] counts them.
    pub fn numbered_moves(&self, record: &Record, most: usize) -> Vec<(u32, Move)> {
        let plies = (0..=self.ply()).rev();
        let plies = plies
            .filter(|ply| self.node_at(*ply).is_some_and(|node| record.tree.mv(node).is_some()));
        let first = plies.take(most).last().unwrap_or(0);
        let mut position = match first.checked_sub(1).and_then(|ply| self.node_at(ply)) {
            Some(before) => self.position_at(record, before),
            None => record.start.clone(),
        };
        let mut moves = Vec::new();
        for node in self.nodes(first..self.ply() + 1) {
            record.advance(&mut position, node);
            let number = position.go().map_or(0, go::Position::move_number);
            moves.extend(record.tree.mv(node).map(|mv| (number, mv)));
        }
        moves.reverse();
        moves
    }

    /// The ply of the move with a number on the current line, or of its end: in Go moves are counted, otherwise plies.
    pub fn ply_of(&self, record: &Record, number: usize) -> usize {
        let Some(start) = record.start.go().filter(|_| number > 0) else { return number };
        let mut last = start.move_number();
        let mut numbers = self.nodes(0..usize::MAX).map(|node| {
            let here = record.numbered(last, node);
            last = here.unwrap_or(last);
            here
        });
        numbers.position(|here| here.is_some_and(|it| it as usize == number)).unwrap_or(usize::MAX)
    }

    /// The nodes at a range of plies of the current line, as far as it goes.
    pub fn nodes(&self, plies: Range<usize>) -> impl Iterator<Item = NodeId> + '_ {
        plies.map_while(|ply| self.node_at(ply))
    }

    /// Whether a node is on the current line.
    pub fn is_on_line(&self, record: &Record, node: NodeId) -> bool {
        self.node_at(record.tree.ply(node) as usize) == Some(node)
    }

    /// The last ply at which the current line is the mainline.
    pub fn mainline_ply(&self) -> usize {
        self.runs.first().map_or(0, |run| run.end_ply() as usize - 1)
    }

    /// The position at any node.
    pub fn position_at(&self, record: &Record, node: NodeId) -> Position {
        self.at.position_at(record, node)
    }

    /// Goes to a ply of the current line, or to its end if it is shorter.
    pub fn go_to_ply(&mut self, record: &Record, ply: usize) {
        if let Some(node) = self.node_at(ply.min(self.last_ply())) {
            self.set_node(record, node);
        }
    }

    /// Goes forward by a number of plies, or to the end of the line.
    pub fn forward(&mut self, record: &Record, plies: usize) {
        self.go_to_ply(record, self.ply().saturating_add(plies));
    }

    /// Goes back by a number of plies, or to the start.
    pub fn back(&mut self, record: &Record, plies: usize) {
        self.go_to_ply(record, self.ply().saturating_sub(plies));
    }

    /// Goes to any node. The line through it becomes current and is remembered at its forks.
    pub fn go_to(&mut self, record: &Record, node: NodeId) {
        if !self.is_on_line(record, node) {
            self.remember_choices(record, node);
            self.lay_out_line();
        }
        self.set_node(record, node);
    }

    /// The first ply after the cursor whose move has alternatives.
    pub fn next_fork(&self) -> Option<usize> {
        let forks = &self.lines.forks;
        let first = self.runs.partition_point(|run| run.end_ply() <= self.ply);
        let fork = self.runs[first..].iter().find_map(|run| {
            let start = run.ordinal(self.ply.max(run.ply));
            let ordinal = *forks.get(forks.partition_point(|ordinal| *ordinal < start))?;
            (ordinal < run.end).then(|| (run.ply + (ordinal - run.start)) as usize)
        })?;
        Some(fork + 1).filter(|ply| *ply <= self.last_ply())
    }

    /// The last ply before the cursor whose move has alternatives.
    pub fn previous_fork(&self) -> Option<usize> {
        let forks = &self.lines.forks;
        let to = self.ply.checked_sub(2)?;
        let beyond = self.runs.partition_point(|run| run.ply <= to);
        let fork = self.runs[..beyond].iter().rev().find_map(|run| {
            let end = run.ordinal(to.min(run.end_ply() - 1));
            let before = forks.partition_point(|ordinal| *ordinal <= end);
            let ordinal = *forks.get(before.checked_sub(1)?)?;
            (ordinal >= run.start).then(|| (run.ply + (ordinal - run.start)) as usize)
        })?;
        Some(fork + 1)
    }

    /// The items at plies of the current line, in order, from a list that is sorted by ordinal.
    pub fn noted<'a, T>(
        &'a self,
        notes: &'a [(u32, T)],
        plies: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = (usize, &'a T)> {
        let [from, to] = [plies.start, plies.end].map(|ply| u32::try_from(ply).unwrap_or(u32::MAX));
        let first = self.runs.partition_point(|run| run.end_ply() <= from);
        let beyond = self.runs.partition_point(|run| run.ply < to);
        self.runs[first..beyond.max(first)].iter().flat_map(move |run| {
            let ordinals = run.ordinal(from.max(run.ply))..run.ordinal(to.min(run.end_ply()));
            let [start, end] = [ordinals.start, ordinals.end.max(ordinals.start)]
                .map(|ordinal| notes.partition_point(|(noted, _)| *noted < ordinal));
            notes[start..end]
                .iter()
                .map(move |(ordinal, note)| ((run.ply + (ordinal - run.start)) as usize, note))
        })
    }

    /// The same place in another reading of the record, with the choices at forks. `same` is a node there, if it is left of
    /// one here, and `to` the node to go to.
    #[must_use]
    pub fn carried(
        &self,
        record: &Record,
        lines: Arc<Lines>,
        same: impl Fn(NodeId) -> Option<NodeId>,
        to: NodeId,
    ) -> Self {
        let mut cursor = Self::with_lines(record, lines);
        cursor.choose(record, self.choices.values().filter_map(|child| same(*child)));
        cursor.go_to(record, to);
        cursor
    }

    /// Finds the same place after own nodes were added to the record or taken away: the same node, or else the last before
    /// it that is left. `lines` are the lines of the record now.
    pub fn relay(&mut self, record: &Record, lines: Arc<Lines>) {
        let tree = &record.tree;
        let chosen = std::mem::take(&mut self.choices).into_values();
        self.lines = lines;
        self.choose(record, chosen.filter(|child| tree.reachable(*child) == *child));
        self.go_to(record, tree.reachable(self.node()));
    }

    /// Follows these variations at their forks.
    fn choose(&mut self, record: &Record, variations: impl Iterator<Item = NodeId>) {
        for child in variations {
            if let Some(fork) = record.tree.parent(child)
                && record.tree.first_child(fork) != Some(child)
            {
                self.choices.insert(self.lines.ordinal(fork) as u32, child);
            }
        }
        self.lay_out_line();
    }

    /// Forgets which variation was followed after the node.
    pub fn end_here(&mut self) {
        self.choices.remove(&(self.lines.ordinal(self.node()) as u32));
        self.lay_out_line();
    }

    fn run_at(&self, ply: u32) -> Option<Run> {
        let index = self.runs.partition_point(|run| run.ply <= ply);
        let run = *self.runs.get(index.checked_sub(1)?)?;
        (ply < run.end_ply()).then_some(run)
    }

    fn set_node(&mut self, record: &Record, node: NodeId) {
        self.at.goto(record, node);
        self.ply = record.tree.ply(node);
    }

    /// Remembers the path to a node at the forks on it.
    fn remember_choices(&mut self, record: &Record, node: NodeId) {
        let mut to = node;
        loop {
            let line = self.lines.range(self.lines.line_of(to));
            let passed = line.start as u32..self.lines.ordinal(to) as u32;
            let forgotten: Vec<u32> = self.choices.range(passed).map(|(fork, _)| *fork).collect();
            for fork in forgotten {
                self.choices.remove(&fork);
            }
            let first = self.lines.node(line.start);
            let Some(fork) = record.tree.parent(first) else {
                return;
            };
            self.choices.insert(self.lines.ordinal(fork) as u32, first);
            to = fork;
        }
    }

    /// Lays out the line from the root to its end, following the choices.
    fn lay_out_line(&mut self) {
        self.runs.clear();
        let mut ply = 0;
        let mut start = 0;
        loop {
            let line = self.lines.range(self.lines.line_of(self.lines.node(start as usize)));
            let end = line.end as u32;
            let turn = self.choices.range(start..end).next();
            let last = turn.map_or(end, |(fork, _)| fork + 1);
            let run = Run { ply, start, end: last };
            self.runs.push(run);
            let Some((_, child)) = turn else {
                return;
            };
            ply = run.end_ply();
            start = self.lines.ordinal(*child) as u32;
        }
    }
}

//! Records that are written as numbered lines, each of which branches off another: DhtmlXQ and the text manual.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{At, Builder, NodeId, Warnings};
use crate::text::step;

/// A line of moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberedLine<'a> {
    /// The line that it branches off; the mainline is 0.
    pub(super) parent: u32,
    /// The ply of its first move, which replaces the parent's, counted from 1 at the beginning of the game.
    pub(super) ply: usize,
    /// The moves as the format writes them.
    pub(super) moves: &'a str,
    /// Where they begin.
    pub(super) at: At,
}

/// The lines of a game by their numbers.
#[derive(Debug, Default)]
pub(super) struct NumberedLines<'a> {
    lines: BTreeMap<u32, NumberedLine<'a>>,
    /// The line that each line branches off, the ply, and its number; known once the lines are attached.
    branches: BTreeSet<(u32, usize, u32)>,
    /// For each attached line its depth and a distant ancestor, so that ancestors are found in few steps.
    far: BTreeMap<u32, (u32, u32)>,
    /// For each line that was played the node that it branches off, then those of its moves.
    nodes: BTreeMap<u32, Vec<NodeId>>,
    /// How many numbers were given to lines whose own number was taken, from the greatest down.
    doubles: u32,
}

impl<'a> NumberedLines<'a> {
    /// Adds a line. A second one with the same number becomes another variation, with a warning: all branches and
    /// comments that name this number belong to the first.
    pub(super) fn add(&mut self, number: u32, line: NumberedLine<'a>, warnings: &mut Warnings) {
        let mut place = number;
        if self.lines.contains_key(&number) {
            let message = format!("there are two lines {number}; the second is a variation");
            warnings.warn(line.at, message);
            while self.lines.contains_key(&place) {
                place = u32::MAX - self.doubles;
                self.doubles += 1;
            }
        }
        self.lines.insert(place, line);
    }

    pub(super) fn get(&self, number: u32) -> Option<&NumberedLine<'a>> {
        step();
        self.lines.get(&number)
    }

    /// The lines that branch off a line at a ply, and their numbers.
    pub(super) fn branches_at(
        &self,
        number: u32,
        ply: usize,
    ) -> impl Iterator<Item = (u32, &NumberedLine<'a>)> {
        let range = (number, ply, 0)..=(number, ply, u32::MAX);
        let branches = self.branches.range(range).map(|(.., branch)| *branch);
        branches.filter_map(|branch| Some((branch, self.get(branch)?)))
    }

    /// Plays all lines into a builder that is on the root. `play` plays the line of a number; it adds the node of
    /// each move, which it has for moves that cannot be read as well.
    pub(super) fn play(
        &mut self,
        builder: &mut Builder,
        mut play: impl FnMut(&Self, (u32, &NumberedLine<'a>), &mut Builder, &mut Vec<NodeId>),
    ) {
        self.attach(builder.warnings_mut());
        for number in self.parents_first() {
            let fork = self.fork(number, builder.warnings_mut());
            let mut nodes = vec![fork];
            builder.go_to(fork);
            if let Some(line) = self.lines.get(&number) {
                play(self, (number, line), builder, &mut nodes);
            }
            self.nodes.insert(number, nodes);
        }
    }

    /// The numbers in their order, but that of a parent before those of its branches. Lines may come in any order, and in
    /// circles.
    fn parents_first(&self) -> Vec<u32> {
        let mut order = vec![0];
        let mut seen = BTreeSet::from([0]);
        for &number in self.lines.keys() {
            let start = order.len();
            let mut next = number;
            while let Some(line) = self.lines.get(&next).filter(|_| seen.insert(next)) {
                order.push(next);
                next = line.parent;
            }
            order[start..].reverse();
        }
        order
    }

    /// The node that a line branches off.
    fn fork(&self, number: u32, warnings: &mut Warnings) -> NodeId {
        let Some(line) = self.lines.get(&number).filter(|_| number != 0) else {
            return NodeId::ROOT;
        };
        let parent = self.nodes.get(&line.parent).map_or(&[][..], Vec::as_slice);
        let index = line.ply.saturating_sub(self.first_ply(line.parent));
        parent.get(index).copied().unwrap_or_else(|| {
            let parent_line = line.parent;
            let message = format!("line {number} branches off after the end of line {parent_line}");
            warnings.warn(line.at, message);
            parent.last().copied().unwrap_or(NodeId::ROOT)
        })
    }

    fn first_ply(&self, number: u32) -> usize {
        self.get(number).map_or(1, |line| line.ply)
    }

    /// Makes each line branch off the one that has the ply before it: a line that replaces another's first move, or
    /// branches off before it, belongs to that line's parent.
    fn attach(&mut self, warnings: &mut Warnings) {
        let mut attached = BTreeSet::from([0]);
        for number in self.parents_first() {
            let Some(mut line) = self.lines.get(&number).copied().filter(|_| number != 0) else {
                continue;
            };
            line.ply = line.ply.max(1);
            if !attached.contains(&line.parent) {
                let parent = line.parent;
                let message =
                    format!("line {number} branches off line {parent}, which is not there");
                warnings.warn(line.at, message);
                line.parent = 0;
            }
            line.parent = self.with_ply(line.parent, line.ply - 1);
            self.far.insert(number, self.far_of(line.parent));
            self.branches.insert((line.parent, line.ply, number));
            self.lines.insert(number, line);
            attached.insert(number);
        }
    }

    /// The node after a ply of a line that was played, which may lie before the line's own moves; 0 is the start.
    pub(super) fn find(&self, number: u32, ply: usize) -> Option<NodeId> {
        self.nodes.get(&number)?;
        let number = self.with_ply(number, ply);
        let index = ply.checked_add(1)?.checked_sub(self.first_ply(number))?;
        self.nodes.get(&number)?.get(index).copied()
    }

    /// The nearest line that has a ply: this one or one that it descends from. Each begins later than its parent.
    fn with_ply(&self, mut number: u32, ply: usize) -> u32 {
        let is_later = |number| number != 0 && ply < self.first_ply(number);
        while is_later(number) {
            let far = self.far(number).1;
            let parent = self.get(number).map_or(0, |line| line.parent);
            number = if is_later(far) { far } else { parent };
        }
        number
    }

    fn far(&self, number: u32) -> (u32, u32) {
        self.far.get(&number).copied().unwrap_or_default()
    }

    /// How many lines a child of this line descends from, and its far line. The distances grow like the weights of skew
    /// binary numbers, so that any line is found in a logarithmic number of steps.
    fn far_of(&self, parent: u32) -> (u32, u32) {
        let (depth, far) = self.far(parent);
        let (far_depth, farther) = self.far(far);
        let is_even = depth - far_depth == far_depth - self.far(farther).0;
        (depth + 1, if is_even { farther } else { parent })
    }
}

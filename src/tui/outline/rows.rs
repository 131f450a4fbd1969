//! The rows of an outline, and how they are laid out.

use std::ops::RangeInclusive;

use super::Outline;
use crate::record::{Lines, NodeId, Tree};

/// The contents of a row of an [`Outline`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowPart {
    /// The moves of a line from one fork to the next, or to the end.
    Stretch {
        /// The first node of the section; the root in the first row.
        first: NodeId,
        /// The last node of the section.
        last: NodeId,
    },
    /// A group of branches of a fork.
    Group {
        /// The first branch.
        first: NodeId,
        /// The numbers of the branches at their fork, from 1.
        numbers: RangeInclusive<u32>,
    },
}

/// A row of an [`Outline`].
#[derive(Debug, Clone)]
pub struct Row {
    /// The content of the row.
    pub part: RowPart,
    /// The number of lines or groups between the row and the mainline.
    pub depth: u32,
    /// The row that begins this row's line, at the same depth. For that row itself, the one that hides it when folded;
    /// for the very first row, itself.
    pub(super) up: u32,
    /// The end of the rows that this row hides when folded.
    pub(super) end: u32,
    /// Whether another row that is attached to the same line follows, after all rows that belong to this one.
    pub(super) more: bool,
    /// The number of branches that folding the row hides.
    pub(super) branches: usize,
}

impl Row {
    /// The first node, to which the cursor goes from this row.
    pub fn first(&self) -> NodeId {
        match self.part {
            RowPart::Stretch { first, .. } | RowPart::Group { first, .. } => first,
        }
    }

    pub(super) fn is_group(&self) -> bool {
        matches!(self.part, RowPart::Group { .. })
    }
}

/// Where a row is attached.
#[derive(Clone, Copy)]
struct Hanging {
    depth: u32,
    up: u32,
    more: bool,
}

/// A pending part of the outline.
enum Pending {
    /// The section that begins with a node.
    Stretch(NodeId, Hanging),
    /// The branches of the fork after a node, for the line of this row.
    Fork(NodeId, u32),
    /// A group of branches of the fork after a node.
    Group(NodeId, RangeInclusive<u32>, Hanging),
    /// The end of the rows that this row can hide.
    End(u32),
}

/// Lays out the rows of a tree. Also returns the row of each node by its ordinal.
pub(super) fn lay_out(tree: &Tree, lines: &Lines) -> (Vec<Row>, Vec<u32>) {
    let start = Hanging { depth: 0, up: 0, more: false };
    let mut builder = RowBuilder {
        tree,
        lines,
        rows: Vec::new(),
        row_at: vec![0; lines.len()],
        pending: vec![Pending::Stretch(NodeId::ROOT, start)],
    };
    while let Some(step) = builder.pending.pop() {
        match step {
            Pending::Stretch(first, hung) => builder.stretch(first, hung),
            Pending::Fork(node, head) => builder.fork(node, head),
            Pending::Group(fork, numbers, hung) => builder.group(fork, numbers, hung),
            Pending::End(row) => builder.rows[row as usize].end = builder.rows.len() as u32,
        }
    }
    (builder.rows, builder.row_at)
}

struct RowBuilder<'a> {
    tree: &'a Tree,
    lines: &'a Lines,
    rows: Vec<Row>,
    row_at: Vec<u32>,
    /// A stack: the last step is next.
    pending: Vec<Pending>,
}

impl RowBuilder<'_> {
    fn push(&mut self, part: RowPart, branches: usize, hung: Hanging) -> u32 {
        let Hanging { depth, up, more } = hung;
        let row = self.rows.len() as u32;
        self.rows.push(Row { part, depth, up, end: row + 1, more, branches });
        row
    }

    fn stretch(&mut self, first: NodeId, hung: Hanging) {
        let last = self.lines.stretch_end(first);
        let goes_on = !self.rows.is_empty() && self.rows[hung.up as usize].depth == hung.depth;
        // Own lines can leave the last node of a line.
        let (forks, leaving) = match self.tree.first_child(last) {
            Some(_) => (self.tree.is_fork(last), &[][..]),
            None => (false, self.lines.children(last)),
        };
        let beside = if goes_on { self.lines.siblings(self.tree, first) } else { &[] };
        let others = [beside.get(1..).unwrap_or_default(), leaving].concat();
        let row = self.push(RowPart::Stretch { first, last }, others.len(), hung);
        self.row_at[self.lines.ordinal(first)..=self.lines.ordinal(last)].fill(row);
        if forks {
            let head = if goes_on { hung.up } else { row };
            self.pending.push(Pending::Fork(last, head));
        }
        if !others.is_empty() {
            self.pending.push(Pending::End(row));
            for (nth, other) in others.iter().enumerate().rev() {
                let inner = Hanging {
                    depth: hung.depth + 1,
                    up: row,
                    more: forks || nth + 1 < others.len(),
                };
                self.pending.push(Pending::Stretch(*other, inner));
            }
        }
    }

    fn fork(&mut self, node: NodeId, head: u32) {
        let hung = Hanging { depth: self.rows[head as usize].depth, up: head, more: false };
        let children = self.lines.children(node);
        self.pending.push(if children.len() > Outline::LISTED {
            Pending::Group(node, 1..=children.len() as u32, hung)
        } else {
            Pending::Stretch(children[0], hung)
        });
    }

    fn group(&mut self, fork: NodeId, numbers: RangeInclusive<u32>, hung: Hanging) {
        let children = self.lines.children(fork);
        let first = children[*numbers.start() as usize - 1];
        let (from, to) = numbers.clone().into_inner();
        let count = to - from + 1;
        let size = group_size(count);
        let row = self.push(RowPart::Group { first, numbers }, count as usize, hung);
        self.pending.push(Pending::End(row));
        for nth in (0..=(to - from) / size).rev() {
            let from = from + nth * size;
            let last = to.min(from + (size - 1));
            let inner = Hanging { depth: hung.depth + 1, up: row, more: last < to };
            self.pending.push(match size {
                1 => Pending::Stretch(children[from as usize - 1], inner),
                _ => Pending::Group(fork, from..=last, inner),
            });
        }
    }
}

/// The number of branches in a group: a power of ten, chosen so that there are few groups.
fn group_size(branches: u32) -> u32 {
    let sizes = std::iter::successors(Some(1), |size: &u32| size.checked_mul(10));
    let mut few = sizes.skip_while(|size| branches.div_ceil(*size) > Outline::LISTED as u32);
    few.next().unwrap_or(branches)
}

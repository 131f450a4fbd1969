//! The map of a tree. Its rows are sections of lines and can be folded.

mod rows;

use std::ops::Range;

use crate::record::{Lines, NodeId, Tree};
pub use rows::{Row, RowPart};

/// The rows of a tree's map, and which of them are visible.
///
/// A row is a section of a line, from one fork to the next or to the end. A line continues at the depth where it began.
/// Each section is followed by the alternatives to its first move, one level deeper, each with everything that follows
/// it. At a fork with more than [`Outline::LISTED`] branches the line ends, and all branches follow as a list, in
/// groups of ten, a hundred and so on: a book of 900 problems has 9 rows instead of 900.
///
/// Construction visits every node once, and folding every row. Everything else takes at most a binary search.
#[derive(Debug, Clone)]
pub struct Outline {
    rows: Vec<Row>,
    /// The row of each node, by the node's ordinal in [`Lines`].
    row_at: Vec<u32>,
    /// For each row, whether it hides the rows that it can fold.
    folded: Vec<bool>,
    /// The visible rows, in order.
    shown: Vec<u32>,
}

impl Outline {
    /// The maximum number of alternatives at a fork with individual rows, and of rows in a group.
    pub const LISTED: usize = 30;

    /// Lays out the rows of a tree. Lists of more than [`Outline::LISTED`] branches show their first groups, folded.
    /// Everything else is unfolded.
    pub fn new(tree: &Tree, lines: &Lines) -> Self {
        let (rows, row_at) = rows::lay_out(tree, lines);
        let mut outline = Self { folded: vec![false; rows.len()], rows, row_at, shown: Vec::new() };
        for row in 0..outline.folded.len() {
            outline.folded[row] = outline.rows[row].is_group() && !outline.is_list(row as u32);
        }
        outline.show();
        outline
    }

    /// The number of visible rows.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// A visible row by its index.
    pub fn row(&self, number: usize) -> Option<&Row> {
        self.rows.get(*self.shown.get(number)? as usize)
    }

    /// The visible rows in a range, as far as they exist.
    pub fn window(&self, numbers: Range<usize>) -> impl Iterator<Item = &Row> {
        numbers.map_while(|number| self.row(number))
    }

    /// The index of the row that shows or hides a node.
    pub fn number_of(&self, lines: &Lines, node: NodeId) -> usize {
        let row = self.row_of(lines, node);
        // The hidden rows follow the row that hides them.
        self.shown.partition_point(|shown| *shown <= row) - 1
    }

    /// Whether a visible row hides others.
    pub fn is_folded(&self, number: usize) -> bool {
        let row = self.shown.get(number);
        row.is_some_and(|row| self.folded[*row as usize])
    }

    /// Hides the rows that a row can fold. If there are none, folds the enclosing fork or group, which hides the row
    /// itself. Returns the row that was folded and the number of hidden branches, or `None` if nothing can be folded.
    pub fn fold(&mut self, number: usize) -> Option<(usize, usize)> {
        let mut row = *self.shown.get(number)?;
        if !self.folds(row) || self.folded[row as usize] {
            row = self.owner(row)?;
        }
        self.folded[row as usize] = true;
        self.show();
        let branches = self.rows[row as usize].branches;
        Some((self.shown.partition_point(|shown| *shown < row), branches))
    }

    /// Shows the rows that a row hides. Returns the number of branches, or `None` if it hides none.
    pub fn unfold(&mut self, number: usize) -> Option<usize> {
        let row = *self.shown.get(number)? as usize;
        if !std::mem::take(&mut self.folded[row]) {
            return None;
        }
        self.show();
        Some(self.rows[row].branches)
    }

    /// Folds or unfolds all rows. The first groups of a list stay visible.
    pub fn fold_all(&mut self, fold: bool) {
        for row in 0..self.rows.len() {
            self.folded[row] = fold && self.folds(row as u32) && !self.is_list(row as u32);
        }
        self.show();
    }

    /// Unfolds all rows that hide a node.
    pub fn reveal(&mut self, lines: &Lines, node: NodeId) {
        let mut hidden = false;
        let mut row = self.row_of(lines, node);
        while let Some(owner) = self.owner(row) {
            hidden |= std::mem::take(&mut self.folded[owner as usize]);
            row = owner;
        }
        if hidden {
            self.show();
        }
    }

    /// Whether a row begins a line or list, instead of continuing a line from above.
    pub fn begins_line(&self, number: usize) -> bool {
        let row = self.shown.get(number);
        row.is_some_and(|row| self.head(*row) == *row)
    }

    /// The index of the group that contains a row.
    pub fn group_of(&self, number: usize) -> Option<usize> {
        let row = *self.shown.get(number).filter(|_| self.begins_line(number))?;
        let group = self.owner(row).filter(|owner| self.rows[*owner as usize].is_group())?;
        Some(self.shown.partition_point(|shown| *shown < group))
    }

    /// For a row and its enclosing levels, outwards and up to a limit: whether another row further down is attached to
    /// the same line, so that a connector continues past this row. The first item is for the row's own level; a row at
    /// depth 0 has none.
    pub fn connectors(&self, number: usize, levels: usize) -> Vec<bool> {
        let Some(row) = self.shown.get(number) else {
            return Vec::new();
        };
        let heads = std::iter::successors(Some(self.head(*row)), |head| {
            Some(self.head(self.owner(*head)?))
        });
        let inner = heads.map(|head| &self.rows[head as usize]);
        inner.take_while(|head| head.depth > 0).take(levels).map(|head| head.more).collect()
    }

    /// Carries over what was folded in an earlier outline. `same` maps its nodes to those that still exist.
    pub fn follow(
        &mut self,
        lines: &Lines,
        earlier: &Self,
        same: impl Fn(NodeId) -> Option<NodeId>,
    ) {
        for (row, folded) in earlier.rows.iter().zip(&earlier.folded) {
            let Some(first) = same(row.first()) else {
                continue;
            };
            let inner = Some(self.row_of(lines, first));
            // A group shares its first branch's node with the groups that begin with it.
            // Only enclosing groups begin with the same node. Checking all enclosing rows would be slow in a
            // comb-shaped tree.
            let mut around = std::iter::successors(inner, |row| self.owner(*row))
                .take_while(|index| self.rows[*index as usize].first() == first);
            let twin = around.find(|index| {
                let other = &self.rows[*index as usize];
                (other.is_group(), other.depth) == (row.is_group(), row.depth)
            });
            if let Some(twin) = twin {
                self.folded[twin as usize] = *folded && self.folds(twin);
            }
        }
        self.show();
    }

    fn row_of(&self, lines: &Lines, node: NodeId) -> u32 {
        self.row_at.get(lines.ordinal(node)).copied().unwrap_or(0)
    }

    /// Whether a row shows all branches of a fork.
    fn is_list(&self, row: u32) -> bool {
        self.rows[row as usize].is_group() && self.head(row) != row
    }

    /// Whether folding a row hides any rows.
    fn folds(&self, row: u32) -> bool {
        self.rows[row as usize].end > row + 1
    }

    /// The row that begins the line of a row, at the same depth.
    fn head(&self, row: u32) -> u32 {
        let Row { up, depth, .. } = self.rows[row as usize];
        if self.rows[up as usize].depth == depth { up } else { row }
    }

    /// The row that hides this one when folded.
    fn owner(&self, row: u32) -> Option<u32> {
        let head = self.head(row);
        let up = self.rows[head as usize].up;
        (up != head).then_some(up)
    }

    fn show(&mut self) {
        self.shown.clear();
        let mut row = 0;
        while let Some(next) = self.rows.get(row) {
            self.shown.push(row as u32);
            row = if self.folded[row] { next.end as usize } else { row + 1 };
        }
    }
}

//! Answers the questions of a screen about a tree at every key, in a time that does not depend on the tree's size.

use std::ops::Range;

use crate::record::{NodeId, Note, Tree};

/// The contents of a node's whole subtree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The number of moves, including the node's own.
    pub moves: usize,
    /// The number of lines; 1 if nothing branches off.
    pub lines: usize,
    /// The number of nodes with a comment.
    pub comments: usize,
}

/// The lines of a tree, laid out one after another.
///
/// A *line* is a node and its first children down to the end. The first line is the mainline; every variation begins
/// another. A line is followed by the variations that leave it, each followed by its own. The reader's own lines come after
/// all lines of the file, which keep their places that way. The *ordinal* of a node is its index in this order, 0 for the
/// root.
///
/// Construction visits every node once. Every query takes at most a binary search.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    order: Vec<NodeId>,
    /// The ordinal of each node, by [`NodeId::index`]. Empty if nothing branches off: they are equal then.
    ordinals: Vec<u32>,
    /// The ordinal of each line's first node.
    starts: Vec<u32>,
    /// For each line, the ordinal after the end of the last line that leaves it directly or indirectly.
    ends: Vec<u32>,
    /// The ordinals of the nodes without a move, usually including the root.
    without_move: Vec<u32>,
    /// The ordinals of the forks, in order.
    pub forks: Vec<u32>,
    /// Where the children of each fork begin in `children`, with a final entry for the end.
    first_child: Vec<u32>,
    children: Vec<NodeId>,
    /// The number of nodes of the file.
    file_len: u32,
    /// The largest number of branches at any fork; 0 if the record has no fork.
    pub widest_fork: usize,
    /// The ordinals of the nodes with a comment, in order.
    pub comments: Vec<u32>,
    /// The ordinals of the nodes with a bookmark, in order.
    pub bookmarks: Vec<u32>,
    /// The greatest ply.
    last_ply: u32,
}

fn count_in(ordinals: &[u32], range: &Range<usize>) -> usize {
    let ends = [range.start, range.end];
    let [start, end] = ends.map(|end| ordinals.partition_point(|it| (*it as usize) < end));
    end - start
}

impl Lines {
    /// Lays out the lines of a tree.
    pub fn new(tree: &Tree) -> Self {
        let mut lines = Self { order: Vec::with_capacity(tree.len()), ..Self::default() };
        lines.lay_out(tree, NodeId::ROOT);
        lines.file_len = lines.order.len() as u32;
        lines.lay_out_own(tree);
        lines
    }

    /// Lays out the lines after own nodes were added to the tree or taken away. The file's are only copied.
    #[must_use]
    pub fn relaid(&self, tree: &Tree) -> Self {
        let mut lines = self.clone();
        lines.drop_own();
        let former = self.starts[lines.starts.len()..].iter();
        let former = former.map(|start| self.node(*start as usize));
        let forks = former.chain(tree.own_roots()).filter_map(|first| tree.parent(first));
        let forks = forks.filter(|fork| !tree.is_own(*fork));
        let mut changed: Vec<u32> = forks.map(|fork| self.ordinal(fork) as u32).collect();
        changed.sort_unstable();
        changed.dedup();
        let mut next = 0;
        for ordinal in changed {
            let fork = self.first_fork(ordinal as usize);
            lines.copy_forks(self, next..fork);
            lines.push_fork(tree, self.node(ordinal as usize), ordinal);
            next = fork + usize::from(self.forks.get(fork) == Some(&ordinal));
        }
        lines.copy_forks(self, next..self.first_fork(self.file_len()));
        lines.lay_out_own(tree);
        lines
    }

    /// Lists the nodes that the reader has commented on among those with a comment.
    fn list_own_comments(&mut self, tree: &Tree) {
        let order = &self.order;
        self.comments.retain(|ordinal| tree.comment(order[*ordinal as usize]).is_some());
        let commented = tree
            .own_noted()
            .filter(|(_, notes)| notes.iter().any(|note| matches!(note, Note::Comment(_))));
        let ordinals: Vec<u32> = commented.map(|(node, _)| self.ordinal(node) as u32).collect();
        if !ordinals.is_empty() {
            self.comments.extend(ordinals);
            self.comments.sort_unstable();
            self.comments.dedup();
        }
    }

    /// Adds some forks of another layout.
    fn copy_forks(&mut self, other: &Self, forks: Range<usize>) {
        let bounds = &other.first_child[forks.start..=forks.end];
        let (first, end) = (bounds[0], bounds[forks.len()]);
        let shift = (self.children.len() as u32).wrapping_sub(first);
        let shifted = bounds[..forks.len()].iter().map(|bound| bound.wrapping_add(shift));
        self.first_child.extend(shifted);
        self.children.extend_from_slice(&other.children[first as usize..end as usize]);
        self.forks.extend_from_slice(&other.forks[forks]);
    }

    /// Lays out the own lines, after those of the file.
    fn lay_out_own(&mut self, tree: &Tree) {
        tree.own_roots().for_each(|root| self.lay_out(tree, root));
        self.first_child.push(self.children.len() as u32);
        let counts = self.first_child.windows(2).map(|bounds| bounds[1] - bounds[0]);
        self.widest_fork = counts.max().unwrap_or(0) as usize;
        let last = (0..self.count()).map(|line| self.node(self.range(line).end - 1));
        self.last_ply = last.map(|node| tree.ply(node)).max().unwrap_or(0);
        self.assign_ordinals(tree);
        self.list_own_comments(tree);
    }

    /// Removes the own lines, and all forks.
    fn drop_own(&mut self) {
        let end = self.file_len;
        let starts = self.starts.partition_point(|ordinal| *ordinal < end);
        self.order.truncate(self.file_len());
        self.ordinals.truncate(self.file_len());
        self.starts.truncate(starts);
        self.ends.truncate(starts);
        for ordinals in [&mut self.without_move, &mut self.comments, &mut self.bookmarks] {
            ordinals.truncate(ordinals.partition_point(|ordinal| *ordinal < end));
        }
        self.forks.clear();
        self.first_child.clear();
        self.children.clear();
    }

    /// Notes the ordinals that are not known yet.
    fn assign_ordinals(&mut self, tree: &Tree) {
        if self.forks.is_empty() {
            return self.ordinals.clear();
        }
        let known = self.ordinals.len();
        self.ordinals.resize(tree.len(), 0);
        for (ordinal, node) in self.order.iter().enumerate().skip(known) {
            self.ordinals[node.index()] = ordinal as u32;
        }
    }

    /// Lays out the line that begins with a node, and those that leave it, of the file or of the reader's own.
    fn lay_out(&mut self, tree: &Tree, root: NodeId) {
        let mut pending = vec![root];
        // The lines that variations may still leave, each with the number of branches pending when it began.
        let mut open: Vec<(usize, usize)> = Vec::new();
        while let Some(first) = pending.pop() {
            let leaving = pending.len();
            while let Some((line, _)) = open.pop_if(|(_, before)| *before > leaving) {
                self.ends[line] = self.order.len() as u32;
            }
            open.push((self.starts.len(), leaving));
            self.starts.push(self.order.len() as u32);
            self.ends.push(0);
            let mut next = Some(first);
            while let Some(node) = next {
                let ordinal = self.order.len() as u32;
                self.push(tree, node, ordinal);
                next = tree.first_child(node);
                if self.push_fork(tree, node, ordinal) {
                    let others = tree.children(node).filter(|child| Some(*child) != next);
                    pending.extend(others.filter(|child| tree.is_own(*child) == tree.is_own(root)));
                }
            }
            pending[leaving..].reverse();
        }
        for (line, _) in open {
            self.ends[line] = self.order.len() as u32;
        }
    }

    fn push(&mut self, tree: &Tree, node: NodeId, ordinal: u32) {
        self.order.push(node);
        if tree.mv(node).is_none() {
            self.without_move.push(ordinal);
        }
        for (_, note) in tree.numbered_notes(node) {
            let ordinals = match note {
                Note::Comment(_) => &mut self.comments,
                Note::Bookmark(_) => &mut self.bookmarks,
                _ => continue,
            };
            if ordinals.last() != Some(&ordinal) {
                ordinals.push(ordinal);
            }
        }
    }

    /// Adds a node if it is a fork, and returns whether it is.
    fn push_fork(&mut self, tree: &Tree, node: NodeId, ordinal: u32) -> bool {
        let is_fork = tree.is_fork(node);
        if is_fork {
            self.forks.push(ordinal);
            self.first_child.push(self.children.len() as u32);
            // Nothing follows the last node of a line, or own lines do.
            let ends = tree.first_child(node).is_none();
            self.children.extend(ends.then_some(node));
            self.children.extend(tree.children(node));
        }
        is_fork
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The number of lines; 1 for a record without variations.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The number of nodes with a move.
    pub fn moves(&self) -> usize {
        self.len() - self.without_move.len()
    }

    /// The greatest ply of any line.
    pub fn last_ply(&self) -> usize {
        self.last_ply as usize
    }

    /// The ordinal of a node.
    pub fn ordinal(&self, node: NodeId) -> usize {
        let ordinal = self.ordinals.get(node.index());
        ordinal.map_or(node.index(), |ordinal| *ordinal as usize)
    }

    /// The node with an ordinal, or the root if the ordinal is out of range.
    pub fn node(&self, ordinal: usize) -> NodeId {
        self.order.get(ordinal).copied().unwrap_or(NodeId::ROOT)
    }

    /// The number of the line that contains a node; 0 for the mainline.
    pub fn line_of(&self, node: NodeId) -> usize {
        let ordinal = self.ordinal(node) as u32;
        self.starts.partition_point(|start| *start <= ordinal) - 1
    }

    /// The range of ordinals of a line.
    pub fn range(&self, line: usize) -> Range<usize> {
        let end = self.starts.get(line + 1).map_or(self.order.len(), |start| *start as usize);
        let start = self.starts.get(line).map_or(self.order.len(), |start| *start as usize);
        start..end
    }

    /// The number of nodes of the file. Those of the reader's own have this ordinal or a greater one.
    pub fn file_len(&self) -> usize {
        self.file_len as usize
    }

    /// The last node of the line that contains a node.
    pub fn line_end(&self, node: NodeId) -> NodeId {
        self.node(self.range(self.line_of(node)).end - 1)
    }

    /// Whether a node is on the mainline.
    pub fn on_mainline(&self, node: NodeId) -> bool {
        self.range(0).contains(&self.ordinal(node))
    }

    /// The last node of the mainline.
    pub fn mainline_end(&self) -> NodeId {
        self.node(self.range(0).end - 1)
    }

    /// The number of plies after a node along its main continuation.
    pub fn length_after(&self, node: NodeId) -> usize {
        self.range(self.line_of(node)).end - self.ordinal(node) - 1
    }

    /// The number of nodes with a comment up to and including this one, in order of ordinals: the number of its
    /// comment.
    pub fn comments_to(&self, node: NodeId) -> usize {
        let ordinal = self.ordinal(node) as u32;
        self.comments.partition_point(|comment| *comment <= ordinal)
    }

    /// The next node with a comment, in order of ordinals.
    pub fn next_comment(&self, node: NodeId) -> Option<NodeId> {
        let ordinal = self.comments.get(self.comments_to(node))?;
        Some(self.node(*ordinal as usize))
    }

    /// The previous node with a comment, in order of ordinals.
    pub fn previous_comment(&self, node: NodeId) -> Option<NodeId> {
        let ordinal = self.ordinal(node) as u32;
        let before = self.comments.partition_point(|comment| *comment < ordinal);
        let ordinal = self.comments.get(before.checked_sub(1)?)?;
        Some(self.node(*ordinal as usize))
    }

    /// The last node before the next fork, or of the line. Returns the node itself if it is a fork.
    pub fn stretch_end(&self, node: NodeId) -> NodeId {
        let last = self.range(self.line_of(node)).end - 1;
        let fork = self.forks.get(self.first_fork(self.ordinal(node)));
        self.node(fork.map_or(last, |fork| last.min(*fork as usize)))
    }

    /// The contents of a node's whole subtree.
    pub fn branch(&self, node: NodeId) -> Branch {
        let ordinal = self.ordinal(node);
        let line = self.line_of(node);
        let rest = ordinal..self.range(line).end;
        let leaving = self.leaving(line, &rest);
        let [without_move, comments] = [&self.without_move, &self.comments]
            .map(|ordinals| count_in(ordinals, &rest) + count_in(ordinals, &leaving));
        Branch {
            moves: rest.len() + leaving.len() - without_move,
            lines: 1 + count_in(&self.starts, &leaving),
            comments,
        }
    }

    /// The ordinals of the lines that directly or indirectly leave the rest of a line.
    fn leaving(&self, line: usize, rest: &Range<usize>) -> Range<usize> {
        let end = self.ends[line] as usize;
        // Own lines are not counted with those of the file.
        let mut forks = self.first_fork(rest.start)..self.first_fork(rest.end);
        let first = forks.find_map(|fork| {
            let first = self.ordinal(self.children_of_fork(fork)[1]);
            (first < end).then_some(first)
        });
        first.unwrap_or(end)..end
    }

    /// The children of a node, the main continuation first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let ordinal = self.ordinal(node);
        match self.fork_at(ordinal) {
            Some(fork) => {
                let branches = self.children_of_fork(fork);
                &branches[usize::from(branches[0] == node)..]
            }
            None => &self.order[ordinal + 1..(ordinal + 2).min(self.range(self.line_of(node)).end)],
        }
    }

    /// A node and its alternatives, in order. Only the node itself if it has none. An own line that leaves the last node of
    /// a line of the file has that node as its first alternative: nothing follows it.
    pub fn siblings(&self, tree: &Tree, node: NodeId) -> &[NodeId] {
        let ordinal = self.ordinal(node);
        let fork = tree.parent(node).filter(|parent| tree.is_fork(*parent));
        match fork.and_then(|fork| self.fork_at(self.ordinal(fork))) {
            Some(fork) => self.children_of_fork(fork),
            None => &self.order[ordinal..=ordinal],
        }
    }

    /// The index of a node among its siblings, from 0.
    pub fn number(&self, tree: &Tree, node: NodeId) -> usize {
        let siblings = self.siblings(tree, node);
        // Siblings are added in order.
        siblings.binary_search(&node).unwrap_or(0)
    }

    /// The index of the fork at an ordinal, if there is one.
    fn fork_at(&self, ordinal: usize) -> Option<usize> {
        self.forks.binary_search(&(ordinal as u32)).ok()
    }

    /// The index of the first fork at or after an ordinal.
    fn first_fork(&self, from: usize) -> usize {
        self.forks.partition_point(|fork| (*fork as usize) < from)
    }

    fn children_of_fork(&self, fork: usize) -> &[NodeId] {
        &self.children[self.first_child[fork] as usize..self.first_child[fork + 1] as usize]
    }
}

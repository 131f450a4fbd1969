//! What is typed after `:` — a ply, the number of a line, a move, or an action by name.

use super::keys::KEYS;
use super::model::State;
use super::say::Say;
use crate::record::{Label, NodeId};
use crate::text::Pattern as Query;

impl State {
    /// Does what a command asks for.
    pub(super) fn command(&mut self, text: &str) {
        let before = self.node();
        if text.is_empty() {
            return;
        }
        if let Ok(ply) = text.parse() {
            let node = self
                .reader
                .cursor
                .node_at(self.reader.cursor.last_ply().min(ply));
            self.jump_to(node.unwrap_or(NodeId::ROOT));
        } else if let Some(label) = label(text) {
            match self.reader.cursor.lines().by_label(&label) {
                Some(_) if label.0.is_empty() => self.return_to_mainline(),
                Some(node) => self.jump_to(node),
                None => self.say(&Say::Unknown(text.to_owned())),
            }
        } else if let Some(binding) = KEYS.iter().find(|binding| binding.name == text) {
            return self.update(binding.action, None);
        } else if !self.follow_move(text) {
            self.say(&Say::Unknown(text.to_owned()));
        }
        if self.node() != before {
            self.ui.panes.comment.reset();
        }
        self.guard_answer();
    }

    /// Goes to the move of this name: one that goes on from here, one that could be played instead, or the next one on
    /// the line within reach.
    fn follow_move(&mut self, text: &str) -> bool {
        let Some(query) = Query::new(text) else {
            return false;
        };
        let tree = &self.document.record.tree;
        let lines = self.reader.cursor.lines();
        let here = self.node();
        let before = tree.parent(here).unwrap_or(NodeId::ROOT);
        let is_meant = |node: &NodeId| {
            let position = self
                .reader
                .cursor
                .position_of(&self.document.record, tree.parent(*node)?);
            self.is_called(&position, *node, &query).then_some(*node)
        };
        let next = lines.children(here).iter().find_map(is_meant);
        let beside = || lines.siblings(tree, here).iter().find_map(is_meant);
        let node = next.or_else(|| (before != here).then(beside).flatten());
        let Some(node) = node.or_else(|| self.on_line(&query)) else {
            return false;
        };
        self.jump_to(node);
        true
    }

    /// The next move on the line of this name.
    fn on_line(&self, query: &Query) -> Option<NodeId> {
        /// A longer way is what a search is for.
        const REACH: usize = 1000;
        let from = self.reader.cursor.ply() + 1;
        let mut position = self.reader.cursor.position().clone();
        let mut nodes = self.reader.cursor.nodes(from..from + REACH);
        nodes.find(|node| {
            let found = self.is_called(&position, *node, query);
            self.document.record.advance(&mut position, *node);
            found
        })
    }

    /// Whether a move is called so, in the notation on the screen or by its squares.
    fn is_called(&self, before: &crate::game::Position, node: NodeId, query: &Query) -> bool {
        let Some(mv) = self.document.record.tree.mv(node) else {
            return false;
        };
        let name = self.name_of(before, node);
        query.is_all_of(&mv.code()) || name.is_some_and(|name| query.is_all_of(&name))
    }
}

/// The line that is meant by `2.1`, `2.` or `var 2`; a number alone is a ply.
fn label(text: &str) -> Option<Label> {
    let numbers = text.strip_prefix("var").map(str::trim_start);
    if numbers.is_none() && !text.contains('.') && text != "main" {
        return None;
    }
    let numbers = numbers.unwrap_or(text);
    numbers.strip_suffix('.').unwrap_or(numbers).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_from_plies() {
        let numbers = |text| label(text).map(|label| label.0);
        assert_eq!(numbers("2.1"), Some(vec![2, 1]));
        assert_eq!(numbers("2."), Some(vec![2]));
        assert_eq!(numbers("var 3"), Some(vec![3]));
        assert_eq!(numbers("main"), Some(vec![]));
        assert_eq!(numbers("37"), None);
        assert_eq!(numbers("2.x"), None);
        assert_eq!(numbers("various"), None);
    }
}

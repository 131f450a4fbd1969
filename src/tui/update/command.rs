//! What is typed after `:` — a ply, the number of a line, a move, or an action by name.

use super::{jumps, variations};
use crate::record::{Label, NodeId};
use crate::text::Pattern as Query;
use crate::tui::actions::KEYS;
use crate::tui::model::State;
use crate::tui::say::Say;

/// Does what a command asks for.
pub(super) fn run(state: &mut State, text: &str) {
    if text.is_empty() {
        return;
    }
    let lines = state.reader.cursor.lines();
    if let Ok(ply) = text.parse::<usize>() {
        let last = lines.range(0).end - 1;
        let node = lines.node(ply.min(last));
        jumps::jump_to(state, node);
    } else if let Some(label) = label(text) {
        match lines.by_label(&label) {
            Some(_) if label.0.is_empty() => variations::mainline(state, None),
            Some(node) => jumps::jump_to(state, node),
            None => state.say(&Say::Unknown(text.to_owned())),
        }
    } else if let Some(binding) = KEYS.iter().find(|binding| binding.name == text) {
        super::act(state, binding.action, None);
    } else if !follow_move(state, text) {
        state.say(&Say::Unknown(text.to_owned()));
    }
}

/// Goes to the move of this name: one that goes on from here, one that could be played instead, or the next one on
/// the line within reach.
fn follow_move(state: &mut State, text: &str) -> bool {
    let Some(query) = Query::new(text) else {
        return false;
    };
    let tree = &state.document.record.tree;
    let lines = state.reader.cursor.lines();
    let here = state.node();
    let before = tree.parent(here).unwrap_or(NodeId::ROOT);
    let is_meant = |node: &NodeId| {
        let position = state
            .reader
            .cursor
            .position_of(&state.document.record, tree.parent(*node)?);
        is_called(state, &position, *node, &query).then_some(*node)
    };
    let next = lines.children(here).iter().find_map(is_meant);
    let beside = || lines.siblings(tree, here).iter().find_map(is_meant);
    let node = next.or_else(|| (before != here).then(beside).flatten());
    let Some(node) = node.or_else(|| on_line(state, &query)) else {
        return false;
    };
    jumps::jump_to(state, node);
    true
}

/// The next move on the line of this name.
fn on_line(state: &State, query: &Query) -> Option<NodeId> {
    /// A longer way is what a search is for.
    const REACH: usize = 1000;
    let from = state.reader.cursor.ply() + 1;
    let mut position = state.reader.cursor.position().clone();
    let mut nodes = state.reader.cursor.nodes(from..from + REACH);
    nodes.find(|node| {
        let found = is_called(state, &position, *node, query);
        state.document.record.advance(&mut position, *node);
        found
    })
}

/// Whether a move is called so, in the notation on the screen or by its squares.
fn is_called(state: &State, before: &crate::game::Position, node: NodeId, query: &Query) -> bool {
    let Some(mv) = state.document.record.tree.mv(node) else {
        return false;
    };
    let name = state.name_of(before, node);
    query.is_all_of(&mv.code()) || name.is_some_and(|name| query.is_all_of(&name))
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

//! What is typed after `:` — a place, a game, a move, or an action by name.

use super::{jumps, library, variations};
use crate::files::address::game_number;
use crate::record::{NodeId, Place};
use crate::text::Pattern as Query;
use crate::tui::actions::KEYS;
use crate::tui::model::State;
use crate::tui::say::Say;

/// Does what a command asks for.
pub(super) fn run(state: &mut State, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some((game, place)) = text.strip_prefix('#').and_then(game_and_place) {
        if game == state.document.game || show_game(state, game) {
            go_to(state, place.as_ref());
        }
    } else if let Ok(place) = text.parse() {
        go_to(state, Some(&place));
    } else if text == "main" {
        variations::mainline(state, None);
    } else if let Some(binding) = KEYS.iter().find(|binding| binding.name == text) {
        super::act(state, binding.action, None);
    } else if !follow_move(state, text) {
        state.say(&Say::Unknown(text.to_owned()));
    }
}

/// `2:3.2-12`, or `2` alone: the number of the game, here from 0.
fn game_and_place(text: &str) -> Option<(usize, Option<Place>)> {
    let (game, place) = match text.split_once(':') {
        Some((game, place)) => (game, Some(place.parse().ok()?)),
        None => (text, None),
    };
    Some((game_number(game)? - 1, place))
}

fn show_game(state: &mut State, game: usize) -> bool {
    jumps::leave(state);
    library::show_game(state, game)
}

/// Goes to a place in the record, if one is named.
fn go_to(state: &mut State, place: Option<&Place>) {
    let (tree, lines) = (&state.document.record.tree, state.reader.cursor.lines());
    let node = place.map(|place| place.find(tree, lines));
    match node {
        Some(Ok(node)) => jumps::jump_to(state, node),
        Some(Err(error)) => state.say(&Say::NoPlace(error)),
        None => {}
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

//! Plays moves by clicks on the board.

use super::{jumps, layer};
use crate::board::Target;
use crate::game::{Move, MoveError, go};
use crate::record::NodeId;
use crate::tui::model::State;
use crate::tui::report::Report;

/// Selects a piece of the side to move, or moves the selected one here. Otherwise goes to the branch that plays here.
/// In Go a stone is placed. In shogi the piece promotes if `promotes` and it may.
pub(super) fn press(state: &mut State, target: Target, promotes: bool) {
    let picked = state.ui.picked.take();
    if target.is_movable(state.position()) {
        if picked != Some(target) {
            state.ui.picked = Some(target);
            state.report(&match target {
                Target::Shogi(_) => Report::PickedPromotable,
                _ => Report::Picked,
            });
        }
    } else if let Some(from) = picked {
        let mut moves = from.moves_to(target);
        if !promotes {
            moves.reverse();
        }
        play(state, &moves);
    } else if let Some(node) = branch_to(state, target) {
        jumps::cross_to(state, node);
    } else if let Target::Go(point) = target {
        let stone = go::Move::stone(state.position().side_to_move(), point);
        play(state, &[Move::Go(stone)]);
    }
}

/// Plays the first legal move of several, or reports why the last is illegal.
fn play(state: &mut State, moves: &[Move]) {
    let position = state.position();
    if let Some(mv) = moves.iter().find(|mv| position.check(**mv).is_ok()) {
        return layer::play(state, *mv);
    }
    let Some(mv) = moves.last() else {
        return;
    };
    if let Err(error) = position.check(*mv) {
        let name = position.notate_as(state.notation(), *mv, state.last_move());
        state.report(&Report::NotPlayed(name, MoveError::Illegal(error)));
    }
}

/// The next move to a target, on the line or as a branch, or else an alternative to the current move.
fn branch_to(state: &State, target: Target) -> Option<NodeId> {
    if state.hides_answer() {
        return None;
    }
    let cursor = &state.desk.reader.cursor;
    let next = cursor.node_at(cursor.ply() + 1);
    let children = cursor.lines().children(state.node()).iter().copied();
    let others = state.branches().iter().copied();
    let others = others.filter(|node| *node != state.node());
    let mut all = next.into_iter().chain(children).chain(others);
    let tree = state.tree();
    all.find(|node| tree.mv(*node).is_some_and(|mv| target.is_end_of(mv)))
}

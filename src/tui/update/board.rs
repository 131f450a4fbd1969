//! The cursor on the board, and the moves made with it or with the mouse.

use super::{jumps, layer, motion, variations};
use crate::board::Target;
use crate::game::Side;
use crate::game::{Game, Move, MoveError, go, shogi};
use crate::record::{NodeId, Span};
use crate::tui::model::{Focus, Held, State, focus};
use crate::tui::report::Report;
use crate::tui::target;
use crate::words;

/// Gives the board the keys, or takes them from it.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.is_on_board() {
        return leave(state);
    }
    state.ui.mode.close_all();
    state.ui.panes.zoomed = false;
    state.ui.panes.focus = Focus::Cursor;
}

fn leave(state: &mut State) {
    state.ui.pointer.held = None;
    state.ui.panes.focus = Focus::Board;
}

/// Takes back the question, then the piece, then the focus.
pub(super) fn cancel(state: &mut State, _: Option<usize>) {
    match &mut state.ui.pointer.held {
        Some(held) if held.is_asked => held.is_asked = false,
        Some(held) => {
            state.ui.pointer.at = Some(held.at);
            state.ui.pointer.held = None;
        }
        None => leave(state),
    }
}

/// Moves the cursor on the screen.
pub(super) fn move_cursor(state: &mut State, (right, down): (i8, i8), count: Option<usize>) {
    let flip = state.is_flipped(&state.desk.record);
    if let Some(at) = state.pointed() {
        let times = i8::try_from(count.unwrap_or(1)).unwrap_or(i8::MAX);
        let by = (right.saturating_mul(times), down.saturating_mul(times));
        point_at(state, target::beside(at, state.position(), flip, by));
    }
}

/// Moves the cursor to a place. Beyond the part of the board that is drawn, all of it appears.
fn point_at(state: &mut State, target: Target) {
    state.ui.pointer.at = Some(target);
    if !state.is_drawn(target) {
        state.ui.is_whole = true;
        state.report(&Report::BoardWhole);
    }
    if let Some(held) = &mut state.ui.pointer.held {
        held.is_asked = false;
    }
}

/// The choice after the cursor, cyclically.
fn after(choices: &[Target], at: Option<Target>) -> Option<Target> {
    let here = choices.iter().position(|choice| Some(*choice) == at);
    choices.get(here.map_or(0, |here| (here + 1) % choices.len())).copied()
}

/// Goes to the next or previous own piece that can move, or the place for the one that is up. Go has no such places.
pub(super) fn next(state: &mut State, forward: bool) {
    if state.position().game() == Game::Go {
        return focus::turn(state, forward);
    }
    let mut choices = state.places();
    if state.ui.pointer.held.is_none() {
        choices.retain(|own| !target::ends(*own, state.position()).is_empty());
    }
    if !forward {
        choices.reverse();
    }
    if let Some(there) = after(&choices, state.ui.pointer.at) {
        point_at(state, there);
    }
}

/// Checks whether a place is on a file, as the side counts files, or in the hand, which has the number 0.
fn is_on_file(place: Target, side: Side, file: u8) -> bool {
    target::seen_by(place, side).map_or(0, |seen| seen.0) == file
}

/// The row of a place, as the side counts rows.
fn row_of(place: Target, side: Side) -> u8 {
    target::seen_by(place, side).map_or(0, |seen| seen.1)
}

/// Goes to a file, as the side to move counts it: to the foremost choice there or, if the last key was the same, to the
/// next one. 0 is the hand. For a piece of the hand, a second digit is the rank.
pub(super) fn to_file(state: &mut State, file: u8) {
    let side = state.position().side_to_move();
    let last = state.ui.pointer.file.replace(file);
    if file == 0 {
        state.ui.pointer.held.take_if(|held| !held.is_goal);
    }
    if let (Some(Target::Hand(..)), Some(first @ 1..)) = (state.picked(), last) {
        state.ui.pointer.file = None;
        let square = shogi::Square::new(first, file).map(Target::Shogi);
        return square.into_iter().for_each(|square| point_at(state, square));
    }
    let choices = state.places().into_iter().filter(|place| is_on_file(*place, side, file));
    let choices: Vec<Target> = choices.collect();
    let at = state.ui.pointer.at.filter(|_| last == Some(file));
    // Where there is no choice, the last row says why.
    let there = after(&choices, at).or_else(|| {
        let all = target::all(state.position()).into_iter();
        let on_file = all.filter(|place| is_on_file(*place, side, file));
        let here = row_of(state.ui.pointer.at?, side);
        on_file.min_by_key(|place| row_of(*place, side).abs_diff(here))
    });
    match there {
        Some(there) => point_at(state, there),
        None => state.report(&Report::NoHand),
    }
}

/// Picks up the piece at the cursor, puts it down there, or places a stone.
pub(super) fn enter(state: &mut State, _: Option<usize>) {
    let Some(at) = state.pointed() else { return };
    match at {
        Target::Go(point) => play_stone(state, point),
        _ => press(state, at, None),
    }
}

/// Answers that the piece does not promote; otherwise folds variations.
pub(super) fn decline(state: &mut State, count: Option<usize>) {
    match (&state.ui.pointer.held, state.ui.pointer.at) {
        (Some(held), Some(at)) if held.is_asked => press(state, at, Some(false)),
        _ => variations::set_folded(state, true, count),
    }
}

/// Passes in Go; otherwise goes to a transposition.
pub(super) fn pass(state: &mut State, count: Option<usize>) {
    match state.position().game() {
        Game::Go => layer::play(state, Move::Go(go::Move::pass(state.position().side_to_move()))),
        Game::Xiangqi | Game::Shogi => motion::transpose(state, count),
    }
}

/// Selects a piece of the side to move, or moves the selected one here. Otherwise goes to the branch that plays here, or
/// with a key has a piece come here. In Go a stone is placed. In shogi a piece that may promote does so if `promotes`; `None`
/// asks the reader.
pub(super) fn press(state: &mut State, target: Target, promotes: Option<bool>) {
    state.ui.pointer.at = Some(target);
    let held = state.ui.pointer.held.take();
    let (goal, from) = match &held {
        Some(held) if held.is_goal => (Some(held.at), None),
        held => (None, held.as_ref().map(|held| held.at)),
    };
    let position = state.position();
    let is_key = promotes.is_none() && position.game() != Game::Go;
    let sources =
        if is_key { target::sources(goal.unwrap_or(target), position) } else { Vec::new() };
    if let Some(goal) = goal.filter(|_| sources.contains(&target)) {
        bring(state, goal, &[target]);
    } else if target::is_movable(target, position) {
        if from != Some(target) {
            pick_up(state, target);
        }
    } else if let Some(held) = held.filter(|held| !held.is_goal) {
        put_down(state, held, target, promotes);
    } else if let Some(node) = branch_to(state, target, sources.is_empty()) {
        jumps::cross_to(state, node);
    } else if let Target::Go(point) = target {
        play_stone(state, point);
    } else if is_key {
        bring(state, target, &sources);
    }
}

/// Has the only piece that may go to a place go there, or offers all that may.
fn bring(state: &mut State, to: Target, sources: &[Target]) {
    let position = state.position().clone();
    state.ui.pointer.at = Some(to);
    match sources {
        [] => {
            let side = position.side_to_move();
            let name = words::side(position.game(), side, state.terms_on_board());
            state.report(&Report::NoPieceGoes(name.to_owned()));
        }
        [from] => put_down(state, Held::piece(*from, position), to, None),
        [first, ..] => {
            state.ui.pointer.at = Some(*first);
            state.ui.pointer.held = Some(Held { is_goal: true, ..Held::piece(to, position) });
            let [next, take] = ["next-pane", "take"].map(|name| state.ui.keymap.first_key(name));
            state.report(&Report::PiecesGo(sources.len(), next, take));
        }
    }
}

/// Picks a piece up. With keys, the cursor goes to the foremost place for it.
fn pick_up(state: &mut State, from: Target) {
    let position = state.position().clone();
    if state.is_on_board() {
        state.ui.pointer.at = target::ends(from, &position).first().copied().or(Some(from));
    } else {
        state.report(&match from {
            Target::Shogi(_) => Report::PickedPromotable,
            _ => Report::Picked,
        });
    }
    state.ui.pointer.held = Some(Held::piece(from, position));
}

/// Plays the move of the piece that is up, or reports why it is illegal. With keys, it stays up then.
fn put_down(state: &mut State, mut held: Held, to: Target, promotes: Option<bool>) {
    let position = state.position();
    let mut moves = target::moves_to(held.at, to);
    let legal = moves.iter().filter(|mv| position.check(**mv).is_ok()).count();
    if promotes.is_none() && legal > 1 && !held.is_asked {
        held.is_asked = true;
        state.ui.pointer.held = Some(held);
        return;
    }
    if promotes == Some(false) {
        moves.reverse();
    }
    let is_kept = legal == 0 && state.is_on_board();
    play(state, &moves);
    state.ui.pointer.held = Some(held).filter(|_| is_kept);
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
        let name = target::end_of(*mv).map(|to| state.named(to).0).unwrap_or_default();
        state.report(&Report::NotPlayed(name, MoveError::Illegal(error)));
    }
}

fn play_stone(state: &mut State, point: go::Point) {
    let stone = go::Move::stone(state.position().side_to_move(), point);
    play(state, &[Move::Go(stone)]);
}

/// The next move to a target, on the line or as a branch, or else an alternative to the current move if these count.
fn branch_to(state: &State, target: Target, alternatives: bool) -> Option<NodeId> {
    if state.hides_answer() {
        return None;
    }
    let cursor = state.cursor();
    let children = cursor.lines().children(state.node()).iter().copied();
    let others = state.branches().iter().copied();
    let others = others.filter(|node| alternatives && *node != state.node());
    let mut all = state.next().into_iter().chain(children).chain(others);
    let tree = state.tree();
    all.find(|node| tree.mv(*node).and_then(target::end_of) == Some(target))
}

/// The place of the pointer, else where the last move ended, else the middle of the part that is drawn, else where the
/// side to move is at home.
fn pointed(state: &State) -> Target {
    let position = state.position();
    let last = state.last_move().and_then(target::end_of);
    let part = state.ui.layout.screen.fit.board.part.map(|Span { from, to }| {
        Target::Go(((from.0 + to.0).div_ceil(2), (from.1 + to.1).div_ceil(2)).into())
    });
    let mut places = state.ui.pointer.at.into_iter().chain(last).chain(part);
    places
        .find(|at| target::is_on(*at, position) && state.is_drawn(*at))
        .unwrap_or_else(|| target::home(position))
}

/// Puts the cursor where the last move ended when the board gets the keys, and lets a piece go that the reader leaves or
/// that the file has taken away.
pub(super) fn guard(state: &mut State) {
    let mut held = state.ui.pointer.held.take();
    let position = state.position();
    let gone = held.take_if(|held| {
        let is_there = target::is_movable(held.at, position) && !state.is_by_reader;
        held.position != *position && !is_there
    });
    state.ui.pointer.held = held;
    if gone.is_some_and(|gone| !gone.is_goal) && !state.is_by_reader {
        state.report(&Report::PieceGone);
    }
    let has_cursor = state.ui.panes.focus == Focus::Cursor;
    state.ui.pointer.at = has_cursor.then(|| pointed(state));
}

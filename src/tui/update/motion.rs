//! Motions along the current line, and to places that something notes.

use super::{jumps, problems, trial};
use crate::record::{Cursor, Lines, NodeId, Survey};
use crate::tui::arrange;
use crate::tui::graph;
use crate::tui::model::State;
use crate::tui::panes::PaneId;
use crate::tui::say::Say;

/// Plies of a page of moves.
const PAGE: usize = 10;

pub(in crate::tui) fn forward(state: &mut State, count: Option<usize>) {
    let times = count.unwrap_or(1);
    if !trial::step(state, true, times) {
        go_by(state, true, times);
        problems::reveal_here(state);
    }
}

pub(in crate::tui) fn back(state: &mut State, count: Option<usize>) {
    let times = count.unwrap_or(1);
    if !trial::step(state, false, times) {
        go_by(state, false, times);
    }
}

pub(in crate::tui) fn start(state: &mut State, _: Option<usize>) {
    jumps::leave(state);
    go_to_ply(state, 0);
}

pub(in crate::tui) fn end(state: &mut State, count: Option<usize>) {
    jumps::leave(state);
    go_to_ply(state, count.unwrap_or(usize::MAX));
}

/// Goes so many pages of moves on or back.
pub(super) fn go_by_page(state: &mut State, forward: bool, times: usize) {
    trial::leave(state);
    go_by(state, forward, times.saturating_mul(PAGE));
}

pub(super) fn go_by(state: &mut State, forward: bool, plies: usize) {
    let record = &state.document.record;
    match forward {
        true => state.reader.cursor.forward(record, plies),
        false => state.reader.cursor.back(record, plies),
    }
}

pub(super) fn go_to_ply(state: &mut State, ply: usize) {
    let record = &state.document.record;
    state.reader.cursor.go_to_ply(record, ply);
}

/// Goes to a node; the line through it becomes the current one. What was tried is over.
pub(super) fn go_to(state: &mut State, node: NodeId) {
    state.reader.trial = None;
    state.reader.cursor.go_to(&state.document.record, node);
}

pub(in crate::tui) fn next_fork(state: &mut State, count: Option<usize>) {
    seek(state, count, &Say::NoMoreForks, Cursor::next_fork);
}

pub(in crate::tui) fn previous_fork(state: &mut State, count: Option<usize>) {
    seek(state, count, &Say::NoMoreForks, Cursor::previous_fork);
}

/// Goes to the ply that a search along the line gives, so many times; reports if there is none.
fn seek(
    state: &mut State,
    count: Option<usize>,
    none: &Say,
    next: impl Fn(&Cursor) -> Option<usize>,
) {
    for _ in 0..count.unwrap_or(1).max(1) {
        let Some(ply) = next(&state.reader.cursor) else {
            return state.say(none);
        };
        go_to_ply(state, ply);
    }
}

pub(in crate::tui) fn next_comment(state: &mut State, count: Option<usize>) {
    comment(state, true, count.unwrap_or(1));
}

pub(in crate::tui) fn previous_comment(state: &mut State, count: Option<usize>) {
    comment(state, false, count.unwrap_or(1));
}

/// Goes to a comment of the whole record, in reading order; where there are fewer, to the last of them.
fn comment(state: &mut State, forward: bool, times: usize) {
    let lines = state.reader.cursor.lines();
    let step = match forward {
        true => Lines::next_comment,
        false => Lines::previous_comment,
    };
    let here = state.node();
    let next = |node: &NodeId| step(lines, *node);
    let nodes = std::iter::successors(Some(here), next).take(times.saturating_add(1));
    match nodes.last().filter(|there| *there != here) {
        Some(there) => jumps::cross_to(state, there),
        None => state.say(&Say::NoMoreComments(forward, lines.comments().len())),
    }
}

/// The next page of the comment, then the next comment.
pub(in crate::tui) fn read_on(state: &mut State, _: Option<usize>) {
    if !arrange::turn_page(state, PaneId::Comment, true) {
        comment(state, true, 1);
    }
}

/// The page before, then the last page of the comment before.
pub(in crate::tui) fn read_back(state: &mut State, _: Option<usize>) {
    if !arrange::turn_page(state, PaneId::Comment, false) {
        let here = state.node();
        comment(state, false, 1);
        state.ui.panes.reads_back = state.node() != here;
    }
}

pub(in crate::tui) fn has_comments(state: &State) -> bool {
    !state.reader.cursor.lines().comments().is_empty()
}

/// Goes to the next of the line's biggest swings, around the end.
pub(in crate::tui) fn swing(state: &mut State, _: Option<usize>) {
    let mut plies = graph::swings(state);
    plies.sort_unstable();
    let here = state.reader.cursor.ply();
    let next = plies.iter().find(|ply| **ply > here).or(plies.first());
    match next.copied() {
        Some(ply) => go_to_ply(state, ply),
        None => state.say(&Say::NoSwings),
    }
}

pub(in crate::tui) fn has_evals(state: &State) -> bool {
    let survey = state.document.survey.as_ref();
    survey.is_some_and(|survey| !survey.evals.is_empty())
}

/// Goes to another place with the same position, around the end.
pub(in crate::tui) fn transpose(state: &mut State, _: Option<usize>) {
    let lines = state.reader.cursor.lines();
    let place = lines.place(state.node());
    let survey = state.document.survey.as_ref();
    let same = survey.map_or(&[][..], |survey| survey.same(place));
    let next = same.iter().find(|node| lines.place(**node) > place);
    match next.or(same.first()).copied() {
        Some(node) => jumps::jump_to(state, node),
        None => state.say(&Say::NoTransposition),
    }
}

pub(in crate::tui) fn has_transpositions(state: &State) -> bool {
    let survey = state.document.survey.as_ref();
    survey.is_some_and(Survey::has_transpositions)
}

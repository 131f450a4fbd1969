//! The alternatives at a fork.

use std::ops::Range;

use ratatui::layout::Rect;

use super::list::{List, row};
use super::move_rows::lists_branches;
use super::moves::{SPACIOUS, with_size};
use super::{Body, Pane, Row};
use crate::record::NodeId;
use crate::tui::model::State;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, form| {
        let lists = shown(state, form.is_inline);
        let between = usize::from(!lists[1].is_empty());
        u16::try_from(lists.map(<[NodeId]>::len).iter().sum::<usize>() + between)
            .unwrap_or(u16::MAX - 1)
    },
    heading: Some(heading),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.branch_lists().map(<[NodeId]>::len).iter().sum(),
    marked: |state| {
        let [choices, branches] = state.branch_lists();
        let here = state.number(state.node());
        match (std::ptr::eq(state.choices(), state.branches()), branches) {
            (true, _) => Ok(here),
            (false, []) => Err(state.next().map_or(0, |next| state.number(next))),
            (false, _) => Ok(choices.len() + here),
        }
    },
    node: |state, row| {
        let [choices, branches] = state.branch_lists();
        choices.get(row).or_else(|| branches.get(row - choices.len())).copied()
    },
};

/// The lists of branches, unless all are among the moves. Nothing while the answer is hidden.
fn shown(state: &State, is_inline: bool) -> [&[NodeId]; 2] {
    let here = state.node();
    let fork = state.tree().parent(here);
    let lists = state.branch_lists();
    for list in lists.into_iter().filter(|list| !list.is_empty() && !state.hides_answer()) {
        let fork = if std::ptr::eq(list, state.branches()) { fork } else { Some(here) };
        if !is_inline || !lists_branches(state, fork, list.len()) {
            return lists;
        }
    }
    [&[]; 2]
}

/// The heading of a list of branches.
fn title(state: &State, list: &[NodeId], width: u16) -> String {
    if usize::from(width) < SPACIOUS {
        return state.texts().branches.to_owned();
    }
    let node = list.last().copied().unwrap_or(NodeId::ROOT);
    let number = state.desk.record.number(&state.position_before(node), node);
    (state.texts().branches_at)(number.unwrap_or(state.tree().ply(node)), list.len())
}

fn heading(state: &State, width: u16) -> (String, String) {
    let [choices, _] = state.branch_lists();
    let here = state.next().filter(|next| choices.contains(next)).unwrap_or(state.node());
    (title(state, choices, width), format!("{}/{}", state.branch_name(here), choices.len()))
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let [choices, branches] = state.branch_lists();
    let height = usize::from(area.height);
    if branches.is_empty() {
        return listed(state, LIST.shown(state, height), area);
    }
    // The choices come first; the page of the alternatives with this move has the rest.
    let top = choices.len().min(height.saturating_sub(1).div_ceil(2));
    let rest = height.saturating_sub(top + 1).max(1);
    let here = state.number(state.node());
    let first = (here / rest * rest).min(branches.len().saturating_sub(rest));
    let page = choices.len() + first..choices.len() + branches.len().min(first + rest);
    let mut rows = listed(state, 0..top, area);
    rows.push(row(state, &format!(" {}", title(state, branches, area.width))));
    rows.extend(listed(state, page, area));
    rows
}

/// Some rows of both lists.
fn listed(state: &State, shown: Range<usize>, area: Rect) -> Vec<Row> {
    let [choices, branches] = state.branch_lists();
    let room = usize::from(area.width).saturating_sub(4);
    let (next, tree) = (state.next(), state.tree());
    let nodes = (0..).zip(choices.iter().chain(branches)).skip(shown.start);
    let lines = nodes.map(|(nth, node)| {
        let list = if nth < choices.len() { choices } else { branches };
        let is_first = nth == 0 || nth == choices.len();
        if is_first && list.get(1).is_some_and(|other| tree.parent(*other) == Some(*node)) {
            return format!(" 1 {}", state.texts().nothing_follows);
        }
        let follows = Some(*node) == next && !std::ptr::eq(choices, state.branches());
        let sign = if follows { "-> " } else { "" };
        let head = format!("{:>2} {sign}", state.branch_name(*node));
        let room = room.saturating_sub(sign.len());
        head + &with_size(state, *node, room)
    });
    LIST.rows(state, shown, lines).collect()
}

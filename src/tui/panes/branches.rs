//! The alternatives at a fork.

use ratatui::layout::Rect;

use super::list::List;
use super::move_rows::lists_branches;
use super::moves::{SPACIOUS, with_size};
use super::{Body, Pane, Row};
use crate::tui::model::State;

pub(super) const PANE: Pane = Pane {
    wish: |state| match state.branches().len() {
        1 => 0,
        _ if lists_branches(state) || state.hides_answer() => 0,
        count => u16::try_from(count).unwrap_or(u16::MAX - 1),
    },
    heading: Some(heading),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.branches().len(),
    marked: |state| Ok(state.number(state.node())),
    node: |state, row| state.branches().get(row).copied(),
};

fn heading(state: &State, width: u16) -> (String, String) {
    let siblings = state.branches().len();
    let title = if usize::from(width) < SPACIOUS {
        state.texts().branches.to_owned()
    } else {
        (state.texts().branches_at)(state.tree().ply(state.node()), siblings)
    };
    (title, format!("{}/{siblings}", state.branch_name(state.node())))
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let shown = LIST.shown(state, area.height.into());
    let room = usize::from(area.width).saturating_sub(4);
    let before = state.position_before(state.node());
    let fork = state.tree().parent(state.node());
    let lines = state.branches()[shown.start..].iter().map(|sibling| {
        if Some(*sibling) == fork {
            return format!(" 1 {}", state.texts().nothing_follows);
        }
        let head = format!("{:>2} ", state.branch_name(*sibling));
        head + &with_size(state, *sibling, before.clone(), room)
    });
    LIST.rows(state, shown, lines).collect()
}

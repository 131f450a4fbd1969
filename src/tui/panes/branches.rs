//! The alternatives at a fork.

use ratatui::layout::Rect;

use super::list::{first_of_page, marked};
use super::move_rows::lists_branches;
use super::moves::{SPACIOUS, with_size};
use super::{Body, Pane, Press, Row};
use crate::record::NodeId;
use crate::tui::model::State;

pub(super) const PANE: Pane = Pane {
    wish: |state| match state.branches().len() {
        1 => 0,
        _ if lists_branches(state) || state.hides_answer() => 0,
        count => u16::try_from(count).unwrap_or(u16::MAX - 1),
    },
    heading: Some(heading),
    body: Body::Rows(rows),
    ..Pane::PLAIN
};

fn heading(state: &State, width: u16) -> (String, String) {
    let siblings = state.branches().len();
    let title = if usize::from(width) < SPACIOUS {
        state.texts().branches.to_owned()
    } else {
        (state.texts().branches_at)(state.tree().ply(state.node()), siblings)
    };
    (title, format!("{}/{siblings}", state.number(state.node()) + 1))
}

/// The page of alternatives with the current move, which is marked.
fn rows(state: &State, area: Rect) -> Vec<Row> {
    let here = state.number(state.node());
    let room = usize::from(area.width).saturating_sub(4);
    let before = state.position_before(state.node());
    let siblings = state.branches().iter().enumerate();
    let page = siblings.skip(first_of_page(here, area));
    let branch = |(index, sibling): (usize, &NodeId)| {
        let head = format!("{:>2} ", index + 1);
        let line = head + &with_size(state, *sibling, before.clone(), room);
        marked(state, index == here, &line, Press::GoTo(*sibling))
    };
    page.take(area.height.into()).map(branch).collect()
}

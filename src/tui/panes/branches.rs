//! The alternatives at a fork.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{first_of_page, light_hits};
use super::move_rows::lists_branches;
use super::moves::{SPACIOUS, with_size};
use super::{Body, Pane, Press, text};
use crate::tui::model::State;
use crate::tui::terminal::Canvas;

pub(super) const PANE: Pane = Pane {
    wish: |state| match state.branches().len() {
        1 => 0,
        _ if lists_branches(state) || state.hides_answer() => 0,
        count => u16::try_from(count).unwrap_or(u16::MAX - 1),
    },
    heading: Some(heading),
    body: Body::Drawn(draw),
    click: |state, area, (row, _)| {
        let sibling = state.branches().get(first(state, area) + row)?;
        Some(Press::GoTo(*sibling))
    },
    ..Pane::PLAIN
};

fn heading(state: &State, width: u16) -> (String, String) {
    let siblings = state.branches().len();
    let title = if usize::from(width) < SPACIOUS {
        state.texts().branches.to_owned()
    } else {
        (state.texts().branches_at)(state.tree().ply(state.node()), siblings)
    };
    (
        title,
        format!("{}/{siblings}", state.number(state.node()) + 1),
    )
}

/// The first alternative of the page with the current one.
fn first(state: &State, area: Rect) -> usize {
    first_of_page(state.number(state.node()), area)
}

/// Draws the alternatives to the current move, with that one marked.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let here = state.number(state.node());
    let width = usize::from(area.width);
    let before = state.position_before(state.node());
    let siblings = state.branches().iter().enumerate();
    for (row, (index, &sibling)) in (0..area.height).zip(siblings.skip(first(state, area))) {
        let marker = if index == here { '>' } else { ' ' };
        let head = format!("{marker}{:>2} ", index + 1);
        let room = width.saturating_sub(4);
        let line = head + &with_size(state, sibling, before.clone(), room);
        text(canvas, area, row, &line, Style::new());
        light_hits(state, canvas, area, row, &line);
    }
}

//! Updates the layout, wrapped text and scrolling.

use std::sync::Arc;

use super::layout::{Fit, Layout, Plan};
use super::model::panes::{PaneId, Slot, in_view};
use super::model::{State, Wrapped, focus, stepped};
use super::panes::{board, games, moves};

/// Updates layout, wrapped text and scrolling to match the state. Called after each event; drawing changes nothing.
pub(super) fn arrange(state: &mut State) {
    let wishes = PaneId::ALL.map(|id| wish(state, id));
    let mut boards = board::sizes(state);
    let list = if state.ui.mode.has(PaneId::Games) { games::need(state) } else { 0 };
    if list > 0 {
        let room = state.ui.size.width.saturating_sub(list + 3);
        if boards.iter().any(|board| board.size.width <= room) {
            boards.retain(|board| board.size.width <= room);
        }
    }
    let fit = Fit::new(state.ui.size, &boards, state.desk.extent.has_remarks);
    // The visible page, and what covers it, depend on these.
    let known = Plan { wishes, fit, ..Plan::default() };
    let before = std::mem::replace(&mut state.ui.layout.plan, known);
    let lines = state.lines();
    let forks = moves::unlisted_branches(state);
    let branches = lines.count() - 1;
    let plan = Plan {
        size: state.ui.size,
        fit,
        is_prose: is_prose(state),
        plies: lines.last_ply(),
        abreast: if state.has_numbers() { 1 } else { 2 },
        listed: if focus::is_inline(state) { branches } else { branches.min(lines.last_ply() / 2) },
        forks,
        text: room_for_text(state),
        wishes,
        page: page(state, &fit),
        over: focus::over(state),
        tables: state.ui.panes.tables.clone(),
        alone: state.ui.panes.zoomed && focus::focused(state).slot() != Slot::Table,
        list,
    };
    if plan == before {
        state.ui.layout.plan = plan;
    } else {
        state.ui.layout = Layout::new(plan);
    }
    let filled = moves::rows_at_fork(state);
    state.ui.layout.show_branches(filled);
    wrap_comment(state);
    match &mut state.ui.map {
        Some(map) if state.ui.mode.has(PaneId::Map) => {
            let cursor = &state.desk.reader.cursor;
            map.follow(&state.desk.record, cursor.lines(), cursor.node());
        }
        map => *map = None,
    }
    if std::mem::take(&mut state.ui.panes.seeks) {
        seek(state);
    }
}

/// The page of a narrow screen: the comment's while one is written, if the page has no rows for it.
fn page(state: &State, fit: &Fit) -> PaneId {
    const LEAST: u16 = 3;
    let page = focus::page(state);
    let under = state.ui.size.height.saturating_sub(fit.board.size.height + 1);
    let has_text = page.slot() == Slot::Line || page.slot() == Slot::Board && under >= LEAST;
    if state.ui.writing.is_some() && !has_text { PaneId::Comment } else { page }
}

/// The columns and lines of the longest comment, and more lines while one is written.
fn room_for_text(state: &State) -> (usize, usize) {
    const WRITTEN: usize = 8;
    let (columns, lines) = state.desk.extent.longest_comment;
    let least = if state.ui.writing.is_some() { WRITTEN } else { 0 };
    (columns, lines.max(least))
}

/// The number of rows that a pane could fill; 0 if it is a table that is not open.
fn wish(state: &State, id: PaneId) -> u16 {
    let is_closed = id.slot() == Slot::Table && !state.ui.panes.tables.contains(&id);
    if is_closed { 0 } else { (id.pane().wish)(state) }
}

/// Whether a record is mostly text: a lesson, or a problem without moves.
fn is_prose(state: &State) -> bool {
    /// A comment on a single move is shorter than this.
    const PASSAGE: usize = 60;
    state.desk.extent.text > state.lines().moves() * PASSAGE
}

/// Wraps the comment. Another move's comment starts at its beginning, or at its end when reading backwards.
fn wrap_comment(state: &mut State) {
    let area = state.ui.layout.area(PaneId::Comment);
    let extent = PaneId::Comment.extent(state);
    let Some((area, (_, room))) = area.zip(extent) else {
        return;
    };
    let mut top = state.ui.panes.top(PaneId::Comment);
    let kept = state.ui.comment.take();
    let wrapped = match kept {
        Some(kept) if kept.is_for(state, area.width) => kept,
        kept => {
            let wrapped = Wrapped::new(state, area.width);
            if let Some(kept) = kept
                && Arc::ptr_eq(&kept.record, &wrapped.record)
                && kept.node != wrapped.node
            {
                let is_back = std::mem::take(&mut state.ui.panes.reads_back);
                top = if is_back { usize::MAX } else { 0 };
            }
            wrapped
        }
    };
    top = top.min(wrapped.lines.len().saturating_sub(room));
    state.ui.panes.set_top(PaneId::Comment, top);
    state.ui.comment = Some(wrapped);
}

/// Scrolls a text pane by rows.
pub(super) fn scroll(state: &mut State, id: PaneId, rows: usize, down: bool) {
    let Some((mut total, room)) = id.extent(state) else {
        return;
    };
    let top = state.ui.panes.top(id).min(total.saturating_sub(room));
    if id == PaneId::Comment && down && top + room >= total {
        show_more(state);
        total = id.extent(state).map_or(total, |(total, _)| total);
    }
    let last = total.saturating_sub(room);
    state.ui.panes.set_top(id, stepped(top, down, rows, last));
}

/// Shows more of a long comment.
fn show_more(state: &mut State) {
    if let Some(mut wrapped) = state.ui.comment.take() {
        wrapped.show_more(state);
        state.ui.comment = Some(wrapped);
    }
}

/// Scrolls a text pane by pages.
pub(super) fn scroll_pages(state: &mut State, id: PaneId, pages: usize, down: bool) {
    let room = id.extent(state).map_or(0, |(_, room)| room);
    scroll(state, id, pages.saturating_mul(room), down);
}

/// Scrolls a text pane by a page. Returns false at its beginning or end.
pub(super) fn turn_page(state: &mut State, id: PaneId, forward: bool) -> bool {
    let before = state.ui.panes.top(id);
    scroll_pages(state, id, 1, forward);
    state.ui.panes.top(id) != before
}

/// Scrolls every text pane to the first hit of the search.
fn seek(state: &mut State) {
    if let Some(mut wrapped) = state.ui.comment.take() {
        wrapped.seek(state);
        state.ui.comment = Some(wrapped);
    }
    for id in PaneId::ALL {
        let Some((_, room)) = id.extent(state) else {
            continue;
        };
        if let Some(row) = id.hit_lines(state).first().copied() {
            let top = in_view(state.ui.panes.top(id), row, room);
            state.ui.panes.set_top(id, top);
        }
    }
    wrap_comment(state);
}

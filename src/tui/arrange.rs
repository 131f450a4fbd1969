//! Updates the layout, wrapped text and scrolling.

use std::sync::Arc;

use super::layout::{Fit, Layout, Plan, Screen, WallPlan};
use super::model::panes::{Form, Pane, PaneId, Slot, in_view};
use super::model::{State, Wrapped, focus, stepped};
use super::panes::{board, extent, games, hit_lines, moves, wall};

/// Updates layout, wrapped text and scrolling to match the state. Drawing changes nothing.
pub(super) fn arrange(state: &mut State) {
    state.desk.find_part();
    let list = if state.ui.mode.has(PaneId::Games) { games::need(state) } else { 0 };
    let screen = screen(state, list);
    let form = screen.form();
    let panes = state.ui.panes.table;
    let wishes = panes.0.each_ref().map(|pane| wish(state, pane, form));
    let lines = state.lines();
    let branches = lines.count() - 1;
    let plan = Plan {
        panes,
        is_prose: is_prose(state),
        plies: lines.last_ply(),
        abreast: if state.has_numbers() { 1 } else { 2 },
        listed: if form.is_inline { branches } else { branches.min(lines.last_ply() / 2) },
        forks: moves::unlisted_branches(state, form.is_inline),
        text: room_for_text(state),
        over: focus::over(state, &wishes),
        wishes,
        is_writing: state.ui.writing.is_some(),
        tables: state.ui.panes.tables.clone(),
        list,
        wall: if state.is_on_wall() { wall::plan(state) } else { WallPlan::default() },
    };
    state.ui.layout = Layout::new(screen, plan);
    let text = wrap_comment(state);
    let moves = moves::rows_here(state);
    state.ui.layout.share(moves, text);
    scroll_to_comment(state);
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

/// The screen with the largest board for which it has room, beside a list of this many columns if one is open.
fn screen(state: &State, list: u16) -> Screen {
    let size = state.ui.size;
    let shown = (state.position(), state.part());
    let mut boards = board::sizes(state, shown, state.ui.settings.coordinates);
    if list > 0 {
        let room = size.width.saturating_sub(list + 3);
        if boards.iter().any(|board| board.size.width <= room) {
            boards.retain(|board| board.size.width <= room);
        }
    }
    let fit = Fit::new(size, &boards, state.desk.extent.has_remarks);
    Screen { size, fit, focus: state.ui.panes.focus, zoomed: state.ui.panes.zoomed }
}

/// The columns and lines of the longest comment, and more lines while one is written.
fn room_for_text(state: &State) -> (usize, usize) {
    const WRITTEN: usize = 8;
    let (columns, lines) = state.desk.extent.longest_comment;
    let least = if state.ui.writing.is_some() { WRITTEN } else { 0 };
    (columns, lines.max(least))
}

/// The number of rows that a pane could fill; 0 if it is a table that is not open.
fn wish(state: &State, pane: &Pane, form: Form) -> u16 {
    let is_closed = pane.slot == Slot::Table && !state.ui.panes.tables.contains(&pane.id);
    if is_closed { 0 } else { (pane.wish)(state, form) }
}

/// Whether a record is mostly text: a lesson, or a problem without moves.
fn is_prose(state: &State) -> bool {
    /// A comment on a single move is shorter than this.
    const PASSAGE: usize = 60;
    state.desk.extent.text > state.lines().moves() * PASSAGE
}

/// Wraps the comment. Another move's comment starts at its beginning, or at its end when reading backwards. Returns the
/// rows that it could fill, with its heading; 0 if there is none.
fn wrap_comment(state: &mut State) -> usize {
    let Some(area) = state.ui.layout.area(PaneId::Comment) else { return 0 };
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
                state.ui.panes.set_top(PaneId::Comment, if is_back { usize::MAX } else { 0 });
            }
            wrapped
        }
    };
    let lines = wrapped.lines.len();
    state.ui.comment = Some(wrapped);
    if state.ui.writing.is_some() {
        return area.height.into();
    }
    let is_shown = lines > 0 || focus::focused(state) == PaneId::Comment;
    if is_shown { lines.max(1) + 1 } else { 0 }
}

/// Scrolls the comment at most to its last page.
fn scroll_to_comment(state: &mut State) {
    if let Some((total, room)) = extent(state, PaneId::Comment) {
        let top = state.ui.panes.top(PaneId::Comment).min(total.saturating_sub(room));
        state.ui.panes.set_top(PaneId::Comment, top);
    }
}

/// Scrolls a text pane by rows.
pub(super) fn scroll(state: &mut State, id: PaneId, rows: usize, down: bool) {
    let Some((mut total, room)) = extent(state, id) else {
        return;
    };
    let top = state.ui.panes.top(id).min(total.saturating_sub(room));
    if id == PaneId::Comment && down && top + room >= total {
        show_more(state);
        total = extent(state, id).map_or(total, |(total, _)| total);
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
    let room = extent(state, id).map_or(0, |(_, room)| room);
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
    for id in state.ui.panes.table.ids() {
        let Some((_, room)) = extent(state, id) else {
            continue;
        };
        if let Some(row) = hit_lines(state, id).first().copied() {
            let top = in_view(state.ui.panes.top(id), row, room);
            state.ui.panes.set_top(id, top);
        }
    }
    wrap_comment(state);
    scroll_to_comment(state);
}

//! How the panes stand: the layout, made anew when what it depends on changes, the focus, and how far text is scrolled.

use std::sync::Arc;

use ratatui::layout::Size;

use super::Settings;
use super::layout::{Layout, Place, Plan, Shape};
use super::model::State;
use super::panes::{COUNT, Keys, PaneId, board, comment, game};
use crate::record::Record;

/// What a layout depends on.
#[derive(Debug)]
struct Cause {
    size: Size,
    settings: Settings,
    record: Arc<Record>,
    open: (PaneId, Option<PaneId>, bool),
    wishes: [u16; COUNT],
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.record, &other.record)
            && (self.size, self.settings) == (other.size, other.settings)
            && (self.open, self.wishes) == (other.open, other.wishes)
    }
}

/// The layout with what it was made from.
#[derive(Debug, Default)]
pub(super) struct Arranged {
    layout: Layout,
    cause: Option<Cause>,
}

impl std::ops::Deref for Arranged {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.layout
    }
}

/// Brings layout, wrapped text and scrolling in line with the state. Called when something happened; drawing changes
/// nothing.
pub(super) fn arrange(state: &mut State) {
    let cause = Cause {
        size: state.ui.size,
        settings: state.ui.settings,
        record: Arc::clone(&state.document.record),
        open: (page(state), over(state), state.ui.panes.zoomed),
        wishes: PaneId::ALL.map(|id| (id.pane().wish)(state)),
    };
    if state.ui.layout.cause.as_ref() != Some(&cause) {
        state.ui.layout.layout = lay_out(state, &cause);
        state.ui.layout.cause = Some(cause);
    }
    comment::wrap(state);
    match &mut state.ui.map {
        Some(map) if state.ui.panes.opened == Some(PaneId::Map) => {
            let cursor = &state.reader.cursor;
            map.follow(&state.document.record, cursor.lines(), cursor.node());
        }
        map => *map = None,
    }
    if std::mem::take(&mut state.ui.panes.seeks) {
        seek(state);
    }
    if let Some(list) = &mut state.ui.list {
        let room = state.ui.layout.layout.area(PaneId::Games);
        list.show_marked(room.map_or(0, |area| usize::from(area.height.saturating_sub(2))));
    }
}

fn lay_out(state: &State, cause: &Cause) -> Layout {
    let size = cause.size;
    let (_, board) = board::step(state, (size.width, size.height.saturating_sub(1)));
    let beside = usize::from(size.width.saturating_sub(board.0 + 3));
    let facts = game::summary(state, beside).len();
    let mut layout = Layout::new(
        size,
        &Plan {
            board,
            facts: u16::try_from(facts).unwrap_or(u16::MAX),
            forks: state.reader.cursor.lines().count() > 1,
            wishes: cause.wishes,
            page: cause.open.0,
            over: cause.open.1,
            alone: state.ui.panes.zoomed,
        },
    );
    if let Some(area) = layout.area(PaneId::Board) {
        layout.step = board::step(state, (area.width, area.height)).0;
    }
    layout
}

fn shape(state: &State) -> Shape {
    Shape::of(state.ui.size)
}

/// Whether the screen shows one page at a time.
pub(super) fn is_narrow(state: &State) -> bool {
    shape(state) == Shape::Narrow
}

/// Whether the list of moves has room for branches among the moves.
pub(super) fn is_inline(state: &State) -> bool {
    let is_page = is_narrow(state) && page(state) == PaneId::Moves;
    shape(state) == Shape::Wide || is_page || state.ui.panes.zoomed
}

/// What takes the place of other panes: what was opened, what can follow the keys so far, or the pane that stands alone.
fn over(state: &State) -> Option<PaneId> {
    if state.ui.entry.awaits_bookmark() {
        return Some(PaneId::Bookmarks);
    }
    if !state.ui.entry.keys.is_empty() {
        return Some(PaneId::Choices);
    }
    let alone = || match base_focus(state) {
        PaneId::Board => PaneId::Moves,
        id => id,
    };
    let panes = &state.ui.panes;
    panes.opened.or_else(|| panes.zoomed.then(alone))
}

/// The panes that can have the focus, in their order. On a narrow screen each is a page.
fn focusable(state: &State) -> impl Iterator<Item = PaneId> {
    let is_narrow = is_narrow(state);
    let can = move |id: PaneId| match id.pane().place {
        Place::Board => true,
        Place::Line => is_narrow,
        Place::Facts | Place::Text | Place::Table => {
            let is_shown = is_narrow || state.ui.panes.zoomed || state.ui.layout.area(id).is_some();
            is_shown && (id.pane().wish)(state) > 0
        }
        Place::Top | Place::Bottom | Place::Fork | Place::Over => false,
    };
    PaneId::ALL.into_iter().filter(move |id| can(*id))
}

/// The pane whose page a narrow screen shows, as long as there is something on it.
fn page(state: &State) -> PaneId {
    let focus = state.ui.panes.focus;
    let has_page = focus == PaneId::Board || (focus.pane().wish)(state) > 0;
    if has_page { focus } else { PaneId::Board }
}

/// The pane that has the keys while nothing is open over it.
fn base_focus(state: &State) -> PaneId {
    let focus = page(state);
    let is_seen = || state.ui.panes.zoomed || state.ui.layout.area(focus).is_some();
    match focus {
        focus if is_narrow(state) => focus,
        PaneId::Board => PaneId::Moves,
        focus if is_seen() => focus,
        _ => PaneId::Moves,
    }
}

/// The pane that has the keys.
pub(super) fn focused(state: &State) -> PaneId {
    over(state).unwrap_or_else(|| base_focus(state))
}

/// Whether the keys go to a pane of a kind; usually they go along the moves.
pub(super) fn has_keys(state: &State, keys: Keys) -> bool {
    focused(state).pane().keys == keys
}

/// Gives a pane the focus, if it can have it. The page of a narrow screen stays.
pub(super) fn focus(state: &mut State, id: PaneId) {
    if is_narrow(state) {
        return;
    }
    if id.pane().place == Place::Line {
        state.ui.panes.focus = PaneId::Board;
    } else if focusable(state).any(|other| other == id) {
        state.ui.panes.focus = id;
    }
}

/// Moves the focus to the next pane, or turns the page where the screen is narrow.
pub(super) fn turn(state: &mut State, forward: bool) {
    let all: Vec<PaneId> = focusable(state).collect();
    let here = all.iter().position(|id| *id == page(state)).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    state.ui.panes.focus = all[(here + step) % all.len()];
}

/// Scrolls a pane of text by so many rows.
pub(super) fn scroll(state: &mut State, id: PaneId, rows: usize, down: bool) {
    let Some((total, room)) = id.extent(state) else {
        return;
    };
    let last = total.saturating_sub(room);
    let top = state.ui.panes.top(id).min(last);
    let top = if down {
        top.saturating_add(rows).min(last)
    } else {
        top.saturating_sub(rows)
    };
    state.ui.panes.set_top(id, top);
}

/// Scrolls a pane of text by so many pages.
pub(super) fn scroll_pages(state: &mut State, id: PaneId, pages: usize, down: bool) {
    let room = id.extent(state).map_or(0, |(_, room)| room);
    scroll(state, id, pages.saturating_mul(room), down);
}

/// Scrolls a pane of text by a page; false if it shows its end already, or its beginning.
pub(super) fn turn_page(state: &mut State, id: PaneId, forward: bool) -> bool {
    let before = state.ui.panes.top(id);
    scroll_pages(state, id, 1, forward);
    state.ui.panes.top(id) != before
}

/// Brings the first hit of the search into view in every pane of text.
fn seek(state: &mut State) {
    for id in PaneId::ALL {
        let Some((_, room)) = id.extent(state) else {
            continue;
        };
        if let Some(row) = id.first_hit(state) {
            let top = in_view(state.ui.panes.top(id), row, room);
            state.ui.panes.set_top(id, top);
        }
    }
}

/// The top row nearest to where it was with which a row is in view.
pub(super) fn in_view(top: usize, row: usize, room: usize) -> usize {
    top.min(row).max((row + 1).saturating_sub(room.max(1)))
}

//! The focused pane, and the page of a narrow screen.

use super::State;
use super::action::Scope;
use super::mode::Input;
use super::panes::{PaneId, Slot};
use crate::tui::layout::Shape;

/// Whether the screen shows one page at a time.
pub(in crate::tui) fn is_narrow(state: &State) -> bool {
    state.ui.layout.plan.fit.shape == Shape::Narrow
}

/// Whether the list of moves is wide enough to show branches.
pub(in crate::tui) fn is_inline(state: &State) -> bool {
    let is_page = is_narrow(state) && page(state) == PaneId::Moves;
    state.ui.layout.plan.fit.has_room_for_branches() || is_page || state.ui.panes.zoomed
}

/// The pane that covers others: one that was opened, possible next keys, a zoomed pane, or the first keys.
pub(in crate::tui) fn over(state: &State) -> Option<PaneId> {
    match &state.ui.mode.input {
        Input::Letter(_) => return Some(PaneId::Bookmarks),
        Input::Pending(pending) if !pending.keys.is_empty() => return Some(PaneId::Choices),
        _ => {}
    }
    let panes = &state.ui.panes;
    let zoomed = panes.zoomed.then(|| match base_focus(state) {
        PaneId::Board => PaneId::Moves,
        id => id,
    });
    let welcome = panes.welcomes.then_some(PaneId::Welcome);
    state.ui.mode.opened().or(zoomed).or(welcome)
}

/// The panes that can have the focus, in order. On a narrow screen each is a page.
fn focusable(state: &State) -> impl Iterator<Item = PaneId> {
    let is_narrow = is_narrow(state);
    PaneId::ALL.into_iter().filter(move |id| match id.slot() {
        Slot::Board => true,
        Slot::Line => is_narrow,
        Slot::Facts | Slot::Text | Slot::Table => {
            let is_shown =
                is_narrow || state.ui.panes.zoomed || state.ui.layout.area(*id).is_some();
            is_shown && state.ui.layout.wish(*id) > 0
        }
        Slot::Top | Slot::Bottom | Slot::Strip | Slot::Fork => false,
        Slot::Over | Slot::Full | Slot::Popup => false,
    })
}

/// The page that a narrow screen shows, which must not be empty.
pub(in crate::tui) fn page(state: &State) -> PaneId {
    let focus = state.ui.panes.focus;
    let has_page = focus == PaneId::Board || state.ui.layout.wish(focus) > 0;
    if has_page { focus } else { PaneId::Board }
}

/// The focused pane when nothing covers it.
pub(in crate::tui) fn base_focus(state: &State) -> PaneId {
    let focus = page(state);
    let is_seen = state.ui.panes.zoomed || state.ui.layout.area(focus).is_some();
    match focus {
        focus if is_narrow(state) => focus,
        PaneId::Board if state.ui.panes.points && is_seen => focus,
        PaneId::Board => PaneId::Moves,
        focus if is_seen => focus,
        _ => PaneId::Moves,
    }
}

/// The focused pane.
pub(in crate::tui) fn focused(state: &State) -> PaneId {
    over(state).unwrap_or_else(|| base_focus(state))
}

/// Focuses a pane if possible. The page of a narrow screen does not change.
pub(in crate::tui) fn focus(state: &mut State, id: PaneId) {
    state.ui.panes.points &= id == PaneId::Board;
    if is_narrow(state) {
        return;
    }
    if id.slot() == Slot::Line {
        state.ui.panes.focus = PaneId::Board;
    } else if focusable(state).any(|other| other == id) {
        state.ui.panes.focus = id;
    }
}

/// Focuses the next or previous pane, or turns the page of a narrow screen.
pub(in crate::tui) fn turn(state: &mut State, forward: bool) {
    let mut all: Vec<(PaneId, bool)> = focusable(state).map(|id| (id, false)).collect();
    // The board comes twice: for the moves beside it, and for its own cursor.
    all.extend((!state.ui.panes.zoomed).then_some((PaneId::Board, true)));
    let now = (page(state), state.ui.panes.points);
    let here = all.iter().position(|stop| *stop == now).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    (state.ui.panes.focus, state.ui.panes.points) = all[(here + step) % all.len()];
}

/// Opens a table and gives it the keys, or closes it if it has them.
pub(in crate::tui) fn toggle_table(state: &mut State, id: PaneId) {
    let had = focused(state) == id;
    let panes = &mut state.ui.panes;
    panes.tables.retain(|open| *open != id);
    panes.tables.extend((!had).then_some(id));
    (panes.focus, panes.points) = (if had { PaneId::Board } else { id }, false);
    state.ui.mode.close_all();
}

/// Gives the keys to the cursor on the board, or to the moves beside it.
pub(in crate::tui) fn point(state: &mut State, points: bool) {
    (state.ui.panes.focus, state.ui.panes.points) = (PaneId::Board, points);
}

/// The scopes in which keys and names are currently looked up, innermost first.
pub(in crate::tui) fn scopes(state: &State) -> Vec<Scope> {
    let mut scopes = focused(state).scopes().to_vec();
    scopes.retain(|scope| *scope != Scope::Board || state.ui.panes.points);
    if state.ui.mode.playing.on {
        scopes.push(Scope::Playing);
    }
    if !state.ui.mode.has(PaneId::Games) {
        scopes.push(Scope::Record);
    }
    scopes.push(Scope::Base);
    scopes
}

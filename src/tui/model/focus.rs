//! The focused pane, and the page of a narrow screen.

use super::State;
use super::action::Scope;
use super::mode::Input;
use super::panes::{Focus, PaneId, Slot, Wishes};

/// Whether the screen shows one page at a time.
pub(in crate::tui) fn is_narrow(state: &State) -> bool {
    state.ui.layout.screen.form().is_narrow
}

/// The pane that covers others: one that was opened, possible next keys, a zoomed pane, or the first keys.
pub(in crate::tui) fn over(state: &State, wishes: &Wishes) -> Option<PaneId> {
    match &state.ui.mode.input {
        Input::Letter(_) => return Some(PaneId::Bookmarks),
        Input::Pending(pending) if !pending.keys.is_empty() => return Some(PaneId::Choices),
        _ => {}
    }
    let panes = &state.ui.panes;
    let zoomed = match panes.focus.page(wishes) {
        // Between forks.
        PaneId::Board if panes.focus == Focus::Pane(PaneId::Branches) => None,
        PaneId::Board => Some(PaneId::Moves),
        id => Some(id),
    };
    let zoomed = zoomed.filter(|_| panes.zoomed);
    let welcome = panes.welcomes.then_some(PaneId::Welcome);
    state.ui.mode.opened().or(zoomed).or(welcome)
}

/// The panes that can have the focus, in order. On a narrow screen each is a page.
fn focusable(state: &State) -> impl Iterator<Item = PaneId> {
    let is_narrow = is_narrow(state);
    state.ui.panes.table.ids().filter(move |id| match state.pane(*id).slot {
        Slot::Board => true,
        Slot::Line => is_narrow,
        // The moves show them there.
        Slot::Fork if is_narrow => false,
        Slot::Facts | Slot::Text | Slot::Table | Slot::Fork => {
            let is_shown =
                is_narrow || state.ui.panes.zoomed || state.ui.layout.area(*id).is_some();
            is_shown && state.ui.layout.wish(*id) > 0
        }
        Slot::Top | Slot::Bottom | Slot::Strip => false,
        Slot::Over | Slot::Full | Slot::Popup => false,
    })
}

/// The page that a narrow screen shows.
pub(in crate::tui) fn page(state: &State) -> PaneId {
    state.ui.panes.focus.page(&state.ui.layout.plan.wishes)
}

/// The focused pane.
pub(in crate::tui) fn focused(state: &State) -> PaneId {
    if let Some(over) = over(state, &state.ui.layout.plan.wishes) {
        return over;
    }
    let page = page(state);
    let is_cursor = state.ui.panes.focus == Focus::Cursor;
    let is_seen = state.ui.layout.area(page).is_some() && (page != PaneId::Board || is_cursor);
    if is_narrow(state) || is_seen { page } else { PaneId::Moves }
}

/// Focuses a pane if possible. The page of a narrow screen does not change.
pub(in crate::tui) fn focus(state: &mut State, id: PaneId) {
    if state.ui.panes.focus == Focus::Cursor {
        if id == PaneId::Board {
            return;
        }
        state.ui.panes.focus = Focus::Board;
    }
    if is_narrow(state) {
        return;
    }
    if state.pane(id).slot == Slot::Line {
        state.ui.panes.focus = Focus::Board;
    } else if focusable(state).any(|other| other == id) {
        state.ui.panes.focus = id.into();
    }
}

/// Focuses the next or previous pane, or turns the page of a narrow screen.
pub(in crate::tui) fn turn(state: &mut State, forward: bool) {
    let mut all: Vec<Focus> = focusable(state).map(Focus::from).collect();
    // Branches are at some moves only: what follows them keeps its place in the order.
    all.sort_by_key(|stop| *stop == Focus::Pane(PaneId::Branches));
    // The board comes twice: for the moves beside it, and for its own cursor.
    all.extend((!state.ui.panes.zoomed).then_some(Focus::Cursor));
    let here = all.iter().position(|stop| *stop == state.ui.panes.focus).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    state.ui.panes.focus = all[(here + step) % all.len()];
}

/// Opens a table and gives it the keys, or closes it if it has them.
pub(in crate::tui) fn toggle_table(state: &mut State, id: PaneId) {
    let had = focused(state) == id;
    let panes = &mut state.ui.panes;
    panes.tables.retain(|open| *open != id);
    panes.tables.extend((!had).then_some(id));
    panes.focus = if had { Focus::Board } else { id.into() };
    state.ui.mode.close_all();
}

/// The scopes in which keys and names are currently looked up, innermost first.
pub(in crate::tui) fn scopes(state: &State) -> Vec<Scope> {
    let mut scopes = state.pane(focused(state)).scopes.to_vec();
    scopes.retain(|scope| *scope != Scope::Board || state.ui.panes.focus == Focus::Cursor);
    if state.ui.mode.playing.on {
        scopes.push(Scope::Playing);
    }
    if ![PaneId::Games, PaneId::Wall].into_iter().any(|id| state.ui.mode.has(id)) {
        scopes.push(Scope::Record);
    }
    scopes.push(Scope::Base);
    scopes
}

//! What is open on the screen, and how the board looks.

use super::{library, map, motion, search, trial, variations};
use crate::tui::arrange;
use crate::tui::model::{Effect, State};
use crate::tui::panes::{Keys, PaneId};
use crate::tui::say::Say;

pub(in crate::tui) fn down(state: &mut State, count: Option<usize>) {
    down_or_up(state, true, count.unwrap_or(1));
}

pub(in crate::tui) fn up(state: &mut State, count: Option<usize>) {
    down_or_up(state, false, count.unwrap_or(1));
}

/// Scrolls the pane that has the keys, or goes to an alternative or along the line.
fn down_or_up(state: &mut State, down: bool, times: usize) {
    let focused = arrange::focused(state);
    if focused.pane().keys == Keys::Text {
        arrange::scroll(state, focused, times, down);
    } else if !trial::mark_in_book(state, times, down) && !trial::step(state, down, times) {
        variations::sideways(state, down, times);
    }
}

pub(in crate::tui) fn page_down(state: &mut State, count: Option<usize>) {
    page(state, true, count.unwrap_or(1));
}

pub(in crate::tui) fn page_up(state: &mut State, count: Option<usize>) {
    page(state, false, count.unwrap_or(1));
}

fn page(state: &mut State, down: bool, times: usize) {
    let focused = arrange::focused(state);
    if focused.pane().keys == Keys::Text {
        arrange::scroll_pages(state, focused, times, down);
    } else {
        motion::go_by_page(state, down, times);
    }
}

pub(in crate::tui) fn info(state: &mut State, _: Option<usize>) {
    state.ui.panes.toggle(PaneId::Headers);
}

pub(in crate::tui) fn messages(state: &mut State, _: Option<usize>) {
    state.ui.panes.toggle(PaneId::Messages);
}

pub(in crate::tui) fn help(state: &mut State, _: Option<usize>) {
    state.ui.panes.toggle(PaneId::Help);
}

pub(in crate::tui) fn graph(state: &mut State, _: Option<usize>) {
    if state.document.survey.is_some() && !has_graph(state) {
        return state.say(&Say::NoGraph);
    }
    state.ui.panes.toggle(PaneId::Graph);
}

pub(in crate::tui) fn has_graph(state: &State) -> bool {
    let survey = state.document.survey.as_ref();
    survey.is_some_and(|survey| !survey.evals.is_empty() || !survey.clocks.is_empty())
}

pub(in crate::tui) fn next_pane(state: &mut State, _: Option<usize>) {
    arrange::turn(state, true);
}

pub(in crate::tui) fn previous_pane(state: &mut State, _: Option<usize>) {
    arrange::turn(state, false);
}

pub(in crate::tui) fn zoom(state: &mut State, _: Option<usize>) {
    state.ui.panes.zoomed = !state.ui.panes.zoomed;
}

/// One level out: gives up what is waited for, closes what is open, puts out the light of the search.
pub(in crate::tui) fn cancel(state: &mut State, _: Option<usize>) {
    if state.tickets.cancel() || map::leave(state) || search::give_up(state) {
        return;
    }
    if state.ui.panes.opened.is_none() {
        state.ui.panes.zoomed = false;
        state.reader.search.lit = false;
    }
    library::close(state);
}

pub(in crate::tui) fn flip(state: &mut State, _: Option<usize>) {
    state.ui.settings.flip = !state.ui.settings.flip;
}

pub(in crate::tui) fn coordinates(state: &mut State, _: Option<usize>) {
    let on = !state.ui.settings.coordinates;
    state.ui.settings.coordinates = on;
    state.say(&Say::Coordinates(on));
}

pub(in crate::tui) fn notation(state: &mut State, _: Option<usize>) {
    let game = state.document.record.game();
    let notation = state.ui.settings.notation.next(game);
    state.ui.settings.notation = notation;
    state.say(&Say::Notation(notation.name(game)));
}

pub(in crate::tui) fn mouse(state: &mut State, _: Option<usize>) {
    let on = !state.ui.mouse;
    state.ui.mouse = on;
    state.want(Effect::Mouse(on));
    state.say(&Say::Mouse(on));
}

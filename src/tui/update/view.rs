//! What is open on the screen, and how the board looks.

use super::{games, jumps, search, statistics, wall};
use crate::board::{Charset, Scale};
use crate::files::history::Numbered;
use crate::game::Game;
use crate::settings::ValueOrigin;
use crate::tui::arrange;
use crate::tui::background::Job;
use crate::tui::model::conditions::has_graph;
use crate::tui::model::{Effect, Focus, Listed, PaneId, Slot, State, focus};
use crate::tui::report::Report;

/// Scrolls the focused pane by rows.
pub(super) fn scroll(state: &mut State, down: bool, count: Option<usize>) {
    arrange::scroll(state, focus::focused(state), count.unwrap_or(1), down);
}

/// Scrolls the focused pane by pages.
pub(super) fn scroll_pages(state: &mut State, down: bool, count: Option<usize>) {
    arrange::scroll_pages(state, focus::focused(state), count.unwrap_or(1), down);
}

pub(super) fn graph(state: &mut State, _: Option<usize>) {
    if state.desk.examined.survey.is_some() && !has_graph(state) {
        return state.report(&Report::NoGraph);
    }
    focus::toggle_table(state, PaneId::Graph);
}

/// Shows all characters, and boards in them unless another charset was chosen.
pub(super) fn set_unicode(state: &mut State) {
    let settings = &mut state.ui.settings;
    settings.unicode = true;
    if matches!(settings.origin("charset"), ValueOrigin::Environment(_)) {
        settings.charset = Charset::default();
    }
    state.ui.message.take_if(|message| matches!(message.report, Report::NotUnicode(_)));
}

pub(super) fn zoom(state: &mut State, _: Option<usize>) {
    state.ui.panes.zoomed = !state.ui.panes.zoomed;
}

/// Steps out by one level: stops waiting, closes what is open, or ends the highlighting of search hits.
pub(super) fn cancel(state: &mut State, _: Option<usize>) {
    let opening = [Job::Opening, Job::Game, Job::Folder, Job::Reached].map(|job| state.stop(job));
    if search::give_up(state)
        || statistics::give_up(state)
        || opening.contains(&true)
        || leave_chooser(state)
    {
        return;
    }
    if state.is_on_wall() {
        return;
    }
    if games::clear_filter(state) {
        return;
    }
    // Nobody chose the game under the list of a folder.
    if state.ui.mode.opened() == Some(PaneId::Games)
        && state.ui.lists(Listed::Files)
        && !state.ui.has_read
    {
        return state.report(&Report::ToQuit(state.ui.keymap.first_key("leave-list")));
    }
    if state.ui.mode.opened().is_none() {
        let (panes, lit) = (&state.ui.panes, state.desk.reader.search.lit);
        let is_plain = !panes.zoomed && panes.focus == Focus::Board && !lit;
        if is_plain && state.ui.wall.is_home {
            return wall::toggle(state, None);
        }
        let slot = state.pane(focus::focused(state)).slot;
        if matches!(slot, Slot::Table | Slot::Fork) && !state.ui.panes.zoomed {
            state.ui.panes.focus = Focus::Board;
        }
        state.ui.panes.zoomed = false;
        state.desk.reader.search.lit = false;
    }
    games::close(state);
}

/// Closes the map or the list of hits and returns to where it was opened. Returns false if neither is open.
fn leave_chooser(state: &mut State) -> bool {
    let is_open = matches!(state.ui.mode.opened(), Some(PaneId::Hits | PaneId::Map));
    if is_open && !search::stay(state) {
        state.ui.mode.close_top();
    }
    if let Some(there) = state.desk.reader.way_back.take_if(|_| is_open) {
        jumps::return_to(state, there);
    }
    is_open
}

pub(super) fn flip(state: &mut State, _: Option<usize>) {
    let flip = !(state.ui.flip || state.desk.is_flipped);
    (state.ui.flip, state.desk.is_flipped) = (flip, flip);
}

/// Numbers something else on the board: the next moves, the last ones of Go, or nothing.
pub(super) fn numbers(state: &mut State, _: Option<usize>) {
    let numbered = match state.desk.numbered {
        Numbered::Next if state.desk.record.game() == Game::Go => Numbered::Last,
        Numbered::Next | Numbered::Last => Numbered::Nothing,
        Numbered::Nothing => Numbered::Next,
    };
    state.desk.numbered = numbered;
    state.report(&match numbered {
        Numbered::Next => Report::NumbersNext,
        Numbered::Last => Report::NumbersLast,
        Numbered::Nothing => Report::NumbersNothing,
    });
}

/// Draws the whole board if a part of it is drawn; otherwise chooses the next larger board, and after the largest the
/// largest that fits.
pub(super) fn board_size(state: &mut State, _: Option<usize>) {
    if state.part().is_some() {
        state.ui.is_whole = true;
        return state.report(&Report::BoardWhole);
    }
    let game = state.desk.record.game();
    let scales = Scale::of(game).iter().copied();
    let chosen = state.ui.settings.board.map(|scale| scale.for_game(game));
    let next = scales.into_iter().find(|scale| Some(*scale) > chosen);
    state.ui.settings.board = next;
    state.ui.is_whole &= next.is_some();
    state.report(&next.map_or(Report::BoardFits, Report::BoardSize));
}

pub(super) fn coordinates(state: &mut State, _: Option<usize>) {
    let on = !state.ui.settings.coordinates;
    state.ui.settings.coordinates = on;
    state.report(&Report::Coordinates(on));
}

pub(super) fn notation(state: &mut State, _: Option<usize>) {
    let game = state.desk.record.game();
    let notation = state.notation().next(game);
    state.ui.settings.notation = Some(notation);
    state.report(&Report::Notation(notation.name(game)));
}

pub(super) fn mouse(state: &mut State, _: Option<usize>) {
    let on = !state.ui.mouse;
    state.ui.mouse = on;
    state.want(Effect::Mouse(on));
    state.report(&Report::Mouse(on));
}

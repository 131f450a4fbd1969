//! Searching, and going along the hits.

use std::sync::Arc;

use super::{cursor, jumps, records};
use crate::library::Pattern;
use crate::tui::background::{Hit, Job, SearchJob};
use crate::tui::journal::Journal;
use crate::tui::model::{PaneId, Search, State, in_view};
use crate::tui::panes;
use crate::tui::report::Report;

/// Whether the list of hits is open.
pub(super) fn is_open(state: &State) -> bool {
    state.ui.mode.opened() == Some(PaneId::Hits)
}

/// Highlights words in the help, or the words of the last search there, and scrolls to the first.
pub(super) fn look_in_help(state: &mut State, text: &str) {
    let last = state.ui.sought_in_help.take();
    let Some(query) = Pattern::new(text).or(last) else {
        return;
    };
    state.ui.sought_in_help = Some(query.clone());
    state.ui.panes.seeks = true;
    if panes::hit_lines(state, PaneId::Help).is_empty() {
        state.report(&Report::NotFound(query.text().to_owned()));
    }
}

/// Scrolls the help to the next or previous hit outside the visible lines, wrapping around.
pub(super) fn go_on_in_help(state: &mut State, forward: bool) {
    let lines = panes::hit_lines(state, PaneId::Help);
    let room = panes::extent(state, PaneId::Help).map_or(0, |(_, room)| room);
    let top = state.ui.panes.top(PaneId::Help);
    let next = match forward {
        true => lines.iter().find(|line| **line >= top + room).or(lines.first()),
        false => lines.iter().rfind(|line| **line < top).or(lines.last()),
    };
    if let Some(line) = next {
        state.ui.panes.set_top(PaneId::Help, in_view(top, *line, room));
    }
}

/// Searches for words and lists the hits. Without words, repeats the last search.
pub(super) fn search_for(state: &mut State, text: &str) {
    let last = state.desk.reader.search.query.take();
    let Some(query) = Pattern::new(text).or(last) else {
        return;
    };
    records::forget_search(state);
    // The map stays open, and leads back to where it was opened.
    if state.ui.mode.opened() != Some(PaneId::Map) {
        state.desk.reader.way_back = Some(jumps::here(state));
    }
    state.report(&Report::Searching(query.text().to_owned(), state.ui.keymap.first_key("cancel")));
    state.desk.reader.search = Search {
        query: Some(query),
        searched: Some(0),
        is_waiting: true,
        lit: true,
        ..Search::default()
    };
    search_on(state);
}

/// Stops a search that has no hit yet. Returns false if there is none.
pub(super) fn give_up(state: &mut State) -> bool {
    let is_waiting = state.desk.reader.search.is_waiting;
    if is_waiting {
        records::forget_search(state);
    }
    is_waiting
}

/// Searches a new reading of the file. Hits are replaced as they are found.
pub(super) fn search_again(state: &mut State) {
    state.stop(Job::Search);
    let searched = &mut state.desk.reader.search.searched;
    *searched = searched.map(|_| 0);
    search_on(state);
}

/// Searches the games that were read since the last search began, unless that is still under way.
pub(super) fn search_on(state: &mut State) {
    let (notation, is_under_way) = (state.notation(), state.awaits(Job::Search));
    let search = &mut state.desk.reader.search;
    let games = state.desk.loaded.games().len();
    let (Some(query), Some(searched)) = (&search.query, &mut search.searched) else {
        return;
    };
    if *searched == games || is_under_way {
        return;
    }
    let job = SearchJob {
        query: query.clone(),
        notation,
        loaded: Arc::clone(&state.desk.loaded),
        path: state.desk.path.clone(),
        notes: state.journal.as_ref().and_then(Journal::notes),
        games: std::mem::replace(searched, games)..games,
        game: state.desk.game,
        record: Arc::clone(&state.desk.record),
        lines: Arc::clone(state.lines()),
    };
    state.start(Job::Search, found, move |wanted, send| job.run(wanted, send));
}

/// Takes the hits in a game, or `None` at the end of the search. Goes to the first hit after the cursor at once.
fn found(state: &mut State, hits: Option<Vec<Hit>>) -> bool {
    let Some(hits) = hits else {
        end(state);
        return true;
    };
    let here = state.hit_order();
    let is_ahead = hits.iter().any(|hit| hit.game != here.0 || hit.order() > here);
    let search = &mut state.desk.reader.search;
    search.add(hits);
    if is_ahead && search.is_waiting {
        open(state);
    }
    true
}

/// The search is complete.
fn end(state: &mut State) {
    search_on(state);
    if state.awaits(Job::Search) || state.desk.percent.is_some() {
        return;
    }
    let search = &state.desk.reader.search;
    match (&search.query, search.is_waiting) {
        (Some(query), true) if search.hits.is_empty() => {
            let not_found = Report::NotFound(query.text().to_owned());
            state.desk.reader.search.is_waiting = false;
            state.report(&not_found);
        }
        (_, true) => open(state),
        (_, false) => {}
    }
}

/// Opens the list at the next hit, if requested.
fn open(state: &mut State) {
    state.desk.reader.search.is_waiting = false;
    state.ui.message = None;
    jumps::leave(state);
    // The map highlights the hits in its rows, and a list would give a hidden answer away.
    if state.ui.mode.opened() != Some(PaneId::Map) && !state.hides_answer() {
        state.ui.open(PaneId::Hits);
    }
    go_beyond(state, true, 1);
}

/// Goes forward or back by a number of hits, wrapping around.
fn go_beyond(state: &mut State, forward: bool, times: usize) {
    let before = state.hit_order();
    let count = state.desk.reader.search.hits.len();
    let Some(next) = state.desk.reader.search.beyond(before, forward) else {
        return;
    };
    let further = (times - 1) % count;
    let index = (next + if forward { further } else { count - further }) % count;
    visit(state, index, move |state| {
        let is_around = (state.hit_order() > before) != forward;
        if is_around || !is_open(state) {
            let (Ok(index) | Err(index)) = state.marked_hit();
            let report = if is_around { Report::HitAround } else { Report::Hit };
            state.report(&report(index + 1, state.desk.reader.search.hits.len()));
        }
    });
}

/// Goes forward or back by hits, wrapping around.
pub(super) fn go_on(state: &mut State, forward: bool, count: Option<usize>) {
    let search = &mut state.desk.reader.search;
    search.lit = true;
    if search.hits.is_empty() {
        return search_for(state, "");
    }
    if !is_open(state) {
        jumps::leave(state);
    }
    go_beyond(state, forward, count.unwrap_or(1).max(1));
}

/// Goes to a hit, from 0. The list stays as it is.
pub(super) fn go_to(state: &mut State, index: usize) {
    visit(state, index, |_| {});
}

/// Goes to a hit once its game has been read, and then calls `then`.
fn visit(state: &mut State, index: usize, then: impl FnOnce(&mut State) + Send + 'static) {
    let Some(hit) = state.desk.reader.search.hits.get(index) else {
        return;
    };
    let (game, node) = (hit.game, hit.node);
    records::with_game(state, game, move |state| {
        if records::enter_game(state, game) {
            // The file may have been read again since.
            cursor::go_to(state, state.tree().reachable(node));
            state.ui.panes.seeks = true;
            then(state);
        }
    });
}

/// Closes the list and stays at the current hit. Returns false if it is not open.
pub(super) fn stay(state: &mut State) -> bool {
    let was_open = state.ui.mode.close(PaneId::Hits);
    state.ui.panes.seeks |= was_open;
    was_open
}

//! Searching, and going along the hits.

use std::sync::Arc;

use super::{jumps, library, work};
use crate::record::NodeId;
use crate::text::Pattern as Query;
use crate::tui::jobs::Job;
use crate::tui::model::State;
use crate::tui::model::entry::Asked;
use crate::tui::panes::PaneId;
use crate::tui::say::Say;
use crate::tui::search::{Found, SearchJob, beyond};

pub(in crate::tui) fn ask(state: &mut State, _: Option<usize>) {
    state.ui.entry.ask(Asked::Search);
}

pub(in crate::tui) fn next(state: &mut State, count: Option<usize>) {
    next_hit(state, true, count.unwrap_or(1));
}

pub(in crate::tui) fn previous(state: &mut State, count: Option<usize>) {
    next_hit(state, false, count.unwrap_or(1));
}

pub(in crate::tui) fn is_on(state: &State) -> bool {
    state.reader.search.query.is_some()
}

/// Searches for words from here on; for the same as before if there are none.
pub(super) fn search_for(state: &mut State, text: &str) {
    if let Some(query) = Query::new(text) {
        state.reader.search.query = Some(query);
        state.reader.search.forget_hits();
    }
    next_hit(state, true, 1);
}

/// Goes to the next hit or the one before, so many times.
fn next_hit(state: &mut State, forward: bool, times: usize) {
    let Some(query) = state.reader.search.query.clone() else {
        return;
    };
    state.reader.search.lit = true;
    for _ in 0..times.max(1) {
        let place = state
            .reader
            .cursor
            .lines()
            .place(state.reader.cursor.node());
        let hits = state.reader.search.hits.as_deref();
        match hits.and_then(|hits| beyond(hits, place, forward)) {
            Some(hit) => go_to_hit(state, hit),
            None => return search_on(state, query, place, forward),
        }
    }
}

/// Searches the games from a place on, away from the loop.
fn search_on(state: &mut State, query: Query, from: usize, forward: bool) {
    state.say(&Say::Searching(query.text().to_owned()));
    let job = SearchJob {
        query,
        forward,
        notation: state.ui.settings.notation,
        loaded: Arc::clone(&state.document.loaded),
        game: state.document.game,
        record: Arc::clone(&state.document.record),
        lines: Arc::clone(state.reader.cursor.lines()),
        from,
    };
    state.tickets.search = Some(work::start(state, Job::Search(job)));
}

/// A search is over.
pub(super) fn found(state: &mut State, found: Option<Found>) {
    state.tickets.search = None;
    state.ui.message = None;
    let Some(found) = found else {
        let query = state.reader.search.query.as_ref();
        let text = query.map_or("", Query::text).to_owned();
        return state.say(&Say::NotFound(text));
    };
    jumps::leave(state);
    if found.game != state.document.game && !library::show_game(state, found.game) {
        return;
    }
    // The record may have been read again meanwhile.
    if state.reader.cursor.lines().len() > found.hits.last().map_or(0, |hit| *hit as usize) {
        state.reader.search.hits = Some(found.hits);
        go_to_hit(state, found.place);
    }
    if found.around {
        state.say(&Say::Around);
    }
}

fn go_to_hit(state: &mut State, hit: u32) {
    let node = state.reader.cursor.lines().node(hit as usize);
    jumps::jump_to(state, node);
    state.ui.panes.seeks = true;
    let record = &state.document.record;
    let is_in_headers = |query: &Query| {
        let comment = record.tree.comment(node);
        let is_said = comment.is_some_and(|comment| query.is_in(comment));
        query.is_in_headers(&record.headers) && !is_said
    };
    let query = state.reader.search.query.as_ref();
    if node == NodeId::ROOT && query.is_some_and(is_in_headers) {
        state.ui.panes.open(PaneId::Headers);
    }
}

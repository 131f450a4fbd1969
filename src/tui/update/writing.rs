//! Writes the reader's notes.

use std::path::PathBuf;
use std::sync::Arc;

use crate::record::{Act, Layer};
use crate::tui::background::Job;
use crate::tui::journal::Journal;
use crate::tui::model::{Effect, State};
use crate::tui::report::Report;
use crate::tui::snapshot::NotedGame;

/// The game on the screen, if notes on it can be found again.
pub(super) fn noted_game(state: &State) -> NotedGame {
    let desk = &state.desk;
    let path = if desk.has_path() { desk.path.clone() } else { PathBuf::new() };
    let key = (path, desk.game, state.catalog.turns);
    NotedGame { key, loaded: Arc::clone(&desk.loaded) }
}

/// Writes the changes to the notes before the next key.
pub(super) fn write(state: &mut State, layer_of: usize) {
    let layers = Arc::make_mut(&mut state.desk.layers);
    let acts = layers.get_mut(&layer_of).map(Layer::take_unwritten).unwrap_or_default();
    if !acts.is_empty() {
        state.desk.noted.insert(layer_of);
        write_to(state, noted_game(state), acts);
    }
}

/// Writes what has been done to a game, perhaps one that is no longer on the screen.
pub(super) fn write_to(state: &mut State, game: NotedGame, acts: Vec<Act>) {
    if let Some(journal) = state.journal.clone() {
        journal.add(game, acts);
        state.start(Job::Noting, written, move |_, _| Some(journal.write().err()));
    }
}

/// Leaves, unless notes are not written and the reader has not been asked yet.
pub(super) fn quit(state: &mut State, _: Option<usize>) {
    let has_unwritten = state.journal.as_ref().is_some_and(Journal::has_unwritten);
    if !has_unwritten || std::mem::replace(&mut state.ui.may_lose_notes, true) {
        return state.want(Effect::Quit);
    }
    let key = state.ui.keymap.first_key("quit");
    state.report(&Report::NotesUnwritten(key));
}

/// Notes could be written, or not for a reason.
fn written(state: &mut State, trouble: Option<String>) -> bool {
    state.ui.may_lose_notes &= trouble.is_some();
    set_trouble(state, trouble)
}

/// Shows that notes cannot be written or read, or that they can. Returns whether that is new.
pub(super) fn set_trouble(state: &mut State, trouble: Option<String>) -> bool {
    let is_new = state.ui.notes_trouble != trouble;
    state.journal.iter().for_each(|journal| journal.set_shown(trouble.clone()));
    state.ui.notes_trouble = trouble;
    is_new
}

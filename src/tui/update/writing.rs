//! Writes the reader's notes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::record::{Act, Layer};
use crate::tui::background::Job;
use crate::tui::journal::Journal;
use crate::tui::model::{Effect, State};
use crate::tui::report::Report;
use crate::tui::snapshot::NotedGame;

/// How long a disk may take to write a note before the status line says so.
const PATIENCE: Duration = Duration::from_secs(1);

/// The game on the screen, if notes on it can be found again.
pub(super) fn noted_game(state: &State) -> NotedGame {
    let desk = &state.desk;
    let path = if desk.has_path() { desk.path.clone() } else { PathBuf::new() };
    let key = (path, desk.game, state.catalog.turns);
    NotedGame { key, loaded: Arc::clone(&desk.loaded), is_new: desk.is_new() }
}

/// Writes the changes to the notes before the next key.
pub(super) fn write(state: &mut State, layer_of: usize) {
    let layers = Arc::make_mut(&mut state.desk.layers);
    let mut acts = layers.get_mut(&layer_of).map(Layer::take_unwritten).unwrap_or_default();
    if !acts.is_empty() {
        if let Some((_, has_changed @ false)) = &mut state.desk.written {
            // The notes are gone since it was written.
            *has_changed = true;
            acts = layers.get(&layer_of).map(Layer::acts).unwrap_or_default();
        }
        state.desk.noted.insert(layer_of);
        write_to(state, noted_game(state), acts);
    }
}

/// Writes what has been done to a game, perhaps one that is no longer on the screen.
pub(super) fn write_to(state: &mut State, game: NotedGame, acts: Vec<Act>) {
    if let Some(journal) = state.journal.clone() {
        journal.add(game, acts);
        state.start(Job::Noting, set_trouble, move |_, _| Some(journal.write().err()));
    }
}

/// Leaves, unless notes are not written and the reader has not been asked yet.
pub(super) fn quit(state: &mut State, _: Option<usize>) {
    if unwritten_since(state).is_none() || std::mem::replace(&mut state.ui.may_lose_notes, true) {
        return state.want(Effect::Quit);
    }
    let key = state.ui.keymap.first_key("quit");
    state.report(&Report::NotesUnwritten(key));
}

fn unwritten_since(state: &State) -> Option<Instant> {
    state.journal.as_ref().and_then(Journal::unwritten_since)
}

/// When it is to be shown that notes wait for the disk, unless they are written before or something else is shown.
pub(in crate::tui) fn notes_due(state: &State) -> Option<Instant> {
    let is_shown = state.ui.notes_wait || state.ui.notes_trouble.is_some();
    unwritten_since(state).filter(|_| !is_shown).map(|since| since + PATIENCE)
}

/// Shows that notes wait for the disk, or that all are written: nothing that says otherwise stays.
pub(super) fn look(state: &mut State) {
    let is_written = unwritten_since(state).is_none();
    let is_late = notes_due(state).is_some_and(|due| due <= state.now.instant);
    if is_late || is_written && state.ui.notes_wait {
        state.ui.notes_wait = is_late;
        state.touch();
    }
    if is_written {
        state.ui.may_lose_notes = false;
        state.withdraw(|report| matches!(report, Report::NotesUnwritten(_)));
    }
}

/// Shows that notes cannot be written or read, or that they can. Returns whether that is new.
pub(super) fn set_trouble(state: &mut State, trouble: Option<String>) -> bool {
    let is_new = state.ui.notes_trouble != trouble;
    state.journal.iter().for_each(|journal| journal.set_shown(trouble.clone()));
    state.ui.notes_trouble = trouble;
    is_new
}

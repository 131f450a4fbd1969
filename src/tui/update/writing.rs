//! Writes the reader's notes.

use std::path::PathBuf;
use std::sync::Arc;

use crate::files::load;
use crate::record::{Act, Edit, Layer};
use crate::tui::background::Job;
use crate::tui::model::mode::Input;
use crate::tui::model::{State, Writing};
use crate::tui::notebook::{Notebook, NotedGame};

/// The game on the screen, if notes on it can be found again.
pub(super) fn noted_game(state: &State) -> NotedGame {
    let document = &state.document;
    let has_path = !document.is_pasted && !load::is_stream(&document.path);
    let path = if has_path { document.path.clone() } else { PathBuf::new() };
    let key = (path, document.game, document.turns);
    NotedGame { key, loaded: Arc::clone(&document.loaded) }
}

/// Writes what has been done, before the next key.
pub(super) fn write(state: &mut State, layer_of: usize) {
    let layers = Arc::make_mut(&mut state.document.layers);
    let acts = layers.get_mut(&layer_of).map(Layer::take_unwritten).unwrap_or_default();
    if acts.is_empty() {
        return;
    }
    let Some(notebook) = state.notebook.clone() else {
        state.document.notes_trouble = Some(state.texts().no_home.to_owned());
        return;
    };
    state.document.noted.insert(layer_of);
    add(state, &notebook, noted_game(state), acts);
}

fn add(state: &mut State, notebook: &Notebook, game: NotedGame, acts: Vec<Act>) {
    notebook.add(game, acts);
    let notebook = notebook.clone();
    state.start(Job::Noting, written, move |_, send| {
        send(notebook.write().err());
    });
}

/// Takes a comment that is being written once another game is shown.
pub(super) fn guard(state: &mut State) {
    let key = noted_game(state).key;
    let Some(Writing { game, trail, .. }) =
        state.reader.writing.take_if(|writing| writing.game.key != key)
    else {
        return;
    };
    if let Some(prompt) = state.ui.mode.comment()
        && let Some(notebook) = state.notebook.clone()
    {
        let edit = Edit::Comment(prompt.line.text().trim_end().to_owned());
        state.ui.mode.input = Input::Nothing;
        add(state, &notebook, game, vec![Act { trail, edit }]);
    }
}

/// Notes could be written, or not for a reason.
fn written(state: &mut State, trouble: Option<String>) -> bool {
    state.tickets.remove(&Job::Noting);
    let is_new = state.document.notes_trouble != trouble;
    state.document.notes_trouble = trouble;
    is_new
}

//! Updates of the state: a single entry point for the loop, and a file for each concern.

pub(super) mod actions;
mod autoplay;
mod board;
mod bookmarks;
mod books;
mod clipboard;
mod command;
mod cursor;
mod file;
mod follow;
mod jumps;
mod keys;
mod layer;
mod library;
mod list;
mod map;
mod motion;
mod mouse;
mod outcomes;
mod problems;
mod quoted;
mod records;
mod resume;
mod search;
mod variations;
mod view;

pub(super) use file::read_on;

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEventKind};

use super::events::Event;
use super::model::action::{Action, Run};
use super::model::{Effect, State};
use super::{SessionOptions, arrange};
use crate::files::history::History;

/// One of two directions.
const FORWARD: bool = true;
const BACKWARD: bool = false;

/// Starts a session. `directory` is the directory that was named, if any, with its records.
pub(super) fn begin(
    state: &mut State,
    options: SessionOptions,
    directory: Option<PathBuf>,
) -> Vec<Effect> {
    state.document.options = options.follow.load;
    state.ui.entry.keymap = options.keymap;
    records::survey(state);
    records::report_warnings(state);
    records::offer_problems(state);
    books::set(state, options.books);
    let history = options.history.as_ref();
    state.ui.panes.welcomes = history.is_some_and(History::is_new);
    if options.mouse {
        state.ui.mouse = true;
        state.want(Effect::Mouse(true));
    }
    if options.problems {
        problems::toggle(state, None);
    }
    if options.live && options.place.is_none() {
        follow::go_to_live_end(state);
    }
    if !options.files.is_empty() {
        state.document.files = Some(Arc::new(options.files));
        library::begin(state);
    } else if let Some(path) = directory {
        library::enter(state, path.clone());
        if options.live {
            state.document.following.directory = Some(path);
            library::close(state);
        } else {
            library::begin(state);
        }
    }
    let is_placed = options.live || options.game.is_some() || options.place.is_some();
    state.want(Effect::Resume(!is_placed));
    books::consult(state);
    arrange::arrange(state);
    state.take_effects()
}

/// Handles an event, and returns the effects for the loop to apply.
pub(super) fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let is_by_reader = matches!(event, Event::Input(_) | Event::Tick);
    if is_by_reader && let Some((_, moves)) = &mut state.document.remembered {
        // A reader who has moved is not returned to the place in the history.
        *moves = false;
    }
    if happen(state, event) {
        state.touch();
    }
    library::drop_what_is_closed(state);
    library::preview(state);
    problems::guard(state);
    quoted::guard(state);
    if is_by_reader {
        follow::see(state);
    }
    books::consult(state);
    arrange::arrange(state);
    state.take_effects()
}

/// Handles an event. Returns whether the screen may have changed.
fn happen(state: &mut State, event: Event) -> bool {
    match event {
        Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => {
            keys::press(state, key);
        }
        Event::Input(Input::Paste(text)) => keys::paste(state, &text),
        Event::Input(Input::Mouse(event)) => return mouse::handle(state, event),
        Event::Input(_) => return false,
        Event::Change(change, _) => return follow::change(state, change),
        Event::Remembered(entry, moves) => resume::resume(state, entry, moves),
        Event::Done(done) => return outcomes::take(state, done),
        Event::Tick => autoplay::tick(state),
    }
    true
}

/// Performs an action.
fn act(state: &mut State, action: &Action, count: Option<usize>) {
    state.ui.mode.playing.on &= action.keeps_playing;
    if let Run::Counted(run) = action.run {
        run(state, count);
    }
}

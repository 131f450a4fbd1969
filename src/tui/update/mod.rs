//! Updates of the state: a single entry point for the loop, and a file for each concern.

pub(super) mod actions;
mod autoplay;
mod board;
mod books;
mod clipboard;
mod command;
mod cursor;
mod engine;
mod file;
mod follow;
mod games;
mod jumps;
mod keys;
mod layer;
mod library;
mod list;
mod map;
mod motion;
mod mouse;
mod notes;
mod problems;
mod quoted;
mod records;
mod resume;
mod search;
mod variations;
mod view;
mod writing;

pub(super) use file::read_on;
pub(super) use follow::change;
pub(super) use resume::{not_written, remembered};

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEventKind};

use super::background::{Done, Wanted};
use super::model::action::{Action, Run};
use super::model::{Effect, State};
use super::report::Report;
use super::{SessionOptions, arrange};
use crate::files::history::History;
pub(super) use notes::edited;

/// One of two directions.
const FORWARD: bool = true;
const BACKWARD: bool = false;

/// An event from outside that changes the state of the screen.
pub(super) enum Event {
    /// A key, a mouse event or pasted text.
    Input(Input),
    /// A result of some work, or a change of the file.
    Done(Done<State>),
    /// The layout has another size.
    Resized,
    /// The pause between two moves of autoplay has ended.
    Tick,
}

/// Starts a session. `directory` is the directory that was named, if any, with its records.
pub(super) fn begin(
    state: &mut State,
    options: SessionOptions,
    directory: Option<PathBuf>,
) -> Vec<Effect> {
    state.document.options = options.follow.load;
    state.ui.keymap = options.keymap;
    records::survey(state);
    records::report_warnings(state);
    records::offer_problems(state);
    state.ui.flip = options.flip;
    books::set(state, state.ui.settings.books.clone());
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
        } else {
            library::begin(state);
        }
    }
    let is_placed = options.live || options.game.is_some() || options.place.is_some();
    state.want(Effect::Resume(!is_placed));
    notes::attend(state);
    books::consult(state);
    arrange::arrange(state);
    state.take_effects()
}

/// Handles an event, and returns the effects for the loop to apply.
pub(super) fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let is_by_reader = matches!(event, Event::Input(_) | Event::Tick);
    if is_by_reader && let Some((moves, _)) = &mut state.document.remembered {
        // A reader who has moved is not returned to the place in the history.
        *moves = false;
    }
    if happen(state, event) {
        state.touch();
    }
    resume::go_on(state);
    library::drop_what_is_closed(state);
    library::preview(state);
    writing::guard(state);
    notes::attend(state);
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
        Event::Input(_) | Event::Resized => return false,
        Event::Done(done) => return done.apply(state, end, give_up),
        Event::Tick => autoplay::tick(state),
    }
    true
}

/// Stops waiting for work that has ended.
fn end(state: &mut State, ended: &Wanted) {
    state.tickets.retain(|_, ticket| !ended.is_by(ticket));
}

/// Reports work that failed.
fn give_up(state: &mut State, reason: String) -> bool {
    state.report(&Report::Failed(reason));
    true
}

/// Performs an action.
fn act(state: &mut State, action: &Action, count: Option<usize>) {
    state.ui.mode.playing.on &= action.keeps_playing;
    if let Run::Counted(run) = action.run {
        run(state, count);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc;

    use super::*;
    use crate::settings::Config;
    use crate::text::Source;
    use crate::tui::background::{Job, Task, Workers};

    #[test]
    fn nothing_that_failed_is_awaited() {
        let text = b"[Game \"Chinese Chess\"]\n\n1. C2=5 *\n";
        let loaded = crate::format::read(&Source::new(text, "game.pgn")).unwrap();
        let settings = Config::default();
        let mut state = State::new(Path::new("game.pgn"), loaded, 0, settings).unwrap();
        let (sender, outcomes) = mpsc::channel();
        let mut workers = Workers::new(move |done| sender.send(done).is_ok());
        let work =
            |_: &_, _: &mut dyn FnMut(()) -> bool| -> Option<()> { panic!("the book is damaged") };
        let (ticket, task) = Task::new(Job::Books, |_, ()| true, work);
        state.tickets.insert(Job::Books, ticket);
        workers.start(task);
        assert!(state.has_book());
        assert!(happen(&mut state, Event::Done(outcomes.recv().unwrap())));
        assert!(!state.has_book());
    }
}

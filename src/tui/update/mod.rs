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

pub(super) use follow::change;

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::layout::Size;
use resume::{Recall, Save};

use super::background::{Done, Wanted};
use super::model::action::{Action, Run};
use super::model::{Effect, State};
use super::notebook::Notebook;
use super::report::Report;
use super::{SessionOptions, arrange};
use crate::files::history::History;
use crate::files::results::Results;
use crate::files::watch::Origin;
use crate::format::Chunks;
use crate::record::NodeId;
use crate::text::Ambiguous;

/// One of two directions.
const FORWARD: bool = true;
const BACKWARD: bool = false;

/// An event from outside that changes the state of the screen.
pub(super) enum Event {
    /// The session begins.
    Began(Box<Beginning>),
    /// A key, a mouse event or pasted text.
    Input(Input),
    /// A result of some work, or a change of the file.
    Done(Done<State>),
    /// The screen is to be drawn again, at this size.
    Sized(Size),
    /// The terminal draws wide characters as one.
    Unicode,
    /// The terminal draws ambiguous characters as wide as this.
    Width(Ambiguous),
    /// What a comment has become in the reader's own editor.
    Edited(String),
    /// Something is to be reported.
    Reported(Report),
    /// The history of the file can be read, to restore it, with the reader's place if this is true.
    Recall(bool, Recall),
    /// The history is to be written.
    Save(Save),
    /// The pause between two moves of autoplay has ended.
    Tick,
    /// A message has been shown for long enough.
    Due,
}

/// How a session begins.
#[derive(Default)]
pub(super) struct Beginning {
    pub(super) options: SessionOptions,
    /// The directory that was named, if any.
    pub(super) directory: Option<PathBuf>,
    /// The place to start at.
    pub(super) node: Option<NodeId>,
    pub(super) origin: Origin,
    /// The rest of a large file.
    pub(super) rest: Option<Chunks>,
    pub(super) notebook: Option<Notebook>,
    pub(super) results: Option<Results>,
    pub(super) may_lack_clipboard: bool,
    pub(super) reports: Vec<Report>,
}

/// What follows each event, in this order.
const EPILOGUE: [fn(&mut State); 11] = [
    resume::go_on,
    library::drop_what_is_closed,
    // What has been restored or opened must neither give an answer away nor leave a line that is not on the board.
    problems::guard,
    quoted::guard,
    // They ask for what is on the board now.
    books::consult,
    notes::attend,
    writing::guard,
    State::drop_old_message,
    arrange::arrange,
    // Only what is beside the list in the layout is previewed.
    library::preview,
    follow::see,
];

/// Handles an event, and returns the effects for the loop to apply.
pub(super) fn update(state: &mut State, event: Event) -> Vec<Effect> {
    state.is_by_reader = matches!(event, Event::Input(_) | Event::Tick);
    if state.is_by_reader
        && let Some((moves, _)) = &mut state.document.remembered
    {
        // A reader who has moved is not returned to the place in the history.
        *moves = false;
    }
    if happen(state, event) {
        state.touch();
    }
    for follow in EPILOGUE {
        follow(state);
    }
    state.take_effects()
}

/// Handles an event. Returns whether the screen may have changed.
fn happen(state: &mut State, event: Event) -> bool {
    match event {
        Event::Began(beginning) => begin(state, *beginning),
        Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => {
            keys::press(state, key);
        }
        Event::Input(Input::Paste(text)) => keys::paste(state, &text),
        Event::Input(Input::Mouse(event)) => return mouse::handle(state, event),
        Event::Input(_) | Event::Due => return false,
        Event::Done(done) => return done.apply(state, end, give_up),
        Event::Sized(size) => state.ui.size = size,
        Event::Unicode => view::set_unicode(state),
        Event::Width(width) => {
            return std::mem::replace(&mut state.ui.settings.ambiguous, width) != width;
        }
        Event::Edited(text) => notes::edited(state, &text),
        Event::Reported(report) => state.report(&report),
        Event::Recall(moves, recall) => resume::begin(state, moves, recall),
        Event::Save(save) => resume::save(state, save),
        Event::Tick => autoplay::tick(state),
    }
    true
}

/// Starts a session.
fn begin(state: &mut State, beginning: Beginning) {
    let Beginning { options, directory, node, .. } = beginning;
    (state.results, state.notebook) = (beginning.results, beginning.notebook);
    state.ui.may_lack_clipboard = beginning.may_lack_clipboard;
    if let Some(node) = node {
        cursor::go_to(state, node);
    }
    state.document.origin = beginning.origin;
    file::read_on(state, beginning.rest);
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
    if options.live && node.is_none() {
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
    let is_placed = options.live || options.game.is_some() || node.is_some();
    state.want(Effect::Resume(!is_placed));
    beginning.reports.iter().for_each(|report| state.report(report));
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

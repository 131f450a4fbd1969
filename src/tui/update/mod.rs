//! Updates of the state: a single entry point for the loop, and a file for each concern.

pub(super) mod actions;
mod answers;
mod autoplay;
mod board;
mod books;
mod catalog;
mod clipboard;
mod command;
mod cursor;
mod engine;
mod facts;
mod file;
mod follow;
mod games;
mod jumps;
mod keys;
mod layer;
mod list;
mod map;
mod motion;
mod mouse;
mod notes;
mod other_files;
mod panes;
mod preview;
mod problems;
mod quoted;
mod records;
mod resume;
mod search;
mod statistics;
mod variations;
mod view;
mod wall;
mod writing;

pub(super) use follow::change;
pub(super) use wall::changed;
pub(super) use writing::notes_due;

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::layout::Size;

use super::background::Done;
use super::model::action::{Action, Handler};
use super::model::{Asked, Desk, Effect, Listed, Moment, State};
use super::report::Report;
use super::{SessionOptions, arrange};
use crate::columns::Ambiguous;
use crate::files::history::History;
use crate::files::new_game;
use crate::files::watch::FileOrigin;
use crate::format::Chunks;
use crate::record::NodeId;

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
    /// The pause between two moves of autoplay has ended.
    Tick,
    /// A message has been shown for long enough, or notes have waited for too long.
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
    /// The rest of a large file.
    pub(super) rest: Option<Chunks>,
    pub(super) reports: Vec<Report>,
}

/// Handles an event that happened `now`, and returns the effects for the loop to apply.
pub(super) fn update(state: &mut State, event: Event, now: Moment) -> Vec<Effect> {
    state.now = now;
    state.is_by_reader = matches!(event, Event::Input(_) | Event::Tick);
    if state.is_by_reader
        && let Some((moves, _)) = &mut state.desk.remembered
    {
        // A reader who has moved is not returned to the place in the history.
        *moves = false;
    }
    if handle(state, event) {
        state.touch();
    }
    settle(state);
    ask(state);
    lay_out(state);
    state.take_effects()
}

/// Makes the parts of the state agree, whatever an event has changed: what is restored or opened must neither give an
/// answer away nor leave a line or a piece that is not on the board. First, because all else depends on what is there.
fn settle(state: &mut State) {
    resume::go_on(state);
    catalog::drop_what_is_closed(state);
    problems::guard(state);
    answers::judge(state);
    quoted::guard(state);
    board::guard(state);
    writing::look(state);
    wall::look(state);
    state.drop_old_message();
}

/// Asks the books, the library, the engine and the journal for what is on the board now. Not in the actions, because a move
/// also comes from the file, autoplay or the history.
fn ask(state: &mut State) {
    books::consult(state);
    statistics::consult(state);
    statistics::find_position(state);
    problems::consult(state);
    engine::consult(state);
    notes::tell_journal(state);
}

/// Divides the screen, and then does what depends on which panes have room. Last, so that it is laid out once for each event,
/// and drawing, the next key and the mouse see the same layout.
fn lay_out(state: &mut State) {
    arrange::arrange(state);
    if preview::preview(state) {
        // The information about the reader's own game may need more room.
        arrange::arrange(state);
    }
    engine::announce(state);
    follow::see(state);
    state.note_view();
}

/// Handles an event. Returns whether the screen may have changed.
fn handle(state: &mut State, event: Event) -> bool {
    match event {
        Event::Began(beginning) => begin(state, *beginning),
        Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => {
            keys::press(state, key);
        }
        Event::Input(Input::Paste(text)) => keys::paste(state, &text),
        Event::Input(Input::Mouse(event)) => return mouse::handle(state, event),
        Event::Input(_) | Event::Due => return false,
        Event::Done(done) => return done.apply(state, State::end, give_up),
        Event::Sized(size) => state.ui.size = size,
        Event::Unicode => view::set_unicode(state),
        Event::Width(width) => {
            return std::mem::replace(&mut state.ui.settings.ambiguous, width) != width;
        }
        Event::Edited(text) => notes::edited(state, &text),
        Event::Reported(report) => state.report(&report),
        Event::Tick => autoplay::tick(state),
    }
    true
}

/// Starts a session.
fn begin(state: &mut State, beginning: Beginning) {
    let (options, node) = (beginning.options, beginning.node);
    if let Some(node) = node {
        cursor::go_to(state, node);
    }
    file::read_on(state, beginning.rest);
    state.catalog.options = options.follow.load;
    state.ui.wall.follow = options.follow;
    state.ui.keymap = options.keymap;
    records::survey(state);
    records::report_warnings(state);
    records::offer_problems(state);
    state.ui.flip = options.flip;
    books::set(state, state.ui.settings.books.clone());
    state.books.statistics.path = options.index;
    let history = options.history.as_ref();
    state.ui.panes.welcomes = history.is_some_and(History::is_new);
    if options.mouse {
        state.ui.mouse = true;
        state.want(Effect::Mouse(true));
    }
    state.problems.tried = Arc::new(options.tried);
    if options.problems {
        problems::toggle(state, None);
    }
    state.desk.following.moved = options.live.then_some(state.now.instant);
    if options.live && node.is_none() {
        follow::go_to_live_end(state);
    }
    if !options.found.is_empty() {
        statistics::list_given(state, options.found);
        state.catalog.found.is_all = true;
        state.ui.began_in = Some(Listed::Played);
    } else if !options.files.is_empty() {
        state.catalog.files = Some(Arc::new(options.files));
        if options.live { wall::begin(state) } else { catalog::begin(state) }
    } else if let Some(path) = beginning.directory {
        catalog::enter(state, path.clone());
        if options.live {
            wall::watch(state, vec![path.clone()]);
            state.catalog.directory = Some(path);
        } else {
            catalog::begin(state);
        }
    }
    if options.wall && !state.is_on_wall() {
        wall::begin(state);
    }
    let is_placed = options.live || options.game.is_some() || node.is_some();
    if !is_placed && state.ui.games.is_none() && games::list_several(state) {
        state.ui.began_in = Some(Listed::Games);
    }
    state.desk.remembered = Some((!is_placed, None));
    if lacks_game(&state.desk) {
        state.ui.mode.ask(Asked::Command, "new ");
    }
    beginning.reports.iter().for_each(|report| state.report(report));
}

/// Whether only the reader knows which game it is: a new one whose name does not say so, or a `startpos` without moves.
fn lacks_game(desk: &Desk) -> bool {
    let is_bare = desk.origin == FileOrigin::Stream && desk.record.tree.len() == 1;
    let is_fen = desk.loaded.format.name == "fen" && desk.record.start.is_usual();
    is_bare && is_fen && !desk.loaded.warnings().is_empty()
        || desk.is_new() && new_game::game_of(&desk.path).is_none()
}

/// Reports work that failed.
fn give_up(state: &mut State, reason: String) -> bool {
    state.report(&Report::Failed(reason));
    true
}

/// Performs an action.
fn act(state: &mut State, action: &Action, count: Option<usize>) {
    state.ui.mode.playing.on &= action.keeps_playing;
    if let Handler::Counted(run) = action.run {
        run(state, count);
    }
}

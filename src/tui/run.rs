//! The main loop, which owns the terminal and the state.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crossterm::event::Event as Input;

use super::background::{Done, Pace, Task, Ticket, Wanted, Workers};
use super::effects::{self, Host, Message};
use super::i18n::Texts;
use super::journal::Journal;
use super::model::{Effect, State};
use super::opening;
use super::report::Report;
use super::terminal::{self, Received, Request, Signals, Terminal};
use super::update::{self, Beginning, Event};
use super::waiting::{Early, readings};
use super::{ScreenError, SessionEnd, SessionOptions, editor, panes};
use crate::columns::Ambiguous;
use crate::crash;
use crate::engine;
use crate::files::archive;
use crate::files::load::{self, Cause, LoadError};
use crate::files::notes::{rescue, rescued, within};
use crate::files::results::ResultStore;
use crate::files::watch::{Change, FileOrigin, Follow, Opened, Pipe, Seen, Watch};
use crate::library::live_engine::Mailbox;
use crate::settings::{self, Config};
use crate::text::clean_line;

/// How long frames and keys wait for work that usually takes no time, such as reading the history.
const SOON: Duration = Duration::from_millis(100);

/// How long engines have to end by themselves.
const QUIT: Duration = Duration::from_millis(300);

/// How long the terminal has to take the last lines.
const SAID: Duration = Duration::from_millis(250);

/// How long messages are handled before a frame is drawn.
const FRAME: Duration = Duration::from_millis(50);

/// Opens a record on the screen until the user quits. For a directory, opens the newest record and lists the others.
/// Quick failures happen before the terminal is touched. The terminal is restored however this function returns.
///
/// # Errors
/// The file contains no readable record, or the terminal fails.
pub fn run(
    path: &Path,
    options: SessionOptions,
    settings: Config,
) -> Result<SessionEnd, ScreenError> {
    if options.live && archive::is_archived(path) {
        return Err(LoadError::new(path, Cause::Archived).into());
    }
    let (sender, messages) = mpsc::channel();
    let signals = sender.clone();
    let texts = Texts::of(settings.shown_language());
    let notes = options.notes.clone().ok_or_else(|| texts.no_home.to_owned());
    let results = ResultStore::of_user(&|name| std::env::var_os(name));
    let journal = Journal::new(options.history.clone(), notes, results);
    let last = journal.clone();
    let _signals = Signals::listen(
        move |request| signals.send(Message::Signal(request)).is_ok(),
        move || end_at_once(&last, texts.not_written),
    )?;
    let openings = sender.clone();
    let follow = options.follow;
    opening::start(path, &options, move |opening| {
        openings.send(Message::Opening(opening)).is_ok()
    })?;
    let name = load::show_path(path);
    let mut early = Early::default();
    let source = match early.wait(&name, texts.waiting, &messages, &sender)? {
        Ok(source) => *source,
        Err(ending) => return Ok(ending),
    };
    let (mut state, beginning, followed) = begin(path, source, options, settings, &sender)?;
    state.journal = Some(journal.clone());
    // The terminal is dropped before it.
    let _session = Session { journal, not_written: texts.not_written };
    let mut terminal = match early.terminal {
        Some(terminal) => terminal,
        None => Terminal::open(readings(&sender))?,
    };
    terminal.screen.show()?;
    let mut main_loop = MainLoop {
        terminal,
        followed,
        workers: Workers::new(done(&sender)),
        sender,
        follow,
        engine: None,
        // If the record comes from standard input, the terminal may be unable to answer.
        question: question(&state).filter(|_| !load::is_standard_input(path)),
    };
    let ending = main_loop.run(&mut state, beginning, early.messages, &messages);
    drop(main_loop);
    engine::leave(QUIT);
    ending
}

/// Ends all engines, and saves what the reader has written: where it belongs, or in another place if that does not take it.
/// Takes less than two seconds, even if no disk answers. The terminal has been restored.
fn end_at_once(journal: &Journal, not_written: &str) {
    engine::end_all();
    let (unwritten, failure) = journal.end(editor::take_unfinished());
    let reason = failure.map(|error| clean_line(&error.to_string()));
    let mut said = reason.map(|reason| format!("dapu: {reason}\n")).unwrap_or_default();
    if !unwritten.is_empty() && rescue(&unwritten).is_none() {
        said += &format!("dapu: {not_written}:\n{unwritten}");
    }
    // The screen may have been too narrow for the whole path.
    for path in rescued() {
        said += &format!("dapu: {not_written}: {}\n", load::show_path(&path));
    }
    // The terminal may take no output.
    within(SAID, move || io::stderr().write_all(said.as_bytes()));
}

/// A session, which ends when it is dropped, however that comes.
struct Session {
    journal: Journal,
    not_written: &'static str,
}

impl Drop for Session {
    fn drop(&mut self) {
        end_at_once(&self.journal, self.not_written);
    }
}

/// Opens a session, and starts the watch on its file.
fn begin(
    path: &Path,
    mut opened: Opened,
    options: SessionOptions,
    settings: Config,
    sender: &Sender<Message>,
) -> Result<(State, Beginning, Followed), ScreenError> {
    let (seen, follow) = (opened.seen(), options.follow);
    // A session only switches between files on request.
    let target = if options.live { path } else { &opened.path };
    let followed = match opened.pipe.take() {
        Some(pipe) => Followed::pipe(pipe, &opened.path, sender)?,
        None => Followed::file(target, opened.origin, follow, seen, sender)?,
    };
    // The newest is followed.
    let last = opened.loaded.games().len().saturating_sub(1);
    let game = options.game.unwrap_or(if options.live { last } else { 0 });
    let mut state = State::new(&opened.path, opened.loaded, game, settings)?;
    state.desk.set_origin(opened.origin);
    state.desk.take_own(opened.own);
    state.ui.config_path = config_path();
    state.ui.may_lack_clipboard = std::env::var_os("TMUX").is_some();
    let place = options.place.as_ref();
    let locale = (!state.ui.settings.unicode).then(|| Report::NotUnicode(locale()));
    let rescued = rescued().first().map(|path| Report::Rescued(load::show_path(path)));
    let beginning = Beginning {
        node: place.map(|place| place.find(state.tree(), state.lines())).transpose()?,
        options,
        directory: archive::is_folder(path).then(|| path.to_owned()),
        rest: opened.rest,
        reports: locale.into_iter().chain(rescued).collect(),
    };
    Ok((state, beginning, followed))
}

/// The configuration file, as messages name it.
fn config_path() -> String {
    let path = settings::path(&|name: &str| std::env::var_os(name)).unwrap_or_default();
    let path = load::show_path(&path);
    let home = std::env::var_os("HOME").unwrap_or_default().display().to_string();
    match path.strip_prefix(&home).filter(|_| !home.is_empty()) {
        Some(inside) => format!("~{inside}"),
        None => path,
    }
}

/// A character of ambiguous width.
const AMBIGUOUS: &str = "\u{25cf}";
/// Two characters that leave the cursor in column 5 where UTF-8 is understood: otherwise their six bytes take more.
const WIDE: &str = "馬馬";

/// The text whose width on the terminal is still to be known.
fn question(state: &State) -> Option<&'static str> {
    // The answer would come as keys.
    if cfg!(windows) {
        return None;
    }
    if !state.ui.settings.unicode {
        // The Linux console has no glyphs for it.
        return (std::env::var("TERM").as_deref() != Ok("linux")).then_some(WIDE);
    }
    (state.ambiguous() == Ambiguous::Auto && may_ask()).then_some(AMBIGUOUS)
}

/// The locale, with the variable that sets it.
fn locale() -> String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
        let value = std::env::var_os(name).unwrap_or_default();
        if !value.is_empty() {
            return clean_line(&format!("{name}={}", value.display()));
        }
    }
    "LANG=".to_owned()
}

/// Whether the terminal's answer about widths can be trusted. Multiplexers answer regardless of the terminal around
/// them.
fn may_ask() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    // mosh sets the last one for its child processes.
    let names = ["TMUX", "STY", "NCURSES_NO_UTF8_ACS"];
    let is_multiplexed = names.into_iter().any(|name| std::env::var_os(name).is_some());
    !is_multiplexed && !term.starts_with("screen") && !term.starts_with("tmux")
}

/// Returns a function that sends outcomes of jobs to the loop.
fn done(sender: &Sender<Message>) -> impl Fn(Done<State>) -> bool + Clone + Send + 'static {
    let sender = sender.clone();
    move |done| sender.send(Message::Event(Event::Done(done))).is_ok()
}

/// The main loop of a session, with the terminal, the watched file and threads.
struct MainLoop<F> {
    terminal: Terminal,
    followed: Followed,
    workers: Workers<State, F>,
    sender: Sender<Message>,
    follow: Follow,
    /// Where the engine at the reader's side takes its orders from.
    engine: Option<Mailbox>,
    /// The text whose width the terminal still has to tell.
    question: Option<&'static str>,
}

impl<F: Fn(Done<State>) -> bool + Clone + Send + 'static> MainLoop<F> {
    /// Runs until the user quits, beginning with earlier messages. First asks the terminal for the width of a text, if
    /// there is a question.
    fn run(
        &mut self,
        state: &mut State,
        beginning: Beginning,
        early: Vec<Message>,
        messages: &Receiver<Message>,
    ) -> Result<SessionEnd, ScreenError> {
        self.ask()?;
        let mut ending = effects::handle(self, state, Event::Began(Box::new(beginning)))?;
        let mut early = early.into_iter();
        while let (None, Some(message)) = (ending, early.next()) {
            ending = self.take(state, message)?;
        }
        while ending.is_none() {
            self.draw(state)?;
            // Handles what is in the queue before drawing the next frame, since a slow connection must not lag after the
            // keys; but draws while keys are held.
            let mut next = wait(messages, state);
            let began = Instant::now();
            while let (Some(message), None) = (next, ending) {
                ending = self.take(state, message)?;
                next = (began.elapsed() < FRAME).then(|| messages.try_recv().ok()).flatten();
            }
        }
        Ok(ending.unwrap_or(SessionEnd::Quit))
    }

    fn draw(&mut self, state: &mut State) -> Result<(), ScreenError> {
        self.measure(state)?;
        terminal::wait_for_arrows(state.is_on_board());
        let screen = &mut self.terminal.screen;
        if state.dirty && screen.is_ours() {
            let (frame, cursor) = panes::frame(state);
            screen.set_block(state.is_on_board())?;
            screen.draw(frame, cursor, state.ambiguous())?;
            state.dirty = false;
        }
        Ok(())
    }

    /// Updates the size of the terminal. Keys after a resize in the queue act on the new layout.
    fn measure(&mut self, state: &mut State) -> Result<(), ScreenError> {
        let size = self.terminal.screen.size()?;
        if size != state.ui.size {
            // That ends no session.
            effects::handle(self, state, Event::Sized(size))?;
        }
        Ok(())
    }

    /// Handles a message. Returns how the session ended, if it did.
    fn take(
        &mut self,
        state: &mut State,
        message: Message,
    ) -> Result<Option<SessionEnd>, ScreenError> {
        let rest = match effects::take_message(Some(&mut self.terminal), message)? {
            ControlFlow::Break(ending) => return Ok(Some(ending)),
            ControlFlow::Continue(rest) => rest,
        };
        let screen = &mut self.terminal.screen;
        let event = match rest {
            Some(Message::Event(event)) => event,
            Some(
                Message::Terminal(Received::Input(Input::Resize(..)))
                | Message::Signal(Request::Resize),
            ) => {
                // Even if the size is the same, the terminal may have rewrapped its lines.
                screen.redraw();
                Event::Sized(screen.size()?)
            }
            Some(Message::Terminal(Received::Input(input))) => {
                self.measure(state)?;
                Event::Input(input)
            }
            Some(Message::Terminal(Received::Cursor(row, column))) => {
                return self.answered(state, (row, column));
            }
            // What is opened has been, and the rest is done.
            _ => return Ok(None),
        };
        effects::handle(self, state, event)
    }

    /// Asks the terminal for the width of a text, if there is a question.
    fn ask(&mut self) -> io::Result<()> {
        self.question.map_or(Ok(()), |text| self.terminal.screen.ask_width(text))
    }

    /// Takes the row and column of the cursor after the text whose width is asked for.
    fn answered(
        &mut self,
        state: &mut State,
        at: (u16, u16),
    ) -> Result<Option<SessionEnd>, ScreenError> {
        let (asked, width) = (self.question, Ambiguous::of_cursor(at.0, at.1));
        if asked == Some(WIDE) && at == (1, 5) {
            effects::handle(self, state, Event::Unicode)?;
            self.question = question(state);
            self.ask()?;
        } else if let (Some(AMBIGUOUS), Some(width)) = (asked, width) {
            self.question = None;
            return effects::handle(self, state, Event::Width(width));
        }
        Ok(None)
    }

    /// Starts work. If it is usually done at once, waits a moment for its first result.
    fn start(&mut self, task: Task<State>) -> Option<Event> {
        if task.pace() == Pace::Quick {
            return self.workers.start_soon(task, SOON).map(Event::Done);
        }
        self.workers.start(task);
        None
    }
}

impl<F: Fn(Done<State>) -> bool + Clone + Send + 'static> Host for MainLoop<F> {
    fn perform(&mut self, effect: Effect) -> Result<Vec<Event>, ScreenError> {
        let screen = &mut self.terminal.screen;
        let mut event = None;
        match effect {
            Effect::Reload => self.followed.ask(Watch::reload),
            Effect::Pin(file) => self.followed.ask(|watch| watch.pin(file)),
            Effect::Redraw => screen.redraw(),
            Effect::Bell => screen.ring()?,
            Effect::Suspend => event = effects::suspend(Some(&mut self.terminal))?,
            Effect::Mouse(on) => screen.set_mouse(on)?,
            Effect::Copy(text) => screen.copy(&text)?,
            Effect::Edit(path, place) => {
                let failed = screen.lend(|| editor::open(&path, place))?.err();
                let size = screen.size()?;
                event = Some(failed.map_or(Event::Sized(size), Event::Reported));
            }
            Effect::Write(text) => {
                let edited = screen.lend(|| editor::write(&text))?;
                event = Some(edited.map_or_else(Event::Reported, Event::Edited));
            }
            Effect::Watch(path, origin, seen) => {
                match Followed::file(&path, origin, self.follow, seen, &self.sender) {
                    Ok(followed) => self.followed = followed,
                    Err(error) => event = Some(Event::Reported(Report::Failed(error.to_string()))),
                }
            }
            Effect::Start(task) => event = self.start(task),
            Effect::Engine(mailbox) => self.engine = Some(mailbox),
            Effect::Order(order) => {
                if let Some(engine) = &self.engine {
                    engine.order(order);
                }
            }
            // The session has ended.
            Effect::Quit => {}
        }
        Ok(event.into_iter().collect())
    }
}

/// The watch on the open file. Its reports are ignored once this is dropped.
struct Followed {
    /// `None` for a pipe, and for a record in an archive.
    watch: Option<Watch>,
    _ticket: Ticket,
}

impl Followed {
    fn file(
        path: &Path,
        origin: FileOrigin,
        follow: Follow,
        seen: Seen,
        sender: &Sender<Message>,
    ) -> io::Result<Self> {
        crash::working_on(path);
        let (ticket, send) = changes(&seen.path, sender);
        let watch = (origin == FileOrigin::File)
            .then(|| Watch::start(path, follow, seen, send))
            .transpose()?;
        Ok(Self { watch, _ticket: ticket })
    }

    fn pipe(pipe: Pipe, path: &Path, sender: &Sender<Message>) -> io::Result<Self> {
        let (ticket, send) = changes(path, sender);
        pipe.follow(send)?;
        Ok(Self { watch: None, _ticket: ticket })
    }

    fn ask(&self, what: impl FnOnce(&Watch)) {
        let _ = self.watch.as_ref().map(what);
    }
}

/// Returns a function that sends changes to the loop, each with its file, while its ticket is held. `path` is the file
/// to begin with.
fn changes(
    path: &Path,
    sender: &Sender<Message>,
) -> (Ticket, impl FnMut(Change) -> bool + Send + 'static) {
    let ticket = Ticket::default();
    let wanted = Wanted::by(&ticket);
    let (mut path, done) = (path.to_owned(), done(sender));
    (ticket, move |change| {
        if let Change::Switched(other) = &change {
            path.clone_from(other);
        }
        done(Done::new(wanted.clone(), (path.clone(), change), update::change))
    })
}

/// Waits for the next message, or returns what is due before. Returns `None` if the channel is closed.
fn wait(messages: &Receiver<Message>, state: &State) -> Option<Message> {
    let tick = state.ui.mode.playing.due();
    let due = state.message_due().into_iter().chain(update::notes_due(state));
    let due = due.chain(state.ui.wall.due);
    let Some(until) = tick.into_iter().chain(due).min() else {
        return messages.recv().ok();
    };
    match messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(message) => Some(message),
        Err(RecvTimeoutError::Timeout) if tick == Some(until) => Some(Message::Event(Event::Tick)),
        Err(RecvTimeoutError::Timeout) => Some(Message::Event(Event::Due)),
        // The channel cannot be closed, because this thread holds a sender.
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

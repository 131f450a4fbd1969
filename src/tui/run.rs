//! The main loop, which owns the terminal and the state.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crossterm::event::Event as Input;

use super::background::{Done, Job, Task, Ticket, Wanted, Workers};
use super::i18n::Texts;
use super::memory::Memory;
use super::model::{Effect, State};
use super::notebook::Notebook;
use super::opening;
use super::report::Report;
use super::terminal::{self, Reading, Request, Signals, Terminal};
use super::update::Event;
use super::waiting::{Early, Message, readings};
use super::{Ending, Error, SessionOptions, arrange, editor, panes, update};
use crate::crash;
use crate::files::archive;
use crate::files::load::{self, Cause, LoadError};
use crate::files::notes::{rescue, rescued};
use crate::files::results::Results;
use crate::files::watch::{Change, Follow, Opened, Origin, Pipe, Seen, Watch};
use crate::settings::Config;
use crate::text::{Ambiguous, clean_line};

/// How long frames and keys wait for work that usually takes no time, such as reading the history.
const SOON: Duration = Duration::from_millis(100);

/// How long messages are handled before a frame is drawn.
const FRAME: Duration = Duration::from_millis(50);

/// Opens a record on the screen until the user quits. For a directory, opens the newest record and lists the others.
/// Quick failures happen before the terminal is touched. The terminal is restored however this function returns.
///
/// # Errors
/// The file contains no readable record, or the terminal fails.
pub fn run(path: &Path, options: SessionOptions, settings: Config) -> Result<Ending, Error> {
    if options.live && archive::is_archived(path) {
        return Err(LoadError::new(path, Cause::Archived).into());
    }
    let (sender, messages) = mpsc::channel();
    let signals = sender.clone();
    let memory = Memory::new(options.history.clone());
    let last = memory.clone();
    let texts = Texts::of(settings.shown_language());
    let notebook = Notebook::new(options.notes.clone().ok_or_else(|| texts.no_home.to_owned()));
    let last_notes = notebook.clone();
    let _signals = Signals::listen(
        move |request| signals.send(Message::Signal(request)).is_ok(),
        // Too late to report a failure.
        move || {
            drop(last.save());
            last_notes.end();
            last_notes.rescue();
        },
    )?;
    let openings = sender.clone();
    let send = move |opening| openings.send(Message::Opening(opening)).is_ok();
    let (follow, game) = (options.follow, options.game.unwrap_or(0));
    opening::start(path, follow.load, options.live, game, send)?;
    let name = load::show_path(path);
    let mut early = Early::default();
    let source = match early.wait(&name, texts.waiting, &messages, &sender)? {
        Ok(source) => *source,
        Err(ending) => return Ok(ending),
    };
    let (mut state, effects, followed) = begin(path, source, options, settings, &sender)?;
    let mut terminal = match early.terminal {
        Some(terminal) => terminal,
        None => Terminal::open(readings(&sender))?,
    };
    terminal.screen.show()?;
    let mut session = Session {
        terminal,
        followed,
        workers: Workers::new(done(&sender)),
        sender,
        follow,
        memory,
    };
    if !state.ui.settings.unicode {
        state.report(&Report::NotUnicode(locale()));
    }
    if let Some(path) = rescued().first() {
        state.report(&Report::Rescued(load::show_path(path)));
    }
    state.notebook = Some(notebook.clone());
    state.ui.may_lack_clipboard = std::env::var_os("TMUX").is_some();
    // If the record comes from standard input, the terminal may be unable to answer.
    let question = question(&state).filter(|_| !load::is_standard_input(path));
    let ending = session.run(&mut state, effects, early.messages, &messages, question);
    // A failure was reported when it first occurred, and does not matter now.
    let _ = session.memory.save();
    notebook.end();
    // The screen is left first.
    drop(session);
    let unwritten = notebook.take_unwritten();
    let said = || write!(io::stderr(), "dapu: {}:\n{unwritten}", texts.not_written);
    if !unwritten.is_empty() && said().is_err() {
        // There is nobody to report a failure to.
        let _ = rescue(&unwritten);
    }
    // The screen may have been too narrow for the whole path.
    for path in rescued() {
        let _ = writeln!(io::stderr(), "dapu: {}: {}", texts.not_written, load::show_path(&path));
    }
    ending
}

/// Starts a session and the watch on its file.
fn begin(
    path: &Path,
    mut opened: Opened,
    options: SessionOptions,
    settings: Config,
    sender: &Sender<Message>,
) -> Result<(State, Vec<Effect>, Followed), Error> {
    let (seen, follow) = (opened.seen(), options.follow);
    let directory = archive::is_folder(path).then(|| path.to_owned());
    // A session only switches between files on request.
    let target = if options.live { path } else { &opened.path };
    let followed = match opened.pipe.take() {
        Some(pipe) => Followed::pipe(pipe, sender)?,
        None => Followed::file(target, opened.origin, follow, seen, sender)?,
    };
    let game = options.game.unwrap_or(0);
    let mut state = State::new(&opened.path, opened.loaded, game, settings)?;
    state.results = Results::of_user(&|name| std::env::var_os(name));
    if let Some(place) = &options.place {
        let record = &state.document.record;
        let node = place.find(&record.tree, state.reader.cursor.lines())?;
        state.reader.cursor.go_to(record, node);
    }
    state.document.origin = opened.origin;
    update::read_on(&mut state, opened.rest);
    let effects = update::begin(&mut state, options, directory);
    Ok((state, effects, followed))
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
    let value = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let names = ["LC_ALL", "LC_CTYPE"];
    let name = names.into_iter().find(|name| value(name).is_some()).unwrap_or("LANG");
    clean_line(&format!("{name}={}", value(name).unwrap_or_default().display()))
}

/// Whether the terminal's answer about widths can be trusted. Multiplexers answer regardless of the terminal around
/// them.
fn may_ask() -> bool {
    let is_set = |name| std::env::var_os(name).is_some();
    let term = std::env::var("TERM").unwrap_or_default();
    // mosh sets the last one for its child processes.
    let multiplexer = is_set("TMUX") || is_set("STY") || is_set("NCURSES_NO_UTF8_ACS");
    !multiplexer && !term.starts_with("screen") && !term.starts_with("tmux")
}

/// Returns a function that sends outcomes of jobs to the loop.
fn done(sender: &Sender<Message>) -> impl Fn(Done<State>) -> bool + Clone + Send + 'static {
    let sender = sender.clone();
    move |done| sender.send(Message::Event(Event::Done(done))).is_ok()
}

/// The resources of a session: the terminal, the watched file and threads.
struct Session<F> {
    terminal: Terminal,
    followed: Followed,
    workers: Workers<State, F>,
    sender: Sender<Message>,
    follow: Follow,
    memory: Memory,
}

impl<F: Fn(Done<State>) -> bool + Clone + Send + 'static> Session<F> {
    /// Runs until the user quits, beginning with earlier messages. First asks the terminal for the width of a text, if
    /// there is a question.
    fn run(
        &mut self,
        state: &mut State,
        effects: Vec<Effect>,
        early: Vec<Message>,
        messages: &Receiver<Message>,
        mut question: Option<&str>,
    ) -> Result<Ending, Error> {
        if let Some(text) = question {
            self.terminal.screen.ask_width(text)?;
        }
        let mut clock = Clock::default();
        let mut ending = self.obey(state, effects)?;
        let mut early = early.into_iter();
        while let (None, Some(message)) = (ending, early.next()) {
            ending = self.handle(state, message, &mut question)?;
        }
        while ending.is_none() {
            self.draw(state)?;
            // Handles what is in the queue before drawing the next frame, since a slow connection must not lag behind the
            // keys; but draws while keys are held.
            let due = [self.memory.due(), state.message_due()];
            let mut next = clock.wait(messages, state, due.into_iter().flatten().min());
            let began = Instant::now();
            while let (Some(message), None) = (next, ending) {
                ending = self.handle(state, message, &mut question)?;
                next = (began.elapsed() < FRAME).then(|| messages.try_recv().ok()).flatten();
            }
            state.drop_old_message();
            ending = ending.or(self.remember(state)?);
        }
        Ok(ending.unwrap_or(Ending::Quit))
    }

    /// Records the reader's place, and has it written when due.
    fn remember(&mut self, state: &mut State) -> Result<Option<Ending>, Error> {
        self.memory.note(state);
        if self.memory.take_due() {
            let memory = self.memory.clone();
            state.start(Job::Saving, update::not_written, move |_, _| {
                Some(memory.save().err()?.to_string())
            });
        }
        let effects = state.take_effects();
        self.obey(state, effects)
    }

    /// Goes back to the reader's last place in the opened file.
    fn resume(&mut self, state: &mut State, moves: bool) -> Result<Option<Ending>, Error> {
        self.memory.leave();
        if !self.memory.keeps(state) {
            return Ok(None);
        }
        state.document.remembered = Some((moves, None));
        let (memory, path) = (self.memory.clone(), state.document.path.clone());
        state.start(Job::History, update::remembered, move |_, _| Some(memory.turn_to(&path)));
        let effects = state.take_effects();
        let ending = self.obey(state, effects)?;
        self.memory.note(state);
        Ok(ending)
    }

    /// Starts work. If it is usually done at once, waits a moment for its first result.
    fn start(&mut self, state: &mut State, task: Task<State>) -> Result<Option<Ending>, Error> {
        if !task.is_quick() {
            self.workers.start(task);
            return Ok(None);
        }
        let Some(done) = self.workers.start_soon(task, SOON) else {
            return Ok(None);
        };
        let effects = update::update(state, Event::Done(done));
        self.obey(state, effects)
    }

    fn draw(&mut self, state: &mut State) -> io::Result<()> {
        self.measure(state)?;
        let screen = &mut self.terminal.screen;
        if state.dirty && screen.is_ours() {
            let (frame, cursor) = panes::frame(state);
            screen.draw(frame, cursor, state.ambiguous())?;
            state.dirty = false;
        }
        Ok(())
    }

    /// Updates the size of the terminal. Keys after a resize in the queue act on the new layout.
    fn measure(&self, state: &mut State) -> io::Result<()> {
        arrange::resize(state, self.terminal.screen.size()?);
        Ok(())
    }

    /// Handles a message. Returns how the session ended, if it did. `question` is what the terminal still has to answer.
    fn handle(
        &mut self,
        state: &mut State,
        message: Message,
        question: &mut Option<&str>,
    ) -> Result<Option<Ending>, Error> {
        match message {
            Message::Event(event) => {
                let effects = update::update(state, event);
                return self.obey(state, effects);
            }
            Message::Terminal(Reading::Input(Input::Resize(..)))
            | Message::Signal(Request::Resize) => {
                // Even if the size is the same, the terminal may have rewrapped its lines.
                self.terminal.screen.redraw();
                state.touch();
                self.measure(state)?;
                let effects = update::update(state, Event::Resized);
                return self.obey(state, effects);
            }
            Message::Terminal(Reading::Input(input)) => {
                self.measure(state)?;
                let effects = update::update(state, Event::Input(input));
                return self.obey(state, effects);
            }
            Message::Terminal(Reading::Cursor(row, column)) => {
                if *question == Some(WIDE) && (row, column) == (1, 5) {
                    arrange::set_unicode(state);
                    *question = self::question(state);
                    question.map_or(Ok(()), |text| self.terminal.screen.ask_width(text))?;
                } else if let Some(ambiguous) = Ambiguous::of_cursor(row, column)
                    && question.take_if(|text| *text == AMBIGUOUS).is_some()
                {
                    arrange::set_ambiguous(state, ambiguous);
                }
            }
            Message::Terminal(Reading::Rest) => self.terminal.gate.open(),
            Message::Terminal(Reading::Ended(reason)) => return Err(Error::Input(reason)),
            Message::Signal(Request::Quit(signal)) => return Ok(Some(Ending::Signal(signal))),
            Message::Signal(Request::Suspend) => self.suspend(state)?,
            Message::Signal(Request::Resume) => {
                self.terminal.screen.resume()?;
                state.touch();
            }
            // Already finished.
            Message::Opening(_) => {}
        }
        Ok(None)
    }

    /// Applies effects. Returns how the session ended, if it did.
    fn obey(&mut self, state: &mut State, effects: Vec<Effect>) -> Result<Option<Ending>, Error> {
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(Some(Ending::Quit)),
                Effect::Reload => self.followed.ask(Watch::reload),
                Effect::Pin(file) => self.followed.ask(|watch| watch.pin(file)),
                Effect::Redraw => self.terminal.screen.redraw(),
                Effect::Suspend => self.suspend(state)?,
                Effect::Mouse(on) => self.terminal.screen.set_mouse(on)?,
                Effect::Copy(text) => self.terminal.screen.copy(&text)?,
                Effect::Edit(path, place) => {
                    let screen = &mut self.terminal.screen;
                    if let Err(report) = screen.lend(|| editor::open(&path, place))? {
                        state.report(&report);
                    }
                    state.touch();
                }
                Effect::Write(text) => {
                    match self.terminal.screen.lend(|| editor::write(&text))? {
                        Ok(text) => update::edited(state, &text),
                        Err(report) => state.report(&report),
                    }
                    state.touch();
                    let effects = state.take_effects();
                    if let Some(ending) = self.obey(state, effects)? {
                        return Ok(Some(ending));
                    }
                }
                Effect::Watch(path, seen) => {
                    let origin = state.document.origin;
                    match Followed::file(&path, origin, self.follow, seen, &self.sender) {
                        Ok(followed) => self.followed = followed,
                        Err(error) => state.report(&Report::Failed(error.to_string())),
                    }
                }
                Effect::Resume(moves) => {
                    if let Some(ending) = self.resume(state, moves)? {
                        return Ok(Some(ending));
                    }
                }
                Effect::Start(task) => {
                    if let Some(ending) = self.start(state, task)? {
                        return Ok(Some(ending));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Suspends dapu, unless nothing could resume it.
    fn suspend(&mut self, state: &mut State) -> io::Result<()> {
        if terminal::has_shell() {
            return self.terminal.screen.suspend();
        }
        state.report(&Report::NoShell);
        Ok(())
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
        origin: Origin,
        follow: Follow,
        seen: Seen,
        sender: &Sender<Message>,
    ) -> io::Result<Self> {
        crash::working_on(path);
        let (ticket, send) = changes(sender);
        let watch =
            (origin == Origin::File).then(|| Watch::start(path, follow, seen, send)).transpose()?;
        Ok(Self { watch, _ticket: ticket })
    }

    fn pipe(pipe: Pipe, sender: &Sender<Message>) -> io::Result<Self> {
        let (ticket, send) = changes(sender);
        pipe.follow(send)?;
        Ok(Self { watch: None, _ticket: ticket })
    }

    fn ask(&self, what: impl FnOnce(&Watch)) {
        if let Some(watch) = &self.watch {
            what(watch);
        }
    }
}

/// Returns a function that sends changes to the loop while its ticket is held.
fn changes(sender: &Sender<Message>) -> (Ticket, impl FnMut(Change) -> bool + Send + 'static) {
    let ticket = Ticket::default();
    let wanted = Wanted::by(&ticket);
    let done = done(sender);
    let send = move |change| done(Done::new(wanted.clone(), change, update::change));
    (ticket, send)
}

/// Schedules the moves of autoplay.
#[derive(Debug, Default)]
struct Clock {
    /// The time of the last one.
    last: Option<Instant>,
}

impl Clock {
    /// Waits for the next message, or returns a tick when it is due. Returns `None` if something else is due first, or
    /// the channel is closed.
    fn wait(
        &mut self,
        messages: &Receiver<Message>,
        state: &State,
        due: Option<Instant>,
    ) -> Option<Message> {
        let interval = state.ui.mode.playing.interval();
        self.last = interval.map(|_| self.last.unwrap_or_else(Instant::now));
        let tick = interval.zip(self.last).map(|(pause, last)| last + pause);
        let Some(until) = tick.into_iter().chain(due).min() else {
            return messages.recv().ok();
        };
        match messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) if tick == Some(until) => {
                self.last = None;
                Some(Message::Event(Event::Tick))
            }
            // The channel cannot be closed, because this thread holds a sender.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }
}

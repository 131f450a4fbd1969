//! The loop that owns the terminal and the state.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use crossterm::event::Event as Input;

use super::events::Event;
use super::input::{self, Gate};
use super::jobs::{Ticket, Wanted};
use super::model::{Effect, State};
use super::terminal::Screen;
use super::{editor, probe};
use crate::crash;
use crate::files::watch::Change;
use crate::files::watch::Follow;
use crate::files::watch::Pipe;
use crate::files::watch::Seen;
use crate::files::watch::Watch;

/// What the loop has at its hands: the terminal, the watched file, threads.
pub(super) struct Session {
    screen: Screen,
    followed: Followed,
    sender: Sender<Event>,
    follow: Follow,
}

impl Session {
    /// Takes the terminal over.
    pub(super) fn open(
        followed: Followed,
        sender: Sender<Event>,
        follow: Follow,
    ) -> io::Result<Self> {
        Ok(Self {
            screen: Screen::open()?,
            followed,
            sender,
            follow,
        })
    }

    /// Goes on until the reader quits. `asks` has the terminal asked how wide it draws ambiguous characters.
    pub(super) fn run(
        &mut self,
        state: &mut State,
        events: &Receiver<Event>,
        asks: bool,
    ) -> io::Result<()> {
        state.set_size(self.screen.size()?);
        if asks {
            self.ask_width(state)?;
        }
        let gate = input::spawn(self.sender.clone())?;
        let mut clock = Clock::default();
        while self.obey(state)? {
            state.set_size(self.screen.size()?);
            self.screen.draw(state)?;
            // Everything that is queued is done before the next frame: a slow line must not lag behind the keys.
            let mut next = clock.wait(events, state);
            while let Some(event) = next {
                self.handle(state, event, &gate);
                if !self.obey(state)? {
                    return Ok(());
                }
                next = events.try_recv().ok();
            }
        }
        Ok(())
    }

    /// Gives the terminal back.
    pub(super) fn close(self) {
        self.screen.close();
    }

    /// Draws the first frame and asks meanwhile how wide the terminal draws ambiguous characters. Nothing may read the
    /// terminal yet.
    fn ask_width(&mut self, state: &mut State) -> io::Result<()> {
        self.screen.ask_and_draw(state)?;
        let (ambiguous, keys) = probe::answer()?;
        state.set_ambiguous(ambiguous);
        for key in keys {
            // The receiver is waiting for us.
            let _ = self.sender.send(Event::Input(Input::Key(key)));
        }
        Ok(())
    }

    fn handle(&mut self, state: &mut State, event: Event, gate: &Gate) {
        match event {
            Event::InputRead => gate.open(),
            // What happened to a file that is not open any more.
            Event::Change(_, wanted) if !wanted.is() => {}
            Event::Input(Input::Resize(..)) => {
                // Even if the size is what it was: nobody knows what the terminal did with its lines meanwhile.
                self.screen.redraw();
                state.handle(event);
            }
            event => state.handle(event),
        }
    }

    /// Does what is wanted; false if that is to end.
    fn obey(&mut self, state: &mut State) -> io::Result<bool> {
        while let Some(effect) = state.next_effect() {
            match effect {
                Effect::Quit => return Ok(false),
                Effect::Reload => self.followed.tell(Watch::reload),
                Effect::Pin(pinned) => self.followed.tell(|watch| watch.pin(pinned)),
                Effect::Redraw => self.screen.redraw(),
                Effect::Suspend => self.screen.suspend()?,
                Effect::Resume => self.screen.resume()?,
                Effect::Mouse(on) => self.screen.set_mouse(on)?,
                Effect::Copy(text) => self.screen.copy(&text)?,
                Effect::Edit(path, place) => {
                    let edited = self.screen.lend(|| editor::open(&path, place))?;
                    if let Err(say) = edited {
                        state.say(&say);
                    }
                    state.touch();
                }
                Effect::Watch(path, seen) => {
                    self.followed = Followed::file(&path, self.follow, &seen, &self.sender)?;
                }
                Effect::Start(task) => {
                    let sender = self.sender.clone();
                    let mut send = move |done| sender.send(Event::Done(done)).is_ok();
                    let worker = thread::Builder::new().name("work".to_owned());
                    worker.spawn(move || task.run(&mut send))?;
                }
            }
        }
        Ok(true)
    }
}

/// The watch on the open file. What it tells of is wanted as long as this lives.
pub(super) struct Followed {
    /// Nothing to ask where the record comes through a pipe.
    watch: Option<Watch>,
    _ticket: Ticket,
}

impl Followed {
    pub(super) fn file(
        path: &Path,
        follow: Follow,
        seen: &Seen,
        sender: &Sender<Event>,
    ) -> io::Result<Self> {
        crash::working_on(path);
        let (ticket, send) = changes(sender);
        let watch = Watch::start(path, follow, seen, send)?;
        Ok(Self {
            watch: Some(watch),
            _ticket: ticket,
        })
    }

    pub(super) fn pipe(pipe: Pipe, sender: &Sender<Event>) -> io::Result<Self> {
        let (ticket, send) = changes(sender);
        pipe.follow(send)?;
        Ok(Self {
            watch: None,
            _ticket: ticket,
        })
    }

    fn tell(&self, what: impl FnOnce(&Watch)) {
        if let Some(watch) = &self.watch {
            what(watch);
        }
    }
}

/// What sends changes to the loop for as long as its ticket is held.
fn changes(sender: &Sender<Event>) -> (Ticket, impl FnMut(Change) -> bool + Send + 'static) {
    let ticket = Ticket::default();
    let wanted = Wanted::by(&ticket);
    let sender = sender.clone();
    let send = move |change| sender.send(Event::Change(change, wanted.clone())).is_ok();
    (ticket, send)
}

/// Tells when the next move is to be played. Nothing ticks while no moves are played.
#[derive(Debug, Default)]
struct Clock {
    due: Option<Instant>,
}

impl Clock {
    /// The next event; a tick if nothing else comes before it is due.
    fn wait(&mut self, events: &Receiver<Event>, state: &State) -> Option<Event> {
        let Some(interval) = state.ui.playing.interval() else {
            self.due = None;
            return Some(events.recv().unwrap_or(Event::Quit));
        };
        let now = Instant::now();
        let due = *self.due.get_or_insert(now + interval);
        match events.recv_timeout(due.saturating_duration_since(now)) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => {
                self.due = None;
                Some(Event::Tick)
            }
            Err(RecvTimeoutError::Disconnected) => Some(Event::Quit),
        }
    }
}

//! The screen without a terminal: keys in, bytes out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crossterm::event::{Event as Input, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

use super::background::{Done, News, Pace, Task, Ticket, Wanted, standings};
use super::effects::{self, Host};
use super::model::{Effect, State};
use super::terminal::Painter;
use super::update::Event;
use super::{ScreenError, keymap, panes, update};
use crate::files::watch::Change;
use crate::format::Loaded;
use crate::settings::Config;

/// A session without a terminal, for tests and benchmarks. It does everything that the screen does, except what
/// requires a terminal, a file or the system.
pub struct Offscreen {
    state: State,
    outside: Outside,
}

/// What there is in place of the terminal and the system.
#[derive(Default)]
struct Outside {
    painter: Painter,
    copied: Option<String>,
    /// Pending work, while it is held back.
    held: Option<Vec<Task<State>>>,
}

impl Host for Outside {
    fn perform(&mut self, effect: Effect) -> Result<Vec<Event>, ScreenError> {
        match effect {
            Effect::Redraw => self.painter.forget(),
            Effect::Copy(text) => self.copied = Some(text),
            // Its results come one by one.
            Effect::Start(task) if task.pace() == Pace::Endless => {}
            Effect::Start(task) => match &mut self.held {
                Some(held) => held.push(task),
                None => return Ok(results(task)),
            },
            _ => {}
        }
        Ok(Vec::new())
    }
}

/// Does some work.
fn results(task: Task<State>) -> Vec<Event> {
    let mut done = Vec::new();
    task.run(&mut |outcome| {
        done.push(Event::Done(outcome));
        true
    });
    done
}

impl Offscreen {
    /// Opens a loaded file, with this name, on a terminal of the given size.
    ///
    /// # Errors
    /// The file contains no readable record.
    pub fn open(
        name: &str,
        loaded: Loaded,
        settings: Config,
        (columns, rows): (u16, u16),
    ) -> Result<Self, ScreenError> {
        let state = State::new(Path::new(name), loaded, 0, settings)?;
        let mut offscreen = Self { state, outside: Outside::default() };
        offscreen.resize(columns, rows);
        offscreen.handle(Event::Began(Box::default()));
        Ok(offscreen)
    }

    /// Opens books and waits until they are indexed. Skips those that cannot be opened.
    pub fn open_books(&mut self, books: Vec<PathBuf>) {
        self.state.ui.settings.books = books;
        self.handle(Event::Began(Box::default()));
    }

    /// Presses one or more keys, with names as in [`super::ACTIONS`]. Returns whether the session continues.
    pub fn press(&mut self, key: &str) -> bool {
        let keys = keymap::events(key).unwrap_or_default();
        keys.into_iter().all(|key| self.send(Input::Key(key)))
    }

    /// What was copied last.
    pub fn copied(&self) -> Option<&str> {
        self.outside.copied.as_deref()
    }

    /// Pastes text.
    pub fn paste(&mut self, text: &str) -> bool {
        self.send(Input::Paste(text.to_owned()))
    }

    /// Clicks a cell, counted from 0.
    pub fn click(&mut self, column: u16, row: u16) -> bool {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row)
    }

    /// Turns the mouse wheel over a cell.
    pub fn wheel(&mut self, column: u16, row: u16, down: bool) -> bool {
        let (up, below) = (MouseEventKind::ScrollUp, MouseEventKind::ScrollDown);
        self.mouse(if down { below } else { up }, column, row)
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> bool {
        self.send(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    }

    /// Ends the pause between two moves of autoplay.
    pub fn tick(&mut self) -> bool {
        self.handle(Event::Tick)
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.handle(Event::Sized(Size::new(columns, rows)));
    }

    /// Reads a file again, or another file of the followed directory, as after it was written and has rested.
    pub fn change(&mut self, name: &str, loaded: Loaded) {
        let ticket = Ticket::default();
        for change in [Change::Loaded(loaded), Change::Rested] {
            let change = (PathBuf::from(name), change);
            self.handle(Event::Done(Done::new(Wanted::by(&ticket), change, update::change)));
        }
    }

    /// Changes a file on the wall, as after it was read. Without games it is gone.
    pub fn change_on_wall(&mut self, name: &str, loaded: Option<&Loaded>) {
        let games = loaded.map_or_else(Vec::new, |loaded| standings(loaded, Instant::now()));
        let gone = std::iter::once((games.len(), News::Gone));
        let path: Arc<Path> = Path::new(name).into();
        let games = games.into_iter().map(|(game, standing)| (game, News::Stands(standing)));
        let news = gone.chain(games).map(|(game, news)| ((Arc::clone(&path), game), news));
        let (ticket, news) = (Ticket::default(), Ok(news.collect()));
        self.handle(Event::Done(Done::new(Wanted::by(&ticket), news, update::changed)));
    }

    /// The bytes to send to the terminal; empty if nothing has changed since the last call.
    pub fn frame(&mut self) -> Vec<u8> {
        if !self.state.dirty {
            return Vec::new();
        }
        self.state.dirty = false;
        paint(&self.state, &mut self.outside.painter)
    }

    /// The bytes that redraw the whole screen.
    pub fn whole_frame(&self) -> Vec<u8> {
        paint(&self.state, &mut Painter::default())
    }

    /// Holds back background work from now on, as on a busy machine, or does what was held back.
    pub fn hold_jobs(&mut self, hold: bool) {
        let next = hold.then(Vec::new);
        let held = std::mem::replace(&mut self.outside.held, next);
        for event in held.into_iter().flatten().flat_map(results) {
            self.handle(event);
        }
    }

    fn send(&mut self, input: Input) -> bool {
        self.handle(Event::Input(input))
    }

    fn handle(&mut self, event: Event) -> bool {
        effects::handle(&mut self.outside, &mut self.state, event).is_ok_and(|end| end.is_none())
    }
}

fn paint(state: &State, painter: &mut Painter) -> Vec<u8> {
    let (frame, cursor) = panes::frame(state);
    painter.paint(frame, cursor, state.ambiguous())
}

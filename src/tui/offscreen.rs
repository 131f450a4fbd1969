//! The screen without a terminal: keys in, bytes out.

use std::path::{Path, PathBuf};

use crossterm::event::{Event as Input, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

use super::background::Task;
use super::model::{Effect, State};
use super::terminal::Painter;
use super::update::Event;
use super::{Error, SessionOptions, arrange, keymap, panes, update};
use crate::format::Loaded;
use crate::settings::Config;

/// A session without a terminal, for tests and benchmarks. It does everything that the screen does, except what
/// requires a terminal, a file or the system.
pub struct Offscreen {
    state: State,
    painter: Painter,
    copied: Option<String>,
    /// Pending work, while it is held back.
    held: Option<Vec<Task<State>>>,
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
    ) -> Result<Self, Error> {
        let mut state = State::new(Path::new(name), loaded, 0, settings)?;
        arrange::resize(&mut state, Size::new(columns, rows));
        let mut offscreen = Self { state, painter: Painter::default(), copied: None, held: None };
        let effects = update::begin(&mut offscreen.state, SessionOptions::default(), None);
        offscreen.obey(effects);
        Ok(offscreen)
    }

    /// Opens books and waits until they are indexed. Skips those that cannot be opened.
    pub fn open_books(&mut self, books: Vec<PathBuf>) {
        self.state.ui.settings.books = books;
        let effects = update::begin(&mut self.state, SessionOptions::default(), None);
        self.obey(effects);
    }

    /// Presses one or more keys, with names as in [`super::ACTIONS`]. Returns whether the session continues.
    pub fn press(&mut self, key: &str) -> bool {
        let keys = keymap::events(key).unwrap_or_default();
        keys.into_iter().all(|key| self.send(Input::Key(key)))
    }

    /// What was copied last.
    pub fn copied(&self) -> Option<&str> {
        self.copied.as_deref()
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
        arrange::resize(&mut self.state, Size::new(columns, rows));
    }

    /// The bytes to send to the terminal; empty if nothing has changed since the last call.
    pub fn frame(&mut self) -> Vec<u8> {
        if !self.state.dirty {
            return Vec::new();
        }
        self.state.dirty = false;
        paint(&self.state, &mut self.painter)
    }

    /// The bytes that redraw the whole screen.
    pub fn whole_frame(&self) -> Vec<u8> {
        paint(&self.state, &mut Painter::default())
    }

    /// Holds back background work from now on, as on a busy machine, or does what was held back.
    pub fn hold_jobs(&mut self, hold: bool) {
        let next = hold.then(Vec::new);
        let held = std::mem::replace(&mut self.held, next);
        for task in held.unwrap_or_default() {
            self.work(task);
        }
    }

    fn work(&mut self, task: Task<State>) -> bool {
        let mut done = Vec::new();
        task.run(&mut |outcome| {
            done.push(outcome);
            true
        });
        done.into_iter().all(|done| self.handle(Event::Done(done)))
    }

    fn send(&mut self, input: Input) -> bool {
        self.handle(Event::Input(input))
    }

    fn handle(&mut self, event: Event) -> bool {
        let effects = update::update(&mut self.state, event);
        self.obey(effects)
    }

    /// Applies effects. Returns false if the session should end.
    fn obey(&mut self, effects: Vec<Effect>) -> bool {
        for effect in effects {
            match effect {
                Effect::Quit => return false,
                Effect::Redraw => self.painter.forget(),
                Effect::Copy(text) => self.copied = Some(text),
                Effect::Start(task) => match &mut self.held {
                    Some(held) => held.push(task),
                    None => {
                        if !self.work(task) {
                            return false;
                        }
                    }
                },
                _ => {}
            }
        }
        true
    }
}

fn paint(state: &State, painter: &mut Painter) -> Vec<u8> {
    let (frame, cursor) = panes::frame(state);
    painter.paint(frame, cursor, state.ambiguous())
}

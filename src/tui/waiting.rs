//! The screen while no record is available yet.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::events::Message;
use super::i18n::Texts;
use super::opening::{Opening, Source};
use super::terminal::{self, Canvas, Reading, Request, Terminal};
use super::{Ending, Error};
use crate::files::load::LoadError;
use crate::settings::Config;

/// If opening succeeds or fails within this time, the terminal is not touched before.
const BRIEFLY: Duration = Duration::from_millis(300);

/// Practically forever.
const FOREVER: Duration = Duration::from_secs(1 << 30);

/// Returns a function that sends input of the terminal to the loop.
pub(super) fn readings(sender: &Sender<Message>) -> impl FnMut(Reading) -> bool + Send + 'static {
    let sender = sender.clone();
    move |reading| sender.send(Message::Terminal(reading)).is_ok()
}

/// Waits for a record. If that takes long, takes over the terminal and shows why.
#[derive(Debug)]
pub(super) struct Waiting<'a> {
    /// The name of the file, cleaned.
    name: &'a str,
    settings: &'a Config,
    reason: String,
    terminal: Option<Terminal>,
    /// Keys and pasted text for the record.
    typed: Vec<Input>,
}

/// The result of waiting.
#[derive(Debug)]
pub(super) enum Waited {
    /// The record, the terminal if it was taken over, and what was typed meanwhile.
    Ready(Box<Source>, Option<Terminal>, Vec<Input>),
    Left(Ending),
}

/// The result of a message while waiting.
enum Step {
    On,
    Over(Result<Box<Source>, LoadError>),
    Left(Ending),
}

impl<'a> Waiting<'a> {
    pub(super) fn new(name: &'a str, settings: &'a Config) -> Self {
        Self { name, settings, reason: String::new(), terminal: None, typed: Vec::new() }
    }

    /// Waits until there is a record, or the user quits.
    ///
    /// # Errors
    /// The record cannot be opened, or the terminal fails.
    pub(super) fn run(
        mut self,
        messages: &Receiver<Message>,
        sender: &Sender<Message>,
    ) -> Result<Waited, Error> {
        let opens = Instant::now() + BRIEFLY;
        loop {
            let left = match &self.terminal {
                None => opens.saturating_duration_since(Instant::now()),
                Some(_) => FOREVER,
            };
            match messages.recv_timeout(left) {
                Ok(message) => match self.take(message)? {
                    Step::On => {}
                    Step::Over(source) => {
                        return Ok(Waited::Ready(source?, self.terminal, self.typed));
                    }
                    Step::Left(ending) => return Ok(Waited::Left(ending)),
                },
                Err(RecvTimeoutError::Timeout) => {
                    self.terminal = Some(Terminal::open(readings(sender))?);
                }
                // This thread holds a sender.
                Err(RecvTimeoutError::Disconnected) => return Ok(Waited::Left(Ending::Quit)),
            }
            self.draw()?;
        }
    }

    fn take(&mut self, message: Message) -> Result<Step, Error> {
        match message {
            Message::Opening(Opening::Waiting(reason)) => self.reason = reason,
            Message::Opening(Opening::Over(source)) => return Ok(Step::Over(source)),
            Message::Signal(Request::Quit(signal)) => {
                return Ok(Step::Left(Ending::Signal(signal)));
            }
            Message::Terminal(Reading::Ended(reason)) => return Err(Error::Input(reason)),
            Message::Terminal(Reading::Input(Input::Key(key))) => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('q') => return Ok(Step::Left(Ending::Quit)),
                    KeyCode::Char('c') if control => return Ok(Step::Left(Ending::Quit)),
                    KeyCode::Char('z') if control => self.suspend()?,
                    _ => self.typed.push(Input::Key(key)),
                }
            }
            Message::Terminal(Reading::Input(paste @ Input::Paste(_))) => self.typed.push(paste),
            Message::Terminal(Reading::Rest) => {
                if let Some(terminal) = &self.terminal {
                    terminal.gate.open();
                }
            }
            Message::Signal(Request::Suspend) => self.suspend()?,
            Message::Signal(Request::Resume) => {
                if let Some(terminal) = &mut self.terminal {
                    terminal.screen.resume()?;
                }
            }
            Message::Signal(Request::Resize)
            | Message::Terminal(Reading::Input(Input::Resize(..))) => {
                if let Some(terminal) = &mut self.terminal {
                    terminal.screen.redraw();
                }
            }
            Message::Event(_) | Message::Terminal(_) => {}
        }
        Ok(Step::On)
    }

    fn suspend(&mut self) -> io::Result<()> {
        match &mut self.terminal {
            _ if !terminal::has_shell() => Ok(()),
            Some(terminal) => terminal.screen.suspend(),
            None => terminal::stop(),
        }
    }

    fn draw(&mut self) -> Result<(), Error> {
        let Some(terminal) = &mut self.terminal else {
            return Ok(());
        };
        if !terminal.screen.is_ours() {
            return Ok(());
        }
        let size = terminal.screen.size()?;
        let mut grid = Buffer::empty(Rect::new(0, 0, size.width, size.height));
        let ambiguous = self.settings.ambiguous;
        let mut canvas = Canvas::new(&mut grid, ambiguous, self.settings.unicode);
        let waiting = Texts::of(self.settings.shown_language()).waiting;
        for (y, text) in [(0, self.name), (2, waiting), (3, &self.reason)] {
            if y < size.height {
                canvas.put(0, y, text, size.width, Style::new());
            }
        }
        terminal.screen.draw(grid, Position::ORIGIN, ambiguous)?;
        Ok(())
    }
}

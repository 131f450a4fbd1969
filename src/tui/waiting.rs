//! Waiting for the first record, before there is a screen.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyModifiers};

use super::effects::{self, Message};
use super::opening::Opening;
use super::terminal::{Received, Terminal};
use super::{ScreenError, SessionEnd};
use crate::files::watch::Opened;

/// Nothing is said about a record that is opened within this time.
const BRIEFLY: Duration = Duration::from_millis(300);

/// Practically forever.
const FOREVER: Duration = Duration::from_secs(1 << 30);

/// Returns a function that sends input of the terminal to the loop.
pub(super) fn readings(sender: &Sender<Message>) -> impl FnMut(Received) -> bool + Send + 'static {
    let sender = sender.clone();
    move |reading| sender.send(Message::Terminal(reading)).is_ok()
}

/// What happened before there was a record.
#[derive(Default)]
pub(super) struct Early {
    /// The terminal, if its keys were needed.
    pub(super) terminal: Option<Terminal>,
    /// Keys and other messages for the session.
    pub(super) messages: Vec<Message>,
}

impl Early {
    /// Waits until there is a record, or the user quits. If that takes long, says so in a line on standard error, which
    /// begins with `name` and ends with `waiting`.
    ///
    /// # Errors
    /// The record cannot be opened, or the terminal fails.
    pub(super) fn wait(
        &mut self,
        name: &str,
        waiting: &str,
        messages: &Receiver<Message>,
        sender: &Sender<Message>,
    ) -> Result<Result<Box<Opened>, SessionEnd>, ScreenError> {
        let speaks = Instant::now() + BRIEFLY;
        let mut line = format!("dapu: {name}: {waiting}");
        loop {
            let left = match &self.terminal {
                None => speaks.saturating_duration_since(Instant::now()),
                Some(_) => FOREVER,
            };
            match messages.recv_timeout(left) {
                Ok(Message::Opening(Opening::Over(opened))) => return Ok(Ok(opened?)),
                Ok(Message::Opening(Opening::Waiting(reason))) => {
                    line = format!("dapu: {name}: {reason}: {waiting}");
                    if self.terminal.is_some() {
                        say(&line);
                    }
                }
                Ok(message) => {
                    if let Some(ending) = self.take(message)? {
                        return Ok(Err(ending));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.terminal = Some(Terminal::open(readings(sender))?);
                    say(&line);
                }
                // This thread holds a sender.
                Err(RecvTimeoutError::Disconnected) => return Ok(Err(SessionEnd::Quit)),
            }
        }
    }

    /// Handles a message, or keeps it for the session. Returns how the program ended, if it did.
    fn take(&mut self, message: Message) -> Result<Option<SessionEnd>, ScreenError> {
        let key = match &message {
            Message::Terminal(Received::Input(Input::Key(key))) => Some((key.code, key.modifiers)),
            _ => None,
        };
        match key {
            Some((KeyCode::Char('q'), _) | (KeyCode::Char('c'), KeyModifiers::CONTROL)) => {
                return Ok(Some(SessionEnd::Quit));
            }
            Some((KeyCode::Char('z'), KeyModifiers::CONTROL)) => {
                effects::suspend(self.terminal.as_mut())?;
                return Ok(None);
            }
            _ => {}
        }
        match effects::take_message(self.terminal.as_mut(), message)? {
            ControlFlow::Break(ending) => return Ok(Some(ending)),
            ControlFlow::Continue(rest) => self.messages.extend(rest),
        }
        Ok(None)
    }
}

/// Says something on standard error. In raw mode the terminal does not return to the first column by itself.
fn say(line: &str) {
    // Nobody may be listening.
    let _ = write!(io::stderr(), "{line}\r\n");
}

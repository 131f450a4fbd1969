//! Between the state and the world: hands events to the state, and has what it asks for done.

use std::io;
use std::ops::ControlFlow;

use super::model::{Effect, Moment, State};
use super::opening::Opening;
use super::report::Report;
use super::terminal::{self, Received, Request, Terminal};
use super::update::{self, Event};
use super::{ScreenError, SessionEnd};
use crate::engine;

/// What does what the state asks for.
pub(super) trait Host {
    /// Performs an effect. Returns the events that result at once.
    ///
    /// # Errors
    /// The terminal fails.
    fn perform(&mut self, effect: Effect) -> Result<Vec<Event>, ScreenError>;
}

/// Passes an event to the state, performs the effects it asks for, and passes on the events that result. Returns how the
/// session ended, if it did.
///
/// # Errors
/// The terminal fails.
pub(super) fn handle(
    host: &mut impl Host,
    state: &mut State,
    event: Event,
) -> Result<Option<SessionEnd>, ScreenError> {
    for effect in update::update(state, event, Moment::now()) {
        if matches!(effect, Effect::Quit) {
            return Ok(Some(SessionEnd::Quit));
        }
        for event in host.perform(effect)? {
            if let Some(ending) = handle(host, state, event)? {
                return Ok(Some(ending));
            }
        }
    }
    Ok(None)
}

/// A message to the main loop.
pub(super) enum Message {
    Event(Event),
    Terminal(Received),
    Signal(Request),
    Opening(Opening),
}

/// Handles a message that concerns the terminal, if there is one yet. Returns a message for the session, or how the program
/// ends.
///
/// # Errors
/// The terminal fails, or there is no more input from it.
pub(super) fn take_message(
    terminal: Option<&mut Terminal>,
    message: Message,
) -> Result<ControlFlow<SessionEnd, Option<Message>>, ScreenError> {
    let rest = match (message, terminal) {
        (Message::Signal(Request::Quit(signal)), _) => {
            return Ok(ControlFlow::Break(SessionEnd::Signal(signal)));
        }
        (Message::Terminal(Received::Ended(reason)), _) => return Err(ScreenError::Input(reason)),
        (Message::Signal(Request::Suspend), terminal) => suspend(terminal)?.map(Message::Event),
        (Message::Signal(Request::Resume), Some(terminal)) => {
            terminal.screen.resume()?;
            Some(Message::Event(Event::Sized(terminal.screen.size()?)))
        }
        (Message::Terminal(Received::Rest), Some(terminal)) => {
            terminal.gate.open();
            None
        }
        (message, _) => Some(message),
    };
    Ok(ControlFlow::Continue(rest))
}

/// Suspends dapu, unless nothing could resume it.
pub(super) fn suspend(terminal: Option<&mut Terminal>) -> io::Result<Option<Event>> {
    if !terminal::has_shell() {
        return Ok(Some(Event::Reported(Report::NoShell)));
    }
    engine::halt(true);
    let suspended = match terminal {
        Some(terminal) => terminal.screen.suspend(),
        None => terminal::stop(),
    };
    engine::halt(false);
    suspended?;
    Ok(None)
}

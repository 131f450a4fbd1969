//! The events of the main loop.

use crossterm::event::Event as Input;

use super::background::Done;
use super::model::State;
use super::opening::Opening;
use super::terminal::{Reading, Request};

/// An event from outside that changes the state of the screen.
pub(super) enum Event {
    /// A key, a mouse event or pasted text.
    Input(Input),
    /// A result of some work, or a change of the file.
    Done(Done<State>),
    /// The pause between two moves of autoplay has ended.
    Tick,
}

/// A message to the main loop.
pub(super) enum Message {
    Event(Event),
    Terminal(Reading),
    Signal(Request),
    Opening(Opening),
}

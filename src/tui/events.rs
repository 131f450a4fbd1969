//! The events of the main loop.

use crossterm::event::Event as Input;

use super::background::{Done, Wanted};
use super::opening::Opening;
use super::terminal::{Reading, Request};
use crate::files::history::Entry;
use crate::files::watch::Change;

/// An event from outside that changes the state of the screen.
#[derive(Debug)]
pub(super) enum Event {
    /// A key, a mouse event or pasted text.
    Input(Input),
    /// The file changed, unless another one is open now.
    Change(Change, Wanted),
    /// What is remembered of the opened file, and whether to go to the remembered place.
    Remembered(Entry, bool),
    /// A piece of work is done.
    Done(Done),
    /// The pause between two moves of autoplay is over.
    Tick,
}

/// A message to the main loop.
#[derive(Debug)]
pub(super) enum Message {
    Event(Event),
    Terminal(Reading),
    Signal(Request),
    Opening(Opening),
}

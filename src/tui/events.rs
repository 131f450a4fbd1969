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
    /// The file changed. Ignored if another one is open by now.
    Change(Change, Wanted),
    /// The history of the opened file, and whether to go to its place.
    Remembered(Entry, bool),
    /// A piece of work has finished.
    Done(Done),
    /// The pause between two moves of autoplay has ended.
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

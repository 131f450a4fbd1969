//! What the loop hears of.

use crossterm::event::Event as Input;

use super::background::{Done, Wanted};
use super::opening::Opening;
use super::terminal::{Reading, Request};
use crate::files::history::Entry;
use crate::files::watch::Change;

/// Something that happens to the state of the screen from outside.
#[derive(Debug)]
pub(super) enum Event {
    /// A key, a press of the mouse, pasted text.
    Input(Input),
    /// The file changed, if it is still the one that is open.
    Change(Change, Wanted),
    /// What is remembered of the file that was opened, and whether the place is to be taken over.
    Remembered(Entry, bool),
    /// A piece of work is done.
    Done(Done),
    /// The pause between two moves that are played is over.
    Tick,
}

/// Something that the loop has to deal with.
#[derive(Debug)]
pub(super) enum Message {
    Event(Event),
    Terminal(Reading),
    Signal(Request),
    Opening(Opening),
}

//! The terminal: its device, the screen drawn on it, its input, and related signals. Independent of records.

mod canvas;
#[cfg(unix)]
mod decoder;
mod input;
mod painter;
mod screen;
mod signals;
mod tty;

use std::io;

use crossterm::event::Event as Input;

pub(super) use canvas::Canvas;
pub(super) use input::{Gate, wait_for_arrows};
pub(super) use painter::{Ink, Painter};
pub(super) use screen::{Screen, TOO_LARGE};
pub(super) use signals::{Request, Signals};
pub(super) use tty::{has_shell, stop, wait_for};

/// Input from the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Received {
    /// A key, a mouse event or pasted text.
    Input(Input),
    /// The row and column of the cursor, from 1: the answer to a query.
    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is asked there"))]
    Cursor(u16, u16),
    /// All available input has been sent. The thread waits for its gate.
    Rest,
    /// No more input will arrive, for this reason.
    Ended(String),
}

/// The terminal while dapu has it: the screen, and the gate of the input thread.
pub(super) struct Terminal {
    pub(super) screen: Screen,
    pub(super) gate: Gate,
}

impl Terminal {
    /// Takes the keys of the terminal. `send` receives its input and returns whether to continue.
    ///
    /// # Errors
    /// The terminal fails, or the thread cannot be created.
    pub(super) fn open(send: impl FnMut(Received) -> bool + Send + 'static) -> io::Result<Self> {
        let screen = Screen::open()?;
        let gate = Gate::spawn(send)?;
        Ok(Self { screen, gate })
    }
}

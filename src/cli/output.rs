//! Standard output and standard error. Whoever reads them may go away at any time.

use crate::text;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::error::Error;
use crate::text::json;

/// How much is kept before it is handed on.
const ENOUGH: usize = 1 << 16;

/// What a command prints, with text from files made harmless on its way. It is handed on by [`Output::flush`].
#[derive(Default)]
pub(super) struct Output {
    lines: Vec<u8>,
    messages: Vec<u8>,
    progress: Progress,
    raw: bool,
    color: bool,
    /// How many more lines may be printed.
    room: Option<usize>,
}

/// What a piece of output is, which its colour shows too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tint {
    /// A file, perhaps with a place in it.
    File,
    /// A place alone.
    Place,
}

impl Output {
    /// Standard output and standard error; `raw` lets text from files through as it is.
    pub(super) fn new(raw: bool, color: bool) -> Self {
        Self {
            raw,
            color,
            ..Self::default()
        }
    }

    /// Prints so many lines at most, if there is a limit.
    pub(super) fn limit(&mut self, lines: Option<usize>) {
        self.room = lines;
    }

    /// Clean text in its colour, if there are colours.
    pub(super) fn tint<'a>(&self, tint: Tint, text: &'a str) -> Cow<'a, str> {
        let code = match tint {
            Tint::File => 35,
            Tint::Place => 32,
        };
        match self.color && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m").into(),
            false => text.into(),
        }
    }

    /// Text from a file as it may be printed; it may have several lines.
    pub(super) fn clean<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.raw {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(text::clean(text))
        }
    }

    /// Text from a file on one line.
    pub(super) fn clean_line<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.raw {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(text::clean_line(text))
        }
    }

    /// Prints a line that is clean already.
    pub(super) fn line(&mut self, text: &str) -> Result<(), Error> {
        if let Some(room) = &mut self.room {
            match room.checked_sub(1) {
                Some(left) => *room = left,
                None => return Ok(()),
            }
        }
        self.lines.extend_from_slice(text.as_bytes());
        self.lines.push(b'\n');
        if self.lines.len() < ENOUGH {
            return Ok(());
        }
        self.flush()
    }

    /// Prints a value on a line of its own.
    pub(super) fn json(&mut self, value: &Value) -> Result<(), Error> {
        self.line(&json::escape(value.to_string()))
    }

    /// Prints a message on standard error, on a line of its own.
    pub(super) fn report(&mut self, message: &dyn fmt::Display) {
        self.messages
            .extend_from_slice(message_line(message).as_bytes());
    }

    /// Hands on what was printed so far.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        if self.lines.is_empty() && self.messages.is_empty() {
            return Ok(());
        }
        self.progress.clear();
        // Nothing is to be done if nobody reads the messages.
        let _ = io::stderr().write_all(&self.messages);
        self.messages.clear();
        print(&self.lines)?;
        self.lines.clear();
        Ok(())
    }

    /// Shows on a terminal how far long work has come.
    pub(super) fn progress(&mut self, state: impl FnOnce() -> String) {
        self.progress.show(state);
    }
}

/// Prints a message on standard error, on a line of its own.
pub(super) fn report(message: &dyn fmt::Display) {
    let _ = io::stderr().write_all(message_line(message).as_bytes());
}

/// A message may quote a file.
fn message_line(message: &dyn fmt::Display) -> String {
    format!("dapu: {}\n", text::clean(&message.to_string()))
}

/// Writes all of a command's output at once.
pub(super) fn print(text: &[u8]) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    Ok(out.flush()?)
}

/// The columns and rows of the terminal that standard output is, if it is one and has a size.
pub(super) fn terminal_size() -> Option<(u16, u16)> {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(io::stdout())
        && size.ws_col > 0
    {
        return Some((size.ws_col, size.ws_row));
    }
    None
}

/// A line on the terminal that says how far long work has come.
struct Progress {
    next: Option<Instant>,
    shown: bool,
}

/// Work that is done before this needs no word about it.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(100);

impl Default for Progress {
    /// Starts the clock.
    fn default() -> Self {
        let terminal = io::stderr().is_terminal();
        Self {
            next: terminal.then(|| Instant::now() + PATIENCE),
            shown: false,
        }
    }
}

impl Progress {
    /// Shows how far the work is, unless it did so a moment ago.
    fn show(&mut self, state: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.is_some_and(|next| next <= now) {
            self.next = Some(now + PAUSE);
            self.shown = true;
            // The cursor goes back first, so that whatever is printed next starts the line.
            let _ = write!(io::stderr(), "\r\x1b[K{}\r", state());
        }
    }

    /// Takes the line away before something else is printed.
    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

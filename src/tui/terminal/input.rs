//! The thread that reads the terminal.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crossterm::event::Event as Input;

use crate::crash;

/// What comes from the terminal.
#[derive(Debug)]
pub(in crate::tui) enum Reading {
    /// A key, a press of the mouse, pasted text.
    Input(Input),
    /// The row and the column of the cursor, from 1: the answer to a question.
    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is asked there"))]
    Cursor(u16, u16),
    /// All that was there has been sent; the thread waits for its gate.
    Rest,
    /// Nothing more will come, for this reason.
    Ended(String),
}

/// Lets the input thread read on.
#[derive(Debug)]
pub(in crate::tui) struct Gate(Sender<()>);

impl Gate {
    /// Reads the terminal on its own thread until it ends. After everything available was sent, a [`Reading::Rest`]
    /// follows, and nothing is read until the gate opens: while an editor has the terminal, its keys are not ours.
    /// `send` returns whether anybody listens.
    ///
    /// # Errors
    /// The terminal cannot be opened, or the system gives no thread.
    pub(in crate::tui) fn spawn(
        mut send: impl FnMut(Reading) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (gate, opened) = mpsc::channel();
        let mut source = source::Source::open()?;
        let work = move || {
            let work = || read(&mut source, &mut send, &opened);
            let reason = match catch_unwind(AssertUnwindSafe(work)) {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => crash::reason(&*panic),
            };
            send(Reading::Ended(reason));
        };
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(work)?;
        Ok(Self(gate))
    }

    /// Everything that was read has been dealt with.
    pub(in crate::tui) fn open(&self) {
        // The thread ends with the terminal; then there is nothing to read.
        let _ = self.0.send(());
    }
}

/// Reads until nobody listens.
fn read(
    source: &mut source::Source,
    send: &mut impl FnMut(Reading) -> bool,
    opened: &Receiver<()>,
) -> io::Result<()> {
    loop {
        for reading in source.next()? {
            if !send(reading) {
                return Ok(());
            }
        }
        if !source.has_more() && (!send(Reading::Rest) || opened.recv().is_err()) {
            return Ok(());
        }
    }
}

#[cfg(unix)]
mod source {
    use std::io;
    use std::time::{Duration, Instant};

    use super::Reading;
    use crate::tui::terminal::decoder::{Decoded, Decoder};
    use crate::tui::terminal::tty::Keyboard;

    /// The terminal's bytes as inputs.
    pub(super) struct Source {
        keyboard: Keyboard,
        decoder: Decoder,
    }

    impl Source {
        pub(super) fn open() -> io::Result<Self> {
            Ok(Self {
                keyboard: Keyboard::open()?,
                decoder: Decoder::default(),
            })
        }

        /// Waits for input. There may be none of it: what was read last is not whole yet.
        pub(super) fn next(&mut self) -> io::Result<Vec<Reading>> {
            let decoded = if self.keyboard.has_input(self.decoder.patience()) {
                let mut bytes = [0; 4096];
                let count = self.keyboard.read(&mut bytes)?;
                self.decoder.feed(&bytes[..count], Instant::now())
            } else {
                self.decoder.expire(Instant::now())
            };
            let reading = |decoded| match decoded {
                Decoded::Input(input) => Reading::Input(input),
                Decoded::Cursor(row, column) => Reading::Cursor(row, column),
            };
            Ok(decoded.into_iter().map(reading).collect())
        }

        pub(super) fn has_more(&self) -> bool {
            self.keyboard.has_input(Some(Duration::ZERO))
        }
    }
}

#[cfg(not(unix))]
mod source {
    use std::io;
    use std::time::Duration;

    use crossterm::event;

    use super::Reading;

    /// The terminal as the system decodes it.
    pub(super) struct Source;

    impl Source {
        pub(super) fn open() -> io::Result<Self> {
            Ok(Self)
        }

        pub(super) fn next(&mut self) -> io::Result<Vec<Reading>> {
            Ok(vec![Reading::Input(event::read()?)])
        }

        pub(super) fn has_more(&self) -> bool {
            event::poll(Duration::ZERO).unwrap_or(false)
        }
    }
}

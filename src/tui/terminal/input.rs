//! The thread that reads the terminal.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::Received;
use crate::crash;

/// Whether the key Esc is waited for longer than usual, because an arrow key may begin with it.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// Sets whether the rest of an arrow key is waited for longer than usual.
pub(in crate::tui) fn wait_for_arrows(long: bool) {
    IS_PATIENT.store(long, Ordering::Relaxed);
}

/// Allows the input thread to continue.
pub(in crate::tui) struct Gate(Sender<()>);

impl Gate {
    /// Reads the terminal on its own thread until it ends. After all available input, sends [`Received::Rest`] and waits
    /// for the gate to open: while an editor has the terminal, its keys must not be read. `send` returns whether to
    /// continue.
    ///
    /// # Errors
    /// The terminal cannot be opened, or the thread cannot be created.
    pub(in crate::tui) fn spawn(
        mut send: impl FnMut(Received) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (gate, opened) = mpsc::channel();
        let mut source = source::Decoded::open()?;
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let read = AssertUnwindSafe(|| read(&mut source, &mut send, &opened));
            let reason = match catch_unwind(read) {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => crash::reason(&*panic),
            };
            send(Received::Ended(reason));
        })?;
        Ok(Self(gate))
    }

    /// Opens the gate, after everything that was read has been handled.
    pub(in crate::tui) fn open(&self) {
        // The send fails only if the thread has ended with the terminal.
        let _ = self.0.send(());
    }
}

/// Reads until the receiver is gone.
fn read(
    source: &mut source::Decoded,
    send: &mut impl FnMut(Received) -> bool,
    opened: &Receiver<()>,
) -> io::Result<()> {
    loop {
        for reading in source.next()? {
            if !send(reading) {
                return Ok(());
            }
        }
        if !source.has_more() && (!send(Received::Rest) || opened.recv().is_err()) {
            return Ok(());
        }
    }
}

#[cfg(unix)]
mod source {
    use std::io;
    use std::time::{Duration, Instant};

    use std::sync::atomic::Ordering;

    use super::{IS_PATIENT, Received};
    use crate::tui::terminal::decoder::Decoder;
    use crate::tui::terminal::tty::Keyboard;

    /// Decodes the terminal's input.
    pub(super) struct Decoded {
        keyboard: Keyboard,
        decoder: Decoder,
    }

    impl Decoded {
        pub(super) fn open() -> io::Result<Self> {
            Ok(Self { keyboard: Keyboard::open()?, decoder: Decoder::default() })
        }

        /// Waits for input. Returns nothing while the input is incomplete.
        pub(super) fn next(&mut self) -> io::Result<Vec<Received>> {
            self.decoder.is_patient = IS_PATIENT.load(Ordering::Relaxed);
            if self.keyboard.has_input(self.decoder.patience()) {
                let mut bytes = [0; 4096];
                let count = self.keyboard.read(&mut bytes)?;
                return Ok(self.decoder.feed(&bytes[..count], Instant::now()));
            }
            Ok(self.decoder.expire(Instant::now()))
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

    use super::Received;

    /// The terminal as decoded by the operating system.
    pub(super) struct Decoded;

    impl Decoded {
        pub(super) fn open() -> io::Result<Self> {
            Ok(Self)
        }

        pub(super) fn next(&mut self) -> io::Result<Vec<Received>> {
            Ok(vec![Received::Input(event::read()?)])
        }

        pub(super) fn has_more(&self) -> bool {
            event::poll(Duration::ZERO).unwrap_or(false)
        }
    }
}

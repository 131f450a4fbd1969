//! The threads that feed the loop.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::event::{self, Event as Input};

use super::terminal;
use crate::watch::Change;

/// Something that the loop has to deal with.
#[derive(Debug)]
pub(super) enum Event {
    /// A key, a resize, pasted text.
    Input(Input),
    /// The file changed.
    Change(Change),
    /// The system asks us to end.
    Quit,
    /// The system asks us to stop for a while.
    Suspend,
    /// We were stopped from outside and go on now: the screen is not as we left it.
    Resumed,
}

/// Reads the terminal until it ends.
pub(super) fn spawn_input(sender: Sender<Event>) -> io::Result<()> {
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            loop {
                let event = match event::read() {
                    Ok(event) => Event::Input(event),
                    // The terminal is gone.
                    Err(_) => Event::Quit,
                };
                let last = matches!(event, Event::Quit);
                if sender.send(event).is_err() || last {
                    return;
                }
            }
        })?;
    Ok(())
}

/// Listens to signals on a thread of its own.
#[cfg(unix)]
pub(super) fn spawn_signals(sender: Sender<Event>) -> io::Result<Signals> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    let handle = signals.handle();
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                let event = match signal {
                    // The terminal has hung up. The loop may be stuck in a write to it, and the input thread spins on a
                    // dead terminal: leave from here.
                    SIGHUP => {
                        terminal::restore();
                        std::process::exit(128 + SIGHUP);
                    }
                    SIGTSTP => Event::Suspend,
                    SIGCONT => Event::Resumed,
                    _ => Event::Quit,
                };
                if sender.send(event).is_err() {
                    return;
                }
            }
        })?;
    Ok(Signals(handle))
}

/// Ends the signal thread.
#[cfg(unix)]
pub(super) struct Signals(signal_hook::iterator::Handle);

#[cfg(unix)]
impl Signals {
    pub(super) fn close(self) {
        self.0.close();
    }
}

#[cfg(not(unix))]
pub(super) fn spawn_signals(_sender: Sender<Event>) -> io::Result<Signals> {
    Ok(Signals)
}

/// Nothing to end where there are no signals.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn close(self) {}
}

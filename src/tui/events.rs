//! What the loop hears of, and the thread that listens to signals.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::event::Event as Input;

use super::jobs::{Done, Wanted};
#[cfg(unix)]
use super::{terminal, tty};
use crate::files::watch::Change;

/// Something that the loop has to deal with.
#[derive(Debug)]
pub(super) enum Event {
    /// A key, a resize, pasted text.
    Input(Input),
    /// All input that was there has been sent; the input thread waits for its gate.
    InputRead,
    /// The file changed, if it is still the one that is open.
    Change(Change, Wanted),
    /// A piece of work is done.
    Done(Done),
    /// The pause between two moves that are played is over.
    Tick,
    /// The system asks us to end.
    Quit,
    /// The system asks us to stop for a while.
    Suspend,
    /// We were stopped from outside and go on now: the screen is not as we left it.
    Resumed,
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
                    SIGHUP => leave(SIGHUP),
                    SIGTSTP => Event::Suspend,
                    SIGCONT => Event::Resumed,
                    _ => Event::Quit,
                };
                if sender.send(event).is_err() {
                    return;
                }
                // A terminal that takes nothing, as after Ctrl-S, would keep the loop from ever hearing of it.
                if matches!(signal, SIGINT | SIGTERM) && tty::gets_stuck() {
                    leave(signal);
                }
            }
        })?;
    Ok(Signals(handle))
}

/// Ends the program as the signal would have, with the terminal given back.
#[cfg(unix)]
fn leave(signal: i32) -> ! {
    terminal::restore();
    std::process::exit(128 + signal);
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

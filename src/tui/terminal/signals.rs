//! Handles signals on a thread.

use std::io;

#[cfg(unix)]
use signal_hook::consts::{
    SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH,
    SIGXCPU,
};

#[cfg(unix)]
use super::{screen, tty};

/// The effect of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "there are no signals"))]
pub(in crate::tui) enum Request {
    /// End the program because of this signal.
    Quit(i32),
    /// Stop until continued.
    Suspend,
    /// Continue after a stop: the screen may have changed.
    Resume,
    /// Check the size of the terminal.
    Resize,
}

/// The thread that handles signals; closing it stops handling them.
pub(in crate::tui) struct Signals {
    #[cfg(unix)]
    handle: signal_hook::iterator::Handle,
}

/// The signals that end a program, sent by users or the system.
#[cfg(unix)]
const ENDING: [i32; 8] = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU];

#[cfg(unix)]
impl Signals {
    /// Starts to handle signals. `send` receives every request and returns whether to continue. `last` is called, with the
    /// terminal restored, before a signal ends the program immediately.
    ///
    /// # Errors
    /// The thread cannot be created, or the signals cannot be handled.
    pub(in crate::tui) fn listen(
        send: impl FnMut(Request) -> bool + Send + 'static,
        last: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let heard = ENDING.iter().chain(&[SIGCONT, SIGTSTP, SIGWINCH]);
        let signals = signal_hook::iterator::Signals::new(heard)?;
        let handle = signals.handle();
        let thread = std::thread::Builder::new().name("signals".to_owned());
        thread.spawn(move || listen(signals, send, last))?;
        Ok(Self { handle })
    }
}

#[cfg(unix)]
fn listen(
    mut signals: signal_hook::iterator::Signals,
    mut send: impl FnMut(Request) -> bool + Send + 'static,
    last: impl Fn(),
) {
    fn leave(signal: i32, last: &impl Fn()) -> ! {
        // The main loop may be stuck, with the terminal or the disk.
        screen::restore();
        last();
        std::process::exit(128 + signal)
    }
    for signal in signals.forever() {
        let lent = screen::is_lent();
        let request = match signal {
            // Keys typed into another program send signals to the whole process group, but are meant for that program.
            SIGCONT | SIGINT | SIGQUIT | SIGTSTP if lent => continue,
            SIGWINCH => Request::Resize,
            SIGTSTP => Request::Suspend,
            SIGCONT => Request::Resume,
            // The terminal is gone. The main loop may be stuck writing to it, or waiting for an editor.
            SIGHUP => leave(SIGHUP, &last),
            _ if lent => leave(signal, &last),
            _ => Request::Quit(signal),
        };
        if !send(request) {
            return;
        }
        // The main loop might never receive the request if the terminal accepts no output, as after Ctrl-S, or a disk hangs.
        if matches!(request, Request::Quit(_)) {
            tty::gets_stuck();
            leave(signal, &last);
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    /// This system has no signals.
    pub(in crate::tui) fn listen(
        _send: impl FnMut(Request) -> bool + Send + 'static,
        _last: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        Ok(Self {})
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        #[cfg(unix)]
        self.handle.close();
    }
}

//! What dapu asks of the terminal's device. Standard output is written to directly: the standard library's buffer would
//! split a frame at its last line end, and its lock could be held by a thread that is stuck in a write.

#[cfg(unix)]
pub(super) use unix::*;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use rustix::process::{Signal, kill_current_process_group};
    use rustix::stdio::{stdin, stdout};

    /// A terminal that takes nothing for so long (stopped with Ctrl-S, or dead) is not written to on the way out.
    const STUCK: Duration = Duration::from_millis(500);

    /// Columns and rows.
    pub(crate) fn size() -> io::Result<(u16, u16)> {
        let size = rustix::termios::tcgetwinsize(stdout())?;
        Ok((size.ws_col, size.ws_row))
    }

    /// Counts where writing begins and where it ends: odd while something is being written.
    static WRITES: AtomicUsize = AtomicUsize::new(0);

    /// Writes all the bytes, in one piece if the device takes them.
    pub(crate) fn write(bytes: &[u8]) -> io::Result<()> {
        WRITES.fetch_add(1, Ordering::SeqCst);
        let written = write_all(bytes);
        WRITES.fetch_add(1, Ordering::SeqCst);
        written
    }

    /// Whether a write gets stuck now, or soon: then whoever writes hears of nothing else.
    pub(crate) fn gets_stuck() -> bool {
        (0..4).any(|_| {
            let before = WRITES.load(Ordering::SeqCst);
            thread::sleep(STUCK);
            before % 2 == 1 && WRITES.load(Ordering::SeqCst) == before
        })
    }

    fn write_all(mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match rustix::io::write(stdout(), bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => bytes = &bytes[written..],
                Err(Errno::INTR) => {}
                // Whoever shares the device with us made it non-blocking.
                Err(Errno::AGAIN) => {
                    poll(
                        &mut [PollFd::from_borrowed_fd(stdout(), PollFlags::OUT)],
                        None,
                    )?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Whether the device takes bytes now, or soon.
    pub(crate) fn takes_output() -> bool {
        wait(PollFd::from_borrowed_fd(stdout(), PollFlags::OUT), STUCK)
    }

    /// Whether something can be read from the terminal within a time.
    pub(crate) fn has_input(within: Duration) -> bool {
        wait(PollFd::from_borrowed_fd(stdin(), PollFlags::IN), within)
    }

    /// Reads what the terminal has sent.
    pub(crate) fn read(bytes: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(stdin(), bytes)?)
    }

    fn wait(descriptor: PollFd<'_>, time: Duration) -> bool {
        let time = Timespec::try_from(time).ok();
        let mut descriptors = [descriptor];
        poll(&mut descriptors, time.as_ref()).is_ok_and(|ready| ready > 0)
    }

    /// Stops the whole process group. SIGSTOP and not SIGTSTP: a parent that waits for us without job control would
    /// hang on the latter.
    pub(crate) fn stop() -> io::Result<()> {
        Ok(kill_current_process_group(Signal::STOP)?)
    }
}

#[cfg(not(unix))]
pub(super) use other::*;

#[cfg(not(unix))]
mod other {
    use std::io::{self, Write};
    use std::time::Duration;

    pub(crate) fn size() -> io::Result<(u16, u16)> {
        crossterm::terminal::size()
    }

    pub(crate) fn write(bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    pub(crate) fn takes_output() -> bool {
        true
    }

    pub(crate) fn has_input(_within: Duration) -> bool {
        false
    }

    pub(crate) fn read(_bytes: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }

    pub(crate) fn stop() -> io::Result<()> {
        Ok(())
    }
}

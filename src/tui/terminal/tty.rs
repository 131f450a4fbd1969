//! Accesses the terminal device. Standard output is bypassed, because its buffer would split frames at their last line
//! end, and its lock could be held by a thread stuck in a write.

#[cfg(unix)]
pub(in crate::tui) use unix::*;

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal};
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ExitStatus};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    pub(in crate::tui::terminal) use crossterm::terminal::{
        disable_raw_mode as leave_raw_mode, enable_raw_mode as enter_raw_mode,
    };
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_current_process_group, kill_process,
        waitid, waitpid,
    };
    use rustix::stdio::stdout;

    /// If the terminal accepts no output for this long (stopped with Ctrl-S, or dead), it is not written to when
    /// exiting.
    const STUCK: Duration = Duration::from_millis(500);

    /// Columns and rows.
    pub(in crate::tui::terminal) fn size() -> io::Result<(u16, u16)> {
        let size = rustix::termios::tcgetwinsize(stdout())?;
        Ok((size.ws_col, size.ws_row))
    }

    /// Incremented at the start and end of a write: odd during a write.
    static WRITES: AtomicUsize = AtomicUsize::new(0);

    /// Writes all bytes, at once if the device accepts them.
    pub(in crate::tui::terminal) fn write(bytes: &[u8]) -> io::Result<()> {
        WRITES.fetch_add(1, Ordering::SeqCst);
        let written = write_all(bytes);
        WRITES.fetch_add(1, Ordering::SeqCst);
        written
    }

    /// Whether a write would block, now or soon.
    pub(in crate::tui::terminal) fn gets_stuck() -> bool {
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
                // Another process that shares the device has made it non-blocking.
                Err(Errno::AGAIN) => {
                    poll(&mut [PollFd::from_borrowed_fd(stdout(), PollFlags::OUT)], None)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Whether the device accepts output, now or soon.
    pub(in crate::tui::terminal) fn takes_output() -> bool {
        wait(PollFd::from_borrowed_fd(stdout(), PollFlags::OUT), Some(STUCK))
    }

    /// The source of keys: standard input, or the terminal device if the record comes from standard input.
    pub(in crate::tui::terminal) struct Keyboard(OwnedFd);

    impl Keyboard {
        /// # Errors
        /// There is no terminal.
        pub(in crate::tui::terminal) fn open() -> io::Result<Self> {
            if io::stdin().is_terminal() {
                return Ok(Self(io::stdin().as_fd().try_clone_to_owned()?));
            }
            // By its actual name if known, because macOS cannot poll /dev/tty.
            let name = rustix::termios::ttyname(stdout(), Vec::new());
            let name = name.map_or_else(|_| c"/dev/tty".to_owned(), Into::into);
            let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
            Ok(Self(rustix::fs::open(name, flags, Mode::empty())?))
        }

        /// Whether input is available within a time, or ever.
        pub(in crate::tui::terminal) fn has_input(&self, within: Option<Duration>) -> bool {
            wait(PollFd::new(&self.0, PollFlags::IN), within)
        }

        /// Reads available input.
        pub(in crate::tui::terminal) fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
            match rustix::io::read(&self.0, bytes) {
                Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => Ok(count),
                Err(Errno::INTR | Errno::AGAIN) => Ok(0),
                Err(error) => Err(error.into()),
            }
        }
    }

    fn wait(descriptor: PollFd<'_>, time: Option<Duration>) -> bool {
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let mut descriptors = [descriptor];
        loop {
            match poll(&mut descriptors, time.as_ref()) {
                Ok(ready) => return ready > 0,
                Err(Errno::INTR) => {}
                // The next read or write reports the reason.
                Err(_) => return true,
            }
        }
    }

    /// Stops the process group. With SIGTSTP instead of SIGSTOP, a parent without job control that waits for us would
    /// hang.
    pub(in crate::tui) fn stop() -> io::Result<()> {
        Ok(kill_current_process_group(Signal::STOP)?)
    }

    /// A stopped child may be continued by the shell together with us.
    const SETTLED: Duration = Duration::from_millis(50);

    /// Waits for a program that has the terminal. If it stops, for example on Ctrl-Z, so does dapu: otherwise the shell
    /// would not get the terminal back.
    pub(in crate::tui) fn wait_for(program: &mut Child) -> io::Result<ExitStatus> {
        let id = Pid::from_child(program);
        loop {
            match waitpid(Some(id), WaitOptions::UNTRACED) {
                Ok(Some((_, status))) if status.stopped() => stop_with(id)?,
                Ok(Some((_, status))) => return Ok(ExitStatus::from_raw(status.as_raw())),
                Ok(None) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn stop_with(program: Pid) -> io::Result<()> {
        thread::sleep(SETTLED);
        let options = WaitIdOptions::CONTINUED | WaitIdOptions::NOHANG;
        if matches!(waitid(WaitId::Pid(program), options), Ok(Some(_))) {
            return Ok(());
        }
        if has_shell() {
            return stop();
        }
        // Nothing else would continue it.
        Ok(kill_process(program, Signal::CONT)?)
    }

    /// Whether a shell would continue us after a stop: the parent of a process in our group must be in the same session
    /// and another process group (setpgid(2): otherwise the group is orphaned).
    pub(in crate::tui) fn has_shell() -> bool {
        let Some(ours) = ProcessIds::of("self") else {
            return false;
        };
        let mut parent = ours.parent;
        while let Some(job) = ProcessIds::of(&parent.to_string()) {
            if job.session != ours.session {
                return false;
            }
            if job.group != ours.group {
                return true;
            }
            parent = job.parent;
        }
        false
    }

    /// The parent, process group and session of a process. An ID is 0 if that process is outside our PID namespace, as
    /// in a container, so [`Pid`] cannot be used.
    struct ProcessIds {
        parent: i32,
        group: i32,
        session: i32,
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    impl ProcessIds {
        /// Parses proc_pid_stat(5), since getsid(2) may return 0 in a container.
        fn of(process: &str) -> Option<Self> {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            // `12 (name) S 11 10 9`, where the name may contain anything.
            let (_, rest) = stat.rsplit_once(')')?;
            let mut ids = rest.split_whitespace().skip(1).map_while(|id| id.parse().ok());
            Some(Self { parent: ids.next()?, group: ids.next()?, session: ids.next()? })
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    impl ProcessIds {
        /// Without /proc, only our grandparent is unknown, and the search ends there.
        fn of(process: &str) -> Option<Self> {
            use rustix::process::{getpgid, getppid, getsid};
            let pid = match process {
                "self" => None,
                other => Some(Pid::from_raw(other.parse().ok()?)?),
            };
            let parent = pid.map_or_else(getppid, |_| None);
            let group = getpgid(pid).ok()?.as_raw_nonzero().get();
            let session = getsid(pid).ok()?.as_raw_nonzero().get();
            Some(Self {
                parent: parent.map_or(0, |parent| parent.as_raw_nonzero().get()),
                group,
                session,
            })
        }
    }
}

#[cfg(not(unix))]
pub(in crate::tui) use other::*;

#[cfg(not(unix))]
mod other {
    use std::io::{self, Write};
    use std::process::{Child, ExitStatus};
    use std::sync::Mutex;

    use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
    use crossterm_winapi::{ConsoleMode, Handle};

    use crate::crash::locked;

    /// ENABLE_VIRTUAL_TERMINAL_PROCESSING.
    const ESCAPES: u32 = 4;

    /// How the console treated output before.
    static BEFORE: Mutex<Option<u32>> = Mutex::new(None);

    fn console() -> io::Result<ConsoleMode> {
        Ok(ConsoleMode::from(Handle::current_out_handle()?))
    }

    /// Has the console send keys as they are, and understand escape sequences.
    pub(in crate::tui::terminal) fn enter_raw_mode() -> io::Result<()> {
        let console = console()?;
        let before = console.mode()?;
        let unknown =
            "the console does not understand escape sequences: Windows 10 or later is needed";
        console.set_mode(before | ESCAPES).map_err(|_| io::Error::other(unknown))?;
        *locked(&BEFORE) = Some(before);
        enable_raw_mode()
    }

    pub(in crate::tui::terminal) fn leave_raw_mode() -> io::Result<()> {
        let before = locked(&BEFORE).take();
        before.map_or(Ok(()), |before| console()?.set_mode(before))?;
        disable_raw_mode()
    }

    pub(in crate::tui::terminal) fn size() -> io::Result<(u16, u16)> {
        crossterm::terminal::size()
    }

    pub(in crate::tui::terminal) fn write(bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    pub(in crate::tui::terminal) fn takes_output() -> bool {
        true
    }

    pub(in crate::tui) fn stop() -> io::Result<()> {
        Ok(())
    }

    pub(in crate::tui) fn has_shell() -> bool {
        false
    }

    pub(in crate::tui) fn wait_for(program: &mut Child) -> io::Result<ExitStatus> {
        program.wait()
    }
}

//! The process of an engine. No other file starts one. No shell takes part, and the engine ends however dapu ends.

use std::convert::Infallible;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group, setpriority_process};

use super::{Activity, Analysis, EngineQuestion, Failure, Limit, Machine, Settings, Trouble};
use crate::text::{clean_line, fit};

/// The longest line that is read, in bytes. A longer one is read in parts.
const LONGEST: u64 = 1 << 20;
/// How many lines may wait to be read. Cleaned, they may be three times as long.
const WAITING: usize = 6;
/// How long an engine may take to quit.
const QUIT: Duration = Duration::from_secs(1);
/// How often to check whether the analysis is still wanted.
const LOOK: Duration = Duration::from_millis(50);
/// `CREATE_NEW_PROCESS_GROUP`: what is started so does not hear Ctrl-C.
#[cfg(windows)]
const OWN_GROUP: u32 = 0x200;

/// How the message about a program that cannot be started begins.
pub const NO_START: &str = "cannot start";
/// The exit status in that case of a dapu that should have become the program.
pub const MISSING: i32 = 127;

/// The engines that run; `None` once this process ends.
static RUNNING: Mutex<Option<Vec<u32>>> = Mutex::new(Some(Vec::new()));

/// How much the priority of engines is lowered, so that people do not wait for them.
#[cfg(unix)]
const NICE: i32 = 10;

/// What arrives in the inbox of an engine: its lines, and orders to it.
#[derive(Debug)]
pub(crate) enum Heard<O> {
    Line(String),
    /// A line on standard error.
    Complaint(String),
    /// There will be no more lines.
    Closed,
    Order(O),
}

/// The inbox of an engine, with the end to which lines and orders are sent.
pub(crate) type Inbox<O> = (Sender<Heard<O>>, Receiver<Heard<O>>);

/// A running engine.
#[derive(Debug)]
pub struct Guest<O = Infallible> {
    /// The conversation with the engine.
    pub machine: Machine,
    /// Set to end waiting.
    stop: Arc<AtomicBool>,
    child: Child,
    stdin: Option<ChildStdin>,
    inbox: Receiver<Heard<O>>,
    /// A token for each line in the inbox, which limits their number.
    waiting: Receiver<()>,
    /// The last state, since when it has lasted, and when the engine last said something.
    state: Activity,
    entered: Instant,
    pub(crate) heard: Instant,
    /// The last line on standard error.
    complaint: String,
    /// Ends the thread that started it when it is dropped.
    _alive: Sender<()>,
}

impl<O: Send + 'static> Guest<O> {
    /// Starts an engine, which is ready when it is idle. `lines` is the number of lines wanted of each position.
    ///
    /// # Errors
    /// It does not start.
    pub(crate) fn spawn(
        engine: &Settings,
        lines: usize,
        stop: &Arc<AtomicBool>,
        (sender, inbox): Inbox<O>,
    ) -> Result<Self, Trouble> {
        let program = engine.cmd.first().map_or("", String::as_str);
        let mut command = Command::new(program);
        command.args(engine.cmd.iter().skip(1)).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for dapu, which says goodbye; and a script is ended with what it runs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, OWN_GROUP);
        let (room, waiting) = mpsc::sync_channel(WAITING);
        let (spawned, child) = mpsc::channel();
        let (alive, ended) = mpsc::channel::<()>();
        let (other, room_of_other) = (sender.clone(), room.clone());
        thread::spawn(move || {
            let mut child = command.spawn();
            let stdout = child.as_mut().ok().and_then(|child| {
                begun(child);
                child.stdout.take()
            });
            let _ = spawned.send(child);
            if let Some(stdout) = stdout {
                read(stdout, |line| {
                    room.send(()).is_ok() && sender.send(Heard::Line(line)).is_ok()
                });
                let _ = sender.send(Heard::Closed);
            }
            // On Linux, an engine may end with the thread that started it.
            let _ = ended.recv();
        });
        let child = child.recv().unwrap_or_else(|error| Err(io::Error::other(error)));
        let mut child = child.map_err(|error| Trouble {
            name: engine.name.clone(),
            why: Failure::NoStart(program.to_owned(), error.to_string()),
        })?;
        if let Some(stderr) = child.stderr.take() {
            // If it were not read, it would fill up and block the engine.
            thread::spawn(move || {
                read(stderr, |line| {
                    room_of_other.send(()).is_ok() && other.send(Heard::Complaint(line)).is_ok()
                });
            });
        }
        Ok(Self {
            machine: Machine::new(engine.clone(), lines),
            stop: Arc::clone(stop),
            stdin: child.stdin.take(),
            child,
            inbox,
            waiting,
            state: Activity::Starting,
            entered: Instant::now(),
            heard: Instant::now(),
            complaint: String::new(),
            _alive: alive,
        })
    }

    /// Sends the pending commands, then handles one line or returns one order. Waits at most for `wait`, and no longer than the
    /// state may last, after which it ends the state.
    pub(crate) fn advance(&mut self, wait: Option<Duration>) -> Option<O> {
        self.look();
        self.send();
        let left = self.machine.allowance().map(|(allowed, silence)| {
            let silence = silence.saturating_sub(self.heard.elapsed());
            let left = allowed.saturating_sub(self.entered.elapsed()).min(silence);
            (left, silence.is_zero())
        });
        let mut order = None;
        if let Some((_, is_silent)) = left.filter(|(left, _)| left.is_zero()) {
            // However much it writes.
            self.machine.out_of_patience(is_silent);
        } else {
            let wait = [wait, left.map(|(left, _)| left)].into_iter().flatten().min();
            match self.next(wait) {
                Ok(Heard::Line(line)) => {
                    self.heard = Instant::now();
                    self.machine.hear(&line);
                }
                Ok(Heard::Complaint(line)) => self.complain(line),
                Ok(Heard::Order(given)) => order = Some(given),
                Ok(Heard::Closed) | Err(RecvTimeoutError::Disconnected) => self.has_ended(),
                // Its children may keep the pipes open.
                Err(_) if matches!(self.child.try_wait(), Ok(Some(_))) => self.has_ended(),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.look();
        order
    }

    /// Notes a change of the state.
    fn look(&mut self) {
        if self.machine.state != self.state {
            self.state = self.machine.state;
            (self.entered, self.heard) = (Instant::now(), Instant::now());
        }
    }

    /// The next message.
    fn next(&self, wait: Option<Duration>) -> Result<Heard<O>, RecvTimeoutError> {
        let heard = match wait {
            Some(wait) => self.inbox.recv_timeout(wait),
            None => self.inbox.recv().map_err(RecvTimeoutError::from),
        };
        if matches!(heard, Ok(Heard::Line(_) | Heard::Complaint(_))) {
            let _ = self.waiting.try_recv();
        }
        heard
    }

    fn complain(&mut self, line: String) {
        if !line.trim().is_empty() {
            self.complaint = line;
        }
    }

    fn has_ended(&mut self) {
        let status = wait(&mut self.child, QUIT);
        let began = Instant::now();
        // Its last lines may still be on their way.
        while began.elapsed() < QUIT
            && let Ok(heard) = self.next(Some(LOOK))
        {
            if let Heard::Complaint(line) = heard {
                self.complain(line);
            }
        }
        let complaint = clean_line(fit(self.complaint.trim(), 200, true));
        let no_start = complaint.strip_prefix(NO_START).and_then(|rest| rest.split_once(": "));
        self.machine.end(match (status, no_start) {
            // Not the engine has ended, but dapu before it became one.
            (Some(status), Some((program, error))) if status.code() == Some(MISSING) => {
                Failure::NoStart(program.trim().to_owned(), error.to_owned())
            }
            (Some(status), _) if complaint.is_empty() => Failure::Ended(status.to_string()),
            (Some(status), _) => Failure::Ended(format!("{status}: {complaint}")),
            (None, _) if complaint.is_empty() => Failure::Closed,
            (None, _) => Failure::Complained(complaint),
        });
    }
}

impl<O> Guest<O> {
    fn send(&mut self) {
        let commands = self.machine.take_commands();
        if let Some(stdin) = self.stdin.as_mut().filter(|_| !commands.is_empty()) {
            // That it has ended is seen when nothing more is heard.
            let _ = stdin.write_all((commands.join("\n") + "\n").as_bytes());
        }
    }
}

/// An engine that gets no orders.
impl Guest {
    /// Starts an engine, and waits until it is ready. `lines` is the number of lines wanted of each position; `stop` ends
    /// this and later waits.
    ///
    /// # Errors
    /// It does not start, or does not answer.
    pub fn start(engine: &Settings, lines: usize, stop: &Arc<AtomicBool>) -> Result<Self, Trouble> {
        let mut guest = Self::spawn(engine, lines, stop, mpsc::channel())?;
        guest.run().map(|()| guest)
    }

    /// Begins another game.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn new_game(&mut self) -> Result<(), Trouble> {
        self.machine.new_game();
        self.run()
    }

    /// Analyses a position. Returns the analysis, which may be empty if the time was short, and its limit: a time if the
    /// search took too long.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn analyse(
        &mut self,
        question: EngineQuestion,
        limit: Limit,
    ) -> Result<(Analysis, Limit), Trouble> {
        let began = Instant::now();
        self.machine.ask(question, limit);
        self.run()?;
        let mut analysis = self.machine.analysis();
        let took = began.elapsed();
        if analysis.time == 0 {
            analysis.time = took.as_millis() as u64;
        }
        if self.machine.is_overdue {
            return Ok((analysis, Limit::Time(took.as_millis() as u64)));
        }
        self.machine.longest = self.machine.longest.max(took);
        Ok((analysis, limit))
    }

    /// Handles lines until the engine is idle.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn run(&mut self) -> Result<(), Trouble> {
        while self.machine.allowance().is_some() {
            self.advance(Some(LOOK));
            if self.stop.load(Ordering::Relaxed) {
                self.machine.end(Failure::Stopped);
            }
        }
        self.machine.why.clone().map_or(Ok(()), Err)
    }
}

/// `quit`, then a signal after a second.
impl<O> Drop for Guest<O> {
    fn drop(&mut self) {
        self.machine.quit();
        self.send();
        self.stdin = None;
        let _ = wait(&mut self.child, QUIT);
        // And the processes that it has started.
        end_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        running().iter_mut().for_each(|ids| ids.retain(|id| *id != self.child.id()));
    }
}

fn running() -> impl std::ops::DerefMut<Target = Option<Vec<u32>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a running engine, or ends it at once if this process is about to end.
fn begun(child: &Child) {
    #[cfg(unix)]
    let _ = setpriority_process(Some(Pid::from_child(child)), NICE);
    match &mut *running() {
        Some(ids) => ids.push(child.id()),
        None => end_group(child.id()),
    }
}

/// Ends all engines at once, before this process ends.
pub fn end_all() {
    running().take().into_iter().flatten().for_each(end_group);
}

/// Ends all engines before this process ends, after giving those that are quitting some time.
pub fn leave(patience: Duration) {
    let began = Instant::now();
    while running().as_ref().is_some_and(|ids| !ids.is_empty()) && began.elapsed() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    end_all();
}

/// Suspends all engines while this process is suspended, or resumes them.
pub fn halt(sleep: bool) {
    #[cfg(unix)]
    let signal = if sleep { Signal::STOP } else { Signal::CONT };
    #[cfg(unix)]
    running().iter().flatten().for_each(|id| to_group(*id, signal));
    #[cfg(not(unix))]
    let _ = sleep;
}

/// Ends a process with those that it has started.
fn end_group(id: u32) {
    // Elsewhere its own handle ends it.
    #[cfg(not(unix))]
    let _ = id;
    #[cfg(unix)]
    to_group(id, Signal::KILL);
}

#[cfg(unix)]
fn to_group(id: u32, signal: Signal) {
    if let Some(group) = Pid::from_raw(id as i32) {
        let _ = kill_process_group(group, signal);
    }
}

/// The first argument with which `guard` starts this program.
#[cfg(target_os = "linux")]
pub const GUEST: &str = "__guest";

/// Settings with which the engine ends with this process even if that is killed, where the system can do so.
pub fn guarded(engine: Settings) -> Settings {
    #[cfg(target_os = "linux")]
    let engine = guard(engine);
    engine
}

/// The settings to start this program in place of the engine. It becomes the engine after asking the kernel to end it if this
/// process dies without doing so.
#[cfg(target_os = "linux")]
fn guard(mut engine: Settings) -> Settings {
    // It leads to the program even if its file has been replaced.
    const SELF: &str = "/proc/self/exe";
    if std::path::Path::new(SELF).exists() {
        let parent = std::process::id().to_string();
        engine.cmd.splice(0..0, [SELF.to_owned(), GUEST.to_owned(), parent]);
    }
    engine
}

/// Becomes an engine, given what follows [`GUEST`]. Returns only if that fails.
#[cfg(target_os = "linux")]
pub fn become_guest(arguments: &[std::ffi::OsString]) -> io::Error {
    use rustix::process::{getppid, set_parent_process_death_signal};
    let [parent, program, rest @ ..] = arguments else { return io::ErrorKind::InvalidInput.into() };
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // It may have ended before.
    let is_there = getppid().is_some_and(|id| *parent == *id.as_raw_nonzero().to_string());
    if !is_there {
        return io::Error::other("dapu has ended");
    }
    std::os::unix::process::CommandExt::exec(Command::new(program).args(rest))
}

/// Waits for the end of a process.
fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if began.elapsed() < patience => thread::sleep(Duration::from_millis(5)),
            _ => return None,
        }
    }
}

/// Reads lines until the end, or until `each` returns false.
fn read(pipe: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    while let Ok(1..) = pipe.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
        if !each(String::from_utf8_lossy(&line).into_owned()) {
            return;
        }
        line.clear();
    }
}

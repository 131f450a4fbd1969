//! The process of an engine: the only file that has one. No shell takes part, and it ends on every way out.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Analysis, Limit, Machine, Question, Settings, State};
use crate::text::fit;

/// The longest line that is read, in bytes. A longer one is read in parts.
const LONGEST: u64 = 1 << 20;
/// How many lines may wait to be read.
const WAITING: usize = 256;
/// How long an engine that was told to quit may take.
const QUIT: Duration = Duration::from_secs(1);
/// How often it is asked whether the analysis is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// Why an engine is of no more use: one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Trouble {
    /// The line.
    pub why: String,
    /// Whether the engine only refused a command, such as the size of a board.
    pub is_refusal: bool,
}

/// An engine that runs.
#[derive(Debug)]
pub struct Guest {
    /// What it knows of the engine.
    pub machine: Machine,
    /// Ends what is waited for.
    stop: Arc<AtomicBool>,
    child: Child,
    stdin: Option<ChildStdin>,
    /// The lines that it writes, and whether to standard error.
    said: Receiver<(String, bool)>,
    /// The last line on standard error.
    complaint: String,
}

impl Guest {
    /// Starts an engine, and waits until it is ready. `lines` is the number of lines wanted of each position; `stop` ends
    /// this and later waits.
    ///
    /// # Errors
    /// It does not start, or does not answer.
    pub fn start(engine: &Settings, lines: usize, stop: &Arc<AtomicBool>) -> Result<Self, Trouble> {
        let program = engine.cmd.first().map_or("", String::as_str);
        let mut command = Command::new(program);
        command.args(engine.cmd.iter().skip(1)).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for dapu, which says goodbye; and a script is ended with what it runs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let spawned = command.spawn();
        let why = |error| format!("{}: cannot start {program}: {error}", engine.name);
        let mut child = spawned.map_err(|error| Trouble { why: why(error), is_refusal: false })?;
        let (sender, said) = mpsc::sync_channel(WAITING);
        if let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) {
            let other = sender.clone();
            thread::spawn(move || read(stdout, |line| sender.send((line, false)).is_ok()));
            // If it were not read, it would fill up and block the engine.
            thread::spawn(move || read(stderr, |line| other.send((line, true)).is_ok()));
        }
        let mut guest = Self {
            machine: Machine::new(engine.clone(), lines),
            stop: Arc::clone(stop),
            stdin: child.stdin.take(),
            child,
            said,
            complaint: String::new(),
        };
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

    /// Analyses a position. A stop leads to a shorter analysis.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn analyse(&mut self, question: Question, limit: Limit) -> Result<Analysis, Trouble> {
        let began = Instant::now();
        self.machine.ask(question, limit);
        self.run()?;
        let mut analysis = self.machine.analysis();
        if analysis.time == 0 {
            analysis.time = began.elapsed().as_millis() as u64;
        }
        Ok(analysis)
    }

    /// Talks until the engine is idle.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn run(&mut self) -> Result<(), Trouble> {
        let (mut entered, mut heard) = (Instant::now(), Instant::now());
        self.send();
        while let Some((allowed, since_heard)) = self.machine.allowance() {
            let state = self.machine.state;
            let since = if since_heard { heard } else { entered };
            let left = allowed.saturating_sub(since.elapsed());
            match self.said.recv_timeout(left.min(LOOK)) {
                // However much it writes.
                _ if left.is_zero() => self.machine.out_of_patience(),
                Ok((line, true)) if !line.trim().is_empty() => self.complaint = line,
                Ok((_, true)) => {}
                // Its children may keep the pipes open.
                Err(_) if matches!(self.child.try_wait(), Ok(Some(_))) => self.has_ended(),
                Err(RecvTimeoutError::Timeout) => {}
                Ok((line, false)) => {
                    heard = Instant::now();
                    self.machine.hear(&line);
                }
                Err(RecvTimeoutError::Disconnected) => self.has_ended(),
            }
            match state {
                _ if !self.stop.load(Ordering::Relaxed) => {}
                State::Starting => self.machine.end("stopped"),
                _ => self.machine.stop(),
            }
            if self.machine.state != state {
                entered = Instant::now();
            }
            self.send();
        }
        let (why, is_refusal) = (self.machine.why.clone(), self.machine.refuses);
        let is_idle = self.machine.state == State::Idle;
        is_idle.then_some(()).ok_or(Trouble { why, is_refusal })
    }

    fn has_ended(&mut self) {
        let status = wait(&mut self.child, QUIT);
        let began = Instant::now();
        // Its last lines may still be on their way.
        while began.elapsed() < QUIT
            && let Ok((line, is_complaint)) = self.said.recv_timeout(LOOK)
        {
            if is_complaint && !line.trim().is_empty() {
                self.complaint = line;
            }
        }
        let why = match status {
            Some(status) => format!("has ended: {status}: {}", self.complaint.trim()),
            None => format!("has closed its output: {}", self.complaint.trim()),
        };
        self.machine.end(fit(why.trim_end_matches(": "), 200, true));
    }

    fn send(&mut self) {
        let commands = self.machine.take_commands();
        if let Some(stdin) = self.stdin.as_mut().filter(|_| !commands.is_empty()) {
            // That it has ended is seen when nothing more is heard.
            let _ = stdin.write_all((commands.join("\n") + "\n").as_bytes());
        }
    }
}

/// `quit`, then a signal after a second.
impl Drop for Guest {
    fn drop(&mut self) {
        self.machine.quit();
        self.send();
        self.stdin = None;
        let _ = wait(&mut self.child, QUIT);
        // Whatever it has left behind, too.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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

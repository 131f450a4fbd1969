//! The process of an engine: the only file that has one. No shell takes part, and it ends on every way out.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Analysis, Limit, Machine, Question, Settings, State};
use crate::text::clean_line;

/// The longest line that is read. The rest of it is skipped.
const LONGEST: usize = 64 << 10;
/// How many lines may wait to be read.
const WAITING: usize = 256;
/// How long an engine that was told to quit may take.
const QUIT: Duration = Duration::from_secs(1);
/// How often it is asked whether the analysis is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// Why an engine is of no more use: one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Trouble(pub String);

/// What comes out of the process.
enum Said {
    Line(String),
    /// This many bytes of a line.
    Bytes(usize),
}

/// An engine that runs.
#[derive(Debug)]
pub struct Guest {
    machine: Machine,
    child: Child,
    stdin: Option<ChildStdin>,
    said: Receiver<Said>,
    /// The last line on standard error.
    complaint: Receiver<String>,
    entered: Instant,
    heard: Instant,
}

impl Guest {
    /// Starts an engine, and waits until it is ready. `wanted` is asked meanwhile.
    ///
    /// # Errors
    /// It does not start, or does not answer.
    pub fn start(settings: &Settings, lines: usize, stop: &AtomicBool) -> Result<Self, Trouble> {
        let [program, arguments @ ..] = &settings.cmd[..] else {
            return Err(Trouble(format!("{}: no command", settings.name)));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for dapu, which says goodbye; and a script is ended with what it runs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error| Trouble(format!("{}: cannot start {program}: {error}", settings.name));
        let mut child = command.spawn().map_err(failed)?;
        let (sender, said) = mpsc::sync_channel(WAITING);
        let stdin = child.stdin.take();
        let (last, complaint) = mpsc::sync_channel(1);
        if let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) {
            thread::spawn(move || listen(stdout, &sender));
            thread::spawn(move || drain(stderr, &last));
        }
        let machine = Machine::new(settings.clone(), lines);
        let now = Instant::now();
        let mut guest = Self { machine, child, stdin, said, complaint, entered: now, heard: now };
        guest.run(stop)?;
        Ok(guest)
    }

    /// What it knows of the engine.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Begins another game.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Trouble> {
        self.machine.new_game();
        self.run(stop)
    }

    /// Analyses a position. A stop leads to a shorter analysis.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn analyse(
        &mut self,
        question: Question,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<Analysis, Trouble> {
        let began = Instant::now();
        self.machine.ask(question, limit);
        self.run(stop)?;
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
    pub fn run(&mut self, stop: &AtomicBool) -> Result<(), Trouble> {
        self.entered = Instant::now();
        self.heard = self.entered;
        loop {
            self.send();
            match self.machine.state() {
                State::Idle => return Ok(()),
                State::Gone => return Err(Trouble(self.machine.why().to_owned())),
                State::Starting | State::Thinking | State::Stopping => {}
            }
            let state = self.machine.state();
            self.receive();
            if stop.load(Ordering::Relaxed) {
                match state {
                    State::Starting => self.machine.end("stopped"),
                    _ => self.machine.stop(),
                }
            }
            if self.machine.state() != state {
                self.entered = Instant::now();
            }
        }
    }

    /// Waits for what the engine says next, as long as the state allows.
    fn receive(&mut self) {
        let (allowed, since) = match self.machine.allowance() {
            Some((allowed, true)) => (allowed, self.heard),
            Some((allowed, false)) => (allowed, self.entered),
            None => return,
        };
        let left = allowed.saturating_sub(since.elapsed());
        if left.is_zero() {
            return self.machine.out_of_patience();
        }
        match self.said.recv_timeout(left.min(LOOK)) {
            Ok(Said::Line(line)) => {
                self.heard = Instant::now();
                self.machine.count(line.len() + 1);
                self.machine.hear(&line);
            }
            Ok(Said::Bytes(bytes)) => self.machine.count(bytes),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.has_ended(),
        }
    }

    fn has_ended(&mut self) {
        let status = wait(&mut self.child, QUIT);
        let status = status.map_or_else(
            || "has closed its output".to_owned(),
            |status| format!("has ended: {status}"),
        );
        let complaint = self.complaint.recv_timeout(QUIT).unwrap_or_default();
        let colon = if complaint.is_empty() { "" } else { ": " };
        self.machine.end(&format!("{status}{colon}{complaint}"));
    }

    fn send(&mut self) {
        let mut text = self.machine.take_commands().join("\n");
        if text.is_empty() {
            return;
        }
        text.push('\n');
        // That it has ended is seen when nothing more is heard.
        let _ = self
            .stdin
            .as_mut()
            .map(|stdin| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()));
    }
}

/// `quit`, then a signal after a second.
impl Drop for Guest {
    fn drop(&mut self) {
        self.machine.quit();
        self.send();
        self.stdin = None;
        if wait(&mut self.child, QUIT).is_none() {
            #[cfg(unix)]
            if let Ok(group) = i32::try_from(self.child.id())
                && let Some(group) = rustix::process::Pid::from_raw(group)
            {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Waits for the end of a process.
fn wait(child: &mut Child, patience: Duration) -> Option<std::process::ExitStatus> {
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if began.elapsed() < patience => thread::sleep(Duration::from_millis(5)),
            _ => return None,
        }
    }
}

/// Passes lines on, the beginning of each if it is long.
fn listen(stdout: impl Read, sender: &SyncSender<Said>) {
    let mut stdout = BufReader::with_capacity(LONGEST, stdout);
    let mut line = Vec::new();
    while let Ok(bytes) = stdout.fill_buf() {
        if bytes.is_empty() {
            return;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let room = LONGEST - line.len();
        line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len()).min(room)]);
        stdout.consume(taken);
        let said = match end {
            Some(_) => Said::Line(String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned()),
            None => Said::Bytes(taken),
        };
        if sender.send(said).is_err() {
            return;
        }
    }
}

/// Reads standard error, so that it never fills up, and passes its last line on in the end.
fn drain(stderr: impl Read, sender: &SyncSender<String>) {
    let mut stderr = BufReader::new(stderr);
    let (mut line, mut last) = (Vec::new(), String::new());
    while let Ok(1..) = stderr.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line) {
        let text = clean_line(&String::from_utf8_lossy(&line));
        if !text.trim().is_empty() {
            last = text.trim().chars().take(200).collect();
        }
        line.clear();
    }
    let _ = sender.send(last);
}

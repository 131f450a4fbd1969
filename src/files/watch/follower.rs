//! The thread that follows a file. It waits for changes, lets the writer finish, has the file read, and reports the
//! result.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use super::directories::Directories;
use super::records::Records;
use super::stamp::Doubt;
use super::trouble::Trouble;
use super::waits::{LOOK, PATIENCE, QUIET, REST};
use super::{Change, Follow, Reading, Seen, Stamp, Wake, perhaps_growing};
use crate::crash;
use crate::files::load::{self, Cause, LoadError, LoadOptions};
use crate::format::Loaded;

/// A detected change that has not been read yet.
#[derive(Debug, Clone, Copy)]
struct UnreadChange {
    began: Instant,
    last: Instant,
    stamp: Option<Stamp>,
    /// Whether to read without waiting any longer.
    at_once: bool,
}

/// A reading in progress.
#[derive(Debug, Clone, Copy)]
struct InProgress {
    number: u64,
    /// Whether it was restarted once because the file changed. It is not restarted again, so that the file of a writer
    /// that never pauses is shown eventually.
    restarted: bool,
}

/// Another record of the followed directory that is being written. It is followed as soon as it can be shown.
struct Candidate {
    path: PathBuf,
    /// When its last change was detected.
    last: Instant,
    /// The number of its reading, if one is in progress.
    reading: Option<u64>,
}

pub(super) struct Follower<F> {
    /// The path that the user named: a file, or a directory whose newest record is followed.
    target: PathBuf,
    /// The file being followed.
    path: PathBuf,
    follow: Follow,
    send: F,
    wake: Sender<Wake>,
    woken: Receiver<Wake>,
    directories: Directories,
    /// Detects changes in the directory, if one was named.
    records: Option<Records>,
    candidate: Option<Candidate>,
    pinned: bool,
    /// The state of the file that was read last, or is being read.
    seen: Option<Stamp>,
    /// Whether that state may hide a change.
    doubt: Option<Doubt>,
    pending: Option<UnreadChange>,
    in_progress: Option<InProgress>,
    readings: u64,
    /// Whether the file could not be opened. That can change without a visible change of the file: restoring
    /// permissions affects neither length nor time.
    denied: bool,
    trouble: Option<Trouble>,
    /// Since when the file has changed during every reading.
    restless: Option<Instant>,
    /// When the file will have rested after a reading, unless it changes before.
    rest: Option<Instant>,
    /// Whether the end of the file was left out of that reading.
    held_back: bool,
    /// Whether the user wants to see the file as it is.
    asked: bool,
}

impl<F: FnMut(Change) -> bool> Follower<F> {
    pub(super) fn new(
        target: PathBuf,
        follow: Follow,
        seen: Seen,
        send: F,
        wake: Sender<Wake>,
        woken: Receiver<Wake>,
    ) -> Self {
        let polls = follow.poll.is_some();
        let directories =
            if polls { Directories::default() } else { Directories::new(wake.clone()) };
        let records = target.is_dir().then(|| {
            let known = Arc::unwrap_or_clone(seen.known);
            Records::new(&target, known, follow.poll.unwrap_or(LOOK))
        });
        Self {
            target,
            path: seen.path,
            follow,
            send,
            wake,
            woken,
            directories,
            records,
            candidate: None,
            pinned: false,
            doubt: seen.stamp.and_then(Doubt::of),
            seen: seen.stamp,
            pending: None,
            in_progress: None,
            readings: 0,
            denied: false,
            trouble: None,
            restless: None,
            rest: seen.held_back.then(|| Instant::now() + REST),
            held_back: seen.held_back,
            asked: false,
        }
    }

    /// Runs until the receiver is gone. A panic is reported as the reason why the file cannot be followed.
    pub(super) fn run_caught(&mut self) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.run())) {
            // The send fails only if the screen is gone.
            let _ = (self.send)(Change::Incomplete(Cause::Other(crash::reason(&*panic)).into()));
        }
    }

    fn run(&mut self) {
        self.directories.refresh(&self.target);
        let why_polling = match self.follow.poll {
            Some(every) => Some(format!("looking every {} s, as asked", every.as_secs_f64())),
            None => self.directories.why_silent(&self.path),
        };
        if !why_polling.is_none_or(|reason| (self.send)(Change::Polling(reason))) {
            return;
        }
        loop {
            self.look();
            if !self.report_trouble() || !self.read_if_due() {
                return;
            }
            let timeout = self.next_deadline().saturating_duration_since(Instant::now());
            let mut wake = match self.woken.recv_timeout(timeout) {
                Ok(wake) => Some(wake),
                Err(RecvTimeoutError::Timeout) => None,
                // Cannot happen: this thread holds a sender.
                Err(RecvTimeoutError::Disconnected) => return,
            };
            while let Some(woken) = wake {
                if !self.take(woken) {
                    return;
                }
                wake = self.woken.try_recv().ok();
            }
            self.directories.refresh(&self.target);
        }
    }

    /// Handles a wake-up. Returns false if the receiver is gone.
    fn take(&mut self, wake: Wake) -> bool {
        match wake {
            Wake::Changed(names, believed) => self.changed(&names, believed),
            Wake::Reload => {
                self.asked = true;
                self.change(true);
            }
            Wake::Pin(file) => self.pin(file),
            Wake::Read(reading) => return self.done(*reading),
            Wake::End => return false,
        }
        true
    }

    /// Handles an event for files with these names. If it is believed, the followed file is read even if its size and
    /// time are equal.
    fn changed(&mut self, names: &[OsString], believed: Option<bool>) {
        if let Some(records) = &mut self.records {
            records.touch(names);
        }
        let Some(at_once) = believed else {
            return;
        };
        let target = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let ours = [self.path.file_name(), target.file_name()];
        let mut names = names.iter();
        if names.any(|name| ours.contains(&Some(name.as_os_str()))) {
            self.change(at_once);
        }
    }

    /// Compares the file with the state that was read last, and a directory's records with theirs.
    fn look(&mut self) {
        let turn = self.records.as_mut().and_then(|records| records.newer(&self.path));
        if let Some(path) = turn {
            self.candidate = Some(Candidate { path, last: Instant::now(), reading: None });
        }
        let now = Stamp::of_opened(&self.path);
        let known = self.pending.map_or(self.seen, |pending| pending.stamp);
        let is_denied = self.pending.is_none() && self.denied;
        if now != known || is_denied && load::open(&self.path).is_ok() {
            self.change(false);
        }
    }

    /// For a directory, follows the given file, or the newest one again.
    fn pin(&mut self, file: Option<PathBuf>) {
        self.pinned = file.is_some();
        if let Some(file) = file.filter(|file| *file != self.path) {
            self.switch_to(file, None);
            // From now on the new file is read; it is announced with its first reading.
            self.change(false);
        }
    }

    /// Follows another file, whose state when it was read is `seen`.
    fn switch_to(&mut self, path: PathBuf, seen: Option<Stamp>) {
        self.path = path;
        self.seen = seen;
        self.doubt = seen.and_then(Doubt::of);
        self.trouble = None;
        self.pending = None;
        self.in_progress = None;
        self.rest = None;
        self.candidate = None;
        self.denied = false;
    }

    fn change(&mut self, at_once: bool) {
        let now = Instant::now();
        let stamp = Stamp::of_opened(&self.path);
        let pending =
            self.pending.get_or_insert(UnreadChange { began: now, last: now, stamp, at_once });
        pending.last = now;
        pending.stamp = stamp;
        pending.at_once |= at_once;
        self.rest = None;
    }

    /// When to act unless something wakes the thread earlier.
    fn next_deadline(&self) -> Instant {
        let now = Instant::now();
        let mut next = now + self.follow.poll.unwrap_or(LOOK);
        if let Some(pending) = self.pending.filter(|_| self.may_read()) {
            next = next.min(pending.last + QUIET).min(pending.began + PATIENCE);
        }
        let others = [
            self.rest,
            self.doubt.and_then(|doubt| doubt.due),
            self.trouble.as_ref().and_then(Trouble::due),
            self.candidate_due(),
            self.records.as_ref().map(|records| records.due),
        ];
        others.into_iter().flatten().fold(next, Instant::min)
    }

    /// Whether a reading may start now: none is in progress, or a newer change has made it obsolete.
    fn may_read(&self) -> bool {
        self.in_progress.is_none_or(|reading| !reading.restarted)
    }

    /// When to read the other record of the directory.
    fn candidate_due(&self) -> Option<Instant> {
        let candidate = self.candidate.as_ref();
        let waiting = candidate.filter(|candidate| candidate.reading.is_none() && !self.pinned);
        waiting.map(|candidate| candidate.last + QUIET)
    }

    /// Reads what is due, or reports that the file has rested. Returns false if the receiver is gone.
    fn read_if_due(&mut self) -> bool {
        let now = Instant::now();
        if self.candidate_due().is_some_and(|due| now >= due) {
            self.read_candidate();
        }
        if let Some(pending) = self.pending.filter(|_| self.may_read()) {
            let due =
                pending.at_once || now >= pending.last + QUIET || now >= pending.began + PATIENCE;
            if due {
                self.pending = None;
                self.read(self.asked);
            }
        } else if self.in_progress.is_none() && self.rest.take_if(|due| now >= *due).is_some() {
            if !self.held_back {
                return (self.send)(Change::Rested);
            }
            self.read(true);
        } else if self.in_progress.is_none()
            && let Some(doubt) = &mut self.doubt
            && doubt.due.is_some_and(|due| now >= due)
        {
            doubt.due = None;
            self.read(true);
        }
        true
    }

    /// Reads the file on another thread.
    fn read(&mut self, rested: bool) {
        let restarted = self.in_progress.is_some();
        let stamp = Stamp::of_opened(&self.path);
        self.seen = stamp;
        self.rest = None;
        if self.doubt.map(|doubt| doubt.stamp) != stamp {
            self.doubt = stamp.and_then(Doubt::of);
        }
        let options = LoadOptions { growing: !rested, ..self.follow.load };
        match self
            .spawn(self.path.clone(), stamp, rested, move |path: &Path| load::load(path, options))
        {
            Ok(number) => self.in_progress = Some(InProgress { number, restarted }),
            Err(error) => self.fail(Cause::Other(format!("no thread to read the file: {error}"))),
        }
    }

    fn read_candidate(&mut self) {
        let Some(path) = self.candidate.as_ref().map(|candidate| candidate.path.clone()) else {
            return;
        };
        let options = self.follow.load;
        let stamp = Stamp::of_opened(&path);
        let load =
            move |path: &Path| perhaps_growing(|options| load::load(path, options), options, true);
        let reading = self.spawn(path, stamp, false, load).ok();
        let candidate = self.candidate.take().filter(|_| reading.is_some());
        self.candidate = candidate.map(|candidate| Candidate { reading, ..candidate });
    }

    /// Starts a reading and returns its number.
    fn spawn(
        &mut self,
        path: PathBuf,
        stamp: Option<Stamp>,
        rested: bool,
        load: impl FnOnce(&Path) -> Result<Loaded, LoadError> + Send + 'static,
    ) -> std::io::Result<u64> {
        self.readings += 1;
        let number = self.readings;
        let wake = self.wake.clone();
        let thread = thread::Builder::new().name("load".to_owned());
        let spawned = thread.spawn(move || {
            let result = load(&path);
            let after = Stamp::of_opened(&path);
            // The send fails only if the follower has ended.
            let _ =
                wake.send(Wake::Read(Box::new(Reading { number, rested, stamp, after, result })));
        });
        spawned.map(|_| number)
    }

    /// Handles a finished reading. Returns false if the receiver is gone.
    fn done(&mut self, reading: Reading) -> bool {
        let candidate = self.candidate.as_ref();
        if candidate.is_some_and(|candidate| candidate.reading == Some(reading.number)) {
            return self.candidate_done(reading);
        }
        if self.in_progress.is_none_or(|current| current.number != reading.number) {
            // A newer reading is in progress.
            return true;
        }
        self.in_progress = None;
        self.denied = matches!(&reading.result, Err(error) if matches!(error.cause, Cause::Io(_)));
        if self.is_mixed(&reading) {
            return true;
        }
        match reading.result {
            Ok(loaded) => self.show(loaded, reading.rested),
            Err(error) if error.is_missing() => {
                self.trouble = None;
                (self.send)(Change::Gone)
            }
            Err(error) => {
                // Without its last line it may be empty.
                self.rest = (!reading.rested).then(|| Instant::now() + REST);
                self.held_back = true;
                self.fail(error.cause);
                true
            }
        }
    }

    /// Switches to the other record of the directory if it can be shown. If not, it may be after its next change.
    fn candidate_done(&mut self, reading: Reading) -> bool {
        let Some(mut candidate) = self.candidate.take() else {
            return true;
        };
        if reading.stamp != reading.after {
            candidate.reading = None;
            candidate.last = Instant::now();
            self.candidate = Some(candidate);
            return true;
        }
        match reading.result {
            Ok(loaded) if !self.pinned => {
                self.switch_to(candidate.path, reading.stamp);
                self.show(loaded, reading.rested)
            }
            _ => true,
        }
    }

    /// Whether the file changed while it was read, so that the result may mix two states. The next check detects the
    /// change. If the file only grows, but without a pause long enough to read it, the result is shown.
    fn is_mixed(&mut self, reading: &Reading) -> bool {
        if reading.stamp == reading.after || reading.stamp != self.seen {
            self.restless = None;
            return false;
        }
        self.seen = None;
        self.change(false);
        let since = *self.restless.get_or_insert_with(Instant::now);
        let stamps = reading.stamp.zip(reading.after);
        let grows = stamps.is_some_and(|(before, after)| after.has_grown_from(before));
        !grows || since.elapsed() < PATIENCE
    }

    fn show(&mut self, loaded: Loaded, rested: bool) -> bool {
        if self.target != self.path && !(self.send)(Change::Switched(self.path.clone())) {
            return false;
        }
        let cut = loaded.cut().map(str::to_owned);
        let is_whole = cut.is_none();
        match cut {
            None => self.trouble = None,
            Some(reason) => self.fail(Cause::Other(reason)),
        }
        // Of a file that is cut, what is missing is not gone.
        let rests = !rested && (loaded.held_back || is_whole);
        self.rest = rests.then(|| Instant::now() + REST);
        self.held_back = loaded.held_back;
        let is_final = std::mem::take(&mut self.asked) || rested && is_whole;
        (self.send)(Change::Loaded(loaded)) && (!is_final || (self.send)(Change::Rested))
    }

    fn fail(&mut self, reason: Cause) {
        let reason = Arc::new(reason);
        let trouble = self.trouble.as_mut();
        if !trouble.is_some_and(|trouble| trouble.goes_on(&reason)) {
            self.trouble = Some(Trouble::new(reason));
        }
    }

    /// Reports that the file is being written, and later why it cannot be shown. Returns false if the receiver is gone.
    fn report_trouble(&mut self) -> bool {
        let report = self.trouble.as_mut().and_then(Trouble::report);
        report.is_none_or(|change| (self.send)(change))
    }
}

//! The thread that follows files. It waits for changes, and has those files act that are concerned.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::directories::{Directories, Touched};
use super::followed::{Followed, Shared};
use super::records::Records;
use super::waits::{LIVELY, LOOK, QUIET};
use super::{Change, Follow, Reading, Seen, Stamp, Wake, perhaps_growing, records_of};
use crate::crash;
use crate::files::load::{self, Cause};
use crate::files::walk;

/// So few files are all checked at every event: it may be about something that they depend on, such as a directory.
const FEW: usize = 8;
/// Where events come, checking many files takes at most a thousandth of the time, but they are checked this often.
const SELDOM: Duration = Duration::from_secs(10);

/// Which files are followed.
pub(super) enum Choice {
    /// The file that was named, or the newest record of the directory.
    One(Seen),
    /// All files that were named, and all records of the directories. Some have been read.
    All(Vec<Seen>),
}

/// The records of a directory, of which the newest is followed.
struct Newest {
    records: Records,
    candidate: Option<Candidate>,
    /// Whether the current one is kept.
    pinned: bool,
}

/// Another record of the followed directory that is being written. It is followed as soon as it can be shown.
struct Candidate {
    path: PathBuf,
    /// When its last change was detected.
    last: Instant,
    /// The number of its reading, if one is in progress.
    reading: Option<u64>,
}

impl Newest {
    /// When to read the other record: not while the game of the current one is being played. If the other one has not changed
    /// for long by then, it is no longer, either.
    fn due(&self, current: Option<&Followed>) -> Option<Instant> {
        let candidate = self.candidate.as_ref();
        let waiting = candidate.filter(|it| it.reading.is_none() && !self.pinned)?;
        let due = current.and_then(Followed::lives_until).max(Some(waiting.last + QUIET))?;
        (due < waiting.last + LIVELY).then_some(due)
    }
}

pub(super) struct Follower<F> {
    /// The paths that the user named.
    targets: Vec<PathBuf>,
    /// The directories among them, if all of their records are followed.
    folders: Option<Vec<PathBuf>>,
    newest: Option<Newest>,
    files: Vec<Followed>,
    shared: Shared<F>,
    woken: Receiver<Wake>,
    directories: Directories,
    /// Whether no events are expected.
    is_silent: bool,
    /// What events said since the last check.
    touched: Touched,
    /// When to check every file.
    due: Instant,
}

impl<F: FnMut(&Path, Change) -> bool> Follower<F> {
    pub(super) fn new(
        targets: Vec<PathBuf>,
        follow: Follow,
        choice: Choice,
        send: F,
        (wake, woken): (Sender<Wake>, Receiver<Wake>),
    ) -> Self {
        let polls = follow.poll.is_some();
        let directories =
            if polls { Directories::default() } else { Directories::new(wake.clone()) };
        let (mut folders, mut newest, mut files) = (None, None, Vec::new());
        match choice {
            Choice::One(seen) => {
                files.push(Followed::opened(&seen));
                newest = targets[0].is_dir().then(|| {
                    let known = Arc::unwrap_or_clone(seen.known);
                    let records = Records::new(&targets[0], known, follow.poll.unwrap_or(LOOK));
                    Newest { records, candidate: None, pinned: false }
                });
            }
            Choice::All(seen) => {
                files.extend(seen.iter().map(Followed::opened));
                folders = Some(targets.iter().filter(|path| path.is_dir()).cloned().collect());
            }
        }
        Self {
            targets,
            folders,
            newest,
            files,
            shared: Shared { follow, send, wake, readings: 0, running: 0 },
            woken,
            directories,
            is_silent: polls,
            touched: Touched::default(),
            due: Instant::now(),
        }
    }

    /// Runs until the receiver is gone. A panic is reported as the reason why the files cannot be followed.
    pub(super) fn run_caught(&mut self) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.run())) {
            let reason = Cause::Other(crash::reason(&*panic));
            // The send fails only if the receiver is gone.
            let _ = (self.shared.send)(&self.targets[0], Change::Incomplete(reason.into()));
        }
    }

    fn every(&self) -> Duration {
        self.shared.follow.poll.unwrap_or(LOOK)
    }

    fn run(&mut self) {
        self.directories.refresh(&self.targets);
        let why_polling = match self.shared.follow.poll {
            Some(every) => Some(format!("looking every {} s, as asked", every.as_secs_f64())),
            None => self.targets.iter().find_map(|path| self.directories.why_silent(path)),
        };
        self.is_silent = why_polling.is_some();
        let target = &self.targets[0];
        if !why_polling.is_none_or(|reason| (self.shared.send)(target, Change::Polling(reason))) {
            return;
        }
        loop {
            self.look();
            if !self.act() {
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
        }
    }

    /// Handles a wake-up. Returns false if the receiver is gone.
    fn take(&mut self, wake: Wake) -> bool {
        match wake {
            Wake::Changed => self.directories.take_touched(&mut self.touched),
            Wake::Reload => self.files.iter_mut().for_each(Followed::ask),
            Wake::Pin(file) => self.pin(file),
            Wake::Read(reading) => return self.done(*reading),
            Wake::End => return false,
        }
        true
    }

    /// Compares files with the states that were read last: all that are due, or those that events name. If events are
    /// believed, these are read even if their sizes and times are equal.
    fn look(&mut self) {
        let (touched, began) = (std::mem::take(&mut self.touched), Instant::now());
        let are_few = self.files.len() < FEW;
        let (opens, is_due) = (are_few || self.is_silent, are_few || Instant::now() >= self.due);
        if is_due {
            self.due = Instant::now() + self.every();
            self.directories.refresh(&self.targets);
        }
        self.find(&touched, is_due);
        for file in &mut self.files {
            let named = file.touched(&touched);
            if let Some(at_once) = named.flatten() {
                file.change(at_once);
            }
            if is_due || named.is_some() {
                file.look(opens);
            }
        }
        if is_due && !self.is_silent {
            self.due = self.due.max(began + (began.elapsed() * 1000).min(SELDOM));
        }
        if let (Some(newest), Some(file)) = (&mut self.newest, self.files.first()) {
            touched.keys().for_each(|name| newest.records.touch(name));
            if let Some(path) = newest.records.newer(&file.path) {
                let last = Instant::now();
                newest.candidate = Some(Candidate { path, last, reading: None });
            }
        }
    }

    /// Finds the files that are new, and leaves those that are gone.
    fn find(&mut self, touched: &Touched, is_due: bool) {
        let Some(folders) = &self.folders else {
            return;
        };
        let found = if is_due {
            let targets = &self.targets;
            self.files.retain(|file| file.is_there() || targets.contains(&file.path));
            records_of(targets)
        } else {
            let paths = folders.iter().flat_map(|it| touched.keys().map(|name| it.join(name)));
            paths.filter(|path| walk::is_record(path)).collect()
        };
        let known: HashSet<&Path> = self.files.iter().map(|file| &*file.path).collect();
        let new = found.into_iter().filter(|path| !known.contains(&**path));
        let new: Vec<Followed> = new.map(Followed::new).collect();
        self.files.extend(new);
    }

    /// For a directory, follows the given file, or the newest one again.
    fn pin(&mut self, path: Option<PathBuf>) {
        let (Some(newest), Some(file)) = (&mut self.newest, self.files.first_mut()) else {
            return;
        };
        newest.pinned = path.is_some();
        if let Some(path) = path.filter(|path| *path != file.path) {
            newest.candidate = None;
            // From now on the new file is read; it is announced with its first reading.
            *file = Followed::of(path, None);
            file.change(false);
        }
    }

    /// When to act unless something wakes the thread earlier.
    fn next_deadline(&self) -> Instant {
        let has_room = self.shared.has_room();
        let files = self.files.iter().filter_map(|file| file.due(has_room));
        let newest = self.newest.iter();
        let others = newest.flat_map(|newest| {
            newest.due(self.files.first()).into_iter().chain([newest.records.due])
        });
        files.chain(others).fold(self.due, Instant::min)
    }

    /// Reads and reports what is due. Returns false if the receiver is gone.
    fn act(&mut self) -> bool {
        let due = self.newest.as_ref().and_then(|newest| newest.due(self.files.first()));
        if due.is_some_and(|due| Instant::now() >= due) {
            self.read_candidate();
        }
        self.files.iter_mut().all(|file| file.act(&mut self.shared))
    }

    fn read_candidate(&mut self) {
        let Some(newest) = &mut self.newest else {
            return;
        };
        let Some(candidate) = &mut newest.candidate else {
            return;
        };
        let options = self.shared.follow.load;
        let stamp = Stamp::of_opened(&candidate.path);
        let load =
            move |path: &Path| perhaps_growing(|options| load::load(path, options), options, true);
        candidate.reading = self.shared.read((candidate.path.clone(), stamp), false, load).ok();
        newest.candidate.take_if(|candidate| candidate.reading.is_none());
    }

    /// Handles a finished reading. Returns false if the receiver is gone.
    fn done(&mut self, reading: Reading) -> bool {
        self.shared.running -= 1;
        if let Some(file) = self.files.iter_mut().find(|file| file.awaits(&reading)) {
            return file.done(reading, &mut self.shared);
        }
        // Otherwise a newer reading is in progress.
        self.newest.is_none() || self.candidate_done(reading)
    }

    /// Switches to the other record of the directory if it can be shown. If not, it may be after its next change.
    fn candidate_done(&mut self, reading: Reading) -> bool {
        let (Some(newest), Some(file)) = (&mut self.newest, self.files.first_mut()) else {
            return true;
        };
        let is_awaited = |candidate: &mut Candidate| candidate.reading == Some(reading.number);
        let Some(mut candidate) = newest.candidate.take_if(is_awaited) else {
            return true;
        };
        if reading.stamp != reading.after {
            (candidate.reading, candidate.last) = (None, Instant::now());
            newest.candidate = Some(candidate);
            return true;
        }
        match reading.result {
            Ok(loaded) if !newest.pinned => {
                *file = Followed::of(candidate.path, reading.stamp);
                file.show(loaded, (reading.rested, reading.is_over), &mut self.shared)
            }
            _ => true,
        }
    }
}

//! One file of a follower: lets the writer finish, has the file read, and reports the result.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use super::directories::Touched;
use super::stamp::Doubt;
use super::trouble::Trouble;
use super::waits::{LIVELY, PATIENCE, QUIET, REST};
use super::{Change, FRESH, Follow, Reading, Seen, Stamp, Wake, is_fresh};
use crate::files::load::{self, Cause, LoadError, LoadOptions};
use crate::format::Loaded;

/// The maximum number of files that are read at the same time.
const MOST: usize = 4;

/// What the files of a follower share.
pub(super) struct Shared<F> {
    pub(super) follow: Follow,
    pub(super) send: F,
    pub(super) wake: Sender<Wake>,
    /// The number of readings so far.
    pub(super) readings: u64,
    /// The number of readings in progress, including obsolete ones.
    pub(super) running: usize,
}

impl<F> Shared<F> {
    /// Whether another reading may start.
    pub(super) fn has_room(&self) -> bool {
        self.running < MOST
    }

    /// Starts to read a file in this state, and returns the number of the reading.
    pub(super) fn read(
        &mut self,
        (path, stamp): (PathBuf, Option<Stamp>),
        rested: bool,
        load: impl FnOnce(&Path) -> Result<Loaded, LoadError> + Send + 'static,
    ) -> std::io::Result<u64> {
        self.readings += 1;
        let number = self.readings;
        let wake = self.wake.clone();
        let thread = thread::Builder::new().name("load".to_owned());
        thread.spawn(move || {
            let result = load(&path);
            let after = Stamp::of_opened(&path);
            let is_over = result.as_ref().is_ok_and(is_over);
            let reading = Reading { number, rested, stamp, after, result, is_over };
            // The send fails only if the follower has ended.
            let _ = wake.send(Wake::Read(Box::new(reading)));
        })?;
        self.running += 1;
        Ok(number)
    }
}

/// A detected change that has not been read yet.
#[derive(Debug, Clone, Copy)]
struct UnreadChange {
    began: Instant,
    last: Instant,
    stamp: Option<Stamp>,
    /// Whether to read without waiting any longer.
    at_once: bool,
}

impl UnreadChange {
    fn due(self) -> Instant {
        if self.at_once { self.last } else { (self.last + QUIET).min(self.began + PATIENCE) }
    }
}

/// A reading in progress.
#[derive(Debug, Clone, Copy)]
struct InProgress {
    number: u64,
    /// Whether it was restarted once because the file changed. It is not restarted again, so that the file of a writer
    /// that never pauses is shown eventually.
    restarted: bool,
}

/// A file that is followed.
#[derive(Default)]
pub(super) struct Followed {
    pub(super) path: PathBuf,
    /// The name of the file that it resolves to, if it is a symlink.
    target: Option<OsString>,
    /// The state of the file that was read last, or is being read.
    seen: Option<Stamp>,
    /// Whether that state may hide a change.
    doubt: Option<Doubt>,
    pending: Option<UnreadChange>,
    in_progress: Option<InProgress>,
    /// Whether the file was read before.
    is_known: bool,
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
    /// When its last change was read, unless its newest game is over.
    lively: Option<Instant>,
}

impl Followed {
    /// A file that has not been read.
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }

    /// A file that was read in this state.
    pub(super) fn of(path: PathBuf, seen: Option<Stamp>) -> Self {
        Self { path, doubt: seen.and_then(Doubt::of), seen, is_known: true, ..Self::default() }
    }

    /// A file as it was when it was opened.
    pub(super) fn opened(seen: &Seen) -> Self {
        Self {
            rest: seen.held_back.then(|| Instant::now() + REST),
            held_back: seen.held_back,
            lively: (!seen.is_over && is_fresh(&seen.path, LIVELY)).then(Instant::now),
            ..Self::of(seen.path.clone(), seen.stamp)
        }
    }

    /// Until when its newest game is being played, as far as is known.
    pub(super) fn lives_until(&self) -> Option<Instant> {
        self.lively.map(|read| read + LIVELY)
    }

    /// Whether the file is there, or was when it was looked at last.
    pub(super) fn is_there(&self) -> bool {
        self.seen.is_some() || self.pending.is_some() || self.in_progress.is_some()
    }

    /// What events say of the file, if they name it.
    pub(super) fn touched(&self, names: &Touched) -> Option<Option<bool>> {
        let own = [self.path.file_name(), self.target.as_deref()].into_iter().flatten();
        own.filter_map(|name| names.get(name)).copied().max()
    }

    /// Compares the file with the state that was read last. Opening it tells more on some file systems, but costs more and
    /// causes events.
    pub(super) fn look(&mut self, opens: bool) {
        let target = self.path.read_link().ok().and_then(|_| self.path.canonicalize().ok());
        self.target = target.and_then(|target| target.file_name().map(OsString::from));
        let now = if opens { Stamp::of_opened(&self.path) } else { Stamp::of(&self.path) };
        let known = self.pending.map_or(self.seen, |pending| pending.stamp);
        let is_denied = self.pending.is_none() && self.denied;
        if now != known || is_denied && load::open(&self.path).is_ok() {
            self.change(false);
        }
    }

    /// The user asks for the file as it is.
    pub(super) fn ask(&mut self) {
        self.asked = true;
        self.change(true);
    }

    /// The file has changed.
    pub(super) fn change(&mut self, at_once: bool) {
        let now = Instant::now();
        let stamp = Stamp::of_opened(&self.path);
        let pending =
            self.pending.get_or_insert(UnreadChange { began: now, last: now, stamp, at_once });
        pending.last = now;
        pending.stamp = stamp;
        pending.at_once |= at_once;
        self.rest = None;
    }

    /// Whether a reading may start now: none is in progress, or a newer change has made it obsolete.
    fn may_read(&self) -> bool {
        self.in_progress.is_none_or(|reading| !reading.restarted)
    }

    /// When there is something to read, if there is room to read it, or to report.
    pub(super) fn due(&self, has_room: bool) -> Option<Instant> {
        let change = self.pending.filter(|_| self.may_read()).map(UnreadChange::due);
        let again = self.rest.into_iter().chain(self.doubt.and_then(|doubt| doubt.due)).min();
        let again = again.filter(|_| self.in_progress.is_none());
        let read = change.into_iter().chain(again).filter(|_| has_room);
        read.chain(self.trouble.as_ref().and_then(Trouble::due)).min()
    }

    /// Reads the file if it is due, or reports that it has rested or why it cannot be shown. Returns false if the receiver
    /// is gone.
    pub(super) fn act(&mut self, shared: &mut Shared<impl FnMut(&Path, Change) -> bool>) -> bool {
        let report = self.trouble.as_mut().and_then(Trouble::report);
        if !report.is_none_or(|change| (shared.send)(&self.path, change)) {
            return false;
        }
        if !shared.has_room() {
            return true;
        }
        let now = Instant::now();
        if let Some(pending) = self.pending.filter(|_| self.may_read()) {
            if now >= pending.due() {
                self.pending = None;
                let is_old = !self.is_known && !is_fresh(&self.path, FRESH);
                self.read(self.asked || is_old, shared);
            }
        } else if self.in_progress.is_none() && self.rest.take_if(|due| now >= *due).is_some() {
            if !self.held_back {
                return (shared.send)(&self.path, Change::Rested);
            }
            self.read(true, shared);
        } else if self.in_progress.is_none()
            && let Some(doubt) = &mut self.doubt
            && doubt.due.is_some_and(|due| now >= due)
        {
            doubt.due = None;
            self.read(true, shared);
        }
        true
    }

    /// Reads the file on another thread.
    fn read<F>(&mut self, rested: bool, shared: &mut Shared<F>) {
        let restarted = self.in_progress.is_some();
        let stamp = Stamp::of_opened(&self.path);
        self.seen = stamp;
        self.is_known = true;
        self.rest = None;
        if self.doubt.map(|doubt| doubt.stamp) != stamp {
            self.doubt = stamp.and_then(Doubt::of);
        }
        let options = LoadOptions { growing: !rested, ..shared.follow.load };
        let load = move |path: &Path| load::load(path, options);
        match shared.read((self.path.clone(), stamp), rested, load) {
            Ok(number) => self.in_progress = Some(InProgress { number, restarted }),
            Err(error) => self.fail(Cause::Other(format!("no thread to read the file: {error}"))),
        }
    }

    /// Whether a reading is the current one of the file.
    pub(super) fn awaits(&self, reading: &Reading) -> bool {
        self.in_progress.is_some_and(|current| current.number == reading.number)
    }

    /// Handles a finished reading. Returns false if the receiver is gone.
    pub(super) fn done(
        &mut self,
        reading: Reading,
        shared: &mut Shared<impl FnMut(&Path, Change) -> bool>,
    ) -> bool {
        self.in_progress = None;
        self.denied = matches!(&reading.result, Err(error) if matches!(error.cause, Cause::Io(_)));
        if self.is_mixed(&reading) {
            return true;
        }
        match reading.result {
            Ok(loaded) => self.show(loaded, (reading.rested, reading.is_over), shared),
            Err(error) if error.is_missing() => {
                (self.trouble, self.lively) = (None, None);
                (shared.send)(&self.path, Change::Gone)
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

    /// Reports what was read. Returns false if the receiver is gone.
    pub(super) fn show(
        &mut self,
        loaded: Loaded,
        (rested, is_over): (bool, bool),
        shared: &mut Shared<impl FnMut(&Path, Change) -> bool>,
    ) -> bool {
        self.lively = (!is_over).then(Instant::now);
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
        (shared.send)(&self.path, Change::Loaded(loaded))
            && (!is_final || (shared.send)(&self.path, Change::Rested))
    }

    fn fail(&mut self, reason: Cause) {
        let reason = Arc::new(reason);
        let trouble = self.trouble.as_mut();
        if !trouble.is_some_and(|trouble| trouble.goes_on(&reason)) {
            self.trouble = Some(Trouble::new(reason));
        }
    }
}

/// Whether the newest game of a file has ended.
pub(super) fn is_over(loaded: &Loaded) -> bool {
    let newest = loaded.games().last();
    newest.is_some_and(|game| load::caught(|| game.read()).is_ok_and(|record| record.is_over()))
}

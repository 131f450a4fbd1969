//! The thread that follows a file: waits for changes, lets the writer finish, has the file read, and tells how it goes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::directories::Directories;
use super::{Change, Follow, LOOK, Newest, Reading, Seen, Stamp, Wake};
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;
use crate::format::Loaded;

/// A writer that has been quiet for this long is taken to be done. Reading at once meets a half-written file in nine
/// cases of ten, reading after 5 ms of quiet in none.
const QUIET: Duration = Duration::from_millis(50);
/// A writer that never rests is read all the same after this long.
const PATIENCE: Duration = Duration::from_millis(500);
/// After this long an unfinished file is told as being written.
const WRITING: Duration = Duration::from_millis(300);
/// After this long the reason is told why the file cannot be shown.
const REASON: Duration = Duration::from_secs(2);
/// Text behind the last line end is taken as it is after the file has rested this long.
const REST: Duration = Duration::from_secs(1);

/// A change that was seen and is not read yet.
#[derive(Debug, Clone, Copy)]
struct Pending {
    began: Instant,
    last: Instant,
    stamp: Option<Stamp>,
    /// Read it without waiting any longer.
    at_once: bool,
}

/// A file that cannot be shown as it is.
#[derive(Debug)]
struct Trouble {
    began: Instant,
    reason: String,
    told_writing: bool,
    told_reason: bool,
}

/// A reading that is under way.
#[derive(Debug, Clone, Copy)]
struct Under {
    number: u64,
    /// It was started anew once already because the file changed. It is let finish now: a writer that never rests must
    /// not keep its file from being shown.
    again: bool,
}

pub(super) struct Follower<F> {
    /// What was named: a file, or a directory whose newest record is followed.
    target: PathBuf,
    /// The file that is followed now.
    path: PathBuf,
    follow: Follow,
    send: F,
    wake: Sender<Wake>,
    woken: Receiver<Wake>,
    directories: Directories,
    pinned: bool,
    /// The state of the file that was last read, or is being read.
    seen: Option<Stamp>,
    pending: Option<Pending>,
    under: Option<Under>,
    readings: u64,
    /// The system did not give the file at the last reading. It may again without any change to be seen: a permission
    /// given back touches neither length nor time.
    denied: bool,
    trouble: Option<Trouble>,
    /// Since when the file changes during every reading.
    restless: Option<Instant>,
    /// When a reading held text back, because its writer may not have been done.
    provisional: Option<Instant>,
}

impl<F: FnMut(Change) -> bool> Follower<F> {
    pub(super) fn new(
        target: &Path,
        follow: Follow,
        seen: &Seen,
        send: F,
        wake: Sender<Wake>,
        woken: Receiver<Wake>,
    ) -> Self {
        let directories = if follow.poll.is_some() {
            Directories::none()
        } else {
            Directories::new(wake.clone())
        };
        Self {
            target: target.to_owned(),
            path: seen.path.clone(),
            follow,
            send,
            wake,
            woken,
            directories,
            pinned: false,
            seen: seen.stamp,
            pending: None,
            under: None,
            readings: 0,
            denied: false,
            trouble: None,
            restless: None,
            provisional: seen.held_back.then(Instant::now),
        }
    }

    /// Runs until nobody listens.
    pub(super) fn run(&mut self) {
        self.directories.refresh(&self.target);
        if let Some(reason) = self.why_polling()
            && !(self.send)(Change::Polling(reason))
        {
            return;
        }
        loop {
            self.look();
            if !self.tell_trouble() {
                return;
            }
            self.read_if_due();
            let timeout = self
                .next_deadline()
                .saturating_duration_since(Instant::now());
            let mut wake = match self.woken.recv_timeout(timeout) {
                Ok(wake) => Some(wake),
                Err(RecvTimeoutError::Timeout) => None,
                // We hold a sender ourselves.
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

    fn why_polling(&self) -> Option<String> {
        match self.follow.poll {
            Some(every) => Some(format!("looking every {} s, as asked", every.as_secs_f64())),
            None => self.directories.why_silent(&self.path),
        }
    }

    /// Deals with what woke us. False when nobody listens.
    fn take(&mut self, wake: Wake) -> bool {
        match wake {
            Wake::Touched => {}
            Wake::Finished(names) => self.finished(&names),
            Wake::Reload => self.change(true),
            Wake::Pin(file) => self.pin(file),
            Wake::Read(reading) => return self.done(*reading),
            Wake::End => return false,
        }
        true
    }

    /// A writer closed files of these names, or renamed others to them: if ours is among them, it is finished.
    fn finished(&mut self, names: &[std::ffi::OsString]) {
        let target = self
            .path
            .canonicalize()
            .unwrap_or_else(|_| self.path.clone());
        let ours = [self.path.file_name(), target.file_name()];
        let is_ours = names
            .iter()
            .any(|name| ours.contains(&Some(name.as_os_str())));
        if is_ours && Stamp::of(&self.path) != self.seen {
            self.change(true);
        }
    }

    /// Compares the file with what was last read.
    fn look(&mut self) {
        if self.target != self.path || self.target.is_dir() {
            self.turn_to_newest();
        }
        let now = Stamp::of(&self.path);
        let known = self.pending.map_or(self.seen, |pending| pending.stamp);
        if now != known || (self.pending.is_none() && self.denied && load::is_readable(&self.path))
        {
            self.change(false);
        }
    }

    /// In a directory: stays with a file, or goes with the newest again.
    fn pin(&mut self, file: Option<PathBuf>) {
        self.pinned = file.is_some();
        if let Some(file) = file {
            self.turn_to(file);
        }
    }

    /// In a directory: goes over to a newer record.
    fn turn_to_newest(&mut self) {
        if self.pinned {
            return;
        }
        if let Some(newest) = Newest::of(&self.target) {
            self.turn_to(newest);
        }
    }

    fn turn_to(&mut self, file: PathBuf) {
        if file == self.path {
            return;
        }
        self.path = file;
        self.seen = None;
        self.trouble = None;
        self.pending = None;
        self.under = None;
        // What is read from now on belongs to the new file; it is told with its first reading.
        self.change(false);
    }

    fn change(&mut self, at_once: bool) {
        let now = Instant::now();
        let stamp = Stamp::of(&self.path);
        let pending = self.pending.get_or_insert(Pending {
            began: now,
            last: now,
            stamp,
            at_once,
        });
        pending.last = now;
        pending.stamp = stamp;
        pending.at_once |= at_once;
    }

    /// When the next thing is to be done if nothing wakes us.
    fn next_deadline(&self) -> Instant {
        let now = Instant::now();
        let mut next = now + self.follow.poll.unwrap_or(LOOK);
        if let Some(pending) = self.pending.filter(|_| self.may_read()) {
            next = next.min(pending.last + QUIET).min(pending.began + PATIENCE);
        }
        if let Some(trouble) = &self.trouble {
            if !trouble.told_writing {
                next = next.min(trouble.began + WRITING);
            }
            if !trouble.told_reason {
                next = next.min(trouble.began + REASON);
            }
        }
        if let Some(read) = self.provisional {
            next = next.min(read + REST);
        }
        next
    }

    /// Whether a reading may start now: none is under way, or one that a newer change makes useless.
    fn may_read(&self) -> bool {
        self.under.is_none_or(|under| !under.again)
    }

    fn read_if_due(&mut self) {
        let now = Instant::now();
        if let Some(pending) = self.pending.filter(|_| self.may_read()) {
            let due =
                pending.at_once || now >= pending.last + QUIET || now >= pending.began + PATIENCE;
            if due {
                self.pending = None;
                self.read(true);
            }
        } else if self.under.is_none() && self.provisional.is_some_and(|read| now >= read + REST) {
            self.provisional = None;
            self.read(false);
        }
    }

    /// Has the file read on a thread of its own.
    fn read(&mut self, growing: bool) {
        self.readings += 1;
        let number = self.readings;
        let again = self.under.is_some();
        let stamp = Stamp::of(&self.path);
        self.seen = stamp;
        self.provisional = None;
        let (path, wake) = (self.path.clone(), self.wake.clone());
        let options = LoadOptions {
            growing,
            ..self.follow.load
        };
        let work = move || {
            let result = load::load(&path, options);
            let after = Stamp::of(&path);
            // Nobody waits for it if the follower has ended.
            let _ = wake.send(Wake::Read(Box::new(Reading {
                number,
                growing,
                stamp,
                after,
                result,
            })));
        };
        match thread::Builder::new().name("load".to_owned()).spawn(work) {
            Ok(_) => self.under = Some(Under { number, again }),
            Err(error) => self.fail(format!("no thread to read the file: {error}")),
        }
    }

    /// Takes in a reading. False when nobody listens.
    fn done(&mut self, reading: Reading) -> bool {
        if self
            .under
            .is_none_or(|under| under.number != reading.number)
        {
            // A newer one is under way.
            return true;
        }
        self.under = None;
        self.denied = matches!(reading.result, Err(LoadError::Io { .. }));
        if self.is_mixed(&reading) {
            return true;
        }
        match reading.result {
            Ok(loaded) => self.show(loaded),
            Err(LoadError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                self.trouble = None;
                self.provisional = None;
                (self.send)(Change::Gone)
            }
            Err(error) => {
                // Without its last line it may be nothing.
                self.provisional = reading.growing.then(Instant::now);
                self.fail(error.reason());
                true
            }
        }
    }

    /// Whether the file changed under the reader, so that what was read may be a mixture of two. The change is seen at
    /// the next look. Of a file that only grows, and never rests for as long as reading takes, what was read is shown.
    fn is_mixed(&mut self, reading: &Reading) -> bool {
        if reading.stamp == reading.after || reading.stamp != self.seen {
            self.restless = None;
            return false;
        }
        self.seen = None;
        self.change(false);
        let since = *self.restless.get_or_insert_with(Instant::now);
        let grows = reading.stamp.zip(reading.after);
        let grows = grows.is_some_and(|(before, after)| after.has_grown_from(before));
        !grows || since.elapsed() < PATIENCE
    }

    fn show(&mut self, loaded: Loaded) -> bool {
        if self.target != self.path && !(self.send)(Change::Turned(self.path.clone())) {
            return false;
        }
        self.provisional = loaded.held_back.then(Instant::now);
        match loaded.cut.clone() {
            None => {
                self.trouble = None;
                (self.send)(Change::Loaded(loaded))
            }
            Some(reason) => {
                self.fail(reason);
                (self.send)(Change::Cut(loaded))
            }
        }
    }

    fn fail(&mut self, reason: String) {
        match &mut self.trouble {
            Some(trouble) if !trouble.told_reason || trouble.reason == reason => {
                trouble.reason = reason;
            }
            _ => {
                self.trouble = Some(Trouble {
                    began: Instant::now(),
                    reason,
                    told_writing: false,
                    told_reason: false,
                });
            }
        }
    }

    /// Says that the file is being written, and later why it cannot be shown. False when nobody listens.
    fn tell_trouble(&mut self) -> bool {
        let Some(trouble) = &mut self.trouble else {
            return true;
        };
        let elapsed = trouble.began.elapsed();
        if elapsed >= REASON && !trouble.told_reason {
            (trouble.told_writing, trouble.told_reason) = (true, true);
            return (self.send)(Change::Incomplete(trouble.reason.clone()));
        }
        if elapsed >= WRITING && !trouble.told_writing {
            trouble.told_writing = true;
            return (self.send)(Change::Writing);
        }
        true
    }
}

//! Layer 4: a path becomes change events. The only user of notify.
//!
//! Notify is only a wake-up. The truth is a look at the file's device, inode, length and time, once a second and after
//! each wake-up: events are missed on network file systems, after a rename over the file, and when a symlink turns. The
//! directories are watched, never the file: after one rename over it, a watch on the file is silent for ever.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecursiveMode, Watcher};

use crate::format::Loaded;
use crate::load::{self, LoadError, LoadOptions};

/// How often the file is looked at when nothing wakes us.
const LOOK: Duration = Duration::from_secs(1);
/// A writer that has been quiet for this long is taken to be done. Reading at once meets a half-written file in nine
/// cases of ten, reading after 5 ms of quiet in none.
const QUIET: Duration = Duration::from_millis(50);
/// A writer that never rests is read all the same after this long.
const PATIENCE: Duration = Duration::from_millis(500);
/// After this long an unfinished file is told as being written.
const WRITING: Duration = Duration::from_millis(300);
/// After this long the reason is told why the file cannot be shown.
const REASON: Duration = Duration::from_secs(2);

/// What happened to the file.
#[derive(Debug)]
pub enum Change {
    /// The file was read again, whole.
    Loaded(Loaded),
    /// The file was read, but it ends in the middle of the record.
    Cut(Loaded),
    /// The file cannot be shown now: a writer is at work.
    Writing,
    /// The file still cannot be shown, or ends in the middle; the reason.
    Incomplete(String),
    /// The file is not there any more.
    Gone,
    /// The system sends no events; the file is only looked at once a second.
    Polling(String),
}

#[derive(Debug, Clone, Copy)]
enum Wake {
    /// Something happened in a watched directory.
    Touched,
    /// The reader asks to read the file whether it changed or not.
    Reload,
}

/// Watches a file on a thread of its own until it is dropped.
#[derive(Debug)]
pub struct Watch {
    wake: Sender<Wake>,
}

impl Watch {
    /// Starts watching a file that was just loaded. `send` gets every change and says whether it still listens.
    pub fn start(
        path: &Path,
        options: LoadOptions,
        seen: Option<Stamp>,
        send: impl FnMut(Change) -> bool + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wake, woken) = mpsc::channel();
        let mut follower = Follower {
            path: path.to_owned(),
            options,
            seen,
            denied: false,
            send,
            woken,
            directories: Directories::new(path, wake.clone()),
        };
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || follower.run())?;
        Ok(Self { wake })
    }

    /// Reads the file again whether it changed or not.
    pub fn reload(&self) {
        // The thread ends only when nobody listens to it any more.
        let _ = self.wake.send(Wake::Reload);
    }
}

/// What tells one state of a file from another. Compared for inequality only: clocks go backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    device: u64,
    inode: u64,
    length: u64,
    /// Nanoseconds since 1970.
    modified: i128,
}

impl Stamp {
    /// The state of a file now; `None` if it is not there.
    pub fn of(path: &Path) -> Option<Self> {
        std::fs::metadata(path)
            .ok()
            .map(|metadata| Self::from(&metadata))
    }
}

impl From<&Metadata> for Stamp {
    #[cfg(unix)]
    fn from(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            length: metadata.len(),
            modified: i128::from(metadata.mtime()) * 1_000_000_000
                + i128::from(metadata.mtime_nsec()),
        }
    }

    #[cfg(not(unix))]
    fn from(metadata: &Metadata) -> Self {
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |time| {
            i128::try_from(time.as_nanos()).unwrap_or(i128::MAX)
        });
        Self {
            device: 0,
            inode: 0,
            length: metadata.len(),
            modified,
        }
    }
}

/// The state of the watching thread.
struct Follower<F> {
    path: PathBuf,
    options: LoadOptions,
    /// The state of the file that was last read with success, or found gone.
    seen: Option<Stamp>,
    /// The system did not give the file at the last reading. It may again without any change to be seen: a permission
    /// given back touches neither length nor time.
    denied: bool,
    send: F,
    woken: Receiver<Wake>,
    directories: Directories,
}

/// How a wait ended.
enum Waited {
    Woken { reload: bool },
    TimedOut,
    Over,
}

impl<F: FnMut(Change) -> bool> Follower<F> {
    fn run(&mut self) {
        if let Some(reason) = self.directories.refresh(&self.path)
            && !(self.send)(Change::Polling(reason))
        {
            return;
        }
        // A change between the first reading and the start of the watch has no event.
        let mut reload = false;
        loop {
            let changed = Stamp::of(&self.path) != self.seen
                || (self.denied && load::is_readable(&self.path));
            if (reload || changed) && !self.settle(reload) {
                return;
            }
            reload = match self.wait(LOOK) {
                Waited::Woken { reload } => reload,
                Waited::TimedOut => false,
                Waited::Over => return,
            };
            self.directories.refresh(&self.path);
        }
    }

    fn wait(&self, timeout: Duration) -> Waited {
        match self.woken.recv_timeout(timeout) {
            Ok(wake) => {
                let more = std::iter::from_fn(|| self.woken.try_recv().ok());
                let reload = std::iter::once(wake)
                    .chain(more)
                    .any(|wake| matches!(wake, Wake::Reload));
                Waited::Woken { reload }
            }
            Err(RecvTimeoutError::Timeout) => Waited::TimedOut,
            // `directories` holds a sender, so this does not happen while it lives.
            Err(RecvTimeoutError::Disconnected) => Waited::Over,
        }
    }

    /// Reads the file as often as it takes to see a finished one, telling how it goes. False when nobody listens.
    fn settle(&mut self, mut at_once: bool) -> bool {
        let began = Instant::now();
        let mut told = 0;
        loop {
            if !at_once {
                self.wait_for_quiet();
            }
            let reason = match self.read(true) {
                Reading::Whole(loaded) => return (self.send)(Change::Loaded(loaded)),
                Reading::Gone => return (self.send)(Change::Gone),
                Reading::Cut(loaded, reason) => {
                    if !(self.send)(Change::Cut(loaded)) {
                        return false;
                    }
                    reason
                }
                Reading::Failed(reason) => reason,
            };
            // Unfinished: wait for the next change, and say so when it takes long.
            let read = self.seen;
            at_once = loop {
                let elapsed = began.elapsed();
                let next = match told {
                    0 if elapsed >= WRITING => Some(Change::Writing),
                    1 if elapsed >= REASON => Some(self.last_word(reason.clone())),
                    _ => None,
                };
                if let Some(change) = next {
                    told += 1;
                    if !(self.send)(change) {
                        return false;
                    }
                }
                if told == 2 {
                    // Said all there is to say; the usual look goes on from here.
                    return true;
                }
                let timeout =
                    if told == 0 { WRITING } else { REASON }.saturating_sub(began.elapsed());
                match self.wait(timeout.max(Duration::from_millis(1))) {
                    Waited::Over => return false,
                    Waited::Woken { reload: true } => break true,
                    Waited::Woken { .. } | Waited::TimedOut if Stamp::of(&self.path) != read => {
                        break false;
                    }
                    Waited::Woken { .. } | Waited::TimedOut => {}
                }
            };
        }
    }

    /// Waits until the file has not changed for a while, but not for ever.
    fn wait_for_quiet(&self) {
        let began = Instant::now();
        let mut stamp = Stamp::of(&self.path);
        while began.elapsed() < PATIENCE {
            let waited = self.wait(QUIET);
            let now = Stamp::of(&self.path);
            if now == stamp && matches!(waited, Waited::TimedOut) {
                return;
            }
            stamp = now;
        }
    }

    /// What is said of a file that stays unfinished. Nobody writes to it, so its last line may be whole without an end.
    fn last_word(&mut self, reason: String) -> Change {
        match self.read(false) {
            Reading::Whole(loaded) => Change::Loaded(loaded),
            _ => Change::Incomplete(reason),
        }
    }

    /// Reads the file, again if it changed meanwhile. `growing` says that a writer may be at work on its last line.
    fn read(&mut self, growing: bool) -> Reading {
        let options = LoadOptions {
            growing,
            ..self.options
        };
        for _ in 0..3 {
            let before = Stamp::of(&self.path);
            self.seen = before;
            let loaded = load::load(&self.path, options);
            if Stamp::of(&self.path) == before {
                self.denied = matches!(loaded, Err(LoadError::Io { .. }));
                return Reading::of(loaded);
            }
        }
        Reading::Failed("the file changes while it is read".to_owned())
    }
}

/// What came of reading the file.
enum Reading {
    Whole(Loaded),
    Cut(Loaded, String),
    Failed(String),
    Gone,
}

impl Reading {
    fn of(loaded: Result<Loaded, LoadError>) -> Self {
        match loaded {
            Ok(loaded) => match loaded.cut.clone() {
                None => Self::Whole(loaded),
                Some(reason) => Self::Cut(loaded, reason),
            },
            Err(LoadError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                Self::Gone
            }
            Err(error) => Self::Failed(error.reason()),
        }
    }
}

/// The watched directories: the one that holds the given path, and the one that holds the file it resolves to.
struct Directories {
    watcher: Option<notify::RecommendedWatcher>,
    watched: Vec<(PathBuf, Option<Stamp>)>,
    failure: Option<String>,
    /// Keeps the channel open where the watcher could not be made.
    _wake: Sender<Wake>,
}

impl Directories {
    fn new(path: &Path, wake: Sender<Wake>) -> Self {
        let sender = wake.clone();
        let made = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.as_ref().map_or(true, matters) {
                // The thread that listens ends the watcher with itself.
                let _ = sender.send(Wake::Touched);
            }
        });
        let (watcher, failure) = match made {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let mut directories = Self {
            watcher,
            watched: Vec::new(),
            failure,
            _wake: wake,
        };
        directories.refresh(path);
        directories
    }

    /// Watches what is not watched yet: at first, and when a directory was replaced or a symlink turned. Gives the
    /// reason if that is not possible.
    fn refresh(&mut self, path: &Path) -> Option<String> {
        let wanted = directories_of(path);
        let same = |(directory, stamp): &(PathBuf, Option<Stamp>)| {
            wanted
                .iter()
                .any(|(path, now)| path == directory && identity(*now) == identity(*stamp))
        };
        if self.watched.len() == wanted.len() && self.watched.iter().all(same) {
            return self.failure.clone();
        }
        let watcher = self.watcher.as_mut()?;
        for (directory, _) in self.watched.drain(..) {
            // A directory that is gone is not watched any more.
            let _ = watcher.unwatch(&directory);
        }
        self.failure = None;
        for (directory, _) in &wanted {
            if let Err(error) = watcher.watch(directory, RecursiveMode::NonRecursive) {
                self.failure = Some(error.to_string());
            }
        }
        self.watched = wanted;
        self.failure.clone()
    }
}

fn identity(stamp: Option<Stamp>) -> Option<(u64, u64)> {
    stamp.map(|stamp| (stamp.device, stamp.inode))
}

fn directories_of(path: &Path) -> Vec<(PathBuf, Option<Stamp>)> {
    let parent = |path: &Path| match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("/"),
    };
    let mut directories = vec![parent(path)];
    if let Ok(target) = path.canonicalize() {
        let target = parent(&target);
        if directories[0].canonicalize().ok().as_ref() != Some(&target) {
            directories.push(target);
        }
    }
    directories
        .into_iter()
        .map(|directory| {
            let stamp = Stamp::of(&directory);
            (directory, stamp)
        })
        .collect()
}

/// Whether an event can mean a change. Somebody reading the file sends events too; taking those for changes would make
/// every reading cause the next.
fn matters(event: &notify::Event) -> bool {
    match event.kind {
        EventKind::Create(_) | EventKind::Remove(_) => true,
        EventKind::Modify(kind) => !matches!(kind, ModifyKind::Metadata(_)),
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Any | EventKind::Other => event.need_rescan(),
    }
}

//! Layer 4: a path becomes change events.
//!
//! Notify is only a wake-up. The truth is a look at the file's device, inode, length and time, at intervals and after
//! each wake-up: events are missed on network file systems, after a rename over the file, and when a symlink turns.
//! Files are read on a thread of their own, so that a large one does not keep the next change from being seen.

mod directories;
mod file_system;
mod follower;
mod pipe;
mod records;
mod stamp;
mod trouble;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

pub use pipe::Pipe;
pub use stamp::Stamp;

use crate::files::load;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;
use crate::files::walk;
use crate::format::{Loaded, Pieces};
use directories::Directories;
use follower::Follower;

/// How often the file is looked at when nothing wakes us.
pub const LOOK: Duration = Duration::from_secs(1);
/// How often a file that is not there yet is looked for.
const WAIT: Duration = Duration::from_millis(250);
/// A file that was written within this time may have a writer at work.
const FRESH: Duration = Duration::from_secs(2);

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
    /// The system sends no events, for this reason; the file is only looked at.
    Polling(String),
    /// The pipe has ended: nothing more will come.
    Ended,
    /// Another file of the followed directory was begun; what is loaded from now on is this one.
    Turned(PathBuf),
}

/// What wakes the follower.
#[derive(Debug)]
enum Wake {
    /// Something happened in a watched directory.
    Touched,
    /// Files of these names are others than before; their writer is done, or has only begun.
    Changed(Vec<std::ffi::OsString>, bool),
    /// The reader asks to read the file whether it changed or not.
    Reload,
    /// In a directory: stay with this file, or go with the newest again.
    Pin(Option<PathBuf>),
    /// A reading is done.
    Read(Box<Reading>),
    /// Nobody is interested any more.
    End,
}

/// How a file is taken when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// As one whose last line may be half a line; its writer has closed it or put it in its place, or may still be at
    /// work.
    Growing { is_closed: bool },
    /// As it is: it has rested.
    Rested,
}

/// The result of reading the file.
#[derive(Debug)]
struct Reading {
    number: u64,
    manner: Manner,
    /// The state of the file before it was read, and afterwards.
    stamp: Option<Stamp>,
    after: Option<Stamp>,
    result: Result<Loaded, LoadError>,
}

/// How to follow a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Follow {
    /// How it is read.
    pub load: LoadOptions,
    /// Look this often and listen to no events; `None` listens, and looks once a second.
    pub poll: Option<Duration>,
}

/// Follows a file, or the newest record of a directory, on a thread of its own until it is dropped.
#[derive(Debug)]
pub struct Watch {
    wake: Sender<Wake>,
}

impl Watch {
    /// Starts following a file, or the newest record of a directory, from the state in which [`open`] loaded it. `send`
    /// gets every change and returns whether it still listens.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(
        path: &Path,
        follow: Follow,
        seen: &Seen,
        send: impl FnMut(Change) -> bool + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wake, woken) = mpsc::channel();
        let mut follower = Follower::new(path, follow, seen, send, wake.clone(), woken);
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || follower.run_caught())?;
        Ok(Self { wake })
    }

    /// Reads the file again whether it changed or not.
    pub fn reload(&self) {
        self.wake(Wake::Reload);
    }

    /// Stays with a file of the followed directory, or goes with the newest again.
    pub fn pin(&self, file: Option<PathBuf>) {
        self.wake(Wake::Pin(file));
    }

    fn wake(&self, wake: Wake) {
        // The thread ends only when nobody listens to it any more.
        let _ = self.wake.send(wake);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.wake(Wake::End);
    }
}

/// The state in which a file was read.
#[derive(Debug, Clone)]
pub struct Seen {
    path: PathBuf,
    stamp: Option<Stamp>,
    held_back: bool,
}

/// A file as it was when it was opened.
#[derive(Debug)]
pub struct Opened {
    /// The file itself: the newest of a directory, where one was named.
    pub path: PathBuf,
    /// The records in it.
    pub loaded: Loaded,
    /// What is still to be read of a large file.
    pub rest: Option<Pieces>,
    stamp: Option<Stamp>,
}

impl Opened {
    fn pipe(path: &Path, loaded: Loaded) -> Self {
        Self {
            path: path.to_owned(),
            loaded,
            rest: None,
            stamp: None,
        }
    }

    /// Reads on until a game of the file is there, from 0; to its end if there is none.
    pub fn read_to(&mut self, game: usize) {
        while self.loaded.games.len() <= game
            && let Some(piece) = self.rest.as_mut().and_then(Iterator::next)
        {
            self.loaded.append(load::caught(|| piece.read(false)));
        }
    }

    /// The state in which the file was read.
    pub fn seen(&self) -> Seen {
        Seen {
            path: self.path.clone(),
            stamp: self.stamp,
            held_back: self.loaded.held_back,
        }
    }
}

/// Why the system would send no events for a path, so that following it means polling; `None` if events are expected.
pub fn why_no_events(path: &Path) -> Option<String> {
    let (wake, _) = mpsc::channel();
    let mut directories = Directories::new(wake);
    directories.refresh(path);
    directories.why_silent(path)
}

/// Waits until a file, or a directory with a record, exists and can be shown, then loads it. `waiting` gets the reason
/// each time it changes, and returns whether to keep waiting.
///
/// # Errors
/// `waiting` returned false: the last reason.
pub fn wait_for(
    path: &Path,
    options: LoadOptions,
    mut waiting: impl FnMut(&LoadError) -> bool,
) -> Result<Opened, LoadError> {
    let mut last = String::new();
    loop {
        let error = match open(path, options) {
            Ok(opened) => return Ok(opened),
            Err(error) => error,
        };
        let reason = error.to_string();
        if reason != last {
            if !waiting(&error) {
                return Err(error);
            }
            last = reason;
        }
        thread::sleep(WAIT);
    }
}

/// Loads a file, or the newest readable record of a directory, for following. Only the first games of a large file are
/// loaded. A recently written file is treated as still growing: nothing after its last line end is shown until it has
/// been quiet.
///
/// # Errors
/// As [`load::load`]; and the directory has no record, or none that can be shown: then the error of the newest.
pub fn open(path: &Path, options: LoadOptions) -> Result<Opened, LoadError> {
    if !path.is_dir() {
        return open_file(path, options);
    }
    let mut first = None;
    // Where there are only folders, what is in them is not being written now.
    let here = records::newest_first(path);
    let below = here.is_empty().then(|| walk::records_below(path));
    for file in here.into_iter().chain(below.into_iter().flatten()) {
        match open_file(&file, options) {
            Ok(opened) => return Ok(opened),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    let path = path.to_owned();
    Err(first.unwrap_or(LoadError::NoRecord { path }))
}

fn open_file(path: &Path, options: LoadOptions) -> Result<Opened, LoadError> {
    let stamp = Stamp::of_opened(path);
    let growing = options.growing || stamp::is_fresh(path, FRESH);
    let read = |options| load::begin(path, options);
    let (loaded, rest) = perhaps_growing(read, options, growing)?;
    Ok(Opened {
        path: path.to_owned(),
        loaded,
        rest,
        stamp,
    })
}

/// Loads a file whose writer may be at work. Without its last line it may be nothing: then with it.
fn perhaps_growing<T>(
    load: impl Fn(LoadOptions) -> Result<T, LoadError>,
    options: LoadOptions,
    growing: bool,
) -> Result<T, LoadError> {
    let read = |growing| load(LoadOptions { growing, ..options });
    match read(growing) {
        Err(_) if growing && !options.growing => read(false),
        result => result,
    }
}

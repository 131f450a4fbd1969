//! Layer 4: watches a path and reports changes.
//!
//! Events of notify serve only as wake-ups. What counts is the file's device, inode, length and time, checked at
//! intervals and after each wake-up, because events are lost on network file systems, after a rename over the file, and
//! when a symlink changes. Files are read on another thread, so that a large one does not delay detecting the next
//! change.

mod directories;
mod followed;
mod follower;
mod held;
mod pipe;
mod records;
mod stamp;
mod trouble;
mod waits;

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

pub use held::Held;
pub use pipe::Pipe;
pub use stamp::Stamp;
pub(crate) use stamp::is_fresh;
pub use waits::LOOK;
pub(crate) use waits::{FRESH, LIVELY};

use crate::files::load::{self, Cause, LoadError, LoadOptions};
use crate::files::{archive, walk};
use crate::format::{Chunks, Loaded};
use crate::record::Layer;
use directories::Directories;
use follower::{Choice, Follower};
use records::Known;
use waits::WAIT;

/// A change of the file.
#[derive(Debug)]
pub enum Change {
    /// The file was read, perhaps only as far as it has been written.
    Loaded(Loaded),
    /// What was read last is what the file has, even if moves are missing: it has rested, or the user asked for it.
    Rested,
    /// The file cannot be shown because it is being written.
    Writing,
    /// The file still cannot be shown, or is still incomplete, for this reason.
    Incomplete(Arc<Cause>),
    /// The file no longer exists.
    Gone,
    /// The system sends no events, for this reason. The file is polled.
    Polling(String),
    /// The pipe has ended. Perhaps why all of it cannot be shown.
    Ended(Option<LoadError>),
    /// Another file in the followed directory is being written. Later changes are about this one.
    Switched(PathBuf),
}

/// A reason to wake the follower.
enum Wake {
    /// Files may have changed.
    Changed,
    /// The user asks to read the file even if it is unchanged.
    Reload,
    /// For a directory, follow this file, or the newest one again.
    Pin(Option<PathBuf>),
    /// A reading has finished.
    Read(Box<Reading>),
    /// The receiver is gone.
    End,
}

/// The result of reading the file.
struct Reading {
    number: u64,
    /// Whether the file is complete, since it has not changed for a while. Otherwise its last line may be incomplete.
    rested: bool,
    /// The state of the file before and after it was read.
    stamp: Option<Stamp>,
    after: Option<Stamp>,
    result: Result<Loaded, LoadError>,
    /// Whether the newest game has ended.
    is_over: bool,
}

/// Options for following a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Follow {
    /// Options for reading it.
    pub load: LoadOptions,
    /// Poll at this interval instead of using events. `None` uses events and checks once a second.
    pub poll: Option<Duration>,
}

/// Follows files on its own thread until it is dropped.
#[derive(Debug)]
pub struct Watch {
    wake: Sender<Wake>,
}

impl Watch {
    /// Starts to follow a file, or the newest record of a directory, from the state in which [`open`] loaded it. `send`
    /// receives every change and returns whether to continue.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub fn start(
        path: &Path,
        follow: Follow,
        seen: Seen,
        mut send: impl FnMut(Change) -> bool + Send + 'static,
    ) -> std::io::Result<Self> {
        let target = path.to_owned();
        let send = move |file: &Path, change: Change| {
            // Of a directory, each reading says which file it is of.
            let is_named = target == file || !matches!(change, Change::Loaded(_));
            (is_named || send(Change::Switched(file.to_owned()))) && send(change)
        };
        Self::spawn(vec![path.to_owned()], follow, Choice::One(seen), send)
    }

    /// Starts to follow all the files that are named, and all records in the directories that are named, even those that
    /// appear later. `seen` are those that were [opened](open) before; of any other, the first reading is a change. `send`
    /// receives every change with its file, and returns whether to continue.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub fn start_all(
        paths: Vec<PathBuf>,
        follow: Follow,
        seen: Vec<Seen>,
        send: impl FnMut(&Path, Change) -> bool + Send + 'static,
    ) -> std::io::Result<Self> {
        Self::spawn(paths, follow, Choice::All(seen), send)
    }

    fn spawn(
        paths: Vec<PathBuf>,
        follow: Follow,
        choice: Choice,
        send: impl FnMut(&Path, Change) -> bool + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wake, woken) = mpsc::channel();
        let waker = wake.clone();
        let thread = thread::Builder::new().name("watch".to_owned());
        thread.spawn(move || {
            Follower::new(paths, follow, choice, send, (waker, woken)).run_caught();
        })?;
        Ok(Self { wake })
    }

    /// Reads the file again even if it is unchanged.
    pub fn reload(&self) {
        self.wake(Wake::Reload);
    }

    /// Follows the given file of the followed directory, or the newest one again.
    pub fn pin(&self, file: Option<PathBuf>) {
        self.wake(Wake::Pin(file));
    }

    fn wake(&self, wake: Wake) {
        // The thread ends only after its receiver is gone.
        let _ = self.wake.send(wake);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.wake(Wake::End);
    }
}

/// The state of a file when it was read.
#[derive(Debug, Clone)]
pub struct Seen {
    pub(crate) path: PathBuf,
    stamp: Option<Stamp>,
    held_back: bool,
    /// Whether its newest game has ended.
    is_over: bool,
    known: Arc<Known>,
}

impl Seen {
    /// A file that is not read before it changes.
    pub fn of(path: &Path) -> Self {
        let (path, stamp) = (path.to_owned(), Stamp::of(path));
        Self { path, stamp, held_back: false, is_over: false, known: Arc::default() }
    }
}

/// Where records come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileOrigin {
    /// A file of its own.
    #[default]
    File,
    /// A file in an archive, where it can be neither edited nor followed.
    Archive,
    /// Standard input or a pipe, which cannot be read again.
    Stream,
    /// A new game, of which there is no file yet.
    New,
}

/// All of a record of the user's own that was written before; the digest of its file, and whether the notes have more.
pub type OwnFile = (Layer, (u64, bool));

/// A file as it was when it was opened.
#[derive(Debug)]
pub struct Opened {
    /// The path of the file: the newest of a directory, if one was named.
    pub path: PathBuf,
    /// What the path names.
    pub origin: FileOrigin,
    /// Its records.
    pub loaded: Loaded,
    /// The rest of a large file.
    pub rest: Option<Chunks>,
    /// The rest of a stream.
    pub pipe: Option<Pipe>,
    /// What is in a record of the user's own.
    pub own: Option<OwnFile>,
    stamp: Option<Stamp>,
    /// The records of the directory, if one was named.
    known: Arc<Known>,
}

impl Opened {
    /// A new game, of which there is no file yet.
    pub(super) fn new_game(path: &Path, loaded: Loaded) -> Self {
        let (path, origin) = (path.to_owned(), FileOrigin::New);
        let (rest, pipe, own, stamp, known) = Default::default();
        Self { path, origin, loaded, rest, pipe, own, stamp, known }
    }

    /// Reads on until the game with this index is available, or to the end of the file.
    pub fn read_to(&mut self, game: usize) {
        while self.loaded.games().len() <= game
            && let Some(chunk) = self.rest.as_mut().and_then(Iterator::next)
        {
            self.loaded.extend([load::caught(|| chunk.read())]);
        }
    }

    /// The state of the file when it was read.
    pub fn seen(&self) -> Seen {
        Seen {
            path: self.path.clone(),
            stamp: self.stamp,
            held_back: self.loaded.held_back,
            is_over: followed::is_over(&self.loaded),
            known: Arc::clone(&self.known),
        }
    }
}

/// Why a path has to be polled, or `None` if events are expected.
pub fn why_no_events(path: &Path) -> Option<String> {
    let (wake, _) = mpsc::channel();
    let mut directories = Directories::new(wake);
    directories.refresh(&[path.to_owned()]);
    directories.why_silent(path)
}

/// The files that are named, and the records in the directories that are named.
pub fn records_of(paths: &[PathBuf]) -> Vec<PathBuf> {
    let records = |path: &PathBuf| match path.is_dir() {
        true => walk::entries_in(path).unwrap_or_default().1,
        false => vec![path.clone()],
    };
    paths.iter().flat_map(records).collect()
}

/// Waits until a file, or a directory with a record, exists and can be shown, then loads it; a stream is read until then.
/// `waiting` receives the reason whenever it changes, and returns whether to keep waiting.
///
/// # Errors
/// The stream fails where [`Pipe::open`] does; else there can be no file there, or `waiting` returned false. The error is
/// the last reason.
pub fn wait_for(
    path: &Path,
    options: LoadOptions,
    mut waiting: impl FnMut(&LoadError) -> bool,
) -> Result<Opened, LoadError> {
    if load::is_stream(path) {
        return Pipe::open(path, options);
    }
    let mut last = String::new();
    loop {
        let error = match open(path, options) {
            Ok(opened) => return Ok(opened),
            Err(error) => error,
        };
        let reason = error.to_string();
        if reason != last {
            if matches!(error.cause, Cause::NotAFile(_)) || !waiting(&error) {
                return Err(error);
            }
            last = reason;
        }
        thread::sleep(WAIT);
    }
}

/// Loads a file, or the newest readable record of a directory, to follow it. Only the first games of a large file are
/// loaded. A recently modified file is treated as growing: text after its last line end is ignored until it has been
/// unchanged for a while.
///
/// # Errors
/// A file fails where [`load::load`] does. A directory fails if it contains no record, or none that can be shown: the error
/// is then that of the newest.
pub fn open(path: &Path, options: LoadOptions) -> Result<Opened, LoadError> {
    if !archive::is_folder(path) {
        return open_file(path, options);
    }
    let mut first = None;
    let known = records::known_in(path);
    // Records in subdirectories are not considered to be in progress: they count only if none here can be shown.
    let here = records::newest_first(&known).into_iter().map(Ok);
    let below = iter::once_with(|| walk::records_below(path)).flatten();
    for file in here.chain(below) {
        match file.and_then(|file| open_file(&file, options)) {
            Ok(opened) => return Ok(Opened { known: Arc::new(known), ..opened }),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    Err(first.unwrap_or_else(|| LoadError::new(path, Cause::NoRecord)))
}

fn open_file(path: &Path, options: LoadOptions) -> Result<Opened, LoadError> {
    let stamp = Stamp::of_opened(path);
    let growing = options.growing || is_fresh(path, FRESH);
    let (mut loaded, rest) =
        perhaps_growing(|options| load::begin(path, options), options, growing)?;
    // What the rest holds back is not known yet.
    loaded.held_back |= growing && rest.is_some();
    let origin = if archive::is_in_archive(path) { FileOrigin::Archive } else { FileOrigin::File };
    let path = path.to_owned();
    let (pipe, own, known) = Default::default();
    Ok(Opened { path, origin, loaded, rest, pipe, own, stamp, known })
}

/// Loads a file that may still be being written: without its last line, or with it if nothing can be shown otherwise.
fn perhaps_growing<T>(
    load: impl Fn(LoadOptions) -> Result<T, LoadError>,
    options: LoadOptions,
    growing: bool,
) -> Result<T, LoadError> {
    match load(LoadOptions { growing, ..options }) {
        Err(_) if growing && !options.growing => load(LoadOptions { growing: false, ..options }),
        result => result,
    }
}

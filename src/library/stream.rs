//! The games of many files in a stream: on all cores, in the order of the files, and in pieces where a file is large.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::inputs::size;
pub(crate) use super::inputs::{Input, Inputs, display_path};
use super::parallel;
use super::tasks::{Done, Task, Tasks};
use crate::files::load::{LoadError, LoadOptions};
use crate::format::Loaded;

/// Some of a file's games that follow one another, or all of them.
#[derive(Debug)]
pub(crate) struct Part<T> {
    /// Their results.
    pub(crate) result: T,
    /// How many games of the file come before them.
    pub(crate) first: usize,
    /// Whether they are not the only game of the file.
    pub(crate) several: bool,
}

/// What comes out of the stream.
#[derive(Debug)]
pub(crate) enum Outcome<T> {
    /// Some games of a file.
    Part(PathBuf, Part<T>),
    /// The end of a file of which there was at least one part.
    End(PathBuf),
    /// A file in a directory is not a record.
    NotARecord(PathBuf),
    /// A file cannot be read, or not all of it.
    Failed(LoadError),
}

/// How far the stream is.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The games that were read.
    pub(crate) games: usize,
    /// The bytes of the files that were read.
    bytes: u64,
    /// The bytes of all files; 0 as long as they are not counted.
    total: Arc<AtomicU64>,
    began: Instant,
}

impl Progress {
    /// The part that is done, from 0 to 1, if that is known.
    pub(crate) fn done(&self) -> Option<f64> {
        let total = self.total.load(Ordering::Relaxed);
        (total > 0).then(|| (self.bytes as f64 / total as f64).min(1.0))
    }

    /// An estimate of the remaining time, if there is enough to go by.
    pub(crate) fn left(&self) -> Option<Duration> {
        let done = self.done().filter(|done| *done > 0.01)?;
        let rest = (1.0 - done) / done;
        Some(self.began.elapsed().mul_f64(rest))
    }
}

/// The file whose games come out.
#[derive(Debug, Default)]
struct OpenFile {
    /// Its games so far.
    games: usize,
    parts: usize,
    /// Why a part of it could not be read.
    failed: Option<String>,
}

impl OpenFile {
    /// The item for the next part of it. Parts that cannot be read for the same reason are reported once.
    fn outcome<T>(&mut self, done: Done<T>, path: &Path) -> Option<Outcome<T>> {
        match done.result {
            Err(LoadError::Read { error, .. }) if self.failed.as_ref() == Some(&error.message) => {
                None
            }
            Err(error) => {
                if let LoadError::Read { error, .. } = &error {
                    self.failed = Some(error.message.clone());
                }
                Some(Outcome::Failed(error))
            }
            Ok(None) => Some(Outcome::NotARecord(path.to_owned())),
            Ok(Some((games, result))) => {
                let first = self.games;
                self.games += games;
                self.parts += 1;
                let several = self.games > 1 || !done.is_last;
                let part = Part {
                    result,
                    first,
                    several,
                };
                Some(Outcome::Part(path.to_owned(), part))
            }
        }
    }
}

/// How the stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Everything was read.
    All,
    /// The user had enough.
    Interrupted,
}

/// Reads files and processes their games on all cores; `each` gets the results in file order, and the progress of the
/// stream. A file that cannot be read does not stop the others. Ctrl-C ends the stream: work already begun is still
/// passed on.
pub(crate) fn run<T: Send, E>(
    inputs: &Inputs,
    options: LoadOptions,
    work: impl Fn(&Input, Loaded) -> T + Sync,
    mut each: impl FnMut(Outcome<T>, &Progress) -> Result<(), E>,
) -> Result<Ended, E> {
    let stop = Arc::new(AtomicBool::new(false));
    if !inputs.has_stream() {
        listen(&stop);
    }
    let tasks = Tasks::new(inputs.files(), options, inputs.whole, Arc::clone(&stop));
    let mut progress = Progress {
        games: 0,
        bytes: 0,
        total: Arc::default(),
        began: Instant::now(),
    };
    // Progress is shown nowhere else.
    if io::stderr().is_terminal() {
        count_bytes(inputs, &progress.total);
    }
    let mut file = OpenFile::default();
    let result = parallel::in_order(
        tasks,
        |task: &Task| task.bytes,
        |task: Task| task.run(options, &work),
        |done| {
            progress.bytes += done.bytes;
            progress.games += done.games();
            let (path, is_last) = (display_path(&done.input.path).to_owned(), done.is_last);
            if let Some(outcome) = file.outcome(done, &path) {
                each(outcome, &progress)?;
            }
            if is_last && std::mem::take(&mut file).parts > 0 {
                each(Outcome::End(path), &progress)?;
            }
            Ok(())
        },
    );
    result.map(|()| match stop.load(Ordering::Relaxed) {
        true => Ended::Interrupted,
        false => Ended::All,
    })
}

/// Adds up the size of the files on another thread, so that nobody waits for it.
fn count_bytes(inputs: &Inputs, total: &Arc<AtomicU64>) {
    let (inputs, total) = (inputs.clone(), Arc::downgrade(total));
    // Without the thread there is only no end in sight.
    let _ = thread::Builder::new()
        .name("size".to_owned())
        .spawn(move || {
            let mut sum = 0;
            for input in inputs.files().flatten() {
                sum += size(&input.path);
                if total.strong_count() == 0 {
                    return;
                }
            }
            if let Some(total) = total.upgrade() {
                total.store(sum, Ordering::Relaxed);
            }
        });
}

/// From now on Ctrl-C asks for the end; a second one ends the program at once.
fn listen(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    // Without them Ctrl-C ends the program at once, as usual.
    let _ = flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(stop));
    let _ = flag::register(SIGINT, Arc::clone(stop));
}

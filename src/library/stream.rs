//! Reads the games of many files as a stream: on all cores, in file order, and large files in chunks.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::batches::{Batch, Batches, Processed};
use super::inputs::size;
pub(crate) use super::inputs::{Input, Inputs, OpenedGame, display_path};
use super::interrupts::end_on_ctrl_c;
use super::parallel;
use crate::files::load::{Cause, LoadError, LoadOptions};
use crate::format::{Loaded, ReadError};

/// Consecutive games of a file, or all of them.
pub(crate) struct FilePart<T> {
    /// Their results.
    pub(crate) result: T,
    /// The number of games in the file before these.
    pub(crate) first: usize,
    /// Whether the file has other games.
    pub(crate) several: bool,
    /// Whether these are the last games of the file.
    pub(crate) is_last: bool,
}

/// An item of the stream.
pub(crate) enum StreamItem<T> {
    /// Some games of a file.
    Part(PathBuf, FilePart<T>),
    /// The end of a file with at least one part.
    End(PathBuf),
    /// A file in a directory is not a record.
    NotARecord(PathBuf),
    /// A file, or part of it, cannot be read.
    Failed(LoadError),
}

/// The progress of the stream.
pub(crate) struct Progress {
    /// The number of games read.
    pub(crate) games: usize,
    /// The number of bytes read.
    pub(super) bytes: u64,
    /// The total size of all files; 0 until it is known.
    pub(super) total: Arc<AtomicU64>,
    pub(super) began: Instant,
}

impl Progress {
    pub(super) fn begin() -> Self {
        Self { games: 0, bytes: 0, total: Arc::default(), began: Instant::now() }
    }

    /// The fraction that is done, if known.
    pub(crate) fn done(&self) -> Option<f64> {
        let total = self.total.load(Ordering::Relaxed);
        (total > 0).then(|| (self.bytes as f64 / total as f64).min(1.0))
    }

    /// An estimate of the remaining time, once there is a basis for it.
    pub(crate) fn left(&self) -> Option<Duration> {
        let done = self.done().filter(|done| *done > 0.01)?;
        Some(self.began.elapsed().mul_f64((1.0 - done) / done))
    }
}

/// The current file.
#[derive(Debug, Default)]
struct OpenFile {
    /// The number of its games so far.
    games: usize,
    parts: usize,
    /// Why a part of it could not be read.
    failed: Option<String>,
}

impl OpenFile {
    /// The item for the next part. If several parts cannot be read for the same reason, it is reported once.
    fn outcome<T>(&mut self, done: Processed<T>, path: &Path) -> Option<StreamItem<T>> {
        match done.result {
            Err(error) => {
                if let Cause::Read(ReadError { message, .. }) = &error.cause
                    && self.failed.replace(message.clone()).as_ref() == Some(message)
                {
                    return None;
                }
                Some(StreamItem::Failed(error))
            }
            Ok(None) => Some(StreamItem::NotARecord(path.to_owned())),
            Ok(Some((games, result))) => {
                let first = self.games + games.start;
                self.games += games.end;
                self.parts += 1;
                let several = self.games > 1 || !done.is_last;
                let part = FilePart { result, first, several, is_last: done.is_last };
                Some(StreamItem::Part(path.to_owned(), part))
            }
        }
    }
}

/// Reads files and processes their games on all cores. `each` receives the results in file order, and the progress. A
/// file that cannot be read does not stop the others. Ctrl-C ends the stream after the work in progress; returns whether
/// that happened.
pub(crate) fn run<T: Send, E>(
    inputs: &Inputs,
    options: LoadOptions,
    work: impl Fn(&Input, Loaded) -> T + Sync,
    mut each: impl FnMut(StreamItem<T>, &Progress) -> Result<(), E>,
) -> Result<bool, E> {
    let stop = Arc::clone(&inputs.stop);
    if inputs.ends_on_ctrl_c() {
        end_on_ctrl_c(&stop);
    }
    let batches = Batches::new(inputs.files(), options, inputs.whole, Arc::clone(&stop));
    let mut progress = Progress::begin();
    // Progress is only shown on a terminal.
    if io::stderr().is_terminal() {
        count_bytes(inputs, &progress.total);
    }
    let mut file = OpenFile::default();
    let result = parallel::in_order(
        batches,
        |batch: &Batch| batch.bytes,
        |batch: Batch| batch.run(options, &work),
        |done| {
            progress.bytes += done.bytes;
            progress.games += done.games();
            let (path, is_last) = (display_path(&done.input.path).to_owned(), done.is_last);
            if let Some(outcome) = file.outcome(done, &path) {
                each(outcome, &progress)?;
            }
            if is_last && std::mem::take(&mut file).parts > 0 {
                each(StreamItem::End(path), &progress)?;
            }
            Ok(())
        },
    );
    result.map(|()| stop.load(Ordering::Relaxed))
}

/// Adds up the sizes of the files on another thread.
fn count_bytes(inputs: &Inputs, total: &Arc<AtomicU64>) {
    let (inputs, total) = (inputs.clone(), Arc::downgrade(total));
    // Without the thread, only the remaining time is unknown.
    let _ = thread::Builder::new().name("size".to_owned()).spawn(move || {
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

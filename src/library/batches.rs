//! Divides the games of many files into batches.

use std::iter::Peekable;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::inputs::{Input, SMALL, display_path, size};
use crate::crash;
use crate::files::load::{self, LoadError, LoadOptions, caught};
use crate::format::{Chunk, Loaded};

/// If a larger file cannot be read in chunks, its games are at least distributed among threads.
const LARGE: usize = 2 * 1024 * 1024;

/// The number of games in a batch, if they are read when they are opened.
const RUN: usize = 256;

/// A file, or part of one, that is read at once.
pub(super) struct Batch {
    input: Arc<Input>,
    content: BatchContent,
    pub(super) bytes: u64,
    is_last: bool,
}

enum BatchContent {
    /// The whole file, which has not been read yet.
    File,
    /// The whole file, which has not been parsed yet.
    Bytes(Vec<u8>),
    Chunk(Box<Chunk>),
    /// Some games of a file that has been parsed.
    Games(Arc<Loaded>, Range<usize>),
    Failed(LoadError),
}

/// A large file in parts that are read separately, each with its size in bytes.
type Parts = Box<dyn Iterator<Item = (BatchContent, u64)> + Send>;

/// The batches of a list of files, taken one by one by any idle thread.
pub(super) struct Batches<F> {
    files: F,
    options: LoadOptions,
    /// Whether files are never divided.
    whole: bool,
    /// The rest of a large file.
    large: Option<(Arc<Input>, Peekable<Parts>)>,
    stop: Arc<AtomicBool>,
}

impl<F: Iterator<Item = Result<Input, LoadError>>> Iterator for Batches<F> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(batch) = self.next_of_large() {
            return Some(batch);
        }
        let (input, mut content) = match self.files.next()? {
            Ok(input) => (input, BatchContent::File),
            Err(error) => (Input::named(PathBuf::new(), None), BatchContent::Failed(error)),
        };
        let input = Arc::new(input);
        let bytes = size(&input.path);
        let is_whole = self.whole || input.game.is_some() || !input.may_be_large();
        match (!is_whole).then(|| divide(&input, self.options)).flatten() {
            Some(Ok(parts)) => {
                self.large = Some((input, parts.peekable()));
                return self.next();
            }
            Some(Err(bytes)) => content = BatchContent::Bytes(bytes),
            None => {}
        }
        Some(Batch { input, content, bytes, is_last: true })
    }
}

impl<F> Batches<F> {
    /// The batches of files, until `stop` is set.
    pub(super) fn new(files: F, options: LoadOptions, whole: bool, stop: Arc<AtomicBool>) -> Self {
        Self { files, options, whole, large: None, stop }
    }

    /// The next part of the current large file.
    fn next_of_large(&mut self) -> Option<Batch> {
        let (input, parts) = self.large.as_mut()?;
        let input = Arc::clone(input);
        let next = parts.next();
        let is_last = parts.peek().is_none();
        if is_last {
            self.large = None;
        }
        let (content, bytes) = next?;
        Some(Batch { input, content, bytes, is_last })
    }
}

/// Divides a file that may be large; returns its bytes if it is not, and `None` if it is not a record or cannot be read:
/// the thread that reads it reports this.
fn divide(input: &Input, options: LoadOptions) -> Option<Result<Parts, Vec<u8>>> {
    let bytes = match load::split(&input.path, options, SMALL).ok()? {
        Ok(chunks) => {
            return Some(Ok(Box::new(chunks.map(|chunk| {
                let bytes = chunk.size as u64;
                (BatchContent::Chunk(chunk.into()), bytes)
            }))));
        }
        Err(bytes) if bytes.len() <= LARGE => return Some(Err(bytes)),
        Err(bytes) => bytes,
    };
    let size = bytes.len();
    let loaded = Arc::new(load::parse_if_record(&input.path, Ok((bytes, None)), options).ok()??);
    let count = loaded.games().len();
    let length = if loaded.is_read() { count } else { RUN };
    Some(Ok(Box::new((0..count).step_by(length.max(1)).map(move |start| {
        let games = start..count.min(start + length);
        let bytes = size * games.len() / count;
        (BatchContent::Games(Arc::clone(&loaded), games), bytes as u64)
    }))))
}

impl Batch {
    /// Reads the games. Also returns how many games of the file come before them.
    fn load(
        content: BatchContent,
        input: &Input,
        options: LoadOptions,
    ) -> Result<Option<(Loaded, usize)>, LoadError> {
        let path = &input.path;
        let loaded = match content {
            BatchContent::File if input.game.is_some() => {
                let part = input.open_part(options)?;
                return Ok(part.map(|(loaded, before, _)| (loaded, before)));
            }
            BatchContent::File => input.load(options)?,
            BatchContent::Bytes(bytes) => {
                match load::parse_if_record(path, Ok((bytes, None)), options)? {
                    None => input.load(options)?,
                    loaded => loaded,
                }
            }
            BatchContent::Chunk(chunk) => {
                crash::working_on(path);
                Some(caught(|| chunk.read()).map_err(|error| LoadError::new(path, error))?)
            }
            BatchContent::Games(loaded, games) => Some(loaded.part(games)),
            BatchContent::Failed(error) => return Err(error),
        };
        Ok(loaded.map(|loaded| (loaded, 0)))
    }

    /// Reads and processes the games. Returns their number and the results, or `None` if the file is not a record.
    pub(super) fn run<T>(
        self,
        options: LoadOptions,
        work: &(impl Fn(&Input, Loaded) -> T + Sync),
    ) -> Processed<T> {
        let input = self.input;
        let result = Self::load(self.content, &input, options).and_then(|loaded| {
            let Some((loaded, before)) = loaded else {
                return Ok(None);
            };
            let games = before..before + loaded.games().len();
            let part = Input { game: input.game.map(|game| game - before), ..Input::clone(&input) };
            let done = caught(|| Ok(work(&part, loaded)));
            let worked = done.map_err(|error| LoadError::new(display_path(&input.path), error));
            Ok(Some((games, worked?)))
        });
        Processed { input, bytes: self.bytes, is_last: self.is_last, result }
    }
}

/// The result of a [`Batch`].
pub(super) struct Processed<T> {
    pub(super) input: Arc<Input>,
    pub(super) bytes: u64,
    /// Whether this is the end of the file.
    pub(super) is_last: bool,
    /// The games, counted from where the last part ended, and the results, or `None` if the file is not a record.
    pub(super) result: Result<Option<(Range<usize>, T)>, LoadError>,
}

impl<T> Processed<T> {
    pub(super) fn games(&self) -> usize {
        let games = self.result.as_ref().ok().and_then(Option::as_ref);
        games.map_or(0, |(games, _)| games.len())
    }
}

//! Files to which other processes append lines: each line is read once.

use std::collections::BTreeMap;
use std::fs::{self, File, FileType};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::load::show_path;
use super::watch::Stamp;

/// The size up to which a file is read, in bytes.
pub(super) const LARGEST: u64 = 64 * 1024 * 1024;

/// How many of the bytes before those that are new are compared, to notice that a file was rewritten.
const COMPARED: usize = 256;

/// Files, as far as they have been read.
#[derive(Debug, Default)]
pub struct Logs(BTreeMap<PathBuf, Log>);

#[derive(Debug, Default)]
struct Log {
    stamp: Option<Stamp>,
    /// The end of the last whole line, and the number of lines up to there.
    end: u64,
    lines: usize,
    /// The last bytes of the last one.
    before: Vec<u8>,
}

/// Lines that are new.
#[derive(Debug)]
pub struct Appended<T> {
    /// Whether these are all lines, because nothing had been read before or what had been is no longer so.
    pub is_whole: bool,
    /// What the lines of each file hold, in the order of the files, each with its number from 1.
    pub lines: Vec<(PathBuf, Vec<(usize, T)>)>,
    /// The unreadable lines.
    pub damaged: Vec<Damage>,
}

/// A log that cannot be read, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A line, by its number from 1, the first of this many.
    #[error("{}:{line}: a note cannot be read{}", show_path(.path), others(*.count))]
    Line {
        /// The file.
        path: PathBuf,
        /// The number.
        line: usize,
        /// How many lines cannot be read.
        count: usize,
    },
    /// The file or folder, for a reason.
    #[error("{}: {reason}", show_path(.path))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why it cannot be read.
        reason: String,
    },
}

/// Why notes or results cannot be used, though nothing is wrong with their files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// No notes have this name.
    #[error("no notes are named {0:?}")]
    Unknown(String),
    /// The notes with this name are on several games: these sets.
    #[error("{0} has notes on several games: {1}")]
    SeveralGames(String, String),
    /// Another process has them.
    #[error("another dapu is analysing this game")]
    InUse,
}

impl From<StoreError> for io::Error {
    fn from(error: StoreError) -> Self {
        let is_busy = error == StoreError::InUse;
        Self::new(if is_busy { io::ErrorKind::WouldBlock } else { io::ErrorKind::NotFound }, error)
    }
}

impl Damage {
    /// A file or folder that cannot be read because of an error.
    pub fn new(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}

/// Adds a line that cannot be read.
pub(super) fn add_line(damaged: &mut Vec<Damage>, log: &Path, number: usize) {
    let known = damaged.iter_mut().find_map(|damage| match damage {
        Damage::Line { path, line, count } if path == log => Some((line, count)),
        _ => None,
    });
    match known {
        Some((line, count)) => (*line, *count) = ((*line).min(number), *count + 1),
        None => damaged.push(Damage::Line { path: log.to_owned(), line: number, count: 1 }),
    }
}

/// That there are others than one.
fn others(count: usize) -> String {
    if count == 1 { String::new() } else { format!(" (and {} more)", count - 1) }
}

impl Logs {
    /// Reads what is new in some files, in the order of their names; everything if one has shrunk, or was replaced, rewritten
    /// or removed; nothing if only one's own file has grown.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        files: &[PathBuf],
        own: Option<&PathBuf>,
    ) -> Appended<T> {
        let is_gone = self.0.keys().any(|path| files.binary_search(path).is_err());
        let mut changed = files.iter().filter(|path| match self.0.get(*path) {
            Some(log) => own != Some(*path) && log.stamp != Stamp::of(path),
            None => true,
        });
        let is_new = is_gone || changed.next().is_some();
        let mut logs = std::mem::take(&mut self.0);
        logs.retain(|_, _| !is_gone);
        let is_whole = is_new && logs.is_empty();
        let mut appended = Appended { is_whole, lines: Vec::new(), damaged: Vec::new() };
        for path in files.iter().filter(|_| is_new) {
            let log = logs.entry(path.clone()).or_default();
            match log.grow(path, &mut appended.damaged) {
                Ok(Some(lines)) => appended.lines.push((path.clone(), lines)),
                Ok(None) => return self.read(files, own),
                // One that is gone by now is so at the next look.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => appended.damaged.push(Damage::new(path, &error)),
            }
        }
        self.0 = logs;
        appended
    }
}

impl Log {
    /// What is in the lines that follow those that have been read. `None` if the others are no longer so. What cannot be read
    /// is added to `damaged`.
    fn grow<T: DeserializeOwned>(
        &mut self,
        path: &Path,
        damaged: &mut Vec<Damage>,
    ) -> io::Result<Option<Vec<(usize, T)>>> {
        let before = self.stamp;
        // If it cannot be read, it is not read again until it changes.
        self.stamp = Stamp::of(path);
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let now = Stamp::of_file(&file)?;
        self.stamp = Some(now);
        let before = before.unwrap_or(now);
        let start = self.end - self.before.len() as u64;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(length.min(LARGEST).saturating_sub(start)).read_to_end(&mut bytes)?;
        let new = bytes.strip_prefix(&*self.before);
        let Some(new) = new.filter(|_| now == before || now.has_grown_from(before)) else {
            return Ok(None);
        };
        let mut lines = Vec::new();
        for text in new.split_inclusive(|byte| *byte == b'\n') {
            let line = serde_json::from_slice::<T>(text);
            let is_ended = text.ends_with(b"\n");
            // Otherwise the rest of it is still to come.
            if is_ended || line.is_ok() {
                self.end += text.len() as u64;
                self.before = text[text.len().saturating_sub(COMPARED)..].to_vec();
            }
            if !text.trim_ascii().is_empty() {
                match line {
                    Ok(line) => lines.push((self.lines + 1, line)),
                    Err(_) => add_line(damaged, path, self.lines + 1),
                }
            }
            self.lines += usize::from(is_ended);
        }
        if length > LARGEST {
            let reason = format!("only the first {} MB are read", LARGEST >> 20);
            damaged.push(Damage::File { path: path.to_owned(), reason });
        }
        Ok(Some(lines))
    }
}

/// The `.jsonl` files of a folder, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    // A pipe would never end.
    logs_that(folder, FileType::is_file)
}

/// The links of a folder that are called as its logs are.
pub(super) fn links(folder: &Path) -> Vec<PathBuf> {
    logs_that(folder, FileType::is_symlink)
}

fn logs_that(folder: &Path, is: fn(&FileType) -> bool) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_log = path.extension().is_some_and(|extension| extension == "jsonl");
        if is_log && entry.file_type().is_ok_and(|kind| is(&kind)) {
            files.push(path);
        }
    }
    files.sort_unstable();
    files
}

//! The reader's last place, bookmarks and own lines in each file: `$XDG_STATE_HOME/dapu/history`.
//!
//! The entry of each file is a file of its own, which is replaced atomically. Several instances of dapu need no lock
//! that way, and none can lose what another has stored about other files.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::load::show_path;
use super::logs::Damage;
use super::{STATE, Variable, canonical, fnv, notes, private_directory, user_directory, write};
use crate::record::Trail;

/// The number of files to remember. Those read longest ago are removed.
pub const MOST_FILES: usize = 1000;

/// The number of own lines of a file to remember, and their size in bytes. The oldest are removed.
const MOST_LINES: usize = 50;
const LARGEST_LINES: usize = 1024 * 1024;

/// A game of a file and the path to a node of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StoredLocation {
    /// The index of the game in the file.
    #[serde(rename = "index")]
    pub game: usize,
    /// The path to the node in the game.
    #[serde(rename = "moves")]
    pub trail: Trail,
}

/// The numbers on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbered {
    /// The moves that could be played next.
    #[default]
    Next,
    /// The last moves of Go, on their stones.
    Last,
    /// Nothing.
    Nothing,
}

/// The history of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The canonical path of the file, as it was stored.
    pub path: String,
    /// The last place.
    #[serde(rename = "place")]
    pub last: StoredLocation,
    /// Whether the reader was at the live end of a file that was being written.
    #[serde(default)]
    pub live: bool,
    /// Whether the board was flipped.
    #[serde(default)]
    pub flipped: bool,
    /// The numbers on the board.
    #[serde(default)]
    pub numbered: Numbered,
    /// The bookmarks by letter.
    #[serde(default)]
    pub bookmarks: BTreeMap<char, StoredLocation>,
    /// The ends of the reader's own lines, the oldest first.
    #[serde(default)]
    pub own: Vec<StoredLocation>,
}

/// Whether each problem that was tried is solved, by the key of its position.
pub type Tried = BTreeMap<u64, bool>;

/// The entries of all files.
#[derive(Debug, Clone)]
pub struct History {
    directory: PathBuf,
    /// The entry last loaded or saved.
    known: HistoryEntry,
}

impl History {
    /// The entries under `$XDG_STATE_HOME/dapu`, by default `~/.local/state/dapu`. `None` if neither variable is set.
    pub fn of_user(variable: Variable<'_>) -> Option<Self> {
        Some(Self::new(user_directory(variable, STATE)?.join("history")))
    }

    /// The entries in a directory, which is created when needed.
    pub fn new(directory: PathBuf) -> Self {
        Self { directory, known: HistoryEntry::default() }
    }

    /// Whether nothing has ever been stored.
    pub fn is_new(&self) -> bool {
        !self.directory.exists()
    }

    /// The history of a file, if there is any.
    ///
    /// # Errors
    /// The entry cannot be read. One that is damaged ([`ErrorKind::InvalidData`]), or something else, was renamed.
    pub fn load(&mut self, path: &Path) -> io::Result<Option<HistoryEntry>> {
        let path = canonical(path);
        let entry = self.read(&path)?;
        let path = path.to_string_lossy().into_owned();
        self.known =
            entry.clone().unwrap_or_else(|| HistoryEntry { path, ..HistoryEntry::default() });
        Ok(entry)
    }

    fn read(&self, path: &Path) -> io::Result<Option<HistoryEntry>> {
        let entry = stored::<HistoryEntry>(&self.file_of(path))?;
        Ok(entry.filter(|entry| entry.path == path.to_string_lossy()))
    }

    /// Which problems were tried and solved; none if the file is damaged, which [`Self::save_tried`] reports.
    pub fn tried(&self) -> Tried {
        notes::head(&self.problems()).ok().flatten().unwrap_or_default()
    }

    /// Stores which problems were tried and solved, beside those of other instances. One that was solved once stays so.
    ///
    /// # Errors
    /// As for [`History::save`].
    pub fn save_tried(&self, tried: &Tried) -> io::Result<()> {
        let file = self.problems();
        let (before, damage) = match stored::<Tried>(&file) {
            Err(error) if error.kind() == ErrorKind::InvalidData => (Tried::new(), Err(error)),
            before => (before?.unwrap_or_default(), Ok(())),
        };
        let mut all = before.clone();
        for (key, is_solved) in tried {
            *all.entry(*key).or_default() |= is_solved;
        }
        if all == before {
            return damage;
        }
        let written = private_directory(&self.directory)
            .and_then(|()| write::write_private(&file, &serde_json::to_vec(&all)?));
        written.map_err(|error| io::Error::other(Damage::new(&file, &error))).and(damage)
    }

    /// The file of the problems, which is beside the entries, and never removed with them.
    fn problems(&self) -> PathBuf {
        self.directory.with_file_name("problems.json")
    }

    /// Stores the history of a file. Changes that another instance has made since it was last loaded or saved here are
    /// kept, except for bookmarks that were changed here, too.
    ///
    /// # Errors
    /// The entry cannot be read or written. The previous one is kept: if that is damaged ([`ErrorKind::InvalidData`]), under
    /// another name, and the new one is written.
    pub fn save(&mut self, path: &Path, mut entry: HistoryEntry) -> io::Result<()> {
        let path = canonical(path);
        entry.path = path.to_string_lossy().into_owned();
        let known = std::mem::replace(&mut self.known, entry.clone());
        let known = if known.path == entry.path { known } else { HistoryEntry::default() };
        let (before, damage) = match self.read(&path) {
            Err(error) if error.kind() == ErrorKind::InvalidData => (None, Err(error)),
            before => (before?, Ok(())),
        };
        let is_new = before.is_none();
        if let Some(before) = before {
            entry.bookmarks = merge(entry.bookmarks, before.bookmarks, &known.bookmarks);
            entry.own = merge_lines(entry.own, before.own, &known.own);
        }
        forget_oldest_lines(&mut entry.own);
        let file = self.file_of(&path);
        let written = private_directory(&self.directory)
            .and_then(|()| Ok(serde_json::to_vec(&entry)?))
            .and_then(|bytes| write::write_private(&file, &bytes))
            .and_then(|()| if is_new { self.forget_oldest() } else { Ok(()) });
        written.map_err(|error| io::Error::other(Damage::new(&file, &error))).and(damage)
    }

    fn file_of(&self, path: &Path) -> PathBuf {
        let hash = fnv(path.as_os_str().as_encoded_bytes());
        self.directory.join(format!("{hash:016x}.json"))
    }

    /// Removes the oldest entries beyond the limit, including damaged ones.
    fn forget_oldest(&self) -> io::Result<()> {
        let entries = fs::read_dir(&self.directory)?.flatten();
        let mut files: Vec<PathBuf> = entries.map(|file| file.path()).collect();
        files.sort_by_cached_key(|file| Reverse(file.metadata().and_then(|it| it.modified()).ok()));
        for file in files.iter().skip(MOST_FILES) {
            // Another instance may have deleted it already.
            let _ = fs::remove_file(file);
        }
        Ok(())
    }
}

/// What a file holds, if it is there.
///
/// # Errors
/// It cannot be read. If it is damaged ([`ErrorKind::InvalidData`]), or something else, it was renamed.
fn stored<T: DeserializeOwned>(file: &Path) -> io::Result<Option<T>> {
    match notes::head(file) {
        Ok(Some(content)) => Ok(Some(content)),
        Ok(None) => {
            let kept = file.with_extension("damaged");
            fs::rename(file, &kept)?;
            let damage = format!("{}: damaged, kept as {}", show_path(file), show_path(&kept));
            Err(io::Error::new(ErrorKind::InvalidData, damage))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::other(Damage::new(file, &error))),
    }
}

/// What is stored by names, with the changes made here.
fn merge<K: Ord, V: PartialEq>(
    mut here: BTreeMap<K, V>,
    mut there: BTreeMap<K, V>,
    known: &BTreeMap<K, V>,
) -> BTreeMap<K, V> {
    there.retain(|name, _| here.contains_key(name) || !known.contains_key(name));
    here.retain(|name, value| known.get(name) != Some(value));
    there.extend(here);
    there
}

/// The stored lines with the changes made here.
fn merge_lines(
    mut here: Vec<StoredLocation>,
    mut there: Vec<StoredLocation>,
    known: &[StoredLocation],
) -> Vec<StoredLocation> {
    there.retain(|line| here.contains(line) || !known.contains(line));
    here.retain(|line| !known.contains(line) && !there.contains(line));
    there.append(&mut here);
    there
}

fn forget_oldest_lines(lines: &mut Vec<StoredLocation>) {
    let mut room = LARGEST_LINES;
    let mut kept = 0;
    for line in lines.iter().rev().take(MOST_LINES) {
        let Some(left) = room.checked_sub(line.trail.as_str().len()) else { break };
        room = left;
        kept += 1;
    }
    lines.drain(..lines.len() - kept);
}

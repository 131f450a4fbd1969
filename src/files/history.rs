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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::SystemTime;

    fn history() -> (tempfile::TempDir, History) {
        let home = tempfile::tempdir().unwrap();
        let history = History::new(home.path().join("state/dapu/history"));
        (home, history)
    }

    fn entry(moves: &str) -> HistoryEntry {
        let last = StoredLocation { game: 2, trail: Trail::from(moves.to_owned()) };
        let bookmarks = BTreeMap::from([('a', last.clone())]);
        let numbered = Numbered::Last;
        HistoryEntry {
            bookmarks,
            last,
            live: true,
            flipped: true,
            numbered,
            ..HistoryEntry::default()
        }
    }

    /// Stores the history of a file of which nothing is known.
    fn save(history: &History, path: &Path, entry: &HistoryEntry) -> io::Result<()> {
        History::new(history.directory.clone()).save(path, entry.clone())
    }

    /// The history of a file, apart from its path.
    fn load(history: &History, path: &Path) -> io::Result<Option<HistoryEntry>> {
        let entry = History::new(history.directory.clone()).load(path)?;
        Ok(entry.map(|entry| HistoryEntry { path: String::new(), ..entry }))
    }

    /// The existing entries.
    fn files(history: &History) -> Vec<PathBuf> {
        let files = fs::read_dir(&history.directory).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    }

    #[test]
    fn what_is_saved_is_loaded_by_any_name_of_the_file() {
        let (home, history) = history();
        let game = home.path().join("局 1.xqf");
        assert_eq!(load(&history, &game).unwrap(), None);
        fs::write(&game, "").unwrap();
        save(&history, &game, &entry("h2e2,h9g7")).unwrap();
        let roundabout = home.path().join("state/../局 1.xqf");
        assert_eq!(load(&history, &roundabout).unwrap(), Some(entry("h2e2,h9g7")));
        assert_eq!(load(&history, &home.path().join("other")).unwrap(), None);
    }

    #[test]
    fn a_problem_that_was_solved_once_stays_so() {
        let (_home, history) = history();
        assert_eq!(history.tried(), Tried::new());
        history.save_tried(&Tried::from([(7, true), (u64::MAX, false)])).unwrap();
        // Another instance has failed at one, and solved others.
        history.save_tried(&Tried::from([(7, false), (8, false), (9, true)])).unwrap();
        let all = Tried::from([(7, true), (8, false), (9, true), (u64::MAX, false)]);
        assert_eq!(history.tried(), all);
        fs::write(history.problems(), "[").unwrap();
        assert_eq!(history.tried(), Tried::new());
        assert!(history.save_tried(&all).unwrap_err().to_string().contains("damaged, kept as"));
        assert_eq!(history.tried(), all);
    }

    #[cfg(unix)]
    #[test]
    fn entries_are_for_the_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let (home, history) = history();
        save(&history, &home.path().join("game"), &entry("")).unwrap();
        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }
        assert_eq!(mode(&history.directory), 0o700);
        assert_eq!(mode(&files(&history)[0]), 0o600);
        assert_eq!(files(&history).len(), 1, "no temporary file is left");
    }

    #[test]
    fn a_damaged_entry_is_set_aside_and_written_anew() {
        let (home, history) = history();
        let game = home.path().join("game");
        save(&history, &game, &entry("h2e2")).unwrap();
        let file = files(&history).remove(0);
        let whole = fs::read(&file).unwrap();
        let deep = "[".repeat(100_000).into_bytes();
        for damaged in [&b""[..], &whole[..whole.len() / 2], b"null", b"{\"place\":{}}", &deep] {
            fs::write(&file, damaged).unwrap();
            let error = load(&history, &game).unwrap_err();
            assert!(error.to_string().contains("damaged, kept as"), "{error}");
            assert_eq!(load(&history, &game).unwrap(), None);
        }
        assert!(file.with_extension("damaged").exists());
        save(&history, &game, &entry("h2e2")).unwrap();
        assert_eq!(load(&history, &game).unwrap(), Some(entry("h2e2")));
    }

    #[test]
    fn bookmarks_of_two_instances_are_kept() {
        let (home, history) = history();
        let game = home.path().join("game");
        let mut other = entry("h2e2");
        other.bookmarks = BTreeMap::from([('b', StoredLocation::default())]);
        save(&history, &game, &entry("b2e2")).unwrap();
        save(&history, &game, &other).unwrap();
        let loaded = load(&history, &game).unwrap().unwrap();
        assert_eq!(loaded.last, other.last);
        assert_eq!(loaded.bookmarks.into_keys().collect::<String>(), "ab");
    }

    #[test]
    fn a_bookmark_that_was_deleted_stays_deleted() {
        fn marks(marks: &[(char, usize)]) -> BTreeMap<char, StoredLocation> {
            let marks = marks.iter().map(|(letter, game)| {
                (*letter, StoredLocation { game: *game, ..StoredLocation::default() })
            });
            marks.collect()
        }
        let known = marks(&[('a', 1), ('b', 1), ('c', 1), ('d', 1)]);
        // Here, a was deleted, b moved and e added; elsewhere, c was deleted, d moved and f added.
        let here = marks(&[('b', 2), ('c', 1), ('d', 1), ('e', 2)]);
        let there = marks(&[('a', 1), ('b', 1), ('d', 3), ('f', 3)]);
        let expected = marks(&[('b', 2), ('d', 3), ('e', 2), ('f', 3)]);
        assert_eq!(merge(here, there, &known), expected);
    }

    #[test]
    fn the_last_own_lines_are_kept() {
        let (home, mut history) = history();
        let game = home.path().join("game");
        fn lines(numbers: std::ops::Range<usize>, size: usize) -> HistoryEntry {
            let trails = numbers.map(|number| Trail::from(format!("{number:0size$}")));
            let own = trails.map(|trail| StoredLocation { game: 0, trail });
            HistoryEntry { own: own.collect(), ..HistoryEntry::default() }
        }
        fn kept(history: &History, game: &Path) -> Vec<StoredLocation> {
            load(history, game).unwrap().unwrap().own
        }
        save(&history, &game, &lines(0..60, 2)).unwrap();
        assert_eq!(kept(&history, &game), lines(10..60, 2).own);
        // Another instance deletes five and adds two.
        history.known =
            HistoryEntry { path: history.load(&game).unwrap().unwrap().path, ..lines(20..60, 2) };
        history.save(&game, lines(25..62, 2)).unwrap();
        assert_eq!(kept(&history, &game), [lines(10..20, 2).own, lines(25..62, 2).own].concat());
        // Long ones take the room of others.
        history.known.own = lines(0..99, 2).own;
        history.save(&game, lines(0..40, 60_000)).unwrap();
        assert_eq!(kept(&history, &game), lines(23..40, 60_000).own);
    }

    #[test]
    fn instances_side_by_side_lose_nothing_and_the_oldest_are_forgotten() {
        let (home, history) = history();
        let name = |thread: usize, file: usize| home.path().join(format!("{thread}-{file}"));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (history, name) = (&history, &name);
                scope.spawn(move || {
                    for file in 0..200 {
                        save(history, &name(thread, file), &entry("h2e2")).unwrap();
                        save(history, &name(9, 0), &entry("b2e2")).unwrap();
                    }
                });
            }
        });
        for (thread, file) in (0..4).flat_map(|thread| (0..200).map(move |file| (thread, file))) {
            assert!(load(&history, &name(thread, file)).unwrap().is_some());
        }
        assert_eq!(files(&history).len(), 801);
        let first = history.file_of(&canonical(&name(2, 7)));
        let old = SystemTime::UNIX_EPOCH;
        File::options().append(true).open(first).unwrap().set_modified(old).unwrap();
        for file in 0..200 {
            save(&history, &name(5, file), &entry("h2e2")).unwrap();
        }
        assert_eq!(files(&history).len(), MOST_FILES);
        assert!(load(&history, &name(2, 7)).unwrap().is_none());
        assert!(load(&history, &name(5, 199)).unwrap().is_some());
    }

    #[test]
    fn the_directory_is_that_of_the_users_state() {
        fn of(name: &str, value: &'static str) -> Option<PathBuf> {
            let history = History::of_user(&|asked| (asked == name).then(|| value.into()));
            history.map(|history| history.directory)
        }
        let root = if cfg!(windows) { "C:/s" } else { "/s" };
        assert_eq!(of("XDG_STATE_HOME", root), Some(Path::new(root).join("dapu/history")));
        assert_eq!(of("HOME", "/h"), Some("/h/.local/state/dapu/history".into()));
        assert_eq!(of("XDG_STATE_HOME", "relative"), None);
    }
}

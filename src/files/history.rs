//! Where the reader was in each file, and the bookmarks set there: `$XDG_STATE_HOME/dapu/history`.
//!
//! Each file has an entry in a file of its own, which is replaced as a whole: instances of dapu that run side by side
//! need no lock, and none can lose what another one keeps of other files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Map, Value, json};

use super::load::show_path;
use super::write;
use crate::record::Trail;

/// So many files are remembered; those that were read longest ago are forgotten.
pub const MOST_FILES: usize = 1000;

/// So much of an entry is read: more than the longest that is written.
const LARGEST: u64 = 2 * 1024 * 1024;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spot {
    /// The number of the game in the file, from 0.
    pub game: usize,
    /// The way to the node in it.
    pub trail: Trail,
}

/// What is remembered of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// Where the reader was.
    pub spot: Spot,
    /// The reader was at the live end of a file that was being written.
    pub live: bool,
    /// The board was seen from the other side.
    pub flipped: bool,
    /// The bookmarks by their letters.
    pub bookmarks: BTreeMap<char, Spot>,
}

/// A problem with an entry, shown as a warning: the file is opened as if it were new.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The entry was not written by dapu, or only in part. It has another name now.
    #[error("{}: damaged, kept as {}", show_path(.0), show_path(.1))]
    Damaged(PathBuf, PathBuf),
    /// The system does not give the entry.
    #[error("{}: {error}", show_path(.path))]
    Io {
        /// The entry's file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

/// The entries of all files.
#[derive(Debug, Clone)]
pub struct History {
    directory: PathBuf,
}

impl History {
    /// The entries under `$XDG_STATE_HOME/dapu`, by default `~/.local/state/dapu`; `None` where neither has a name.
    pub fn of_user(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Self> {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        // The specification of the base directories has relative paths ignored.
        let base = set("XDG_STATE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| set("HOME").map(|home| Path::new(&home).join(".local/state")))
            .or_else(|| set("LOCALAPPDATA").map(PathBuf::from))?;
        Some(Self::new(base.join("dapu/history")))
    }

    /// The entries in a directory, which need not be there yet.
    pub fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// Whether nothing was ever remembered.
    pub fn is_new(&self) -> bool {
        !self.directory.exists()
    }

    /// What is remembered of a file, if anything is.
    ///
    /// # Errors
    /// The entry is damaged, and set aside, or cannot be read.
    pub fn load(&self, path: &Path) -> Result<Option<Entry>, HistoryError> {
        let path = canonical(path);
        let file = self.file_of(&path);
        match read(&file) {
            Ok(None) => Ok(None),
            Ok(Some(bytes)) => match parse(&bytes) {
                Some((owner, entry)) => Ok((owner == path.to_string_lossy()).then_some(entry)),
                None => Err(set_aside(file)),
            },
            Err(error) => Err(HistoryError::Io { path: file, error }),
        }
    }

    /// Remembers a file. `known` are the bookmarks as they were loaded, or saved last: what another instance has done to
    /// bookmarks since stays, unless the same one was changed here.
    ///
    /// # Errors
    /// The entry cannot be written; what was there before is still there.
    pub fn save(
        &self,
        path: &Path,
        entry: &Entry,
        known: &BTreeMap<char, Spot>,
    ) -> Result<(), HistoryError> {
        let path = canonical(path);
        let before = self.load(&path).ok().flatten();
        let is_new = before.is_none();
        let mut entry = entry.clone();
        if let Some(before) = before {
            entry.bookmarks = merge(entry.bookmarks, before.bookmarks, known);
        }
        let file = self.file_of(&path);
        let bytes = to_json(&path, &entry).to_string();
        let written = private_directory(&self.directory)
            .and_then(|()| write::write_private(&file, bytes.as_bytes()))
            .and_then(|()| if is_new { self.forget_oldest() } else { Ok(()) });
        written.map_err(|error| HistoryError::Io { path: file, error })
    }

    fn file_of(&self, path: &Path) -> PathBuf {
        let hash = fnv(path.as_os_str().as_encoded_bytes());
        self.directory.join(format!("{hash:016x}.json"))
    }

    /// Deletes what is oldest beyond the number of files that are remembered, damaged entries among them.
    fn forget_oldest(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(&self.directory)?
            .filter_map(|file| {
                let file = file.ok()?;
                Some((file.metadata().ok()?.modified().ok()?, file.path()))
            })
            .collect();
        files.sort_unstable();
        let beyond = files.len().saturating_sub(MOST_FILES);
        for (_, file) in files.drain(..beyond) {
            // Another instance may have deleted it already.
            let _ = fs::remove_file(file);
        }
        Ok(())
    }
}

/// The bookmarks there, with what was changed here.
fn merge(
    mut here: BTreeMap<char, Spot>,
    mut there: BTreeMap<char, Spot>,
    known: &BTreeMap<char, Spot>,
) -> BTreeMap<char, Spot> {
    there.retain(|letter, _| here.contains_key(letter) || !known.contains_key(letter));
    here.retain(|letter, spot| known.get(letter) != Some(spot));
    there.extend(here);
    there
}

/// The path by which a file is known, whatever it was called.
fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}

/// FNV-1a: the names of entries must be the same in every build.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The bytes of an entry; `None` if there is none. Only regular files count: a pipe would have no end.
fn read(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match fs::symlink_metadata(file) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(io::Error::other("not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    File::open(file)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Gives a damaged entry another name, or deletes it where that fails.
fn set_aside(file: PathBuf) -> HistoryError {
    let kept = file.with_extension("damaged");
    match fs::rename(&file, &kept) {
        Ok(()) => HistoryError::Damaged(file, kept),
        Err(error) => HistoryError::Io { path: file, error },
    }
}

fn private_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn to_json(path: &Path, entry: &Entry) -> Value {
    let spot = |spot: &Spot| json!({ "game": spot.game + 1, "moves": spot.trail.as_str() });
    let bookmarks: Map<String, Value> = entry
        .bookmarks
        .iter()
        .map(|(letter, place)| (letter.to_string(), spot(place)))
        .collect();
    json!({
        "path": path.to_string_lossy(),
        "place": spot(&entry.spot),
        "live": entry.live,
        "flipped": entry.flipped,
        "bookmarks": bookmarks,
    })
}

/// The path and what is remembered of it. Nothing but the place must be there.
fn parse(bytes: &[u8]) -> Option<(String, Entry)> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let is_set = |name: &str| value.get(name).and_then(Value::as_bool).unwrap_or(false);
    let bookmarks = value.get("bookmarks").and_then(Value::as_object);
    let bookmark = |(letter, spot): (&String, &Value)| {
        let letter = letter.parse().ok().filter(char::is_ascii_alphabetic)?;
        Some((letter, parse_spot(spot)?))
    };
    let entry = Entry {
        spot: parse_spot(value.get("place")?)?,
        live: is_set("live"),
        flipped: is_set("flipped"),
        bookmarks: bookmarks
            .into_iter()
            .flatten()
            .filter_map(bookmark)
            .collect(),
    };
    Some((value.get("path")?.as_str()?.to_owned(), entry))
}

fn parse_spot(value: &Value) -> Option<Spot> {
    let game = value.get("game")?.as_u64()?.checked_sub(1)?;
    let moves = value.get("moves")?.as_str()?;
    Some(Spot {
        game: usize::try_from(game).ok()?,
        trail: Trail::from(moves),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> (tempfile::TempDir, History) {
        let home = tempfile::tempdir().unwrap();
        let history = History::new(home.path().join("state/dapu/history"));
        (home, history)
    }

    fn entry(moves: &str) -> Entry {
        let spot = Spot {
            game: 2,
            trail: Trail::from(moves),
        };
        Entry {
            bookmarks: BTreeMap::from([('a', spot.clone())]),
            spot,
            live: true,
            flipped: true,
        }
    }

    fn save(history: &History, path: &Path, entry: &Entry) -> Result<(), HistoryError> {
        history.save(path, entry, &BTreeMap::new())
    }

    /// The entries that are there.
    fn files(history: &History) -> Vec<PathBuf> {
        let files = fs::read_dir(&history.directory).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    }

    #[test]
    fn what_is_saved_is_loaded_by_any_name_of_the_file() {
        let (home, history) = history();
        let game = home.path().join("局 1.xqf");
        assert_eq!(history.load(&game).unwrap(), None);
        fs::write(&game, "").unwrap();
        save(&history, &game, &entry("h2e2,h9g7")).unwrap();
        let roundabout = home.path().join("state/../局 1.xqf");
        assert_eq!(history.load(&roundabout).unwrap(), Some(entry("h2e2,h9g7")));
        assert_eq!(history.load(&home.path().join("other")).unwrap(), None);
    }

    #[cfg(unix)]
    #[test]
    fn entries_are_for_the_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let (home, history) = history();
        save(&history, &home.path().join("game"), &entry("")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
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
        for damaged in [
            &b""[..],
            &whole[..whole.len() / 2],
            b"null",
            b"{\"place\":{}}",
            &deep,
        ] {
            fs::write(&file, damaged).unwrap();
            let error = history.load(&game).unwrap_err();
            assert!(matches!(error, HistoryError::Damaged(..)), "{error}");
            assert_eq!(history.load(&game).unwrap(), None);
        }
        assert!(file.with_extension("damaged").exists());
        save(&history, &game, &entry("h2e2")).unwrap();
        assert_eq!(history.load(&game).unwrap(), Some(entry("h2e2")));
    }

    #[test]
    fn bookmarks_of_two_instances_are_kept() {
        let (home, history) = history();
        let game = home.path().join("game");
        let mut other = entry("h2e2");
        other.bookmarks = BTreeMap::from([('b', Spot::default())]);
        save(&history, &game, &entry("b2e2")).unwrap();
        save(&history, &game, &other).unwrap();
        let loaded = history.load(&game).unwrap().unwrap();
        assert_eq!(loaded.spot, other.spot);
        assert_eq!(loaded.bookmarks.into_keys().collect::<String>(), "ab");
    }

    #[test]
    fn a_bookmark_that_was_deleted_stays_deleted() {
        let spot = |game| Spot {
            game,
            ..Spot::default()
        };
        let marks = |marks: &[(char, usize)]| -> BTreeMap<char, Spot> {
            let marks = marks.iter();
            marks.map(|(letter, game)| (*letter, spot(*game))).collect()
        };
        let known = marks(&[('a', 1), ('b', 1), ('c', 1), ('d', 1)]);
        // Here a was deleted, b moved and e set; there c was deleted, d moved and f set.
        let here = marks(&[('b', 2), ('c', 1), ('d', 1), ('e', 2)]);
        let there = marks(&[('a', 1), ('b', 1), ('d', 3), ('f', 3)]);
        let expected = marks(&[('b', 2), ('d', 3), ('e', 2), ('f', 3)]);
        assert_eq!(merge(here, there, &known), expected);
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
        let kept = |thread, file| history.load(&name(thread, file)).unwrap().is_some();
        assert!((0..4).all(|thread| (0..200).all(|file| kept(thread, file))));
        assert_eq!(files(&history).len(), 801);
        let first = history.file_of(&canonical(&name(2, 7)));
        let old = SystemTime::UNIX_EPOCH;
        File::options()
            .append(true)
            .open(first)
            .unwrap()
            .set_modified(old)
            .unwrap();
        for file in 0..200 {
            save(&history, &name(5, file), &entry("h2e2")).unwrap();
        }
        assert_eq!(files(&history).len(), MOST_FILES);
        assert!(!kept(2, 7) && kept(5, 199));
    }

    #[test]
    fn the_directory_is_that_of_the_users_state() {
        let of = |name: &'static str, value: &'static str| {
            let variable = move |asked: &str| (asked == name).then(|| OsString::from(value));
            History::of_user(&variable).map(|history| history.directory)
        };
        assert_eq!(of("XDG_STATE_HOME", "/s"), Some("/s/dapu/history".into()));
        assert_eq!(
            of("HOME", "/h"),
            Some("/h/.local/state/dapu/history".into())
        );
        assert_eq!(of("XDG_STATE_HOME", "relative"), None);
    }
}

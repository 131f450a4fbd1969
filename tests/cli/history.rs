//! Where readers were in their files, and which problems they solved.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use dapu::files::history::{History, HistoryEntry, MOST_FILES, Numbered, StoredLocation, Tried};
use dapu::record::Trail;

/// A home, and the directory of the history in it.
fn history() -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let history = home.path().join("state/dapu/history");
    (home, history)
}

fn entry(moves: &str) -> HistoryEntry {
    let last = StoredLocation { game: 2, trail: Trail::from(moves.to_owned()) };
    let bookmarks = BTreeMap::from([('a', last.clone())]);
    let numbered = Numbered::Last;
    HistoryEntry { bookmarks, last, live: true, flipped: true, numbered, ..HistoryEntry::default() }
}

/// Stores the history of a file of which nothing is known.
fn save(history: &Path, path: &Path, entry: &HistoryEntry) -> io::Result<()> {
    History::new(history.to_owned()).save(path, entry.clone())
}

/// The history of a file, apart from its path.
fn load(history: &Path, path: &Path) -> io::Result<Option<HistoryEntry>> {
    let entry = History::new(history.to_owned()).load(path)?;
    Ok(entry.map(|entry| HistoryEntry { path: String::new(), ..entry }))
}

/// The existing entries.
fn files(history: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(history).unwrap();
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
    let (_home, directory) = history();
    let history = History::new(directory.clone());
    assert_eq!(history.tried(), Tried::new());
    history.save_tried(&Tried::from([(7, true), (u64::MAX, false)])).unwrap();
    // Another instance has failed at one, and solved others.
    history.save_tried(&Tried::from([(7, false), (8, false), (9, true)])).unwrap();
    let all = Tried::from([(7, true), (8, false), (9, true), (u64::MAX, false)]);
    assert_eq!(history.tried(), all);
    fs::write(directory.with_file_name("problems.json"), "[").unwrap();
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
    assert_eq!(mode(&history), 0o700);
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
    fn with(bookmarks: BTreeMap<char, StoredLocation>) -> HistoryEntry {
        HistoryEntry { bookmarks, ..HistoryEntry::default() }
    }
    let (home, directory) = history();
    let game = home.path().join("game");
    save(&directory, &game, &with(known)).unwrap();
    let [mut one, mut other] = [(); 2].map(|()| History::new(directory.clone()));
    one.load(&game).unwrap();
    other.load(&game).unwrap();
    other.save(&game, with(there)).unwrap();
    one.save(&game, with(here)).unwrap();
    assert_eq!(load(&directory, &game).unwrap().unwrap().bookmarks, expected);
}

#[test]
fn the_last_own_lines_are_kept() {
    let (home, history) = history();
    let game = home.path().join("game");
    fn lines(numbers: std::ops::Range<usize>, size: usize) -> HistoryEntry {
        let trails = numbers.map(|number| Trail::from(format!("{number:0size$}")));
        let own = trails.map(|trail| StoredLocation { game: 0, trail });
        HistoryEntry { own: own.collect(), ..HistoryEntry::default() }
    }
    fn kept(history: &Path, game: &Path) -> Vec<StoredLocation> {
        load(history, game).unwrap().unwrap().own
    }
    save(&history, &game, &lines(0..60, 2)).unwrap();
    assert_eq!(kept(&history, &game), lines(10..60, 2).own);
    // An instance deletes eight and adds two, another one adds three meanwhile.
    let mut one = History::new(history.clone());
    one.load(&game).unwrap();
    save(&history, &game, &lines(62..65, 2)).unwrap();
    one.save(&game, lines(18..62, 2)).unwrap();
    let others = [18..60, 62..65, 60..62].map(|numbers| lines(numbers, 2).own);
    assert_eq!(kept(&history, &game), others.concat());
    // Long ones take the room of others.
    one.save(&game, lines(0..40, 60_000)).unwrap();
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
    let of_first = |file: &PathBuf| fs::read_to_string(file).unwrap().contains("/2-7\"");
    let first = files(&history).into_iter().find(of_first).unwrap();
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
    let home = tempfile::tempdir().unwrap();
    let of =
        |name: &str, value: &Path| History::of_user(&|asked| (asked == name).then(|| value.into()));
    for (name, history) in
        [("XDG_STATE_HOME", "dapu/history"), ("HOME", ".local/state/dapu/history")]
    {
        let game = home.path().join("game");
        of(name, home.path()).unwrap().save(&game, HistoryEntry::default()).unwrap();
        assert_eq!(files(&home.path().join(history)).len(), 1, "{name}");
    }
    assert!(of("XDG_STATE_HOME", Path::new("relative")).is_none());
}

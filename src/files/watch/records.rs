//! Finds the current record in a followed directory.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::FRESH;
use super::stamp::Stamp;
use crate::files::walk;

/// The states of records.
pub(super) type Known = HashMap<PathBuf, Stamp>;

/// Records, most recently modified first. Those with a time in the future come last.
pub(super) fn newest_first(known: &Known) -> Vec<PathBuf> {
    let latest = SystemTime::now() + FRESH;
    let since_1970 = latest.duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i128::try_from(since_1970.as_nanos()).unwrap_or(i128::MAX);
    let mut records: Vec<(&PathBuf, &Stamp)> = known.iter().collect();
    records.sort_by_cached_key(|(path, stamp)| {
        let time = stamp.modified();
        (time > now, Reverse(time), *path)
    });
    records.into_iter().map(|(path, _)| path.clone()).collect()
}

fn stamps(records: impl IntoIterator<Item = PathBuf>) -> Known {
    records.into_iter().filter_map(|path| Stamp::of(&path).map(|stamp| (path, stamp))).collect()
}

/// The records in a directory.
pub(super) fn known_in(directory: &Path) -> Known {
    stamps(walk::entries_in(directory).unwrap_or_default().1)
}

/// Detects changes in a directory between checks. Only compares times for inequality: otherwise a file with a time in
/// the future would be followed forever.
pub(super) struct Records {
    directory: PathBuf,
    known: Known,
    /// The files for which events have come since the last check.
    touched: HashSet<PathBuf>,
    /// When to check every file, and the interval after that.
    pub(super) due: Instant,
    every: Duration,
}

impl Records {
    /// `known` are the records so far.
    pub(super) fn new(directory: &Path, known: Known, every: Duration) -> Self {
        Self {
            directory: directory.to_owned(),
            known,
            touched: HashSet::new(),
            due: Instant::now() + every,
            every,
        }
    }

    /// A file with this name may have changed; any file, if it is empty.
    pub(super) fn touch(&mut self, name: &OsStr) {
        self.touched.insert(self.directory.join(name));
        if name.is_empty() {
            self.due = Instant::now();
        }
    }

    /// The record to switch to: one that was created or changed since the last check, other than the current one. Checks only the files for which events have come, unless all are due: there may be many.
    pub(super) fn newer(&mut self, shown: &Path) -> Option<PathBuf> {
        let touched = std::mem::take(&mut self.touched);
        let (known, now) = if Instant::now() < self.due {
            let stamps_before = touched.iter().filter_map(|path| self.known.remove_entry(path));
            let known: Known = stamps_before.collect();
            let records = touched.into_iter().filter(|path| walk::is_record(path));
            (known, stamps(records))
        } else {
            let now = known_in(&self.directory);
            self.due = Instant::now() + self.every;
            (std::mem::take(&mut self.known), now)
        };
        let stamped = now.iter();
        let others = stamped.filter(|(path, _)| *path != shown);
        let changed = others.filter(|(path, stamp)| known.get(*path) != Some(stamp));
        let latest =
            changed.max_by_key(|(path, stamp)| (!known.contains_key(*path), stamp.modified()));
        let newest = latest.map(|(path, _)| path.clone());
        self.known.extend(now);
        newest
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_time_in_the_future_comes_last_and_pins_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path_of = |name: &str| directory.path().join(name);
        let write = |name: &str, seconds: i64| {
            let file = File::create(path_of(name)).unwrap();
            let age = Duration::from_secs(seconds.unsigned_abs());
            let now = SystemTime::now();
            let time = if seconds < 0 { now - age } else { now + age };
            file.set_modified(time).unwrap();
        };
        write("old.kif", -500);
        write("new.kif", -100);
        write("future.kif", 86_400);
        write("other.png", -1);
        let names = ["new.kif", "old.kif", "future.kif"].map(path_of);
        let known = known_in(directory.path());
        assert_eq!(newest_first(&known), names);

        let mut records = Records::new(directory.path(), known, Duration::ZERO);
        assert_eq!(records.newer(&names[0]), None);
        write("old.kif", -400);
        assert_eq!(records.newer(&names[0]), Some(path_of("old.kif")));
        assert_eq!(records.newer(&names[0]), None);
        // The current one and another both change, and a third is created.
        write("new.kif", -90);
        write("old.kif", -80);
        assert_eq!(records.newer(&names[0]), Some(path_of("old.kif")));
        write("new.kif", -70);
        write("third.kif", -1000);
        assert_eq!(records.newer(&names[0]), Some(path_of("third.kif")));
        fs::remove_file(path_of("third.kif")).unwrap();
        assert_eq!(records.newer(&names[0]), None);
    }

    #[test]
    fn only_files_with_events_are_checked_until_all_are_due() {
        let directory = tempfile::tempdir().unwrap();
        let path_of = |name: &str| directory.path().join(name);
        let write = |name: &str, text: &str| fs::write(path_of(name), text).unwrap();
        for name in ["shown.sgf", "a.sgf", "b.sgf"] {
            write(name, "(;)");
        }
        let known = known_in(directory.path());
        let mut records = Records::new(directory.path(), known, Duration::from_secs(3600));
        let shown = path_of("shown.sgf");
        fn turn(records: &mut Records, shown: &Path, names: &[&str]) -> Option<PathBuf> {
            names.iter().for_each(|name| records.touch(OsStr::new(name)));
            records.newer(shown)
        }
        for name in ["a.sgf", "b.sgf"] {
            write(name, "(;B[aa])");
        }
        assert_eq!(turn(&mut records, &shown, &["a.sgf", "other.png"]), Some(path_of("a.sgf")));
        assert_eq!(turn(&mut records, &shown, &["a.sgf"]), None);
        for name in ["new.sgf", ".hidden.sgf", "other.png"] {
            write(name, "(;B[aa])");
        }
        fs::create_dir(path_of("folder.sgf")).unwrap();
        let others = [".hidden.sgf", "other.png", "folder.sgf", "gone.sgf"];
        assert_eq!(turn(&mut records, &shown, &others), None);
        assert_eq!(turn(&mut records, &shown, &["new.sgf"]), Some(path_of("new.sgf")));
        // Which events were lost is not known.
        assert_eq!(turn(&mut records, &shown, &[""]), Some(path_of("b.sgf")));
    }
}

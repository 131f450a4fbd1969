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

//! Finds the current record in a followed directory.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::FRESH;
use super::stamp::Stamp;
use crate::files::walk;

/// The records in a directory, most recently modified first. Those with a time in the future come last.
pub(super) fn newest_first(directory: &Path) -> Vec<PathBuf> {
    let now = SystemTime::now() + FRESH;
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i128::try_from(now.as_nanos()).unwrap_or(i128::MAX);
    let mut records: Vec<(PathBuf, Stamp)> = stamps(directory).into_iter().collect();
    records.sort_by_cached_key(|(path, stamp)| {
        let time = stamp.modified();
        (time > now, Reverse(time), path.clone())
    });
    records.into_iter().map(|(path, _)| path).collect()
}

fn stamps(directory: &Path) -> HashMap<PathBuf, Stamp> {
    let records = walk::entries_in(directory)
        .unwrap_or_default()
        .1
        .into_iter();
    records
        .filter_map(|path| Some((Stamp::of(&path)?, path)))
        .map(|(stamp, path)| (path, stamp))
        .collect()
}

/// Detects changes in a directory between checks. Only compares times for inequality: otherwise a file with a time in
/// the future would be followed forever.
#[derive(Debug)]
pub(super) struct Records {
    directory: PathBuf,
    known: HashMap<PathBuf, Stamp>,
}

impl Records {
    pub(super) fn new(directory: &Path) -> Self {
        Self {
            directory: directory.to_owned(),
            known: stamps(directory),
        }
    }

    /// The record to switch to: one that was created since the last check, or one that changed while the current one
    /// did not.
    pub(super) fn turn(&mut self, shown: &Path) -> Option<PathBuf> {
        let now = stamps(&self.directory);
        let known = std::mem::replace(&mut self.known, now);
        let changed = self.known.iter();
        let changed = changed.filter(|(path, stamp)| known.get(*path) != Some(stamp));
        let latest = changed.max_by_key(|(path, stamp)| {
            let is_new = !known.contains_key(*path);
            (is_new, *path == shown, stamp.modified())
        });
        let turned = latest.map(|(path, _)| path).filter(|path| *path != shown);
        turned.cloned()
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
        let place = |name: &str| directory.path().join(name);
        let write = |name: &str, seconds: i64| {
            let file = File::create(place(name)).unwrap();
            let age = Duration::from_secs(seconds.unsigned_abs());
            let now = SystemTime::now();
            let time = if seconds < 0 { now - age } else { now + age };
            file.set_modified(time).unwrap();
        };
        write("old.kif", -500);
        write("new.kif", -100);
        write("future.kif", 86_400);
        write("other.png", -1);
        let names = ["new.kif", "old.kif", "future.kif"].map(place);
        assert_eq!(newest_first(directory.path()), names);

        let mut records = Records::new(directory.path());
        assert_eq!(records.turn(&names[0]), None);
        write("old.kif", -400);
        assert_eq!(records.turn(&names[0]), Some(place("old.kif")));
        assert_eq!(records.turn(&names[0]), None);
        // The current one and another both change, and a third is created.
        write("new.kif", -90);
        write("old.kif", -80);
        assert_eq!(records.turn(&names[0]), None);
        write("new.kif", -70);
        write("third.kif", -1000);
        assert_eq!(records.turn(&names[0]), Some(place("third.kif")));
        fs::remove_file(place("third.kif")).unwrap();
        assert_eq!(records.turn(&names[0]), None);
    }
}

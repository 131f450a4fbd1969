//! Many files with one watch.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use dapu::files::load::LoadOptions;
use dapu::files::watch::{self, Change, Follow, Watch};

use crate::follow::growing::{WAYS, formats, write_as};
use crate::follow::together;
use crate::follow::watching::mainline;

const PATIENCE: Duration = Duration::from_secs(20);
/// More than are all looked at with every event.
const FILES: usize = 12;

/// Waits for a change of a file that is as wanted. The files that change meanwhile are returned, too.
#[track_caller]
fn wait(
    changes: &Receiver<(PathBuf, Change)>,
    file: &Path,
    wanted: impl Fn(&Change) -> bool,
) -> Vec<PathBuf> {
    let mut others = Vec::new();
    loop {
        let (path, change) = changes.recv_timeout(PATIENCE).expect("a change in time");
        if path != file {
            others.push(path);
        } else if wanted(&change) {
            return others;
        }
    }
}

#[track_caller]
fn plies(changes: &Receiver<(PathBuf, Change)>, file: &Path, count: usize) {
    let is_read = |change: &Change| matches!(change, Change::Loaded(loaded) if mainline(loaded).len() == count);
    let others = wait(changes, file, is_read);
    assert!(others.is_empty(), "others have changed: {others:?}");
}

#[test]
fn every_way_of_writing_is_seen_among_many_files() {
    for poll in [None, Some(Duration::from_millis(100))] {
        together(&formats(), |&(extension, text)| {
            let home = tempfile::tempdir().unwrap();
            let folders = ["a", "b"].map(|name| home.path().join(name));
            for (folder, first) in folders.iter().zip([0, FILES]) {
                fs::create_dir(folder).unwrap();
                for number in first..first + FILES {
                    fs::write(folder.join(format!("{number}.{extension}")), text(2)).unwrap();
                }
            }
            // A file that is named need not exist yet.
            let later = home.path().join(format!("later.{extension}"));
            let paths = [&folders[..], slice::from_ref(&later)].concat();
            let files = watch::records_of(&paths);
            assert_eq!(files.len(), 2 * FILES + 1);
            let load = LoadOptions::default();
            let opened = files.iter().filter_map(|file| watch::open(file, load).ok());
            let seen: Vec<_> = opened.map(|opened| opened.seen()).collect();
            assert_eq!(seen.len(), 2 * FILES);
            let (send, changes) = mpsc::channel();
            let _watch =
                Watch::start_all(paths, Follow { load, poll }, seen, move |path, change| {
                    let is_new = matches!(change, Change::Loaded(_) | Change::Gone);
                    !is_new || send.send((path.to_owned(), change)).is_ok()
                });
            let [first, second] =
                ["13", "17"].map(|name| folders[1].join(format!("{name}.{extension}")));
            for &(count, way) in WAYS {
                write_as(way, &first, &text(count));
                plies(&changes, &first, count);
            }
            fs::remove_file(&second).unwrap();
            wait(&changes, &second, |change| matches!(change, Change::Gone));
            let new = folders[0].join(format!("new.{extension}"));
            for (file, count) in [(&second, 4), (&new, 5), (&later, 6), (&new, 7), (&later, 8)] {
                fs::write(file, text(count)).unwrap();
                wait(
                    &changes,
                    file,
                    |change| matches!(change, Change::Loaded(loaded) if mainline(loaded).len() == count),
                );
            }
        });
    }
}

//! The ways in which programs write a file.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::common::Random;
use crate::follow::slow::{append_slowly, write_slowly};

pub(crate) type Write = fn(&Path, &[u8], &mut Random);

fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Writes a file in pieces without truncating it.
fn write_over(path: &Path, bytes: &[u8], milliseconds: u64) -> File {
    let mut file = File::options().write(true).open(path).unwrap();
    for piece in bytes.chunks(bytes.len().div_ceil(6)) {
        file.write_all(piece).unwrap();
        pause(milliseconds);
    }
    file
}

fn replace(path: &Path, bytes: &[u8]) {
    let next = path.with_extension("next");
    fs::write(&next, bytes).unwrap();
    fs::rename(next, path).unwrap();
}

/// Writes a file and sets its time to so long ago.
fn write_dated(path: &Path, bytes: &[u8], age: Duration) {
    let mut file = File::create(path).unwrap();
    file.write_all(bytes).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

/// Every way, with its name.
pub(crate) const WAYS: [(&str, Write); 22] = [
    ("at once", |path, bytes, _| fs::write(path, bytes).unwrap()),
    ("twice", |path, bytes, _| {
        fs::write(path, bytes).unwrap();
        fs::write(path, bytes).unwrap();
    }),
    ("renamed over it", |path, bytes, _| replace(path, bytes)),
    ("linked over it", |path, bytes, _| {
        let [next, link] = ["next", "link"].map(|name| path.with_extension(name));
        fs::write(&next, bytes).unwrap();
        fs::hard_link(&next, &link).unwrap();
        fs::rename(link, path).unwrap();
        fs::remove_file(next).unwrap();
    }),
    ("a link turned", |path, bytes, random| {
        let (target, link) =
            (path.with_extension(random.below(1000).to_string()), path.with_extension("link"));
        fs::write(&target, bytes).unwrap();
        symlink(target, &link).unwrap();
        fs::rename(link, path).unwrap();
    }),
    ("deleted before", |path, bytes, _| {
        fs::remove_file(path).unwrap();
        fs::write(path, bytes).unwrap();
    }),
    ("deleted 300 ms before", |path, bytes, _| {
        fs::remove_file(path).unwrap();
        pause(300);
        fs::write(path, bytes).unwrap();
    }),
    ("the old one renamed", |path, bytes, _| {
        fs::rename(path, path.with_extension("old")).unwrap();
        fs::write(path, bytes).unwrap();
    }),
    ("the old one copied", |path, bytes, _| {
        fs::copy(path, path.with_extension("old")).unwrap();
        fs::write(path, bytes).unwrap();
    }),
    ("emptied 200 ms before", |path, bytes, _| {
        fs::write(path, "").unwrap();
        pause(200);
        fs::write(path, bytes).unwrap();
    }),
    ("6 pieces, 100 ms", |path, bytes, _| {
        write_slowly(path, bytes, 6, Duration::from_millis(100));
    }),
    ("60 pieces, 10 ms", |path, bytes, _| {
        write_slowly(path, bytes, 60, Duration::from_millis(10));
    }),
    ("3 pieces, 1300 ms", |path, bytes, _| {
        write_slowly(path, bytes, 3, Duration::from_millis(1300));
    }),
    ("6 times opened, 100 ms", |path, bytes, _| {
        append_slowly(path, bytes, 6, Duration::from_millis(100));
    }),
    ("after a killed writer", |path, bytes, random| {
        fs::write(path, &bytes[..random.below(bytes.len())]).unwrap();
        pause(150);
        fs::write(path, bytes).unwrap();
    }),
    ("by three writers", |path, bytes, _| {
        thread::scope(|scope| {
            for pause in [5, 15] {
                scope.spawn(move || write_over(path, bytes, pause));
            }
        });
        fs::write(path, bytes).unwrap();
    }),
    ("in place", |path, bytes, _| {
        let file = write_over(path, bytes, 0);
        file.set_len(bytes.len() as u64).unwrap();
    }),
    ("in place, 6 pieces, 100 ms", |path, bytes, _| {
        let file = write_over(path, bytes, 100);
        file.set_len(bytes.len() as u64).unwrap();
    }),
    ("its room first", |path, bytes, _| {
        let mut file = File::create(path).unwrap();
        file.set_len(bytes.len() as u64).unwrap();
        pause(100);
        file.write_all(bytes).unwrap();
    }),
    ("from the end", |path, bytes, _| {
        let mut file = File::create(path).unwrap();
        let half = bytes.len() / 2;
        for part in [half..bytes.len(), 0..half] {
            file.seek(SeekFrom::Start(part.start as u64)).unwrap();
            file.write_all(&bytes[part]).unwrap();
            pause(100);
        }
    }),
    ("dated back", |path, bytes, random| {
        let age = 100 + random.below(1_000_000) as u64;
        write_dated(path, bytes, Duration::from_secs(age));
    }),
    ("dated ahead", |path, bytes, random| {
        let next = path.with_extension("next");
        write_dated(&next, bytes, Duration::ZERO);
        let ahead = Duration::from_secs(100 + random.below(1000) as u64);
        let file = File::options().write(true).open(&next).unwrap();
        file.set_modified(SystemTime::now() + ahead).unwrap();
        fs::rename(next, path).unwrap();
    }),
];

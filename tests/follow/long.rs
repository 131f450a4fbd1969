//! The long soak: every way of writing, on every file system available, with the effects for the reader. Run it with
//! `cargo test --test screens follow -- --ignored --nocapture` on an idle machine; `DAPU_SOAK` is the number of writes for each
//! way and format.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::Random;
use crate::common::terminal::Terminal;
use crate::follow::slow::{self, FORMATS, bytes};
use crate::follow::watching::{Following, follow, mainline};
use crate::follow::ways::{WAYS, Write};
use dapu::files::watch::Change;

/// A reader not seen at the old place after this time has lost it.
const PATIENCE: Duration = Duration::from_secs(8);
/// The place of the reader, and how long the records are.
const PLY: usize = 20;
const LONGEST: usize = 39;
const SHORTEST: usize = 30;

/// The results for a way of writing.
#[derive(Default)]
struct Tally {
    writes: usize,
    lost: usize,
    phantoms: usize,
    /// The time from close to frame, for each write that changed the length of the record.
    delays: Vec<Duration>,
}

impl Tally {
    fn percentile(&mut self, percent: usize) -> Duration {
        self.delays.sort_unstable();
        let last = self.delays.len().saturating_sub(1);
        self.delays.get(last * percent / 100).copied().unwrap_or_default()
    }
}

fn rounds() -> usize {
    let asked = std::env::var("DAPU_SOAK").ok();
    asked.map_or(8, |count| count.parse().unwrap())
}

/// Writes files in one way in `under`, and reads them through `over`, another path of the same directory.
fn soak(write: Write, under: &Path, over: &Path, formats: &[usize]) -> Tally {
    let mut tally = Tally::default();
    let mut random = Random::new(5);
    for (extension, game, forked) in formats.iter().map(|format| FORMATS[*format]) {
        let texts: Vec<Vec<u8>> = (SHORTEST..=LONGEST)
            .map(|plies| bytes(extension, &slow::record(game, plies, forked)))
            .collect();
        let name = format!("game.{extension}");
        let (path, shown) = (under.join(&name), over.join(&name));
        fs::write(&path, &texts[0]).unwrap();
        let mut terminal = Terminal::open(&shown);
        let following = follow(&shown, None);
        terminal.shows(&format!("0/{SHORTEST}"));
        go_back(&mut terminal, SHORTEST);
        let mut before = SHORTEST;
        for _ in 0..rounds() {
            let plies = SHORTEST + random.below(texts.len());
            write(&path, &texts[plies - SHORTEST], &mut random);
            let closed = Instant::now();
            tally.writes += 1;
            match await_place(&terminal, plies, closed) {
                Some(delay) if plies != before => tally.delays.push(delay),
                Some(_) => {}
                None => {
                    tally.lost += 1;
                    go_back(&mut terminal, plies);
                }
            }
            before = plies;
        }
        tally.phantoms += phantoms(&following, &shown, &texts[texts.len() - 1]);
        fs::remove_file(path).unwrap();
    }
    tally
}

fn go_back(terminal: &mut Terminal, plies: usize) {
    terminal.keys(&format!("{PLY}G"));
    terminal.shows(&format!(" {PLY}/{plies} "));
}

/// The time until the reader was seen at the place in the new record; `None` if that did not happen.
fn await_place(terminal: &Terminal, plies: usize, since: Instant) -> Option<Duration> {
    let place = format!(" {PLY}/{plies} ");
    while since.elapsed() < PATIENCE {
        if terminal.screen().contains(&place) {
            return Some(since.elapsed());
        }
        thread::sleep(Duration::from_millis(1));
    }
    println!("{}", terminal.screen());
    None
}

/// How many readings had moves that are not in the longest record.
fn phantoms(following: &Following, path: &Path, longest: &[u8]) -> usize {
    let name = path.to_str().unwrap();
    let longest = mainline(&crate::common::read(longest, name).unwrap());
    let changes = following.others();
    let is_phantom = |change: &&Change| match change {
        Change::Loaded(loaded) => !longest.starts_with(&mainline(loaded)),
        _ => false,
    };
    changes.iter().filter(is_phantom).count()
}

/// Soaks in all ways and prints a table; returns the number of losses.
fn soak_all(place: &str, under: &Path, over: &Path, formats: &[usize]) -> usize {
    println!(
        "{place}: way of writing, writes, places lost, phantoms, p50 and p99 from close to frame"
    );
    let mut lost = 0;
    for (name, write) in WAYS {
        let mut tally = soak(write, under, over, formats);
        let [p50, p99] = [50, 99].map(|percent| tally.percentile(percent).as_millis());
        println!(
            "{name:24} {:5} {:3} {:3} {p50:6} ms {p99:6} ms",
            tally.writes, tally.lost, tally.phantoms
        );
        lost += tally.lost;
        // While a file is written over itself it mixes two records; the screen waits for what it misses.
        if !["in place, 6 pieces, 100 ms", "from the end"].contains(&name) {
            lost += tally.phantoms;
        }
    }
    lost
}

/// A mounted directory, unmounted on drop.
struct Mounted(PathBuf);

impl Mounted {
    /// Mounts with this command; prints a line and returns `None` if that fails.
    fn by(command: &str, directory: &Path) -> Option<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(directory);
        let done = shell.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if done.is_ok_and(|status| status.success()) {
            return Some(Self(directory.join("mounted")));
        }
        println!("skipped: {command}");
        None
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // Lazily: files there may still be open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
#[ignore = "takes half an hour; run by name"]
fn a_long_soak_loses_no_place_in_any_way_of_writing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let all: Vec<usize> = (0..FORMATS.len()).collect();
    assert_eq!(soak_all("as the system has it", path, path, &all), 0);
}

#[test]
#[ignore = "takes minutes and mounts a file system, as root; run by name"]
fn a_long_soak_on_a_clock_of_whole_seconds_loses_no_place() {
    let directory = tempfile::tempdir().unwrap();
    let mount = "mkdir mounted && truncate -s 16M image && mkfs.ext3 -q -I 128 image && mount -o loop image mounted";
    let Some(mounted) = Mounted::by(mount, directory.path()) else {
        return;
    };
    assert_eq!(soak_all("ext3, small inodes", &mounted.0, &mounted.0, &[0, 4]), 0);
    assert_eq!(unseen_within_the_second(&mounted.0), 0);
}

/// Of thirty pairs of writes of equal length within a second, how many second ones are never shown.
fn unseen_within_the_second(directory: &Path) -> usize {
    let path = directory.join("equal.sgf");
    let text = |point: &str| format!("(;GM[1]SZ[9];B[{point}])\n");
    fs::write(&path, text("aa")).unwrap();
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/1");
    terminal.keys("G");
    terminal.shows("1/1");
    let points = [("ee", "E5"), ("gc", "G7"), ("cc", "C7"), ("gg", "G3"), ("ce", "C5")];
    let mut points = points.into_iter().cycle();
    let mut unseen = 0;
    for _ in 0..30 {
        let [(first, _), (second, name)] = [(); 2].map(|()| points.next().unwrap());
        fs::write(&path, text(first)).unwrap();
        thread::sleep(Duration::from_millis(150));
        fs::write(&path, text(second)).unwrap();
        let began = Instant::now();
        let last_row = || terminal.screen().lines().last().unwrap_or_default().to_owned();
        while !last_row().contains(name) && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
        unseen += usize::from(!last_row().contains(name));
    }
    println!("second writes of equal length within the second: 30, never shown: {unseen}");
    unseen
}

#[test]
#[ignore = "takes minutes and needs bindfs; run by name"]
fn a_long_soak_through_fuse_loses_no_place() {
    let directory = tempfile::tempdir().unwrap();
    let mount = "mkdir mounted under && bindfs under mounted";
    let Some(mounted) = Mounted::by(mount, directory.path()) else {
        return;
    };
    let under = directory.path().join("under");
    assert_eq!(soak_all("FUSE, written below it", &under, &mounted.0, &[0, 4]), 0);
}

#[test]
#[ignore = "takes minutes and needs sshfs with an SFTP server; run by name"]
fn a_long_soak_through_sshfs_loses_no_place() {
    let directory = tempfile::tempdir().unwrap();
    // The server answers through a pipe instead of ssh; the cache of sshfs is the same.
    let mount = "mkdir mounted under && printf '#!/bin/sh\\nexec /usr/lib/openssh/sftp-server\\n' >serve && chmod +x serve \
                 && sshfs -o ssh_command=\"$PWD/serve\" there:\"$PWD/under\" mounted";
    let Some(mounted) = Mounted::by(mount, directory.path()) else {
        return;
    };
    let under = directory.path().join("under");
    assert_eq!(soak_all("SSHFS, written at the server", &under, &mounted.0, &[0, 4]), 0);
}

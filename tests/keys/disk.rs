//! Notes on a disk that fills, turns read-only or hangs: each is on the disk, or saved elsewhere when dapu ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, Signal, prlimit};

use crate::common::Random;
use crate::common::program::make_fifo;
use crate::common::terminal::Terminal;
use crate::keys::notes::{Home, growing};
use crate::keys::{ESC, file, lesson, play};

const CTRL_C: &str = "\x03";
const WAITS: &str = "[notes wait for the disk]";
const ASKS: &str = "notes are not written";

/// How long dapu may take to end, and a second for a busy machine.
const END: Duration = Duration::from_secs(3);

/// The program with notes and state in two directories, and the file.
fn open(path: &Path, data: &Path, state: &Path) -> Terminal {
    let line = format!(
        "trap '' XFSZ; XDG_DATA_HOME={} XDG_STATE_HOME={} TMPDIR={} exec $DAPU {}",
        data.display(),
        state.display(),
        state.display(),
        path.display()
    );
    let terminal = Terminal::shell(&line);
    terminal.shows(" 0/");
    terminal
}

/// What was saved elsewhere.
fn rescued(state: &Path) -> String {
    let entries = [state.to_owned(), state.join("dapu")].map(fs::read_dir);
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.unwrap().path());
    let saved = paths.filter(|path| path.extension().is_some_and(|it| it == "jsonl"));
    saved.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Waits until the program has ended, which may not take long, and the terminal is as it was.
#[track_caller]
fn ends(terminal: &mut Terminal, began: Instant) {
    terminal.exit_code();
    assert!(began.elapsed() < END, "{:?}; the screen is\n{}", began.elapsed(), terminal.screen());
    terminal.assert_restored();
}

/// Makes the disk hang at the next note: what says which notes were deleted is a pipe that nobody writes to.
fn hang(home: &Home) -> PathBuf {
    let fifo = home.files()[0].with_file_name("forgotten");
    make_fifo(&fifo);
    fifo
}

#[test]
fn a_note_that_waits_for_the_disk_is_told_and_saved_elsewhere_however_dapu_ends() {
    for signal in [None, Some(Signal::TERM), Some(Signal::HUP)] {
        let (_folder, path) = lesson();
        let (home, state) = (Home::new(), tempfile::tempdir().unwrap());
        let mut terminal = open(&path, Path::new(home.path()), state.path());
        play(&mut terminal, &[("lwone", "one"), (ESC, "& one")]);
        hang(&home);
        play(&mut terminal, &[("lwtwo", "two"), (ESC, WAITS), ("lwthree", "three"), (ESC, WAITS)]);
        play(&mut terminal, &[("lwhalf", "half")]);
        if signal.is_none() {
            play(&mut terminal, &[(ESC, WAITS), ("q", ASKS)]);
        }
        let began = Instant::now();
        match signal {
            Some(signal) => terminal.signal(signal),
            None => terminal.keys("q"),
        }
        ends(&mut terminal, began);
        let saved = rescued(state.path());
        for text in ["\"comment\":\"two\"", "\"comment\":\"three\"", "half"] {
            assert_eq!(saved.matches(text).count(), 1, "{signal:?}: {saved}");
        }
        assert!(!saved.contains("one"), "{saved}");
    }
}

#[test]
fn a_note_that_has_waited_is_written_when_the_disk_goes_on_and_nothing_says_otherwise() {
    let (_folder, path) = lesson();
    let (home, state) = (Home::new(), tempfile::tempdir().unwrap());
    let mut terminal = open(&path, Path::new(home.path()), state.path());
    play(&mut terminal, &[("lwone", "one"), (ESC, "& one")]);
    let fifo = hang(&home);
    play(&mut terminal, &[("lwtwo", "two"), (ESC, WAITS), (CTRL_C, ASKS)]);
    // Whoever waits for the pipe reads nothing, and nobody finds it again.
    let moved = state.path().join("moved");
    fs::rename(&fifo, &moved).unwrap();
    File::options().write(true).open(&moved).unwrap();
    play(&mut terminal, &[("", "!wait for"), ("", "!are not written"), (CTRL_C, "")]);
    ends(&mut terminal, Instant::now());
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    let name = path.display();
    assert_eq!(listed, format!("{name}:1: one\n{name}:2: two\n"));
    assert_eq!(rescued(state.path()), "");
}

#[test]
fn notes_whose_log_is_gone_are_asked_about_when_they_cannot_be_written_again() {
    for comes_back in [true, false] {
        let (_folder, path) = lesson();
        let (home, state) = (Home::new(), tempfile::tempdir().unwrap());
        let mut terminal = open(&path, Path::new(home.path()), state.path());
        play(&mut terminal, &[("lwone", "one"), (ESC, "& one"), ("lwtwo", "two"), (ESC, "& two")]);
        // From now on no file can grow, as on a full disk.
        let process = terminal.process();
        let limit = |current| {
            let limit = Rlimit { current, maximum: None };
            prlimit(Some(process), Resource::Fsize, limit).unwrap();
        };
        limit(Some(0));
        fs::remove_file(&home.files()[0]).unwrap();
        terminal.shows("[notes not written");
        if comes_back {
            terminal.keys("q");
            terminal.shows(ASKS);
            limit(None);
            play(&mut terminal, &[("", "!are not written"), ("", "!notes not written"), ("q", "")]);
            ends(&mut terminal, Instant::now());
            let listed = home.run(&["notes", path.to_str().unwrap()]);
            assert!(listed.contains(": one\n") && listed.contains(": two\n"), "{listed}");
            continue;
        }
        // There is no place for them but standard error.
        play(&mut terminal, &[("q", ASKS), ("q", "\"comment\":\"two\"")]);
        ends(&mut terminal, Instant::now());
        let screen = terminal.screen();
        assert!(screen.contains("\"comment\":\"one\""), "{screen}");
    }
}

/// A small disk, mounted in a directory.
struct Disk(tempfile::TempDir, Option<File>);

impl Disk {
    fn new() -> Self {
        let disk = Self(tempfile::tempdir().unwrap(), None);
        disk.mount(&["-t", "tmpfs", "-o", "size=512k", "tmpfs"]);
        disk
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn mount(&self, arguments: &[&str]) {
        let status = Command::new("mount").args(arguments).arg(self.path()).status();
        assert!(status.unwrap().success(), "{arguments:?}");
    }

    fn fill(&self) {
        let full = fs::write(self.path().join("fill"), vec![0; 1024 * 1024]);
        assert_eq!(full.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    }

    /// Mounts a file system over it that answers nothing: nobody reads what the kernel asks.
    fn hang(&mut self) {
        let fuse = File::options().read(true).write(true).open("/dev/fuse").unwrap();
        // Without the flag that closes it in the command.
        let inherited = rustix::io::dup(&fuse).unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&inherited);
        let options = format!("fd={number},rootmode=40000,user_id=0,group_id=0");
        self.mount(&["-i", "-t", "fuse", "-o", &options, "hangs"]);
        self.1 = Some(fuse);
    }

    /// Makes it a good disk again.
    fn mend(&mut self) {
        if let Some(fuse) = self.1.take() {
            self.unmount();
            // Whoever waits for an answer gets an error.
            drop(fuse);
        }
        self.mount(&["-o", "remount,rw"]);
        drop(fs::remove_file(self.path().join("fill")));
    }

    fn unmount(&self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.1.take().is_some().then(|| self.unmount());
        self.unmount();
    }
}

/// All that is in the logs of a disk, if there are any.
fn logged(disk: &Path) -> String {
    let folders = fs::read_dir(disk.join("dapu/notes")).into_iter().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
    files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

/// Sixty sessions; more with `DAPU_DISKS`.
#[test]
#[ignore = "needs root, mounts file systems, takes minutes; run by name"]
fn nothing_is_lost_on_a_disk_that_fills_turns_read_only_or_hangs() {
    let rounds: usize = std::env::var("DAPU_DISKS").map_or(60, |rounds| rounds.parse().unwrap());
    let (_folder, path) = file("live.sgf", growing(100));
    let (mut disk, mut numbers) = (Disk::new(), Random::new(5));
    let mut longest = Duration::ZERO;
    for round in 0..rounds {
        let state = tempfile::tempdir().unwrap();
        // The log may be deleted before, and the session ends in one of five ways.
        let (fault, end) = (round % 3, round / 6 % 5);
        // Of a disk that hangs nobody can know that it has lost what it had.
        let is_deleted = round / 3 % 2 == 1 && fault != 2;
        let what = format!("round {round}: fault {fault}, deleted {is_deleted}, end {end}");
        let mut terminal = open(&path, disk.path(), state.path());
        let mut noted = Vec::new();
        let mut note = |terminal: &mut Terminal, shown: &str| {
            let text = format!("r{round}n{}.", noted.len());
            // Longer than what may be free in a block.
            let pasted = format!("\x1b[200~{text} {}\x1b[201~", "long ".repeat(1000));
            let ply = 1 + numbers.below(90);
            play(terminal, &[(&format!(":{ply}\rw\x15"), "$EDITOR")]);
            play(terminal, &[(&pasted, "long"), (ESC, shown)]);
            noted.push(text);
        };
        note(&mut terminal, "& r");
        note(&mut terminal, "& r");
        terminal.signal(Signal::STOP);
        if is_deleted {
            fs::remove_dir_all(disk.path().join("dapu/notes")).unwrap();
        }
        match fault {
            0 => disk.fill(),
            1 => disk.mount(&["-o", "remount,ro"]),
            _ => disk.hang(),
        }
        terminal.signal(Signal::CONT);
        let shown = if fault == 2 { WAITS } else { "[notes not written" };
        note(&mut terminal, shown);
        let written = if is_deleted { 0 } else { 2 };
        let mut known = noted.len();
        match end {
            // It comes back.
            0 => {
                disk.mend();
                play(&mut terminal, &[("", "!notes not written"), ("", "!wait for"), ("q", "")]);
            }
            1 => play(&mut terminal, &[("q", ASKS), ("", "")]),
            2 => terminal.signal(Signal::TERM),
            3 => terminal.signal(Signal::HUP),
            _ => {
                terminal.signal(Signal::KILL);
                // What has only been in memory, or was deleted.
                known = written;
            }
        }
        let began = Instant::now();
        if end == 1 {
            terminal.keys("q");
        }
        terminal.ends();
        let took = began.elapsed();
        assert!(took < END, "{what}: {took:?}");
        longest = longest.max(took);
        disk.mend();
        let found = logged(disk.path()) + &rescued(state.path());
        for text in &noted[..known] {
            assert!(found.contains(&**text), "{what}: {text} is lost");
        }
        // What is on the disk can be read.
        let mut command = Command::new(env!("CARGO_BIN_EXE_dapu"));
        let output = command.arg("notes").env("XDG_DATA_HOME", disk.path()).output().unwrap();
        assert!(output.status.success(), "{what}: {output:?}");
        drop(fs::remove_dir_all(disk.path().join("dapu/notes")));
    }
    println!("{rounds} sessions; the longest took {longest:?} to end");
}

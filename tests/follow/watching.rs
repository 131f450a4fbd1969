//! Following a file that another process writes: the changes reported, whatever way it is written.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use dapu::files::load::LoadOptions;
use dapu::files::watch;
use dapu::files::watch::Change;
use dapu::files::watch::Follow;
use dapu::files::watch::Watch;
use dapu::format::Loaded;
use dapu::game::Move;

use crate::common::xqf;
use crate::follow::growing::{WAYS, file, formats, run, write_as};
use crate::follow::together;

const PATIENCE: Duration = Duration::from_secs(20);
/// How often a polling follower looks.
const LOOK: Duration = Duration::from_millis(100);

/// A follower of a file and the changes that it reported.
pub(crate) struct Following {
    changes: Receiver<Change>,
    watch: Watch,
}

pub(crate) fn follow(path: &Path, poll: Option<Duration>) -> Following {
    let options = LoadOptions::default();
    let opened = watch::open(path, options).unwrap();
    let (sender, changes) = mpsc::channel();
    let follow = Follow { load: options, poll };
    let watch =
        Watch::start(path, follow, opened.seen(), move |change| sender.send(change).is_ok())
            .unwrap();
    Following { changes, watch }
}

impl Following {
    /// Waits for a change that is as wanted; returns all changes up to it.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, wanted: impl Fn(&Change) -> bool) -> Vec<Change> {
        let began = Instant::now();
        let mut seen = Vec::new();
        loop {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let Ok(change) = self.changes.recv_timeout(left) else {
                panic!("waited in vain for {what}; seen so far: {seen:?}");
            };
            let found = wanted(&change);
            seen.push(change);
            if found {
                return seen;
            }
        }
    }

    /// The changes that were not waited for.
    pub(crate) fn others(&self) -> Vec<Change> {
        self.changes.try_iter().collect()
    }

    /// Asserts that nothing changes while another follower sees several writes.
    #[track_caller]
    fn is_quiet(&self) {
        let (_directory, path) = file("xqf", &xqf::with_plies(1));
        let other = follow(&path, Some(LOOK));
        for plies in 2..7 {
            fs::write(&path, xqf::with_plies(plies)).unwrap();
            other.plies(plies);
        }
        let changes = self.others();
        assert!(changes.is_empty(), "{changes:?}");
    }

    /// Waits until a reading has so many plies on its mainline.
    #[track_caller]
    pub(crate) fn plies(&self, count: usize) -> Vec<Change> {
        self.wait(
            &format!("{count} plies"),
            |change| matches!(change, Change::Loaded(loaded) if mainline(loaded).len() == count),
        )
    }
}

pub(crate) fn mainline(loaded: &Loaded) -> Vec<Option<Move>> {
    let record = loaded.game(0).unwrap();
    let path = record.tree.path(record.tree.mainline_end());
    path.iter().skip(1).map(|node| record.tree.mv(*node)).collect()
}

#[test]
fn every_way_of_writing_is_seen_in_every_format() {
    together(&formats(), |&(extension, text)| {
        let (_directory, path) = file(extension, &text(2));
        let following = follow(&path, None);
        for &(plies, way) in WAYS {
            write_as(way, &path, &text(plies));
            following.plies(plies);
        }
    });
}

#[test]
fn a_file_that_vanishes_is_reported_and_found_again() {
    let (_directory, path) = file("xqf", &xqf::with_plies(2));
    let following = follow(&path, None);
    fs::remove_file(&path).unwrap();
    following.wait("gone", |change| matches!(change, Change::Gone));
    fs::write(&path, xqf::with_plies(5)).unwrap();
    following.plies(5);
}

#[test]
fn a_directory_that_vanishes_is_found_again() {
    let (directory, path) = file("xqf", &xqf::with_plies(2));
    let following = follow(&path, None);
    let moved = directory.path().with_extension("moved");
    fs::rename(directory.path(), &moved).unwrap();
    following.wait("gone", |change| matches!(change, Change::Gone));
    fs::create_dir(directory.path()).unwrap();
    fs::write(&path, xqf::with_plies(4)).unwrap();
    following.plies(4);
    fs::write(&path, xqf::with_plies(6)).unwrap();
    following.plies(6);
    fs::remove_dir_all(moved).unwrap();
}

#[cfg(unix)]
#[test]
fn lost_permission_is_reported_until_it_is_restored() {
    use std::os::unix::fs::PermissionsExt;
    if fs::read("/proc/1/mem").is_ok() || rustix::process::geteuid().is_root() {
        println!("skipped: root may read everything");
        return;
    }
    let (_directory, path) = file("xqf", &xqf::with_plies(2));
    let following = follow(&path, None);
    fs::write(&path, xqf::with_plies(3)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    following.wait(
        "the reason",
        |change| matches!(change, Change::Incomplete(reason) if reason.to_string().contains("permission")),
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    following.plies(3);
}

#[test]
fn an_unfinished_file_is_reported_twice_and_no_more() {
    let (_directory, path) = file("xqf", &xqf::with_plies(4));
    let following = follow(&path, Some(LOOK));
    let began = Instant::now();
    fs::write(&path, b"").unwrap();
    following.wait("writing", |change| matches!(change, Change::Writing));
    assert!(began.elapsed() >= Duration::from_millis(300));
    following.wait(
        "the reason",
        |change| matches!(change, Change::Incomplete(reason) if reason.to_string() == "the file is empty"),
    );
    assert!(began.elapsed() >= Duration::from_secs(2));
    following.is_quiet();
    fs::write(&path, xqf::with_plies(6)).unwrap();
    following.plies(6);
}

#[test]
fn an_unterminated_line_is_shown_only_after_a_pause() {
    let formats = formats();
    let (_, csa) = formats[1];
    let (_directory, path) = file("csa", &csa(2));
    let following = follow(&path, None);
    let mut half = csa(3);
    half.extend_from_slice(b"-8384FU");
    fs::write(&path, &half).unwrap();
    let began = Instant::now();
    following.plies(3);
    following.plies(4);
    assert!(began.elapsed() >= Duration::from_secs(1));
}

#[test]
fn looking_alone_sees_every_write() {
    let (directory, path) = file("xqf", &xqf::with_plies(2));
    let following = follow(&path, Some(Duration::from_millis(200)));
    following.wait("polling", |change| matches!(change, Change::Polling(_)));
    for plies in 3..8 {
        fs::write(directory.path().join("next"), xqf::with_plies(plies)).unwrap();
        run(
            if plies % 2 == 0 { "mv next game.xqf" } else { "cat next > game.xqf" },
            directory.path(),
        );
        following.plies(plies);
    }
}

#[test]
fn reading_the_file_does_not_cause_the_next_reading() {
    let (_directory, path) = file("xqf", &xqf::with_plies(4));
    let following = follow(&path, None);
    for _ in 0..20 {
        fs::read(&path).unwrap();
    }
    following.is_quiet();
    following.watch.reload();
    following.plies(4);
    following.wait("what was asked for", |change| matches!(change, Change::Rested));
    following.is_quiet();
}

#[test]
fn a_directory_follows_its_newest_record() {
    let directory = tempfile::tempdir().unwrap();
    let write =
        |name: &str, plies| fs::write(directory.path().join(name), xqf::with_plies(plies)).unwrap();
    write("first.xqf", 2);
    write("notes.txt", 9);
    let following = follow(directory.path(), None);
    write("second.xqf", 5);
    let turns_to = |changes: &[Change], name| {
        let mut changes = changes.iter();
        changes.any(|change| matches!(change, Change::Switched(path) if path.ends_with(name)))
    };
    assert!(turns_to(&following.plies(5), "second.xqf"));
    let second = directory.path().join("second.xqf");
    following.watch.pin(Some(second));
    write("third.xqf", 3);
    write("second.xqf", 6);
    assert!(!turns_to(&following.plies(6), "third.xqf"));
    following.watch.pin(None);
    write("third.xqf", 4);
    following.plies(4);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_followed_until_it_ends() {
    use dapu::files::watch::Pipe;
    let (_, csa) = formats()[1];
    let (reader, mut writer) = std::io::pipe().unwrap();
    let bytes = csa(8);
    let cut = csa(2).len();
    writer.write_all(&bytes[..cut]).unwrap();
    let path = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader));
    let mut opened = Pipe::open(Path::new(&path), LoadOptions::default()).unwrap();
    let pipe = opened.pipe.take().unwrap();
    // Its end must be closed here.
    drop(reader);
    assert_eq!(mainline(&opened.loaded).len(), 2);
    let (sender, changes) = mpsc::channel();
    pipe.follow(move |change| sender.send(change).is_ok()).unwrap();
    let plies = |change: &Change| match change {
        Change::Loaded(loaded) => Some(mainline(loaded).len()),
        _ => None,
    };
    // A move cut in the middle, and then the rest.
    writer.write_all(&bytes[cut..cut + 4]).unwrap();
    assert_eq!(plies(&changes.recv().unwrap()), Some(2));
    writer.write_all(&bytes[cut + 4..]).unwrap();
    drop(writer);
    let changes: Vec<Change> = changes.iter().collect();
    let last = changes.iter().filter_map(plies).next_back();
    assert_eq!(last, Some(8), "{changes:?}");
    assert!(matches!(changes.last(), Some(Change::Ended(None))));
}

#[test]
fn a_missing_file_is_awaited() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("later/game.xqf");
    let opened = watch::wait_for(&path, LoadOptions::default(), |error| {
        assert_eq!(error.cause.to_string(), "no such file");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, xqf::with_plies(3)).unwrap();
        true
    });
    assert_eq!(mainline(&opened.unwrap().loaded).len(), 3);
}

#[test]
fn a_writer_that_never_rests_is_followed() {
    // Reading this takes longer than the pauses between the writes.
    let remark = "'a remark that takes time to be read\n".repeat(100_000);
    let (_directory, path) = file("csa", format!("V2\nN+a\nN-b\n{remark}PI\n+\n").as_bytes());
    let following = follow(&path, None);
    let (stop, stopped) = mpsc::channel::<()>();
    let writing = std::thread::spawn(move || {
        let mut file = fs::File::options().append(true).open(path).unwrap();
        let moves = ["+4948KI", "-4142KI", "+4849KI", "-4241KI"];
        for mv in moves.into_iter().cycle() {
            writeln!(file, "{mv}").unwrap();
            let pause = Duration::from_millis(2);
            if stopped.recv_timeout(pause) != Err(mpsc::RecvTimeoutError::Timeout) {
                return;
            }
        }
    });
    for _ in 0..3 {
        following.wait(
            "moves while the writer goes on",
            |change| matches!(change, Change::Loaded(loaded) if mainline(loaded).len() > 10),
        );
    }
    drop(stop);
    writing.join().unwrap();
}

/// Two records of one move each, of equal length.
const EQUAL: [&str; 2] = ["(;SZ[9];B[ee])\n", "(;SZ[9];B[gc])\n"];

/// Writes a file and gives it a time.
fn write_at(path: &Path, text: &str, time: std::time::SystemTime) {
    let mut file = fs::File::create(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.set_modified(time).unwrap();
}

fn shows(text: &str) -> impl Fn(&Change) -> bool {
    let options = LoadOptions::default();
    let wanted = mainline(&dapu::files::load::parse(text.as_bytes(), "a.sgf", options).unwrap());
    move |change| matches!(change, Change::Loaded(loaded) if mainline(loaded) == wanted)
}

/// Windows does not report that a file is closed.
#[cfg(unix)]
#[test]
fn a_write_of_equal_length_and_time_is_seen_when_the_file_is_closed() {
    let (_directory, path) = file("sgf", EQUAL[0].as_bytes());
    let time = std::time::SystemTime::now() - Duration::from_millis(123_456_789);
    write_at(&path, EQUAL[0], time);
    let following = follow(&path, None);
    // The first change shows that events arrive.
    write_at(&path, EQUAL[1], time + Duration::from_secs(1));
    following.wait("the other move", shows(EQUAL[1]));
    write_at(&path, EQUAL[0], time + Duration::from_secs(1));
    following.wait("the first move again", shows(EQUAL[0]));
}

#[test]
fn a_write_within_the_second_of_a_coarse_clock_is_seen_without_events() {
    let time = std::time::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let (_directory, path) = file("sgf", EQUAL[0].as_bytes());
    write_at(&path, EQUAL[0], time);
    let following = follow(&path, Some(Duration::from_millis(100)));
    write_at(&path, EQUAL[1], time);
    following.wait("the other move", shows(EQUAL[1]));
}

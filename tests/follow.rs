//! Following a file that another process writes: what comes out is what a fresh reading gives, whatever way it was
//! written.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use common::xqf;
use dapu::format::Loaded;
use dapu::game::Move;
use dapu::load::{self, LoadOptions};
use dapu::record::{Comparison, NodeId, Reread, Tree};
use dapu::watch::{self, Change, Follow, Pipe, Watch};

const PATIENCE: Duration = Duration::from_secs(20);

/// A follower of a file and what it has told.
struct Following {
    changes: Receiver<Change>,
    watch: Watch,
}

fn follow(path: &Path, poll: Option<Duration>) -> Following {
    let options = LoadOptions::default();
    let opened = watch::open(path, options).unwrap();
    let (sender, changes) = mpsc::channel();
    let follow = Follow {
        load: options,
        poll,
    };
    let watch = Watch::start(path, follow, &opened.seen(), move |change| {
        sender.send(change).is_ok()
    })
    .unwrap();
    Following { changes, watch }
}

impl Following {
    /// Waits for a change that is as wanted; gives everything that was told until then.
    #[track_caller]
    fn wait(&self, what: &str, wanted: impl Fn(&Change) -> bool) -> Vec<Change> {
        let began = Instant::now();
        let mut told = Vec::new();
        loop {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let Ok(change) = self.changes.recv_timeout(left) else {
                panic!("waited in vain for {what}; told so far: {told:?}");
            };
            let found = wanted(&change);
            told.push(change);
            if found {
                return told;
            }
        }
    }

    /// Waits until a reading has so many plies on its mainline.
    #[track_caller]
    fn plies(&self, count: usize) -> Vec<Change> {
        self.wait(
            &format!("{count} plies"),
            |change| matches!(change, Change::Loaded(loaded) if mainline(loaded).len() == count),
        )
    }
}

fn mainline(loaded: &Loaded) -> Vec<Option<Move>> {
    let record = loaded.game(0).unwrap();
    let path = record.tree.path(record.tree.mainline_end());
    path.iter()
        .skip(1)
        .map(|node| record.tree.mv(*node))
        .collect()
}

/// A record with so many plies.
type Text = fn(usize) -> Vec<u8>;

/// Records of every line and binary format that a program may be writing, with 2 and more plies: `text(plies)`.
fn formats() -> Vec<(&'static str, Text)> {
    const SHOGI: [(&str, &str); 8] = [
        ("+7776FU", "７六歩(77)"),
        ("-3334FU", "３四歩(33)"),
        ("+2726FU", "２六歩(27)"),
        ("-8384FU", "８四歩(83)"),
        ("+2625FU", "２五歩(26)"),
        ("-8485FU", "８五歩(84)"),
        ("+6978KI", "７八金(69)"),
        ("-4132KI", "３二金(41)"),
    ];
    fn csa(plies: usize) -> Vec<u8> {
        let moves: String = SHOGI[..plies]
            .iter()
            .map(|(mv, _)| format!("{mv}\nT1\n"))
            .collect();
        format!("V2\nN+a\nN-b\nPI\n+\n{moves}").into_bytes()
    }
    fn kif(plies: usize) -> Vec<u8> {
        let lines = SHOGI[..plies]
            .iter()
            .enumerate()
            .map(|(ply, (_, mv))| format!("{:>4} {mv}   ( 0:01/00:00:01)\n", ply + 1));
        let moves: String = lines.collect();
        format!("手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n{moves}")
            .into_bytes()
    }
    vec![("xqf", xqf::with_plies), ("csa", csa), ("kifu", kif)]
}

fn run(command: &str, directory: &Path) {
    assert!(
        Command::new("sh")
            .arg("-c")
            .arg(command)
            .current_dir(directory)
            .status()
            .unwrap()
            .success(),
        "{command}"
    );
}

/// A directory with a file of so many plies.
fn file(extension: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(format!("game.{extension}"));
    fs::write(&path, bytes).unwrap();
    (directory, path)
}

#[test]
fn every_way_of_writing_is_seen_in_every_format() {
    for (extension, text) in formats() {
        let (directory, path) = file(extension, &text(2));
        let following = follow(&path, None);
        let name = format!("game.{extension}");
        let step = |plies: usize, command: &str| {
            fs::write(directory.path().join("next"), text(plies)).unwrap();
            run(&command.replace("FILE", &name), directory.path());
            following.plies(plies);
        };
        step(3, "cat next > FILE");
        step(4, "mv next FILE");
        step(5, "mv next FILE");
        step(4, "cat next > FILE");
        step(6, "rm FILE; cat next > FILE");
        step(7, ": > FILE; sleep 0.1; cat next > FILE");
        step(5, "cp next other && ln -sf other FILE");
        step(8, "cat next > other");
    }
}

#[test]
fn a_file_that_vanishes_is_told_and_found_again() {
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

#[test]
fn permission_taken_and_given_back() {
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
        |change| matches!(change, Change::Incomplete(reason) if reason.contains("permission")),
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    following.plies(3);
}

#[test]
fn an_unfinished_file_is_told_twice_and_then_left_in_peace() {
    let (_directory, path) = file("xqf", &xqf::with_plies(4));
    let following = follow(&path, None);
    let began = Instant::now();
    fs::write(&path, b"").unwrap();
    following.wait("writing", |change| matches!(change, Change::Writing));
    assert!(began.elapsed() >= Duration::from_millis(300));
    following.wait(
        "the reason",
        |change| matches!(change, Change::Incomplete(reason) if reason == "the file is empty"),
    );
    assert!(began.elapsed() >= Duration::from_secs(2));
    assert!(
        following
            .changes
            .recv_timeout(Duration::from_millis(1500))
            .is_err(),
        "told again"
    );
    fs::write(&path, xqf::with_plies(6)).unwrap();
    following.plies(6);
}

#[test]
fn text_behind_the_last_line_end_shows_only_after_a_rest() {
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

/// A relayed game as its operator uploads it, again and again, the whole file each time: comments come to moves that
/// were played long ago, a move is taken back, names and times are put right, the first day ends with a sealed move.
const RELAY: [&str; 7] = [
    "先手：甲\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n",
    "先手：甲\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n",
    "先手：甲\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２二角成(88) ( 0:00/00:01:00)\n",
    "先手：甲\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n",
    "先手：甲 名人\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２六歩(27)   ( 3:00/00:04:00)\n",
    "先手：甲 名人\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２六歩(27)   ( 3:00/00:04:00)\n   4 封じ手\nまで3手で封じ手\n",
    "先手：甲 名人\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)   ( 1:00/00:01:00)\n*角道を開ける\n   2 ３四歩(33)   ( 2:00/00:02:00)\n   3 ２六歩(27)   ( 3:00/00:04:00)\n   4 ８四歩(83)   ( 9:00/00:11:00)\n",
];

#[test]
fn a_relayed_game_shows_each_version_and_nothing_that_is_in_none() {
    let json = |loaded: &Loaded| common::write_all(loaded, "json").bytes;
    let fresh = |text: &str| load::parse(text.as_bytes(), "game.kifu", LoadOptions::default());
    let versions = RELAY.map(|text| json(&fresh(text).unwrap()));
    let (directory, path) = file("kifu", RELAY[0].as_bytes());
    let following = follow(&path, None);
    for (number, text) in RELAY.iter().enumerate().skip(1) {
        fs::write(directory.path().join("next"), text).unwrap();
        // An upload of its own, a local copy that is renamed, a copy that takes its time.
        let command = match number % 3 {
            0 => "cat next > game.kifu",
            1 => "mv next game.kifu",
            _ => ": > game.kifu; head -c 150 next > game.kifu; sleep 0.2; cat next > game.kifu",
        };
        run(command, directory.path());
        let told = following.wait(
            &format!("version {number}"),
            |change| matches!(change, Change::Loaded(loaded) if json(loaded) == versions[number]),
        );
        let [before, after] =
            [number - 1, number].map(|index| mainline(&fresh(RELAY[index]).unwrap()));
        for change in &told {
            if let Change::Loaded(loaded) | Change::Cut(loaded) = change {
                let moves = mainline(loaded);
                assert!(
                    moves == before || after.starts_with(&moves),
                    "{number}: {moves:?}"
                );
                assert_eq!(loaded.warnings, [], "{number}");
            }
        }
    }
}

#[test]
fn a_place_in_a_relayed_game_is_found_again() {
    let record = |index: usize| {
        let loaded =
            load::parse(RELAY[index].as_bytes(), "game.kifu", LoadOptions::default()).unwrap();
        loaded.game(0).unwrap()
    };
    for (index, (added, changed, removed)) in [
        (1, 2, 0),
        (1, 2, 0),
        (0, 0, 1),
        (1, 0, 0),
        (0, 1, 0),
        (1, 1, 0),
    ]
    .into_iter()
    .enumerate()
    {
        let (earlier, later) = (record(index), record(index + 1));
        let reread = Reread::new(earlier.clone(), later.clone());
        assert!(!reread.is_another_game() && !reread.is_same(), "{index}");
        let comparison = &reread.comparison;
        let counts = (
            comparison.added.len(),
            comparison.changed.len(),
            comparison.removed,
        );
        assert_eq!(counts, (added, changed, removed), "{index}");
        // A reader who stands on the last move stays there, or goes back with it.
        let stands = reread.survivor(earlier.tree.mainline_end());
        let left = earlier.tree.len() - 1 - removed;
        assert_eq!(later.tree.ply(stands) as usize, left, "{index}");
    }
}

#[test]
fn looking_alone_sees_what_events_would_have_told() {
    let (directory, path) = file("xqf", &xqf::with_plies(2));
    let following = follow(&path, Some(Duration::from_millis(200)));
    following.wait("polling", |change| matches!(change, Change::Polling(_)));
    for plies in 3..8 {
        fs::write(directory.path().join("next"), xqf::with_plies(plies)).unwrap();
        run(
            if plies % 2 == 0 {
                "mv next game.xqf"
            } else {
                "cat next > game.xqf"
            },
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
    assert!(
        following
            .changes
            .recv_timeout(Duration::from_millis(1500))
            .is_err()
    );
    following.watch.reload();
    following.plies(4);
    assert!(
        following
            .changes
            .recv_timeout(Duration::from_millis(1500))
            .is_err()
    );
}

#[test]
fn a_directory_shows_its_newest_record() {
    let directory = tempfile::tempdir().unwrap();
    let write =
        |name: &str, plies| fs::write(directory.path().join(name), xqf::with_plies(plies)).unwrap();
    write("first.xqf", 2);
    write("notes.txt", 9);
    let following = follow(directory.path(), None);
    write("second.xqf", 5);
    let told = following.plies(5);
    assert!(
        told.iter()
            .any(|change| matches!(change, Change::Turned(path) if path.ends_with("second.xqf"))),
        "{told:?}"
    );
    write("second.xqf", 6);
    following.plies(6);
    // A change that is seen while the file is read is read once more.
    std::thread::sleep(Duration::from_millis(300));
    while following.changes.try_recv().is_ok() {}
    following.watch.pin(true);
    write("third.xqf", 3);
    let told = following.changes.recv_timeout(Duration::from_millis(1500));
    assert!(told.is_err(), "pinned, but told {told:?}");
    following.watch.pin(false);
    following.plies(3);
}

#[test]
fn a_pipe_is_followed_until_it_ends() {
    let (_, csa) = formats()[1];
    let (reader, mut writer) = std::io::pipe().unwrap();
    let bytes = csa(8);
    let cut = csa(2).len();
    let writing = std::thread::spawn(move || {
        use std::io::Write;
        writer.write_all(&bytes[..cut]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        // A move cut in the middle, and then the rest.
        writer.write_all(&bytes[cut..cut + 4]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        writer.write_all(&bytes[cut + 4..]).unwrap();
    });
    let (opened, pipe) = Pipe::open(reader, LoadOptions::default()).unwrap();
    assert_eq!(mainline(&opened.loaded).len(), 2);
    let (sender, changes) = mpsc::channel();
    pipe.follow(move |change| sender.send(change).is_ok())
        .unwrap();
    let told: Vec<Change> = changes.iter().collect();
    let plies: Vec<usize> = told
        .iter()
        .filter_map(|change| match change {
            Change::Loaded(loaded) | Change::Cut(loaded) => Some(mainline(loaded).len()),
            _ => None,
        })
        .collect();
    assert!(plies.starts_with(&[2]) && plies.ends_with(&[8]), "{told:?}");
    assert!(matches!(told.last(), Some(Change::Ended)));
    writing.join().unwrap();
}

#[test]
fn a_file_that_is_not_there_yet_is_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("later/game.xqf");
    let made = path.clone();
    let writing = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        fs::create_dir(made.parent().unwrap()).unwrap();
        fs::write(&made, xqf::with_plies(3)).unwrap();
    });
    let mut reasons = Vec::new();
    let opened = watch::wait_for(&path, LoadOptions::default(), |error| {
        reasons.push(error.reason());
        true
    });
    assert_eq!(mainline(&opened.unwrap().loaded).len(), 3);
    assert_eq!(reasons[0], "no such file");
    writing.join().unwrap();
}

/// A generator of numbers that is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[test]
fn after_a_storm_of_writes_the_last_reading_is_a_fresh_one() {
    // DAPU_SOAK=10000 for the long run.
    let writes: u64 = std::env::var("DAPU_SOAK")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(300);
    for (extension, text) in formats() {
        let (directory, path) = file(extension, &text(2));
        let following = follow(&path, None);
        let mut dice = Dice(7);
        for _ in 0..writes {
            let bytes = text(dice.roll(9) as usize);
            let whole = bytes.len();
            let next = directory.path().join("next");
            match dice.roll(5) {
                0 => fs::write(&path, &bytes).unwrap(),
                1 => {
                    fs::write(&next, &bytes).unwrap();
                    fs::rename(&next, &path).unwrap();
                }
                // A writer that is killed half-way.
                2 => fs::write(&path, &bytes[..dice.roll(whole as u64) as usize]).unwrap(),
                3 => {
                    let _ = fs::remove_file(&path);
                    fs::write(&path, &bytes).unwrap();
                }
                _ => {
                    use std::io::Write;
                    let mut file = fs::File::create(&path).unwrap();
                    for piece in bytes.chunks(1 + whole / 3) {
                        file.write_all(piece).unwrap();
                        std::thread::sleep(Duration::from_millis(dice.roll(3)));
                    }
                }
            }
            std::thread::sleep(Duration::from_micros(dice.roll(4000)));
        }
        fs::write(&path, text(7)).unwrap();
        let told = following.plies(7);
        // No reading on the way was of anything that was never written.
        let full = mainline(&load::load(&path, LoadOptions::default()).unwrap());
        let longest = mainline(
            &load::parse(&text(8), path.to_str().unwrap(), LoadOptions::default()).unwrap(),
        );
        assert_eq!(full[..], longest[..7]);
        for change in &told {
            if let Change::Loaded(loaded) | Change::Cut(loaded) = change {
                let moves = mainline(loaded);
                assert!(longest.starts_with(&moves), "a phantom: {moves:?}");
            }
        }
    }
}

#[test]
fn the_time_from_the_close_to_the_new_reading() {
    let (_directory, path) = file("xqf", &xqf::with_plies(2));
    let following = follow(&path, None);
    std::thread::sleep(Duration::from_millis(200));
    let mut times = Vec::new();
    for round in 0..40 {
        let plies = 3 + round % 5;
        fs::write(&path, xqf::with_plies(plies)).unwrap();
        let began = Instant::now();
        following.plies(plies);
        times.push(began.elapsed());
        std::thread::sleep(Duration::from_millis(20));
    }
    times.sort();
    println!(
        "close to reading: median {:?}, worst {:?}",
        times[times.len() / 2],
        times[times.len() - 1]
    );
    assert!(times.len() == 40);
}

/// A tree of xiangqi moves by their squares' numbers, each with its parent.
fn tree(nodes: &[(usize, u8)]) -> Tree {
    let mut tree = Tree::new();
    for (parent, square) in nodes {
        let at = |index| dapu::game::xiangqi::Square::from_index(index);
        let mv = Move::Xiangqi(dapu::game::xiangqi::Move {
            from: at(*square),
            to: at(square + 1),
        });
        tree.add(tree.get(*parent).unwrap(), Some(mv));
    }
    tree
}

#[test]
fn two_readings_are_compared_node_by_node() {
    let node = |tree: &Tree, index| tree.get(index).unwrap();
    // A line 1-2-3 with a variation 4 beside 2; later 3 is gone, 4 came first, and 5 and 6 are new.
    let earlier = tree(&[(0, 1), (1, 2), (2, 3), (1, 4)]);
    let mut later = tree(&[(0, 1), (1, 4), (1, 2), (2, 5), (0, 6)]);
    later.note(node(&later, 2), dapu::record::Note::Comment("new".into()));
    let comparison = Comparison::new(&earlier, &later);
    assert_eq!(comparison.same(node(&earlier, 2)), Some(node(&later, 3)));
    assert_eq!(comparison.same(node(&earlier, 4)), Some(node(&later, 2)));
    assert_eq!(comparison.same(node(&earlier, 3)), None);
    assert_eq!(
        comparison.survivor(&earlier, node(&earlier, 3)),
        node(&later, 3)
    );
    assert_eq!(comparison.added, [node(&later, 4), node(&later, 5)]);
    assert_eq!(comparison.changed, [node(&later, 2)]);
    assert_eq!(comparison.removed, 1);
    assert_eq!(comparison.survivor(&earlier, NodeId::ROOT), NodeId::ROOT);
}

//! `dapu index`: what it reads again, and what becomes of an index that is damaged, foreign or in use.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use dapu::game::Game;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

use crate::common::archive::{self, Random, extension, games};
use crate::common::is_full;
#[cfg(target_os = "linux")]
use crate::common::program::Disk;
use crate::common::program::{dapu, sample};
#[cfg(unix)]
use crate::common::program::{program, until};
use crate::common::readme::text;

const INDEX: &str = ".cache/dapu/index.sqlite";
/// The position after one move of xiangqi, and the initial one.
const POSITIONS: [&str; 2] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b",
];

/// A library of some random games in files of ten, all older than the clock can be wrong.
fn library(home: &Path, count: usize, seed: u64) {
    let written = games(Game::Xiangqi, count, &mut Random(seed));
    archive::write(&home.join("games"), Game::Xiangqi, &written, 10);
    fs::read_dir(home.join("games")).unwrap().for_each(|below| {
        for file in fs::read_dir(below.unwrap().path()).unwrap() {
            age(&file.unwrap().path(), 1_000);
        }
    });
}

/// Sets the time of a file to so many seconds ago.
fn age(path: &Path, seconds: u64) {
    let then = SystemTime::now() - Duration::from_secs(seconds);
    File::options().append(true).open(path).unwrap().set_modified(then).unwrap();
}

fn stats(home: &Path, more: &[&str]) -> String {
    let ask = |position: &str| {
        let arguments = ["stats", "--position", position, "games", "--json"];
        let run = dapu(home, &[&arguments, more].concat());
        assert_eq!(run.err, "");
        run.out
    };
    POSITIONS.map(ask).concat()
}

/// What the index says is what the files say.
fn assert_right(home: &Path) {
    for more in [&[][..], &["--games"], &["--player", "player 03"]] {
        let with = stats(home, more);
        fs::rename(home.join(INDEX), home.join("away")).unwrap();
        assert!(with == stats(home, more), "{with}");
        fs::rename(home.join("away"), home.join(INDEX)).unwrap();
    }
}

/// The line that a run prints, without the name of the file.
fn index(home: &Path) -> String {
    let out = dapu(home, &["index", "games"]).fine();
    let (counts, rest) = out.split_once(" in ").unwrap();
    format!(
        "{}; {}",
        counts.split(',').next().unwrap(),
        rest.split_once("; ").unwrap().1.trim_end()
    )
}

#[test]
fn what_changed_came_and_went_is_read_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 60, 1);
    let file = |name: &str| home.join("games").join(name);
    assert_eq!(index(home), "60 games (1 twice); 6 files read");
    assert_right(home);
    assert_eq!(index(home), "60 games (1 twice); 0 files read");
    // Another time and the same content.
    age(&file("a/0000.pgn"), 500);
    assert_eq!(index(home), "60 games (1 twice); 0 files read");
    assert_eq!(index(home), "60 games (1 twice); 0 files read");
    // The same length and another content.
    let text = fs::read_to_string(file("b/0001.pgn")).unwrap();
    fs::write(file("b/0001.pgn"), text.replace("player 0", "player 2")).unwrap();
    age(&file("b/0001.pgn"), 400);
    assert_eq!(index(home), "60 games (1 twice); 1 file read");
    assert_right(home);
    // Another name, a file less, and one more.
    fs::rename(file("a/0002.pgn"), file("b/0002.pgn")).unwrap();
    fs::remove_file(file("b/0003.pgn")).unwrap();
    fs::write(file("new.pgn"), text).unwrap();
    let counts = index(home);
    assert!(counts.ends_with("; 2 files read, 2 gone"), "{counts}");
    assert_right(home);
    // It may change again in the instant in which it was written.
    assert!(index(home).ends_with("; 1 file read"));
    assert_right(home);
    // Below one of several directories.
    let run = dapu(home, &["stats", "--position", POSITIONS[0], "games/b", "--json"]).fine();
    fs::rename(home.join(INDEX), home.join("away")).unwrap();
    assert_eq!(run, dapu(home, &["stats", "--position", POSITIONS[0], "games/b", "--json"]).fine());
}

#[test]
fn an_index_that_cannot_be_written_says_why() {
    let home = tempfile::tempdir().unwrap();
    library(home.path(), 1, 1);
    let name = "x".repeat(300);
    let run = dapu(home.path(), &["index", "games", "--index", &name]);
    let reason = format!("dapu: {name}: File name too long (os error ");
    assert!(run.code == 2 && run.err.starts_with(&reason), "{}", run.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_cannot_be_written_leaves_the_index_as_it_was() {
    for disk in Disk::ALL {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        library(home, 200, 12);
        index(home);
        let before = fs::read(home.join(INDEX)).unwrap();
        let written = games(Game::Xiangqi, 400, &mut Random(13));
        archive::write(&home.join("games/new"), Game::Xiangqi, &written, 400);
        let directory = home.join(".cache/dapu");
        let Some(run) = disk.run(home, &directory, "\"$DAPU\" index games") else { return };
        let error = run.failed();
        assert!(
            error.contains("index.sqlite: ") && !error.contains("damaged"),
            "{disk:?}: {error}"
        );
        assert!(fs::read(home.join(INDEX)).unwrap() == before, "{disk:?}");
        let ask = format!("\"$DAPU\" stats games --position \"{}\"", POSITIONS[0]);
        let run = disk.run(home, &directory, &ask).unwrap();
        assert_eq!(run.code, 0, "{disk:?}: {}", run.err);
        assert!(!run.err.contains("damaged"), "{disk:?}: {}", run.err);
        assert!(index(home).ends_with("; 1 file read"), "{disk:?}");
        assert_right(home);
    }
}

#[test]
fn games_that_stand_twice_count_once_and_the_second_takes_over() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let written = games(Game::Xiangqi, 9, &mut Random(5));
    for name in ["one", "two", "three"] {
        archive::write(&home.join("games").join(name), Game::Xiangqi, &written, 10);
    }
    assert_eq!(index(home), "27 games (18 twice); 3 files read");
    assert_right(home);
    let first = |what: &str| what.lines().next().unwrap().to_owned();
    let all = stats(home, &[]);
    assert!(first(&stats(home, &["--games"])).contains("games/one/"));
    fs::remove_dir_all(home.join("games/one")).unwrap();
    index(home);
    assert_right(home);
    assert_eq!(stats(home, &[]), all);
    assert!(first(&stats(home, &["--games"])).contains("games/three/"));
}

#[test]
fn dead_games_are_cleared() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 1_000, 3);
    index(home);
    let file = home.join("games/a/0000.pgn");
    for seed in 0..30 {
        let written = games(Game::Xiangqi, 10, &mut Random(100 + seed));
        let text: String = written.iter().map(|game| archive::text(Game::Xiangqi, game)).collect();
        fs::write(&file, text).unwrap();
        age(&file, 900 - seed);
        index(home);
    }
    assert_right(home);
    let counts = || {
        let out = dapu(home, &["index", "games"]).fine();
        out.split(" in ").next().unwrap().to_owned()
    };
    // Rows that belong to no game are not counted.
    let before = counts();
    let length = fs::metadata(home.join(INDEX)).unwrap().len();
    fs::remove_file(home.join(INDEX)).unwrap();
    assert_eq!(counts(), before);
    let fresh = fs::metadata(home.join(INDEX)).unwrap().len();
    // A tenth of dead rows, and pages that are not quite full.
    assert!(length < fresh * 3 / 2, "{length} bytes instead of {fresh}");
}

#[test]
fn another_program_that_writes_to_it_is_told() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 30, 4);
    index(home);
    let other = Connection::open(home.join(INDEX)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = dapu(home, &["index", "games"]).failed();
    assert!(error.ends_with("index.sqlite: another dapu is writing to the index"), "{error}");
    // Who asks gets the last state, until that is about to be replaced.
    assert!(!stats(home, &[]).is_empty());
    other.execute_batch("ROLLBACK; BEGIN EXCLUSIVE").unwrap();
    let run = dapu(home, &["stats", "--position", POSITIONS[0], "games"]);
    assert!(
        run.err.ends_with("another dapu is writing to the index; reading the files\n"),
        "{}",
        run.err
    );
    assert_eq!(run.code, 0);
}

#[test]
fn a_foreign_file_is_left_alone_and_another_version_is_built_anew() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 30, 6);
    for (name, bytes) in [
        ("a.txt", &b"not a database, but long enough to be looked at by somebody"[..]),
        ("b.obk", &[]),
    ] {
        let path = home.join(name);
        fs::write(&path, bytes).unwrap();
        if bytes.is_empty() {
            Connection::open(&path)
                .unwrap()
                .execute_batch("CREATE TABLE bhobk (id INTEGER)")
                .unwrap();
        }
        let before = fs::read(&path).unwrap();
        let error = dapu(home, &["index", "games", "--index", name]).failed();
        assert!(error.ends_with(&format!("{name}: not an index of dapu")), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        let run = dapu(home, &["stats", "--position", POSITIONS[0], "games", "--index", name]);
        assert!(run.err.contains("not an index of dapu; reading the files"), "{}", run.err);
    }
    let error =
        dapu(home, &["stats", "--position", POSITIONS[0], "games", "--index", "none"]).failed();
    assert!(error.ends_with("none: no such index: dapu index makes it"), "{error}");
    index(home);
    let of_other =
        dapu(home, &["stats", "--position", POSITIONS[0], ".", "--index", INDEX]).failed();
    assert!(of_other.contains(": an index of "), "{of_other}");
    for (spoil, why) in [
        ("PRAGMA user_version = 1", "an index of another version of dapu"),
        ("DELETE FROM games WHERE number = 3", "damaged: its games make no sense"),
        (
            "UPDATE counts SET value = 12 WHERE name = 'next_game'",
            "damaged: UNIQUE constraint failed: games.id",
        ),
        ("DROP TABLE moves", "damaged: its tables make no sense"),
        ("PRAGMA application_id = 5", "not an index of dapu"),
    ] {
        index(home);
        Connection::open(home.join(INDEX)).unwrap().execute_batch(spoil).unwrap();
        // So that a game is added.
        let all = home.join("games/a/0000.pgn");
        fs::write(&all, fs::read(&all).unwrap()).unwrap();
        let run = dapu(home, &["index", "games"]);
        assert!(
            run.err.ends_with(&format!("index.sqlite: {why}; built anew\n")),
            "{spoil}: {}",
            run.err
        );
        assert!(run.out.starts_with("30 games"), "{}", run.out);
        assert_right(home);
    }
}

#[test]
fn damaged_pages_are_found_when_nothing_has_changed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 100, 15);
    index(home);
    let whole = fs::read(home.join(INDEX)).unwrap();
    // From the second page on, so that the file is still an index.
    let mut zeroed = whole.clone();
    zeroed[8_192..].fill(0);
    for bytes in [&whole[..whole.len() / 2], &zeroed] {
        fs::write(home.join(INDEX), bytes).unwrap();
        let run = dapu(home, &["stats", "--position", POSITIONS[0], "games"]);
        assert_eq!(run.code, 0);
        let is_reported = run.err.contains("index.sqlite: damaged: ");
        assert!(is_reported && run.err.ends_with("; reading the files\n"), "{}", run.err);
        let run = dapu(home, &["index", "games"]);
        let is_reported = run.err.contains("index.sqlite: damaged: ");
        assert!(is_reported && run.err.ends_with("; built anew\n"), "{}", run.err);
        assert!(run.out.starts_with("100 games"), "{}", run.out);
        assert_right(home);
    }
    // A page that no answer reads is found, too.
    let last = whole.len() - 8_192;
    fs::write(home.join(INDEX), [&whole[..last], &[0; 8_192]].concat()).unwrap();
    let run = dapu(home, &["index", "games"]);
    let message = "index.sqlite: damaged: its pages make no sense; built anew\n";
    assert!(run.err.ends_with(message), "{}", run.err);
    assert_right(home);
}

#[test]
#[cfg(unix)]
fn killed_at_any_moment_it_is_right_or_rebuilt() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 1_000, 8);
    let run = || {
        let mut command = program(home);
        command.args(["index", "games"]).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let began = Instant::now();
    assert!(run().wait().unwrap().success());
    let whole = began.elapsed();
    let mut random = Random(9);
    // Each takes a second or two.
    let kills = if is_full() { 50 } else { 6 };
    for nth in 0..kills {
        if nth % 2 == 0 {
            let _ = fs::remove_file(home.join(INDEX));
        }
        for file in (0..100).filter(|file| file % 3 == nth % 3 && nth % 2 == 1) {
            let path = home.join(format!("games/{}/{file:04}.pgn", ["a", "b"][file % 2]));
            let mut written = games(Game::Xiangqi, 10, &mut random);
            written.rotate_left(nth % 7);
            let text: String =
                written.iter().map(|game| archive::text(Game::Xiangqi, game)).collect();
            fs::write(&path, text).unwrap();
        }
        let mut child = run();
        let end = Instant::now() + whole.mul_f64(random.below(1_000) as f64 / 900.0);
        // The moment is random, and nothing is awaited.
        until(|| Instant::now() >= end || child.try_wait().unwrap().is_some());
        let _ = child.kill();
        child.wait().unwrap();
        let asked = dapu(home, &["stats", "--position", POSITIONS[0], "games", "--json"]);
        assert_eq!(asked.code, 0, "{}", asked.err);
        let done = dapu(home, &["index", "games"]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert_right(home);
    }
}

/// Whenever Ctrl-C comes, the index is as it was, or was finished before.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_index_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home, 1_000, 10);
    index(home);
    let before = fs::read(home.join(INDEX)).unwrap();
    let mut stopped = 0;
    let written = games(Game::Xiangqi, 1_000, &mut Random(11));
    archive::write(&home.join("games/new"), Game::Xiangqi, &written, 50);
    for tried in 0..100 {
        let mut command = program(home);
        command.args(["index", "games"]).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // From one try to the next it is later, from the start of the program to the end.
        let end = Instant::now() + Duration::from_millis(5 + 5 * tried);
        until(|| Instant::now() >= end || child.try_wait().unwrap().is_some());
        let pid = rustix::process::Pid::from_child(&child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
        let ended = child.wait_with_output().unwrap();
        let errors = String::from_utf8(ended.stderr).unwrap();
        match ended.status.code() {
            Some(130) => {
                assert_eq!(errors, "dapu: stopped; nothing was written\n");
                assert!(fs::read(home.join(INDEX)).unwrap() == before);
                stopped += 1;
            }
            // The signal came before the program waited for it.
            None => assert!(fs::read(home.join(INDEX)).unwrap() == before),
            code => {
                assert_eq!(code, Some(0), "{errors}");
                break;
            }
        }
    }
    assert!(stopped > 1, "stopped {stopped} times");
    index(home);
    assert_right(home);
}

/// The queries of the document, with the results that it shows.
#[test]
fn the_queries_of_the_document_have_its_results() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    dapu(home, &["index", sample("").to_str().unwrap(), "-q"]).fine();
    let index = Connection::open(home.join(INDEX)).unwrap();
    let document = text("docs/libraries.md");
    let blocks =
        document.split("```sql\n").filter_map(|block| block.split_once("```\n\n```text\n"));
    let mut count = 0;
    for (query, shown) in blocks {
        let mut statement = index.prepare(query).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        let mut results = String::new();
        while let Some(row) = rows.next().unwrap() {
            let cells: Vec<String> =
                (0..columns).map(|nth| cell(row.get_ref(nth).unwrap())).collect();
            results += &format!("{}\n", cells.join("|"));
        }
        assert_eq!(results, shown.split("```").next().unwrap(), "{query}");
        count += 1;
    }
    assert_eq!(count, 3);
}

/// A value as `sqlite3` prints it.
fn cell(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        value => value.as_str().unwrap().to_owned(),
    }
}

#[test]
fn boards_without_numbers_are_named() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::create_dir(home.join("games")).unwrap();
    fs::write(home.join("games/big.sgf"), "(;GM[1]SZ[52];B[ZZ])").unwrap();
    fs::write(home.join("games/small.sgf"), "(;GM[1]SZ[9];B[ee])").unwrap();
    fs::write(home.join("games/problem.sgf"), "(;GM[1]SZ[9]AB[ee])").unwrap();
    let run = dapu(home, &["index", "games"]);
    assert_eq!(run.code, 0);
    assert!(
        run.err.ends_with("big.sgf: boards larger than 45 × 45 are not counted\n"),
        "{}",
        run.err
    );
    assert!(run.out.starts_with("1 game, 2 positions in "), "{}", run.out);
    assert_eq!(extension(Game::Go), "sgf");
}

//! Indexes of libraries with random changes: an answer, an error or a new index, and no panic.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use dapu::game::Game;
use rusqlite::Connection;

use crate::common::archive::{self, Random, games};
use crate::common::program::{Run, dapu};
use crate::common::{files_below, is_full};
use crate::measure::unmeasured;

const INDEX: &str = ".cache/dapu/index.sqlite";
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn ask(home: &Path, more: &[&str]) -> Run {
    dapu(home, &[&["stats", "--position", START, "games", "--json"], more].concat())
}

/// The size of a page in bytes.
const PAGE: usize = 8_192;

/// Changes the bytes of an index, or its values by SQL. Returns whether an answer can only be right or fail.
fn spoil(path: &Path, whole: &[u8], random: &mut Random) -> bool {
    let mut bytes = whole.to_vec();
    let page = |random: &mut Random| random.below(whole.len() / PAGE) * PAGE;
    let what = random.below(10);
    let sql = match what {
        0 => {
            bytes.truncate(random.below(bytes.len()));
            None
        }
        1 | 2 => {
            let at = page(random);
            let fill = [0, 0xff, random.below(256) as u8][random.below(3)];
            bytes[at..at + PAGE].fill(fill);
            None
        }
        3 => {
            for _ in 0..1 + random.below(9) {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            None
        }
        4 => {
            let (from, to) = (page(random), page(random));
            bytes.copy_within(from..from + PAGE, to);
            None
        }
        5 => {
            let at = page(random) + random.below(100);
            bytes[at..].iter_mut().take(8).for_each(|byte| *byte = random.below(256) as u8);
            None
        }
        6 => Some("UPDATE games SET kind = 'chess'".to_owned()),
        7 => Some(format!("UPDATE positions SET move = {}", random.below(100_000))),
        8 => Some("UPDATE games SET file = 'x', date = x'ff', komi = 'y', first = 7".to_owned()),
        _ => Some(format!("UPDATE games SET event = zeroblob({})", random.below(200_000))),
    };
    fs::write(path, &bytes).unwrap();
    if let Some(sql) = sql {
        Connection::open(path).unwrap().execute_batch(&sql).unwrap();
    }
    what < 3
}

/// With `DAPU_FULL` a thousand.
#[test]
fn many_indexes_with_random_changes() {
    let _unmeasured = unmeasured();
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut random = Random(11);
    let written = games(Game::Xiangqi, 200, &mut random);
    archive::write(&home.join("games"), Game::Xiangqi, &written, 40);
    let mut files = Vec::new();
    files_below(&home.join("games"), &mut files);
    for file in files {
        // One that may change again in the same instant would be read again.
        let file = File::options().append(true).open(file).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(1_000)).unwrap();
    }
    let brute = [&[][..], &["--player", "player 05"]].map(|more| ask(home, more).out);
    dapu(home, &["index", "games", "-q"]).fine();
    let whole = fs::read(home.join(INDEX)).unwrap();
    let mut fallen_back = 0;
    let count = if is_full() { 1_000 } else { 100 };
    for nth in 0..count {
        let is_promised = spoil(&home.join(INDEX), &whole, &mut random);
        for (more, right) in [&[][..], &["--player", "player 05"]].iter().zip(&brute) {
            let run = ask(home, more);
            assert!(matches!(run.code, 0..=2) && !run.err.contains("panic"), "{nth}: {run:?}");
            fallen_back += usize::from(!run.err.is_empty());
            assert!(run.out == *right || run.code == 2 || !is_promised, "{nth}: {run:?}");
        }
        if nth % 10 == 0 {
            let run = dapu(home, &["index", "games", "-q"]);
            assert!(matches!(run.code, 0 | 2) && !run.err.contains("panic"), "{nth}: {run:?}");
            let run = ask(home, &[]);
            assert!(run.err.is_empty() && run.out == brute[0] || !is_promised, "{nth}: {run:?}");
        }
    }
    assert!(5 * fallen_back > count, "only {fallen_back} changes were noticed");
}

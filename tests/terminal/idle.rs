//! What is done while nothing happens.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::common::terminal::Terminal;
use crate::follow::together;

/// How often each thread has gone to sleep, by its number.
fn rests(process: Pid) -> BTreeMap<i32, u64> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_pid())).unwrap().flatten();
    let rests = threads.filter_map(|thread| {
        let status = fs::read_to_string(thread.path().join("status")).ok()?;
        let count =
            status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
        let number = thread.file_name().to_str()?.parse().ok()?;
        Some((number, count.trim().parse().ok()?))
    });
    rests.collect()
}

/// Waits until as many threads as are expected have looked for news several times, and returns how often each has
/// gone to sleep by then.
fn after_looks(process: Pid, expected: usize) -> BTreeMap<i32, u64> {
    let (before, began) = (rests(process), Instant::now());
    loop {
        let now = rests(process);
        let looks = |thread: &i32| now[thread] - before.get(thread).unwrap_or(&now[thread]);
        if now.keys().filter(|thread| looks(thread) >= 3).count() >= expected {
            return now;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{before:?}, then only {now:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn who_looks_for_news_wakes_nobody_without_any() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.sgf", "b.sgf"] {
        fs::write(folder.path().join(name), "(;GM[1]SZ[9];B[ee];W[gc])").unwrap();
    }
    let file = folder.path().join("a.sgf");
    // The file, and what is known of the game beside it; beside a list the folder, too.
    let cases = [
        (vec![file.to_str().unwrap()], "lwnoted\x1b", "& noted", 2),
        (vec!["--follow", folder.path().to_str().unwrap()], "o", "-- FILES", 3),
    ];
    together(&cases, |(arguments, keys, shown, looking)| {
        let mut terminal = Terminal::start(arguments, 80, 24, &[]);
        terminal.shows("/2");
        terminal.keys(keys);
        terminal.shows(shown);
        let process = terminal.process();
        // By then everything has been read, and the place has been written.
        let looped = |rests: &BTreeMap<i32, u64>| rests[&process.as_raw_pid()];
        let mut before = after_looks(process, *looking);
        for _ in 0..5 {
            let now = after_looks(process, *looking);
            if looped(&now) == looped(&before) {
                break;
            }
            before = now;
        }
        let now = after_looks(process, *looking);
        assert_eq!(looped(&now), looped(&before), "{arguments:?}");
    });
}

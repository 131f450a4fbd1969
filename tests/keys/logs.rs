//! The logs of notes while others are at them: replaced, cut, deleted, and written by clocks that are wrong.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::common::Random;
use crate::common::terminal::Terminal;
use crate::keys::notes::{Home, growing};
use crate::keys::{ESC, file, first, lesson, play};

/// Replaces the times of the lines of a log by others, in order.
fn set_times(log: &Path, times: impl IntoIterator<Item = &'static str>) {
    let text = fs::read_to_string(log).unwrap();
    let mut times = times.into_iter();
    let line = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        if value.get("time").is_some() {
            value["time"] = times.next().unwrap().into();
        }
        format!("{value}\n")
    };
    fs::write(log, text.lines().map(line).collect::<String>()).unwrap();
}

#[test]
fn a_note_of_a_clock_that_is_ahead_hides_no_later_one() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(&path, &[("lwahead", "ahead"), (ESC, "& ahead")]);
    let ahead = home.files();
    set_times(&ahead[0], ["2999-01-01T00:00:00.000000Z"]);
    // It was written elsewhere while this dapu had the game open, too.
    let mut other = home.open(&path);
    play(&mut other, &[("l", "& ahead")]);
    let mut one = home.open(&path);
    play(&mut one, &[("l", "& ahead"), ("w, later", "later"), (ESC, "& ahead, later")]);
    play(&mut other, &[("", "& ahead, later"), ("w!", "later!"), (ESC, "& ahead, later!")]);
    play(&mut one, &[("", "& ahead, later!")]);
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert_eq!(listed, format!("{}:1: ahead, later!\n", path.display()));
    home.session(&path, &[("l", "& ahead, later!")]);
}

#[test]
fn the_last_note_counts_when_the_clock_was_set_back_before_it() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(
        &path,
        &[("lwone", "one"), (ESC, "& one"), ("w, two", "two"), (ESC, "& one, two")],
    );
    set_times(&home.files()[0], ["2025-01-01T12:00:00Z", "2025-01-01T11:00:00Z"]);
    home.session(&path, &[("l", "& one, two")]);
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert_eq!(listed, format!("{}:1: one, two\n", path.display()));
}

/// What is done to a log, given an older state of it.
type Change = fn(&Path, &[u8]);

#[test]
fn what_was_noted_is_in_a_log_whatever_becomes_of_it() {
    let changes: [(&str, Change); 9] = [
        ("an older state is renamed over it", |log, old| {
            let new = log.with_extension("new");
            fs::write(&new, old).unwrap();
            fs::rename(new, log).unwrap();
        }),
        ("an older state is written into it", |log, old| fs::write(log, old).unwrap()),
        ("it is emptied", |log, _| fs::write(log, "").unwrap()),
        ("its last line is torn", |log, _| {
            let length = fs::metadata(log).unwrap().len();
            fs::File::options().write(true).open(log).unwrap().set_len(length - 5).unwrap();
        }),
        ("its first line is torn", |log, _| {
            fs::File::options().write(true).open(log).unwrap().set_len(50).unwrap();
        }),
        ("it is renamed", |log, _| fs::rename(log, log.with_extension("bak")).unwrap()),
        ("it is deleted", |log, _| fs::remove_file(log).unwrap()),
        ("its folder is deleted", |log, _| fs::remove_dir_all(log.parent().unwrap()).unwrap()),
        ("a directory takes its place", |log, _| {
            // The second time it is one already.
            drop(fs::remove_file(log));
            drop(fs::create_dir(log));
        }),
    ];
    for (what, change) in changes {
        let (_folder, path) = lesson();
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("lwone", "one"), (ESC, "& one")]);
        let [log] = &home.files()[..] else { panic!("{:?}", home.files()) };
        let old = fs::read(log).unwrap();
        play(&mut terminal, &[("lwtwo", "two"), (ESC, "& two")]);
        let lists = |expected: &[&str]| {
            let listed = home.run(&["notes", path.to_str().unwrap()]);
            let name = path.display();
            let lines: Vec<String> = expected
                .iter()
                .zip(1..)
                .map(|(text, ply)| format!("{name}:{ply}: {text}\n"))
                .collect();
            listed == lines.concat()
        };
        change(log, &old);
        // At the next look, or before the next act.
        home.until(what, || lists(&["one", "two"]));
        change(log, &old);
        play(&mut terminal, &[("lwthree", "three"), (ESC, "& three")]);
        home.until(what, || lists(&["one", "two", "three"]));
        play(&mut terminal, &[(":1\r", "& one"), ("", "3 notes")]);
        terminal.keys("\x03");
        assert_eq!(terminal.exit_code(), 0);
        assert!(lists(&["one", "two", "three"]), "{what}");
    }
}

#[test]
fn a_note_is_not_joined_to_a_line_without_an_end() {
    for (line, read) in [
        (r#"{"clock":50,"time":"x","trail":"","comment":"HAND"}"#, ":0: HAND\n"),
        ("half a line", "a note cannot be read\n"),
    ] {
        let (_folder, path) = lesson();
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("lwone", "one"), (ESC, "& one")]);
        let mut log = fs::File::options().append(true).open(&home.files()[0]).unwrap();
        log.write_all(line.as_bytes()).unwrap();
        if read.contains("HAND") {
            // It has been looked at.
            play(&mut terminal, &[(":0\r", "& HAND"), (":1\r", "& one")]);
        }
        play(&mut terminal, &[("lwtwo", "two"), (ESC, "& two"), ("\x03", "")]);
        assert_eq!(terminal.exit_code(), 0);
        let listed = home.run(&["notes", path.to_str().unwrap()]);
        for text in [read, ":1: one\n", ":2: two\n"] {
            assert!(listed.contains(text), "{text}: {listed}");
        }
    }
}

#[test]
fn a_number_beyond_a_sane_step_is_damage_and_hides_no_later_note() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let mut terminal = home.open(&path);
    play(&mut terminal, &[("lwone", "one"), (ESC, "& one")]);
    let log = home.files().remove(0);
    let far = r#"{"clock":9007199254740992,"time":"x","trail":"","comment":"far"}"#;
    let head = fs::read_to_string(&log).unwrap().lines().next().unwrap().to_owned();
    fs::write(log.with_file_name("z.jsonl"), format!("{head}\n{far}\n")).unwrap();
    play(&mut terminal, &[("", "z.jsonl:2: a note cannot be read")]);
    fs::write(log.with_file_name("forgotten"), u64::MAX.to_string()).unwrap();
    play(&mut terminal, &[("lwtwo", "two"), (ESC, "& two")]);
    // What is deleted is written again, whatever was forgotten.
    fs::remove_file(&log).unwrap();
    let listed = || home.run(&["notes", path.to_str().unwrap()]);
    let name = path.display();
    home.until("both", || {
        let listed = listed();
        listed.contains(&format!("{name}:1: one\n{name}:2: two\n"))
            && listed.contains("z.jsonl:2: a note cannot be read")
            && listed.contains("forgotten:1: a note cannot be read")
            && !listed.contains("far")
    });
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    home.session(&path, &[("l", "& one"), ("l", "& two"), ("w!", "two!"), (ESC, "& two!")]);
    assert!(listed().contains(": two!\n"), "{}", listed());
}

#[test]
fn a_comment_that_two_write_at_the_same_time_has_both_texts() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let (mut one, mut other) = (home.open(&path), home.open(&path));
    play(&mut one, &[("lwmine", "mine")]);
    play(&mut other, &[("lwtheirs", "theirs")]);
    play(&mut other, &[(ESC, "& theirs")]);
    play(&mut one, &[("", "1 note")]);
    one.keys(ESC);
    let is_both = |screen: &str| screen.contains("& theirs") && screen.contains("mine");
    one.wait("both", |screen| is_both(screen) && screen.contains("both texts are kept"));
    play(&mut other, &[("", "mine")]);
    assert!(is_both(&other.screen()), "{}", other.screen());
    // What was not changed is left as another has made it.
    play(&mut one, &[("w", "Esc keeps")]);
    play(&mut other, &[("w!", "mine!"), (ESC, "mine!")]);
    let listed = || home.run(&["notes", path.to_str().unwrap()]);
    home.until("it is written", || listed().contains("mine!"));
    play(&mut one, &[(ESC, "mine!")]);
    assert_eq!(listed().matches("theirs").count(), 1, "{}", listed());
}

#[test]
fn what_was_forgotten_stays_so_and_what_comes_later_is_kept() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let mut terminal = home.open(&path);
    play(&mut terminal, &[("lwone", "one"), (ESC, "& one")]);
    let log = home.files().remove(0);
    let name = log.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(home.run(&["notes", "--forget", &name]), "");
    play(&mut terminal, &[("", "!1 note"), ("lwtwo", "two"), (ESC, "& two")]);
    let listed = || home.run(&["notes"]);
    assert_eq!(listed(), format!("{}:2: two\n", path.display()));
    // Of the new log nothing is missing when it is replaced, and nothing comes back.
    let log = home.files().into_iter().find(|file| file.extension().is_some()).unwrap();
    fs::remove_file(&log).unwrap();
    home.until("it is written again", || listed() == format!("{}:2: two\n", path.display()));
    assert_eq!(home.run(&["notes", "--forget", &name]), "");
    play(&mut terminal, &[("", "!1 note")]);
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(listed(), "");
}

#[test]
fn what_is_forgotten_goes_from_every_screen_and_what_comes_later_is_on_each() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let mut other = home.open(&path);
    let mut one = home.open(&path);
    for text in ["one", "two", "three"] {
        play(&mut one, &[(":1\rw\x15", "$EDITOR"), (text, text), (ESC, &format!("& {text}"))]);
        play(&mut other, &[(":1\r", &format!("& {text}"))]);
        let log = home.files().into_iter().find(|file| file.extension().is_some()).unwrap();
        let name = log.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        // Perhaps before the other has looked again.
        assert_eq!(home.run(&["notes", "--forget", &name]), "");
        play(&mut other, &[("", "!1 note")]);
        play(&mut one, &[("", "!1 note")]);
    }
}

/// A file of two games.
fn two_games() -> (tempfile::TempDir, PathBuf) {
    file("two.sgf", "(;GM[1]SZ[9]PB[one]PW[b];B[aa])(;GM[1]SZ[9]PB[two]PW[b];B[bb])")
}

#[test]
fn what_is_missing_of_a_game_that_is_not_on_the_screen_is_written_again_as_well() {
    let (_folder, path) = two_games();
    let home = Home::new();
    let mut one = home.open(&first(&path));
    play(&mut one, &[("lwfirst", "first"), (ESC, "& first")]);
    let log = home.files().remove(0);
    play(&mut one, &[(":#2\r", "2/2"), (":1\r", " 1/1")]);
    fs::remove_file(&log).unwrap();
    home.session(&first(&path), &[(":#2\r", "2/2"), ("lwsecond", "second"), (ESC, "& second")]);
    // When it has looked at the game that is on the screen, it has looked at the other.
    play(&mut one, &[("", "& second")]);
    assert!(log.exists());
}

#[test]
fn a_game_whose_notes_cannot_be_written_holds_back_no_other() {
    let (_folder, path) = two_games();
    let home = Home::new();
    let mut one = home.open(&first(&path));
    play(&mut one, &[("lwfirst", "first"), (ESC, "& first")]);
    let folder = home.files()[0].parent().unwrap().to_owned();
    fs::rename(&folder, folder.with_extension("away")).unwrap();
    fs::write(&folder, "").unwrap();
    play(&mut one, &[("w,", "first,"), (ESC, "notes"), (":#2\r", "2/2")]);
    play(&mut one, &[("lwsecond", "second"), (ESC, "& second")]);
    let listed = || home.run(&["notes", path.to_str().unwrap()]);
    home.until("it is written", || listed().contains("#2:1: second\n"));
    fs::remove_file(&folder).unwrap();
    fs::rename(folder.with_extension("away"), &folder).unwrap();
    home.until("the other, too", || listed().contains("#1:1: first,\n"));
}

/// Replaces the clock of each act in a log, or takes it away.
fn set_clock(log: &Path, clock: Option<u64>) {
    let line = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        if let (Some(act), true) = (value.as_object_mut(), line.contains("\"time\"")) {
            match clock {
                Some(clock) => act.insert("clock".to_owned(), clock.into()),
                None => act.remove("clock"),
            };
        }
        format!("{value}\n")
    };
    let text = fs::read_to_string(log).unwrap();
    fs::write(log, text.lines().map(line).collect::<String>()).unwrap();
}

#[test]
fn of_equal_clocks_the_name_of_the_file_decides_and_without_one_the_time() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(&path, &[("lwone", "one"), (ESC, "& one")]);
    let one = home.files().remove(0);
    home.session(&path, &[("l", "& one"), ("w, two", "two"), (ESC, "& one, two")]);
    let two = home.files().into_iter().find(|file| *file != one).unwrap();
    let [last, first] = ["z.jsonl", "a.jsonl"].map(|name| one.with_file_name(name));
    fs::rename(one, &last).unwrap();
    fs::rename(two, &first).unwrap();
    let listed = || home.run(&["notes", path.to_str().unwrap()]);
    for (clock, text) in [(Some(7), "one"), (None, "one, two")] {
        [&last, &first].into_iter().for_each(|log| set_clock(log, clock));
        assert_eq!(listed(), format!("{}:1: {text}\n", path.display()));
    }
    // However great the number of another, what is done now comes after it.
    set_clock(&first, Some(u64::from(u32::MAX)));
    home.session(&path, &[("l", "& one, two"), ("w!", "two!"), (ESC, "& one, two!")]);
    home.session(&path, &[("l", "& one, two!")]);
    // After this one, nothing would come.
    set_clock(&first, Some(u64::MAX));
    assert!(listed().contains(":1: one, two!\n") && listed().contains("cannot be read"));
}

/// The exit status and the whole output of a command.
fn status(home: &Home, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dapu"));
    let output = command.args(arguments).env("XDG_DATA_HOME", home.path()).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn whatever_can_be_read_counts_and_every_command_says_what_cannot() {
    let damages: [(&str, &str, Change); 5] = [
        ("the first line", "jsonl:1: a note cannot be read", |log, text| {
            fs::write(log, [b"x", text].concat()).unwrap();
        }),
        ("the first line, which is not text", "jsonl:1: a note cannot be read", |log, text| {
            fs::write(log, [b"\xff\x1b]0;x\x07", &text[7..]].concat()).unwrap();
        }),
        ("another line", "jsonl:3: a note cannot be read", |log, text| {
            fs::write(log, [text, b"x\n"].concat()).unwrap();
        }),
        ("two other lines", "jsonl:3: a note cannot be read (and 1 more)", |log, text| {
            fs::write(log, [text, b"x\n{}\n"].concat()).unwrap();
        }),
        ("a log beside it", "b.jsonl:1: a note cannot be read", |log, _| {
            fs::write(log.with_file_name("b.jsonl"), "nothing\n").unwrap();
        }),
    ];
    for (what, expected, damage) in damages {
        for plies in [3, 30] {
            let (folder, path) = file("game.sgf", growing(plies));
            let home = Home::new();
            home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
            let log = home.files().remove(0);
            damage(&log, &fs::read(&log).unwrap());
            let path_text = path.to_str().unwrap();
            let out = folder.path().join("out.sgf");
            for (arguments, shown) in [
                (vec!["notes"], ": first"),
                (vec!["notes", path_text], ":1: first  ["),
                (vec!["show", "--notes", "--moves", path_text], "first"),
                (vec!["read", "--notes", path_text], "first"),
                (vec!["convert", "--notes", path_text, "--to", "json"], "first"),
                (vec!["convert", "--notes", path_text, "-o", out.to_str().unwrap()], ""),
                (vec!["find", "--text", "first", path_text], ":1: "),
            ] {
                let (code, text) = status(&home, &arguments);
                assert_eq!(code, Some(1), "{what}, {plies} plies, {arguments:?}: {text}");
                assert_eq!(text.matches(expected).count(), 1, "{what}, {arguments:?}: {text}");
                assert!(text.contains(shown) && !text.contains('\x1b'), "{what}: {text}");
            }
            assert!(fs::read_to_string(out).unwrap().contains("C[first]"), "{what}");
            home.session(&path, &[("l", "& first"), ("w!", "first!"), (ESC, "& first!")]);
            assert!(home.run(&["notes", path_text]).contains(":1: first!\n"), "{what}");
        }
    }
}

#[test]
fn notes_whose_game_is_not_known_are_listed_by_name_and_can_be_attached() {
    let (folder, path) = file("game.sgf", growing(30));
    let home = Home::new();
    home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
    let log = home.files().remove(0);
    let text = fs::read(&log).unwrap();
    fs::write(&log, [b"x", &*text].concat()).unwrap();
    let other = log.parent().unwrap().with_file_name("other");
    fs::rename(log.parent().unwrap(), &other).unwrap();
    let path_text = path.to_str().unwrap();
    let (code, listed) = status(&home, &["notes"]);
    assert_eq!(code, Some(1));
    assert!(listed.contains("other: B aa: first\n"), "{listed}");
    assert!(listed.contains("--attach"), "{listed}");
    assert_eq!(status(&home, &["notes", "--attach", "other", path_text]), (Some(0), String::new()));
    assert!(home.run(&["notes", path_text]).contains(":1: first\n"));
    drop(folder);
}

#[test]
#[cfg(unix)]
fn a_log_that_may_not_be_read_or_is_not_a_file_is_told_or_passed_over() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
    let log = home.files().remove(0);
    crate::common::program::make_fifo(&log.with_file_name("a.jsonl"));
    std::os::unix::fs::symlink("/dev/zero", log.with_file_name("b.jsonl")).unwrap();
    let (link, command) = (log.with_file_name("b.jsonl"), ["notes", path.to_str().unwrap()]);
    let first = format!("{}:1: first  [", path.display());
    let (code, listed) = status(&home, &command);
    let linked = format!(
        "dapu: {}: a link is not read
",
        link.display()
    );
    assert!(listed.starts_with(&first) && listed.ends_with(&linked), "{listed}");
    assert_eq!((code, listed.lines().count()), (Some(1), 2), "{listed}");
    fs::remove_file(link).unwrap();
    let (code, listed) = status(&home, &command);
    assert!(listed.starts_with(&first), "{listed}");
    assert_eq!((code, listed.lines().count()), (Some(0), 1), "{listed}");
    home.session(&path, &[("l", "& first")]);
}

/// What another process does to a log again and again, given a state that it had before.
const MISHAPS: [Change; 6] = [
    |log, old| {
        fs::write(log.with_extension("new"), old).unwrap();
        fs::rename(log.with_extension("new"), log).unwrap();
    },
    |log, old| fs::write(log, old).unwrap(),
    |log, _| {
        let cut = fs::metadata(log).map_or(0, |there| there.len() / 2);
        drop(fs::File::options().write(true).open(log).map(|file| file.set_len(cut)));
    },
    |log, _| drop(fs::rename(log, log.with_extension("bak"))),
    |log, _| drop(fs::rename(log.with_extension("bak"), log)),
    |log, _| drop(fs::remove_file(log)),
];

/// Another process that is at the logs of some sessions.
#[derive(Default)]
struct Vandal {
    logs: Mutex<Vec<(PathBuf, Vec<u8>)>>,
    is_over: AtomicBool,
}

impl Vandal {
    fn run(&self) {
        let mut numbers = Random::new(5);
        while !self.is_over.load(Ordering::Relaxed) {
            let mut logs = self.logs.lock().unwrap();
            if !logs.is_empty() {
                let nth = numbers.below(logs.len());
                let (log, old) = &mut logs[nth];
                match numbers.below(1 + MISHAPS.len()).checked_sub(1) {
                    Some(mishap) => MISHAPS[mishap](log, old),
                    None => *old = fs::read(log).unwrap_or_default(),
                }
            }
            drop(logs);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Goes on with the logs of these sessions only.
    fn set(&self, home: &Home, sessions: &[&Terminal]) {
        let is_of = |log: &PathBuf, session: &&Terminal| {
            let end = format!("-{}.jsonl", session.process().as_raw_pid());
            log.to_string_lossy().ends_with(&end)
        };
        let mut logs = if sessions.is_empty() { Vec::new() } else { home.files() };
        logs.retain(|log| sessions.iter().any(|session| is_of(log, session)));
        *self.logs.lock().unwrap() = logs.into_iter().map(|log| (log, Vec::new())).collect();
    }
}

/// A short run; all of it with `DAPU_KILLS=200`.
#[test]
fn nothing_is_lost_when_one_of_two_is_killed_while_another_process_is_at_the_logs() {
    let kills = std::env::var("DAPU_KILLS").map_or(6, |kills| kills.parse().unwrap());
    let (_folder, path) = file("live.sgf", growing(100));
    let home = Home::new();
    let vandal = Vandal::default();
    thread::scope(|scope| {
        scope.spawn(|| vandal.run());
        // It ends, too, if this fails.
        let _guard = Guard(&vandal.is_over);
        let mut numbers = Random::new(9);
        let mut noted: BTreeMap<usize, String> = BTreeMap::new();
        let listed = || {
            let text = home.run(&["notes", path.to_str().unwrap()]);
            // What is written into a log and what is appended at the same time may be mixed.
            let lines = text.lines().filter(|line| !line.contains("a note cannot be read"));
            let mut lines: Vec<String> = lines.map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let lines = |noted: &BTreeMap<usize, String>| {
            let line = |(ply, text)| format!("{}:{ply}: {text}", path.display());
            let mut lines: Vec<String> = noted.iter().map(line).collect();
            lines.sort();
            lines
        };
        let mut sessions = [home.open(&path), home.open(&path)];
        for round in 0..kills {
            // Each has plies of its own: who was last is another question.
            let mut note = |sessions: &mut [Terminal; 2], nth: usize, is_seen: bool| {
                let (ply, text) = (1 + nth + 2 * numbers.below(45), format!("n{round}x{nth}"));
                let typed = format!(":{ply}\rw\x15{text}");
                play(&mut sessions[nth], &[(&typed, &text)]);
                match is_seen {
                    true => play(&mut sessions[nth], &[(ESC, &format!("& {text}"))]),
                    false => sessions[nth].keys(ESC),
                }
                (ply, text)
            };
            let (killed, other) = (round % 2, 1 - round % 2);
            noted.extend([note(&mut sessions, 0, true), note(&mut sessions, 1, true)]);
            vandal.set(&home, &[&sessions[0], &sessions[1]]);
            noted.extend([note(&mut sessions, 1, true), note(&mut sessions, 0, true)]);
            // What is missing is written again, unless it is killed first.
            vandal.set(&home, &[]);
            home.until(&format!("before kill {round}"), || listed() == lines(&noted));
            vandal.set(&home, &[&sessions[other]]);
            noted.extend([note(&mut sessions, killed, true), note(&mut sessions, other, true)]);
            let last = match round % 3 {
                0 => Some(note(&mut sessions, killed, false)),
                _ => None,
            };
            if last.is_none() {
                sessions[killed].keys("wlost");
            }
            sessions[killed].signal(Signal::KILL);
            sessions[killed].ends();
            vandal.set(&home, &[]);
            let mut with_last = noted.clone();
            with_last.extend(last);
            home.until(&format!("after kill {round}"), || {
                let there = listed();
                there == lines(&noted) || there == lines(&with_last)
            });
            if listed() == lines(&with_last) {
                noted = with_last;
            }
            sessions[killed] = home.open(&path);
        }
    });
}

/// Ends the other process.
struct Guard<'a>(&'a AtomicBool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

//! The logs of notes while others are at them: replaced, cut, deleted, and written by clocks that are wrong.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::notes::{Home, growing};
use crate::{ESC, file, lesson, play};

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
    let changes: [(&str, Change); 8] = [
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
                (vec!["notes", path_text], ":1: first\n"),
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
    let expected = format!("{}:1: first\n", path.display());
    assert_eq!(status(&home, &["notes", path.to_str().unwrap()]), (Some(0), expected));
    home.session(&path, &[("l", "& first")]);
}

//! Whatever an engine does, it costs one message, and nothing of it stays behind.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;

use crate::common::program::{dapu, program, until};
use crate::engine::{Home, table};

/// The processes that run the fake engine of a home.
pub(super) fn left(home: &Home) -> String {
    let list = Command::new("ps").args(["-eo", "pid,args"]).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    let path = home.path().to_str().unwrap().to_owned();
    list.lines().filter(|line| line.contains("fake.sh") && line.contains(&path)).collect()
}

/// A run over five positions, in which the engine has its will at the third.
fn run(mode: &str) -> (Home, i32, String) {
    let home = Home::fake(mode);
    let game = home.game(4);
    // The shallow pass ends with the fifth; the third search is within it.
    // One that is late is late to stop.
    let limit = if mode == "late" { ["--time", "100ms"] } else { ["--nodes", "1000"] };
    let usual = ["analyze", game.to_str().unwrap(), "--engine", "fake"];
    let run = dapu(home.path(), &[&usual[..], &limit].concat());
    assert!(!run.err.contains('\u{1b}') && !run.out.contains('\u{1b}'), "{}", run.err);
    assert_eq!(left(&home), "", "{mode}");
    (home, run.code, run.err)
}

#[test]
fn an_engine_that_fails_once_costs_one_message_and_is_started_again() {
    let fails = |mode: &str, message: &str| {
        let (home, code, err) = run(mode);
        // The engine that was started again fails at its third search, too: once in each pass, and in the pass after.
        // On a busy machine a flood lasts until it is stopped, in vain.
        let is_flood = matches!(mode, "flood" | "endless");
        let fits =
            |line: &str| line.contains(message) || is_flood && line.contains("does not stop");
        let messages = err.lines().filter(|line| fits(line)).count();
        assert!((1..=3).contains(&messages), "{mode}: {err}");
        assert!(
            err.ends_with(
                "dapu: not everything was analysed; run the same command again to go on\n"
            ),
            "{mode}: {err}"
        );
        assert_eq!((code, err.lines().count()), (2, messages + 1), "{mode}: {err}");
        assert!(home.findings().len() >= 3, "{mode}");
    };
    // Those that do nothing at once with the others.
    thread::scope(|scope| {
        for mode in ["late", "never"] {
            scope.spawn(move || fails(mode, "does not stop"));
        }
        scope.spawn(move || fails("overdue", "a search took too long"));
        for (mode, message) in [
            ("exit", "has ended: exit status: 5"),
            ("flood", "wrote too much output"),
            ("endless", "wrote too much output"),
            ("wrong", "answers about another position"),
            ("liar", "answers about another position"),
            ("silent", "gives no score"),
        ] {
            fails(mode, message);
        }
    });
}

#[test]
fn noise_and_escapes_and_long_lines_cost_nothing() {
    for mode in ["long", "noise", "plain"] {
        let (home, code, err) = run(mode);
        assert_eq!((code, &*err), (0, ""), "{mode}");
        assert_eq!(home.findings().len(), 5, "{mode}");
    }
    let (_, _, err) = run("escape");
    assert!(err.contains("answers about another position"), "{err}");
}

#[test]
fn an_engine_that_hangs_is_given_up_and_ended() {
    let given_up = |mode: &str, message: &str| {
        let (home, code, err) = run(mode);
        assert_eq!(code, 2, "{mode}: {err}");
        assert_eq!(err.lines().filter(|line| line.contains(message)).count(), 3, "{mode}: {err}");
        assert!(home.findings().is_empty(), "{mode}");
    };
    // All at once, since they do nothing.
    thread::scope(|scope| {
        for mode in ["hang-hello", "hang-ready", "hang-go", "chatter-hello", "chatter-ready"] {
            scope.spawn(move || given_up(mode, "does not answer"));
        }
        given_up("complain", "has ended: exit status: 3: no network file");
    });
}

#[test]
fn a_search_that_passes_its_limit_is_stopped() {
    let (home, code, err) = run("past");
    assert_eq!((code, &*err), (0, ""));
    let findings = home.findings();
    assert_eq!(findings.len(), 5);
    for finding in findings.values() {
        assert_eq!(finding["asked"]["nodes"], 1000);
        assert!(finding["nodes"].as_u64().unwrap() >= 1000, "{finding}");
    }
}

#[test]
fn a_quick_look_that_finds_nothing_in_its_time_is_no_trouble() {
    let home = Home::fake("brief");
    let game = home.game(4);
    let limit = ["--engine", "fake", "--time", "5s"];
    let run = dapu(home.path(), &[&["analyze", game.to_str().unwrap()], &limit[..]].concat());
    assert_eq!((run.code, &*run.err, home.findings().len()), (0, "", 5));
}

#[test]
fn a_program_that_is_not_there_costs_one_message() {
    for program in ["/nowhere/engine", "/etc/passwd"] {
        let config =
            format!("[engines.it]\ncmd = ['{program}']\ngame = 'shogi'\nprotocol = 'usi'\n");
        let home = Home::with(&config);
        let game = home.game(4);
        let arguments = ["analyze", game.to_str().unwrap(), "--engine", "it", "--nodes", "9"];
        let run = dapu(home.path(), &arguments);
        let start = format!("dapu: it: cannot start {program}: ");
        assert_eq!((run.code, run.err.matches("cannot start").count()), (2, 1), "{}", run.err);
        assert!(run.err.starts_with(&start), "{}", run.err);
    }
}

/// Starts a batch of an engine that hangs, and waits until it does.
fn hanging(home: &Home) -> std::process::Child {
    let game = home.game(4);
    let arguments = ["analyze", game.to_str().unwrap(), "--engine", "fake", "--depth", "9"];
    let child = program(home.path()).args(arguments).stderr(Stdio::null()).spawn().unwrap();
    // Before that, it is dapu.
    until(|| left(home).contains("/bin/sh "));
    child
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_hangs_ends_with_dapu_even_when_that_is_killed() {
    for mode in ["deaf-hello", "deaf"] {
        let home = Home::fake(mode);
        let mut child = hanging(&home);
        child.kill().unwrap();
        child.wait().unwrap();
        until(|| left(&home).is_empty());
    }
}

#[test]
fn two_signals_end_hanging_engines() {
    let home = Home::fake("deaf-hello");
    let mut child = hanging(&home);
    let id = rustix::process::Pid::from_child(&child);
    while child.try_wait().unwrap().is_none() {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    until(|| left(&home).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn long_lines_without_an_end_take_little_memory() {
    let home = Home::fake("wide");
    let game = home.game(4);
    let arguments = ["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", "9"];
    let mut child = program(home.path()).args(arguments).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(now.unwrap_or(0));
    }
    assert!((1_000..100_000).contains(&peak), "{peak} kB");
}

#[test]
fn one_that_does_not_quit_is_ended() {
    let (home, code, err) = run("stay");
    assert_eq!((code, &*err, home.findings().len()), (0, "", 5));
}

#[test]
fn resignations_are_no_blunders() {
    let (home, code, err) = run("resign");
    assert_eq!((code, &*err), (0, ""));
    let findings = home.findings();
    assert_eq!(findings.len(), 5);
    assert!(findings.values().all(|finding| finding["lines"][0]["word"] == "resign"));
    let (home, code, err) = run("tired");
    assert_eq!((code, &*err, home.findings().len()), (0, "", 5), "a lone bestmove resign");
}

#[test]
fn a_game_that_an_engine_fails_at_is_left_for_the_next() {
    let home = Home::fake("picky");
    fs::write(home.path().join("a.usi"), "startpos moves 1g1f 1c1d 2g2f 2c2d 3g3f\n").unwrap();
    fs::write(home.path().join("b.usi"), "startpos moves 2g2f 2c2d 3g3f\n").unwrap();
    let analyze = ["analyze", "a.usi", "b.usi", "--engine", "fake", "--nodes", "9"];
    let run = dapu(home.path(), &analyze);
    assert_eq!(
        run.err.matches("a.usi: fake: has ended: exit status: 7\n").count(),
        3,
        "{}",
        run.err
    );
    assert_eq!((run.code, home.findings().len()), (2, 4), "{}", run.err);
}

#[test]
fn a_signal_ends_the_engine_too() {
    let home = Home::fake("hang-hello");
    for arguments in
        [&["engines"][..], &["analyze", "game.usi", "--engine", "fake", "--depth", "9"]]
    {
        home.game(4);
        let mut child = program(home.path()).args(arguments).stderr(Stdio::null()).spawn().unwrap();
        until(|| !left(&home).is_empty());
        let id = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        assert!(!child.wait().unwrap().success());
        assert_eq!(left(&home), "");
    }
}

#[test]
fn engines_are_listed_with_what_they_say() {
    let home = Home::fake("plain");
    let run = dapu(home.path(), &["engines"]);
    assert_eq!(run.code, 1, "a fake finds no mate: {}", run.out);
    assert!(run.out.starts_with("fake: shogi\n  is Fake 1\n"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'));
    let none = dapu(home.path(), &["engines", "other"]).failed();
    assert_eq!(none, "dapu: no engine \"other\"; there are fake");
    let home = Home::with("[engines.a]\ncmd = ['x']\ngame = 'go'\nprotocol = 'usi'\n");
    let wrong = dapu(home.path(), &["engines"]).failed();
    assert!(
        wrong.ends_with("config.toml:1: engines.a: go is not played over this protocol"),
        "{wrong}"
    );
}

#[test]
fn tables_for_what_is_installed_can_be_added_to_the_configuration() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::with("");
    let programs = home.path().join("bin \\ \"x");
    fs::create_dir(&programs).unwrap();
    for name in ["gpsusi", "katago", "pikafish", "unknown"] {
        fs::write(programs.join(name), "#!/bin/sh\n").unwrap();
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(programs.join(name), mode).unwrap();
    }
    let init = || {
        let mut command = program(home.path());
        let output = command.args(["engines", "--init"]).env("PATH", &programs).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, tables) = init();
    assert_eq!(code, Some(0));
    for name in ["gps", "katago", "pikafish"] {
        assert!(tables.contains(&format!("[engines.{name}]\n")), "{tables}");
    }
    assert!(!tables.contains("unknown"));
    fs::write(home.path().join(".config/dapu/config.toml"), tables).unwrap();
    let none = dapu(home.path(), &["engines", "none"]).failed();
    assert!(none.contains("there are ") && none.contains("katago"), "{none}");
    // What is there is not added again.
    assert_eq!(init(), (Some(1), String::new()));
}

/// Six engines, each with a will of its own, and a game that each of them fails at: whatever they do, the night ends, every
/// engine with it, and what the willing ones found is there.
#[test]
fn a_night_with_six_wilful_engines_ends() {
    let home = Home::fake("plain");
    let config = home.path().join(".config/dapu/config.toml");
    let modes = ["never", "overdue", "past", "deaf", "wide", "exit", "plain"];
    let engines = modes.map(|mode| table(mode, mode, home.path()));
    fs::write(&config, engines.concat()).unwrap();
    home.game(9);
    fs::write(home.path().join("b.usi"), "startpos moves 2h3h 8b7b 3h2h\n").unwrap();
    let start = |mode: &str| {
        let arguments = ["analyze", "game.usi", "b.usi", "--nodes", "100", "--engine", mode];
        let mut command = program(home.path());
        command.args(arguments).args(["-j", "2"]).stderr(Stdio::null()).stdout(Stdio::null());
        (mode.to_owned(), command.spawn().unwrap())
    };
    for (mode, mut child) in modes.map(start) {
        let is_willing = matches!(&*mode, "past" | "plain");
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(if is_willing { 0 } else { 2 }), "{mode}");
    }
    assert_eq!(left(&home), "");
    for mode in ["past", "plain"] {
        let notes = dapu(home.path(), &["notes", "game.usi", "--engine", mode]).fine();
        assert!(notes.contains(&format!(" ({mode}, 100 nodes)")), "{mode}: {notes}");
    }
}

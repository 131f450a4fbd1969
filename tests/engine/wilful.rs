//! Whatever an engine does, it costs one message, and nothing of it stays behind.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::Home;
use crate::common::program::dapu;

/// The processes that run the fake engine of a home.
fn left(home: &Home) -> String {
    let list = Command::new("ps").args(["-eo", "pid,args"]).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    let path = home.path().to_str().unwrap().to_owned();
    list.lines().filter(|line| line.contains(&path)).collect()
}

/// A run over five positions, in which the engine has its will at the third.
fn run(mode: &str) -> (Home, i32, String) {
    let home = Home::fake(mode);
    let game = home.game(4);
    // The shallow pass ends with the fifth; the third search is within it.
    let run = dapu(
        home.path(),
        &["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", "1000"],
    );
    assert!(!run.err.contains('\u{1b}') && !run.out.contains('\u{1b}'), "{}", run.err);
    assert_eq!(left(&home), "", "{mode}");
    (home, run.code, run.err)
}

#[test]
fn an_engine_that_fails_once_costs_one_message_and_is_started_again() {
    for (mode, message) in [
        ("exit", "has ended: exit status: 5"),
        ("flood", "says more than anyone could read"),
        ("endless", "says more than anyone could read"),
        ("wrong", "answers about another position"),
        ("liar", "answers about another position"),
        ("silent", "gives no score"),
        ("late", "does not stop"),
    ] {
        let began = Instant::now();
        let (home, code, err) = run(mode);
        // The engine that was started again fails at its third search, too: once in each pass, and in the pass after.
        let messages = err.lines().filter(|line| line.contains(message)).count();
        assert!((1..=3).contains(&messages), "{mode}: {err}");
        assert!(
            err.ends_with("dapu: not everything was analysed; the same command goes on\n"),
            "{mode}: {err}"
        );
        assert_eq!((code, err.lines().count()), (2, messages + 1), "{mode}: {err}");
        assert!(home.findings().len() >= 3, "{mode}");
        assert!(began.elapsed() < Duration::from_secs(60), "{mode}");
    }
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
    for (mode, message) in [
        ("hang-hello", "does not answer"),
        ("hang-ready", "does not answer"),
        ("hang-go", "does not stop"),
        ("complain", "has ended: exit status: 3: no network file"),
    ] {
        let (home, code, err) = run(mode);
        assert_eq!(code, 2, "{mode}: {err}");
        assert_eq!(err.lines().filter(|line| line.contains(message)).count(), 3, "{mode}: {err}");
        assert!(home.findings().is_empty(), "{mode}");
    }
}

#[test]
fn one_that_does_not_quit_is_ended() {
    let began = Instant::now();
    let (home, code, err) = run("stay");
    assert_eq!((code, &*err, home.findings().len()), (0, "", 5));
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn resignations_are_no_blunders() {
    let (home, code, err) = run("resign");
    assert_eq!((code, &*err), (0, ""));
    let findings = home.findings();
    assert_eq!(findings.len(), 5);
    assert!(findings.values().all(|finding| finding["lines"][0]["word"] == "resign"));
}

#[test]
fn engines_are_listed_with_what_they_say() {
    let home = Home::fake("plain");
    let run = dapu(home.path(), &["engines"]);
    assert_eq!(run.code, 1, "a fake finds no mate: {}", run.out);
    assert!(run.out.starts_with("fake: Fake 1, shogi\n"), "{}", run.out);
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

//! Signals, and the keys that send them.

use rustix::process::Signal;

use crate::common::terminal::Terminal;
use crate::terminal::game;

/// The signals that end a program.
const ENDING: [Signal; 8] = [
    Signal::HUP,
    Signal::INT,
    Signal::QUIT,
    Signal::USR1,
    Signal::USR2,
    Signal::ALARM,
    Signal::TERM,
    Signal::XCPU,
];

#[test]
fn signals_restore_the_terminal_and_set_the_exit_code() {
    let (_directory, path) = game(4);
    for signal in ENDING {
        let mut terminal = Terminal::open(&path);
        terminal.shows("0/4");
        terminal.signal(signal);
        let code = 128 + signal.as_raw().cast_unsigned();
        assert_eq!(terminal.exit_code(), code, "{signal:?}");
        terminal.assert_restored();
    }
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn suspending_restores_the_terminal_until_resumed() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::job(&path, "vi");
    terminal.shows("0/4");
    terminal.keys("l\x1a");
    terminal.shows("stopped");
    terminal.assert_restored();
    terminal.keys("\n");
    terminal.shows("1/4  (round 1)  兵七进一");
    terminal.keys("l");
    terminal.shows("2/4");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn suspending_without_a_shell_does_nothing() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("\x1a");
    terminal.shows("no shell to return to");
    terminal.keys("l");
    terminal.shows("1/4");
    terminal.signal(Signal::TSTP);
    terminal.shows("no shell to return to");
    terminal.keys("l");
    terminal.shows("2/4");
}

#[cfg(target_os = "linux")]
#[test]
fn a_window_that_claims_to_be_huge_is_refused_and_takes_no_memory() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.claim_size(u16::MAX, u16::MAX);
    terminal.shows("too large: 1000x500 at most");
    let status = format!("/proc/{}/status", terminal.process().as_raw_nonzero());
    let status = std::fs::read_to_string(status).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak: usize = peak.unwrap().trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < 200_000, "{peak} kB");
    terminal.resize(80, 24);
    terminal.shows("0/4");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

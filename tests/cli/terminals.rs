//! Terminals of all kinds and sizes, and terminals that go away.
//!
//! For Unix: the console of Windows draws what a program writes anew, so that neither bytes nor frames can be compared.

#![cfg(unix)]

use std::path::PathBuf;

use rustix::process::Signal;

use crate::common::Random;
use crate::common::program::sample;
use crate::common::terminal::Terminal;

fn game() -> String {
    let path: PathBuf = sample("xiangqi/xianrenzhilu.xqf");
    path.to_str().unwrap().to_owned()
}

/// A kind of terminal, and what must not be sent to it.
struct Kind {
    name: &'static str,
    environment: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
    /// Its answer to the question for the cursor after a character of ambiguous width.
    answer: Option<&'static str>,
    ascii: bool,
    colorless: bool,
}

const KINDS: &[Kind] = &[
    kind("xterm-256color", &[("TERM", "xterm-256color")], false, false),
    kind("tmux-256color", &[("TERM", "tmux-256color")], false, false),
    kind("screen", &[("TERM", "screen")], false, false),
    kind("16 colours", &[("TERM", "xterm")], false, false),
    kind("true colour", &[("TERM", "xterm"), ("COLORTERM", "truecolor")], false, false),
    kind("light", &[("COLORFGBG", "0;15")], false, false),
    kind("dark", &[("COLORFGBG", "15;0")], false, false),
    kind("NO_COLOR", &[("NO_COLOR", "1")], false, true),
    kind("vt100", &[("TERM", "vt100")], false, true),
    // It supports UTF-8, but has no glyphs for the boards.
    kind("linux", &[("TERM", "linux")], false, false),
    kind("LANG=C", &[("LANG", "C")], true, false),
    kind(
        "linux, LANG=C, NO_COLOR",
        &[("TERM", "linux"), ("LANG", "C"), ("NO_COLOR", "1")],
        true,
        true,
    ),
    Kind { arguments: &["--color", "never"], ..kind("--color never", &[], false, true) },
    Kind { arguments: &["--ascii"], ..kind("--ascii", &[], false, false) },
    Kind { answer: Some("\x1b[1;2R"), ..kind("ambiguous narrow", &[], false, false) },
    Kind { answer: Some("\x1b[1;3R"), ..kind("ambiguous wide", &[], false, false) },
];

const fn kind(
    name: &'static str,
    environment: &'static [(&'static str, &'static str)],
    ascii: bool,
    colorless: bool,
) -> Kind {
    Kind { name, environment, arguments: &[], answer: None, ascii, colorless }
}

/// Whether a sequence that sets colours is among the bytes: `38`, `48`, and the ranges of the 16 colours.
fn has_color(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let sequences = text.split("\x1b[").skip(1);
    let styles = sequences.filter_map(|rest| {
        let (numbers, _) = rest.split_once('m')?;
        let is_style = numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
        is_style.then(|| numbers.to_owned())
    });
    let is_color = |number: &str| matches!(number.parse::<u32>(), Ok(30..=38 | 40..=48 | 90..=107));
    styles.into_iter().any(|numbers| numbers.split(';').any(is_color))
}

#[test]
fn every_kind_of_terminal_gets_a_board_it_can_display() {
    let game = game();
    for kind in KINDS {
        let arguments: Vec<&str> = kind.arguments.iter().copied().chain([&*game]).collect();
        let mut terminal = Terminal::start(&arguments, 80, 24, kind.environment);
        if let Some(answer) = kind.answer {
            terminal.shows("0/16");
            terminal.keys(answer);
            terminal.still_shows("0/16");
        }
        terminal.shows("0/16");
        terminal.keys("ll");
        let screen = terminal.shows_at_last("2/16");
        let name = kind.name.replace([' ', ','], "-");
        insta::assert_snapshot!(name, screen);
        terminal.keys("q");
        assert_eq!(terminal.exit_code(), 0, "{}", kind.name);
        terminal.assert_restored();
        let bytes = terminal.bytes();
        if kind.ascii {
            // Only the question whether the terminal understands more.
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(
                text.replacen("馬馬", "", 1).is_ascii(),
                "{} is sent more than ASCII",
                kind.name
            );
        }
        assert_eq!(has_color(&bytes), !kind.colorless, "{}: colours", kind.name);
    }
}

#[test]
fn a_terminal_that_only_prints_gets_text() {
    let mut terminal = Terminal::start(&[&game()], 80, 24, &[("TERM", "dumb")]);
    assert_eq!(terminal.exit_code(), 0);
    terminal.shows("16/16");
    assert!(!terminal.bytes().contains(&0x1B));
}

#[test]
fn the_size_can_change_at_any_time() {
    let mut terminal = Terminal::start(&[&game()], 80, 24, &[]);
    terminal.shows("0/16");
    let mut random = Random::new(5);
    let mut next = |bound| random.below(bound) as u16;
    for round in 0..120 {
        let (columns, rows) = match round % 4 {
            0 => (1 + next(500), 1 + next(200)),
            1 => (1 + next(30), 1 + next(12)),
            2 => (1 + next(200), 1),
            _ => (1, 1 + next(100)),
        };
        let before = terminal.bytes().len();
        terminal.resize(columns, rows);
        terminal.keys(["l", "h", "j", "G", "g", "\t", "f", "i"][usize::from(next(8))]);
        // Several changes at once are drawn once.
        if round % 3 == 0 {
            terminal.writes_more_than(before);
        }
    }
    terminal.resize(500, 200);
    terminal.keys("\x1b");
    terminal.keys_are_read();
    terminal.resize(80, 24);
    terminal.keys("G");
    terminal.shows("16/16");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

/// The program in a large terminal, with its first frame on the screen.
fn large() -> Terminal {
    let terminal = Terminal::start(&[&game()], 160, 50, &[("TMUX", "x")]);
    terminal.shows("0/16");
    terminal
}

#[test]
fn a_closed_window_ends_the_program() {
    for is_blocked in [false, true] {
        let mut terminal = large();
        terminal.stop_reading();
        if is_blocked {
            terminal.block();
            terminal.keys("lfhf");
        }
        terminal.close();
    }
}

#[test]
fn a_blocked_terminal_does_not_keep_the_program_from_ending() {
    for signal in [Signal::HUP, Signal::TERM, Signal::INT] {
        let mut terminal = large();
        terminal.block();
        terminal.keys("lfhf");
        terminal.signal(signal);
        terminal.ends();
    }
}

//! Terminals of all kinds and sizes, and terminals that go away.

#![cfg(unix)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize};

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
            assert!(bytes.is_ascii(), "{} is sent more than ASCII", kind.name);
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

/// A terminal that is read only on request, and that can be closed.
struct Window {
    master: Box<dyn MasterPty + Send>,
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// A history of its own.
    _state: tempfile::TempDir,
}

impl Window {
    fn open() -> Self {
        let size = PtySize { rows: 50, cols: 160, ..PtySize::default() };
        let pair = portable_pty::native_pty_system().openpty(size).unwrap();
        let state = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dapu"));
        command.arg(game());
        command.env("XDG_STATE_HOME", state.path());
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("TMUX", "x")] {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        Self {
            reader: pair.master.try_clone_reader().unwrap(),
            writer: pair.master.take_writer().unwrap(),
            master: pair.master,
            child,
            _state: state,
        }
    }

    /// Reads until a text has come.
    fn read_until(&mut self, text: &str) {
        let mut seen = Vec::new();
        let mut buffer = [0; 1024];
        while !String::from_utf8_lossy(&seen).contains(text) {
            let count = self.reader.read(&mut buffer).unwrap();
            assert_ne!(count, 0, "the program ended: {}", String::from_utf8_lossy(&seen));
            seen.extend_from_slice(&buffer[..count]);
        }
    }

    /// Has the terminal take no more output, as after Ctrl-S, and the program write some.
    fn get_stuck(&mut self) {
        let terminal = self.master.tty_name().unwrap();
        let terminal = std::fs::File::open(terminal).unwrap();
        rustix::termios::tcflow(terminal, rustix::termios::Action::OOff).unwrap();
        self.writer.write_all(b"lfhf").unwrap();
    }

    fn signal(&self, signal: rustix::process::Signal) {
        let id = i32::try_from(self.child.process_id().unwrap()).unwrap();
        let process = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(process, signal).unwrap();
    }
}

/// Waits for the program to end.
#[track_caller]
fn ends(child: &mut (dyn Child + Send + Sync)) {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_closed_window_ends_the_program() {
    for stuck in [false, true] {
        let mut window = Window::open();
        window.read_until("0/16");
        if stuck {
            window.get_stuck();
        }
        let Window { master, reader, writer, mut child, .. } = window;
        drop((master, reader, writer));
        ends(&mut *child);
    }
}

#[test]
fn a_blocked_terminal_does_not_keep_the_program_from_ending() {
    use rustix::process::Signal;
    for signal in [Signal::HUP, Signal::TERM, Signal::INT] {
        let mut window = Window::open();
        window.read_until("0/16");
        window.get_stuck();
        window.signal(signal);
        ends(&mut *window.child);
    }
}

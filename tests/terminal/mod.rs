//! The program in a pseudo-terminal.
//!
//! For Unix: the console of Windows draws what a program writes anew, so that neither bytes nor frames can be compared.

#![cfg(unix)]

mod completions;
// Namespaces.
#[cfg(target_os = "linux")]
mod disks;
mod editor;
mod failures;
mod held;
// It reads /proc.
#[cfg(target_os = "linux")]
mod idle;
mod input;
mod large;
mod resume;
mod signals;
mod streams;

use std::fs;
use std::path::PathBuf;

use crate::common::program::until;
use crate::common::terminal::Terminal;
use crate::common::xqf;

/// The first plies of the example, in a directory of its own.
fn game(plies: usize) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.xqf");
    fs::write(&path, xqf::with_plies(plies)).unwrap();
    (directory, path)
}

#[test]
fn the_example_opens_steps_flips_and_quits() {
    let (_directory, path) = game(16);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/16");
    // The rows of a frame may come in any order.
    for text in [
        "柳大华",
        "吕  钦",
        "俥－傌－相－仕－帥－仕－相－傌－俥",
        "兵七进一",
        "车９平８",
        "[live]",
        "q quit",
    ] {
        terminal.shows(text);
    }
    terminal.keys("i");
    assert!(terminal.shows("仙人指路对起马局").contains("北京"));
    terminal.keys("\x1b");
    terminal.shows("兵七进一");
    terminal.keys("l");
    assert!(
        terminal.shows("1/16").contains("兵－＋－＋－＋－兵－＋－兵－＋－兵")
            || terminal.screen().contains("＊")
    );
    terminal.keys("\x1b[C\x1b[C");
    terminal.shows("3/16  (round 2)  兵三进一");
    terminal.keys("h");
    terminal.shows("2/16  (round 1)  马８进７");
    terminal.keys("G");
    terminal.shows("16/16  (round 8)  车９平８");
    terminal.keys("g");
    terminal.shows("0/16");
    terminal.keys("\x1b[6~");
    terminal.shows("10/16  (round 5)  车２进４");
    terminal.keys("5G");
    terminal.shows("5/16  (round 3)  相七进五");
    terminal.keys("f");
    let flipped = terminal.wait("black at the bottom", |screen| {
        screen.lines().nth(1).is_some_and(|line| line.starts_with('一'))
    });
    assert!(flipped.lines().nth(2).unwrap().starts_with('俥'));
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn the_last_move_is_marked_with_and_without_colour() {
    let (_directory, path) = game(16);
    for environment in [&[][..], &[("NO_COLOR", "1")][..]] {
        let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, environment);
        terminal.shows("0/16");
        terminal.keys("l");
        terminal.shows("1/16");
        // 兵七进一: c3 to c4, which is the fifth column of cells in the rows of ranks 3 and 4.
        let (from, to) = terminal.wait_cells((14, 8), (12, 8));
        assert_eq!((from.0.as_str(), to.0.as_str()), ("＊", "兵"));
        assert!(to.1, "the destination is not in reverse");
        assert!(!from.1);
    }
}

trait Cells {
    fn wait_cells(&self, from: (u16, u16), to: (u16, u16)) -> ((String, bool), (String, bool));
}

impl Cells for Terminal {
    /// The text of two cells and whether they are inverse, once the mark of the origin is shown.
    fn wait_cells(&self, from: (u16, u16), to: (u16, u16)) -> ((String, bool), (String, bool)) {
        let cell = |(row, column): (u16, u16)| {
            self.look(|screen| {
                let cell = screen.cell(row, column).unwrap();
                (cell.contents().to_owned(), cell.inverse())
            })
        };
        self.wait("the mark of the origin", |screen| screen.contains('＊'));
        (cell(from), cell(to))
    }
}

#[test]
fn every_size_down_to_one_cell_is_drawn() {
    let (_directory, path) = game(16);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/16");
    for (columns, rows) in
        [(120, 40), (40, 20), (20, 8), (19, 7), (1, 1), (2, 30), (200, 2), (80, 24)]
    {
        let before = terminal.bytes().len();
        terminal.resize(columns, rows);
        // Sizes that change at once are drawn once; the smallest show nothing to wait for.
        terminal.writes_more_than(before);
        terminal.keys("l");
    }
    terminal.shows("8/16  (round 4)  车１平２");
    terminal.resize(40, 20);
    let narrow = terminal.wait("the compact board", |screen| screen.contains("１２３４５６７８９"));
    assert!(narrow.contains("8/16"));
    terminal.keys("\t");
    terminal.shows("-- MOVES");
    terminal.resize(15, 5);
    terminal.shows("too small");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn help_lists_every_key_and_escape_closes_it() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    terminal.keys("?");
    let help = terminal.shows("-- KEYS");
    // The keys of every day are on the first page.
    assert!(help.contains("Right l") && help.contains("q Ctrl-c"), "{help}");
    // The list is longer than the screen.
    terminal.keys(&"\x1b[6~".repeat(6));
    terminal.shows("Ctrl-z");
    // The first byte of End is taken for Escape; the rest comes too late, and does nothing.
    terminal.keys("\x1b");
    terminal.shows(" MOVES ");
    terminal.keys("[F");
    terminal.keys("l");
    let screen = terminal.shows("1/4");
    assert!(screen.contains("[live]"), "{screen}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_screen_sends_nothing() {
    let (_directory, path) = game(4);
    let arguments = ["--poll", "0.1", path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &[]);
    terminal.shows("0/4");
    terminal.keys("l");
    terminal.shows_at_last("1/4");
    let before = terminal.bytes().len();
    let woken = || switches(terminal.process());
    let enough = woken() + 10;
    until(|| woken() >= enough);
    assert_eq!(terminal.bytes().len(), before);
}

/// How many times the threads of a process have been woken.
#[cfg(target_os = "linux")]
fn switches(process: rustix::process::Pid) -> usize {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).unwrap();
    let switches = threads.map(|thread| {
        let status = fs::read_to_string(thread.unwrap().path().join("status")).unwrap();
        let mut lines = status.lines();
        let count = lines.find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        count.unwrap().trim().parse::<usize>().unwrap()
    });
    switches.sum()
}

#[test]
fn a_terminal_that_draws_utf_8_is_sent_it_in_every_locale() {
    let (_directory, path) = game(4);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[("LANG", "C")]);
    terminal.shows("LANG=C is not UTF-8; names need --charset cjk");
    terminal.keys("\x1b[1;5R");
    terminal.shows("車－馬－象");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_terminal_without_utf_8_gets_ascii() {
    let (_directory, path) = game(4);
    let mut terminal =
        Terminal::start(&[path.to_str().unwrap()], 80, 24, &[("LANG", "C"), ("TERM", "linux")]);
    let screen = terminal.shows("r-n-b-a-k-a-b-n-r");
    assert!(screen.contains("R-N-B-A-K-A-B-N-R"), "{screen}");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

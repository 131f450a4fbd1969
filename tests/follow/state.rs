//! The state of the file in the last row, and the messages beside it.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::common::xqf;
use crate::follow::growing::{file, run};
use crate::follow::together;

/// Whether the screen shows the rank that comes last in the file and that no move changes.
fn is_whole(screen: &str) -> bool {
    let mut lines = screen.lines();
    lines.any(|line| line.replace(['|', ' '], "").starts_with("香桂銀金玉金銀桂香"))
}

/// Writes a file line by line with pauses; returns every complete screen that was shown.
fn write_lines(path: &Path, text: &str, pause: Duration, terminal: &Terminal) -> Vec<String> {
    terminal.seen();
    let mut file = File::create(path).unwrap();
    for line in text.split_inclusive('\n') {
        file.write_all(line.as_bytes()).unwrap();
        thread::sleep(pause);
    }
    terminal.seen().into_iter().map(|(_, screen)| screen).collect()
}

#[test]
fn a_game_written_line_by_line_never_shows_half_a_board() {
    let text = fs::read_to_string(sample("shogi/floodgate.csa")).unwrap();
    // After a pause of a second an incomplete line is taken as it is.
    together(&[80, 1300], |&pause| {
        let shorter: String = match pause {
            80 => text.clone(),
            _ => text.lines().skip(4).take(5).flat_map(|line| [line, "\n"]).collect(),
        };
        let (_directory, path) = file("csa", text.as_bytes());
        let mut terminal = Terminal::open(&path);
        terminal.shows("0/5");
        terminal.keys("l");
        terminal.shows("1/5");
        let seen = write_lines(&path, &shorter, Duration::from_millis(pause), &terminal);
        for screen in &seen {
            assert!(is_whole(screen), "half a board:\n{screen}");
            assert!(!screen.contains("another game"), "{screen}");
        }
        if pause == 80 {
            let screen = terminal.shows("1/5");
            assert!(!screen.contains("taken back"), "{screen}");
        }
    });
}

#[test]
fn an_awaited_game_is_shown_with_a_complete_board() {
    let text = fs::read_to_string(sample("shogi/floodgate.csa")).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.csa");
    let terminal = Terminal::start(&["--follow", path.to_str().unwrap()], 80, 24, &[]);
    terminal.shows("no such file");
    let seen = write_lines(&path, &text, Duration::from_millis(80), &terminal);
    for screen in &seen {
        let is_shown = screen.contains("+---");
        assert!(!is_shown || is_whole(screen), "half a board:\n{screen}");
    }
    terminal.shows("5/5");
}

#[test]
fn keys_typed_while_a_game_is_awaited_are_for_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.csa");
    let mut terminal = Terminal::start(&["--follow", path.to_str().unwrap()], 80, 24, &[]);
    terminal.shows("no such file");
    terminal.keys("2Gyp");
    terminal.keys_are_read();
    fs::copy(sample("shogi/floodgate.csa"), &path).unwrap();
    terminal.shows("copied SFEN: ");
    terminal.shows("2/5");
}

#[test]
fn a_truncated_file_keeps_the_last_good_board() {
    let (_directory, path) = file("csa", &fs::read(sample("shogi/floodgate.csa")).unwrap());
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/5");
    terminal.keys("3G");
    terminal.shows("3/5");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..260]).unwrap();
    let screen = terminal.shows("[incomplete: the file ends inside the board]");
    assert!(screen.contains("3/5  "), "{screen}");
    fs::write(&path, &whole).unwrap();
    let screen = terminal.wait("a whole file", |screen| screen.contains("[live"));
    assert!(screen.contains("3/5  ") && !screen.contains("taken"), "{screen}");
}

#[test]
fn a_message_expires_and_the_state_of_the_file_stays() {
    let (directory, path) = file("xqf", &xqf::with_plies(4));
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/4");
    run("rm game.xqf", directory.path());
    terminal.shows("[gone]");
    // A message appears beside it, and expires.
    terminal.keys(":nonsense\r");
    let screen = terminal.wait("a message", |screen| {
        screen.lines().last().is_some_and(|line| line.contains("nonsense"))
    });
    assert!(screen.contains("[gone]"), "{screen}");
    let began = Instant::now();
    terminal.wait("its end", |screen| !screen.contains("nonsense"));
    assert!(began.elapsed() > Duration::from_secs(3));
    terminal.shows("[gone]");
    // On a small screen, too.
    terminal.resize(40, 20);
    terminal.keys(":nonsense\r");
    terminal.wait("both", |screen| {
        let last = screen.lines().last().unwrap_or_default();
        last.contains("no such place") && last.contains("[gone]")
    });
    fs::write(&path, b"").unwrap();
    terminal.shows("[incomplete: ");
    fs::write(&path, xqf::with_plies(5)).unwrap();
    terminal.wait("a whole file", |screen| {
        !screen.contains("[gone]") && !screen.contains("[incomplete")
    });
}

#[test]
fn a_message_ends_when_the_file_contradicts_it() {
    let (_directory, path) = file("xqf", &xqf::with_plies(6));
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/6");
    terminal.keys("5G");
    terminal.shows("5/6");
    // A count that waits for its key does not hide it.
    terminal.keys("2");
    terminal.shows(" 2_ ");
    fs::write(&path, xqf::with_plies(4)).unwrap();
    terminal.shows(" 2_  the move was taken back");
    fs::write(&path, xqf::with_plies(6)).unwrap();
    // The first frame with the move is without the message, which would otherwise stay for some seconds.
    let screen = terminal.wait("the move again", |screen| screen.contains("5/6"));
    assert!(!screen.contains("taken back"), "{screen}");

    let (_directory, path) = file("sgf", b"(;GM[1]SZ[9];B[ee];W[cc]");
    let terminal = Terminal::open(&path);
    terminal.shows("1 warning");
    fs::write(&path, b"(;GM[1]SZ[9];B[ee];W[cc];B[gg])").unwrap();
    let screen = terminal.wait("the whole file", |screen| screen.contains("/3"));
    assert!(!screen.contains("1 warning"), "{screen}");
}

#[test]
fn the_newest_node_is_the_one_added_last() {
    let text =
        |main: &str, side: &str| format!("(;GM[1]SZ[9];B[ee](;W[cc]{side};B[gg])(;W[gc]{main}))");
    let (_directory, path) = file("sgf", text("", "").as_bytes());
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/3");
    fs::write(&path, text(";B[cg]", "")).unwrap();
    terminal.shows("[+1]");
    // The next addition comes before that in the file.
    let longer = "(;GM[1]SZ[9];B[ee](;W[cc];B[gg];W[dd])(;W[gc];B[cg]))";
    fs::write(&path, longer).unwrap();
    terminal.shows("[+2]");
    terminal.keys(".");
    terminal.shows(" 4/4 ");
    terminal.keys(".");
    terminal.wait("the one before", |screen| screen.contains(" 3/3 ") && screen.contains("2.2-3"));
}

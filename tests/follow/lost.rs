//! What a busy reader keeps when moves are taken from the file, and perhaps come back.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use dapu::files::load::{self, LoadOptions};
use dapu::game::Game;

use crate::common::terminal::Terminal;
use crate::common::xqf;
use crate::follow::growing::file;
use crate::follow::slow::{bytes, record};

/// A record of shogi with this many plies, and perhaps the variation from ply 12 to 15.
fn kif(plies: usize, forked: bool) -> Vec<u8> {
    bytes("kif", &record(Game::Shogi, plies, forked))
}

fn open(path: &Path, keys: &str, shows: &str) -> Terminal {
    let mut terminal = Terminal::open(path);
    terminal.shows(" 0/");
    terminal.keys(keys);
    terminal.shows(shows);
    terminal
}

#[test]
fn the_place_that_the_reader_went_to_after_a_loss_is_kept_in_the_next_one() {
    let (_directory, path) = file("kif", &kif(39, true));
    let mut terminal = open(&path, ":20\r", " 20/39 ");
    fs::write(&path, kif(18, true)).unwrap();
    terminal.shows(" 18/18 ");
    terminal.keys(":17\r");
    terminal.shows(" 17/18 ");
    let whole = kif(37, true);
    let half = &whole[..whole.len() / 3];
    let lines = half.iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(&path, &whole[..lines]).unwrap();
    terminal.wait("a part", |screen| !screen.contains("/18 "));
    fs::write(&path, whole).unwrap();
    let screen = terminal.shows("/37 ");
    assert!(screen.contains(" 17/37 "), "{screen}");
}

#[test]
fn a_reader_who_came_back_to_the_live_end_moves_along() {
    for (keys, there) in [("", " 25/30 "), ("hl", " 30/30 ")] {
        let (_directory, path) = file("kif", &kif(28, true));
        let mut terminal = open(&path, ":25\r", " 25/28 ");
        fs::write(&path, kif(20, true)).unwrap();
        terminal.shows(" 20/20 ");
        terminal.keys(keys);
        terminal.keys_are_read();
        terminal.shows_at_last(" 20/20 ");
        fs::write(&path, kif(30, true)).unwrap();
        let screen = terminal.shows("/30 ");
        assert!(screen.contains(there), "{keys}:\n{screen}");
    }
}

#[test]
fn a_reader_of_a_variation_that_is_taken_away_is_at_the_move_that_it_left() {
    for (open_list, shows, leave) in
        [("", "", ""), ("T", " MAP ", "\x1b"), ("/歩\r", " HITS ", "\x1b")]
    {
        let (_directory, path) = file("kif", &kif(25, true));
        let mut terminal = open(&path, ":12.2-15\r", " 15/15 ");
        terminal.keys(open_list);
        terminal.shows_at_last(shows);
        fs::write(&path, kif(30, false)).unwrap();
        terminal.wait("the loss", |screen| !screen.contains("/15 "));
        terminal.keys(leave);
        let screen = terminal.wait("the moves", |screen| screen.contains(" MOVES "));
        assert!(screen.contains(" 11/30 "), "{open_list}:\n{screen}");
    }
}

#[test]
fn a_loss_is_shown_though_the_writer_goes_on_and_at_once_when_the_reader_asks() {
    for keys in ["r", ""] {
        a_loss_is_shown_though_the_writer_goes_on(keys);
    }
}

fn a_loss_is_shown_though_the_writer_goes_on(keys: &str) {
    let (_directory, path) = file("kif", &kif(28, true));
    let mut terminal = open(&path, ":25\r", " 25/28 ");
    let (stop, stopped) = mpsc::channel::<()>();
    let again = Duration::from_millis(200);
    let writing = std::thread::spawn(move || {
        while stopped.recv_timeout(again) == Err(RecvTimeoutError::Timeout) {
            fs::write(&path, kif(20, true)).unwrap();
        }
    });
    terminal
        .wait("the old moves", |screen| screen.contains("[writing") && screen.contains(" 25/28 "));
    terminal.keys(keys);
    terminal.shows(" 20/20 ");
    drop(stop);
    writing.join().unwrap();
}

#[test]
fn a_file_that_is_cut_is_shown_when_the_reader_asks() {
    let (_directory, path) = file("xqf", &xqf::with_plies(8));
    let mut terminal = open(&path, "G", " 8/8 ");
    fs::write(&path, &xqf::example()[..0x40B]).unwrap();
    let screen = terminal.shows("[incomplete: ");
    assert!(screen.contains(" 8/8 "), "{screen}");
    terminal.keys("r");
    terminal.wait("a part", |screen| !screen.contains("/8 ") && screen.contains("[incomplete: "));
}

#[test]
fn everything_that_was_lost_for_long_is_found_again() {
    let (_directory, path) = file("kif", &kif(39, true));
    let keys = ":12.2-14\r\"a:30\r";
    let mut terminal = open(&path, keys, " 30/39 ");
    for plies in [20, 9, 20, 33] {
        fs::write(&path, kif(plies, plies > 20)).unwrap();
        let screen = terminal.shows(&format!("/{plies} "));
        let place = format!(" {}/{plies} ", plies.min(30));
        assert!(screen.contains(&place), "{place}:\n{screen}");
        assert!(!screen.contains("[+") && !screen.contains("new move"), "{screen}");
    }
    fs::write(&path, kif(39, true)).unwrap();
    let screen = terminal.shows(" 30/39 ");
    assert!(!screen.contains("[+"), "{screen}");
    terminal.keys("'a");
    terminal.shows(" 14/15 ");
    terminal.keys("\x0f");
    terminal.shows(" 30/39 ");
}

#[test]
fn hits_that_come_back_are_listed_again() {
    let (_directory, path) = file("kif", &kif(39, true));
    let mut terminal = open(&path, "/歩\r", " HITS ");
    terminal.keys("jjj");
    let screen = terminal.shows_at_last(" 4/");
    let heading = |screen: &str| {
        let line = screen.lines().find(|line| line.contains(" HITS ")).unwrap();
        line.to_owned()
    };
    let before = heading(&screen);
    fs::write(&path, kif(20, true)).unwrap();
    terminal.wait("fewer hits", |screen| !screen.contains(&before));
    fs::write(&path, kif(39, true)).unwrap();
    terminal.wait("all hits", |screen| screen.contains(&before));
}

#[test]
fn a_line_that_is_tried_keeps_the_comment_that_quotes_it() {
    let text = |mainline: &str| {
        format!("(;GM[1]SZ[9];B[ee](;W[cc]{mainline})(;W[gg]C[Better is G7 G8.]))\n")
    };
    let (_directory, path) = file("sgf", text(";B[gc]").as_bytes());
    let mut terminal = open(&path, ":2.2-2\r\t", "== COMMENT");
    terminal.keys("\r");
    terminal.shows("3.a-3");
    terminal.shows("Better is");
    fs::write(&path, text(";B[gc];W[cg];B[ec]")).unwrap();
    let screen = terminal.shows("new moves");
    assert!(screen.contains("-3") && screen.contains("Better is"), "{screen}");
}

#[test]
fn a_reader_of_a_variation_is_there_when_the_variations_change_places() {
    let [first, second] = ["(;W[cc];B[gc])", "(;W[gg];B[cg])"];
    let text = |variations: String| format!("(;GM[1]SZ[9];B[ee]{variations})\n");
    let (_directory, path) = file("sgf", text(first.to_owned() + second).as_bytes());
    let mut terminal = open(&path, ":2.2-3\r", "2.2-3");
    terminal.shows("Black C3");
    fs::write(&path, text(second.to_owned() + first)).unwrap();
    terminal.wait("the mainline", |screen| !screen.contains("2.2-3"));
    terminal.keys("h");
    terminal.shows("White G3");
}

/// A text that is packed so that its bytes can be seen, without an end and with it.
fn pack(text: &str) -> (Vec<u8>, Vec<u8>) {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packer.write_all(text.as_bytes()).unwrap();
    packer.flush().unwrap();
    (packer.get_ref().clone(), packer.finish().unwrap())
}

#[test]
fn a_gzip_file_is_not_shown_while_it_is_written_unless_it_is_whole() {
    let growing = LoadOptions { growing: true, ..LoadOptions::default() };
    let plies = |bytes: &[u8], options| {
        let (_directory, path) = file("sgf.gz", bytes);
        let loaded = load::load(&path, options).ok()?;
        Some(loaded.game(0).unwrap().tree.len() - 1)
    };
    let (cut, whole) = pack("(;SZ[9];B[aa];W[bb];B[cc])\n");
    assert_eq!(plies(&whole, growing), Some(3));
    // One half of another file.
    let mut mixed = whole;
    let old = mixed.len() - 14;
    mixed[old] ^= 1;
    for bytes in [cut, mixed] {
        assert_eq!(plies(&bytes, growing), None);
        // At rest, what could be unpacked is shown.
        assert_eq!(plies(&bytes, LoadOptions::default()), Some(3));
    }
}

#[test]
fn half_a_move_at_the_end_of_a_growing_gzip_file_is_not_shown() {
    let text = |end: &str| format!("手合割：平手\n▲７六歩 △３四歩 {end}");
    let (_directory, path) = file("ki2.gz", &pack(&text("\n")).1);
    let terminal = open(&path, "G", " 2/2 ");
    // Of ２二角成 the last character is still to come.
    fs::write(&path, pack(&text("▲２二角")).0).unwrap();
    let screen = terminal.shows("[incomplete: ");
    assert!(screen.contains(" 2/2 "), "{screen}");
    fs::write(&path, pack(&text("▲２二角成\n")).1).unwrap();
    terminal.shows(" 3/3 ");
}

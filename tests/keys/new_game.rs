//! Games of the user's own: nothing is written before `:w`, and nothing that was entered is lost.

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::notes::Home;
use crate::keys::{ENTER, ESC, play};

const NOTHING: &str = "[new game: nothing is written before :w]";

fn open(home: &Home, arguments: &[&str]) -> Terminal {
    Terminal::start(arguments, 80, 24, &[("XDG_DATA_HOME", home.path())])
}

fn leave(terminal: &mut Terminal) {
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn what_was_entered_survives_a_kill_and_is_offered_until_it_is_written() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = folder.path().join("new.pgn");
    let name = path.to_str().unwrap();
    let mut terminal = open(&home, &[name]);
    play(
        &mut terminal,
        &[
            ("", NOTHING),
            ("B2", "二路三線 紅炮"),
            (ENTER, "Enter put down"),
            ("5", "五路三線"),
            (ENTER, " 1/1  (round 1)  炮二平五"),
            (ESC, "! 紅炮"),
            (":马8进7\r", " 2/2  (round 1)  马８进７"),
            // Another move at an earlier place is a variation.
            ("g:兵七进一\r", "兵七进一  [2/2]  1.2-1"),
            (":header red 吕钦\r", "吕钦"),
            ("wgood\x1b", "& good"),
            ("&1", "兵七进一 [2/2] ! *"),
        ],
    );
    terminal.signal(Signal::KILL);
    terminal.ends();
    assert!(!path.exists());
    // Another game says so, once.
    let mut terminal = open(&home, &[sample("shogi/yokofudori.kif").to_str().unwrap()]);
    play(&mut terminal, &[("", "a new game is not saved yet (:new /")]);
    leave(&mut terminal);
    let mut terminal = open(&home, &[name]);
    play(
        &mut terminal,
        &[
            ("", " 2/2  (round 1)  马８进７"),
            ("", "吕钦"),
            ("", "[new game]"),
            ("h2\r", "兵七进一 [2/2] ! *"),
            (":w\r", "written: new.pgn"),
            ("", "![new game]"),
        ],
    );
    let written = fs::read_to_string(&path).unwrap();
    for text in ["[Red \"吕钦\"]", "炮二平五", "马８进７", "兵七进一", "good"] {
        assert!(written.contains(text), "{text}: {written}");
    }
    assert_eq!(home.run(&["notes"]), "");
    // What follows is kept as well, with all before it; it goes to the same file.
    play(&mut terminal, &[("h1\r", "炮二平五"), ("l:兵三进一\r", "兵三进一"), ("", "[new game]")]);
    terminal.signal(Signal::KILL);
    terminal.ends();
    fs::remove_file(&path).unwrap();
    let mut terminal = open(&home, &[name]);
    play(
        &mut terminal,
        &[("", " 3/3"), ("", "吕钦"), ("", "兵七进一"), (":w\r", "written: new.pgn")],
    );
    play(&mut terminal, &[("d", " 2/2"), (":w\r", "written: new.pgn")]);
    leave(&mut terminal);
    assert_eq!(home.run(&["notes"]), "");
    let mut terminal = open(&home, &[name]);
    play(&mut terminal, &[("", "/2"), ("", "![live")]);
    leave(&mut terminal);
}

#[test]
fn a_file_that_dapu_wrote_stays_the_users_own_until_somebody_changes_it() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name);
    let (kif, csa) = (path("new.kif"), path("other.csa"));
    let (name, other) = (kif.to_str().unwrap(), csa.to_str().unwrap());
    let mut terminal = open(&home, &[name]);
    play(&mut terminal, &[("", NOTHING), (":header sente 羽生\r", "羽生"), (":76歩\r", "７六歩")]);
    play(&mut terminal, &[("wgood\x1b", "& good"), (":wq\r", "")]);
    assert_eq!(terminal.exit_code(), 0);
    // Opened again, moves are those of the record, and what was written can be changed.
    let mut terminal = open(&home, &[name]);
    play(&mut terminal, &[("", " 1/1  ７六歩"), ("", "& good"), ("", "!nothing is written")]);
    play(&mut terminal, &[(":34歩\r", " 2/2"), ("", NOTHING), ("h:header sente -\r", "new.kif")]);
    play(&mut terminal, &[(":w\r", "written: new.kif"), ("", "!羽生")]);
    assert_eq!(moves(&kif), "7g7f 3c3d");
    // What is added is kept, and offered, as before the first time.
    play(&mut terminal, &[("G:26歩\r", " 3/3")]);
    terminal.signal(Signal::KILL);
    terminal.ends();
    let mut terminal = open(&home, &[sample("shogi/yokofudori.kif").to_str().unwrap()]);
    play(&mut terminal, &[("", "not saved"), (&format!(":new {name}\r"), "/3"), ("", NOTHING)]);
    // After :w OTHER it is the record of that file.
    play(&mut terminal, &[(&format!(":w {other}\r"), "written: other.csa"), ("d", " 2/2")]);
    play(&mut terminal, &[(":w\r", "written: other.csa")]);
    assert_eq!((moves(&kif), moves(&csa)), ("7g7f 3c3d".to_owned(), "7g7f 3c3d".to_owned()));
    // What another program wrote there is not replaced.
    let changed = fs::read_to_string(&csa).unwrap() + "+2726FU\n";
    fs::write(&csa, &changed).unwrap();
    play(&mut terminal, &[(":w\r", "other.csa already exists")]);
    leave(&mut terminal);
    let mut terminal = open(&home, &[other]);
    play(&mut terminal, &[("", "[live"), ("G:w\r", ":w needs the name of a new file")]);
    leave(&mut terminal);
    assert_eq!(fs::read_to_string(&csa).unwrap(), changed);
}

#[test]
fn the_end_of_a_game_is_entered_in_the_words_of_players() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let cases = [
        ("a.kif", "76歩", "投了", "   2 投了"),
        ("b.kif", "76歩", "先手の勝ち", "   2 投了"),
        ("c.csa", "76歩", "千日手", "%SENNICHITE"),
        ("d.ki2", "76歩", "resign", "まで1手で先手の勝ち"),
        ("e.pgn", "炮二平五", "认输", "[Result \"1-0\"]"),
        ("f.pgn", "炮二平五", "黑勝", "[Result \"0-1\"]"),
        ("g.sgf", "Q16", "w+3.5", "RE[W+3.5]"),
        ("h.sgf", "Q16", "resign", "RE[B+R]"),
    ];
    for (name, mv, word, written) in cases {
        let path = folder.path().join(name);
        let mut terminal = open(&home, &[path.to_str().unwrap()]);
        play(&mut terminal, &[("", NOTHING), (&format!(":{mv}\r"), "1/1")]);
        let command = if name < "e" { "result" } else { "header result" };
        play(&mut terminal, &[(&format!(":{command} foo\r"), ":result takes ")]);
        play(&mut terminal, &[(&format!(":{command} {word}\r"), ""), (":w\r", "written: ")]);
        leave(&mut terminal);
        let bytes = fs::read(&path).unwrap();
        let (text, ..) = encoding_rs::SHIFT_JIS.decode(&bytes);
        assert!(text.contains(written), "{name}: {text}");
    }
    // It is taken back, and what has been set is shown.
    let mut terminal = open(&home, &[folder.path().join("h.sgf").to_str().unwrap()]);
    play(&mut terminal, &[(":header result\r", "result: B+R"), (":result -\r", "!B+R")]);
    play(&mut terminal, &[(":header black\r", "black: - (:header black VALUE)")]);
    leave(&mut terminal);
}

/// The moves of the main line of a file.
fn moves(path: &Path) -> String {
    let loaded = crate::common::read(&fs::read(path).unwrap(), path.to_str().unwrap()).unwrap();
    crate::common::moves(&loaded, 0).join(" ")
}

#[test]
fn moves_are_taken_back_and_a_move_that_is_made_again_is_a_variation() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = folder.path().join("game.kif");
    let name = path.to_str().unwrap();
    let mut terminal = open(&home, &["--new", name]);
    play(
        &mut terminal,
        &[
            (":76歩\r", " 1/1  ７六歩"),
            ("d", "no moves"),
            (":26歩\r", " 1/1  ２六歩"),
            (":34歩\r", " 2/2"),
            ("U", " 1/1  ２六歩"),
            ("\x12", " 2/2"),
            ("g:76歩\r", " 1/1  ７六歩  [2/2]"),
            ("U", " 0/2"),
            ("\x12", "７六歩  [2/2]"),
        ],
    );
    terminal.signal(Signal::KILL);
    terminal.ends();
    let mut terminal = open(&home, &[name]);
    play(&mut terminal, &[("", " 2/2"), (":w\r", "written: game.kif")]);
    assert_eq!(moves(&path), "2g2f 3c3d");
    leave(&mut terminal);
}

#[test]
fn a_new_game_is_begun_from_inside_with_a_handicap_or_a_position() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut terminal = open(&home, &[&path("a.kif")]);
    play(&mut terminal, &[("", NOTHING), (":new 二枚落ち\r", "上手"), (":62銀\r", "６二銀")]);
    play(&mut terminal, &[(&format!(":new {}\r", path("b.sgf")), "b.sgf"), (":new 4\r", NOTHING)]);
    play(&mut terminal, &[(":R4\r", "White R4"), (":w\r", "written: b.sgf")]);
    assert!(fs::read_to_string(path("b.sgf")).unwrap().contains("HA[4]"));
    let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1";
    let to = format!(":new {}\r", path("c.pgn"));
    play(
        &mut terminal,
        &[(&to, "c.pgn"), (&format!(":new {fen}\r"), "c.pgn"), ("B5", "五路二線 紅俥")],
    );
    play(&mut terminal, &[(ESC, "! 紅俥"), (":new 9x9x9\r", "not the start of a new game: 9x9x9")]);
    // The first one is still there.
    play(
        &mut terminal,
        &[(&format!(":new {}\r", path("a.kif")), "６二銀"), (":w\r", "written: a.kif")],
    );
    assert_eq!(moves(Path::new(&path("a.kif"))), "7a6b");
    leave(&mut terminal);
}

#[test]
fn a_new_game_with_the_start_of_another_has_none_of_its_moves() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, mv) in [("a.kif", "34歩"), ("b.kif", "62銀")] {
        let mut terminal = open(&home, &[&path(name)]);
        play(
            &mut terminal,
            &[("", NOTHING), (":new 飛車落ち\r", "上手"), (&format!(":{mv}\r"), "1/1")],
        );
        leave(&mut terminal);
    }
    for (name, code) in [("a.kif", "3c3d"), ("b.kif", "7a6b")] {
        let mut terminal = open(&home, &[&path(name)]);
        play(&mut terminal, &[("", "1/1"), (":w\r", &format!("written: {name}"))]);
        assert_eq!(moves(Path::new(&path(name))), code);
        leave(&mut terminal);
    }
}

#[test]
fn only_names_that_dapu_writes_begin_a_game_by_themselves() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["new.kiff", "new", "none/new.kif", "new.kif:12", "new.kif#1"] {
        let mut terminal = open(&home, &[&path(name)]);
        terminal.shows("no such file");
        assert_eq!(terminal.exit_code(), 2);
    }
    fs::write(path("there.sgf"), "(;SZ[9])").unwrap();
    let mut terminal = open(&home, &["--new", &path("there.sgf")]);
    terminal.shows("file exists: --new needs a new name");
    assert_eq!(terminal.exit_code(), 2);
    // Which game it is has to be asked.
    let mut terminal = open(&home, &["--new", &path("game")]);
    play(&mut terminal, &[("", ":new _    new xiangqi  new shogi  new go"), ("s\t\r", "後手")]);
    play(&mut terminal, &[(":76歩\r", " 1/1  ７六歩"), (":w\r", "failed: not written; use kif")]);
    leave(&mut terminal);
}

#[test]
fn a_bare_startpos_is_asked_about() {
    let home = Home::new();
    let line = format!("echo position startpos | {} -", env!("CARGO_BIN_EXE_dapu"));
    let mut terminal = Terminal::shell(&line);
    play(&mut terminal, &[("", ":new _    new xiangqi"), ("sh\t\r", "後手"), ("", NOTHING)]);
    leave(&mut terminal);
    drop(home);
}

#[test]
fn on_a_narrow_screen_a_new_game_says_so_in_short() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = folder.path().join("new.kif");
    let data = [("XDG_DATA_HOME", home.path())];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 40, 20, &data);
    play(&mut terminal, &[("", "[new game]"), (":76歩\r", "７六歩"), ("", "[new game]")]);
    leave(&mut terminal);
}

#[test]
fn the_headers_of_a_new_game_of_go_are_written() {
    let (home, folder) = (Home::new(), tempfile::tempdir().unwrap());
    let path = folder.path().join("new.sgf");
    let mut terminal = open(&home, &[path.to_str().unwrap()]);
    play(
        &mut terminal,
        &[
            ("", NOTHING),
            (":header black Tanaka\r", "Tanaka"),
            (":header komi 7.5\r:header date 2026-11-29\r", "2026-11-29"),
            (":Q16\r", "Q16"),
            (":w\r", "written: "),
        ],
    );
    leave(&mut terminal);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("PB[Tanaka]").count(), 1, "{text}");
    assert_eq!(text.matches("KM[").count(), 1, "{text}");
    assert!(text.contains("KM[7.5]") && text.contains("DT[2026-11-29]"), "{text}");
    assert!(text.contains(";B[pd]"), "{text}");
}

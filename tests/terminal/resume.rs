//! Files are reopened where they were left.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::Signal;

use crate::common::program::until;
use crate::common::terminal::{Terminal, play};
use crate::common::xqf;
use crate::terminal::game;

/// Opens a file with the history in this directory.
fn open(path: &Path, state: &Path, more: &[&str]) -> Terminal {
    let arguments = [&[path.to_str().unwrap()], more].concat();
    let environment = [("XDG_STATE_HOME", state.to_str().unwrap())];
    Terminal::start(&arguments, 80, 24, &environment)
}

/// Types keys, waits for what they show, and quits.
#[track_caller]
fn leave(mut terminal: Terminal, keys: &[(&str, &str)]) {
    play(&mut terminal, keys);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_file_opens_where_it_was_left_with_its_bookmarks_and_its_side() {
    let (_directory, path) = game(4);
    let state = tempfile::tempdir().unwrap();
    let terminal = open(&path, state.path(), &[]);
    terminal.shows(" 0/4 ");
    let flipped = "一　二　三　四　五　六　七　八　九";
    leave(terminal, &[("l", " 1/4 "), ("\"x", "mark x set"), ("f", flipped), ("2l", " 3/4 ")]);
    let terminal = open(&path, state.path(), &[]);
    terminal.shows(" 3/4 ");
    terminal.shows(flipped);
    leave(terminal, &[("'x", " 1/4 "), (":delete-bookmark x\r", "bookmark x deleted")]);
    let terminal = open(&path, state.path(), &[]);
    terminal.shows(" 1/4 ");
    leave(terminal, &[("'x", "no bookmark x")]);
}

#[test]
fn a_directory_opens_as_a_list_though_its_newest_record_was_left_midway() {
    let (directory, _path) = game(4);
    let state = tempfile::tempdir().unwrap();
    let open = || open(directory.path(), state.path(), &[]);
    leave(open(), &[("", "1/1 --"), ("\r", " 0/4 "), ("l", " 1/4 ")]);
    leave(open(), &[("", "1/1 --"), ("\r", " 1/4 ")]);
}

#[test]
fn the_side_of_one_session_or_one_file_is_not_that_of_others() {
    let flipped = "一　二　三　四　五　六　七　八　九";
    let usual = "九　八　七　六　五　四　三　二　一";
    let (_directory, path) = game(4);
    let state = tempfile::tempdir().unwrap();
    let open = |more: &[&str]| open(&path, state.path(), more);
    leave(open(&["--flip"]), &[("l", " 1/4 "), ("", flipped)]);
    leave(open(&[]), &[("l", " 2/4 "), ("", usual)]);
    // What the reader turned stays so, with the option as well.
    leave(open(&[]), &[("f", flipped), ("l", " 3/4 ")]);
    leave(open(&["--flip"]), &[("h", " 2/4 "), ("", flipped)]);
    leave(open(&[]), &[("h", " 1/4 "), ("", flipped), ("f", usual)]);
    leave(open(&[]), &[("l", " 2/4 "), ("", usual)]);
}

#[test]
fn the_side_that_a_file_asks_for_can_be_turned_for_good() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("flipped.kif");
    let text =
        "手合割：平手\n盤面回転\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n";
    fs::write(&path, text).unwrap();
    let (usual, flipped) = ("９  ８  ７  ６", "１  ２  ３  ４");
    let state = tempfile::tempdir().unwrap();
    let open = |more: &[&str]| open(&path, state.path(), more);
    leave(open(&[]), &[("l", " 1/2 "), ("", flipped)]);
    leave(open(&["--flip"]), &[("l", " 2/2 "), ("", usual)]);
    leave(open(&[]), &[("f", usual), ("h", " 1/2 ")]);
    leave(open(&[]), &[("l", " 2/2 "), ("", usual)]);
}

#[test]
fn a_place_on_the_command_line_and_the_live_end_override_the_history() {
    let (_directory, path) = game(4);
    let state = tempfile::tempdir().unwrap();
    leave(open(&path, state.path(), &[]), &[("2l", " 2/4 ")]);
    open(&path, state.path(), &["--ply", "1"]).shows(" 1/4 ");
    open(&path, state.path(), &["--follow"]).shows(" 4/4 ");
    // A reader who quit at the live end returns to it.
    leave(open(&path, state.path(), &[]), &[("", " 2/4 "), ("G", " 4/4 ")]);
    fs::write(&path, xqf::with_plies(6)).unwrap();
    open(&path, state.path(), &[]).shows(" 6/6 ");
}

#[test]
fn a_dropped_connection_keeps_the_place() {
    let (_directory, path) = game(4);
    for signal in [Signal::HUP, Signal::TERM] {
        let state = tempfile::tempdir().unwrap();
        let mut terminal = open(&path, state.path(), &[]);
        terminal.shows(" 0/4 ");
        terminal.keys("3l");
        terminal.shows(" 3/4 ");
        terminal.signal(signal);
        let code = 128 + signal.as_raw().cast_unsigned();
        assert_eq!(terminal.exit_code(), code);
        open(&path, state.path(), &[]).shows(" 3/4 ");
    }
}

#[test]
fn the_history_is_saved_after_ten_seconds() {
    let (_directory, path) = game(4);
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open(&path, state.path(), &[]);
    terminal.shows(" 0/4 ");
    terminal.keys("2l");
    terminal.shows(" 2/4 ");
    let entries = state.path().join("dapu/history");
    let is_entry = |path: PathBuf| path.extension().is_some_and(|end| end == "json");
    let is_written = || {
        let mut files = fs::read_dir(&entries).into_iter().flatten();
        files.any(|file| is_entry(file.unwrap().path()))
    };
    until(is_written);
    terminal.signal(Signal::KILL);
    terminal.exit_code();
    open(&path, state.path(), &[]).shows(" 2/4 ");
}

#[test]
fn concurrent_instances_keep_each_others_bookmarks() {
    let (_directory, path) = game(4);
    let state = tempfile::tempdir().unwrap();
    let three = || [(); 3].map(|()| open(&path, state.path(), &[]));
    let [one, other, idle] = three();
    for terminal in [&one, &other, &idle] {
        terminal.shows(" 0/4 ");
    }
    leave(one, &[("l", " 1/4 "), ("\"a", "bookmark a set")]);
    leave(other, &[("2l", " 2/4 "), ("\"b", "mark b set")]);
    // An instance that did not move saves nothing.
    leave(idle, &[]);
    let [one, other, idle] = three();
    for terminal in [&one, &other, &idle] {
        terminal.shows(" 2/4 ");
    }
    leave(one, &[("'a", " 1/4 "), (":delete-bookmark a\r", "bookmark a deleted")]);
    // This instance still has the deleted bookmark, but does not restore it.
    leave(other, &[("G", " 4/4 ")]);
    leave(idle, &[]);
    let last = open(&path, state.path(), &[]);
    last.shows(" 4/4 ");
    leave(last, &[("'b", " 2/4 "), ("'a", "no bookmark a")]);
}

#[test]
fn with_resume_off_nothing_is_remembered() {
    let (_directory, path) = game(4);
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("dapu")).unwrap();
    fs::write(home.path().join("dapu/config.toml"), "resume = false\n").unwrap();
    let environment = ["XDG_STATE_HOME", "XDG_CONFIG_HOME"];
    let environment = environment.map(|name| (name, home.path().to_str().unwrap()));
    let open = || Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    leave(open(), &[("2l", " 2/4 ")]);
    open().shows(" 0/4 ");
    assert!(!home.path().join("dapu/history").exists());
}

/// The text of the dim cells of the screen.
fn dim(terminal: &Terminal) -> String {
    terminal.look(|screen| {
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        let dim = cells.filter(|cell| cell.dim()).map(vt100::Cell::contents);
        dim.filter(|text| *text != " ").collect()
    })
}

#[test]
fn own_lines_are_there_again_dim_with_their_letters() {
    // For each game two own lines, the second with two moves, a move that goes on, and the place of the last.
    let cases: [(&str, [&str; 4], [&str; 4], &str); 3] = [
        (
            "xiangqi/xianrenzhilu.xqf",
            ["h2e2", "b2e2", "h9g7", "b0c2"],
            ["炮二平五", "炮八平五", "马８进７", "马八进七"],
            " 0/16 ",
        ),
        (
            "shogi/yokofudori.kif",
            ["1g1f", "9g9f", "9c9d", "8g8f"],
            ["１六歩", "９六歩", "９四歩", "８六歩"],
            " 0/27 ",
        ),
        ("go/lesson.sgf", ["a1", "a9", "b9", "a2"], ["A1", "A9", "B9", "A2"], " 0/25 "),
    ];
    for ((sample, moves, names, start), environment) in
        cases.iter().zip([None, Some(("NO_COLOR", "1")), Some(("LC_ALL", "C.UTF-8"))])
    {
        let path = crate::common::program::sample(sample);
        let state = tempfile::tempdir().unwrap();
        let open = || {
            let environment = environment.into_iter();
            let all: Vec<_> =
                environment.chain([("XDG_STATE_HOME", state.path().to_str().unwrap())]).collect();
            Terminal::start(&[path.to_str().unwrap()], 80, 24, &all)
        };
        let [first, second, answer, more] = moves.map(|mv| format!(":{mv}\r"));
        leave(
            open(),
            &[(&*first, "[a/"), (&format!("m{second}"), "[b/"), (&answer, "1.b-2"), ("m", start)],
        );
        let mut terminal = open();
        terminal.shows(start);
        terminal.keys(":1.b\r");
        terminal.shows("[b/");
        terminal.shows_at_last(names[2]);
        let faint = dim(&terminal);
        assert!(faint.contains(names[2]), "{sample}: {faint}");
        // Beside it in the list of branches, with the sign of own moves.
        terminal.shows("1 move '");
        assert!(faint.contains(&format!("a{}1move'", names[0])), "{sample}: {faint}");
        terminal.keys("T");
        terminal.shows_at_last("-- MAP");
        assert!(dim(&terminal).contains(&format!("1.a{}1/1'", names[0])), "{}", dim(&terminal));
        let steps = [
            ("\x1b", "1.b-1"),
            ("l", "1.b-2"),
            // Nothing was done in this session.
            ("U", "nothing to undo"),
            (&*more, "1.b-3"),
        ];
        for (keys, shown) in steps {
            terminal.keys(keys);
            terminal.shows_at_last(shown);
        }
        assert!(!dim(&terminal).contains(names[3]), "what is new is not dim");
        leave(
            terminal,
            &[
                ("U", "1.b-2"),
                ("U", "nothing to undo"),
                (":1.a\r", names[0]),
                ("d", start),
                (":1.a\r", "there is no line a"),
                ("U", "[a/"),
                ("d", start),
                (":1.b-2\r", "1.b-2"),
            ],
        );
        // The place is one on an own line.
        leave(
            open(),
            &[("", "1.b-2"), (":1.a\r", "there is no line a"), (&format!("m{first}"), "[c/")],
        );
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("dapu")).unwrap();
        fs::write(home.path().join("dapu/config.toml"), "resume = false\n").unwrap();
        let environment = [("XDG_STATE_HOME", state.path()), ("XDG_CONFIG_HOME", home.path())];
        let environment = environment.map(|(name, path)| (name, path.to_str().unwrap()));
        let terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
        leave(terminal, &[("", start), (":1.b\r", "there is no line b")]);
    }
}

#[test]
fn own_lines_are_there_again_when_a_half_written_file_is_whole() {
    let (_directory, path) = game(4);
    let state = tempfile::tempdir().unwrap();
    let open = || open(&path, state.path(), &[]);
    leave(open(), &[("3l", " 3/4 "), (":i9i8\r", "4.a-4"), ("m", " 3/4 ")]);
    fs::write(&path, xqf::with_plies(2)).unwrap();
    leave(open(), &[("", " 2/2 "), (":2.a\r", "there is no line a"), ("h", " 1/2 ")]);
    let mut terminal = open();
    terminal.shows(" 1/2 ");
    fs::write(&path, xqf::with_plies(5)).unwrap();
    terminal.shows("/5 ");
    terminal.keys(":4.a\r");
    terminal.shows("4.a-4");
    leave(terminal, &[]);
    leave(open(), &[("", "4.a-4")]);
}

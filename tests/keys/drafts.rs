//! What is not in the notes yet when dapu ends: a comment that is being typed, and what cannot be written.

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::common::program::{age, sample};
use crate::common::terminal::Terminal;
use crate::keys::notes::Home;
use crate::keys::{ESC, lesson, play};

const CTRL_C: &str = "\x03";

#[test]
fn a_comment_that_is_being_typed_when_a_signal_comes_is_offered_again() {
    for signal in [Signal::HUP, Signal::TERM] {
        let (_folder, path) = lesson();
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("lwhalf a", "half a")]);
        terminal.signal(signal);
        terminal.ends();
        // It is no note.
        assert_eq!(home.run(&["notes"]), "");
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("", "unfinished comment at 1 (w goes on)"), ("l", "!half a")]);
        play(&mut terminal, &[("w", "half a")]);
        play(&mut terminal, &[(" comment", "half a comment"), (ESC, "& half a comment")]);
        play(&mut terminal, &[("w", "$EDITOR"), (ESC, "& half a comment")]);
        play(&mut terminal, &[("lw", "$EDITOR"), ("", "!half"), (ESC, "2/13"), (CTRL_C, "")]);
        assert_eq!(terminal.exit_code(), 0);
        let listed = format!("{}:1: half a comment\n", path.display());
        assert_eq!(home.run(&["notes"]), listed);
        // What is dropped does not come again; the former comment stays.
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("l", "& half a comment"), ("w, changed", "comment, changed")]);
        terminal.signal(signal);
        terminal.ends();
        assert_eq!(home.run(&["notes"]), listed);
        home.session(
            &path,
            &[
                ("l", "& half a comment"),
                ("", "!changed"),
                ("w", "comment, changed"),
                (CTRL_C, "!changed"),
            ],
        );
        home.session(
            &path,
            &[
                ("l", "& half a comment"),
                ("w", "$EDITOR"),
                ("", "!changed"),
                (ESC, "& half a comment"),
            ],
        );
        assert_eq!(home.run(&["notes"]), listed);
    }
}

#[test]
fn a_comment_is_on_the_game_that_it_was_begun_on_and_no_key_of_it_is_a_command() {
    let (folder, path) = lesson();
    let copy = folder.path().join("copy.sgf");
    fs::copy(&path, &copy).unwrap();
    let home = Home::new();
    let mut terminal = home.open(&path);
    play(&mut terminal, &[("lwhalf", "half")]);
    fs::write(&path, "(;GM[1]SZ[9]PB[x]PW[y];B[aa];W[bb])").unwrap();
    play(&mut terminal, &[("", "White y"), (" edited", "half edited"), (ESC, "!half")]);
    let listed = |path: &Path| home.run(&["notes", path.to_str().unwrap()]);
    home.until("it is kept", || listed(&copy).contains(":1: half edited\n"));
    assert_eq!(listed(&path), "");
    play(&mut terminal, &[("", "!1 note"), (CTRL_C, "")]);
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_comment_stays_on_its_game_while_other_games_of_the_folder_come_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(sample("shogi/floodgate.csa")).unwrap();
    let game = |plies: usize| {
        let moves = text.lines().filter(|line| line.len() == 7 && !line.starts_with('P'));
        let head =
            text.lines().filter(|line| line.len() != 7 && !line.starts_with(['%', 'T', '\'']));
        let lines: Vec<&str> = head.chain(moves.take(plies)).collect();
        lines.join("\n") + "\n"
    };
    // One that has ended gives way to the other.
    let write = |name: &str, plies| {
        // By rename, as programs write.
        let new = folder.path().join("new");
        let end = if name == "b.csa" { "%TORYO\n" } else { "" };
        fs::write(&new, game(plies) + end).unwrap();
        fs::rename(new, folder.path().join(name)).unwrap();
    };
    write("a.csa", 2);
    age(&folder.path().join("a.csa"));
    let home = Home::new();
    let path = folder.path().to_str().unwrap();
    let environment = [("XDG_DATA_HOME", home.path()), ("HOST", "one")];
    let mut terminal = Terminal::start(&["--follow", path], 80, 24, &environment);
    terminal.shows("2/2");
    write("b.csa", 5);
    play(&mut terminal, &[("", "b.csa"), ("", "5/5"), ("wlast", "last")]);
    for (plies, last) in [(2, ">３四歩"), (1, ">７六歩"), (3, "２二角成"), (4, "同　銀")]
    {
        write("a.csa", plies);
        terminal.shows(last);
    }
    play(&mut terminal, &[(" one", "last one"), (ESC, "!last one")]);
    let listed = |name: &str| home.run(&["notes", folder.path().join(name).to_str().unwrap()]);
    home.until("it is kept", || listed("b.csa").contains(":5: last one\n"));
    assert_eq!(listed("a.csa"), "");
    play(&mut terminal, &[(CTRL_C, "")]);
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_draft_on_a_line_that_was_only_tried_is_offered_and_keeps_nothing() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let state = tempfile::tempdir().unwrap();
    fs::create_dir_all(state.path().join("dapu/history")).unwrap();
    let environment =
        [("XDG_DATA_HOME", home.path()), ("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let open = || {
        let terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
        terminal.shows("lesson.sgf");
        terminal
    };
    let mut terminal = open();
    play(&mut terminal, &[(":a1\r", "  1.a-1"), ("wwhy", "why")]);
    terminal.signal(Signal::HUP);
    terminal.ends();
    let mut terminal = open();
    play(
        &mut terminal,
        &[
            ("", "unfinished comment at 1.a-1"),
            (":1.a-1\r", "  1.a-1"),
            ("", "!1 note"),
            ("w", "why"),
            (ESC, "& why"),
        ],
    );
    play(&mut terminal, &[("", "1 note")]);
}

#[test]
fn what_the_editor_saved_is_kept_if_a_signal_ends_dapu() {
    for signal in [Signal::HUP, Signal::TERM] {
        let (_folder, path) = lesson();
        let home = Home::new();
        let editor = "sh -c 'printf \"from the editor\" > \"$0\"; echo editing; read line'";
        let environment = [("XDG_DATA_HOME", home.path()), ("VISUAL", editor)];
        let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
        terminal.shows("/13");
        play(&mut terminal, &[("lw\x18", "editing")]);
        terminal.signal(signal);
        terminal.ends();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("", "unfinished comment at 1"), ("lw", "from the editor")]);
    }
}

/// The program where no notes can be written.
fn without_notes(path: &Path, language: &str, state: &str) -> Terminal {
    let environment = [("XDG_DATA_HOME", "/dev/null/nowhere"), ("XDG_STATE_HOME", state)];
    let arguments = ["open", path.to_str().unwrap(), "--lang", language];
    let terminal = Terminal::start(&arguments, 80, 24, &environment);
    terminal.shows("/13");
    terminal
}

#[test]
fn who_leaves_while_notes_are_not_written_is_asked_once_and_told_where_they_are() {
    for (language, asked) in [
        ("en", "notes are not written: :w NEW saves them, q again leaves"),
        ("zh", "笔记尚未保存：用:w NEW另存，再按q退出"),
        ("ja", "メモが書き込まれていません（:w NEWで保存、もう一度qで終了）"),
    ] {
        let (_folder, path) = lesson();
        let state = tempfile::tempdir().unwrap();
        let mut terminal = without_notes(&path, language, state.path().to_str().unwrap());
        let asked: String = asked.chars().filter(|next| *next != ' ').collect();
        terminal.keys("lwnot lost\x1b");
        terminal.shows("& not lost");
        terminal.keys("q");
        terminal.wait("the question", |screen| screen.replace(' ', "").contains(&asked));
        play(&mut terminal, &[("h", "0/13"), ("q", "dapu-unwritten-")]);
        assert_eq!(terminal.exit_code(), 0);
        terminal.assert_restored();
        let entries = fs::read_dir(state.path().join("dapu")).unwrap().flatten();
        let mut paths = entries.map(|entry| entry.path());
        let saved = paths.find(|path| path.extension().is_some()).unwrap();
        let saved = fs::read_to_string(saved).unwrap();
        assert!(saved.contains(r#""trail":"B qd","comment":"not lost""#), "{saved}");
    }
}

#[test]
fn what_was_not_written_when_the_terminal_went_is_in_a_file_that_the_next_start_names() {
    let (_folder, path) = lesson();
    let state = tempfile::tempdir().unwrap();
    let home = state.path().to_str().unwrap();
    let dotted = path.parent().unwrap().join(".").join("lesson.sgf");
    let mut terminal = without_notes(&dotted, "en", home);
    play(
        &mut terminal,
        &[("lwnot lost", "not lost"), (ESC, "& not lost"), ("lwnor this", "nor this")],
    );
    terminal.signal(Signal::HUP);
    terminal.ends();
    let files: Vec<_> = fs::read_dir(state.path().join("dapu")).unwrap().flatten().collect();
    let kept: Vec<_> = files.iter().filter(|file| file.path().extension().is_some()).collect();
    let [kept] = kept[..] else { panic!("{kept:?}") };
    let text = fs::read_to_string(kept.path()).unwrap();
    assert!(text.contains("not lost") && text.contains("nor this"), "{text}");
    assert!(text.contains(&*fs::canonicalize(&path).unwrap().to_string_lossy()), "{text}");
    let name = kept.file_name().to_str().unwrap().to_owned();
    let again = || {
        let environment = [("XDG_DATA_HOME", home), ("XDG_STATE_HOME", home)];
        Terminal::start(&[path.to_str().unwrap()], 120, 24, &environment)
    };
    let mut terminal = again();
    play(
        &mut terminal,
        &[("", &name), (CTRL_C, &format!("not written: {}", state.path().display()))],
    );
    assert_eq!(terminal.exit_code(), 0);
    fs::remove_file(kept.path()).unwrap();
    play(&mut again(), &[("", "/13 "), ("", "!not written")]);
}

#[test]
fn what_another_user_could_not_write_is_not_named() {
    let (_folder, path) = lesson();
    let shared = tempfile::tempdir().unwrap();
    let left = shared.path().join("dapu-unwritten-abcdef.jsonl");
    fs::write(&left, "{}\n").unwrap();
    let environment = [("TMPDIR", shared.path().to_str().unwrap())];
    let open = || Terminal::start(&[path.to_str().unwrap()], 120, 24, &environment);
    play(&mut open(), &[("", "notes that were not written are in")]);
    // Only the administrator can give a file away.
    if std::os::unix::fs::chown(&left, Some(12345), None).is_ok() {
        play(&mut open(), &[("", "/13 "), ("", "!not written")]);
    }
}

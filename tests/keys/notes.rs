//! Notes: kept beside the file, which is never changed, and found again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::common::Random;

use crate::common::program::{age, sample};
use crate::common::readme::JsonKeys;
use crate::common::terminal::Terminal;
use crate::keys::{ENTER, ESC, file, first, lesson, play};

/// How long a test waits for what another process sees.
const PATIENCE: Duration = Duration::from_secs(30);

/// A directory for notes, and a terminal with it.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }

    pub(crate) fn open(&self, file: &Path) -> Terminal {
        let terminal = Terminal::start(
            &[file.to_str().unwrap()],
            80,
            24,
            &[("XDG_DATA_HOME", self.path()), ("HOST", "one")],
        );
        terminal.shows(" 0/");
        terminal
    }

    /// Opens a file, types keys, and leaves.
    #[track_caller]
    pub(crate) fn session(&self, file: &Path, keys: &[(&str, &str)]) {
        let mut terminal = self.open(file);
        play(&mut terminal, keys);
        terminal.keys("\x03");
        assert_eq!(terminal.exit_code(), 0);
        terminal.assert_restored();
    }

    /// The output of a command, without the names of notes, which cannot be foreseen.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        let text = self.output(arguments);
        let without_name = |line: &str| match line.trim_end().rsplit_once("  [") {
            Some((shown, _)) if arguments[0] == "notes" => format!("{shown}\n"),
            _ => line.to_owned(),
        };
        text.split_inclusive('\n').map(without_name).collect()
    }

    /// The output of a command.
    fn output(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dapu"));
        let output = command.args(arguments).env("XDG_DATA_HOME", self.path()).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8(text).unwrap()
    }

    /// Waits until something is so, as seen by other processes.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < PATIENCE, "{what}: {}", self.run(&["notes"]));
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The files of notes.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.0.path().join("dapu/notes")).unwrap();
        let files = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
        files.map(|file| file.unwrap().path()).collect()
    }
}

fn copied(name: &str) -> (TempDir, PathBuf) {
    let name_only = name.rsplit('/').next().unwrap();
    file(name_only, fs::read(sample(name)).unwrap())
}

#[test]
fn what_is_kept_is_there_the_next_time_and_the_file_is_as_it_was() {
    for (name, mv, other) in [
        ("xiangqi/xianrenzhilu.xqf", "炮二平五", "马８进７"),
        ("shogi/yokofudori.kif", "1g1f", "9c9d"),
        ("go/lesson.sgf", "a1", "a9"),
    ] {
        let (_folder, path) = copied(name);
        let before = fs::read(&path).unwrap();
        let home = Home::new();
        home.session(
            &path,
            &[
                ("lwFirst line\rзаметка 二行目", "заметка 二行目"),
                (ESC, "& First line"),
                ("", "1 note"),
                ("&3", " !!"),
                ("h:", ":"),
                (&format!("{mv}{ENTER}"), "  1.a-1"),
                (&format!(":{other}{ENTER}"), "  1.a-2"),
                ("s", "kept"),
                ("h", " 1/2 "),
                ("", " &"),
                ("T", "-- MAP"),
                (ESC, "!-- MAP"),
            ],
        );
        assert_eq!(fs::read(&path).unwrap(), before);
        home.session(
            &path,
            &[
                ("", "2 notes"),
                ("l", "& First line"),
                ("", "& First line\n"),
                (":1.a-2\r", "  1.a-2"),
                (":1\rd", "!& First line"),
                ("U", "& First line"),
                (":1.a-1\rd", " 0/"),
                ("", "1 note"),
                ("U", "  1.a-1"),
                ("H", "notes shown: off"),
                ("", "!note"),
                (":1.a\r", "there is no line a of your own at ply 1"),
                ("H", "2 notes"),
            ],
        );
        let listed = home.run(&["notes", path.to_str().unwrap()]);
        assert_eq!(listed.lines().count(), 2, "{listed}");
        assert!(listed.contains(":1: !! First line / заметка 二行目\n"), "{listed}");
        assert!(listed.contains(":1.a-2: a line of your own"), "{listed}");
        let mut keys = JsonKeys::default();
        keys.add(&home.run(&["notes", path.to_str().unwrap(), "--json"]));
        keys.assert_documented(7);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn a_note_is_on_the_game_wherever_it_is() {
    let (folder, path) = copied("shogi/yokofudori.kif");
    let home = Home::new();
    home.session(&path, &[("lwここ", "ここ"), (ESC, "& ここ")]);
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Renamed, converted, packed.
    let renamed = inside("renamed.kif");
    fs::rename(&path, &renamed).unwrap();
    for name in ["game.csa", "game.jkf", "game.ki2"] {
        home.run(&["convert", &renamed, &inside(name)]);
        let listed = home.run(&["notes", &inside(name)]);
        assert!(listed.contains(":1: ここ"), "{name}: {listed}");
    }
    home.session(Path::new(&inside("game.csa")), &[("l", "& ここ")]);
    let listed = home.run(&["notes"]);
    assert!(listed.contains("its game was not found in"), "{listed}");
    // Another game with the same moves has other players.
    let text = fs::read_to_string(inside("game.jkf")).unwrap();
    let other = text.replace("\"先手\":\"", "\"先手\":\"別人の");
    assert_ne!(other, text);
    fs::write(inside("other.jkf"), other).unwrap();
    assert_eq!(home.run(&["notes", &inside("other.jkf")]), "");
}

#[test]
fn notes_stay_while_the_file_grows_and_come_back_with_their_moves() {
    let (_folder, path) = file("live.sgf", "(;GM[1]SZ[9]PB[a]PW[b];B[aa];W[bb];B[cc])");
    let home = Home::new();
    let mut terminal = home.open(&path);
    play(
        &mut terminal,
        &[("3lwthird", "third"), (ESC, "& third"), ("hwsecond", "second"), (ESC, "& second")],
    );
    fs::write(&path, "(;GM[1]SZ[9]PB[a]PW[b];B[aa];W[bb];B[cc];W[dd])").unwrap();
    play(&mut terminal, &[("", "2/4"), ("l", "& third"), ("", "2 notes")]);
    // A move is taken back, and the note with it.
    fs::write(&path, "(;GM[1]SZ[9]PB[a]PW[b];B[aa];W[bb])").unwrap();
    play(&mut terminal, &[("", "2/2"), ("", "& second")]);
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert!(listed.contains("its moves are missing: B aa,W bb,B cc: third"), "{listed}");
    fs::write(&path, "(;GM[1]SZ[9]PB[a]PW[b];B[aa];W[bb];B[cc])").unwrap();
    play(&mut terminal, &[("", "/3"), ("", "& third")]);
}

#[test]
fn a_comment_stays_with_its_move_whatever_the_file_becomes_meanwhile() {
    let game = |moves: &str| format!("(;GM[1]SZ[9]PB[a]PW[b]{moves})");
    let (folder, path) = file("live.sgf", game(";B[aa];W[bb]"));
    let home = Home::new();
    let mut terminal = home.open(&path);
    // A move follows.
    play(&mut terminal, &[("2lwsecond", "second")]);
    fs::write(&path, game(";B[aa];W[bb];B[cc]")).unwrap();
    play(&mut terminal, &[("", "3 C7 +"), (ESC, "2/3"), ("", "& second"), ("lwthird", "third")]);
    // The move is taken back, and comes again.
    fs::write(&path, game(";B[aa];W[bb]")).unwrap();
    play(&mut terminal, &[("", "!C7"), (ESC, "2/2"), ("", "& second")]);
    let path_text = path.to_str().unwrap();
    let listed = home.run(&["notes", path_text]);
    assert!(listed.contains("its moves are missing: B aa,W bb,B cc: third"), "{listed}");
    fs::write(&path, game(";B[aa];W[bb];B[cc]")).unwrap();
    play(&mut terminal, &[("", "/3"), ("G", "& third"), ("w!", "third!")]);
    // Another game is written to the file.
    fs::write(&path, game(";B[ee];W[ff];B[gg]").replace("PB[a]", "PB[c]")).unwrap();
    play(
        &mut terminal,
        &[
            ("", "another game"),
            (ESC, "!third!"),
            ("", "!note"),
            (":1\rwof the other", "of the other"),
        ],
    );
    play(&mut terminal, &[(ESC, "& of the other"), ("", "1 note")]);
    let listed = home.run(&["notes", path_text]);
    assert_eq!(listed, format!("{path_text}:1: of the other\n"));
    let former = folder.path().join("former.sgf");
    fs::write(&former, game(";B[aa];W[bb];B[cc]")).unwrap();
    assert!(home.run(&["notes"]).contains("third!"), "{}", home.run(&["notes"]));
}

#[test]
fn a_comment_is_kept_when_another_record_of_the_directory_begins() {
    let (folder, path) = file("one.sgf", "(;GM[1]SZ[9]PB[a]PW[b];B[aa])");
    age(&path);
    let home = Home::new();
    let directory = folder.path().to_str().unwrap();
    let environment = [("XDG_DATA_HOME", home.path())];
    let mut terminal = Terminal::start(&["--follow", directory], 80, 24, &environment);
    play(&mut terminal, &[("", "1/1"), ("wfirst", "first")]);
    fs::write(folder.path().join("two.sgf"), "(;GM[1]SZ[9]PB[c]PW[d];B[ee];W[ff])").unwrap();
    play(&mut terminal, &[("", "Black c"), (" move", "first move"), (ESC, "2/2"), ("", "!first")]);
    let listed = || home.run(&["notes", path.to_str().unwrap()]);
    home.until("it is kept", || listed().contains(":1: first move"));
}

#[test]
fn that_the_notes_of_several_games_fit_is_said_once() {
    let both = growing(20);
    let (folder, _) = file("both.sgf", &both);
    let home = Home::new();
    for (name, point) in [("one.sgf", "aj"), ("two.sgf", "bj")] {
        let path = folder.path().join(name);
        fs::write(&path, both.replacen(')', &format!(";B[{point}])"), 1)).unwrap();
        home.session(&path, &[("lwmine", "mine"), (ESC, "& mine")]);
    }
    let mut terminal = home.open(&folder.path().join("both.sgf"));
    play(&mut terminal, &[("", "sets of notes"), ("l", "!sets of notes"), ("L", "sets of notes")]);
    let times = terminal.screen().matches("sets of notes").count();
    assert_eq!(times, 1);
}

#[test]
fn another_dapu_shows_what_this_one_notes() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let (mut one, mut other) = (home.open(&path), home.open(&path));
    play(&mut one, &[("lwfrom one", "from one"), (ESC, "& from one")]);
    play(
        &mut other,
        &[
            ("", "1 note"),
            ("l", "& from one"),
            ("lwfrom the other", "other"),
            (ESC, "& from the other"),
        ],
    );
    play(&mut one, &[("", "2 notes"), ("l", "& from the other")]);
    assert_eq!(home.files().len(), 2);
    // The last one to write counts.
    play(&mut one, &[("w, changed", "changed"), (ESC, "& from the other, changed")]);
    play(&mut other, &[("", "& from the other, changed")]);
}

#[test]
fn an_own_line_that_is_shown_again_is_returned_to_unless_one_has_moved() {
    for (name, one, two) in
        [("xiangqi/xianrenzhilu.xqf", "h2e2", "h9g7"), ("go/lesson.sgf", "a1", "a9")]
    {
        let [one, two] = [one, two].map(|mv| format!(":{mv}\r"));
        Home::new().session(
            &sample(name),
            &[
                (&one, "  1.a-1"),
                (&two, " 2/2  "),
                ("h", " 1/2  "),
                ("H", " 0/"),
                ("", "notes shown: off"),
                ("H", " 1/2  "),
                ("", "  1.a-1"),
                ("H", "notes shown: off"),
                ("l", " 1/"),
                ("H", "!1.a-1"),
                ("", " 1/"),
            ],
        );
    }
}

#[test]
fn an_own_line_that_is_shown_again_is_returned_to_although_the_file_has_grown() {
    let (_folder, path) = file("game.sgf", "(;GM[1]SZ[9];B[ee];W[cc])");
    let mut terminal = Home::new().open(&path);
    play(
        &mut terminal,
        &[("l", " 1/2"), (":c3\r", " 2.a-2"), (":g7\r", " 2.a-3"), ("h", " 2/3"), ("H", " 1/2")],
    );
    fs::write(&path, "(;GM[1]SZ[9];B[ee](;W[cc];B[cg];W[gc])(;W[ec];B[eg]))").unwrap();
    play(&mut terminal, &[("", " 1/4"), ("H", " 2.a-2"), ("", "notes shown: on"), ("l", " 2.a-3")]);
}

#[test]
fn a_hidden_comment_is_edited_and_not_replaced() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(
        &path,
        &[
            ("lwbefore", "before"),
            (ESC, "& before"),
            ("H", "notes shown: off"),
            ("", "!before"),
            ("w and after", "before and after"),
            (ESC, "& before and after"),
        ],
    );
}

#[test]
fn undo_leaves_what_another_dapu_has_noted_beside_it() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let (mut one, mut other) = (home.open(&path), home.open(&path));
    play(&mut one, &[("lwmine", "mine"), (ESC, "& mine")]);
    play(&mut other, &[("", "1 note"), ("l", "& mine"), ("&3", " !!")]);
    play(&mut one, &[("", " !!"), ("U", "!& mine"), ("", " !!")]);
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert_eq!(listed, format!("{}:1: !!\n", path.display()));
}

#[test]
fn undo_leaves_what_another_dapu_has_made_of_a_comment() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let (mut one, mut other) = (home.open(&path), home.open(&path));
    play(&mut one, &[("lwfirst", "first"), (ESC, "& first")]);
    play(
        &mut other,
        &[("", "1 note"), ("l", "& first"), ("w, second", "second"), (ESC, "& first, second")],
    );
    for key in ["U", "\x12"] {
        play(
            &mut one,
            &[("", "& first, second"), (key, "changed elsewhere"), (ESC, "& first, second")],
        );
    }
    // What was its own still goes.
    play(&mut other, &[("U", "!second"), ("", "& first")]);
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert_eq!(listed, format!("{}:1: first\n", path.display()));
}

#[test]
fn what_cannot_be_written_is_told_and_can_be_written_elsewhere() {
    let (folder, path) = lesson();
    let mut terminal = Terminal::start(
        &[path.to_str().unwrap()],
        120,
        24,
        &[("XDG_DATA_HOME", "/dev/null/nowhere")],
    );
    let copy = folder.path().join("copy.sgf");
    let write = format!(":w {}\r", copy.display());
    play(
        &mut terminal,
        &[
            ("lwnot lost", "not lost"),
            (ESC, "& not lost"),
            ("", "notes not written"),
            (&write, "copy.sgf"),
            (ESC, "notes not written"),
        ],
    );
    assert!(fs::read_to_string(copy).unwrap().contains("C[not lost]"));
}

#[test]
#[cfg(unix)]
fn what_does_not_fit_on_the_disk_is_not_written_in_part() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let (data, file) = (home.path(), path.to_str().unwrap());
    let limited = |blocks: u32| {
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
        Terminal::shell(&format!("{limit}; XDG_DATA_HOME={data} exec $DAPU {file}"))
    };
    // No file may grow beyond 512 or 1,024 bytes.
    let mut terminal = limited(1);
    let long = "long ".repeat(300);
    play(
        &mut terminal,
        &[
            ("", " 0/"),
            ("wshort", "short"),
            (ESC, "& short"),
            (&format!("lw{long}"), "long long"),
            (ESC, "notes not written"),
            ("", "2 notes"),
            ("\x03", "notes are not written"),
        ],
    );
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(home.run(&["notes", file]), format!("{file}:0: short\n"));
    play(&mut limited(0), &[("", " 0/"), ("lwmore", "more"), (ESC, "notes not written")]);
    assert_eq!(home.files().len(), 1);
}

#[test]
fn a_torn_line_is_told_and_the_others_are_read() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(&path, &[("lwone", "one"), (ESC, "& one"), ("lwtwo", "two"), (ESC, "& two")]);
    let notes = &home.files()[0];
    let text = fs::read_to_string(notes).unwrap();
    fs::write(notes, &text[..text.len() - 5]).unwrap();
    home.session(&path, &[("", "a note cannot be read"), ("l", "& one")]);
}

#[test]
fn a_file_is_replaced_on_request_and_its_former_state_kept() {
    let (folder, path) = lesson();
    let there = folder.path().join("there.sgf");
    fs::write(&there, "former").unwrap();
    let home = Home::new();
    let command = |sign: &str, to: &Path| format!(":w{sign} {}\r", to.display());
    home.session(
        &path,
        &[
            ("lwnoted", "noted"),
            (ESC, "& noted"),
            (&command("", &there), "already exists"),
            (&command("!", &there), "there.sgf"),
            (&command("!", &path), "the open file is never written over: lesson.sgf"),
            (&command("", &path), "already exists"),
            (&command("", &folder.path().join("a.xyz")), "not written"),
        ],
    );
    assert!(fs::read_to_string(&there).unwrap().contains("noted"));
    assert_eq!(fs::read_to_string(folder.path().join("there.sgf~")).unwrap(), "former");
}

#[test]
fn marks_lines_of_comments_and_the_editor() {
    let (folder, path) =
        file("talk.sgf", "(;GM[1]SZ[9];B[ee]C[黒はE5のあと、白C3、黒G7、白G3がよい。])");
    let editor = folder.path().join("editor.sh");
    fs::write(&editor, "#!/bin/sh\nprintf 'from the editor' > \"$1\"\n").unwrap();
    let home = Home::new();
    let editor = format!("sh {}", editor.display());
    let environment = [("XDG_DATA_HOME", home.path()), ("VISUAL", &*editor)];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[
            ("l:mark triangle c3\r", "ム"),
            (":mark triangle c3\r", "!ム"),
            ("U", "ム"),
            (":mark label d4 A\r", "Ａ"),
            (":mark circle z99\r", ":mark needs triangle, square, "),
            ("w", "$EDITOR"),
            ("\x18", "& from the editor"),
            ("w", "$EDITOR"),
            ("\x03", "& from the editor"),
            ("w\x15", "!& from the editor"),
            (ESC, "!& from"),
            ("d", "!ム"),
            ("d", "nothing of your own here"),
            ("U", "ム"),
        ],
    );
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert!(listed.contains(":1: triangle C3, label D4 A\n"), "{listed}");
    let missing = folder.path().join("missing.sgf");
    let listed = home.run(&["notes", missing.to_str().unwrap()]);
    assert!(listed.contains("missing.sgf: "), "{listed}");
}

#[test]
fn notes_are_found_and_written_out_in_other_formats() {
    let (folder, path) = copied("xiangqi/xianrenzhilu.xqf");
    let home = Home::new();
    home.session(
        &path,
        &[("lwunusual", "unusual"), (ESC, "& unusual"), ("/unusual\r", "  unusual")],
    );
    let path = path.to_str().unwrap();
    assert!(home.run(&["find", "--text", "unusual", path]).contains(":1: "));
    assert_eq!(home.run(&["find", "--text", "unusual", "--no-notes", path]), "");
    for format in ["pgn", "xqf", "dhtmlxq"] {
        let out = folder.path().join(format!("out.{format}"));
        let out = out.to_str().unwrap();
        home.run(&["convert", "--notes", path, "--to", format, "-o", out]);
        let shown = home.run(&["show", "--moves", out]);
        assert!(shown.contains("unusual"), "{format}: {shown}");
        let plain = folder.path().join(format!("plain.{format}"));
        let plain = plain.to_str().unwrap();
        home.run(&["convert", path, "--to", format, "-o", plain]);
        assert!(!home.run(&["show", "--moves", plain]).contains("unusual"), "{format}");
    }
    assert!(home.run(&["show", "--notes", "--moves", path]).contains("unusual"));
    assert!(home.run(&["read", "--notes", path]).contains("unusual"));
}

#[test]
fn what_was_written_with_the_notes_does_not_repeat_them() {
    let home = Home::new();
    for (sample, name, format) in [
        ("go/ear-reddening.sgf", "0.sgf", "sgf"),
        ("xiangqi/shunpao.pgn", "0.pgn", "pgn"),
        ("shogi/floodgate.csa", "0.csa", "kif"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        fs::copy(crate::common::program::sample(sample), at(name)).unwrap();
        let mut keys = vec![("lwunusual", "unusual"), (ESC, "& unusual"), (":glyph !?\r", " !?")];
        if format == "sgf" {
            keys.extend([(":mark triangle d4\r", "ム"), (":mark triangle c3\r", "ム")]);
        }
        home.session(Path::new(&at(name)), &keys);
        let mut before = at(name);
        let mut written = Vec::new();
        for copy in ["1", "2", "3"] {
            let out = at(&format!("{copy}.{format}"));
            home.run(&["convert", "--notes", &before, "--to", format, "-o", &out]);
            let bytes = fs::read(&out).unwrap();
            assert_eq!(
                bytes.windows(7).filter(|part| *part == b"unusual").count(),
                1,
                "{copy} {format}"
            );
            written.push(bytes);
            before = out;
        }
        // SGF joins marks of one kind when it reads them.
        assert!(written[1] == written[2], "{}", String::from_utf8_lossy(&written[2]));
        assert_eq!(
            written[0].len() - written[1].len(),
            if format == "sgf" { 2 } else { 0 },
            "{format}"
        );
    }
}

#[test]
fn a_pasted_comment_is_kept_as_it_is_and_shown_clean() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let text = "👨\u{200d}👩 e\u{301}\u{302}\u{303}x\u{2028}y\u{202e}z";
    let pasted = format!("\x1b[200~{text}\x1b[201~");
    home.session(
        &path,
        &[("lw", "Esc keeps"), (&pasted, "xyz"), ("\x7f\x7f!", "xy!"), (ESC, "& 👨👩")],
    );
    let expected = text.replace("\u{202e}z", "!");
    let logs = walkdir::WalkDir::new(home.path()).into_iter().flatten();
    let logs = logs.filter(|entry| entry.file_type().is_file());
    let kept = logs
        .filter_map(|entry| fs::read_to_string(entry.path()).ok())
        .any(|log| log.contains(&expected));
    assert!(kept, "{expected:?}");
}

#[test]
fn notes_are_attached_and_forgotten_by_name() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(&path, &[("lwmine", "mine"), (ESC, "& mine")]);
    let listed = home.output(&["notes", path.to_str().unwrap()]);
    let folder = listed.trim_end().strip_suffix(']').unwrap().rsplit_once("  [").unwrap().1;
    let (_other, other) = file("other.sgf", "(;GM[1]SZ[19]PB[x]PW[y];B[qd];W[dc])");
    let other = other.to_str().unwrap();
    assert_eq!(home.run(&["notes", other]), "");
    assert_eq!(home.run(&["notes", "--attach", folder, other]), "");
    assert!(home.run(&["notes", other]).contains(":1: mine"));
    assert_eq!(home.run(&["notes", "--forget", folder]), "");
    assert_eq!(home.run(&["notes"]), "");
    assert_eq!(
        home.run(&["notes", "--forget", "nothing"]),
        "dapu: no notes are named \"nothing\"\n"
    );
}

#[test]
fn of_a_pasted_text_a_comment_takes_what_it_has_room_for_and_says_so() {
    let (_folder, path) = lesson();
    let home = Home::new();
    let pasted = format!("\x1b[200~{}\x1b[201~", "0123456789 ".repeat(7000));
    home.session(
        &path,
        &[("lw", "Esc keeps"), (&pasted, "not all of it was taken"), (ESC, "& 0123456789")],
    );
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    assert_eq!(listed.matches("0123456789").count(), 64 * 1024 / 11);
}

#[test]
#[cfg(unix)]
fn the_name_of_a_folder_reaches_no_terminal_as_it_is() {
    let (_folder, path) = lesson();
    let home = Home::new();
    home.session(&path, &[("lwmine", "mine"), (ESC, "& mine")]);
    let folder = home.files()[0].parent().unwrap().to_owned();
    fs::rename(&folder, folder.with_file_name("go-\x1b]0;title\x07")).unwrap();
    for lost in [false, true] {
        if lost {
            fs::remove_file(&path).unwrap();
        }
        for arguments in [&["notes"][..], &["notes", "--json"]] {
            let listed = home.run(arguments);
            assert!(listed.contains("mine") && !listed.contains('\x1b'), "{listed:?}");
        }
    }
}

/// The record of a game that goes on: the first plies of a fixed line.
pub(crate) fn growing(plies: usize) -> String {
    let point = |ply: usize| {
        let (column, row) = (b'a' + (ply % 17) as u8, b'a' + (ply / 17) as u8);
        format!(";{}[{}{}]", ["B", "W"][ply % 2], char::from(column), char::from(row))
    };
    format!("(;GM[1]SZ[19]PB[a]PW[b]{})", (0..plies).map(point).collect::<String>())
}

#[test]
#[ignore = "takes minutes; run by name"]
fn nothing_is_lost_when_dapu_is_killed_while_the_file_is_rewritten() {
    let (_folder, path) = file("live.sgf", growing(100));
    let home = Home::new();
    let mut numbers = Random::new(7);
    let mut noted: BTreeMap<usize, String> = BTreeMap::new();
    for round in 0..200 {
        let mut terminal = home.open(&path);
        for act in 0..1 + numbers.below(4) {
            let (ply, text) = (1 + numbers.below(90), format!("n{round}x{act}"));
            fs::write(&path, growing(100 + numbers.below(60))).unwrap();
            play(
                &mut terminal,
                &[(&format!(":{ply}\rw\x15{text}"), &text), (ESC, &format!("& {text}"))],
            );
            noted.insert(ply, text);
        }
        // What is being typed is lost.
        terminal.keys("wlost");
        terminal.signal(Signal::KILL);
        terminal.ends();
        let listed = home.run(&["notes", path.to_str().unwrap()]);
        let expected =
            noted.iter().map(|(ply, text)| format!("{}:{ply}: {text}\n", path.display()));
        let mut expected: Vec<String> = expected.collect();
        expected.sort();
        let mut lines: Vec<String> = listed.lines().map(|line| format!("{line}\n")).collect();
        lines.sort();
        assert_eq!(lines, expected, "round {round}");
    }
    assert!(fs::read_to_string(&path).unwrap().starts_with("(;GM[1]SZ[19]PB[a]PW[b];B[aa]"));
}

#[test]
#[ignore = "takes half an hour; run by name"]
fn two_of_them_agree_after_many_acts_while_the_file_is_rewritten() {
    let acts: usize = std::env::var("DAPU_ACTS").map_or(100_000, |acts| acts.parse().unwrap());
    let (_folder, path) = file("live.sgf", growing(100));
    let home = Home::new();
    let mut numbers = Random::new(11);
    let mut terminals = [home.open(&path), home.open(&path)];
    for act in 0..acts {
        let terminal = &mut terminals[act / 50 % 2];
        for keys in random_act(&mut numbers) {
            terminal.keys(&keys);
            // What follows Esc at once would be taken for one key with it.
            if keys == ESC {
                terminal.keys_are_read();
            }
        }
        if act % 100 == 0 {
            fs::write(&path, growing(100 + numbers.below(60))).unwrap();
        }
    }
    fs::write(&path, growing(160)).unwrap();
    for terminal in &mut terminals {
        play(terminal, &[("m:0\r", " 0/160")]);
    }
    let listed = home.run(&["notes", path.to_str().unwrap()]);
    let count = format!("  {} notes", listed.lines().count());
    for terminal in &terminals {
        terminal.wait(&count, |screen| screen.replace(',', "").contains(&count));
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), growing(160));
}

/// Keys for one act, whatever is on the screen.
fn random_act(numbers: &mut Random) -> [String; 2] {
    let place = format!(":{}\r", numbers.below(100));
    let act = match numbers.below(8) {
        0 | 1 => format!("wt{}", numbers.below(1000)),
        2 => format!("&{}", numbers.below(7)),
        3 => {
            let column = ["a", "b", "c"][numbers.below(3)];
            format!(":mark triangle {column}{}\r", 1 + numbers.below(3))
        }
        4 => format!(":t{}\r:s{}\rs", 1 + numbers.below(9), 1 + numbers.below(9)),
        5 => "d".to_owned(),
        6 => "U".to_owned(),
        _ => "\x12".to_owned(),
    };
    [place + &act, ESC.to_owned()]
}

#[test]
fn lists_sign_what_has_notes() {
    let (folder, path) =
        file("b.sgf", "(;GM[1]SZ[9]PB[one]PW[b];B[aa])(;GM[1]SZ[9]PB[two]PW[b];B[bb])");
    fs::write(folder.path().join("a.sgf"), "(;GM[1]SZ[9]PB[three]PW[b];B[cc])").unwrap();
    let home = Home::new();
    home.session(
        &first(&path),
        &[
            (":#2\r", "2/2"),
            ("lwhere", "here"),
            (ESC, "& here"),
            ("o", "& two - b"),
            ("", "!& one"),
        ],
    );
    let directory = folder.path();
    let mut terminal =
        Terminal::start(&[directory.to_str().unwrap()], 80, 24, &[("XDG_DATA_HOME", home.path())]);
    play(&mut terminal, &[("", "& 2 games"), ("", "!& three")]);
}

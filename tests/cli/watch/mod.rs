//! `dapu watch`: the real program, and files that other processes write.

mod soak;
mod state;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::common::program::{dapu, program};

/// How long to wait for a line: long, as the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running `dapu watch`, and the lines that it prints, each with its time.
struct Watching {
    child: Child,
    lines: Receiver<(Instant, String)>,
}

impl Watching {
    /// Starts in a directory, and waits until all files are watched.
    fn start(home: &Path, arguments: &[&str]) -> Self {
        let mut command = program(home);
        command.env("TZ", "UTC").arg("watch").args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut begun = String::new();
        errors.read_line(&mut begun).unwrap();
        assert!(begun.contains(|next: char| next.is_ascii_digit()), "{begun}");
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut output = output;
            let mut line = String::new();
            while output.read_line(&mut line).is_ok_and(|count| count > 0) {
                assert!(line.ends_with('\n'), "half a line: {line}");
                let whole = std::mem::take(&mut line).trim_end().to_owned();
                if send.send((Instant::now(), whole)).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || errors.read_to_end(&mut Vec::new()));
        Self { child, lines }
    }

    #[track_caller]
    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time").1
    }

    /// The next objects of JSON, without their file.
    #[track_caller]
    fn says(&self, wanted: &[Value]) {
        for wanted in wanted {
            let mut value: Value = serde_json::from_str(&self.line()).unwrap();
            value.as_object_mut().unwrap().remove("file").unwrap();
            assert_eq!(value, *wanted);
        }
    }

    /// Ends it as Ctrl-C does. Returns what it printed since.
    fn end(mut self) -> Vec<String> {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(130));
        self.lines.iter().map(|(_, line)| line).collect()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // A failed test may have left it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Has another process do something in a directory.
fn sh(directory: &Path, command: &str) {
    let status =
        std::process::Command::new("sh").arg("-c").arg(command).current_dir(directory).status();
    assert!(status.unwrap().success(), "{command}");
}

fn mv(game: usize, ply: u32, text: &str, mv: &str) -> Value {
    json!({
        "game": game, "about": "move", "ply": ply, "place": ply.to_string(),
        "text": text, "move": mv,
    })
}

const HEAD: &str = "V2.2\nN+Kai\nN-Otsu\nPI\n+\n+7776FU\n";

#[test]
fn each_way_of_writing_a_game_is_reported_once() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("games")).unwrap();
    let file = home.path().join("games/a.csa");
    fs::write(&file, HEAD).unwrap();
    let watching = Watching::start(home.path(), &["games", "--json"]);
    sh(home.path(), "printf '%s\\n' -3334FU T12 >> games/a.csa");
    watching.says(&[mv(1, 2, "2. Gote: pawn to 3d, 12 s.", "3c3d")]);
    // Written again, with another move in place of one that is taken back.
    fs::write(home.path().join("next"), format!("{HEAD}-8384FU\nT5\n")).unwrap();
    sh(home.path(), "cat next > games/a.csa");
    let back = json!({
        "game": 1, "about": "back", "ply": 1, "place": "2", "text": "Taken back to move 1.",
    });
    watching.says(&[back, mv(1, 2, "2. Gote: pawn to 8d, 5 s.", "8c8d")]);
    // Renamed over it, with a comment on a move before, and the end.
    fs::write(home.path().join("next"), format!("{HEAD}'*Hm.\n-8384FU\nT5\n%TORYO\n")).unwrap();
    sh(home.path(), "mv next games/a.csa");
    watching.says(&[
        json!({
            "game": 1, "about": "comment", "ply": 1, "place": "1",
            "text": "Comment: Hm.", "comment": "Hm.",
        }),
        json!({"game": 1, "about": "end", "ply": 2, "place": "2", "text": "Sente resigns."}),
    ]);
    // A comment and the ending are taken back.
    fs::write(home.path().join("next"), format!("{HEAD}-8384FU\nT5\n")).unwrap();
    sh(home.path(), "mv next games/a.csa");
    watching.says(&[
        json!({
            "game": 1, "about": "comment", "ply": 1, "place": "1",
            "text": "Comment removed.", "comment": "",
        }),
        json!({"game": 1, "about": "back", "ply": 2, "text": "Taken back to move 2."}),
    ]);
    sh(home.path(), "rm games/a.csa");
    watching.says(&[json!({"game": 1, "about": "gone", "text": "Gone: Kai - Otsu"})]);
    fs::write(home.path().join("next"), HEAD).unwrap();
    sh(home.path(), "cp next games/a.csa");
    let new = json!({"game": 1, "about": "new", "text": "New: Kai - Otsu"});
    watching.says(&[new, mv(1, 1, "1. Sente: pawn to 7f.", "7g7f")]);
    assert_eq!(watching.end(), [""; 0]);
}

#[test]
fn a_move_is_the_object_that_read_prints() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.csa");
    fs::write(&file, HEAD).unwrap();
    let watching = Watching::start(home.path(), &["a.csa", "--json"]);
    sh(home.path(), "printf '%s\\n' -3334FU T12 +8822UM >> a.csa");
    let mut objects: Vec<Value> =
        [(); 2].map(|()| serde_json::from_str(&watching.line()).unwrap()).into();
    for object in &mut objects {
        let object = object.as_object_mut().unwrap();
        assert_eq!(object.remove("file"), Some("a.csa".into()));
        assert_eq!(object.remove("game"), Some(1.into()));
    }
    let read = dapu(home.path(), &["read", "a.csa", "--json"]).fine();
    let read = read.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let moves: Vec<Value> = read.filter(|object| object["about"] == "move").skip(1).collect();
    assert_eq!(objects, moves);
}

/// The extension of a format, files of it with so many moves in each game, and the moves.
type Series<'a> = (&'a str, &'a dyn Fn(&[usize]) -> String, [&'a str; 3]);

#[test]
fn each_game_of_a_growing_file_is_told_apart() {
    let csa = |games: &[usize]| {
        const MOVES: [&str; 3] = ["+7776FU\n", "-3334FU\n", "+2726FU\n"];
        let games = games
            .iter()
            .map(|plies| format!("V2.2\nN+a\nN-b\nPI\n+\n{}", MOVES[..*plies].concat()));
        games.collect::<Vec<_>>().join("/\n")
    };
    let pgn = |games: &[usize]| {
        const MOVES: [&str; 3] = ["1. H2-E2 ", "H9-G7 ", "2. H0-G2 "];
        let games = games.iter().map(|plies| {
            let moves = MOVES[..*plies].concat();
            format!("[Game \"Chinese Chess\"]\n[Red \"a\"]\n[Black \"b\"]\n[Format \"ICCS\"]\n\n{moves}\n\n")
        });
        games.collect::<String>()
    };
    let sgf = |games: &[usize]| {
        const MOVES: [&str; 3] = [";B[dd]", ";W[pp]", ";B[pd]"];
        let games = games
            .iter()
            .map(|plies| format!("(;GM[1]SZ[19]PB[a]PW[b]{})\n", MOVES[..*plies].concat()));
        games.collect::<String>()
    };
    let formats: [Series<'_>; 3] = [
        ("csa", &csa, ["7g7f", "3c3d", "2g2f"]),
        ("pgn", &pgn, ["h2e2", "h9g7", "h0g2"]),
        ("sgf", &sgf, ["B dd", "W pp", "B pd"]),
    ];
    for (extension, text, moves) in formats {
        let home = tempfile::tempdir().unwrap();
        let name = format!("a.{extension}");
        let write = |games: &[usize]| {
            fs::write(home.path().join("next"), text(games)).unwrap();
            sh(home.path(), &format!("cat next > {name}"));
        };
        write(&[3, 1]);
        let watching = Watching::start(home.path(), &[&name, "--json"]);
        let about = || {
            let value: Value = serde_json::from_str(&watching.line()).unwrap();
            let number = value["game"].as_u64().unwrap();
            (number, value["about"].as_str().unwrap().to_owned(), value["move"].clone())
        };
        let says = |wanted: &[(u64, &str, Option<&str>)]| {
            for (game, subject, mv) in wanted {
                assert_eq!(about(), (*game, (*subject).to_owned(), Value::from(*mv)), "{name}");
            }
        };
        write(&[3, 2]);
        says(&[(2, "move", Some(moves[1]))]);
        write(&[3, 2, 1]);
        says(&[(3, "new", None), (3, "move", Some(moves[0]))]);
        write(&[3, 3, 2]);
        says(&[(2, "move", Some(moves[2])), (3, "move", Some(moves[1]))]);
        write(&[2, 3]);
        says(&[(1, "back", None), (3, "gone", None)]);
        assert_eq!(watching.end(), [""; 0], "{name}");
    }
}

#[test]
fn a_variation_that_moves_up_is_taken_back_and_reported_again() {
    let home = tempfile::tempdir().unwrap();
    let write = |moves: &str| {
        fs::write(home.path().join("next"), format!("(;GM[1]SZ[19];B[dd]{moves})\n")).unwrap();
        sh(home.path(), "mv next a.sgf");
    };
    write("(;W[pp];B[pd])(;W[dp])(;W[qq])");
    let watching = Watching::start(home.path(), &["a.sgf", "--json"]);
    let said = || {
        let value: Value = serde_json::from_str(&watching.line()).unwrap();
        [&value["about"], &value["place"], &value["move"]]
            .map(|it| it.as_str().unwrap_or("").to_owned())
    };
    write("(;W[pp];B[pd];W[qd])(;W[qq])");
    for wanted in [
        ["back", "2.2-2", ""],
        ["back", "2.3-2", ""],
        ["move", "4", "W qd"],
        ["move", "2.2-2", "W qq"],
    ] {
        assert_eq!(said(), wanted);
    }
    write("(;W[qq])(;W[pp];B[pd];W[qd])");
    let again: Vec<_> = (0..6).map(|_| said()).collect();
    let wanted = [
        ["back", "2", ""],
        ["back", "2.2-2", ""],
        ["move", "2", "W qq"],
        ["move", "2.2-2", "W pp"],
        ["move", "2.2-3", "B pd"],
        ["move", "2.2-4", "W qd"],
    ];
    assert_eq!(again, wanted);
}

#[test]
fn only_the_games_of_a_player_are_reported_and_moves_are_named_as_configured() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    let game = |name: &str| {
        format!(
            "手合割：平手\n先手：{name}\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n"
        )
    };
    for (file, name) in [("a.kifu", "甲"), ("b.kifu", "丙")] {
        fs::write(games.join(file), game(name)).unwrap();
    }
    let wanted = |line: &str, rest: &str| {
        let (time, line) = line.split_at(8);
        let colons = time.char_indices().filter(|(_, next)| *next == ':').map(|(at, _)| at);
        assert!(colons.eq([2, 5]), "{time}");
        assert_eq!(line, rest);
    };
    let watching = Watching::start(home.path(), &["games", "--only", "甲", "--lang", "ja"]);
    for file in ["b", "a"] {
        sh(&games, &format!("echo '   2 ３四歩(33)   ( 0:02/00:00:02)' >> {file}.kifu"));
    }
    wanted(&watching.line(), "  games/a.kifu:2  ３四歩");
    fs::write(home.path().join("next"), game("甲")).unwrap();
    sh(home.path(), "mv next games/c.kifu");
    wanted(&watching.line(), "  games/c.kifu  新しい対局：甲 - 乙");
    wanted(&watching.line(), "  games/c.kifu:1  ７六歩");
    sh(&games, "rm b.kifu c.kifu");
    wanted(&watching.line(), "  games/c.kifu  なくなりました：甲 - 乙");
    assert_eq!(watching.end(), [""; 0]);
    let watching = Watching::start(home.path(), &["games/a.kifu", "--notation", "code"]);
    fs::write(home.path().join("next"), game("甲")).unwrap();
    sh(home.path(), "cat next > games/a.kifu");
    wanted(&watching.line(), "  games/a.kifu:1  Taken back to move 1.");
    sh(&games, "echo '   2 ８四歩(83)   ( 0:02/00:00:02)' >> a.kifu");
    wanted(&watching.line(), "  games/a.kifu:2  8c8d");
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let error = dapu(home.path(), &["watch", "-"]).failed();
    assert_eq!(error, "dapu: -: a pipe, not a file");
}

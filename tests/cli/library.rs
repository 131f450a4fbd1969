//! Commands on many games: large files in pieces, progress, interrupts, dry runs.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::common;
use crate::common::program::{dapu, program, sample, slashed};

/// Enough games for the file to be read in pieces.
const GAMES: usize = 30_000;

/// A collection of more than 2 MB, one game per line. Every thousandth has an illegal move, a player of its own and
/// characters missing from some encodings.
fn collection(directory: &Path) -> usize {
    let mut text = String::new();
    for number in 1..=GAMES {
        let odd = number % 1000 == 0;
        let player = if odd { "趙治勲" } else { "甲" };
        let last = if odd { "aa" } else { "dd" };
        let _ = writeln!(
            text,
            "(;GM[1]FF[4]SZ[9]PB[{player}]PW[乙]DT[2020]EV[(;{number}\\]];B[aa];W[ii];B[bb];W[{last}]C[(;])"
        );
    }
    fs::write(directory.join("all.sgf"), &text).unwrap();
    text.len()
}

#[test]
fn the_games_of_a_file_are_listed_in_columns() {
    let home = tempfile::tempdir().unwrap();
    let moves = |number| ";B[aa];W[bb]".repeat(if number == 10 { 5 } else { 1 });
    let game = |number| format!("(;GM[1]SZ[9]GN[第{number}局]{})", moves(number));
    let games: String = (1..=10).map(game).collect();
    fs::write(home.path().join("ten.sgf"), games).unwrap();
    let info = dapu(home.path(), &["info", "ten.sgf", "--games"]).fine();
    assert!(info.ends_with("  #9    2 plies  第9局\n  #10  10 plies  第10局\n"), "{info}");
}

#[test]
fn a_large_file_is_read_in_chunks_with_the_same_result() {
    let home = tempfile::tempdir().unwrap();
    assert!(collection(home.path()) > 2 * 1024 * 1024);
    let info = dapu(home.path(), &["info", "all.sgf", "--json"]).fine();
    let info: Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["games"], GAMES);
    assert_eq!(info["encoding"], "utf-8");
    assert_eq!(info["nodes"], 5 * GAMES);
    let records = info["records"].as_array().unwrap();
    let numbers = records.iter().map(|record| record["number"].as_u64());
    assert!(numbers.eq((1..=GAMES as u64).map(Some)));

    let check = dapu(home.path(), &["check", "all.sgf"]);
    assert_eq!(check.code, 1, "{}", check.err);
    let lines: Vec<&str> = check.out.lines().collect();
    assert_eq!(lines.len(), GAMES / 1000);
    for (line, number) in lines.iter().zip((1000..).step_by(1000)) {
        let start = format!("all.sgf:{number}:");
        assert!(line.starts_with(&start), "{line}");
        assert!(line.contains(&format!("[#{number}:4]")), "{line}");
    }

    let found = dapu(home.path(), &["find", "--player", "赵治勋", "all.sgf"]).fine();
    let addresses = found.lines().filter_map(|line| line.split(": ").next());
    let expected = (1000..=GAMES).step_by(1000);
    assert!(addresses.eq(expected.map(|number| format!("all.sgf#{number}"))));
    let one = dapu(home.path(), &["find", "--player", "趙", "all.sgf#2000"]).fine();
    assert_eq!(one.lines().count(), 1, "{one}");
    let none = dapu(home.path(), &["find", "--player", "趙", "all.sgf#2001"]);
    assert_eq!((none.code, &*none.out, &*none.err), (1, "", ""));
}

#[test]
fn a_large_file_is_converted_in_chunks_with_the_same_result() {
    let home = tempfile::tempdir().unwrap();
    collection(home.path());
    let bytes = fs::read(home.path().join("all.sgf")).unwrap();
    let loaded = common::read(&bytes, "all.sgf").unwrap();
    for format in ["json", "sgf"] {
        let converted = dapu(home.path(), &["convert", "all.sgf", "--to", format]);
        let warnings = converted.err.lines().count();
        assert_eq!((converted.code, warnings), (0, GAMES / 1000), "{format}");
        let whole = common::write_all(&loaded, format).bytes;
        assert!(converted.out.as_bytes() == whole, "{format}");
    }
}

/// Files of more than 2 MB, each of a thousand games or more.
fn collections() -> [(&'static str, String); 5] {
    let long = "x".repeat(2000);
    [
        ("all.kifu", format!("手合割：平手\n*{long}\n   1 ７六歩(77)\n   2 ５五玉(11)\n")),
        ("all.usi", format!("# {long}\nposition startpos moves 7g7f 1a9i\n")),
        (
            "all.wxf",
            format!("FORMAT\tWXF\nSTART{{\n1. {{a}} C2.5 C2.5\n2. C2.5 {{{long}}}\n}}END\n"),
        ),
        (
            "all.pgn",
            format!("[Game \"Chinese Chess\"]\n[Event \"{long}\"]\n1. C2=5 C2=5 2. C2=5 *\n"),
        ),
        ("all.txt", format!("12\t;B[aa]C[{long}];W[aa]\n")),
    ]
    .map(|(name, game)| (name, game.repeat(1200)))
}

#[test]
fn every_format_of_many_games_is_converted_in_chunks_with_the_same_result() {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in collections() {
        fs::write(home.path().join(name), &text).unwrap();
        let loaded = common::read(text.as_bytes(), name).unwrap();
        assert_eq!(loaded.games().len(), 1200, "{name}");
        let converted = dapu(home.path(), &["convert", name, "--to", "json"]);
        assert_eq!(converted.code, 0, "{name}: {}", converted.err);
        let whole = common::write_all(&loaded, "json").bytes;
        let (whole, out) = (String::from_utf8(whole).unwrap(), converted.out);
        let games = |json: &str| json.find("\"games\"").map(|at| json[at..].to_owned());
        assert!(games(&out) == games(&whole), "{name}");
        let check = dapu(home.path(), &["check", name]);
        assert_eq!(check.out.lines().count(), 1200, "{name}");
        assert!(check.out.contains("[#1200:"), "{name}");
    }
}

#[test]
fn a_multi_game_file_begins_with_a_single_byte_order_mark() {
    let home = tempfile::tempdir().unwrap();
    let three = "position startpos moves 7g7f\nposition startpos moves 2g2f\nposition startpos\n";
    fs::write(home.path().join("three.usi"), three).unwrap();
    for encoding in ["utf-8", "utf-16le", "shift_jis"] {
        let convert = ["convert", "three.usi", "three.csa", "--force", "--to-encoding"];
        dapu(home.path(), &[&convert[..], &[encoding]].concat()).fine();
        let info = dapu(home.path(), &["info", "three.csa"]).fine();
        assert!(info.contains("  games         3\n"), "{encoding}: {info}");
        assert!(info.contains("  warnings      0\n"), "{encoding}: {info}");
    }
}

#[test]
fn formats_and_settings_are_printed_as_json() {
    let home = tempfile::tempdir().unwrap();
    let values = |arguments: &[&str]| -> Vec<Value> {
        let out = dapu(home.path(), arguments).fine();
        let lines = out.lines();
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let formats = values(&["formats", "--json"]);
    let xqf = formats.iter().find(|format| format["name"] == "xqf");
    assert_eq!(xqf.unwrap()["games"][0], "xiangqi");
    let settings = values(&["config", "--json"]);
    let board = settings.iter().find(|value| value["setting"] == "board");
    assert_eq!(board.unwrap()["origin"], "default");
}

#[test]
fn a_closed_pipe_or_a_match_with_quiet_ends_a_search() {
    let home = tempfile::tempdir().unwrap();
    collection(home.path());
    let mut find = program(home.path());
    let find = find.args(["find", "--since", "1000", "all.sgf"]);
    let mut child = find.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let quiet = dapu(home.path(), &["find", "-q", "--since", "1000", "all.sgf"]);
    assert_eq!((quiet.code, &*quiet.out, &*quiet.err), (0, "", ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let home = tempfile::tempdir().unwrap();
    collection(home.path());
    for copy in 0..40 {
        let name = format!("copy-{copy:02}.sgf");
        fs::hard_link(home.path().join("all.sgf"), home.path().join(name)).unwrap();
    }
    let found = interrupted(home.path(), &["find", "--player", "趙"]);
    assert!(found.len() < 41 * GAMES / 1000, "{} lines", found.len());
    let files = interrupted(home.path(), &["info", "--json"]);
    assert!(files.len() < 41, "{} lines", files.len());
    for line in files {
        serde_json::from_str::<Value>(&line).unwrap();
    }
}

/// The lines of a command that is interrupted after its first line.
#[cfg(unix)]
fn interrupted(home: &Path, arguments: &[&str]) -> Vec<String> {
    let mut command = program(home);
    let command = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    std::io::BufRead::read_line(&mut out, &mut text).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    std::io::Read::read_to_string(&mut out, &mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_dry_run_writes_nothing() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("in")).unwrap();
    fs::copy(sample("xiangqi/bianzhao.xqf"), home.path().join("in/a.xqf")).unwrap();
    let convert = ["convert", "in", "--to", "pgn", "-o", "out"];
    let tried = dapu(home.path(), &[&convert[..], &["-n"]].concat());
    assert_eq!(tried.code, 0, "{}", tried.err);
    assert!(slashed(&tried.out).starts_with("out/a.pgn: "), "{}", tried.out);
    assert!(!home.path().join("out").exists());
    let done = dapu(home.path(), &[&convert[..], &["-q"]].concat());
    assert_eq!((done.code, &*done.out, &*done.err), (0, "", ""));
    let again = dapu(home.path(), &[&convert[..], &["-n"]].concat());
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already exists"), "{}", again.err);
    // Like cp, into an existing directory.
    dapu(home.path(), &["convert", "in/a.xqf", "out", "--to", "json", "-q"]).fine();
    assert!(home.path().join("out/a.json").is_file());
}

#[test]
fn a_misspelled_command_is_corrected() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, name) in [
        (&["shwo", "x"][..], "show"),
        (&["fnid", "--player", "x"], "find"),
        (&["convret", "a", "b.kif"], "convert"),
    ] {
        let line = dapu(home.path(), arguments).failed();
        let word = arguments[0];
        let expected =
            format!("dapu: {word}: no such file or command; did you mean `dapu {name}`?");
        assert_eq!(line, expected);
    }
    let line = dapu(home.path(), &["game.kif", "show"]);
    assert!(!line.err.contains("subcommand"), "{}", line.err);
    assert_eq!(dapu(home.path(), &["game"]).failed(), "dapu: game: no such file");
}

#[test]
fn a_position_is_json_and_a_preview_has_so_many_rows() {
    let home = tempfile::tempdir().unwrap();
    let file = sample("xiangqi/bianzhao.xqf");
    let file = format!("{}:2", file.to_str().unwrap());
    let shown = dapu(home.path(), &["show", &file, "--json"]).fine();
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((shown["ply"].as_u64(), shown["place"].as_str()), (Some(2), Some("2")));
    let position = shown["position"].as_str().unwrap();
    let found = dapu(home.path(), &["find", "--position", position, &file[..file.len() - 2]]);
    assert_eq!(found.code, 0, "{position}");
    let preview = dapu(home.path(), &["show", &file, "--height", "12", "--width", "20"]).fine();
    assert_eq!(preview.lines().count(), 12, "{preview}");
}

#[test]
fn colour_follows_the_option() {
    let home = tempfile::tempdir().unwrap();
    fs::copy(sample("xiangqi/xianrenzhilu.xqf"), home.path().join("a.xqf")).unwrap();
    for command in [&["info"][..], &["find", "--since", "1000"]] {
        let run = |color| dapu(home.path(), &[command, &["a.xqf", "--color", color]].concat());
        assert!(run("always").out.contains("\x1b[35ma.xqf"), "{command:?}");
        assert!(!run("auto").out.contains('\x1b'));
        assert!(!run("never").out.contains('\x1b'));
    }
}

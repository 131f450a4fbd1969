//! What all commands have in common: their options, directories, and how they end.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::program::{dapu, sample};

/// A directory of records, with other files among them.
fn directory() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("games/more")).unwrap();
    for (from, to) in [
        ("xiangqi/bianzhao.xqf", "games/a.xqf"),
        ("shogi/yokofudori.kif", "games/b.kif"),
        ("go/lesson.sgf", "games/more/c.sgf"),
        ("xiangqi/opening.obk", "opening.obk"),
    ] {
        fs::copy(sample(from), home.path().join(to)).unwrap();
    }
    fs::write(home.path().join("games/notes.txt"), "Not a game.\n").unwrap();
    home
}

/// Every command that reads, with arguments that make it print something.
const READING: &[&[&str]] = &[
    &["show", "games"],
    &["show", "games", "--moves"],
    &["read", "games"],
    &["info", "games"],
    &["check", "games"],
    &["find", "--since", "1000", "games"],
    &["book", "opening.obk"],
    &["formats"],
    &["config"],
];

#[test]
fn every_command_that_reads_prints_json() {
    let home = directory();
    for command in READING.iter().filter(|command| !command.contains(&"--moves")) {
        let run = dapu(home.path(), &[command, &["--json"][..]].concat());
        let values = serde_json::Deserializer::from_str(&run.out).into_iter::<Value>();
        let values: Vec<Value> = values.map(Result::unwrap).collect();
        assert!(values.iter().all(Value::is_object), "{command:?}: {}", run.out);
        assert!(!values.is_empty() || command[0] == "check", "{command:?}");
    }
}

#[test]
fn every_command_knows_colour_and_quiet() {
    let home = directory();
    for command in READING {
        let run = |more: &[&str]| dapu(home.path(), &[command, more].concat());
        let plain = run(&["--color", "never"]);
        assert_eq!(run(&[]).out, plain.out, "{command:?}");
        let colored = run(&["--color", "always"]);
        let has_color = colored.out.contains("\x1b[");
        assert!(has_color || command[0] == "check", "{command:?}: {}", colored.out);
        let quiet = run(&["-q"]);
        assert_eq!(quiet.code, plain.code, "{command:?}");
        let is_answer = ["info", "check", "find"].contains(&command[0]);
        let expected = if is_answer { "" } else { &*plain.out };
        assert_eq!(quiet.out, expected, "{command:?}");
    }
}

#[test]
fn directories_are_walked_file_by_file() {
    let home = directory();
    let names = ["games/a.xqf", "games/b.kif", "games/more/c.sgf"];
    for command in [&["show"][..], &["show", "--moves"], &["read"]] {
        let all = dapu(home.path(), &[command, &["games"]].concat()).with_slashes().fine();
        let mut rest = &*all;
        for name in names {
            let alone = dapu(home.path(), &[command, &[name]].concat()).with_slashes().fine();
            rest = rest.strip_prefix('\n').unwrap_or(rest);
            rest = rest.strip_prefix(name).unwrap().strip_prefix('\n').unwrap();
            rest = rest.strip_prefix(&*alone).unwrap();
        }
        assert_eq!(rest, "", "{command:?}");
        assert_eq!(dapu(home.path(), &[command, &names].concat()).with_slashes().fine(), all);
    }
    // Without a screen, a directory is printed as well.
    assert_eq!(dapu(home.path(), &["games"]).fine(), dapu(home.path(), &["show", "games"]).fine());
    let preview = dapu(home.path(), &["show", "games", "--height", "20"]).fine();
    assert_eq!(preview.lines().count(), 20);
    let places: Vec<String> = dapu(home.path(), &["show", "games", "--ply", "1", "--json"])
        .fine()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].to_string())
        .collect();
    let places: Vec<String> = places.iter().map(|place| place.replace(r"\\", "/")).collect();
    assert_eq!(places, names.map(|name| format!("\"{name}\"")));
}

#[test]
fn what_takes_one_file_names_it() {
    let home = directory();
    for (arguments, message) in [
        (&["book", "games"][..], "games: a directory, not an opening book: name a file in it"),
        (&["book", "opening.obk", "games"], "games: a directory, not a file"),
        (&["show", "games", "--svg", "a.svg"], "--svg takes one record"),
        (
            &["read", "games/a.xqf", "games/b.kif", "--follow"],
            "--follow takes one file or directory",
        ),
    ] {
        let line = dapu(home.path(), arguments).failed();
        assert_eq!(line, format!("dapu: {message}"), "{arguments:?}");
    }
}

#[test]
fn one_bad_file_does_not_keep_the_others_from_being_shown() {
    let home = directory();
    fs::write(home.path().join("games/bad.kif"), "手合割：平手\n手数----指手---------消費時間--\n")
        .unwrap();
    fs::write(home.path().join("games/empty.sgf"), "(;GM[1]SZ[99]").unwrap();
    for command in ["show", "read"] {
        let run = dapu(home.path(), &[command, "none.kif", "games", "--ply", "2"]).with_slashes();
        assert_eq!(run.code, 2, "{command}: {}", run.err);
        assert!(run.err.contains("dapu: none.kif: no such file\n"), "{}", run.err);
        assert!(run.err.lines().all(|line| line.starts_with("dapu: ")), "{}", run.err);
        for name in ["games/a.xqf", "games/b.kif", "games/more/c.sgf"] {
            assert!(run.out.contains(name), "{command}: {}", run.out);
        }
    }
}

#[test]
fn an_unknown_option_gets_the_tips_and_words_of_the_command_line() {
    let home = directory();
    let similar = dapu(home.path(), &["show", "games/a.xqf", "--colour", "never"]).err;
    assert!(similar.starts_with("dapu: unexpected argument '--colour' found"), "{similar}");
    assert!(similar.contains("tip: a similar argument exists: '--color'"), "{similar}");
    let zero = dapu(home.path(), &["show", "games/a.xqf", "--game", "0"]).err;
    assert!(zero.contains("'--game <K>': not a number from 1"), "{zero}");
    for help in [&["--help"][..], &["help"], &["games", "--nothing"], &["help", "shwo"]] {
        let run = dapu(home.path(), help);
        assert!(!(run.out + &run.err).contains("subcommand"), "{help:?}");
    }
}

/// 3,000 files: whole ones, cut ones, and ones that are not records.
fn library(home: &Path) {
    let good = [
        ("csa", "V2.2\nN+Kai\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n%TORYO\n"),
        ("sgf", "(;GM[1]SZ[9]PB[Kai];B[aa];W[bb](;B[cc])(;B[dd]))"),
        ("pgn", "[Game \"Chinese Chess\"]\n[Red \"Kai\"]\n\n1. 炮二平五 马８进７ *\n"),
    ];
    for number in 0..3000 {
        let folder = home.join(format!("library/{:02}", number / 100));
        fs::create_dir_all(&folder).unwrap();
        let (extension, text) = good[number % 3];
        let (extension, bytes) = match number % 10 {
            8 => (extension, &text.as_bytes()[..text.len() - 9]),
            9 => ("txt", &b"Not a record."[..]),
            _ => (extension, text.as_bytes()),
        };
        fs::write(folder.join(format!("{number:04}.{extension}")), bytes).unwrap();
    }
}

#[test]
fn three_thousand_files_are_read_good_and_bad() {
    let home = tempfile::tempdir().unwrap();
    library(home.path());
    for (command, code, lines) in [
        (&["info", "library"][..], 0, 2700),
        (&["check", "library"], 1, 200),
        (&["find", "--player", "Kai", "library"], 0, 2700),
        (&["show", "library", "--json"], 0, 2700),
        (&["read", "library", "--json"], 0, 10_000),
        (&["convert", "library", "--to", "json", "-o", "out"], 0, 0),
    ] {
        let run = dapu(home.path(), command);
        assert_eq!(run.code, code, "{command:?}: {}", run.err);
        let printed = run.out.lines().count();
        assert!(printed >= lines, "{command:?}: {printed} lines");
        assert!(run.err.lines().all(|line| line.starts_with("dapu: ")), "{command:?}");
        assert!(!run.err.contains("panicked"), "{command:?}: {}", run.err);
    }
}

//! Unreadable files, closed pipes, and text that must not reach a terminal.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::corpus;
use crate::common::program::{dapu, dapu_with, finish, program, sample};

/// The commands that read a file, with their other arguments.
const READING: &[&[&str]] = &[
    &[],
    &["open"],
    &["show"],
    &["info"],
    &["check"],
    &["convert", "--to", "json"],
    &["find", "--player", "x"],
];

fn one_line(directory: &Path, name: &str) -> Vec<String> {
    let with_file = |command: &&[&str]| {
        let arguments: Vec<&str> = command.iter().copied().chain([name]).collect();
        dapu(directory, &arguments).failed()
    };
    READING.iter().map(with_file).collect()
}

#[test]
fn a_missing_file_is_reported_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    for line in one_line(home.path(), "none.xqf") {
        assert_eq!(line, "dapu: none.xqf: no such file");
    }
}

#[test]
fn an_empty_file_and_a_letter_are_refused_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("empty.xqf"), "").unwrap();
    for line in one_line(home.path(), "empty.xqf") {
        assert_eq!(line, "dapu: empty.xqf: the file is empty");
    }
    fs::write(home.path().join("letter.txt"), "Dear reader,\n\nno game here.\n").unwrap();
    for line in one_line(home.path(), "letter.txt") {
        assert_eq!(line, "dapu: letter.txt: not a record of a format that dapu knows");
    }
}

#[test]
fn a_directory_is_searched_or_refused() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("games.xqf")).unwrap();
    for command in READING {
        let arguments: Vec<&str> = command.iter().copied().chain(["games.xqf"]).collect();
        let run = dapu(home.path(), &arguments);
        match command.first() {
            Some(&"convert") => {
                let message = "dapu: games.xqf is a directory: name an output directory with -o";
                assert_eq!(run.failed(), message);
            }
            command => {
                assert_eq!((run.code, &*run.out), (2, ""), "{command:?}");
                assert_eq!(
                    run.err,
                    "dapu: no records found: name a file, or a directory with records; dapu formats lists their extensions\n",
                    "{command:?}"
                );
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn circular_links_and_pipes_are_refused_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    let link = home.path().join("circle.xqf");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    for line in one_line(home.path(), "circle.xqf") {
        assert!(line.starts_with("dapu: circle.xqf: "), "{line}");
        assert!(line.contains("symbolic links"), "{line}");
    }
    crate::common::program::make_fifo(&home.path().join("pipe.xqf"));
    for line in one_line(home.path(), "pipe.xqf") {
        assert_eq!(line, "dapu: pipe.xqf: a pipe, not a file");
    }
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_reported_by_every_command() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let secret = home.path().join("secret.xqf");
    fs::copy(sample("xiangqi/bianzhao.xqf"), &secret).unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&secret).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    for line in one_line(home.path(), "secret.xqf") {
        assert_eq!(line, "dapu: secret.xqf: permission denied");
    }
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let home = tempfile::tempdir().unwrap();
    let good = sample("xiangqi/bianzhao.xqf");
    let files = [Path::new("none.xqf"), &good, Path::new("gone.xqf")];
    let run = dapu(home.path(), &[&[Path::new("info")], &files[..]].concat());
    assert_eq!(run.code, 2);
    assert_eq!(run.err, "dapu: none.xqf: no such file\ndapu: gone.xqf: no such file\n");
    assert_eq!(run.out.lines().count(), 1);
    assert!(run.out.contains("bianzhao.xqf: xqf gb18030, 1 game, "), "{}", run.out);
}

#[test]
fn wrong_usage_exits_with_2() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["show"][..],
        &["show", "a.xqf", "--ply", "x"],
        &["show", "a.xqf", "--line", "0"],
        &["show", "a.xqf:12:7"],
        &["info", "--no-such-option", "a.xqf"],
        &["convert", "a.xqf", "--to", "nothing"],
        &["find", "."],
        &["completions", "cmd"],
        &["--flip"],
    ] {
        let run = dapu(home.path(), arguments);
        assert_eq!((run.code, &*run.out), (2, ""), "{arguments:?}");
        assert!(run.err.contains("Usage:") || run.err.contains("--help"), "{}", run.err);
    }
}

/// Runs a command whose output is closed at once.
fn with_closed_pipe(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = program(Path::new(env!("CARGO_MANIFEST_DIR")))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [
        &["show", "samples/xiangqi/bianzhao.xqf", "--all"][..],
        &["show", "samples/xiangqi/bianzhao.xqf", "--moves"],
        &["show", "samples/xiangqi/bianzhao.xqf", "--svg", "-"],
        &["show", "samples"],
        &["read", "samples"],
        &["read", "samples/xiangqi/bianzhao.xqf", "--json"],
        &["info", "samples"],
        &["info", "samples", "--json"],
        &["info", "samples/go/lesson.sgf", "--json"],
        &["book", "samples/xiangqi/opening.obk"],
        &["convert", "samples", "--to", "json", "-n", "-o", "none"],
        &["convert", "samples/xiangqi/bianzhao.xqf", "--to", "json"],
        &["find", "--since", "1000", "samples"],
        &["formats"],
        &["config"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        assert_eq!(with_closed_pipe(arguments), (Some(0), String::new()), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let home = tempfile::tempdir().unwrap();
    for arguments in [&["show", sample.to_str().unwrap()][..], &["--help"], &["help", "show"]] {
        let output = program(home.path()).args(arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.starts_with("dapu: cannot write: "), "{message}");
    }
}

/// A record in which every text is an attack on a terminal.
fn hostile() -> String {
    let evil = "\x1b[2J\x1b]0;title\x07\u{9b}31m\u{202e}evil\x7f";
    format!(
        "#KIF version=2.0 encoding=UTF-8\n棋戦：{evil}\n先手：{evil}\n後手：{evil}\n手数----指手---------消費時間--\n\
         *{evil}\n   1 ７六歩(77)\n*{evil}\n&{evil}\n   2 {evil}\n   3 ７六歩(77)\n"
    )
}

#[test]
fn raw_text_is_printed_only_on_request() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.kifu"), hostile()).unwrap();
    for arguments in [
        &["show", "a.kifu", "--ply", "1", "--raw"][..],
        &["show", "a.kifu", "--moves", "--raw"],
        &["info", "a.kifu", "--raw"],
        &["find", "--text", "evil", "a.kifu", "--raw"],
    ] {
        let run = dapu(home.path(), arguments);
        assert!(run.out.contains('\x1b'), "{arguments:?}: {:?}", run.out);
    }
}

#[test]
fn standard_input_is_read_like_a_file() {
    let home = tempfile::tempdir().unwrap();
    let path = sample("xiangqi/bianzhao.xqf");
    let bytes = fs::read(&path).unwrap();
    let path = path.to_str().unwrap();
    let piped = dapu_with(home.path(), &["show", "-", "--moves"], &bytes).fine();
    assert_eq!(piped, dapu(home.path(), &["show", path, "--moves"]).fine());
    let piped = dapu_with(home.path(), &["convert", "-", "--to", "json"], &bytes).fine();
    assert_eq!(piped, dapu(home.path(), &["convert", path, "--to", "json"]).fine());
    let line = dapu_with(home.path(), &["info", "-"], b"no record").failed();
    assert_eq!(line, "dapu: <stdin>: not a record of a format that dapu knows");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_command_copes_with_the_whole_corpus() {
    let corpus = corpus("");
    let home = tempfile::tempdir().unwrap();
    let corpus = corpus.to_str().unwrap();
    for (arguments, codes) in [
        (&["info", corpus][..], &[0, 2][..]),
        (&["info", corpus, "--json"], &[0, 2]),
        (&["check", corpus], &[1, 2]),
        (&["find", "--text", "a", corpus], &[0, 2]),
        (&["convert", corpus, "--to", "json", "--out", "json"], &[0, 2]),
    ] {
        let run = finish(program(home.path()).args(arguments), b"");
        assert!(codes.contains(&run.code), "{arguments:?} ended with {}", run.code);
        assert!(!run.err.contains("panicked"), "{arguments:?}: {}", run.err);
        assert!(run.err.lines().all(|line| line.starts_with("dapu: ")), "{}", run.err);
    }
}

#[test]
fn options_may_precede_the_command() {
    let home = tempfile::tempdir().unwrap();
    let file = sample("xiangqi/bianzhao.xqf");
    let file = file.to_str().unwrap();
    for (before, after) in [
        (&["--lang", "zh", "read", file][..], &["read", file, "--lang", "zh"][..]),
        (&["--lang=ja", "read", file, "--ply", "1"], &["read", file, "--ply", "1", "--lang=ja"]),
        (&["--theme", "mono", "show", file], &["show", "--theme", "mono", file]),
        (&["--lang", "zh", "show", file], &["show", file, "--lang", "zh"]),
        (
            &["--lang=zh", "--theme", "mono", "show", file],
            &["show", "--theme", "mono", file, "--lang=zh"],
        ),
    ] {
        assert_eq!(dapu(home.path(), before).fine(), dapu(home.path(), after).fine());
    }
    // What follows `--` is a file.
    fs::copy(file, home.path().join("show")).unwrap();
    let named = ["--", "./show"];
    assert_eq!(dapu(home.path(), &["--", "show"]).fine(), dapu(home.path(), &named).fine());
    let wrong = dapu(home.path(), &["--mouse", "show", file]);
    assert!(wrong.code == 2 && wrong.err.contains("--mouse"), "{}", wrong.err);
}

#[test]
fn wrong_arguments_are_told_what_would_be_right() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, said) in [
        (&["show", "a.xqf", "--ply", "abc"][..], "not a ply: 0 is the starting position"),
        (&["convert", "a.xqf", "--to", "cbl"], "cbl is read, not written"),
        (
            &["convert", "a.xqf", "x.cbl"],
            "x.cbl: CBL is read, not written: name a format with --to",
        ),
        (&["convert", "a.xqf", "x.none"], "x.none: not the extension of a format"),
        (&["convert", "a.csa", "--to", "sfen"], "are the format usi"),
        (&["find", "柳大华", "."], "--player 柳大华"),
        (&["find", "."], "--player NAME"),
    ] {
        let run = dapu(home.path(), arguments);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

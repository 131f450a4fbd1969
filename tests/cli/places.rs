//! Special files, links and odd names: nothing blocks, and only requested files are written.
//!
//! For Unix: Windows has neither such files nor such names, and links need a privilege there.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::program::{dapu, dapu_with, make_fifo, program, sample};

/// After this time a command counts as hanging.
const PATIENCE: Duration = Duration::from_secs(30);

/// The commands that take a path.
const READING: &[&[&str]] = &[
    &[],
    &["show"],
    &["info"],
    &["check"],
    &["convert", "--to", "json"],
    &["find", "--text", "x"],
    &["book"],
];

/// Waits for a command; one that hangs is killed, and fails the test.
fn ends(mut child: Child, what: &str) -> i32 {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or(-1);
        }
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{what} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn special_files_are_refused_without_blocking() {
    let home = tempfile::tempdir().unwrap();
    let fifo = home.path().join("pipe");
    make_fifo(&fifo);
    let socket = home.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let to_fifo = home.path().join("link.xqf");
    symlink(&fifo, &to_fifo).unwrap();
    let circle = home.path().join("circle.xqf");
    symlink(&circle, &circle).unwrap();
    let places = [
        fifo,
        socket,
        to_fifo,
        circle,
        PathBuf::from("/dev/zero"),
        PathBuf::from("/dev/null"),
        PathBuf::from("/dev/tty"),
        home.path().join("none/../none"),
    ];
    for place in &places {
        for command in READING {
            let mut run = program(home.path());
            let run = run.args(*command).arg(place);
            let run = run.stdout(Stdio::null()).stderr(Stdio::null());
            let code = ends(run.spawn().unwrap(), &format!("{command:?} {}", place.display()));
            assert_eq!(code, 2, "{command:?} {}", place.display());
        }
    }
}

#[test]
fn special_files_in_a_directory_are_skipped() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    make_fifo(&games.join("pipe.xqf"));
    symlink("/dev/zero", games.join("zero.xqf")).unwrap();
    symlink(&games, games.join("again")).unwrap();
    symlink("nowhere", games.join("nowhere.xqf")).unwrap();
    fs::copy(sample("xiangqi/bianzhao.xqf"), games.join("game.xqf")).unwrap();
    for command in [
        &["info"][..],
        &["check"],
        &["find", "--since", "1000"],
        &["convert", "--to", "json", "--out", "out"],
    ] {
        let mut run = program(home.path());
        let run = run.args(command).arg(&games);
        let run = run.stdout(Stdio::null()).stderr(Stdio::null());
        let code = ends(run.spawn().unwrap(), &format!("{command:?}"));
        assert!(code <= 2, "{command:?}");
    }
    assert!(home.path().join("out/game.json").is_file());
    assert!(!home.path().join("out/again").exists());
}

#[test]
fn file_names_need_not_be_unicode() {
    let home = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"\xC6\xE5\xFF\x1b[2J.xqf");
    fs::copy(sample("xiangqi/bianzhao.xqf"), home.path().join(name)).unwrap();
    for command in [&["show"][..], &["info"], &["check"], &["convert", "--to", "json"]] {
        let mut arguments: Vec<&OsStr> = command.iter().map(OsStr::new).collect();
        arguments.push(name);
        let run = dapu(home.path(), &arguments);
        assert!(run.code < 2, "{command:?}: {}", run.err);
        assert!(!run.err.contains('\x1b'), "{:?}", run.err);
    }
    let out = OsStr::from_bytes(b"out\xFF.json");
    let arguments = [OsStr::new("convert"), name, out];
    assert_eq!(dapu(home.path(), &arguments).code, 0);
    assert!(home.path().join(out).is_file());
}

/// Every file below a directory with its bytes.
fn contents(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(contents(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            files.insert(path, bytes);
        }
    }
    files
}

#[test]
fn only_requested_files_are_written() {
    let home = tempfile::tempdir().unwrap();
    for name in ["xiangqi/bianzhao.xqf", "xiangqi/shili.cbl", "xiangqi/opening.obk"] {
        let to = home.path().join(Path::new(name).file_name().unwrap());
        fs::copy(sample(name), to).unwrap();
    }
    let before = contents(home.path());
    for arguments in [
        &["show", "bianzhao.xqf"][..],
        &["info", "."],
        &["check", "."],
        &["find", "--since", "1000", "."],
        &["book", "opening.obk"],
        &["book", "opening.obk", "--stats"],
        &["convert", "bianzhao.xqf", "--to", "json"],
        &["convert", "bianzhao.xqf", "bianzhao.xqf"],
        &["config"],
        &["formats"],
        &["completions", "bash"],
        &["man"],
    ] {
        dapu(home.path(), arguments);
        assert!(contents(home.path()) == before, "{arguments:?} wrote something");
    }
    dapu(home.path(), &["convert", "bianzhao.xqf", "new.json"]);
    let mut after = contents(home.path());
    assert!(after.remove(&home.path().join("new.json")).is_some());
    assert!(after == before);
}

#[test]
fn a_file_that_changes_while_it_is_read_is_harmless() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("game.sfen");
    fs::write(&path, "position startpos moves").unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut round = 0u32;
            while !done.load(std::sync::atomic::Ordering::SeqCst) {
                round += 1;
                // It grows, shrinks, vanishes and becomes a pipe.
                match round % 40 {
                    0 => drop(fs::remove_file(&path)),
                    20 => drop(File::create(&path)),
                    30 => {
                        let _ = fs::remove_file(&path);
                        make_fifo(&path);
                    }
                    31 => drop(fs::remove_file(&path)),
                    _ => {
                        let mut file = fs::OpenOptions::new();
                        let mut file = file.append(true).create(true).open(&path).unwrap();
                        file.write_all(&b" 2h3h 8b7b 3h2h 7b8b".repeat(200)).unwrap();
                    }
                }
                std::thread::yield_now();
            }
        });
        for _ in 0..30 {
            let mut run = program(home.path());
            let run = run.args(["info", "game.sfen"]);
            let run = run.stdout(Stdio::null()).stderr(Stdio::null());
            let code = ends(run.spawn().unwrap(), "info");
            assert!((0..=2).contains(&code), "{code}");
        }
        done.store(true, std::sync::atomic::Ordering::SeqCst);
    });
}

#[test]
fn a_file_too_large_for_a_record_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let file = File::create(home.path().join("huge.xqf")).unwrap();
    // It takes no room on the disk.
    if file.set_len(1 << 40).is_err() {
        println!("skipped: this file system has no sparse files");
        return;
    }
    for command in [&["show"][..], &["info"], &["convert", "--to", "json"]] {
        let arguments: Vec<&str> = command.iter().copied().chain(["huge.xqf"]).collect();
        let line = dapu(home.path(), &arguments).failed();
        assert!(line.contains("too large"), "{line}");
    }
}

#[test]
fn special_files_are_written_to_and_never_replaced() {
    let home = tempfile::tempdir().unwrap();
    let fifo = home.path().join("out.json");
    make_fifo(&fifo);
    for force in [&[][..], &["--force"]] {
        let mut reader = std::process::Command::new("cat");
        let reader = reader.arg(&fifo).stdout(Stdio::piped()).spawn().unwrap();
        let mut run = program(home.path());
        run.arg("convert").arg(sample("xiangqi/bianzhao.xqf"));
        run.arg(&fifo).args(force).stderr(Stdio::null());
        assert_eq!(ends(run.spawn().unwrap(), "convert to a pipe"), 0);
        let written = reader.wait_with_output().unwrap().stdout;
        assert!(written.starts_with(b"{\n  \"dapu\": 1"));
        let kind = fs::symlink_metadata(&fifo).unwrap().file_type();
        assert!(std::os::unix::fs::FileTypeExt::is_fifo(&kind));
    }
}

#[test]
fn places_on_lines_of_ones_own_follow_the_name_of_a_file() {
    let home = tempfile::tempdir().unwrap();
    fs::copy(sample("xiangqi/xianrenzhilu.xqf"), home.path().join("game.xqf")).unwrap();
    for (place, message) in [
        ("game.xqf:12.a-15", "game.xqf: there is no line a of your own at ply 12"),
        ("game.xqf:1.a", "game.xqf: there is no line a of your own at ply 1"),
        ("game.xqf#1:1.aa-2.b-3", "game.xqf: there is no line aa of your own at ply 1"),
        ("game.xqf:40.a-41", "game.xqf: there is no ply 39: the line ends at ply 16"),
        // These are names of files.
        ("game.xqf:12.A-15", "game.xqf:12.A-15: no such file"),
        ("game.xqf:12.a-", "game.xqf:12.a-: no such file"),
    ] {
        for command in ["show", "read"] {
            let line = dapu(home.path(), &[command, "--notes", place]).failed();
            assert_eq!(line, format!("dapu: {message}"), "{command} {place}");
        }
    }
    // A file with the whole name precedes.
    let names = ["game.xqf", "game.xqf:12.a-15"];
    fs::copy(home.path().join(names[0]), home.path().join(names[1])).unwrap();
    let [one, other] = names.map(|name| dapu(home.path(), &["show", name]).fine());
    assert_eq!(one, other);
}

#[test]
fn the_longest_file_names_are_written() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let name = format!("{}.json", "a".repeat(250));
    let arguments = ["convert", sample.to_str().unwrap(), &name];
    dapu(home.path(), &arguments);
    assert!(home.path().join(&name).is_file());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
}

#[test]
fn an_overwritten_file_keeps_its_mode_but_not_its_setuid_bit() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let out = home.path().join("out.json");
    for (before, after) in [(0o600, 0o600), (0o664, 0o664), (0o6755, 0o755)] {
        fs::write(&out, "old").unwrap();
        fs::set_permissions(&out, fs::Permissions::from_mode(before)).unwrap();
        dapu(home.path(), &["convert", sample.to_str().unwrap(), "out.json", "--force"]);
        assert!(fs::metadata(&out).unwrap().len() > 3);
        let mode = fs::metadata(&out).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode, after, "{before:o}");
    }
}

#[test]
fn a_link_is_followed_unless_it_dangles() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let convert = |name: &str| {
        let arguments = ["convert", sample.to_str().unwrap(), name, "--force"];
        dapu(home.path(), &arguments);
    };
    fs::write(home.path().join("file.json"), "old").unwrap();
    symlink("file.json", home.path().join("link.json")).unwrap();
    convert("link.json");
    assert!(home.path().join("link.json").is_symlink());
    assert!(fs::metadata(home.path().join("file.json")).unwrap().len() > 3);
    symlink("nothing.json", home.path().join("dangling.json")).unwrap();
    convert("dangling.json");
    assert!(!home.path().join("nothing.json").exists());
    assert!(!home.path().join("dangling.json").is_symlink());
}

#[test]
fn pipes_opened_by_the_shell_are_read() {
    let home = tempfile::tempdir().unwrap();
    let bytes = fs::read(sample("xiangqi/bianzhao.xqf")).unwrap();
    let wanted = dapu_with(home.path(), &["info", "--json", "-"], &bytes).fine();
    assert!(wanted.contains("xqf"), "{wanted}");
    let run = dapu_with(home.path(), &["info", "--json", "/dev/stdin"], &bytes);
    assert_eq!(run.fine().replace("/dev/stdin", "<stdin>"), wanted);
}

//! `dapu convert`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::program::{dapu, sample, slashed};

fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::copy(sample("xiangqi/bianzhao.xqf"), home.path().join("a.xqf")).unwrap();
    home
}

/// The names of the files below a directory.
fn files(directory: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(next) = pending.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(directory).unwrap();
                found.insert(slashed(name.to_str().unwrap()));
            }
        }
    }
    found
}

#[test]
fn a_file_is_overwritten_only_by_force() {
    let home = home();
    let out = home.path().join("a.json");
    fs::write(&out, "mine").unwrap();
    let run = dapu(home.path(), &["convert", "a.xqf", "a.json"]);
    assert_eq!(run.failed(), "dapu: a.json already exists; --force overwrites it");
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    dapu(home.path(), &["convert", "a.xqf", "a.json", "--force"]).fine();
    let json: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(json["format"], "xqf");
    assert_eq!(files(home.path()), BTreeSet::from(["a.json".to_owned(), "a.xqf".to_owned()]));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "mounts a file system, as root; run by name"]
fn a_file_of_another_user_is_overwritten_whole_or_not_at_all() {
    use std::process::Command;
    let home = home();
    let long = format!("(;GM[1]SZ[9];B[ee]C[{}])", "long ".repeat(4000));
    fs::write(home.path().join("a.sgf"), long).unwrap();
    let run = |line: &str| {
        let status = Command::new("sh").args(["-c", line]).current_dir(home.path()).status();
        status.unwrap().success()
    };
    assert!(run("chmod 755 . && mkdir full && mount -t tmpfs -o size=64k,mode=777 none full"));
    // In the directory another user may make files, but this file stays that of its owner.
    assert!(run("head -c 4096 /dev/zero >full/b.json && chmod 666 full/b.json"));
    let convert = format!(
        "setpriv --reuid 65534 --regid 65534 --clear-groups {} convert a.sgf full/b.json --force",
        env!("CARGO_BIN_EXE_dapu")
    );
    // There is room for the new file beside the old one, but not for a second one in its place.
    assert!(run("head -c 32768 /dev/zero >full/rest"));
    assert!(!run(&convert));
    assert_eq!(fs::read(home.path().join("full/b.json")).unwrap(), [0; 4096]);
    assert!(run("rm full/rest"));
    assert!(run(&convert));
    let written = fs::read(home.path().join("full/b.json")).unwrap();
    assert!(serde_json::from_slice::<Value>(&written).is_ok());
    assert!(run("umount full"));
}

#[cfg(unix)]
#[test]
fn overwriting_keeps_the_link_and_the_mode() {
    use std::os::unix::fs::PermissionsExt;
    let home = home();
    fs::create_dir(home.path().join("real")).unwrap();
    let real = home.path().join("real/b.json");
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    let link = home.path().join("b.json");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    dapu(home.path(), &["convert", "a.xqf", "b.json", "--force"]).fine();
    assert!(link.is_symlink());
    assert_ne!(fs::read_to_string(&real).unwrap(), "old");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn an_unwritable_path_is_reported() {
    let home = home();
    let line = dapu(home.path(), &["convert", "a.xqf", "no/such/a.json"]).failed();
    assert!(line.starts_with("dapu: no/such/a.json: cannot be written: "), "{line}");
    assert!(!line.contains(".tmp"), "{line}");
}

#[test]
fn losses_are_reported_and_refused_with_strict() {
    let home = home();
    let args = ["convert", "a.xqf", "out.xqf", "--format-version", "1.0"];
    let run = dapu(home.path(), &args);
    assert_eq!((run.code, &*run.out), (0, ""));
    let lost = "1 comment (first: move 4 in a variation \"先手抽身，红优。\"), 3 variations (first: move 2 in a variation)";
    assert_eq!(run.err, format!("dapu: a.xqf: not kept in xqf: {lost}\n"));
    assert!(home.path().join("out.xqf").is_file());
    fs::remove_file(home.path().join("out.xqf")).unwrap();
    let run = dapu(home.path(), &[&args[..], &["--strict"]].concat());
    assert_eq!(run.code, 1);
    assert!(run.err.ends_with("not written, because of --strict\n"), "{}", run.err);
    assert!(!home.path().join("out.xqf").exists());
}

#[test]
fn moves_that_are_lost_behind_an_unreadable_one_are_an_exit_status() {
    let home = tempfile::tempdir().unwrap();
    let text = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 兵七进九 卒7进1\n4. 车一平二 马2进3\n";
    fs::write(home.path().join("typo.txt"), text).unwrap();
    let lost = "3 moves (first: move 6), 1 unreadable move (first: move 5 \"兵七进九\")";
    for (format, code) in [("dhtmlxq", 1), ("manual", 1), ("xqf", 0), ("pgn", 0), ("json", 0)] {
        let run =
            dapu(home.path(), &["convert", "typo.txt", &format!("out.{format}"), "--to", format]);
        assert_eq!(run.code, code, "{format}: {}", run.err);
        assert!(home.path().join(format!("out.{format}")).is_file());
        assert_eq!(run.err.contains(lost), code == 1, "{format}: {}", run.err);
    }
}

#[test]
fn the_format_must_be_known_and_hold_the_game() {
    let home = home();
    let line = dapu(home.path(), &["convert", "a.xqf"]).failed();
    assert_eq!(line, "dapu: no output format: name a format with --to, see dapu formats");
    let line = dapu(home.path(), &["convert", "a.xqf", "--to", "csa"]).failed();
    assert_eq!(line, "dapu: a.xqf: csa cannot hold xiangqi");
}

/// Three games in one file.
const THREE: &str =
    "position startpos moves 7g7f\nposition startpos moves 2g2f 8c8d\nposition startpos\n";

#[test]
fn several_games_are_written_to_one_file_or_one_each() {
    let home = home();
    fs::write(home.path().join("three.usi"), THREE).unwrap();
    let json: Value =
        serde_json::from_str(&dapu(home.path(), &["convert", "three.usi", "--to", "json"]).fine())
            .unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 3);

    let run = dapu(home.path(), &["convert", "three.usi", "out.jkf"]);
    assert_eq!(
        run.failed(),
        "dapu: three.usi: holds 3 games, but jkf holds only one: choose one with --game K, or use --all to write one file per game"
    );
    dapu(home.path(), &["convert", "three.usi", "out.jkf", "--game", "2"]).fine();
    let one: Value =
        serde_json::from_slice(&fs::read(home.path().join("out.jkf")).unwrap()).unwrap();
    assert_eq!(one["moves"].as_array().unwrap().len(), 3);
    dapu(home.path(), &["convert", "three.usi", "out.jkf", "--all"]).fine();
    for number in 1..=3 {
        assert!(home.path().join(format!("out-{number}.jkf")).is_file());
    }
}

#[test]
fn a_directory_tree_is_converted_in_order_and_reported() {
    let home = tempfile::tempdir().unwrap();
    let tree = home.path().join("in");
    fs::create_dir_all(tree.join("deep/er")).unwrap();
    let game = fs::read(sample("xiangqi/bianzhao.xqf")).unwrap();
    fs::write(tree.join("a.xqf"), &game).unwrap();
    fs::write(tree.join("deep/er/b.xqf"), &game).unwrap();
    // Two files with the same output name.
    fs::write(tree.join("deep/c.xqf"), &game).unwrap();
    fs::write(tree.join("deep/c.sfen"), "position startpos\n").unwrap();
    fs::write(tree.join("notes.doc"), "no game").unwrap();
    fs::write(tree.join("broken.xqf"), "no game").unwrap();
    let run = dapu(home.path(), &["convert", "in", "--to", "usi", "--out", "usi"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("1 file converted; 3 skipped: a different game; 2 skipped: not records\n"),
        "{}",
        run.err
    );
    let convert = ["convert", "in", "--to", "json", "--out", "out"];
    let run = dapu(home.path(), &convert).with_slashes();
    assert_eq!((run.code, &*run.out), (0, ""), "{}", run.err);
    let names = ["a.json", "deep/c.sfen.json", "deep/c.xqf.json", "deep/er/b.json"];
    assert_eq!(files(&home.path().join("out")), names.map(str::to_owned).into());
    let reported = "dapu: in/broken.xqf: skipped: not in a format that dapu knows\n\
                dapu: 4 files converted; 2 skipped: not records\n";
    assert_eq!(run.err, reported);

    // Existing files are kept, and each is reported.
    let run = dapu(home.path(), &convert);
    assert_eq!(run.code, 2);
    assert_eq!(run.err.matches("already exists; --force overwrites it").count(), 4, "{}", run.err);
    assert!(run.err.contains("0 files converted; 4 failed"), "{}", run.err);
    assert_eq!(dapu(home.path(), &[&convert[..], &["--force"]].concat()).code, 0);
}

#[test]
fn files_of_another_game_are_told_as_such_however_many_they_hold() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("in")).unwrap();
    fs::write(home.path().join("in/two.sgf"), "(;GM[1]SZ[9];B[cc])(;GM[1]SZ[9];B[dd])").unwrap();
    fs::write(home.path().join("in/one.usi"), "position startpos moves 7g7f\n").unwrap();
    let run = dapu(home.path(), &["convert", "in", "--to", "kif", "--out", "out"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("1 file converted; 1 skipped: a different game\n"), "{}", run.err);
}

#[test]
fn a_directory_tree_may_contain_its_own_output() {
    let home = home();
    for _ in 0..2 {
        let run = dapu(home.path(), &["convert", ".", "--to", "xqf", "--out", "out", "--force"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("1 file converted"), "{}", run.err);
    }
    assert_eq!(files(home.path()), BTreeSet::from(["a.xqf".to_owned(), "out/a.xqf".to_owned()]));
}

#[test]
fn encodings_are_forced_for_input_and_output_separately() {
    let home = tempfile::tempdir().unwrap();
    let text = "後手：乙\n先手：甲野\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    fs::write(home.path().join("a.kifu"), text).unwrap();
    let whole: Value = serde_json::from_str(
        &dapu(home.path(), &["convert", "a.kifu", "--to", "json", "--from-encoding", "euc-jp"]).out,
    )
    .unwrap_or_default();
    assert_ne!(whole["games"][0]["headers"]["sente"], "甲野");
    let line =
        dapu(home.path(), &["convert", "a.kifu", "--to", "json", "--to-encoding", "klingon"]);
    assert_eq!(line.code, 2);
    assert!(line.err.contains("not an encoding"), "{}", line.err);
}

#[test]
fn a_format_of_one_encoding_is_written_in_no_other() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.pgn"), "[Red \"甲\"]\n\n1. 炮二平五 马8进7 *\n").unwrap();
    for (format, encoding, is_written) in [
        ("xqf", "utf-8", false),
        ("xqf", "big5", true),
        ("json", "big5", false),
        ("json", "utf-8", true),
        ("pgn", "big5", true),
    ] {
        let out = format!("a-{encoding}.{format}");
        let line = dapu(home.path(), &["convert", "a.pgn", &out, "--to-encoding", encoding]);
        assert_eq!(home.path().join(&out).exists(), is_written, "{out}: {}", line.err);
        assert_eq!(line.err.contains("is written in"), !is_written, "{out}: {}", line.err);
    }
}

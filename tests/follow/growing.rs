//! Growing games, in formats that programs write move by move, and other processes that write them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, xqf};

/// Makes a record with a number of plies.
pub(crate) type Text = fn(usize) -> Vec<u8>;

/// Formats that programs write move by move, with a generator of records for each.
pub(crate) fn formats() -> Vec<(&'static str, Text)> {
    const SHOGI: [(&str, &str); 8] = [
        ("+7776FU", "７六歩(77)"),
        ("-3334FU", "３四歩(33)"),
        ("+2726FU", "２六歩(27)"),
        ("-8384FU", "８四歩(83)"),
        ("+2625FU", "２五歩(26)"),
        ("-8485FU", "８五歩(84)"),
        ("+6978KI", "７八金(69)"),
        ("-4132KI", "３二金(41)"),
    ];
    fn csa(plies: usize) -> Vec<u8> {
        let moves: String = SHOGI[..plies].iter().map(|(mv, _)| format!("{mv}\nT1\n")).collect();
        format!("V2\nN+a\nN-b\nPI\n+\n{moves}").into_bytes()
    }
    fn kifu(plies: usize) -> Vec<u8> {
        let lines = SHOGI[..plies]
            .iter()
            .enumerate()
            .map(|(ply, (_, mv))| format!("{:>4} {mv}   ( 0:01/00:00:01)\n", ply + 1));
        let moves: String = lines.collect();
        format!("手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n{moves}")
            .into_bytes()
    }
    fn kif(plies: usize) -> Vec<u8> {
        common::write_all(&common::read(&kifu(plies), "a.kifu").unwrap(), "kif").bytes
    }
    fn sgf(plies: usize) -> Vec<u8> {
        const POINTS: [&str; 8] = ["cc", "gg", "gc", "cg", "ec", "eg", "ce", "ge"];
        let moves = POINTS[..plies].iter().enumerate();
        let moves: String = moves
            .map(|(ply, point)| format!(";{}[{point}]", if ply % 2 == 0 { "B" } else { "W" }))
            .collect();
        format!("(;GM[1]FF[4]SZ[9]PB[a]PW[b]\n{moves})\n").into_bytes()
    }
    vec![("xqf", xqf::with_plies), ("csa", csa), ("kifu", kifu), ("kif", kif), ("sgf", sgf)]
}

/// Runs a shell command as another process and waits for it.
#[cfg(unix)]
pub(crate) fn run(command: &str, directory: &Path) {
    assert!(
        std::process::Command::new("sh")
            .arg("-c")
            .arg(command)
            .current_dir(directory)
            .status()
            .unwrap()
            .success(),
        "{command}"
    );
}

/// Does here what a shell would, as Windows has none.
#[cfg(not(unix))]
pub(crate) fn run(command: &str, directory: &Path) {
    let at = |name: &str| directory.join(name);
    for command in command.split("; ") {
        let words: Vec<&str> = command.split(' ').collect();
        let done = match words[..] {
            ["cat", from, ">", to] => fs::read(at(from)).and_then(|bytes| fs::write(at(to), bytes)),
            ["head", "-c", count, from, ">", to] => fs::read(at(from))
                .and_then(|bytes| fs::write(at(to), &bytes[..count.parse().unwrap()])),
            ["mv", from, to] => replace(&at(from), &at(to)),
            ["rm", file] => fs::remove_file(at(file)),
            [":", ">", file] => fs::write(at(file), ""),
            ["sleep", seconds] => {
                let pause = std::time::Duration::from_secs_f64(seconds.parse().unwrap());
                std::thread::sleep(pause);
                Ok(())
            }
            _ => panic!("{command}"),
        };
        assert!(done.is_ok(), "{command}: {done:?}");
    }
}

/// Renames a file over another. That is denied while somebody has the other one open, and then tried again.
#[cfg(not(unix))]
fn replace(from: &Path, to: &Path) -> std::io::Result<()> {
    for _ in 0..100 {
        if fs::rename(from, to).is_ok() {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    fs::rename(from, to)
}

/// A directory with a file `game` of this extension.
pub(crate) fn file(extension: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(format!("game.{extension}"));
    fs::write(&path, bytes).unwrap();
    (directory, path)
}

/// The ways in which programs write a file, each with the number of plies to write. `next` holds the new bytes.
pub(crate) const WAYS: &[(usize, &str)] = &[
    (3, "cat next > FILE"),
    (4, "mv next FILE"),
    (5, "mv next FILE"),
    (4, "cat next > FILE"),
    (6, "rm FILE; cat next > FILE"),
    (7, ": > FILE; sleep 0.1; cat next > FILE"),
    #[cfg(unix)]
    (5, "cp next other && ln -sf other FILE"),
    #[cfg(unix)]
    (8, "cat next > other"),
];

/// Has another process write a file in one of these ways.
pub(crate) fn write_as(way: &str, path: &Path, bytes: &[u8]) {
    let directory = path.parent().unwrap();
    fs::write(directory.join("next"), bytes).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    run(&way.replace("FILE", name), directory);
}

//! Records packed by gzip, in files and on standard input.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::common::program::{dapu, dapu_with, sample};

pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

const GAME: &[u8] = b"(;GM[1]SZ[9];B[aa];W[bb];B[cc])\n";

#[test]
fn a_packed_record_is_read_by_every_command_and_from_standard_input() {
    let home = tempfile::tempdir().unwrap();
    let plain = fs::read(sample("go/lesson.sgf")).unwrap();
    let packed = gzip(&plain);
    fs::write(home.path().join("lesson.sgf"), &plain).unwrap();
    fs::write(home.path().join("lesson.sgf.gz"), &packed).unwrap();
    for command in [&["show", "--moves"][..], &["read"], &["convert", "--to", "json"]] {
        let with = |name| [command, &[name]].concat();
        let expected = dapu(home.path(), &with("lesson.sgf")).fine();
        assert_eq!(dapu(home.path(), &with("lesson.sgf.gz")).fine(), expected);
        assert_eq!(dapu_with(home.path(), &with("-"), &packed).fine(), expected);
    }
    let found = dapu(home.path(), &["find", "--text", "SZ", "."]);
    assert_eq!(found.err, "");
    let info = dapu(home.path(), &["info", "."]).fine();
    assert_eq!(info.lines().count(), 2, "{info}");
    let info = dapu_with(home.path(), &["info", "-"], &packed).fine();
    assert!(info.contains("SGF"), "{info}");
}

#[test]
fn members_in_a_row_are_one_file() {
    let home = tempfile::tempdir().unwrap();
    let two = [gzip(GAME), gzip(GAME), vec![0; 100]].concat();
    let info = dapu_with(home.path(), &["info", "-"], &two).fine();
    assert!(info.contains("games         2"), "{info}");
}

/// Runs `show --moves` on a file of this content.
fn show(home: &Path, content: &[u8]) -> crate::common::program::Run {
    fs::write(home.join("game.sgf.gz"), content).unwrap();
    dapu(home, &["show", "--moves", "game.sgf.gz"])
}

#[test]
fn a_damaged_file_is_shown_as_far_as_it_goes() {
    let home = tempfile::tempdir().unwrap();
    let packed = gzip(GAME);
    let whole = show(home.path(), &packed).fine();
    let shown = "dapu: game.sgf.gz: the packed file is damaged or incomplete; what could be unpacked is shown\n";
    for content in [
        // The checksum is missing.
        &packed[..packed.len() - 8],
        &[&packed[..], b"more"].concat(),
    ] {
        let run = show(home.path(), content);
        assert_eq!((run.code, &*run.out, &*run.err), (0, &*whole, shown));
    }
    let cut = show(home.path(), &packed[..packed.len() - 12]);
    assert!(cut.out.contains("A9"), "{cut:?}");
    assert!(cut.err.ends_with(shown), "{cut:?}");
    // What is unpacked is shown wherever the same bytes are that were not packed.
    for length in 11..packed.len() {
        let run = show(home.path(), &packed[..length]);
        let mut unpacked = Vec::new();
        let _ = flate2::read::GzDecoder::new(&packed[..length]).read_to_end(&mut unpacked);
        let plain = dapu_with(home.path(), &["show", "--moves", "-"], &unpacked);
        assert_eq!(run.code, plain.code, "{length}: {run:?} {plain:?}");
    }
    let nothing = show(home.path(), &packed[..12]).failed();
    assert_eq!(nothing, "dapu: game.sgf.gz: damaged or incomplete");
    let bomb = show(home.path(), &gzip(&vec![b' '; (64 << 20) + 1])).failed();
    assert_eq!(bomb, "dapu: game.sgf.gz: more than 64 MB when unpacked");
}

//! Zip archives as folders, and archives that dapu only names.

use std::fs;
use std::path::Path;

use dapu::files::load::{self, LoadOptions};
use dapu::files::walk;

use crate::common::program::{dapu, dapu_with, slashed};
use crate::common::zip::{end, headers, patched, zip};

const ONE: &[u8] = b"(;GM[1]SZ[9]PB[Ann]PW[Bob];B[aa];W[bb];B[cc])\n";
const TWO: &[u8] = b"(;GM[1]SZ[9]PB[Cid]PW[Dan];B[dd];W[ee])\n";

/// A directory with a record, and an archive of records and other things.
fn library() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("tree")).unwrap();
    fs::write(home.path().join("tree/zz.sgf"), ONE).unwrap();
    let inner = zip(&[(b"inner.sgf", ONE)]);
    let archive = zip(&[
        (b"2021/", b""),
        (b"2021/two.sgf", TWO),
        ("2020/第一局.sgf".as_bytes(), ONE),
        (b"readme.txt", b"Read me."),
        (b"__MACOSX/2021/._two.sgf", b"\0\x05\x16\x07"),
        (b"inner.zip", &inner),
    ]);
    fs::write(home.path().join("tree/games.zip"), archive).unwrap();
    home
}

fn with(home: &Path, content: &[u8]) {
    fs::write(home.join("a.zip"), content).unwrap();
}

#[test]
fn records_in_archives_are_walked_and_their_paths_given_back() {
    let home = library();
    let home = home.path();
    let start = |line: &str| line.split(": ").next().unwrap().to_owned();
    let starts = |text: String| slashed(&text).lines().map(start).collect::<Vec<_>>();
    let inside = ["tree/games.zip/2020/第一局.sgf", "tree/games.zip/2021/two.sgf"];
    for (path, paths) in [
        ("tree", vec![inside[0], inside[1], "tree/zz.sgf"]),
        ("tree/games.zip", inside.to_vec()),
        ("tree/games.zip/", inside.to_vec()),
        ("tree/games.zip/2021", inside[1..].to_vec()),
    ] {
        assert_eq!(starts(dapu(home, &["info", path]).out), paths, "{path}");
        assert_eq!(dapu(home, &["check", path]).out, "");
    }
    let found = dapu(home, &["find", "--player", "Cid", "."]).out;
    assert_eq!(starts(found), [inside[1]]);
    let at = format!("{}#1:1", inside[0]);
    let found = dapu(home, &["find", "--position", &at, "tree"]).out;
    let expected = [format!("{}:1", inside[0]), "tree/zz.sgf:1".to_owned()];
    assert_eq!(starts(found), expected);
    let plain = dapu(home, &["show", "tree/zz.sgf:2"]).fine();
    let packed = format!("{}:2", inside[0]);
    assert_eq!(dapu(home, &["show", &packed]).fine(), plain);
}

#[test]
fn archives_are_converted_like_directories() {
    let home = library();
    let home = home.path();
    let missing = dapu(home, &["convert", "tree/games.zip", "--to", "json"]).failed();
    let expected = "dapu: tree/games.zip is an archive: name an output directory with -o";
    assert_eq!(missing, expected);
    for (from, file) in [
        ("tree/games.zip", "out/2021/two.json"),
        ("tree", "out/games.zip/2021/two.json"),
        ("tree/games.zip/2021", "out/two.json"),
    ] {
        let run = dapu(home, &["convert", from, "--to", "json", "-o", "out"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(home.join(file).is_file(), "{file}: {run:?}");
        fs::remove_dir_all(home.join("out")).unwrap();
    }
    let one = ["convert", "tree/games.zip/2021/two.sgf", "--to", "sgf"];
    assert!(dapu(home, &one).fine().contains("Cid"));
}

#[test]
fn the_only_record_of_an_archive_or_directory_is_converted_to_standard_output() {
    let home = library();
    let home = home.path();
    let only = zip(&[(b"two.sgf", TWO), (b"cover.png", b"\x89PNG")]);
    with(home, &only);
    fs::create_dir(home.join("one")).unwrap();
    fs::write(home.join("one/two.sgf"), TWO).unwrap();
    let expected = dapu(home, &["convert", "one/two.sgf", "--to", "json"]).fine();
    for from in ["a.zip", "one", "tree/games.zip/2021"] {
        for to in [&["-"][..], &["-o", "-"], &[]] {
            let args = [&["convert", "--to", "json", from], to].concat();
            assert_eq!(dapu(home, &args).fine(), expected, "{args:?}");
        }
    }
    for (from, kind) in [("tree/games.zip", "an archive"), ("tree", "a directory")] {
        let line = dapu(home, &["convert", "--to", "json", from, "-"]).failed();
        assert_eq!(line, format!("dapu: {from} is {kind}: name an output directory with -o"));
    }
    assert!(!home.join("-").exists());
}

#[test]
fn what_is_not_there_or_not_a_record_is_named() {
    let home = library();
    let home = home.path();
    for (path, message) in [
        ("tree/games.zip/none.sgf", "no such file"),
        (
            "tree/games.zip/inner.zip",
            "not a record, but a zip archive: name a record in it, as in FILE.zip/NAME, or unpack it",
        ),
        ("tree/games.zip/inner.zip/inner.sgf", "no such file"),
        ("tree/games.zip/readme.txt", "not a record of a format that dapu knows"),
    ] {
        let line = dapu(home, &["show", path]).failed();
        assert_eq!(line, format!("dapu: {path}: {message}"));
    }
}

#[test]
fn nothing_is_written_into_an_archive_or_followed_in_it() {
    let home = library();
    let home = home.path();
    let before = fs::read(home.join("tree/games.zip")).unwrap();
    for name in ["2021/two.sgf", "new.sgf"] {
        let path = format!("tree/games.zip/{name}");
        for option in ["--force", "--dry-run"] {
            let line = dapu(home, &["convert", "tree/zz.sgf", &path, option]).failed();
            let expected = format!("dapu: {path}: nothing is written into an archive");
            assert_eq!(line, expected);
        }
    }
    let into = ["convert", "tree/zz.sgf", "--to", "json", "-o"];
    let line = dapu(home, &[&into[..], &["tree/games.zip/new"]].concat()).failed();
    assert!(line.ends_with("nothing is written into an archive"), "{line}");
    assert_eq!(fs::read(home.join("tree/games.zip")).unwrap(), before);
    let path = "tree/games.zip/2021/two.sgf";
    let line = dapu(home, &["read", "--follow", path]).failed();
    let expected = format!("dapu: {path}: a record in an archive cannot be followed");
    assert_eq!(line, expected);
    let page = dapu(home, &["--version", "--verbose", path]).fine();
    assert!(page.contains(&format!(" {path}: none: in an archive\n")), "{page}");
}

#[test]
fn names_cannot_lead_out_of_the_archive_and_are_all_different() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let sjis = encoding_rs::SHIFT_JIS.encode("竜王戦\\第一局の表.sgf").0;
    with(
        home,
        &zip(&[
            (b"../../up.sgf", ONE),
            (b"/root.sgf", ONE),
            (b"b\\c.sgf", ONE),
            (b"b/c.sgf", TWO),
            (b"\x1b[31mred\n.sgf", ONE),
            (&sjis, ONE),
            (b"x.sgf#2", b"not reached"),
        ]),
    );
    let info = dapu(home, &["info", "a.zip"]).with_slashes().fine();
    let paths: Vec<&str> = info.lines().map(|l| l.split(": ").next().unwrap()).collect();
    let expected = [
        "a.zip/b/c (2).sgf",
        "a.zip/b/c.sgf",
        "a.zip/red .sgf",
        "a.zip/root.sgf",
        "a.zip/up.sgf",
        "a.zip/竜王戦/第一局の表.sgf",
    ];
    assert_eq!(paths, expected);
    let two = dapu(home, &["show", "a.zip/b/c (2).sgf"]).fine();
    assert!(two.contains("Cid"), "{two}");
}

#[test]
fn what_cannot_be_unpacked_is_named_and_the_rest_is_read() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let good = zip(&[(b"a.sgf", ONE), (b"b.sgf", TWO)]);
    let large = zip(&[(b"a.sgf", &vec![b' '; (64 << 20) + 1]), (b"b.sgf", TWO)]);
    let first = |bytes: &[u8]| dapu_info(home, bytes);
    for (content, message) in [
        (patched(&good, 8, &[1]), "encrypted: unpack the archive with its password"),
        (
            patched(&good, 10, &[12]),
            "packed with bzip2, which dapu cannot unpack: unpack the archive first",
        ),
        (
            patched(&good, 10, &[250]),
            "packed with method 250, which dapu cannot unpack: unpack the archive first",
        ),
        (large.clone(), "more than 64 MB when unpacked"),
        // A lie about the size is no way around the limit.
        (patched(&large, 24, &[1, 0, 0, 0]), "more than 64 MB when unpacked"),
        (patched(&good, 42, &[2]), "damaged or incomplete"),
    ] {
        let (out, err) = first(&content);
        let (out, err) = (slashed(&out), slashed(&err));
        assert_eq!(err, format!("dapu: a.zip/a.sgf: {message}\n"));
        assert!(out.starts_with("a.zip/b.sgf: sgf"), "{out}");
    }
    let (out, err) = first(&patched(&good, 16, &[1, 2, 3, 4]));
    assert_eq!(err, "");
    assert!(out.contains("1 warning;") && out.lines().count() == 2, "{out}");
}

/// What `info` prints of an archive.
fn dapu_info(home: &Path, content: &[u8]) -> (String, String) {
    with(home, content);
    let run = dapu(home, &["info", "a.zip"]);
    (run.out, run.err)
}

#[test]
fn an_archive_that_lies_is_refused_as_a_whole_or_not_believed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let good = zip(&[(b"a.sgf", ONE), (b"b.sgf", TWO)]);
    // No count is believed.
    let mut counts = good.clone();
    let at = end(&counts);
    for count in [[1, 0, 1, 0], [0, 0, 0, 0], [255, 254, 255, 254]] {
        counts[at + 8..at + 12].copy_from_slice(&count);
        let (out, err) = dapu_info(home, &counts);
        assert_eq!((out.lines().count(), &*err), (2, ""));
    }
    let damaged = "dapu: a.zip: the zip archive is damaged or incomplete\n";
    for content in [&good[..good.len() - 30], &good[..20], b"PK\x05\x06"] {
        assert_eq!(dapu_info(home, content), (String::new(), damaged.to_owned()));
    }
    // Both headers lead to the first file.
    let mut overlapping = good.clone();
    let second = headers(&good)[1] + 42;
    overlapping[second..second + 4].copy_from_slice(&[0; 4]);
    let (out, err) = dapu_info(home, &overlapping);
    let expected =
        "dapu: a.zip: the files in the zip archive overlap, so it is damaged or malicious\n";
    assert_eq!((&*out, &*err), ("", expected));
    for cut in 0..good.len() {
        with(home, &good[..cut]);
        let found = walk::files_below(&home.join("a.zip"), None);
        assert!(found.count() <= 2);
    }
}

#[test]
fn an_archive_with_any_byte_changed_is_survived() {
    let home = tempfile::tempdir().unwrap();
    let good = zip(&[(b"a.sgf", ONE), (b"b/c.sgf", TWO)]);
    for (at, byte) in good.iter().enumerate() {
        for (number, other) in [!byte, byte ^ 1, byte.wrapping_add(100)].iter().enumerate() {
            let mut bytes = good.clone();
            bytes[at] = *other;
            // Archives are known by their path, length and time, which is too coarse here.
            let path = home.path().join(format!("{at}-{number}.zip"));
            fs::write(&path, bytes).unwrap();
            let files: Vec<_> = walk::files_below(&path, None).flatten().collect();
            assert!(files.len() <= 2, "{at}: {files:?}");
            for file in files.iter().filter(|file| **file != path) {
                assert!(file.starts_with(&path), "{at}: {file:?}");
                // An error names the file; it is not lost on the way.
                if let Err(error) = load::load(file, LoadOptions::default()) {
                    assert!(error.to_string().contains("zip"), "{at}: {error}");
                }
            }
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn an_archive_of_too_many_files_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let one = zip(&[(b"a.sgf", ONE)]);
    let (start, end) = (headers(&one)[0], end(&one));
    let directory = one[start..end].repeat(250_001);
    let many = [&one[..start], &directory, &one[end..]].concat();
    let (_, err) = dapu_info(home.path(), &many);
    let expected = "dapu: a.zip: an archive of more than 250000 files: unpack it first\n";
    assert_eq!(err, expected);
}

#[test]
fn an_archive_that_unpacks_to_far_more_than_any_library_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let text = [b"(;GM[1]SZ[9]C[", &vec![b'x'; 30 << 20][..], b"];B[ee])"].concat();
    let names: Vec<String> = (0..5).map(|number| format!("{number}.sgf")).collect();
    let files: Vec<(&[u8], &[u8])> = names.iter().map(|name| (name.as_bytes(), &*text)).collect();
    let (out, err) = dapu_info(home.path(), &zip(&files));
    let expected =
        "dapu: a.zip: it unpacks to more than 100 times its size: unpack it yourself first\n";
    assert_eq!((&*out, &*err), ("", expected));
    // A directory that lies gains little.
    let mut lies = zip(&files);
    for header in headers(&lies) {
        lies[header + 24..header + 28].copy_from_slice(&[1, 0, 0, 0]);
    }
    let (out, err) = dapu_info(home.path(), &lies);
    assert!(out.lines().count() < 5, "{out}");
    let refused = err.matches("it unpacks to more than 100 times its size").count();
    assert_eq!((out.lines().count() + refused, err.lines().count()), (5, refused), "{err}");
    assert!(dapu_info(home.path(), &zip(&files[..2])).1.is_empty());
}

#[test]
fn other_archives_are_named_and_passed_over() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    for (name, content, kind) in [
        ("a.lzh", &b"\x20\x7f-lh5-\0\0"[..], "an LHA"),
        ("a.7z", b"7z\xBC\xAF\x27\x1C", "a 7z"),
        ("4.rar", b"Rar!\x1A\x07\0", "a rar"),
        ("5.rar", b"Rar!\x1A\x07\x01\0", "a rar"),
        ("a.xz", b"\xFD7zXZ\0", "an xz"),
        ("a.bz2", b"BZh9", "a bzip2"),
        ("a.zst", b"\x28\xB5\x2F\xFD", "a zstd"),
        ("a.tar", &tar, "a tar"),
    ] {
        fs::write(home.join(name), content).unwrap();
        let message = format!("not a record, but {kind} archive: unpack it first");
        let line = dapu(home, &["show", name]).failed();
        assert_eq!(line, format!("dapu: {name}: {message}"));
        let line = dapu_with(home, &["show", "-"], content).failed();
        assert_eq!(line, format!("dapu: <stdin>: {message}"));
    }
    fs::write(home.join("b.kif"), "").unwrap();
    let inner = zip(&[(b"in.zip", b"PK\x03\x04")]);
    fs::write(home.join("c.zip"), inner).unwrap();
    for command in [&["info", "."][..], &["check", "."], &["find", "--text", "a", "."]] {
        let run = dapu(home, command).with_slashes();
        let skipped = "10 files skipped: 4.rar (a rar archive), 5.rar (a rar archive), a.7z (a 7z archive), and 7 more";
        assert!(run.err.contains("dapu: no records found: "), "{}", run.err);
        assert!(run.err.contains(skipped), "{}", run.err);
        assert_eq!(run.code, 2);
        assert!(!dapu(home, &[command, &["-q"]].concat()).err.contains("skipped"));
    }
    for name in ["a.lzh", "a.7z", "4.rar", "5.rar", "a.xz", "a.bz2", "a.zst", "a.tar"] {
        fs::remove_file(home.join(name)).unwrap();
    }
    let run = dapu(home, &["info", "."]).with_slashes();
    let skipped = "2 files skipped: b.kif (empty), c.zip/in.zip (an archive in an archive)\n";
    assert!(run.err.contains(skipped), "{}", run.err);
}

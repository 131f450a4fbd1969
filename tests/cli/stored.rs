//! Files that dapu writes, and the analyses that it finds in files.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use dapu::files::logs::{Appended, Damage, Logs, files};
use dapu::files::results::Placed;
use dapu::files::results::{line_key, line_keys};
use dapu::files::reviews::written;
use dapu::files::write::{Draft, NotWritten, write};
use dapu::record::{NodeId, Note};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::common::read as read_record;

#[test]
fn a_file_that_was_made_in_between_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.kif");
    let mut draft = Draft::new(&path, false).unwrap();
    draft.write_all(b"new").unwrap();
    fs::write(&path, "in between").unwrap();
    assert!(matches!(draft.finish(), Err(NotWritten::Exists(_))));
    assert!(matches!(write(&path, b"new", false), Err(NotWritten::Exists(_))));
    assert_eq!(fs::read(&path).unwrap(), b"in between");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn what_is_written_on_the_way_is_private() {
    use std::os::unix::fs::MetadataExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.kif");
    fs::write(&path, "old").unwrap();
    let _draft = Draft::new(&path, true).unwrap();
    let mut files = fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap());
    let draft = files.find(|file| file.path() != path).unwrap();
    assert_eq!(draft.metadata().unwrap().mode() & 0o777, 0o600);
}

/// What is new: whether it is everything, the lines, and the number of one that is damaged.
fn read(logs: &mut Logs, folder: &Path) -> (bool, Vec<u32>, Option<usize>) {
    let Appended { is_whole, lines, damaged } = logs.read(&files(folder), None);
    let lines = lines.into_iter().flat_map(|(_, lines)| lines);
    let lines = lines.map(|(_, line)| line).collect();
    (
        is_whole,
        lines,
        match &damaged[..] {
            [Damage::Line { line, .. }] => Some(*line),
            _ => None,
        },
    )
}

#[test]
fn each_line_is_read_once_and_everything_when_a_file_is_not_what_it_was() {
    let home = tempfile::tempdir().unwrap();
    let (folder, path) = (home.path(), home.path().join("a.jsonl"));
    fn append(path: &Path, text: &str) {
        let mut file = File::options().append(true).create(true).open(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
    let mut logs = Logs::default();
    assert_eq!(read(&mut logs, folder), (false, vec![], None));
    append(&path, "1\n");
    assert_eq!(read(&mut logs, folder), (true, vec![1], None));
    assert_eq!(read(&mut logs, folder), (false, vec![], None));
    append(&path, "2\nx\n[");
    assert_eq!(read(&mut logs, folder), (false, vec![2], Some(3)));
    append(&path, "]\n");
    append(&folder.join("b.jsonl"), "5\n\n6\n");
    assert_eq!(read(&mut logs, folder), (false, vec![5, 6], Some(4)));
    // One's own lines are no news, and are read with those of others.
    append(&path, "3\n");
    assert!(logs.read::<u32>(&files(folder), Some(&path)).lines.is_empty());
    append(&folder.join("b.jsonl"), "7\n");
    let appended = logs.read::<u32>(&files(folder), Some(&path));
    let b = folder.join("b.jsonl");
    assert_eq!(appended.lines, [(path.clone(), vec![(5, 3)]), (b, vec![(4, 7)])]);
    // Longer, but not by lines that were appended.
    fs::write(&path, "1\n2\n3\n4\n5\n6\n7\n8\n").unwrap();
    let all = (1..9).chain([5, 6, 7]).collect();
    assert_eq!(read(&mut logs, folder), (true, all, None));
    // Shorter, replaced, and removed.
    fs::write(&path, "1\n").unwrap();
    assert_eq!(read(&mut logs, folder), (true, vec![1, 5, 6, 7], None));
    fs::write(folder.join("new"), "1\n2\n").unwrap();
    fs::rename(folder.join("new"), &path).unwrap();
    assert_eq!(read(&mut logs, folder), (true, vec![1, 2, 5, 6, 7], None));
    fs::remove_file(path).unwrap();
    assert_eq!(read(&mut logs, folder), (true, vec![5, 6, 7], None));
}

fn packed(text: &[u8]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text).unwrap();
    BASE64_STANDARD.encode(packer.finish().unwrap())
}

/// What is found in games with these values of `KT`.
fn found(values: &[String]) -> Vec<Placed> {
    let nodes: String = values.iter().map(|value| format!(";B[aa]KT[][]{value}")).collect();
    let text = format!("(;GM[1]SZ[9]{nodes})");
    let loaded = read_record(text.as_bytes(), "a.sgf").unwrap();
    written(&loaded.game(0).unwrap(), &|| true).unwrap()
}

const ONE: &str = r#"{"moves": {"C3": {"winrate": 0.5, "scoreLead": 1}}, "root": {"winrate": 0.5, "scoreLead": 1}}"#;

#[test]
fn damaged_and_odd_values_are_left_out() {
    let whole = packed(ONE.as_bytes());
    assert_eq!(found(&[format!("[{whole}]")])[0].at.len(), 1);
    let mut odd = vec![String::new(), "[]".to_owned(), "[%%%]".to_owned(), "[AAAA]".to_owned()];
    odd.extend((0..whole.len()).step_by(7).map(|end| format!("[{}]", &whole[..end])));
    for text in
        ["", "{}", "[1]", "{\"moves\": 1}", &ONE.replace("0.5", "NaN"), &"[".repeat(100_000)]
    {
        odd.push(format!("[{}]", packed(text.as_bytes())));
    }
    for text in [ONE.replace("C3", "Z99"), ONE.replace("C3", "\\u001b[31m")] {
        odd.push(format!("[{}]", packed(text.as_bytes())));
    }
    assert!(found(&odd).is_empty());
    // No figure is out of range.
    let huge = found(&[format!("[{}]", packed(ONE.replace(": 1", ": 1e300").as_bytes()))]);
    assert!(
        huge.iter().all(|placed| placed.at.values().all(|it| it.found.lines[0].score.is_none()))
    );
}

#[test]
fn little_is_unpacked_of_what_expands() {
    let bomb = format!("[{}]", packed(&vec![b' '; 64 << 20]));
    let started = Instant::now();
    assert!(found(&vec![bomb; 1_000]).is_empty());
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// With other keys all results would be lost.
#[test]
fn line_keys_are_the_same_in_every_build() {
    let text = b"(;GM[1]SZ[9]AB[cc][aa:bb]PL[W];W[dd](;AE[cc]B[ee])(;B[ef]))";
    let record = read_record(text, "a.sgf").unwrap().game(0).unwrap();
    assert_eq!(
        line_keys(&record),
        [
            0xDD0E_8985_C780_1B53,
            0xA04D_2FA5_E35E_09E8,
            0x8282_ECE1_161C_B1C5,
            0x864E_BC7B_FA49_73DB
        ]
    );
    let one_by_one: Vec<u64> = record.tree.ids().map(|node| line_key(&record, node)).collect();
    assert_eq!(one_by_one, line_keys(&record));
    let note = record.tree.notes(NodeId::ROOT).find(|note| matches!(note, Note::Setup(_)));
    let Some(Note::Setup(setup)) = note else { panic!("no setup") };
    assert_eq!(setup.to_string(), "first 2,2-2,2 0,0-1,1");
}

//! Damaged files: every sample cut at every byte is read or refused with a reason, and shows no move that the whole file
//! does not have.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use dapu::format::{self, Loaded, Source};
use dapu::game::Move;
use dapu::record::{At, NodeId, Record};

/// Every sample of the project.
fn samples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let folders = fs::read_dir(root)
        .unwrap()
        .map(|folder| folder.unwrap().path());
    folders
        .flat_map(|folder| {
            fs::read_dir(folder)
                .unwrap()
                .map(|file| file.unwrap().path())
                .collect::<Vec<_>>()
        })
        .collect()
}

fn read(bytes: &[u8], path: &Path) -> Result<Loaded, format::ReadError> {
    format::read(&Source::new(
        bytes,
        path.file_name().unwrap().to_str().unwrap(),
    ))
}

#[test]
fn every_sample_cut_anywhere_is_read_or_refused_with_a_reason() {
    let mut cuts = 0;
    for path in samples() {
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            match read(&whole[..length], &path) {
                Ok(loaded) => {
                    assert!(
                        !loaded.games.is_empty(),
                        "{} cut at {length} has no game",
                        path.display()
                    );
                    let late = (0..loaded.games.len()).filter_map(|game| loaded.game(game).err());
                    late.for_each(|error| assert!(!error.message.is_empty()));
                }
                Err(error) => assert!(!error.message.is_empty()),
            }
            cuts += 1;
        }
    }
    println!("{cuts} cuts");
    assert!(cuts > 1000);
}

fn mainline(record: &Record) -> Vec<Option<Move>> {
    let path = record.tree.path(record.tree.mainline_end());
    path.into_iter()
        .filter(|node| *node != NodeId::ROOT)
        .map(|node| record.tree.mv(node))
        .collect()
}

#[test]
fn xqf_cut_anywhere_shows_the_whole_moves_and_says_where_it_ends() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/xiangqi/xianrenzhilu.xqf");
    let whole = fs::read(&path).unwrap();
    let moves = mainline(&read(&whole, &path).unwrap().game(0).unwrap());
    assert_eq!(moves.len(), 16);
    for length in 0x400..whole.len() {
        let loaded = read(&whole[..length], &path).unwrap();
        let there = mainline(&loaded.game(0).unwrap());
        // A move is whole with its squares and its flags, the first four bytes of its step.
        let complete = (length - 0x400 + 4) / 8;
        assert_eq!(
            there,
            &moves[..complete.saturating_sub(1)],
            "cut at {length}"
        );
        assert_eq!(loaded.warnings.len(), 1, "cut at {length}");
        assert_eq!(loaded.warnings[0].at, At::Byte(length as u64));
        assert!(loaded.cut.is_some());
    }
    // The start squares end at 0x30: from there on the board can be shown.
    let board_only = read(&whole[..0x3FF], &path).unwrap();
    assert_eq!(
        board_only.warnings[0].to_string(),
        "byte 1023: the file ends inside the header of 1024 bytes"
    );
    assert!(board_only.cut.is_some());
    let error = read(&whole[..0x2F], &path).unwrap_err();
    assert_eq!(error.at, At::Byte(0x2F));
}

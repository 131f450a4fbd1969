//! Every seed cut at many bytes, in a full run at every one: it is read or refused with a reason, and shows only moves of the whole file.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use dapu::game::Move;
use dapu::record::{At, NodeId, Record};

use crate::common::{is_full, read};
use crate::measure::{on_all_cores, unmeasured};
use crate::seeds::{Seed, seeds};
use crate::survive::{read_all_ways, survive};

#[test]
fn every_seed_cut_anywhere_is_read_or_refused_with_a_reason() {
    let _unmeasured = unmeasured();
    let count = AtomicUsize::new(0);
    on_all_cores(&seeds(), |seed| {
        count.fetch_add(cut_anywhere(seed), Ordering::Relaxed);
    });
    let cuts = count.into_inner();
    println!("{cuts} cuts");
    assert!(cuts > 1000);
}

/// Reads a seed cut at every byte; returns the number of cuts.
fn cut_anywhere(seed: &Seed) -> usize {
    let full = is_full();
    let length = seed.bytes.len();
    // Longer files are cut at every byte near both ends and at some in between, all of them so unless everything is asked for.
    let (near, step) = if full && length <= 1024 {
        (length, 1)
    } else if full {
        (800, 61)
    } else {
        (200, if length <= 1024 { 5 } else { 61 })
    };
    let all = |at: &usize| *at < near || length - at < 100 || at.is_multiple_of(step);
    let whole = read(&seed.bytes, &seed.name).unwrap();
    let moves = mainline(&whole.game(0).unwrap());
    let mut cuts = 0;
    for at in (0..length).filter(all) {
        for loaded in read_all_ways(&seed.bytes[..at], &seed.name, seed.format) {
            if let Ok(record) = loaded.game(0) {
                let mut there = mainline(&record);
                // Half of the last move may be another move: `3c3d+` without its plus.
                there.pop();
                let format = loaded.format.name;
                assert!(moves.starts_with(&there), "{} as {format} cut at {at}", seed.name);
            }
            // Drawing and converting cost ten times as much as reading.
            if full || at.is_multiple_of(64) {
                survive(&loaded);
            }
        }
        cuts += 1;
    }
    cuts
}

#[test]
fn xml_cut_anywhere_and_half_a_board_of_csa_warn() {
    let _unmeasured = unmeasured();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    for name in ["xiangqi/shunpao.cbf", "xiangqi/shunpao.pfc", "shogi/floodgate.csa"] {
        let whole = fs::read(samples.join(name)).unwrap();
        let place = |text: &[u8]| whole.windows(text.len()).position(|part| part == text).unwrap();
        // Nothing tells that a CSA file lacks moves.
        let cuts = match name.ends_with("csa") {
            true => place(b"P1-") + 3..place(b"\n+\n"),
            false => 0..whole.trim_ascii_end().len(),
        };
        for at in cuts {
            if let Ok(loaded) = read(&whole[..at], name) {
                assert!(!loaded.warnings().is_empty(), "{name} cut at {at}");
            }
        }
    }
}

fn mainline(record: &Record) -> Vec<Option<Move>> {
    let path = record.tree.path(record.tree.mainline_end());
    path.into_iter().filter(|node| *node != NodeId::ROOT).map(|node| record.tree.mv(node)).collect()
}

#[test]
fn xqf_cut_anywhere_shows_its_complete_moves_and_where_it_ends() {
    const NAME: &str = "xianrenzhilu.xqf";
    let _unmeasured = unmeasured();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/xiangqi").join(NAME);
    let whole = fs::read(&path).unwrap();
    let moves = mainline(&read(&whole, NAME).unwrap().game(0).unwrap());
    assert_eq!(moves.len(), 16);
    for length in 0x400..whole.len() {
        let loaded = read(&whole[..length], NAME).unwrap();
        let there = mainline(&loaded.game(0).unwrap());
        // A move is complete with the first four bytes of its step: squares and flags.
        let complete = (length - 0x400 + 4) / 8;
        assert_eq!(there, &moves[..complete.saturating_sub(1)], "cut at {length}");
        assert_eq!(loaded.warnings().len(), 1, "cut at {length}");
        assert_eq!(loaded.warnings()[0].at, At::Byte(length as u64));
        assert!(loaded.cut().is_some());
    }
    // The start squares end at 0x30: after that the board can be shown.
    let board_only = read(&whole[..0x3FF], NAME).unwrap();
    assert_eq!(
        board_only.warnings()[0].to_string(),
        "byte 1023: the file ends inside the header of 1024 bytes"
    );
    assert!(board_only.cut().is_some());
    let error = read(&whole[..0x2F], NAME).unwrap_err();
    assert_eq!(error.at, At::Byte(0x2F));
}

//! Reading damaged XQF files.

use dapu::record::{At, Key, Record};

use crate::common::{self, Step, read, steps};

fn sample() -> Vec<u8> {
    std::fs::read("samples/xiangqi/bianzhao.xqf").unwrap()
}

fn game(bytes: &[u8]) -> std::sync::Arc<Record> {
    read(bytes, "a.xqf").unwrap().game(0).unwrap()
}

#[test]
fn the_sample_with_variations_reads_without_a_warning() {
    let loaded = read(&sample(), "a.xqf").unwrap();
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    let expected = super::trees::endgame_with_variations();
    assert_eq!(record.start, expected.start);
    assert_eq!(steps(&record), steps(&expected));
    assert!(record.headers.known().eq(expected.headers.known()));
}

#[test]
fn a_file_cut_at_any_byte_keeps_its_complete_moves_and_reports_where_it_ends() {
    for name in ["bianzhao.xqf", "xianrenzhilu.xqf"] {
        let bytes = std::fs::read(format!("samples/xiangqi/{name}")).unwrap();
        let whole = steps(&game(&bytes));
        for length in 0..bytes.len() {
            let Ok(loaded) = read(&bytes[..length], name) else {
                assert!(length < 0x30, "{name} cut at {length} shows nothing");
                continue;
            };
            assert!(loaded.cut().is_some(), "{name} cut at {length}");
            let end = At::Byte(length as u64);
            assert!(
                loaded.warnings().iter().any(|warning| warning.at == end),
                "{name} cut at {length}"
            );
            let read = steps(&loaded.game(0).unwrap());
            assert!(is_beginning(&read, &whole), "{name} cut at {length}: {read:?}");
        }
    }
}

/// Whether the steps are a prefix of the whole, except that the last comment may be cut.
fn is_beginning(read: &[Step], whole: &[Step]) -> bool {
    let Some((last, before)) = read.split_last() else {
        return false;
    };
    let same = whole.get(before.len());
    whole.starts_with(before)
        && same.is_some_and(|same| same.mv == last.mv && same.parent == last.parent)
}

#[test]
fn a_wrong_key_is_corrected_or_refused() {
    let bytes = sample();
    let whole = steps(&game(&bytes));
    let mut refused = 0;
    for offset in 12..16 {
        for value in (0..=255).filter(|value| *value != bytes[offset]) {
            let mut damaged = bytes.clone();
            damaged[offset] = value;
            match read(&damaged, "a.xqf") {
                Err(error) => {
                    refused += 1;
                    assert_eq!(error.at, At::Byte(12));
                }
                Ok(loaded) => {
                    assert_eq!(steps(&loaded.game(0).unwrap()), whole, "{value} at {offset}");
                    assert!(
                        loaded.warnings()[0]
                            .problem
                            .to_string()
                            .starts_with("the keys do not add up")
                    );
                }
            }
        }
    }
    assert_eq!(refused, 0, "one wrong key can always be found");
}

#[test]
fn absurd_keys_are_refused() {
    let mut bytes = sample();
    bytes[12..16].copy_from_slice(&[0xFF, 0xFE, 0x01, 0x77]);
    let error = read(&bytes, "a.xqf").unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 12: the keys do not add up, and the file cannot be read with them"
    );
    // These add up.
    bytes[12..16].copy_from_slice(&[0x10, 0x20, 0x30, 0xA0]);
    let error = read(&bytes, "a.xqf").unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 12: the keys do not fit the file: neither board nor moves make sense"
    );
}

#[test]
fn keys_without_a_valid_checksum_are_doubted() {
    let whole = read(&sample(), "a.xqf").unwrap().game(0).unwrap();
    for offset in [3, 8, 9, 10, 11] {
        for change in [0x01, 0x80, 0xFF] {
            let mut bytes = sample();
            bytes[offset] ^= change;
            let Ok(loaded) = read(&bytes, "a.xqf") else {
                continue;
            };
            let record = loaded.game(0).unwrap();
            let mut start = record.start.clone();
            start.set_side_to_move(whole.start.side_to_move());
            assert_eq!(start, whole.start, "byte {offset}");
            if steps(&record) != steps(&whole) {
                assert!(!loaded.warnings().is_empty(), "byte {offset} by {change:#x}");
            }
        }
    }
    let mut bytes = sample();
    bytes[11] = 0;
    let warnings = read(&bytes, "a.xqf").unwrap().warnings();
    assert_eq!(
        warnings[0].to_string(),
        "byte 3: the moves make little sense with the file's keys, which may be wrong"
    );
}

#[test]
fn keys_in_a_file_declared_plain_are_reported() {
    let mut bytes = sample();
    for version in [0x00, 0x01, 0x0A] {
        bytes[2] = version;
        let error = read(&bytes, "a.xqf").unwrap_err();
        assert_eq!(
            error.to_string(),
            "byte 2: the file has keys, but not the version of those that have"
        );
    }
}

#[test]
fn an_unknown_version_is_refused_and_text_is_not_xqf() {
    let mut bytes = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    bytes[2] = 0x20;
    let error = read(&bytes, "a.xqf").unwrap_err();
    assert_eq!(error.to_string(), "byte 2: XQF 3.2 is newer than any that is known");
    let text = "XQF files are read by this program. ".repeat(50);
    let error = read(text.as_bytes(), "README").unwrap_err();
    assert_eq!(error.to_string(), "not a record of a format that dapu knows");
}

#[test]
fn impossible_moves_stay_in_the_tree_with_a_warning() {
    let mut bytes = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    // The first move starts from an empty square, the second from off the board.
    bytes[0x408] = 0x18 + 44;
    bytes[0x410] = 0x18 + 95;
    let loaded = read(&bytes, "a.xqf").unwrap();
    let steps = steps(&loaded.game(0).unwrap());
    assert_eq!(steps.len(), 17);
    assert_eq!(steps[1].mv.as_deref(), Some("e4c4"));
    assert_eq!(steps[2].mv.as_deref(), Some("?95g7"));
    let places: Vec<At> = loaded.warnings().iter().map(|warning| warning.at).collect();
    assert!(places.starts_with(&[At::Byte(0x408), At::Byte(0x410)]));
}

#[test]
fn texts_may_be_in_utf_8_or_too_short_to_tell() {
    const TITLE: usize = 0x50;
    let pgn = read("[Game \"Chinese Chess\"]\n[Red \"\"]\n\n1. 炮二平五 *\n".as_bytes(), "a.pgn");
    let options = dapu::format::WriteOptions::default();
    let plain = common::write(&pgn.unwrap().game(0).unwrap(), "xqf", &options).unwrap().bytes;
    let (bian, _, _) = encoding_rs::GB18030.encode("变例：");
    let (both, _, _) = encoding_rs::BIG5.encode("變例：");
    for (title, wanted, encoding) in [
        ("许银川先胜吕钦".as_bytes(), "许银川先胜吕钦", "utf-8"),
        ("胡荣华·先胜".as_bytes(), "胡荣华·先胜", "utf-8"),
        (&bian, "变例：", "gb18030"),
        (&both, "變例：", "big5"),
    ] {
        let mut bytes = plain.clone();
        bytes[TITLE] = u8::try_from(title.len()).unwrap();
        bytes[TITLE + 1..][..title.len()].copy_from_slice(title);
        let loaded = read(&bytes, "a.xqf").unwrap();
        assert_eq!(loaded.encoding, Some(encoding));
        assert_eq!(loaded.game(0).unwrap().headers.get(Key::Title), Some(wanted));
    }
}

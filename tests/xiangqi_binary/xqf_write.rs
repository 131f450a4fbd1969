//! Writing XQF.

use dapu::format::WriteOptions;
use dapu::game::Side;
use dapu::record::{Key, NodeId, Note, Record};
use dapu::text::encoding_by_label;
use proptest::prelude::*;

use super::encrypt::{self, encrypt};
use super::trees;
use crate::common::{read, steps, write};

fn version(version: &str) -> WriteOptions {
    WriteOptions { version: Some(version.to_owned()), ..WriteOptions::default() }
}

fn plain(record: &Record) -> Vec<u8> {
    let written = write(record, "xqf", &WriteOptions::default()).unwrap();
    assert_eq!(written.losses.to_string(), "");
    written.bytes
}

fn read_back(bytes: &[u8]) -> std::sync::Arc<Record> {
    let loaded = read(bytes, "a.xqf").unwrap();
    loaded.game(0).unwrap()
}

#[test]
fn the_example_of_the_specification_is_written_byte_for_byte() {
    let sample = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    assert_eq!(sample.len(), 1160);
    assert_eq!(plain(&trees::example_of_the_specification()), sample);
    assert_eq!(plain(&read_back(&sample)), sample);
}

#[test]
fn the_encrypted_sample_is_written_byte_for_byte() {
    let plain = plain(&trees::endgame_with_variations());
    assert_eq!(plain[2], 0x12);
    let sample = std::fs::read("samples/xiangqi/bianzhao.xqf").unwrap();
    assert_eq!(encrypt(&plain, 0x12, &encrypt::REAL), sample);
}

#[test]
fn bytes_without_a_meaning_are_kept_or_reported() {
    let mut sample = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    for offset in [0x3C, 0x1B0, 0x1CF, 0x1F0, 0x3FF] {
        sample[offset] = 0xA5;
    }
    let record = read_back(&sample);
    assert_eq!(plain(&record), sample);
    let pgn = write(&record, "pgn", &WriteOptions::default()).unwrap();
    assert!(pgn.losses.to_string().contains("header"), "{}", pgn.losses);
    let bytes = String::from_utf8(pgn.bytes).unwrap();
    assert!(bytes.contains("A5") || !pgn.losses.is_empty(), "{bytes}");
}

#[test]
fn written_files_read_back_but_for_reported_losses() {
    for (red, event, losses) in [
        ("胡榮華", "象棋賽", ""),
        ("柳大华", "全国象棋赛", ""),
        // These bytes are valid Big5, which has most of these characters, too.
        ("胡榮華", "Здравствуй", "1 text that may be taken for Big5"),
    ] {
        let mut record = trees::example_of_the_specification();
        record.headers.set(Key::Player(Side::First), red);
        record.headers.set(Key::Event, event);
        record.headers.set(Key::Title, event);
        let written = write(&record, "xqf", &WriteOptions::default()).unwrap();
        assert_eq!(written.losses.to_string(), losses, "{red} {event}");
        let same = read_back(&written.bytes).headers.get(Key::Player(Side::First)) == Some(red);
        assert_eq!(same, losses.is_empty(), "{red} {event}");
    }
}

#[test]
fn version_1_0_holds_the_mainline_and_counts_each_variation() {
    let record = trees::endgame_with_variations();
    let written = write(&record, "xqf", &version("1.0")).unwrap();
    assert_eq!(written.bytes[2], 0x0A);
    assert_eq!(written.losses.to_string(), "1 comment, 3 variations");
    let back = read_back(&written.bytes);
    let mainline: Vec<_> = steps(&record).into_iter().take(4).collect();
    assert_eq!(steps(&back), mainline);
    assert_eq!(back.start, record.start);
}

#[test]
fn version_1_8_can_be_written_and_an_unknown_one_cannot() {
    let record = trees::example_of_the_specification();
    let written = write(&record, "xqf", &version("1.8")).unwrap();
    assert_eq!(written.bytes[2], 0x12);
    assert_eq!(steps(&read_back(&written.bytes)), steps(&record));
    let error = write(&record, "xqf", &version("3.0")).unwrap_err();
    assert_eq!(error.to_string(), "XQF is written as version 1.0 or 1.8, not \"3.0\"");
}

#[test]
fn a_long_string_is_cut_at_a_character_boundary() {
    let mut record = trees::line("炮二平五");
    record.headers.set(Key::Player(Side::First), "一二三四五六七八");
    record.headers.set(Key::Round, "3");
    let written = write(&record, "xqf", &WriteOptions::default()).unwrap();
    assert_eq!(written.losses.to_string(), "1 header (round), 1 shortened header (红方棋手)");
    // Fifteen bytes have room for seven characters of two bytes.
    assert_eq!(written.bytes[0x130], 14);
    assert_eq!(
        read_back(&written.bytes).headers.get(Key::Player(Side::First)),
        Some("一二三四五六七")
    );
}

#[test]
fn headers_without_a_field_are_counted() {
    let mut record = trees::line("炮二平五");
    record.headers.push_unknown("Referee", "某某");
    record.headers.set(Key::Kind, "problem");
    let written = write(&record, "xqf", &WriteOptions::default()).unwrap();
    let losses = "2 headers (kind, Referee)";
    assert_eq!(written.losses.to_string(), losses);
}

#[test]
fn an_unreadable_move_keeps_its_place() {
    let mut record = trees::line("炮二平五");
    let unreadable = record.tree.add(record.tree.mainline_end(), None);
    record.tree.note(unreadable, Note::Comment("看不清".into()));
    let written = write(&record, "xqf", &WriteOptions::default()).unwrap();
    assert_eq!(written.losses.to_string(), "1 unreadable move");
    let back = steps(&read_back(&written.bytes));
    assert_eq!(back.len(), 3);
    assert_eq!(back[2].comment.as_deref(), Some("看不清"));
}

#[test]
fn characters_missing_from_big5_are_counted() {
    let mut record = trees::line("炮二平五");
    record.headers.set(Key::Player(Side::First), "馬云");
    let note = Note::Comment("红先".into());
    record.tree.note(NodeId::ROOT, note);
    let big5 = WriteOptions { encoding: encoding_by_label("big5"), ..WriteOptions::default() };
    let written = write(&record, "xqf", &big5).unwrap();
    assert_eq!(written.losses.to_string(), "1 unmappable character");
}

#[test]
fn the_side_to_move_is_kept_where_no_move_shows_it() {
    let mut record = trees::line("");
    record.start.set_side_to_move(Side::Second);
    assert_eq!(read_back(&plain(&record)).start, record.start);
}

#[test]
fn a_board_with_too_many_pieces_of_a_kind_is_refused() {
    let fen = "4k4/9/9/9/9/9/9/9/9/RRR1K4 w";
    let position = dapu::game::xiangqi::Position::from_fen(fen).unwrap();
    let record = Record::new(dapu::game::Position::Xiangqi(position));
    let error = write(&record, "xqf", &WriteOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "XQF has no room for so many pieces of one kind (R)");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_record_of_the_corpus_survives_a_round_trip() {
    let corpus = crate::common::corpus("xiangqi/xqf");
    let mut count = 0;
    for folder in std::fs::read_dir(corpus).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let record = read_back(&std::fs::read(&path).unwrap());
            let written = write(&record, "xqf", &WriteOptions::default()).unwrap();
            assert_eq!(written.losses.to_string(), "", "{}", path.display());
            let back = read_back(&written.bytes);
            assert_eq!(back.start, record.start, "{}", path.display());
            assert_eq!(back.headers, record.headers, "{}", path.display());
            assert_eq!(steps(&back), steps(&record), "{}", path.display());
            count += 1;
        }
    }
    println!("{count} files");
    assert!(count > 100);
}

fn keys() -> impl Strategy<Value = encrypt::Keys> {
    let keys = (any::<u8>(), any::<[u8; 4]>(), any::<[u8; 3]>());
    keys.prop_map(|(mask, or, keys)| encrypt::Keys { mask, or, keys })
}

proptest! {
    #[test]
    fn written_files_are_read_back(record in trees::record(1)) {
        for options in [WriteOptions::default(), version("1.8")] {
            let written = write(&record, "xqf", &options).unwrap();
            prop_assert!(written.losses.is_empty());
            let back = read_back(&written.bytes);
            prop_assert_eq!(&back.start, &record.start);
            prop_assert_eq!(steps(&back), steps(&record));
        }
    }

    #[test]
    fn files_encrypted_with_any_keys_are_read(record in trees::record(0), keys in keys(), kind in 0x0B..=0x12u8) {
        let plain = write(&record, "xqf", &version("1.8")).unwrap().bytes;
        let back = read_back(&encrypt(&plain, kind, &keys));
        prop_assert_eq!(&back.start, &record.start);
        prop_assert_eq!(steps(&back), steps(&record));
    }
}

//! Reading the games and libraries of CCBridge.

use dapu::record::{At, Key, Record};
use proptest::prelude::*;

use super::ccbridge::{State, cbl, cbl_2_1, cbr, cbr_1, pack};
use super::trees;
use crate::common::{read, steps};

fn game(bytes: &[u8]) -> std::sync::Arc<Record> {
    read(bytes, "a.cbr").unwrap().game(0).unwrap()
}

#[test]
fn the_samples_are_what_their_generators_write() {
    let game = cbr(&trees::endgame_with_variations());
    let library =
        [(State::Live, cbr(&trees::example_of_the_specification())), (State::Live, game.clone())];
    assert_eq!(std::fs::read("samples/xiangqi/bianzhao.cbr").unwrap(), game);
    let library = cbl("示例", &library, 128);
    assert_eq!(std::fs::read("samples/xiangqi/shili.cbl").unwrap(), library);
}

#[test]
fn a_game_is_read_in_full() {
    let expected = trees::endgame_with_variations();
    for bytes in [cbr(&expected), cbr_1(&expected)] {
        let loaded = read(&bytes, "a.cbr").unwrap();
        assert_eq!(loaded.warnings(), []);
        let record = loaded.game(0).unwrap();
        assert_eq!(record.start, expected.start);
        assert_eq!(steps(&record), steps(&expected));
        assert!(record.headers.known().eq(expected.headers.known()));
    }
}

#[test]
fn a_game_cut_at_any_byte_keeps_its_complete_moves() {
    let bytes = cbr(&trees::endgame_with_variations());
    let whole = steps(&game(&bytes));
    for length in 2210..bytes.len() {
        let loaded = read(&bytes[..length], "a.cbr").unwrap();
        assert!(loaded.cut().is_some(), "cut at {length}");
        let read = steps(&loaded.game(0).unwrap());
        let (last, before) = read.split_last().unwrap();
        assert!(whole.starts_with(before), "cut at {length}");
        assert_eq!(last.mv, whole[before.len()].mv, "cut at {length}");
    }
    for length in 16..2210 {
        let error = read(&bytes[..length], "a.cbr").unwrap_err();
        assert!(error.message.starts_with("the file ends"), "cut at {length}: {error}");
    }
}

#[test]
fn other_versions_are_refused_by_name() {
    let mut bytes = cbr(&trees::endgame_with_variations());
    bytes[19] = 3;
    let error = read(&bytes, "a.cbr").unwrap_err();
    assert_eq!(error.at, At::Byte(19));
    assert!(error.message.starts_with("CBR version 3"));
    bytes[19] = 9;
    assert_eq!(read(&bytes, "a.cbr").unwrap_err().message, "CBR version 9 is not known");
}

#[test]
fn an_invalid_piece_code_is_reported() {
    let mut bytes = cbr(&trees::example_of_the_specification());
    bytes[2120] = 0x55;
    let loaded = read(&bytes, "a.cbr").unwrap();
    assert_eq!(loaded.warnings()[0].to_string(), "byte 2120: 0x55 is not a piece");
}

#[test]
fn a_library_of_ten_thousand_games_lists_them_without_reading_moves() {
    let mut record = trees::line("炮二平五");
    let mv = record.tree.mv(record.tree.mainline_end());
    let end = record.tree.mainline_end();
    // The same move again, which causes a warning.
    record.tree.add(end, mv);
    let games: Vec<_> = (0..10_000)
        .map(|number| {
            record.headers.set(Key::Title, &format!("第{number}局"));
            (State::Live, cbr(&record))
        })
        .collect();
    let bytes = cbl("万局", &games, games.len());
    let loaded = read(&bytes, "a.cbl").unwrap();
    assert_eq!(loaded.title.as_deref(), Some("万局"));
    assert_eq!(loaded.games().len(), 10_000);
    let headers = |index: usize| loaded.games()[index].headers();
    assert_eq!(headers(0).get(Key::Title), Some("第0局"));
    assert_eq!(headers(9_999).get(Key::Title), Some("第9999局"));
    assert_eq!(loaded.warnings(), []);
    assert_eq!(loaded.game(4_321).unwrap().headers.get(Key::Title), Some("第4321局"));
    assert_eq!(loaded.warnings().len(), 1);
}

/// Three games, the second deleted, the third longer than a slot.
fn library() -> (Vec<Record>, Vec<u8>) {
    let mut long = trees::endgame_with_variations();
    let second = long.tree.mainline().nth(2).unwrap();
    let comment = "很长的注解。".repeat(1_000);
    long.tree.note(second, dapu::record::Note::Comment(comment.into()));
    let first = trees::example_of_the_specification();
    let mut deleted = trees::line("炮八平五");
    deleted.headers.set(Key::Title, "已删");
    let games =
        [(State::Live, cbr(&first)), (State::Deleted, cbr(&deleted)), (State::Live, cbr(&long))];
    (vec![first, long], cbl("库", &games, 5))
}

fn assert_holds(bytes: &[u8], expected: &[&Record]) -> usize {
    let loaded = read(bytes, "a.cbl").unwrap();
    assert_eq!(loaded.games().len(), expected.len());
    for (index, expected) in expected.iter().enumerate() {
        let game = loaded.game(index).unwrap();
        assert_eq!(steps(&game), steps(expected));
        assert_eq!(game.headers, *loaded.games()[index].headers());
    }
    loaded.warnings().len()
}

#[test]
fn deleted_games_are_hidden_and_long_ones_complete() {
    let (games, bytes) = library();
    assert_eq!(assert_holds(&bytes, &[&games[0], &games[1]]), 0);
}

#[test]
fn a_library_with_a_wrong_capacity_is_searched() {
    let (games, bytes) = library();
    let deleted = trees::line("炮八平五");
    for capacity in [0, 4, 6, 1_000_000, u32::MAX] {
        let mut damaged = bytes.clone();
        damaged[60..64].copy_from_slice(&capacity.to_le_bytes());
        assert_eq!(assert_holds(&damaged, &[&games[0], &deleted, &games[1]]), 1);
    }
}

#[test]
fn a_truncated_library_keeps_its_complete_games() {
    let (games, bytes) = library();
    let loaded = read(&bytes[..bytes.len() - 8_200], "a.cbl").unwrap();
    assert_eq!(loaded.games().len(), 2);
    assert!(loaded.cut().is_some());
    assert_eq!(steps(&loaded.game(0).unwrap()), steps(&games[0]));
    // Nothing but the index is left.
    let error = read(&bytes[..66_624 + 276 * 5], "a.cbl").unwrap_err();
    assert_eq!(error.to_string(), "the index lists 2 games, but the file holds none");
}

#[test]
fn a_library_of_ccbridge_2_reads_as_described() {
    let mut second = trees::example_of_the_specification();
    second.headers.set(Key::Result, "0-1");
    let records = [trees::endgame_with_variations(), second];
    let bytes = cbl_2_1("旧库", &records);
    for bytes in [pack(&bytes), bytes] {
        let loaded = read(&bytes, "a.cbl").unwrap();
        assert_eq!(loaded.title.as_deref(), Some("旧库"));
        assert_eq!(loaded.warnings(), []);
        assert_eq!(loaded.games().len(), 2);
        for (index, expected) in records.iter().enumerate() {
            let game = loaded.game(index).unwrap();
            assert_eq!(game.start, expected.start);
            // It has no comment on the start.
            assert_eq!(steps(&game)[1..], steps(expected)[1..]);
            let title = expected.headers.get(Key::Title);
            assert_eq!(loaded.games()[index].headers().get(Key::Title), title);
        }
        assert_eq!(loaded.warnings(), []);
    }
}

#[test]
fn a_truncated_library_of_ccbridge_2_keeps_its_complete_games() {
    let records = [trees::endgame_with_variations(), trees::example_of_the_specification()];
    let bytes = cbl_2_1("旧库", &records);
    let loaded = read(&bytes[..bytes.len() - 1], "a.cbl").unwrap();
    assert_eq!(loaded.games().len(), 1);
    assert_eq!(loaded.cut(), Some("the library ends inside game 2 of 2"));
    for length in 12..bytes.len() {
        // With any prefix: no panic.
        let _ = read(&bytes[..length], "a.cbl");
    }
}

proptest! {
    #[test]
    fn every_tree_is_read_back(record in trees::record(1)) {
        let back = game(&cbr(&record));
        prop_assert_eq!(&back.start, &record.start);
        prop_assert_eq!(steps(&back), steps(&record));
    }
}

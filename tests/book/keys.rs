//! The keys of positions.

use dapu::book::{packed, zobrist};
use dapu::game::Side;
use dapu::game::xiangqi::{Kind, Piece, Position, Square};

use crate::book::{mirror, position};
use crate::common::corpus;

/// Red's piece indices first, black's after them.
const KINDS: [Kind; 7] =
    [Kind::King, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn];

#[test]
fn the_initial_position_has_the_key_that_every_program_uses() {
    let mut position = Position::initial();
    assert_eq!(zobrist(&position), 0x628D_04D7_C9C1_44AE);
    assert_eq!(zobrist(&mirror(&position)), zobrist(&position));
    position.set_side_to_move(Side::Second);
    assert_eq!(zobrist(&position), 0xC243_2E2E_C584_6BF6);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_vectors_match_in_both_orientations() {
    let folder = corpus("books");
    let text = std::fs::read_to_string(folder.join("obk-key-vectors.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = position(fields[0]);
        let hex = |text| u64::from_str_radix(text, 16).unwrap();
        assert_eq!(zobrist(&position), hex(fields[2]), "{line}");
        assert_eq!(zobrist(&position) as i64, fields[3].parse::<i64>().unwrap(), "{line}");
        assert_eq!(zobrist(&mirror(&position)), hex(fields[5]), "{line}");
        count += 1;
    }
    assert_eq!(count, 17);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_published_table_is_complete() {
    let folder = corpus("books");
    let text = std::fs::read_to_string(folder.join("zobrist-obk.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = u64::from_str_radix(fields.last().unwrap(), 16).unwrap();
        let mut position = Position::empty();
        if let Ok(index) = fields[0].parse::<usize>() {
            let side = Side::BOTH[index / 7];
            let file = fields[2].as_bytes()[0] - b'a';
            let row: u8 = fields[3].parse().unwrap();
            let square = Square::new(file, 9 - row).unwrap();
            position.put(square, Some(Piece { side, kind: KINDS[index % 7] }));
            position.set_side_to_move(Side::Second);
        }
        assert_eq!(zobrist(&position), number, "{line}");
        count += 1;
    }
    assert_eq!(count, 1261);
}

#[test]
fn xqb_keys_are_the_packed_board_of_the_mover() {
    let hex = |key: Vec<u8>| key.iter().map(|byte| format!("{byte:02X}")).collect::<String>();
    // The first key of the author's own book.
    let start = "CEB7CEF37AC801E079F7DF7DF00002EBAEBAEB02C004653A56939440";
    assert_eq!(hex(packed(&Position::initial())), start);
    // All four orientations of a position have the same key.
    let after = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    let turned = position("rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    assert_eq!(packed(&after), packed(&mirror(&after)));
    assert_eq!(packed(&after), packed(&turned));
    assert_eq!(packed(&after), packed(&mirror(&turned)));
    assert_ne!(packed(&after), packed(&Position::initial()));
}

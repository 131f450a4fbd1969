//! The rules and the notation of xiangqi.

use dapu::format;
use dapu::game::xiangqi::{FenError, Position};
use dapu::game::{self, Illegal};
use dapu::text::Source;

use crate::common;

/// The counts are those of the Chess Programming Wiki, "Chinese Chess Perft Results".
#[test]
fn perft_counts_are_those_published() {
    let middlegame = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w";
    let initial = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let published: [(&str, &[u64]); 2] =
        [(initial, &[44, 1_920, 79_666, 3_290_240]), (middlegame, &[38, 1_128, 43_929, 1_339_047])];
    assert_eq!(Position::initial().fen(), initial);
    for (fen, counts) in published {
        let position = Position::from_fen(fen).unwrap();
        for (depth, count) in (1..).zip(counts) {
            let found = common::perft(position, depth, Position::legal_moves, Position::apply);
            assert_eq!(found, *count, "{fen}, depth {depth}");
        }
    }
}

#[test]
fn fen_errors_name_the_part() {
    for (fen, part, message) in [
        ("", FenError::Ranks(1), "a FEN has 10 ranks, this one has 1"),
        (
            "9/9/9/9/9/9/9/9/9/8 w",
            FenError::Width(0, 8),
            "rank 0 of the FEN is 8 points wide, not 9",
        ),
        (
            "9K/9/9/9/9/9/9/9/9/9",
            FenError::Width(9, 10),
            "rank 9 of the FEN is 10 points wide, not 9",
        ),
        ("9/9/9/9/9/9/9/9/9/8X w", FenError::Piece('X'), "'X' is not a piece in FEN"),
        ("9/9/9/9/9/9/9/9/9/9 x", FenError::Side, "the side to move in a FEN must be w, r or b"),
    ] {
        let error = Position::from_fen(fen).unwrap_err();
        assert_eq!((error, &*error.to_string()), (part, message), "{fen}");
    }
}

#[test]
fn a_king_is_never_captured() {
    let position = Position::from_fen("4k4/9/9/9/9/9/9/9/9/3KR4 w").unwrap();
    let mv = |code| game::Move::from_stored(code).unwrap().xiangqi().unwrap();
    assert_eq!(position.check(mv("X e0e9")), Err(Illegal::TakesKing));
    assert_eq!(position.check(mv("X e0e8")), Ok(()));
}

#[test]
fn the_example_of_the_specification_reads_as_printed() {
    let bytes = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    let loaded = format::read(&Source::new(&bytes, "xianrenzhilu.xqf")).unwrap();
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    let mut walk = record.walk();
    let mut moves = Vec::new();
    while walk.advance().is_some() {
        moves.extend(walk.notation());
    }
    let printed = "兵七进一 马８进７ 兵三进一 炮２平３ 相七进五 马２进１ 马八进七 车１平２ \
                   车九平八 车２进４ 炮八平九 车２平８ 炮二进五 炮３平８ 马二进三 车９平８";
    assert_eq!(moves.join(" "), printed);
}

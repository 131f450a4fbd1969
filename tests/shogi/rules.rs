//! The rules and the notation of shogi.

use dapu::game::shogi::notation::{self, Phrase};
use dapu::game::shogi::{Handicap, Kind, Move, Origin, Piece, Position, SfenError, Square};
use dapu::game::{self, Illegal, Side};
use proptest::prelude::*;

/// A middle game with full hands, known as 指し手生成祭り.
const MIDDLE_GAME: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
/// The position with the most legal moves, 593.
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap().0
}

fn check(sfen: &str, usi: &str) -> Result<(), Illegal> {
    position(sfen).check(usi.parse().unwrap())
}

fn perft(position: Position, depth: u32) -> u64 {
    crate::common::perft(position, depth, Position::legal_moves, Position::apply)
}

#[test]
fn perft_matches_from_the_initial_position() {
    // Published in https://qiita.com/ak11/items/8bd5f2bb0f5b014143c8 and on TalkChess ("Shogi Perft numbers").
    for (depth, count) in [(0, 1), (1, 30), (2, 900), (3, 25_470), (4, 719_731)] {
        assert_eq!(perft(Position::initial(), depth), count, "depth {depth}");
    }
}

#[test]
fn perft_matches_with_many_drops() {
    // The counts that engines are tested with: ShogiLibSharp and others have the deeper 516,925,165 and 53,393,368.
    for (depth, count) in [(1, 207), (2, 28_684), (3, 4_809_015)] {
        assert_eq!(perft(position(MIDDLE_GAME), depth), count, "depth {depth}");
    }
    for (depth, count) in [(1, 593), (2, 105_677)] {
        assert_eq!(perft(position(MOST_MOVES), depth), count, "depth {depth}");
    }
}

#[test]
fn the_pieces_that_can_reach_a_square_are_found() {
    for sfen in [MIDDLE_GAME, MOST_MOVES] {
        let position = position(sfen);
        for (to, side, kind) in Square::all().flat_map(|to| {
            let sides = [Side::First, Side::Second].into_iter();
            sides.flat_map(move |side| Kind::all().map(move |kind| (to, side, kind)))
        }) {
            let piece = Piece { side, kind };
            let goes =
                |from: &Square| position.piece(*from) == Some(piece) && position.reaches(*from, to);
            let expected: Vec<Square> = Square::all().filter(goes).collect();
            assert_eq!(position.origins(piece, to).to_vec(), expected, "{piece:?} to {to}");
        }
    }
}

#[test]
fn a_move_is_small() {
    assert!(size_of::<Option<game::Move>>() <= 8);
    assert!(size_of::<Position>() <= 104);
}

#[test]
fn each_kind_of_illegal_move_is_named() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for (usi, fault) in [
        ("5e5d", Illegal::EmptySquare),
        ("3c3d", Illegal::WrongSide),
        ("2h2f", Illegal::Unreachable),
        ("8h7g", Illegal::Occupied),
        ("8h5e", Illegal::Unreachable),
        ("7g7f+", Illegal::BadPromotion),
        ("P*5e", Illegal::NotInHand),
        ("K*5e", Illegal::NotInHand),
    ] {
        assert_eq!(check(start, usi), Err(fault), "{usi}");
    }
    assert_eq!(check(start, "7g7f"), Ok(()));
    let drops = "4k4/9/9/9/4p4/9/4P4/9/4K4 b PLNG 1";
    for (usi, fault) in [
        ("P*5d", Illegal::Nifu),
        ("G*5e", Illegal::Occupied),
        ("L*1a", Illegal::DeadPiece),
        ("N*1b", Illegal::DeadPiece),
        ("P*1a", Illegal::DeadPiece),
    ] {
        assert_eq!(check(drops, usi), Err(fault), "{usi}");
    }
    assert_eq!(check(drops, "N*1c"), Ok(()));
    let dead = "4k4/2P6/N8/9/9/9/9/9/4K4 b - 1";
    assert_eq!(check(dead, "7b7a"), Err(Illegal::DeadPiece));
    assert_eq!(check(dead, "9c8a"), Err(Illegal::DeadPiece));
    assert_eq!(check(dead, "9c8a+"), Ok(()));
    let pinned = "4r3k/9/9/9/9/9/9/4G4/4K4 b - 1";
    assert_eq!(check(pinned, "5h4h"), Err(Illegal::SelfCheck));
    assert_eq!(check(pinned, "5h5g"), Ok(()));
    let left_in_check = "4k4/9/9/9/9/9/9/9/K3R4 b - 1";
    assert_eq!(check(left_in_check, "5i5a+"), Err(Illegal::TakesKing));
    assert_eq!(check(left_in_check, "5i5b+"), Ok(()));
}

#[test]
fn a_pawn_drop_is_mate_only_if_nothing_helps() {
    // The king in the corner, gold and silver around it.
    let mate = "7lk/9/8G/9/9/9/9/9/4K4 b P 1";
    assert_eq!(check(mate, "P*1b"), Err(Illegal::PawnDropMate));
    let flight = "8k/9/8G/9/9/9/9/9/4K4 b P 1";
    assert_eq!(check(flight, "P*1b"), Ok(()));
    let capture = "7lk/7g1/8G/9/9/9/9/9/4K4 b P 1";
    assert_eq!(check(capture, "P*1b"), Ok(()));
    // The gold that could take the pawn is pinned by the bishop.
    let pinned_gold = "7lk/7g1/6B1G/9/9/9/9/9/4K4 b P 1";
    assert_eq!(check(pinned_gold, "P*1b"), Err(Illegal::PawnDropMate));
    // A pawn that moves may mate.
    let push = "7lk/9/8P/8G/9/9/9/9/4K4 b - 1";
    assert_eq!(check(push, "1c1b"), Ok(()));
}

#[test]
fn an_illegal_move_is_played_and_passes_the_turn() {
    let mut board = position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    board.apply("P*5e".parse().unwrap());
    assert_eq!(board.sfen(2), "4k4/9/9/9/4P4/9/9/9/4K4 w - 2");
    board.apply("1a1b".parse().unwrap());
    assert_eq!(board.sfen(3), "4k4/9/9/9/4P4/9/9/9/4K4 b - 3");
    // Sente moves twice and captures an own piece.
    board.apply("5i5e".parse().unwrap());
    assert_eq!(board.sfen(4), "4k4/9/9/9/4K4/9/9/9/9 w P 4");
}

#[test]
fn a_piece_with_the_wrong_name_is_reported_and_the_board_trusted() {
    let start = Position::initial();
    let (spelling, rest) = Phrase::scan("７六銀(77)").unwrap();
    let mv = spelling.resolve(&start, None).unwrap().mv;
    assert_eq!(rest, "");
    assert_eq!(mv.named, Some(Kind::Silver));
    assert_eq!(start.check(mv), Err(Illegal::OtherPiece));
    assert_eq!(notation::kif(&start, mv, None), "７六銀");
    assert_eq!(mv.to_string(), "7g7f");
}

#[test]
fn sfen_errors_name_the_problem() {
    let (hands, promotion, side) = (
        "the hands in an SFEN must be pieces such as R2P, or -",
        "a + in an SFEN must come before a piece that promotes",
        "the side to move in an SFEN must be b or w",
    );
    for (sfen, part, message) in [
        ("9/9/9", SfenError::Ranks(3), "an SFEN has 9 ranks, this one has 3"),
        (
            "9/9/9/9/9/9/9/9/8 b - 1",
            SfenError::Width(9, 8),
            "rank 9 of the SFEN is 8 squares wide, not 9",
        ),
        ("9/9/9/9/9/9/9/9/8xx b - 1", SfenError::Piece('x'), "'x' is not a piece in SFEN"),
        ("9/9/9/9/9/9/9/9/8+G b - 1", SfenError::Promotion, promotion),
        ("9/9/9/9/9/9/9/9/8+ b - 1", SfenError::Promotion, promotion),
        ("9/9/9/9/9/9/9/9/9 x - 1", SfenError::Side, side),
        ("9/9/9/9/9/9/9/9/9 b 2 1", SfenError::Hands, hands),
        ("9/9/9/9/9/9/9/9/9 b 9999P 1", SfenError::Hands, hands),
        ("9/9/9/9/9/9/9/9/9 b x 1", SfenError::Piece('x'), "'x' is not a piece in SFEN"),
        (
            "9/9/9/9/9/9/9/9/9 b - x",
            SfenError::Number,
            "the move number in an SFEN must be a number",
        ),
        (
            "KKKKKKKKKKKKKKK/9/9/9/9/9/9/9/9",
            SfenError::Width(1, 10),
            "rank 1 of the SFEN is 10 squares wide, not 9",
        ),
    ] {
        let error = Position::from_sfen(sfen).unwrap_err();
        assert_eq!((error, &*error.to_string()), (part, message), "{sfen}");
    }
}

#[test]
fn handicaps_match_the_table() {
    for (name, sfen) in [
        ("平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
        ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ] {
        let handicap = Handicap::by_name(name).unwrap();
        assert_eq!(handicap.position().sfen(1), sfen, "{name}");
        assert_eq!(Handicap::of(&position(sfen)), Some(handicap));
    }
    assert_eq!(Handicap::by_name("飛落ち").unwrap().name, "飛車落ち");
    for (name, meant) in [
        ("２枚落ち", "二枚落ち"),
        ("10枚落ち", "十枚落ち"),
        ("左香落ち", "香落ち"),
        ("右五枚落ち", "五枚落ち"),
    ] {
        assert_eq!(Handicap::by_name(name).unwrap().name, meant);
    }
    for name in ["平香交じり", "七枚落ち", "十九枚落ち", ""] {
        assert_eq!(Handicap::by_name(name), None, "{name}");
    }
}

fn square(usi: &str) -> Square {
    match format!("{usi}1a").parse::<Move>().unwrap().from {
        Origin::Board(square) => square,
        Origin::Hand(_) => unreachable!(),
    }
}

#[test]
fn ki2_tells_pieces_apart_by_the_rules_of_the_association() {
    // The rules are those of https://www.shogi.or.jp/faq/kihuhyouki.html.
    for (sfen, usi, text) in [
        ("4k4/9/9/9/9/9/9/9/3GKG3 b - 1", "6i5h", "５八金左"),
        ("4k4/9/9/9/9/9/9/9/3GKG3 b - 1", "4i5h", "５八金右"),
        ("4k4/9/9/9/9/9/3G1G3/9/4K4 b - 1", "6g5g", "５七金左"),
        ("4k4/9/9/9/9/9/5G3/4G4/4K4 b - 1", "5h5g", "５七金上"),
        ("4k4/9/9/9/9/9/5G3/4G4/4K4 b - 1", "4g5g", "５七金寄"),
        ("4k4/9/9/9/9/9/9/3GG4/K8 b - 1", "5h5g", "５七金直"),
        ("4k4/9/9/9/9/9/9/3GG4/K8 b - 1", "6h5g", "５七金左"),
        ("k8/9/9/9/9/9/3+P5/3+P+P+P3/4K4 b - 1", "5h5g", "５七と直"),
        ("k8/9/9/9/9/9/3+P5/3+P+P+P3/4K4 b - 1", "6h5g", "５七と左上"),
        ("k8/9/9/9/9/9/3+P5/3+P+P+P3/4K4 b - 1", "6g5g", "５七と寄"),
        ("k8/9/9/9/9/9/3+P5/3+P+P+P3/4K4 b - 1", "4h5g", "５七と右"),
        ("k8/9/9/9/3S1S3/9/3SS4/9/4K4 b - 1", "5g5f", "５六銀直"),
        ("k8/9/9/9/3S1S3/9/3SS4/9/4K4 b - 1", "6e5f", "５六銀左引"),
        ("k8/9/9/9/3S1S3/9/3SS4/9/4K4 b - 1", "6g5f", "５六銀左上"),
        ("k8/9/9/9/3S1S3/9/3SS4/9/4K4 b - 1", "4e5f", "５六銀右"),
        // A horse straight below is distinguished by the other one; the same for gote.
        ("k8/9/9/9/9/9/9/4+B+B3/4K4 b - 1", "5h5g", "５七馬左"),
        ("k8/9/9/9/9/9/9/4+B+B3/4K4 b - 1", "4h5g", "５七馬右"),
        ("4k4/3g1g3/9/9/9/9/9/9/4K4 w - 1", "6b5c", "５三金右"),
        ("4k4/9/3g5/9/9/9/9/9/4K4 w g 1", "G*5c", "５三金打"),
        ("4k4/9/9/9/9/9/9/9/4K4 w g 1", "G*5c", "５三金"),
        ("4k4/9/2S6/9/9/9/9/9/4K4 b - 1", "7c6b", "６二銀不成"),
        ("4k4/9/2S6/9/9/9/9/9/4K4 b - 1", "7c6b+", "６二銀成"),
    ] {
        let mv = usi.parse().unwrap();
        assert_eq!(notation::ki2(&position(sfen), mv, None), text, "{usi}");
    }
    let start = position("4k4/9/9/9/9/4p4/4P4/9/4K4 b - 1");
    let mv = "5g5f".parse().unwrap();
    assert_eq!(notation::ki2(&start, mv, Some(square("5f"))), "同　歩");
}

#[test]
fn spellings_of_many_programs_are_understood() {
    let board = position("4k4/9/2s6/4p4/9/9/PB2P4/9/4K2R1 b 2P 1");
    for (text, usi) in [
        ("▲５六歩(57)", "5g5f"),
        ("☗56歩", "5g5f"),
        ("５６歩", "5g5f"),
        ("２ニ飛成(29)", "2i2b+"),
        ("２二飛不成（２９）", "2i2b"),
        ("３三歩打", "P*3c"),
        ("３三歩打(00)", "P*3c"),
        ("３三歩", "P*3c"),
        ("同　角", "8g5d"),
        ("同角成(87)", "8g5d+"),
        ("同　　角生", "8g5d"),
        ("仝角", "8g5d"),
        ("２八飛行", "2i2h"),
        ("５八王", "5i5h"),
    ] {
        let (spelling, rest) = Phrase::scan(text).unwrap();
        let meaning = spelling.resolve(&board, Some(square("5d"))).unwrap();
        assert_eq!((meaning.mv.to_string(), rest), (usi.into(), ""), "{text}");
        assert!(!meaning.guessed, "{text}");
    }
    for text in ["", "投了", "５", "５六", "５六投了", "０六歩", "10歩", "成銀", "同", "(77)"]
    {
        assert_eq!(Phrase::scan(text), None, "{text}");
    }
    let (same, _) = Phrase::scan("同　歩").unwrap();
    assert_eq!(same.resolve(&board, None), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Plays legal moves at random and reads each legal move of each position back from all notations.
    #[test]
    fn every_legal_move_reads_back_in_every_notation(choices in prop::collection::vec(any::<u16>(), 1..160)) {
        let full_hands = choices[0] % 2 == 0;
        let mut board = if full_hands { position(MIDDLE_GAME) } else { Position::initial() };
        let mut previous = None;
        for choice in choices {
            let (again, number) = Position::from_sfen(&board.sfen(7)).unwrap();
            prop_assert_eq!((again, number), (board, 7));
            let moves = board.legal_moves();
            for mv in &moves {
                prop_assert_eq!(Ok(*mv), mv.to_string().parse());
                let csa = notation::csa(&board, *mv);
                prop_assert_eq!(Some((board.side_to_move(), *mv)), notation::csa_move(&board, &csa), "{}", csa);
                let ki2 = notation::ki2(&board, *mv, previous);
                prop_assert_eq!(read(&board, &ki2, previous), Some((*mv, false)), "{} {:?}", ki2, board);
                let kif = notation::kif(&board, *mv, previous) + &origin(*mv);
                prop_assert_eq!(read(&board, &kif, previous), Some((*mv, false)), "{} {:?}", kif, board);
            }
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            board.apply(*mv);
            previous = Some(mv.to);
        }
    }
}

fn origin(mv: Move) -> String {
    match mv.from {
        Origin::Board(from) => format!("({}{})", from.file(), from.rank()),
        Origin::Hand(_) => String::new(),
    }
}

fn read(board: &Position, text: &str, previous: Option<Square>) -> Option<(Move, bool)> {
    let (spelling, rest) = Phrase::scan(text)?;
    let meaning = spelling.resolve(board, previous)?;
    rest.is_empty().then_some((meaning.mv, meaning.guessed))
}

//! Codes and numbers of moves, and keys of positions: what files are made with.

use std::collections::BTreeSet;

use dapu::game::go::{Point, Size};
use dapu::game::{Game, Keys, Move, Position, Side, Symmetry, go, shogi, xiangqi};

use crate::common::Random;

#[test]
fn the_code_of_every_move_is_parsed() {
    let (xiangqi, shogi) = (["X h2e2", "X h2?95", "X ?200a9"], ["S 7g7f", "S 8h2b+", "S P*5e"]);
    for code in xiangqi.iter().chain(&shogi).chain(&["B dd", "W pass", "B zA"]) {
        assert_eq!(Move::from_stored(code).map(Move::stored).as_deref(), Some(*code));
    }
    // Those of chess would be squares of xiangqi, too.
    for text in ["e2e4", "7g7f", "C e2e4", "", "-", "X ", "X h2", "X h2e", "X j2e2", "X h2e2 "]
        .iter()
        .chain(&["X 7g7f", "S h2e2", "S 7g7f++", "B ", "G dd", "B d", "X ?", "馬"])
    {
        assert_eq!(Move::from_stored(text), None, "{text}");
    }
}

fn assert_numbered(game: Game, moves: impl Iterator<Item = Move>, symmetries: u16) {
    let mut seen = BTreeSet::new();
    for mv in moves {
        let number = mv.number().unwrap();
        assert_eq!(Move::numbered(game, number), Some(mv), "{number}");
        assert!(seen.insert(number), "{mv} has the number of another");
        assert!(number < (1 << 15) / symmetries);
    }
    let all = (0..=u16::MAX).filter(|number| Move::numbered(game, *number).is_some());
    assert!(all.eq(seen));
}

#[test]
fn every_move_has_a_number_of_its_own() {
    let pairs = xiangqi::Square::all()
        .flat_map(|from| xiangqi::Square::all().map(move |to| xiangqi::Move { from, to }));
    assert_numbered(Game::Xiangqi, pairs.map(Move::Xiangqi), 2);
    let origins = shogi::Square::all().map(shogi::Origin::Board);
    let origins = origins.flat_map(|from| [(from, false), (from, true)]);
    let drops = shogi::Kind::IN_HAND.map(|kind| (shogi::Origin::Hand(kind), false));
    let moves = origins.chain(drops).flat_map(|(from, promote)| {
        shogi::Square::all().map(move |to| shogi::Move { from, to, promote, named: None })
    });
    assert_numbered(Game::Shogi, moves.map(Move::Shogi), 1);
    let points = Size::new(45, 45).unwrap().points().map(Some).chain([None]);
    let moves = points.flat_map(|point| Side::BOTH.map(|side| go::Move { side, point }));
    assert_numbered(Game::Go, moves.map(Move::Go), 8);
    for odd in ["X ?90a0", "B TT", "W aU"] {
        assert_eq!(Move::from_stored(odd).and_then(Move::number), None, "{odd}");
    }
}

fn board(columns: u8, rows: u8, black: &[&str], white: &[&str], side: Side) -> Position {
    let mut position = go::Position::new(Size::new(columns, rows).unwrap());
    for (side, points) in [(Side::First, black), (Side::Second, white)] {
        for point in points {
            position.put(Point::from_letters(point.as_bytes()).unwrap(), Some(side));
        }
    }
    position.set_side_to_move(side);
    Position::Go(position)
}

fn xiangqi(fen: &str) -> Position {
    Position::Xiangqi(xiangqi::Position::from_fen(fen).unwrap())
}

fn shogi(sfen: &str) -> Position {
    Position::Shogi(shogi::Position::from_sfen(sfen).unwrap().0)
}

/// Files are made with these: a key that changes makes them useless.
#[test]
fn keys_are_those_of_another_program() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let left = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    let right = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b";
    let drops = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p";
    let initial = Position::Shogi(shogi::Position::initial());
    for (position, key, canonical, by) in [
        (xiangqi(start), 0xB2D5_6FCA_BFB8_CBE7, 0xB2D5_6FCA_BFB8_CBE7, 0),
        (xiangqi(left), 0x3132_0C8F_B3D3_0884, 0x3132_0C8F_B3D3_0884, 0),
        (xiangqi(right), 0x6044_B9D6_B1DA_19A7, 0x3132_0C8F_B3D3_0884, 1),
        (initial, 0xB441_F7D3_B389_63C0, 0xB441_F7D3_B389_63C0, 0),
        (shogi(drops), 0xE15B_14C8_8AA2_CFB3, 0xE15B_14C8_8AA2_CFB3, 0),
        (board(19, 19, &[], &[], Side::First), 0x4A58_DB5C_CCE4_D68C, 0x4A58_DB5C_CCE4_D68C, 0),
        (
            board(19, 19, &["pd"], &["dd"], Side::First),
            0x7484_FF85_EC6D_C054,
            0x05F6_8AE6_65B2_DC75,
            6,
        ),
        (
            board(19, 19, &["pd"], &["dc"], Side::First),
            0x3648_7989_A1B3_8B90,
            0x34EB_493B_B6FE_382E,
            7,
        ),
        (board(9, 13, &["ca"], &[], Side::Second), 0xCA95_CC8A_05FF_7209, 0x239A_B6A0_B4B0_B88F, 4),
    ] {
        assert_eq!(position.key(), key, "{position:?}");
        let (found, symmetry) = position.canonical();
        assert_eq!((found, symmetry.index()), (canonical, by), "{position:?}");
    }
}

/// Random games: each position by itself, after the one before it, and turned.
#[test]
fn keys_and_moves_turn_with_the_board() {
    let starts = [
        Position::Xiangqi(xiangqi::Position::initial()),
        Position::Shogi(shogi::Position::initial()),
        board(9, 9, &[], &[], Side::First),
        board(5, 7, &[], &[], Side::First),
    ];
    // One tracker for all, which has to notice the other boards.
    let mut keys = Keys::default();
    let mut random = Random::new(1);
    for start in starts {
        let mut position = start.clone();
        for _ in 0..150 {
            assert_eq!(
                (keys.key(&position), keys.canonical(&position)),
                (position.key(), position.canonical())
            );
            let mv = some_move(&position, &mut random);
            let mut next = position.clone();
            next.apply(mv);
            for by in Symmetry::of(start.game()) {
                let (mut turned, there) = (position.turned(by), by.turn(mv, &position));
                assert_eq!(turned.canonical().0, position.canonical().0);
                assert_eq!(turned.turned(by.inverse()), position);
                assert_eq!(by.turn_back(there, &position), mv);
                turned.apply(there);
                assert_eq!(turned, next.turned(by), "{mv} {by:?} {position:?}");
            }
            assert_ne!(next.key(), position.key());
            position = next;
        }
    }
}

fn some_move(position: &Position, random: &mut Random) -> Move {
    match position {
        Position::Xiangqi(board) => {
            let moves = board.legal_moves();
            // Off the board, too.
            let off = xiangqi::Move { from: xiangqi::Square::from_index(200), ..moves[0] };
            Move::Xiangqi(*moves.get(random.below(moves.len() + 1)).unwrap_or(&off))
        }
        Position::Shogi(board) => {
            let moves = board.legal_moves();
            Move::Shogi(moves[random.below(moves.len())])
        }
        Position::Go(board) => {
            let all: Vec<Point> = board.size().points().chain([Point::new(40, 2)]).collect();
            let side = board.side_to_move();
            Move::Go(go::Move { side, point: all.get(random.below(all.len() + 1)).copied() })
        }
    }
}

#[test]
fn moves_that_a_symmetry_maps_onto_each_other_are_one() {
    fn one(position: &Position) -> BTreeSet<Option<u16>> {
        let moves = position.legal_moves().into_iter();
        let turned = moves.map(|mv| Keys::default().turned(position, Some(mv)).2.unwrap());
        turned.map(Move::number).collect()
    }
    let empty = board(9, 9, &[], &[], Side::First);
    assert_eq!((empty.legal_moves().len(), one(&empty).len()), (81, 15));
    let odd = board(9, 9, &["cb"], &[], Side::Second);
    assert_eq!((odd.legal_moves().len(), one(&odd).len()), (80, 80));
    let start = Position::Xiangqi(xiangqi::Position::initial());
    assert_eq!((start.legal_moves().len(), one(&start).len()), (44, 23));
    let start = Position::Shogi(shogi::Position::initial());
    assert_eq!((start.legal_moves().len(), one(&start).len()), (30, 30));
}

#[test]
fn what_was_played_before_does_not_matter() {
    let mut taken = board(9, 9, &["ba", "ab", "bc"], &["ca", "db", "cc", "bb"], Side::First);
    let point = Point::from_letters(b"cb").unwrap();
    taken.apply(Move::Go(go::Move::stone(Side::First, point)));
    let mut put = taken.go().unwrap().clone();
    put.put(Point::new(8, 8), None);
    let retakes = Move::Go(go::Move::stone(Side::Second, Point::new(1, 1)));
    assert!(taken.check(retakes).is_err());
    let put = Position::Go(put);
    assert!(put.check(retakes).is_ok());
    assert_eq!((&taken, taken.key()), (&put, put.key()));
}

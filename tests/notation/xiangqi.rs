//! Moves of xiangqi in words: written moves are read back, and moves as found in records are understood.

use std::collections::BTreeMap;

use dapu::game::xiangqi::notation::{Notation, Ranks, Script};
use dapu::game::xiangqi::{self, Kind, Piece, Position, Square};
use dapu::game::{MoveError, Side};

use crate::common::Random;

const CHINESE: Notation = Notation::Chinese(Script::Simplified);
const WRITTEN: [Notation; 6] = [
    CHINESE,
    Notation::Chinese(Script::Traditional),
    Notation::Wxf,
    Notation::Iccs(Ranks::FromZero),
    Notation::Iccs(Ranks::FromOne),
    Notation::Letters,
];

#[test]
fn every_legal_move_is_read_back_as_written() {
    let mut random = Random::new(1);
    let mut played = Position::initial();
    let mut moves = 0;
    let mut crowds = BTreeMap::new();
    for round in 0..10_000 {
        let position = if round % 2 == 0 {
            match random.pick(&played.legal_moves()).filter(|_| round % 300 != 0) {
                Some(mv) => played.apply(mv),
                None => played = Position::initial(),
            }
            played
        } else {
            composed(&mut random)
        };
        moves += read_back(&position);
        *crowds.entry(pawn_files(&position)).or_insert(0) += 1;
    }
    assert!(moves > 200_000, "only {moves} moves were tried");
    for files in [&[2][..], &[3], &[4], &[5], &[2, 2], &[2, 3]] {
        let count = crowds.get(files).copied().unwrap_or(0);
        assert!(count >= 10, "{count} positions have {files:?} pawns on files");
    }
}

/// The number of pawns of the side to move on each file with several, in ascending order.
fn pawn_files(position: &Position) -> Vec<usize> {
    let side = position.side_to_move();
    let pawn = Piece { side, kind: Kind::Pawn };
    let mut files = [0; 9];
    for (square, _) in position.pieces().filter(|(_, piece)| *piece == pawn) {
        files[usize::from(square.file())] += 1;
    }
    let mut several: Vec<usize> = files.into_iter().filter(|count| *count > 1).collect();
    several.sort_unstable();
    several
}

/// Writes and reads every legal move in every notation; returns their number.
fn read_back(position: &Position) -> usize {
    let moves = position.legal_moves();
    for &mv in &moves {
        for notation in WRITTEN {
            let text = notation.write(position, mv);
            let read = notation.parse(position, &text);
            assert_eq!(read, Ok(mv), "{text} in {position:?}, {notation:?}");
            let squares = matches!(notation, Notation::Iccs(_));
            let length = text.chars().count();
            assert!(squares || length == 4, "{text} for {mv} in {position:?}");
        }
    }
    moves.len()
}

/// A position with many pawns on one or two files, and other pieces that share files.
fn composed(random: &mut Random) -> Position {
    loop {
        let mut position = Position::empty();
        for side in Side::BOTH {
            place_side(&mut position, side, random);
        }
        position.set_side_to_move(Side::BOTH[random.below(2)]);
        if !position.in_check(position.side_to_move().other()) {
            return position;
        }
    }
}

fn place_side(position: &mut Position, side: Side, random: &mut Random) {
    let mut put = |kind, file: usize, rank: usize| {
        let rank = if side == Side::First { rank } else { 9 - rank };
        let square = Square::new(file as u8, rank as u8).unwrap();
        if position.piece(square).is_none() {
            position.put(square, Some(Piece { side, kind }));
        }
    };
    put(Kind::King, 3 + random.below(3), random.below(3));
    let files = [random.below(9), random.below(9)];
    for _ in 0..random.below(6) {
        put(Kind::Pawn, files[random.below(2)], 3 + random.below(7));
    }
    let file = random.below(9);
    for kind in [Kind::Rook, Kind::Horse, Kind::Cannon] {
        for _ in 0..random.below(3) {
            let file = [file, random.below(9)][random.below(2)];
            put(kind, file, random.below(10));
        }
    }
    for (kind, points) in [
        (Kind::Advisor, [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]),
        (Kind::Elephant, [(2, 0), (6, 0), (4, 2), (2, 4), (6, 4)]),
    ] {
        for _ in 0..random.below(3) {
            let (file, rank) = points[random.below(5)];
            put(kind, file, rank);
        }
    }
}

fn chinese(fen: &str, text: &str) -> Result<String, MoveError> {
    read(CHINESE, fen, text)
}

fn read(notation: Notation, fen: &str, text: &str) -> Result<String, MoveError> {
    let position = Position::from_fen(fen).unwrap();
    notation.parse(&position, text).map(|mv| mv.to_string())
}

#[test]
fn wxf_has_signs_for_pawns_on_a_file() {
    let three = "4k4/9/9/4P4/4P4/4P4/9/9/9/3K5 w";
    let three_and_two = "4k4/6P2/1P7/1P4P2/1P7/9/9/9/9/3K5 w";
    let five = "3k5/9/4P4/4P4/4P4/4P4/4P4/9/9/3K5 w";
    let wxf = |fen, text| read(Notation::Wxf, fen, text).unwrap();
    assert_eq!(wxf(three, "P+.4"), "e6f6");
    assert_eq!(wxf(three, "P-.4"), "e4f4");
    assert_eq!(wxf(three_and_two, "3+.2"), "g8h8");
    assert_eq!(wxf(three_and_two, "3-=4"), "g6f6");
    assert_eq!(wxf(three_and_two, "8–.9"), "b5a5");
    assert_eq!(wxf(five, "++.4"), "e7f7");
    assert_eq!(wxf(five, "--.4"), "e3f3");
    for text in ["+1.5", "2--3", "---5"] {
        assert!(Notation::Wxf.scan(text).is_none(), "{text}");
    }
}

#[test]
fn several_pawns_on_one_or_two_files_are_told_apart() {
    let three_and_two = "4k4/6P2/1P7/1P4P2/1P7/9/9/9/9/3K5 w";
    for (names, mv) in [
        (["一兵平二", "前三平二"], "g8h8"),
        (["二兵平二", "后三平二"], "g6h6"),
        (["三兵平九", "前八平九"], "b7a7"),
        (["四兵平九", "中八平九"], "b6a6"),
        (["五兵平七", "后八平七"], "b5c5"),
    ] {
        for name in names {
            assert_eq!(chinese(three_and_two, name).as_deref(), Ok(mv), "{name}");
        }
    }
    let two_and_two = "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w";
    for (name, mv) in [
        ("前七进一", "c7c8"),
        ("前三进一", "g7g8"),
        ("后七平六", "c6d6"),
        ("一兵进一", "g7g8"),
        ("三兵进一", "c7c8"),
        ("前兵七进一", "c7c8"),
    ] {
        assert_eq!(chinese(two_and_two, name).as_deref(), Ok(mv), "{name}");
    }
    assert_eq!(chinese(two_and_two, "前兵进一"), Err(MoveError::Ambiguous(2)));
    let three = "4k4/9/9/4P4/4P4/4P4/9/9/9/3K5 w";
    assert_eq!(chinese(three, "前兵进一").as_deref(), Ok("e6e7"));
    assert_eq!(chinese(three, "中兵平四").as_deref(), Ok("e5f5"));
    // Four on a file: 前 二 三 后 beside 一 二 三 四.
    let four = "4k4/4P4/4P4/4P4/4P4/9/9/9/9/3K5 w";
    for (names, mv) in [
        (["前兵平四", "一兵平四"], "e8f8"),
        (["二兵平四", "二五平四"], "e7f7"),
        (["三兵平四", "三五平四"], "e6f6"),
        (["后兵平四", "四兵平四"], "e5f5"),
    ] {
        for name in names {
            assert_eq!(chinese(four, name).as_deref(), Ok(mv), "{name}");
        }
    }
}

#[test]
fn the_plain_file_is_enough_where_only_one_of_two_pieces_can_move() {
    // Two cannons on file e: only the rear one can retreat two points, and pawns beside it block it sideways.
    let cannons = "3k5/9/9/9/9/4C4/9/3pCp3/9/3K5 w";
    assert_eq!(chinese(cannons, "炮五进一"), Err(MoveError::Ambiguous(2)));
    assert_eq!(chinese(cannons, "炮五退二").as_deref(), Ok("e2e0"));
    assert_eq!(chinese(cannons, "炮五平八").as_deref(), Ok("e4b4"));
    assert_eq!(chinese(cannons, "前炮平八").as_deref(), Ok("e4b4"));
}

#[test]
fn a_move_is_read_in_many_spellings() {
    let start = Position::initial().fen();
    for text in ["马二进三", "馬二進三", "傌二进三", "马２进３", "马2进3", "马二上三", "馬贰進叁"]
    {
        assert_eq!(chinese(&start, text).as_deref(), Ok("h0g2"), "{text}");
    }
    let black = start.replace(" w", " b");
    for text in ["象３进５", "相三进五", "象3進5", "相３上５"] {
        assert_eq!(chinese(&black, text).as_deref(), Ok("c9e7"), "{text}");
    }
    for text in ["車九进一", "车9進1", "俥９進１", "砗九进一"] {
        assert_eq!(chinese(&black, text).as_deref(), Ok("i9i8"), "{text}");
    }
    for text in ["士5进4", "炮二平", "炮二平五五", "兵", "", "炮二乱五"] {
        assert!(chinese(&start, text).is_err(), "{text}");
    }
}

#[test]
fn western_notations_are_written_and_read() {
    let start = Position::initial().fen();
    let wxf = |fen: &str, text| read(Notation::Wxf, fen, text);
    for text in ["C2=5", "c2.5", "Ｃ２＝５", "C2.5"] {
        assert_eq!(wxf(&start, text).as_deref(), Ok("h2e2"), "{text}");
    }
    assert_eq!(wxf(&start, "N8+7").as_deref(), Ok("b0c2"));
    assert_eq!(wxf(&start.replace(" w", " b"), "b3+5").as_deref(), Ok("c9e7"));
    let doubled = "3k5/9/9/2N6/9/2N6/9/4R4/9/3KR4 w";
    for (text, mv) in [
        ("H++5", Ok("c6e7")),
        ("N+-5", Ok("c6e5")),
        ("-H+5", Ok("c4e5")),
        ("R-.6", Err(MoveError::NoPiece)),
        ("R+.4", Ok("e2f2")),
        ("+R=4", Ok("e2f2")),
    ] {
        assert_eq!(wxf(doubled, text), mv.map(str::to_owned), "{text}");
    }
    let pawns = "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w";
    for (text, mv) in [("17+1", "c7c8"), ("27=6", "c6d6"), ("13=2", "g7h7"), ("Pc+1", "c7c8")] {
        assert_eq!(wxf(pawns, text).as_deref(), Ok(mv), "{text}");
    }
    let zero = Notation::Iccs(Ranks::FromZero);
    for text in ["h2e2", "H2-E2", "H2E2", "h2-e2"] {
        assert_eq!(read(zero, &start, text).as_deref(), Ok("h2e2"), "{text}");
    }
    let one = Notation::Iccs(Ranks::FromOne);
    assert_eq!(read(one, &start, "h3h10").as_deref(), Ok("h2h9"));
    assert_eq!(read(one, &start, "a1a2").as_deref(), Ok("a0a1"));
    for text in ["h2e", "j2e2", "h2e22", "h2 e2", "C2=5"] {
        assert_eq!(read(zero, &start, text), Err(MoveError::Unreadable), "{text}");
    }
    let short = Notation::Short(Ranks::FromOne);
    for (text, mv) in [("Nc3", "b0c2"), ("Che3", "h2e2"), ("Chxh10", "h2h9"), ("e5", "e3e4")] {
        assert_eq!(read(short, &start, text).as_deref(), Ok(mv), "{text}");
    }
    assert_eq!(read(short, &start, "Ce3"), Err(MoveError::Ambiguous(2)));
}

#[test]
fn the_letters_of_the_text_manual_are_read() {
    let start = Position::initial().fen();
    let letters = |fen: &str, text| read(Notation::Letters, fen, text);
    for (text, mv) in [("C2H5", "h2e2"), ("C2S5", "h2e2"), ("T2A3", "h0g2"), ("T2W3", "h0g2")] {
        assert_eq!(letters(&start, text).as_deref(), Ok(mv), "{text}");
    }
    // The letters say whose move it is.
    assert_eq!(letters(&start, "c8h5").as_deref(), Ok("h7e7"));
    let rooks = "3k5/3R5/9/9/9/9/9/9/3R5/4K4 w";
    for (text, mv) in [("1RR1", "d8d7"), ("3RA5", "d1d6"), ("ARH9", "d8a8"), ("ZRH9", "d1a1")] {
        assert_eq!(letters(rooks, text).as_deref(), Ok(mv), "{text}");
    }
    let pawns = "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w";
    assert_eq!(letters(pawns, "A7A1").as_deref(), Ok("c7c8"));
    assert_eq!(letters(pawns, "Z3H2").as_deref(), Ok("g6h6"));
}

#[test]
fn an_impossible_move_is_read_where_its_words_are_unambiguous() {
    let start = Position::initial().fen();
    // Over the own pawn.
    assert_eq!(chinese(&start, "车一进五").as_deref(), Ok("i0i5"));
    // Onto an own piece, onto its own point, from an empty point.
    for text in ["车一平二", "炮二平二", "炮三平二", "帅五退一"] {
        assert_eq!(chinese(&start, text), Err(MoveError::NoPiece), "{text}");
    }
}

#[test]
fn moves_without_words_are_written_as_squares() {
    let position = Position::initial();
    let square = |file, rank| Square::new(file, rank).unwrap();
    let empty = xiangqi::Move { from: square(4, 4), to: square(4, 5) };
    let sideways = xiangqi::Move { from: square(1, 0), to: square(1, 4) };
    for notation in [CHINESE, Notation::Wxf, Notation::Letters] {
        assert_eq!(notation.write(&position, empty), "E4-E5");
        assert_eq!(notation.write(&position, sideways), "B0-B4");
    }
}

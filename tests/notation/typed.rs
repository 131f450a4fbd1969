//! Moves of every game as people type them.

use dapu::game::{Game, Illegal, Move, MoveError, Notation, Position, go, shogi, xiangqi};

use crate::common::Random;

/// Positions of a random game, each with the move before it and the legal moves.
fn random_game(start: Position, random: &mut Random, plies: usize) -> Vec<Reached> {
    let mut position = start;
    let mut previous = None;
    let mut reached = Vec::new();
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let Some(mv) = random.pick(&moves) else { break };
        reached.push((position.clone(), previous, moves));
        position.apply(mv);
        previous = Some(mv);
    }
    reached
}

type Reached = (Position, Option<Move>, Vec<Move>);

fn legal_moves(position: &Position) -> Vec<Move> {
    match position {
        Position::Xiangqi(position) => {
            let moves = position.legal_moves().into_iter();
            moves.map(Move::Xiangqi).collect()
        }
        Position::Shogi(position) => {
            let moves = position.legal_moves().into_iter();
            moves.map(Move::Shogi).collect()
        }
        Position::Go(position) => {
            let side = position.side_to_move();
            let points = (0..position.size().rows())
                .flat_map(|row| (0..position.size().columns()).map(move |column| (column, row)));
            let stones = points.map(|point| go::Move::stone(side, point.into()));
            let moves = stones.filter(|mv| position.check(*mv).is_ok());
            moves.map(Move::Go).collect()
        }
    }
}

#[test]
fn printed_moves_can_be_typed() {
    let mut random = Random::new(7);
    let starts = [
        Position::Xiangqi(xiangqi::Position::initial()),
        Position::Shogi(shogi::Position::initial()),
        Position::Go(go::Position::new(go::Size::new(9, 9).unwrap())),
        Position::Go(go::Position::new(go::Size::new(52, 52).unwrap())),
    ];
    for start in starts {
        let plies = if start.game() == Game::Go { 4 } else { 80 };
        for (position, previous, moves) in random_game(start, &mut random, plies) {
            for mv in moves {
                for notation in [Notation::Usual, Notation::Short, Notation::Code] {
                    let text = position.notate_as(notation, mv, previous);
                    let read = position.parse_move(&text, previous);
                    // KIF writes the square of origin separately.
                    let vague = (position.game(), notation) == (Game::Shogi, Notation::Short)
                        && matches!(read, Err(MoveError::Ambiguous(_)));
                    assert!(read == Ok(mv) || vague, "{text} in {position:?}: {read:?}");
                }
                let read = position.parse_move(&mv.code(), previous);
                assert_eq!(read, Ok(mv), "{} in {position:?}", mv.code());
            }
        }
    }
}

#[test]
fn moves_are_read_as_people_type_them() {
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    for text in [
        "炮二平五",
        "砲二平五",
        "炮2平5",
        "炮２平５",
        "包二平五",
        "C2=5",
        "c2.5",
        "c2=5",
        "Ｃ２＝５",
        "h2e2",
        "H2-E2",
        "h2-e2",
        " h2e2 ",
        "Che2",
        "C2H5",
        "红炮二平五",
        "紅方 炮二平五",
    ] {
        assert_eq!(code(&xiangqi, text).as_deref(), Ok("h2e2"), "{text}");
    }
    let shogi = Position::Shogi(shogi::Position::initial());
    for text in [
        "７六歩",
        "76歩",
        "７６歩",
        "☗７六歩",
        "７六歩(77)",
        "7g7f",
        "7G7F",
        "７ｇ７ｆ",
        "+7776FU",
        "7776FU",
        "7776fu",
        "先手７六歩",
        "黒 ７六歩",
    ] {
        assert_eq!(code(&shogi, text).as_deref(), Ok("7g7f"), "{text}");
    }
    let go = Position::Go(go::Position::new(go::Size::USUAL));
    for text in ["Q16", "q16", "Ｑ１６", "pd", "B Q16", "b pd", "黒 Q16", "黑Q16"] {
        assert_eq!(code(&go, text).as_deref(), Ok("B pd"), "{text}");
    }
    assert_eq!(code(&go, "pass").as_deref(), Ok("B pass"));
    assert_eq!(code(&go, "W D4").as_deref(), Ok("W dp"));
    assert_eq!(code(&go, "白 D4").as_deref(), Ok("W dp"));
    for (position, text) in [(&xiangqi, "黑炮8平5"), (&shogi, "後手３四歩")] {
        assert_eq!(code(position, text), Err(MoveError::Illegal(Illegal::WrongSide)));
    }
    assert_eq!(code(&xiangqi, "黑方可走"), Err(MoveError::Unreadable));
}

fn code(position: &Position, text: &str) -> Result<String, MoveError> {
    position.parse_move(text, None).map(Move::code)
}

#[test]
fn a_move_that_cannot_be_played_is_explained() {
    let reason = |position: &Position, text: &str| code(position, text).unwrap_err().to_string();
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    for (text, wanted) in [
        ("炮二", "not a move in any notation of the game"),
        ("炮五平六", "no piece can make this move"),
        ("车一进五", "the piece cannot move there"),
        ("b0d1", "a piece blocks the horse's leg"),
        ("d0c1", "the piece cannot leave the palace"),
        ("h9g7", "the piece belongs to the other side"),
        ("e4e5", "no piece is on the starting square"),
    ] {
        assert_eq!(reason(&xiangqi, text), wanted, "{text}");
    }
    let faced = xiangqi::Position::from_fen("4k4/9/9/9/4R4/9/9/9/9/4K4 w").unwrap();
    let faced = Position::Xiangqi(faced);
    assert_eq!(reason(&faced, "车五平六"), "this leaves the generals facing each other");
    let sfen = "4k4/9/9/9/9/9/4P4/3G1G3/4K4 b P 1";
    let shogi = Position::Shogi(shogi::Position::from_sfen(sfen).unwrap().0);
    for (text, wanted) in [
        ("58金", "2 pieces can make this move"),
        ("54銀", "no piece can make this move"),
        ("54歩打", "there is already a pawn on this file (nifu)"),
        ("p*1a", "the piece would have no move from there"),
        ("57歩成", "no piece can make this move"),
        ("5g5f+", "the piece cannot promote here"),
        ("-5142OU", "the piece belongs to the other side"),
        ("同歩", "no piece can make this move"),
    ] {
        assert_eq!(reason(&shogi, text), wanted, "{text}");
    }
    let start = Position::Shogi(shogi::Position::initial());
    assert_eq!(reason(&start, "34歩"), "the piece belongs to the other side");
    let go = Position::Go(go::Position::new(go::Size::new(9, 9).unwrap()));
    assert_eq!(reason(&go, "Q16"), "not a move in any notation of the game");
    assert_eq!(reason(&go, "pd"), "the square is off the board");
}

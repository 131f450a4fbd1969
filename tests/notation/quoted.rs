//! Moves that are quoted in prose.

use dapu::game::{Illegal, MoveError, Notation, Position, QuotedLine, go, shogi, xiangqi};

/// The lines quoted in a text: the codes of their moves, or in brackets what is not legal.
fn codes(position: &Position, text: &str) -> Vec<String> {
    let lines = position.quoted(text, None);
    let code = |line: &QuotedLine| {
        let codes: Vec<String> = line.moves.iter().map(|quoted| quoted.mv.code()).collect();
        match codes.is_empty() {
            true => format!("[{}]", &text[line.at.clone()]),
            false => codes.join(" "),
        }
    };
    lines.iter().map(code).collect()
}

#[test]
fn lines_of_engines_and_annotators_are_found() {
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    assert_eq!(codes(&xiangqi, "如改走：炮二平五　马８进７ 马二进三，红优。"), ["h2e2 h9g7 h0g2"]);
    assert_eq!(codes(&xiangqi, "pv h2e2 h9g7 1000 nodes"), ["h2e2 h9g7"]);
    let two = "可走炮二平五 马８进７，或兵七进一。";
    assert_eq!(codes(&xiangqi, two), ["h2e2 h9g7", "c3c4"]);
    let shogi = Position::Shogi(shogi::Position::initial());
    let lines = [
        "*検討 評価値 113 読み筋 ▲７六歩(77) △３四歩(33) ▲２二角成(88) △同　銀(31)",
        "* 113 +7776FU -3334FU +8822UM -3122GI",
        "info score cp 113 pv 7g7f 3c3d 8h2b+ 3a2b",
    ];
    for line in lines {
        assert_eq!(codes(&shogi, line), ["7g7f 3c3d 8h2b+ 3a2b"], "{line}");
    }
    let go = Position::Go(go::Position::new(go::Size::new(19, 19).unwrap()));
    assert_eq!(codes(&go, "PV: Q16 D4 Q3 R5, or go to C3"), ["B pd W dp B pq W qo", "B cq"]);
}

#[test]
fn a_line_is_of_the_side_that_its_words_name() {
    let red = Position::Xiangqi(xiangqi::Position::initial());
    let mut black = red.clone();
    black.apply(black.parse_move("兵七进一", None).unwrap());
    for (text, of_red, of_black) in [
        ("黑方可走 卒7进1", "[卒7进1]", "g6g5"),
        ("黑方可走 马8进7", "[马8进7]", "h9g7"),
        ("红方应走兵三进一", "g3g4", "[兵三进一]"),
        ("红方应走马八进七", "b0c2", "[马八进七]"),
        ("兵三进一 卒7进1", "g3g4 g6g5", "[兵三进一 卒7进1]"),
        ("黑方不行，马八进七", "b0c2", "h9g7"),
        ("黑 马8进7", "[黑 马8进7]", "h9g7"),
    ] {
        assert_eq!(codes(&red, text), [of_red], "{text}");
        assert_eq!(codes(&black, text), [of_black], "{text}");
    }
}

#[test]
fn lines_of_programs_that_play_go_are_found() {
    let go = Position::Go(go::Position::new(go::Size::USUAL));
    for (text, wanted) in [
        ("B D4 W Q16", &["B dp W pd"][..]),
        ("W D4 B Q16", &["W dp B pd"]),
        // KaTrain writes the side before the first move.
        ("Top move was R4 (B+0.8)\nPV: BR4 D16", &["B qp", "B qp W dd"]),
        ("dd pd dp, is better", &["B dd W pd B dp"]),
        ("dd pd dp of nq", &["B dd W pd B dp W of B nq"]),
        ("seen: ;B[dd];W[pd]", &["B dd W pd"]),
        ("189 B15:bad", &["B be"]),
        ("not A1, var. B2, 図C3 or Variation D4", &["B as"]),
        ("hi gg, as if he is on or in it, so go dd", &[]),
        ("go on: D4 is (or if) Q16", &["B dp", "B pd"]),
    ] {
        assert_eq!(codes(&go, text), wanted, "{text}");
    }
    assert_eq!(
        go.requoted("0.53 dd pd dp\nor if he is in B[cc]", None, Notation::Usual),
        "0.53 D16 Q16 D4\nor if he is in B[cc]"
    );
}

#[test]
fn codes_are_written_as_players_do() {
    let shogi = Position::Shogi(shogi::Position::initial());
    let text = "** 113 +7776FU -3334FU +8822UM\nas in 1846, ７六歩";
    assert_eq!(
        shogi.requoted(text, None, Notation::Usual),
        "** 113 ７六歩 ３四歩 ２二角成\nas in 1846, ７六歩"
    );
    let text = "pv 7g7f 3c3d 8h2b+ 3a2b B*4e";
    assert_eq!(
        shogi.requoted(text, None, Notation::Usual),
        "pv ７六歩 ３四歩 ２二角成 同　銀 ４五角"
    );
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    assert_eq!(
        xiangqi.requoted("h2e2 h9g7 (0.3)", None, Notation::Usual),
        "炮二平五 马８进７ (0.3)"
    );
    let go = Position::Go(go::Position::new(go::Size::new(19, 19).unwrap()));
    assert_eq!(go.requoted("Q16 D4", None, Notation::Usual), "Q16 D4");
}

#[test]
fn prose_is_not_a_line() {
    let go = Position::Go(go::Position::new(go::Size::new(19, 19).unwrap()));
    assert!(codes(&go, "It is as if he or we go on; in 1846, no. 12 to 15").is_empty());
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    assert!(codes(&xiangqi, "第二十届五羊杯，2004年1月").is_empty());
}

#[test]
fn moves_are_those_of_the_side_with_the_mark() {
    let first = Position::Shogi(shogi::Position::initial());
    let mut second = first.clone();
    second.apply(first.parse_move("７六歩", None).unwrap());
    let marks = [
        (&first, ["▲２六歩", "▼２六歩", "☗２六歩", "+2726FU"]),
        (&second, ["△８四歩", "▽８四歩", "☖８四歩", "-8384FU"]),
    ];
    let wrong = Err(MoveError::Illegal(Illegal::WrongSide));
    for (position, moves) in marks {
        let other = if position == &first { &second } else { &first };
        for text in moves {
            assert!(position.parse_move(text, None).is_ok(), "{text}");
            assert_eq!(other.parse_move(text, None), wrong, "{text}");
            assert_eq!(codes(other, text), [format!("[{text}]")]);
        }
    }
}

#[test]
fn what_follows_a_move_that_is_not_legal_is_not_played_without_it() {
    let shogi = Position::Shogi(shogi::Position::initial());
    for (text, wanted) in [
        ("△３四歩▲７六歩△８四歩", &["[△３四歩▲７六歩△８四歩]"][..]),
        ("△３四歩なら▲７六歩", &["[△３四歩]", "7g7f"]),
        ("▲７六歩、▲２六歩", &["7g7f", "2g2f"]),
        // Not the move without its last character.
        ("▲７六歩成△３四歩", &["[▲７六歩成△３四歩]"]),
        ("pv 3c3d 7g7f 8c8d", &["[3c3d 7g7f 8c8d]"]),
    ] {
        assert_eq!(codes(&shogi, text), wanted, "{text}");
    }
}

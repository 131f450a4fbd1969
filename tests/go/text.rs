//! Moves of Go in sentences and lists.

use dapu::game::Side;
use dapu::record::Key;

use crate::common;

const OPENING: &str = "B pd W dd B pq W dp";

fn moves(text: &str) -> String {
    let loaded =
        common::read(text.as_bytes(), "game.txt").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(loaded.format.name, "go-text", "{text}");
    assert_eq!(loaded.warnings(), [], "{text}");
    common::moves(&loaded, 0).join(" ")
}

#[test]
fn sides_and_numbers_tell_what_is_played() {
    for text in [
        "B Q16 W D16 B Q3 W D4\n",
        "B: Q16, W: D16, B: Q3, W: D4\n",
        "Black 1 at Q16, White 2 at D16. Black 3 at Q3, White 4 at D4.\n",
        "Black at 1 plays Q16. White at 2 plays D16. Black at 3 plays Q3. White at 4 plays D4.\n",
        "B1 Q16 W2 D16 B3 Q3 W4 D4\n",
        "B1 at Q16, W2 at D16, B3 at Q3, W4 at D4\n",
        "黑1 Q16，白2 D16，黑3 Q3，白4 D4。\n",
        "黒1（Q16）白2（D16）黒3（Q3）白4（D4）\n",
        "1. Q16 2. D16 3. Q3 4. D4\n",
        "1. Q16 D16\n2. Q3 D4\n",
        "1 Q16\n2 D16\n3 Q3\n4 D4\n",
        "B q16 W d16 B q3 W d4\n",
        "1. q16, d16\n2. q3, d4\n",
        "B Q16W D16B Q3W D4\n",
        "1.\u{a0}Q16\u{a0}D16 2.\u{a0}Q3\u{a0}D4\n",
        "1. Ｑ１６ 2. Ｄ１６ 3. Ｑ３ 4. Ｄ４\n",
        "Move 1 (B): Q16\nMove 2 (W): D16\nMove 3 (B): Q3\nMove 4 (W): D4\n",
        "Move 1 (B Q16):\na [5k]: hi\nMove 2 (W D16):\nMove 3 (B Q3):\na [5k]: Q4?\nMove 4 (W D4):\n",
        "Black takes Q16 and White plays at D16. Black takes Q3, White D4?.\n",
    ] {
        assert_eq!(moves(text), OPENING, "{text}");
    }
}

#[test]
fn a_pass_is_a_move_where_one_is_due() {
    for text in [
        "B: Q16\nW: D16\nB: Q3\nW: pass\nB: D4\n",
        "Black Q16\nWhite D16\nBlack Q3\nWhite Pass\nBlack D4\n",
        "1. Q16 D16\n2. Q3 pass\n3. D4\n",
        "1. q16 d16\n2. q3 pass\n3. d4\n",
        "1. Q16 D16\n2. Q3 -\n3. D4\n",
        "1. Q16 2. D16 3. Q3 4. pass 5. D4\n",
        "黑1 Q16 白2 D16 黑3 Q3 白4 虚着 黑5 D4\n",
        "黒1 Q16 白2 D16 黒3 Q3 白4 パス 黒5 D4\n",
    ] {
        assert_eq!(moves(text), "B pd W dd B pq W pass B dp", "{text}");
    }
    let text = "B Q16 W D16 B Q3 W D4\nNow Black may pass. A pass was wrong.\n";
    assert_eq!(moves(text), OPENING);
}

#[test]
fn a_list_may_begin_later_or_with_white() {
    let loaded = common::read(b"50. Q16\n51. D16\n52. Q3\n53. D4\n", "a.txt").unwrap();
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["1:1: the moves before number 50 are not in the text"]);
    assert_eq!(common::moves(&loaded, 0).join(" "), "W pd B dd W pq B dp");
    assert_eq!(loaded.game(0).unwrap().first_number, 50);
    assert_eq!(moves("W Q16 B D16 W Q3 B D4\n"), "W pd B dd W pq B dp");
    assert_eq!(moves("1. Q16 D16 2. Q3 D4 3. pass pass\n"), format!("{OPENING} B pass W pass"));
}

#[test]
fn a_text_may_have_several_games() {
    for text in [
        "Game 1\n1. Q16 2. D16 3. Q3 4. D4\n\nGame 2\n1. D4 2. Q16 3. D16 4. Q3\n",
        "## Game 1\n\n1. Q16 D16\n2. Q3 D4\n\n## Game 2\n\n1. D4 Q16\n2. D16 Q3\n",
        "Black: A\nWhite: B\n1. Q16 D16 2. Q3 D4\nBlack resigns.\n\nBlack: C\nWhite: D\n1. D4 Q16 2. D16 Q3\n",
    ] {
        let loaded = common::read(text.as_bytes(), "a.txt").unwrap();
        assert_eq!(loaded.games().len(), 2, "{text}");
        assert_eq!(common::moves(&loaded, 0).join(" "), OPENING, "{text}");
        assert_eq!(common::moves(&loaded, 1).join(" "), "B dp W pd B dd W pq", "{text}");
        let name = |game| {
            loaded.game(game).unwrap().headers.get(Key::Player(Side::First)).map(str::to_owned)
        };
        let names = text.starts_with("Black").then(|| ["A", "C"].map(str::to_owned));
        assert_eq!([name(0), name(1)], names.map_or([None, None], |names| names.map(Some)));
    }
}

#[test]
fn a_misprint_leaves_the_colors_of_the_moves_after_it() {
    for third in ["Rs F17", "Dl7 F17", "D?? F17", "D20 F17", "F17 Dl7", "F17 D??", "F17 D20"] {
        let text = format!("1. Q16 D16 2. Q3 D4 3. {third} 4. C14 R14 5. O17 K4\n");
        let loaded = common::read(text.as_bytes(), "a.txt").unwrap();
        let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(warnings.len(), 1, "{text}: {warnings:?}");
        let column = if third.starts_with('F') { 28 } else { 24 };
        assert!(warnings[0].starts_with(&format!("1:{column}:")), "{warnings:?}");
        let moves = common::moves(&loaded, 0).join(" ");
        assert!(moves.ends_with("B cf W qf B nc W jp"), "{text}: {moves}");
    }
}

#[test]
fn points_that_are_only_named_are_not_played() {
    let text = "Black: Ito\nWhite: Sato\nA quiet game.\n\nBlack 1 at Q16 is usual; C3 and R17 are rarer. \
        White 2 at D16.\nBlack 3 at Q3, which aims at Q10.\nWhite 4 at D4. Instead, Q14 is too early.\n\
        Black resigns.\n";
    assert_eq!(moves(text), OPENING);
    let loaded = common::read(text.as_bytes(), "game.txt").unwrap();
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("Ito"));
    assert_eq!(record.headers.get(Key::Result), Some("W+R"));
    let comments: String = record.tree.ids().flat_map(|node| record.tree.comments(node)).collect();
    for words in [
        "A quiet game.",
        "is usual; C3 and R17 are rarer.",
        "aims at Q10",
        "Instead, Q14 is too early",
    ] {
        assert!(comments.contains(words), "{comments}");
    }
}

#[test]
fn other_coordinates_are_no_game() {
    for text in [
        "1. E4 E5 2. D4 D5 3. C4 C5 4. B4 B5\n",
        "See cells A1, B2, C3, D4, K12 and M14 of the sheet.\n",
        "Black 51 at Q10, White 52 at R9, Black 53 at Q9, White 54 at R8.\n",
        "The roads A1, B12, M25 and T4 meet here.\n",
        "Black needs Q16 and White fears D16. Black attacks Q3, White kills D4.\n",
        "The registers r16, r17, r18 and r19 are free.\n",
    ] {
        assert!(common::read(text.as_bytes(), "a.txt").is_err(), "{text}");
    }
}

#[test]
fn points_may_be_run_together_or_given_as_two_numbers() {
    for text in [
        "B[Q16] W[D16] B[Q3] W[D4]",
        "黒：16-4 白：4-4 黒：16-17 白：4-16\n",
        "1手目 16-4\n2手目 4-4\n3手目 16-17\n4手目 4-16\n",
        "黒１　１６の四\n白２　４の四\n黒３　１６の十七\n白４　４の十六\n",
        "第1手 黑 Q16\n第2手 白 D16\n第3手 黑 Q3\n第4手 白 D4\n",
        "1수 Q16\n2수 D16\n3수 Q3\n4수 D4\n",
        "* B: Q16 W: D16\n* B: Q3 W: D4\n",
        "1. “Q16” 2. “D16” 3. “Q3” 4. “D4”",
    ] {
        assert_eq!(moves(text), OPENING, "{text}");
    }
    for text in ["1. 3-2 2. 1-1 3. 2-5 4. 10-4", "Black 3-1, 2-2, 5-4, 1-3"] {
        let loaded = common::read(text.as_bytes(), "a.txt");
        assert!(loaded.is_err(), "{text}");
    }
}

#[test]
fn no_second_game_begins_at_a_footnote_and_no_bracket_stays_open() {
    for text in [
        "B 【1】 R17 W C16 B D4 W Q3 B K10 W Q16\nB R16 W Q15 B P18 W R6 B K4 W M3\n",
        "1. Q3 Q16 2. C4 D17 3. D15 (评分 35) R5 4. R4 Q5 (+0.3/12) 5. O3 E3\n",
    ] {
        let loaded = common::read(text.as_bytes(), "a.txt").unwrap();
        let plies = if text.starts_with('B') { 12 } else { 10 };
        assert_eq!((loaded.games().len(), common::moves(&loaded, 0).len()), (1, plies), "{text}");
    }
}

#[test]
fn small_boards_are_named() {
    let list = "9x9\n1. E5 2. C3 3. G3 4. G7 5. C7 6. F7\n";
    assert_eq!(moves(list), "B ee W cg B gg W gc B cc W fc");
    let text = "A game on 9x9.\nBlack 1 at E5, White 2 at G7. Black 3 at C3, White 4 at J9.\n";
    assert_eq!(moves(text), "B ee W gc B cg W ia");
}

#[test]
fn decimals_in_brackets_stay_whole() {
    let text = "1: B Q16 (winrate 46.2%, -0.3)\n2: W D16 (54.1%, 0.2)\n3: B Q3\n4: W D4\n";
    assert_eq!(moves(text), OPENING);
    let loaded = common::read(text.as_bytes(), "game.txt").unwrap();
    let record = loaded.game(0).unwrap();
    let comments: String = record.tree.ids().flat_map(|node| record.tree.comments(node)).collect();
    assert!(comments.contains("winrate 46.2%, -0.3") && comments.contains("0.2"), "{comments}");
}

#[test]
fn results_are_told_and_not_guessed() {
    let list = "B Q16\nW D16\nB Q3\nW D4\n";
    for (told, result) in [
        ("白棋略优，胜率55%。", None),
        ("Then W O17 was big.", None),
        ("Black has 6 liberties and W 3.", None),
        ("KataGo gives Black 46% and White leads by 0.8.", None),
        ("白棋的厚势约值30目。", None),
        ("White 2 is too close.", None),
        ("Black has a drawback.", None),
        ("White won three stones.", None),
        ("白2は小目。", None),
        ("黑棋胜势。", None),
        ("Black wins by 2.5 points.", Some("B+2.5")),
        ("White won by resignation", Some("W+R")),
        ("Black lost on time.", Some("W+T")),
        ("白中盘胜", Some("W+R")),
        ("黒3目半勝ち", Some("B+3.5")),
        ("흑 불계승", Some("B+R")),
        ("B+Resign", Some("B+R")),
        ("W+R", Some("W+R")),
        ("w+0.5", Some("W+0.5")),
        ("White+12.5", Some("W+12.5")),
        ("Result: B+R", Some("B+R")),
        ("结果：白中盘胜", Some("W+R")),
    ] {
        let text = format!("黒番：Ito\n白番：Sato\n{list}{told}\n");
        assert_eq!(moves(&text), OPENING, "{text}");
        let loaded = common::read(text.as_bytes(), "game.txt").unwrap();
        let headers = &loaded.game(0).unwrap().headers;
        assert_eq!(headers.get(Key::Result), result, "{told}");
        assert_eq!(headers.get(Key::Player(Side::First)), Some("Ito"));
    }
}

#[test]
fn both_names_may_stand_in_one_line() {
    for head in ["黑：柯洁  白：朴廷桓", "흑: 柯洁  백: 朴廷桓"] {
        let text = format!("{head}\n\n1. Q16 2. D4 3. Q3 4. D17\n");
        let loaded = common::read(text.as_bytes(), "game.txt").unwrap();
        let headers = &loaded.game(0).unwrap().headers;
        for (side, name) in Side::BOTH.into_iter().zip(["柯洁", "朴廷桓"]) {
            assert_eq!(headers.get(Key::Player(side)), Some(name), "{text}");
        }
    }
}

#[test]
fn moves_of_sgf_alone_are_a_game() {
    for text in ["B[pd];W[dp];B[pp]\n", ";B[pd];W[dp];B[pp]\n"] {
        let loaded = common::read(text.as_bytes(), "game.txt").unwrap();
        assert_eq!(loaded.format.name, "sgf", "{text}");
        // The first move is that of the root.
        assert_eq!(loaded.game(0).unwrap().tree.len(), 3, "{text}");
    }
}

#[test]
fn a_line_of_a_chat_may_begin_with_the_time_and_the_speaker() {
    for head in ["(20:00:07) 王: ", "20:01 ", "[20:01] Ito: ", "| 20:01 ", ""] {
        let text = ["B: Q16", "W: D16", "B: Q3", "W: D4"].map(|mv| format!("{head}{mv}\n"));
        let loaded = common::read(text.concat().as_bytes(), "a.txt").unwrap();
        assert_eq!(common::moves(&loaded, 0).join(" "), OPENING, "{head}");
        assert!(loaded.warnings().is_empty(), "{head}");
    }
}

#[test]
fn question_marks_after_a_side_are_a_move_that_cannot_be_read() {
    let text = "B: Q16 W: D16\nB: ???? W: D4\nB: Q3 W: C14\n";
    let loaded = common::read(text.as_bytes(), "a.txt").unwrap();
    assert!(common::moves(&loaded, 0).join(" ").ends_with("W dp B pq W cf"));
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert!(warnings.len() == 1 && warnings[0].contains("????"), "{warnings:?}");
}

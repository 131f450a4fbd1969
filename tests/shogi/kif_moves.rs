//! The moves of KIF and KI2, with times, comments and endings.

use super::*;

#[test]
fn moves_are_read_in_every_layout() {
    for first in [
        "   1 ７六歩(77)   ( 0:16/00:00:16)",
        "1 ７六歩(77)( 0:16/00:00:16)",
        "1\t７六歩(77)\t( 0:16/00:00:16)+",
        "1手目 ▲７六歩(77)",
        "　1　☗76歩(77)",
        "１　７六歩（７７）　（０：１６／００：００：１６）",
        "1 ７六歩　　(77)   ( 0:16/00:00:16)",
        "1 ７六歩(7七)",
        "1７六歩(77)   ( 0:16/00:00:16)",
        "1.７六歩(77)",
        "1： ７六歩(77)   ( 0:16/00:00:16)",
        "７六歩(77)   ( 0:16/00:00:16)",
        "1 7六歩",
        "▲７六歩",
    ] {
        let record = game(&format!("手合割：平手\n{first}\n2 34歩\n"));
        assert_eq!(lines(&record), ["7g7f 3c3d"], "{first}");
    }
    let glued = game("先手：甲\n▲７六歩△３四歩▲２二角成△同銀▲４五角打\n");
    assert_eq!(lines(&glued), ["7g7f 3c3d 8h2b+ 3a2b B*4e"]);
}

#[test]
fn moves_of_missing_pieces_are_kept() {
    // What is written for a move from an empty square.
    let kif = game("手合割：平手\n1 ２八？(38)\n2 同　？(38)\n3 ７六？打\n");
    let moves = kif.tree.mainline().skip(1).map(|node| kif.tree.mv(node));
    assert_eq!(
        moves.map(|mv| mv.map(|mv| mv.code())).collect::<Vec<_>>(),
        [Some("3h2h".to_owned()), Some("3h2h".to_owned()), None]
    );
    // Without origins, and without a readable move.
    let loaded = load("#KI2 version=2.0\n手合割：平手\n▲２八？ △同　？\n▲先手優勢\n");
    let ki2 = loaded.game(0).unwrap();
    assert_eq!(ki2.tree.len(), 3);
    assert_eq!(loaded.warnings().len(), 3);
    // No move at all.
    let prose = game("手合割：平手\n▲先手優勢\n▲１級 甲\n1 ７六歩(77)\n");
    assert_eq!(lines(&prose), ["7g7f"]);
}

#[test]
fn several_moves_on_a_line_are_read_with_numbers_and_without_signs() {
    for moves in [
        "1 ▲７六歩 2 △３四歩 3 ▲２二角成 4 △同　銀",
        " 1 ▲７六歩 △３四歩\n 3 ▲２二角成 △同　銀",
        "７六歩 ３四歩 ２二角成 同　銀",
        "７六歩(77) (0:01/0:00:01) ３四歩(33)\n２二角成(88)+\n同銀(31)\n",
        "▲７六歩(図1) △３四歩 ▲２二角成 △同　銀",
        "☗７六歩⛉３四歩☗２二角成⛉同銀",
        "▲７六歩(△３四歩▲２二角成(0:0a △同　銀",
    ] {
        let loaded = load(&format!("先手：甲\n{moves}\n"));
        let record = loaded.game(0).unwrap();
        assert_eq!(lines(&record), ["7g7f 3c3d 8h2b+ 3a2b"], "{moves}");
        assert_eq!(warnings(&loaded).len(), 0, "{moves}");
    }
    // Prose that begins with a move, and numbers that begin prose, are not played.
    let prose = "3 月号より\n手合割：平手\n▲７六歩\n３四歩が普通です\n△８四歩\n";
    assert_eq!(lines(&game(prose)), ["7g7f 8c8d"]);
    let names = load("▲羽生 善治－△谷川 浩司\n▲７六歩 △９九亀 ▲２六歩\n▲先手優勢\n△８四歩\n");
    assert_eq!(lines(&names.game(0).unwrap()), ["7g7f - 2g2f 8c8d"]);
    let expected = [
        "2:6: cannot read the move \"９九亀\": it has no square and piece",
        "3:1: \"先手優勢\" is not a move; it is ignored",
    ];
    assert_eq!(warnings(&names), expected);
    let files = "  9  8  7  6  5  4  3  2  1\n1 ７六歩(77)\n";
    assert_eq!(lines(&game(files)), ["7g7f"]);
}

#[test]
fn times_are_read_in_every_form() {
    for (field, spent, total) in [
        ("( 0:16/00:00:16)", 16_000, Some(16_000)),
        ("(00:16 / 00:00:16)", 16_000, Some(16_000)),
        ("( 0:7/)", 7_000, None),
        ("(0:5/0:0:10)", 5_000, Some(10_000)),
        ("(120:00/02:00:00)", 7_200_000, Some(7_200_000)),
        ("(1:00:01/1:00:01)", 3_601_000, Some(3_601_000)),
        ("( 0:01.25/00:00:01)", 1_250, Some(1_000)),
        ("( 0:03/ 0:00:19) ( 0:09/00:00:09)", 3_000, Some(19_000)),
        ("（０：１６／００：００：１６）", 16_000, Some(16_000)),
        ("0:16", 16_000, None),
    ] {
        let record = game(&format!("1 ７六歩(77) {field}\n"));
        let clock = Clock { spent: Some(spent), total };
        assert_eq!(last_notes(&record), [Note::Clock(clock)], "{field}");
    }
    for (field, warning) in [
        ("", None),
        ("()", None),
        ("(/)", None),
        ("(5)", Some("1:11: unexpected \"(5)\" after the move")),
        ("( 0:", Some("1:11: unexpected \"( 0:\" after the move")),
        ("(99999999999:00/0)", Some("1:11: unexpected \"(99999999999:00/0)\" after the move")),
        ("( 0:16/00:00:16) ８四歩", Some("1:28: unexpected \"８四歩\" after the move")),
    ] {
        let loaded = load(&format!("1 ７六歩(77) {field}\n2 ３四歩(33)\n"));
        assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f 3c3d"], "{field}");
        let expected: Vec<&str> = warning.into_iter().collect();
        assert_eq!(warnings(&loaded), expected, "{field}");
    }
}

#[test]
fn words_behind_a_move_of_a_list_are_a_comment() {
    for text in [
        "1 ７六歩(77)\n2 ３四歩(33) 角道を開ける\n*次に\n3 ２六歩(27)\n",
        "1 ７六歩(77) ( 0:16/00:00:16)\n2 ３四歩(33) ( 0:01/00:00:01) 角道を開ける\n*次に\n3 ２六歩(27)\n",
    ] {
        let loaded = load(text);
        assert_eq!(warnings(&loaded), [""; 0], "{text}");
        let record = loaded.game(0).unwrap();
        assert_eq!(lines(&record), ["7g7f 3c3d 2g2f"], "{text}");
        let second = record.tree.mainline().nth(2).unwrap();
        assert_eq!(record.tree.comment(second), Some("角道を開ける\n次に"), "{text}");
    }
}

#[test]
fn the_word_after_the_last_move_is_the_ending() {
    for (word, ending) in [
        ("投了", EndingKind::Resign),
        ("中断", EndingKind::Abort),
        ("千日手", EndingKind::Repetition),
        ("持将棋", EndingKind::Jishogi),
        ("詰み", EndingKind::Mate),
        ("詰", EndingKind::Mate),
        ("不詰", EndingKind::NoMate),
        ("切れ負け", EndingKind::Timeout),
        ("Time-up", EndingKind::Timeout),
        ("反則勝ち", EndingKind::IllegalWin),
        ("反則手", EndingKind::IllegalWin),
        ("反則負け", EndingKind::IllegalLoss),
        ("後手 反則負け", EndingKind::IllegalLoss),
        ("先手 反則負け", EndingKind::IllegalWin),
        ("入玉勝ち", EndingKind::Nyugyoku),
        ("入玉宣言", EndingKind::Nyugyoku),
        ("不戦勝", EndingKind::DefaultWin),
        ("不戦敗", EndingKind::DefaultLoss),
        ("封じ手", EndingKind::Abort),
    ] {
        let record = game(&format!("1 ７六歩(77)\n2 {word}   ( 0:03/00:00:03)\n"));
        let end = record.tree.mainline_end();
        assert_eq!(
            (record.tree.ply(end), super::ending(&record, end)),
            (1, Some(ending)),
            "{word}"
        );
    }
    let loaded = load("1 ７六歩(77)\n2 トライ\n");
    assert_eq!(warnings(&loaded), ["2:3: the line ends with the unknown word \"トライ\""]);
    let again = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(again.contains("   2 トライ"), "{again}");
}

#[test]
fn without_a_final_word_the_summary_is_the_ending() {
    for (summary, ending) in [
        ("1手で先手の勝ち", Some(EndingKind::Resign)),
        ("1手で時間切れにより先手の勝ち", Some(EndingKind::Timeout)),
        ("1手で後手の反則勝ち", Some(EndingKind::IllegalWin)),
        ("1手で先手の反則負け", Some(EndingKind::IllegalWin)),
        ("1手で後手の反則負け", Some(EndingKind::IllegalLoss)),
        ("1手で中断", Some(EndingKind::Abort)),
        ("1手で千日手", Some(EndingKind::Repetition)),
        ("1手で持将棋", Some(EndingKind::Jishogi)),
        ("1手詰", Some(EndingKind::Mate)),
        ("1手で詰み", Some(EndingKind::Mate)),
        ("1手で不詰", Some(EndingKind::NoMate)),
        ("、1手で先手勝ち", Some(EndingKind::Resign)),
        ("1手で後手の負け", Some(EndingKind::Resign)),
        // Gote is to move and cannot have won by the other's resignation.
        ("1手で後手の勝ち", None),
    ] {
        let record = game(&format!("先手：甲\n▲７六歩\nまで{summary}\n"));
        assert_eq!(super::ending(&record, record.tree.mainline_end()), ending, "{summary}");
        let result = summary.trim_start_matches('、');
        assert_eq!(record.headers.get(Key::Result), Some(result));
    }
}

#[test]
fn illegal_and_unreadable_moves_are_kept() {
    let text = "1 ７六歩(77)\n2 ５五歩(77)\n3 同　飛(28)\n4 ９九亀(11)\n5 ５四歩打\n6 投了\n";
    let loaded = load(text);
    let expected = [
        "2:3: move 2 (５五歩) is illegal: no piece is on the starting square",
        "3:3: move 3 (同　飛) is illegal: the piece cannot move there",
        "4:3: cannot read the move \"９九亀\": it has no square and piece",
        "5:3: move 5 (５四歩打) is illegal: the piece is not in hand",
    ];
    assert_eq!(warnings(&loaded), expected);
    let moves = ["7g7f 7g5e 2h5e - P*5d"];
    assert_eq!(lines(&loaded.game(0).unwrap()), moves);
    // Unreadable moves are written back, and a missing piece keeps its name.
    let kif = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(kif.contains("   2 ５五歩(77)"), "{kif}");
    assert!(kif.contains("   4 ９九亀"), "{kif}");
    assert_eq!(lines(&load(&kif).game(0).unwrap()), moves);
}

#[test]
fn a_pass_keeps_the_turns() {
    let loaded = load("1 ７六歩(77)\n2 パス ( 0:01/00:00:01)\n3 ２六歩(27)\n");
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f - 2g2f"]);
    assert_eq!(warnings(&loaded).len(), 1);
    let kif = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(kif.contains("   2 パス         ( 0:01/00:00:01)\r\n"), "{kif}");
}

#[test]
fn an_ambiguous_move_is_reported() {
    let loaded = load("先手：甲\n▲５八金\n");
    assert_eq!(warnings(&loaded), ["2:1: ▲５八金 is ambiguous or impossible: 4i5h is played"]);
}

#[test]
fn comments_and_bookmarks_stay_where_they_were_written() {
    let text = "先手：甲\n*一\n* 二 \n*\n&初め\n盤面回転\n1 ７六歩(77)\n*三\n&&四\n2 投了\n*五\n";
    let record = game(text);
    assert!(record.flipped);
    let root: Vec<&Note> = record.tree.notes(NodeId::ROOT).collect();
    assert_eq!(root, [&Note::Comment("一\n 二 \n".into()), &Note::Bookmark("初め".into())]);
    let expected = [
        Note::Comment("三".into()),
        Note::Bookmark("&四".into()),
        Note::from(EndingKind::Resign),
        Note::Comment("五".into()),
    ];
    assert_eq!(last_notes(&record), expected);
    let kif = String::from_utf8(written(&load(text), "kifu").bytes).unwrap();
    let body = kif.split_once("盤面回転\r\n").unwrap().1;
    let expected = "手数----指手--\r\n*一\r\n* 二 \r\n*\r\n&初め\r\n   1 ７六歩(77)  \r\n*三\r\n&&四\r\n   2 投了        \r\n*五\r\nまで1手で先手の勝ち\r\n";
    assert_eq!(body, expected);
}

#[test]
fn evaluations_in_comments_are_found() {
    for (comment, eval) in [
        ("**評価値=120", Some(Eval::Centipawns(120))),
        ("*互角\n*#評価値=-35\n*#読み筋=△８四歩", Some(Eval::Centipawns(-35))),
        ("*#詰み=後手勝ち:9手", Some(Eval::Mate(-9))),
        ("**詰み=先手勝ち:3手", Some(Eval::Mate(3))),
        (
            "**対局 時間 00:01.0 深さ 5/8 ノード数 99 評価値 -1000001 読み筋 △８四歩(83)",
            Some(Eval::Centipawns(-1_000_001)),
        ),
        ("**解析 0 ○ 候補1 深さ 5 評価値 +詰 13 読み筋 ▲２六歩", Some(Eval::Mate(13))),
        (
            "*#指し手[72]△３四歩  ▲６八銀\n*#推奨手[29]△４二銀  ▲５八金右",
            Some(Eval::Centipawns(72)),
        ),
        // 将棋所: from the view of the side that moved, here gote.
        ("*104\n*△３四歩(33)▲２六歩(27)", Some(Eval::Centipawns(-104))),
        ("*-2732\n*P3c-3d P2g-2f", Some(Eval::Centipawns(2732))),
        ("*14--\n*P3c-3d P2g-2f", Some(Eval::Centipawns(-14))),
        ("*22++\n*△３四歩(33)", Some(Eval::Centipawns(-22))),
        ("*44\n*P*2c R2d-2f", Some(Eval::Centipawns(-44))),
        ("*+Mate:33\n*△３四歩(33)", Some(Eval::Mate(-33))),
        ("*-Mate:4\n*P3c-3d", Some(Eval::Mate(4))),
        ("*** 56 -3334FU +2726FU", Some(Eval::Centipawns(56))),
        ("*104", None),
        ("*評価値は互角です", None),
        ("*#詰み=先手勝ち", Some(Eval::Centipawns(30_000))),
        ("**詰み=後手勝ち\n**読み筋=▲８二飛", Some(Eval::Centipawns(-30_000))),
        ("*+Mate:33", None),
        ("*#詰み=不明", None),
    ] {
        let record = game(&format!("1 ７六歩(77)\n2 ３四歩(33)\n{comment}\n"));
        let found = last_notes(&record).into_iter().find_map(|note| match note {
            Note::Eval(eval) => Some(eval),
            _ => None,
        });
        assert_eq!(found, eval, "{comment}");
        assert!(record.tree.comment(record.tree.mainline_end()).is_some());
    }
}

#[test]
fn sentences_in_place_of_a_move_end_the_line() {
    for (text, kind) in [
        ("先手の勝ち", EndingKind::Resign),
        // Why the side to move has won is not known.
        ("後手の勝ち", EndingKind::Other),
        ("勝ち宣言", EndingKind::Nyugyoku),
        ("入玉宣言勝ち", EndingKind::Nyugyoku),
        ("先手の反則負け", EndingKind::IllegalWin),
        ("時間切れ負け", EndingKind::Timeout),
        ("最大手数到達", EndingKind::MaxMoves),
        ("指し掛け", EndingKind::Abort),
        ("千日手成立", EndingKind::Repetition),
        ("打ち歩詰め", EndingKind::IllegalWin),
    ] {
        let loaded = load(&format!("手合割：平手\n   1 ７六歩(77)\n   2 {text}\n"));
        let record = loaded.game(0).unwrap();
        let end = record.tree.mainline_end();
        assert_eq!(ending(&record, end), Some(kind), "{text}");
        // The word is kept.
        let again = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
        assert!(again.contains(&format!("   2 {text}")), "{again}");
    }
}

#[test]
fn the_summary_may_stand_behind_the_moves() {
    for text in [
        "先手：甲\n▲７六歩△３四歩▲２二角成△同　銀まで4手で後手の勝ち\n",
        "先手：甲\n▲７六歩 △３四歩 ▲２二角成 △同　銀 まで、4手で後手の勝ち\n",
        "先手：甲\n７六歩 ３四歩 ２二角成 同銀 まで4手で後手の勝ち\n",
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)まで4手で後手の勝ち\n",
    ] {
        let loaded = load(text);
        let record = loaded.game(0).unwrap();
        assert_eq!(lines(&record), ["7g7f 3c3d 8h2b+ 3a2b"], "{text}");
        assert_eq!(ending(&record, record.tree.mainline_end()), Some(EndingKind::Resign), "{text}");
        assert_eq!(warnings(&loaded).len(), 0, "{text}");
    }
    // A sentence between numbered moves plays none, and they keep their times.
    let sentences = ["△８四歩は▲６八銀で悪い。", "▲６八銀△８四歩なら互角。"];
    for sentence in sentences {
        let text = format!("1 ７六歩 ( 0:10/)\n2 ３四歩 ( 0:12/)\n{sentence}\n3 ２六歩 ( 0:09/)\n");
        let record = game(&text);
        assert_eq!(lines(&record), ["7g7f 3c3d 2g2f"]);
        let notes = record.tree.ids().flat_map(|node| record.tree.notes(node));
        assert_eq!(notes.filter(|note| matches!(note, Note::Clock(_))).count(), 3);
    }
    // A comment ends nothing that has another number of moves.
    let record = game("▲７六歩\n*まで45手で先手の勝ち\n△３四歩 ▲６八飛\n");
    assert_eq!(lines(&record), ["7g7f 3c3d 2h6h"]);
    let first = record.tree.mainline().nth(1).unwrap();
    assert_eq!(record.tree.comments(first).collect::<Vec<_>>(), ["まで45手で先手の勝ち"]);
    // A diagram's caption ends nothing.
    let record = game("先手：甲\n▲７六歩△３四歩まで\n▲２六歩\n");
    assert_eq!(lines(&record), ["7g7f 3c3d 2g2f"]);
    assert_eq!(ending(&record, record.tree.mainline_end()), None);
}

#[test]
fn fouls_are_named() {
    for (moves, end, kind) in [
        ("1 ７六歩(77)", "2 打歩詰", EndingKind::IllegalWin),
        ("1 ７六歩(77)", "まで1手で打歩詰", EndingKind::IllegalWin),
        ("1 ７六歩(77)", "まで1手で打ち歩詰めにより先手の反則負け", EndingKind::IllegalWin),
        ("1 ７六歩(77)", "まで1手で連続王手の千日手", EndingKind::IllegalWin),
        // Gote, who is to move, gave the checks.
        ("1 ７六歩(77)", "2 連続王手の千日手", EndingKind::IllegalLoss),
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ５五角打", "4 千日手", EndingKind::Repetition),
    ] {
        let record = game(&format!("手合割：平手\n{moves}\n{end}\n"));
        assert_eq!(ending(&record, record.tree.mainline_end()), Some(kind), "{end}");
    }
}

#[test]
fn a_move_may_name_its_square_and_say_the_same() {
    let record = game("▲７六歩 △３四歩 ▲２二角成 △２二同銀\n");
    assert_eq!(lines(&record), ["7g7f 3c3d 8h2b+ 3a2b"]);
}

#[test]
fn a_blank_may_stand_before_a_piece_as_behind_the_same_square() {
    let text = "▲７六歩　△３四歩　▲２二角不成　△同　銀　▲８八銀　△３二　金\n";
    let loaded = common::read(text.as_bytes(), "a.txt").unwrap();
    assert_eq!(common::moves(&loaded, 0).join(" "), "7g7f 3c3d 8h2b 3a2b 7i8h 4a3b");
    assert_eq!(loaded.warnings(), []);
}

#[test]
fn verbs_are_written_in_either_kana() {
    for (moves, expected) in [
        ("▲７六歩△３四歩▲２二角ナル△同銀▲４五角打ツ", "7g7f 3c3d 8h2b+ 3a2b B*4e"),
        ("▲７六歩△３四歩▲２二角ナラズ△同銀▲４五角ウツ", "7g7f 3c3d 8h2b 3a2b B*4e"),
        ("▲７六歩△３四歩▲２二角成ラズ△同銀▲４五角打チ", "7g7f 3c3d 8h2b 3a2b B*4e"),
        ("▲５八金右△３四歩▲６八金寄ル△４二銀上ガル", "4i5h 3c3d 5h6h 3a4b"),
    ] {
        let record = game(&format!("先手：甲\n{moves}\n"));
        assert_eq!(
            (lines(&record), record.warnings.listed().len()),
            (vec![expected.to_owned()], 0),
            "{moves}"
        );
    }
}

#[test]
fn seconds_and_sentences_about_the_end_are_read() {
    let record = game("1 ７六歩(77)   (12秒)\n2 ３四歩(33)\n");
    let clock =
        record.tree.notes(record.tree.mainline().nth(1).unwrap()).find_map(|note| match note {
            Note::Clock(clock) => clock.spent,
            _ => None,
        });
    assert_eq!(clock, Some(12_000));
    for (end, kind) in [
        ("　まで３手にて先手勝ち", EndingKind::Resign),
        ("\n（３手まで先手勝ち）", EndingKind::Resign),
        ("\n後手の時間切れ負け", EndingKind::Timeout),
    ] {
        let record = game(&format!("▲７六歩△３四歩▲２六歩{end}\n"));
        let last = record.tree.mainline_end();
        assert_eq!(record.tree.ending(last).map(|ending| ending.kind), Some(kind), "{end}");
    }
}

#[test]
fn missing_numbers_are_reported_once() {
    let loaded = load("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n5 ２六歩(27)\n6 ８四歩(83)\n");
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f 3c3d 2g2f 8c8d"]);
    assert_eq!(loaded.game(0).unwrap().warnings.listed().len(), 1);
}

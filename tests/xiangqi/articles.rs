//! Games as magazines and blogs print them, tables, and texts that lack moves.

use dapu::game::Side;
use dapu::record::{Key, NodeId, Note};

use crate::xiangqi::{comments, game, load, mainline, variations};

const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

#[test]
fn moves_that_an_annotator_names_are_not_played() {
    for (text, comments_expected) in [
        (
            "The game\n\n1. C2=5 …………\nCentral cannon; P7+1 is slower.\n1. ………… H8+7\nUsual. If P7+1 2. H2+3 P3+1.\n\
             2. H2+3 R9=8\n3. R1=2\n",
            vec![(1, "Central cannon; P7+1 is slower."), (2, "Usual. If P7+1 2. H2+3 P3+1.")],
        ),
        (
            "1.炮二平五马8进7\n\n如改走马2进3,则马二进三(如兵七进一,卒7进1),车9平8。\n\n2.马二进三…………\n正着。\n\n\
             2.…………车9平8 稳健。以下 车一平二 不好。 3.车一平二\n",
            vec![
                (2, "如改走马2进3,则马二进三(如兵七进一,卒7进1),车9平8。"),
                (3, "正着。"),
                (4, "稳健。以下 车一平二 不好。"),
            ],
        ),
        (
            "1. C2=5 H8+7\n2. H2+3 R9=8\nBlack could also play 2. ... C8=6 here, or 2... P7+1.\n3. R1=2\n",
            vec![(4, "Black could also play 2. ... C8=6 here, or 2... P7+1.")],
        ),
        (
            "1) p2-5 m8.7\n2 ) m2.3 x9-8\n3) x1-2\nNước này : p8-7 m3.2 , x2.6\n",
            vec![(5, "Nước này : p8-7 m3.2 , x2.6")],
        ),
    ] {
        let (record, warnings) = game(text, "article.txt", "text");
        assert_eq!(mainline(&record), format!("{OPENING} i0h0"), "{text}");
        let noted = comments(&record);
        let noted: Vec<_> = noted.iter().map(|(ply, comment)| (*ply, &**comment)).collect();
        assert_eq!(noted, comments_expected);
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn prose_around_a_game_does_not_refuse_it() {
    let words = "The tournament goes on tomorrow, and many players will attract much attention. ";
    for name in ["game.txt", ""] {
        let text = format!(
            "{}\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n\n{}\n",
            words.repeat(9),
            words.repeat(9)
        );
        let (record, warnings) = game(&text, name, "text");
        assert_eq!(mainline(&record), OPENING);
        assert_eq!(warnings, [""; 0]);
    }
}

#[test]
fn a_round_given_again_is_a_variation() {
    let text = "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二 马2进3\n第一种着法。\n4.兵七进一 卒7进1\n\
        第二种着法：\n4.兵三进一 卒3进1\n黑方也可炮8进4。\n5.马八进九\n回到第一种。\n3.车一平二 卒3进1\n";
    let (record, warnings) = game(text, "article.txt", "text");
    assert_eq!(mainline(&record), format!("{OPENING} i0h0 b9c7 c3c4 g6g5"));
    assert_eq!(variations(&record), 2);
    // Nothing in the line of the last one announces it.
    assert_eq!(warnings, ["9:3: \"车一平二 卒3进1\": may start a variation or a new round here"]);
    // The next round of the line that was left goes on there.
    let text =
        "1.炮二平五 马8进7 2.马二进三 车9平8\n另有变化：\n2.兵七进一 卒7进1\n均势。\n3.车一平二\n";
    let (record, _) = game(text, "article.txt", "text");
    assert_eq!(variations(&record), 1);
}

#[test]
fn a_move_that_is_missing_or_misprinted_leaves_the_sides_as_they_are() {
    let whole = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5"];
    for (text, unread) in [
        // The numerals, the numbers and the misprint tell which is missing.
        ("1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 马2进3\n4. 兵七进一 卒7进1\n", 5),
        ("1. 炮二平五 马8进7\n2. 马二进三\n3. 车一平二 马2进3\n4. 兵七进一 卒7进1\n", 4),
        ("炮二平五 马8进7 马二进三 车9平8 马2进3 兵七进一 卒7进1\n", 5),
        ("1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 东一平二 马2进3\n4. 兵七进一 卒7进1\n", 5),
        ("炮二平五 马8进7 马二进三 车9平8 东一平二 马2进3 兵七进一 卒7进1\n", 5),
        ("1. C2=5 H8+7\n2. H2+3 R9=8\n3. R1=2\n4. P7+1 P7+1\n", 6),
        ("1. C2=5 H8+7\n2. H2+3 R9=8\n3. X1=2 H2+3\n4. P7+1 P7+1\n", 5),
        ("1. h2e2 h9g7\n2. h0g2 i9h9\n3. i0zh0 b9c7\n4. c3c4 g6g5\n", 5),
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        let mut expected = whole;
        expected[unread - 1] = "--";
        assert_eq!(mainline(&record), expected.join(" "), "{text}");
        assert!((1..=2).contains(&warnings.len()), "{text}: {warnings:?}");
    }
}

#[test]
fn numbers_and_numerals_that_mean_nothing_change_nothing() {
    for text in [
        "1. 炮二平五 2. 马8进7 3. 马二进三 4. 车9平8\n",
        "1. C2=5 2. H8+7 3. H2+3 4. R9=8\n",
        "1. 炮2平5 马8进7 2. 马二进三 车9平8\n",
        "1. 炮2平5 马8进7 2. 马2进3 车9平8\n",
        "1. 炮二平五 1. 马8进7 2. 马二进三 2. 车9平8\n",
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn tables_are_lists_of_moves() {
    for text in [
        "# 对局\n\n红方：甲\n\n| 回合 | 红方 | 黑方 |\n| :-: | --- | --- |\n|1|炮二平五|马8进7|\n|2|马二进三|车9平8|\n",
        "红方：甲\n| # | Red | Black |\n|---|:--|--:|\n|1|炮二平五|马8进7|\n|2|马二进三|车9平8|\n",
        "红方：甲\n回合,红方,黑方\n1,炮二平五,马8进7\n2,马二进三,车9平8\n",
        "红方：甲\n回合\t红方\t黑方\n1\t炮二平五\t马8进7\n2\t马二进三\t车9平8\n",
    ] {
        for name in ["game.md", "game.csv", "game.txt"] {
            let (record, warnings) = game(text, name, "text");
            assert_eq!(mainline(&record), OPENING, "{text}");
            assert_eq!(record.headers.get(Key::Player(Side::First)), Some("甲"), "{text}");
            assert_eq!(comments(&record), [], "{text}");
            assert!(record.headers.get(Key::Title).is_none_or(|title| title == "# 对局"), "{text}");
            assert_eq!(warnings, [""; 0], "{text}");
        }
    }
}

#[test]
fn tags_may_have_chinese_names() {
    let text = "[赛事 \"五羊杯\"]\n[红方 \"甲\"]\n[結果 \"红胜\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n";
    let loaded = load(text, "game.pgn", "pgn");
    let headers = &loaded.game(0).unwrap().headers;
    for (key, value) in
        [(Key::Event, "五羊杯"), (Key::Player(Side::First), "甲"), (Key::Result, "1-0")]
    {
        assert_eq!(headers.get(key), Some(value));
    }
}

#[test]
fn semicolons_may_stand_between_rounds() {
    for text in [
        "1.炮二平五,马8进7;2.马二进三,车9平8\n",
        "1.炮二平五 马8进7; 2.马二进三 车9平8;\n",
        "炮二平五,马8进7;马二进三,车9平8\n",
        "1. C2=5 H8+7; 2. H2+3 R9=8\n",
        "1.h2e2,h9g7;2.h0g2,i9h9\n",
        "1.炮二平五,马8进7;2.马二进三,车9平8。中炮对屏风马。\n",
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
    // The words behind it are a comment, and so is a line.
    for text in
        ["1. C2=5 H8+7; usual\n2. H2+3 R9=8\n", "1. C2=5 H8+7\n; 2. P7+1 R9=8\n2. H2+3 R9=8\n"]
    {
        let (record, _) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(comments(&record).len(), 1, "{text}");
    }
}

#[test]
fn a_bracket_before_a_number_ends_where_it_closes() {
    for text in [
        "1. C2=5 H8+7 (1...P7+1 is common) 2. H2+3 R9=8\n",
        "1.炮二平五 马8进7\n（1...卒7进1也常见）\n2.马二进三 车9平8\n",
        "1.炮二平五 马8进7（1．…卒7进1 2.兵七进一）2.马二进三 车9平8\n",
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn words_that_end_in_a_number_and_a_bracket_stay_whole() {
    let text = "1.炮二平五 马8进7\n2.马二进三 车9平8\n（如图1）\n3.车一平二\n均势，P7+1 也可。\n";
    let (record, _) = game(text, "game.txt", "text");
    assert_eq!(comments(&record)[0], (4, "如图1".to_owned()));
}

#[test]
fn judgements_end_no_line() {
    let text = "1. 炮二平五！ 马8进7？\n2. 马二进三± 车9平8∓\n";
    let (record, warnings) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), OPENING);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn what_stands_above_an_article_is_kept() {
    let text = "第12局 中炮过河车\n\n（1982年全国赛）\n上海 胡荣华（先胜）湖北 柳大华\n\n1．炮二平五　马8进7\n\
        如改走1…卒7进1，则2.兵七进一，车9平8。\n2．马二进三　车9平8\n";
    let (record, _) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), OPENING);
    for (key, value) in [
        (Key::Title, "第12局 中炮过河车"),
        (Key::Player(Side::First), "上海 胡荣华"),
        (Key::Result, "1-0"),
    ] {
        assert_eq!(record.headers.get(key), Some(value));
    }
    assert!(comments(&record)[0].1.contains("1982年全国赛"));
    let text =
        "1. C2=5 H8+7 2. H2+3 R9=8\n\nVariation A: 3. R1=2 H2+3\nVariation B: 3. P7+1 P7+1\n";
    let (record, _) = game(text, "game.txt", "text");
    let all: String = record.tree.ids().flat_map(|node| record.tree.comments(node)).collect();
    assert!(all.contains("Variation A") && all.contains("Variation B"), "{all}");
}

#[test]
fn times_behind_moves_are_clocks() {
    let text = "1. 炮二平五(0:05) 马8进7(0:12)\n2. 马二进三(0:03) 车9平8(1:02)\n";
    let (record, _) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), OPENING);
    let clocks = record.tree.mainline().flat_map(|node| record.tree.notes(node)).filter_map(
        |note| match note {
            Note::Clock(clock) => clock.spent,
            _ => None,
        },
    );
    assert_eq!(clocks.collect::<Vec<_>>(), [5_000, 12_000, 3_000, 62_000]);
}

#[test]
fn tables_and_lists_of_data_may_hold_games() {
    let other = "c3c4 g6g5 b2d2 h7e7";
    for (name, text) in [
        (
            "games.csv",
            "id,red,black,moves\n1,甲,乙,\"炮二平五 马8进7 马二进三 车9平8\"\n2,丙,丁,\"兵七进一 卒7进1 炮八平六 炮8平5\"\n",
        ),
        (
            "games.csv",
            "id,red,black,moves\n1,甲,乙,炮二平五 马8进7 马二进三 车9平8\n2,丙,丁,兵七进一 卒7进1 炮八平六 炮8平5\n",
        ),
        (
            "games.jsonl",
            "{\"red\":\"甲\",\"text\":\"1. 炮二平五 马8进7 2. 马二进三 车9平8\"}\n{\"red\":\"丙\",\"text\":\"1. 兵七进一 卒7进1 2. 炮八平六 炮8平5\"}\n",
        ),
        (
            "games.json",
            "[{\"id\":1,\"moves\":\"炮二平五 马8进7 马二进三 车9平8\"},\n{\"id\":2,\"moves\":\"兵七进一 卒7进1 炮八平六 炮8平5\"}]\n",
        ),
    ] {
        let loaded = load(text, name, "text");
        let games: Vec<_> =
            (0..loaded.games().len()).map(|game| mainline(&loaded.game(game).unwrap())).collect();
        assert_eq!(games, [OPENING, other], "{text}");
    }
}

#[test]
fn handicaps_are_named_in_several_ways() {
    for (heading, rank) in [
        ("饶左马", "R1BAKABNR"),
        ("饶一马局", "R1BAKABNR"),
        ("让单马（右马）", "RNBAKAB1R"),
        ("红让双马", "R1BAKAB1R"),
        ("红方让右马", "RNBAKAB1R"),
    ] {
        let text = format!("{heading}\n1. 炮二平五 马8进7\n2. 炮五进四 马7进5\n");
        let (record, _) = game(&text, "game.txt", "text");
        let fen = record.start.xiangqi().unwrap().fen();
        assert!(fen.contains(&format!("/{rank} ")), "{heading}: {fen}");
    }
}

#[test]
fn heads_may_be_in_english_and_quoted() {
    let moves = "1. C2=5 H8+7 2. H2+3 R9=8\n";
    for (result, expected) in [
        ("1-0", Some("1-0")),
        ("Black wins", Some("0-1")),
        ("Red wins", Some("1-0")),
        ("Black resigns", None),
    ] {
        let text = format!(
            "Event: Open\nSite: Munich\nDate: 2019-11-20\nRound: 3\nRed: Xu (China)\nBlack: Nguyen\n\
             Result: {result}\nOpening: Central cannon\n\n{moves}"
        );
        let (record, _) = game(&text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING);
        for (key, value) in [
            (Key::Event, Some("Open")),
            (Key::Place, Some("Munich")),
            (Key::Date, Some("2019-11-20")),
            (Key::Round, Some("3")),
            (Key::Player(Side::First), Some("Xu (China)")),
            (Key::Result, expected),
            (Key::Opening, Some("Central cannon")),
        ] {
            assert_eq!(record.headers.get(key), value, "{text}");
        }
    }
    let (record, _) = game(&format!("[quote]红方：甲\n黑方：乙\n{moves}"), "game.txt", "text");
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("甲"));
    assert_eq!(record.headers.get(Key::Title), None);
}

#[test]
fn letters_in_square_brackets_head_variations() {
    let text =
        "1.炮二平五 马8进7 2.马二进三\n[甲] 2…车9平8 3.车一平二；\n[乙] 2…卒7进1 3.车一平二；\n";
    let (record, warnings) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), format!("{OPENING} i0h0"));
    assert_eq!(variations(&record), 1);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn headings_that_name_the_move_below_play_nothing() {
    let opening = "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二 马2进3\n至此形成对峙，红方有两种走法，下面分别介绍。\n";
    for [one, other] in [
        ["一、兵七进一\n", "二、兵三进一\n"],
        ["甲：兵七进一\n", "乙：兵三进一\n"],
        ["（甲）兵七进一\n", "（乙）兵三进一\n"],
    ] {
        let text =
            format!("{opening}\n{one}4.兵七进一 卒7进1\n5.马八进七\n\n{other}4.兵三进一 卒3进1\n");
        let (record, warnings) = game(&text, "game.txt", "text");
        let line = format!("{OPENING} i0h0 b9c7 c3c4 g6g5 b0c2");
        assert_eq!(mainline(&record), line, "{text}");
        assert_eq!(variations(&record), 1, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
    let text = "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二\n至此黑方有两种应法，下面分别介绍。\n\n一、马2进3\n3．…… 马2进3 4.兵七进一 卒7进1\n\n\
        二、卒7进1\n3．…… 卒7进1 4.车二进六 马2进3\n";
    let (record, _) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), format!("{OPENING} i0h0 b9c7 c3c4 g6g5"));
    assert_eq!(variations(&record), 1);
}

/// The lines of a record from the root to their ends, the main line first.
fn all_lines(text: &str, name: &str) -> Vec<String> {
    let (record, warnings) = game(text, name, "text");
    assert_eq!(warnings, [""; 0], "{text}");
    let tree = &record.tree;
    let ends = tree.ids().filter(|node| tree.first_child(*node).is_none());
    let mut lines: Vec<String> = ends
        .map(|end| {
            let path = tree.path(end).into_iter().skip(1);
            path.map(|node| tree.mv(node).map_or("--".to_owned(), |mv| mv.code()))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let main = mainline(&record);
    lines.sort_by_key(|line| *line != main);
    lines
}

#[test]
fn a_list_in_brackets_holds_variations() {
    let opening = "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二";
    let main = format!("{OPENING} i0h0 b9c7 c3c4");
    for bracket in [
        "（黑方另有：①炮8进4，兵三进一，4.炮8平7；②卒7进1，4.车二进六，马2进3）",
        "（①炮8进4，兵三进一；②卒7进1，4.车二进六，马2进3）",
    ] {
        let text = format!("{opening} 马2进3{bracket}\n4.兵七进一\n");
        let lines = all_lines(&text.replace("，4.炮8平7", ""), "game.txt");
        assert_eq!(lines[0], main, "{text}");
        assert_eq!(
            lines[1..],
            [format!("{OPENING} i0h0 h7h3 g3g4"), format!("{OPENING} i0h0 g6g5 h0h6 b9c7"),],
            "{text}"
        );
    }
}

#[test]
fn what_goes_on_from_a_named_move_is_named() {
    let text = "1.炮二平五 马8进7\n2.马二进三 车9平8\n\n问：2…卒7进1 3.车一平二? 这样不行吧。\n";
    assert_eq!(all_lines(text, "game.txt"), [OPENING]);
}

#[test]
fn words_lead_back_to_the_game() {
    let text = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n\n此外还有：\n\n- 2. …… 卒7进1\n- 2. …… 马2进3\n\n主变继续：\n\n\
        3. 车一平二 马2进3\n";
    let (record, _) = game(text, "game.md", "text");
    assert_eq!(mainline(&record), format!("{OPENING} i0h0 b9c7"));
    assert_eq!(variations(&record), 2);
}

#[test]
fn headings_in_brackets_are_kept_whole() {
    let text = "1. 炮二平五 马8进7 2. 马二进三 车9平8\n【变化】2...卒7进1 3.车一平二\n3. 车一平二 马2进3\n";
    let (record, _) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), format!("{OPENING} i0h0 b9c7"));
    let mut comments = record.tree.ids().flat_map(|node| record.tree.comments(node));
    assert!(comments.any(|comment| comment == "【变化】"));
}

#[test]
fn a_move_given_again_in_brackets_is_no_variation() {
    for text in [
        "1. 炮二平五（C2=5） 马8进7（h8+7）\n2. 马二进三（H2+3） 车9平8（r9=8）\n",
        "1. C2=5 (炮二平五) H8+7 (马8进7) 2. H2+3 (马二进三) R9=8 (车9平8)\n",
    ] {
        assert_eq!(all_lines(text, "game.txt"), [OPENING], "{text}");
    }
}

#[test]
fn pieces_may_be_named_in_vietnamese() {
    let text = "Ván đấu hay\n\n1. Pháo 2 bình 5    Mã 8 tiến 7\n2. Mã 2 tiến 3      Xe 9 bình 8\n\
        3. Xe 1 bình 2      Mã 2 tiến 3\n4. Binh 7 tiến 1    Tốt 7 tiến 1\n\n\
        Đen chơi chắc chắn. Nếu 4... Xe 1 tiến 1 thì đỏ có thể chơi 5. Mã 8 tiến 7.\n";
    assert_eq!(all_lines(text, "game.txt"), [format!("{OPENING} i0h0 b9c7 c3c4 g6g5")]);
}

#[test]
fn a_list_of_strings_may_be_moves() {
    let text = "{\"white\":\"a\",\"moves\":[\"h2e2\",\"h9g7\",\"h0g2\",\"i9h9\"]}\n";
    assert_eq!(all_lines(text, "game.json"), [OPENING]);
}

#[test]
fn each_game_of_a_book_has_its_own_title() {
    let text = "目录\n第一章 中炮 ........ 1\n第二章 飞相 ........ 35\n\n第一章 中炮\n第1局 过河车\n\
        1. 炮二平五 马8进7 2. 马二进三 车9平8\n第2局 巡河车\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n";
    let loaded = load(text, "book.txt", "text");
    let games: Vec<_> = (0..loaded.games().len()).map(|game| loaded.game(game).unwrap()).collect();
    let titles = games.iter().map(|game| game.headers.get(Key::Title));
    assert!(titles.eq([Some("第1局 过河车"), Some("第2局 巡河车")]));
    let words = games[0].tree.comment(NodeId::ROOT).unwrap();
    assert!(words.contains("目录") && words.contains("第二章 飞相"), "{words}");
}

#[test]
fn mails_are_read_as_they_were_before_they_were_encoded() {
    let list = "老李：\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n你看=如何？\n";
    let quoted = |text: &str| -> String {
        let escape = |byte: u8| match byte {
            b'=' | 0x80.. => format!("={byte:02X}"),
            _ => char::from(byte).to_string(),
        };
        let lines = text.lines().map(|line| {
            let escaped: Vec<String> = line.bytes().map(escape).collect();
            // Characters are broken between their bytes.
            escaped.chunks(20).map(<[String]>::concat).collect::<Vec<_>>().join("=\r\n") + "\r\n"
        });
        lines.collect()
    };
    let encoded = "6ICB5p2O77yaCjEuIOeCruS6jOW5s+S6lCDpqaw46L+bNwoyLiDpqazkuozov5vkuIkg6L2mOeW5\r\n\
        szgK5L2g55yLPeWmguS9le+8nwo=\r\n";
    let head =
        "From: chen@example.com\r\nSubject: game\r\nContent-Type: text/plain; charset=UTF-8\r\n";
    let coding = |name: &str| format!("Content-Transfer-Encoding: {name}\r\n\r\n");
    let parts = format!(
        "From: chen@example.com\r\nContent-Type: multipart/mixed; boundary=\"b1\"\r\n\r\n--b1\r\n\
         Content-Type: text/plain; charset=utf-8\r\n{}{encoded}--b1--\r\n",
        coding("base64")
    );
    for text in [
        format!("{head}{}{}", coding("quoted-printable"), quoted(list)),
        format!("{head}{}{encoded}", coding("BASE64")),
        parts,
    ] {
        let (record, warnings) = game(&text, "mail.eml", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(comments(&record), [(4, "你看=如何？".to_owned())], "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
    // The places of warnings are those of the mail.
    let odd = list.replace("车9平8", "车9平3");
    let text = format!("{head}{}{}", coding("quoted-printable"), quoted(&odd));
    let loaded = load(&text, "mail.eml", "text");
    assert!(loaded.warnings().iter().any(|warning| warning.to_string().starts_with("9:")));
}

#[test]
fn a_game_may_be_told_without_numbers() {
    for text in [
        "红方先走炮二平五，黑方应以马8进7，红方接着马二进三，黑方车9平8抢先出车。红方车一平二，黑方马2进3，\
         形成中炮对屏风马。红方再走兵七进一，黑方卒7进1。\n",
        "Red opened with C2=5 and Black answered H8+7. Red then played H2+3, Black replied with R9=8.\n\
         Red plays R1=2 and Black plays H2+3. Red continues P7+1, Black P7+1.\n",
        "00:05 炮二平五\n00:12 马8进7\n00:20 马二进三 好棋\n00:31 车9平8\n00:40 车一平二\n1:01:02 马2进3\n\
         1:01:15 兵七进一\n1:01:20 卒7进1\n",
        "ply,side,move\n1,red,C2=5\n2,black,H8+7\n3,red,H2+3\n4,black,R9=8\n5,red,R1=2\n6,black,H2+3\n\
         7,red,P7+1\n8,black,P7+1\n",
    ] {
        let (record, warnings) = game(text, "story.txt", "text");
        assert_eq!(mainline(&record), format!("{OPENING} i0h0 b9c7 c3c4 g6g5"), "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn a_heading_is_of_a_variation_although_the_one_above_it_could_go_on() {
    let text = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 马2进3\n4. 兵七进一 卒7进1\n另有变化：\n\
        2. 马八进七 马2进3\n另有变化：\n3. 兵三进一 卒3进1\n";
    let (record, warnings) = game(text, "article.txt", "text");
    assert_eq!((variations(&record), record.tree.len()), (2, 13));
    let start = record.tree.mainline().nth(4).unwrap();
    assert_eq!(record.tree.children(start).count(), 2);
    assert_eq!(warnings, [""; 0]);
    // Without numbers, the first of several goes on from the end.
    let text = "炮二平五 马8进7 马二进三 车9平8\n红方有两种下法。\nA\n车一平二 马2进3 兵七进一 卒7进1\n\nB\n\
        兵三进一 卒3进1 马八进九 象7进5\n";
    let (record, warnings) = game(text, "article.txt", "text");
    assert_eq!(mainline(&record), format!("{OPENING} i0h0 b9c7 c3c4 g6g5"));
    let end = record.tree.mainline().nth(4).unwrap();
    assert_eq!((record.tree.children(end).count(), record.tree.len()), (2, 13));
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_lone_name_in_brackets_is_a_title() {
    let text = "[Ván 12] Hứa Ngân Xuyên (tiên thắng) Lữ Khâm\n1.P2-5 M8.7 2.M2.3 X9-8 3.X1-2 M2.3 4.B7.1 B7.1\n\
        Ghi chú: 4...X1.1 cũng hay.\n5.X2.6 P8-9\n";
    let (record, warnings) = game(text, "van.txt", "text");
    assert_eq!(mainline(&record).split(' ').count(), 10);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn what_is_no_move_ends_no_line() {
    for (text, count, noted) in [
        ("1. 炮二平五 +0.3 马8进7 -0.2\n", 2, &[(1, "+0.3"), (2, "-0.2")][..]),
        (
            "1. 炮二平五 +0.3 马8进7 -12.5 2. 马二进三 0.00 车9平8 -M5\n",
            4,
            &[(1, "+0.3"), (2, "-12.5"), (3, "0.00"), (4, "-M5")],
        ),
        (
            "1. 炮二平五🤔 马8进7【图1】 2. 马二进三⁉ 车9平8\n",
            4,
            &[(1, "🤔"), (2, "【图1】"), (3, "⁉")],
        ),
        ("炮二平五👍马8进7［图一］马二进三😱车9平8\n", 4, &[(1, "👍"), (2, "［图一］"), (3, "😱")]),
    ] {
        let (record, warnings) = game(text, "a.txt", "text");
        let played: Vec<&str> = OPENING.split(' ').take(count).collect();
        assert_eq!(mainline(&record), played.join(" "), "{text}");
        let kept = comments(&record);
        let kept: Vec<_> = kept.iter().map(|(ply, comment)| (*ply, &**comment)).collect();
        assert_eq!(kept, noted, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

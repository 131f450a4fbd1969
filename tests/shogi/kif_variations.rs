//! 変化: variations and the numbers of moves.

use super::*;
use std::fmt::Write;

#[test]
fn variations_belong_to_the_most_recent_line() {
    let moves = "1 ２六歩(27)\n2 ３四歩(33)\n3 ２五歩(26)\n4 ３三角(22)\n5 投了\n";
    let blocks = "変化：4手\n4 ８四歩(83)\n変化：2手\n2 ８四歩(83)\n3 ７六歩(77)\n変化：3手\n3 ２五歩(26)\n変化:2手目\n2 １四歩(13)\n変化：   1手\n1 ７六歩(77)\n";
    let record = game(&format!("{moves}{blocks}"));
    let expected = [
        "2g2f 3c3d 2f2e 2b3c",
        "2g2f 3c3d 2f2e 8c8d",
        "2g2f 8c8d 7g7f",
        "2g2f 8c8d 2f2e",
        "2g2f 1c1d",
        "7g7f",
    ];
    assert_eq!(lines(&record), expected);
    assert_eq!(load(moves).warnings(), []);
}

#[test]
fn variations_in_any_order_are_attached_correctly() {
    let moves = "1 ２六歩(27)\n2 ３四歩(33)\n3 ２五歩(26)\n";
    // Ascending: the second begins after the end of the first, and so belongs to the main line.
    let ascending = game(&format!("{moves}変化：1手\n1 ７六歩(77)\n変化：3手\n3 ７六歩(77)\n"));
    assert_eq!(lines(&ascending), ["2g2f 3c3d 2f2e", "2g2f 3c3d 7g7f", "7g7f"]);
    // One that begins where the line ends continues it.
    let extended = game(&format!("{moves}変化：4手\n4 ３三角(22)\n"));
    assert_eq!(lines(&extended), ["2g2f 3c3d 2f2e 2b3c"]);
    // One that repeats the line branches off where it differs.
    let repeated = game(&format!("{moves}変化：2手\n2 ３四歩(33)\n3 ７六歩(77)\n"));
    assert_eq!(lines(&repeated), ["2g2f 3c3d 2f2e", "2g2f 3c3d 7g7f"]);
    // One with only an ending is an alternative to the move.
    let ended = game(&format!("{moves}変化：2手\n2 投了\nまで1手で先手の勝ち\n"));
    assert_eq!(lines(&ended), ["2g2f 3c3d 2f2e", "2g2f -"]);
    let nowhere = load(&format!("{moves}変化：9手\n9 ３三角(22)\n"));
    assert_eq!(
        warnings(&nowhere)[0],
        "4:1: there is no such move to replace: the variation continues from the end of its line"
    );
}

#[test]
fn numbers_are_counted_from_the_first_of_the_file() {
    let text = format!("後手番\n{RANKS}42 ５二玉(51)\n43 ７六銀(77)\n変化：43手\n43 ７八銀(77)\n");
    let record = game(&text);
    assert_eq!(
        (record.first_number, lines(&record)),
        (42, vec!["5a5b 7g7f".into(), "5a5b 7g7h".into()])
    );
    let loaded = load(&text);
    let kif = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(kif.contains("変化：43手\r\n  43 ７八銀(77)"), "{kif}");
    let ki2 = written(&loaded, "ki2u");
    assert_eq!(common::read(&ki2.bytes, "a.ki2u").unwrap().game(0).unwrap().first_number, 42);
}

/// Long and wide records take time in proportion to their size: each of these takes a fraction of a second, and would
/// take hours otherwise.
#[test]
fn long_and_wide_records_are_read_and_written() {
    let shuffle = ["４八金(49)", "４二金(41)", "４九金(48)", "４一金(42)"];
    let mut long = String::new();
    for number in 1..=100_000 {
        writeln!(long, "{number} {}", shuffle[(number - 1) % 4]).unwrap();
    }
    // Back and forth between the first move and the last.
    for _ in 0..2_000 {
        long.push_str("変化：1手\n1 ７六歩(77)\n2 ３四歩(33)\n変化：100000手\n100000 ３二金(42)\n");
    }
    let mut wide = String::from("1 ７六歩(77)\n");
    for _ in 0..20_000 {
        wide.push_str(
            "変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n3 ４八銀(39)\n変化：2手\n2 ８四歩(83)\n",
        );
    }
    // One line with everything, with and without side marks and blanks, with unclosed brackets.
    let glued = "▲４八金△４二金▲４九金△４一金".repeat(50_000);
    let open = "▲４八金(△４二金(▲４九金(0:0△４一金".repeat(50_000);
    let bare = format!("先手：甲\n{}", "４八金 ４二金 ４九金 ４一金 ".repeat(50_000));
    let clocks = format!("1 ７六歩(77){}", "(0:01)".repeat(200_000));
    let comments = format!("1 ７六歩(77)\n{}2 ３四歩(33)", "*一\n".repeat(200_000));
    for (text, plies) in [
        (long, 100_000),
        (wide, 3),
        (glued, 200_000),
        (open, 200_000),
        (bare, 200_000),
        (clocks, 1),
        (comments, 2),
    ] {
        let loaded = load(&format!("{text}\n"));
        let record = loaded.game(0).unwrap();
        let nodes = record.tree.len();
        let deepest = record.tree.ids().map(|node| record.tree.ply(node)).max();
        assert_eq!(deepest, Some(plies));
        let kif = written(&loaded, "kifu");
        let again = common::read(&kif.bytes, "a.kifu").unwrap();
        assert_eq!(again.game(0).unwrap().tree.len(), nodes);
    }
}

#[test]
fn a_collection_holds_several_games() {
    let game = |head: &str, first: &str| {
        format!(
            "{head}先手：甲\n後手：乙\n手数----指手--\n1 {first}\n2 ３四歩(33)\n3 投了\nまで2手で後手の勝ち\n\n"
        )
    };
    let first = game("#KIF version=2.0 encoding=UTF-8\n", "７六歩(77)");
    let second = game("手合割：平手\n", "２六歩(27)");
    let third = format!("先手：丙\n後手：丁\n{RANKS}手数＝10  △５五圭  まで\n11 ７六銀(77)\n");
    let variation = "変化：2手\n2 ８四歩(83)\n";
    let loaded = load(&format!("{first}{variation}\n{second}{third}"));
    let games: Vec<Vec<String>> =
        (0..loaded.games().len()).map(|index| lines(&loaded.game(index).unwrap())).collect();
    let expected = [vec!["7g7f 3c3d", "7g7f 8c8d"], vec!["2g2f 3c3d"], vec!["7g7f"]];
    assert_eq!(games, expected);
    assert_eq!(warnings(&loaded).len(), 0);
    // Warnings have their lines in the file.
    let broken = load(&format!("{first}{}", game("手合割：平香交じり\n", "２六歩(27)")));
    assert_eq!(warnings(&broken)[0].split(' ').next(), Some("10:5:"));
    let other = load(&format!("{first}{}", game("手合割：5五将棋\n", "２六歩(27)")));
    assert_eq!((other.games().len(), warnings(&other).len()), (1, 1));
}

#[test]
fn text_among_the_moves_does_not_begin_a_game() {
    let moves = "手合割：平手\n先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n";
    for among in [
        // A remark, headers repeated on the second day, the final diagram.
        "先手：残り10分\n3 ２六歩(27)\n".to_owned(),
        "#--separator--\n3 ２六歩(27)\n".to_owned(),
        "手合割：平手\n手数----指手--\n3 ２六歩(27)\n".to_owned(),
        "変化：3手\n手数----指手--\n3 ２六歩(27)\n".to_owned(),
        format!("3 ２六歩(27)\n{RANKS}まで3手で先手の勝ち\n変化：3手\n3 ２六歩(27)\n"),
        format!("3 ２六歩(27)\n終了日時：2026/01/02\n{RANKS}"),
    ] {
        let loaded = load(&format!("{moves}{among}"));
        assert_eq!(loaded.games().len(), 1, "{among}");
        assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f 3c3d 2g2f"], "{among}");
    }
}

/// The lines, each with its ending after a `%`.
fn ended_lines(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let ends = common::preorder(tree).filter(|node| tree.first_child(*node).is_none());
    let line = |end| {
        let moves = tree.path(end).into_iter().skip(1);
        let moves = moves.filter_map(|node| tree.mv(node).map(Move::code));
        let ending = tree.ending(end).map(|ending| format!("%{}", ending.kind.name()));
        moves.chain(ending).collect::<Vec<_>>().join(" ")
    };
    ends.map(line).collect()
}

#[test]
fn a_variation_from_the_last_position_leaves_the_ending_to_the_main_line() {
    let text = "先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了 ( 0:05/00:00:05)\nまで2手で後手の勝ち\n\n\
        変化：3手\n3 ２六歩(27)\n4 中断\n\n変化：3手\n3 千日手\n";
    let loaded = load(text);
    assert_eq!(warnings(&loaded), [""; 0]);
    let lines = ["7g7f 3c3d %resign", "7g7f 3c3d 2g2f %abort", "7g7f 3c3d %repetition"];
    assert_eq!(ended_lines(&loaded.game(0).unwrap()), lines);
    for format in ["kifu", "ki2u", "jkf"] {
        let written = written(&loaded, format);
        let again = read_as(&format!("a.{format}"), &written.bytes);
        let bytes = String::from_utf8(written.bytes).unwrap();
        assert_eq!(ended_lines(&again.game(0).unwrap()), lines, "{bytes}");
        let again = super::written(&again, format).bytes;
        assert_eq!(String::from_utf8(again).unwrap(), bytes);
    }
    let csa = written(&loaded, "csa").bytes;
    assert!(csa.ends_with(b"+7776FU\n-3334FU\n%TORYO\nT5\n"));
    let json = String::from_utf8(written(&loaded, "json").bytes).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let nodes = json["games"][0]["nodes"].as_array().unwrap();
    assert_eq!(nodes[2].get("end"), None);
    assert_eq!(nodes[3]["parent"], 2);
    assert_eq!((nodes[3].get("move"), nodes[3]["end"].as_str()), (None, Some("resign")));
    let clock = serde_json::json!({"spent": 5, "total": 5});
    assert_eq!((nodes[3].get("clock"), &nodes[3]["end_clock"]), (None, &clock));
    assert_eq!(nodes[4]["move"], "2g2f");
    assert!(nodes.iter().all(|node| node.get("props").is_none()));
}

#[test]
fn json_keeps_the_original_word_for_an_ending() {
    let loaded = common::read("V2.2\nPI\n+\n+7776FU\n%ERROR\n".as_bytes(), "a.csa").unwrap();
    let json: serde_json::Value = serde_json::from_slice(&written(&loaded, "json").bytes).unwrap();
    let node = &json["games"][0]["nodes"][1];
    assert_eq!((&node["end"], &node["end_text"]), (&"abort".into(), &"ERROR".into()));
}

#[test]
fn an_unknown_word_ends_its_line() {
    let loaded = load("先手：甲\n1 ７六歩(77)\n2 おしまい\n");
    let record = loaded.game(0).unwrap();
    let ending = record.tree.ending(record.tree.mainline_end()).unwrap();
    assert_eq!((ending.kind, ending.word.as_deref()), (EndingKind::Other, Some("おしまい")));
    assert_eq!(warnings(&loaded).len(), 1);
    let kif = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(kif.contains("   2 おしまい"), "{kif}");
}

#[test]
fn a_variation_may_be_in_the_line_that_names_it() {
    let main = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n";
    for variation in [
        "変化：2手   2 ８四歩(83)\n3 ６八銀(79)\n",
        "変化：2手目△８四歩▲６八銀\n",
        "【変化２手目】\n△８四歩 ▲６八銀\n",
        "別手順：２手目\n△８四歩 ▲６八銀\n",
        // Numbers that go back.
        "2 ８四歩(83)\n3 ６八銀(79)\n",
    ] {
        let record = game(&format!("{main}{variation}"));
        assert_eq!(lines(&record), ["7g7f 3c3d 2g2f", "7g7f 8c8d 7i6h"], "{variation}");
        assert_eq!(record.warnings.listed().len(), 0, "{variation}");
    }
}

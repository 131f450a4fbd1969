//! Writing KIF and KI2, and the losses reported.

use super::*;
use crate::common::export::Export;
use dapu::game::Side;

#[test]
fn characters_missing_from_the_encoding_are_counted() {
    let loaded = load("先手：☗甲😀\n1 ７六歩(77)\n*〜−♥\n");
    let kif = written(&loaded, "kif");
    assert_eq!(kif.losses.to_string(), "2 characters in another width, 3 unmappable characters");
    let again = common::read(&kif.bytes, "game.kif").unwrap().game(0).unwrap();
    assert_eq!(again.headers.get(Key::Player(Side::First)), Some("▲甲?"));
    assert_eq!(again.tree.comment(again.tree.mainline_end()), Some("～－?"));
    assert!(written(&loaded, "kifu").losses.is_empty());
}

#[test]
fn what_other_formats_have_no_word_for_is_told() {
    let foul = load("1 ７六歩(77)\n2 打歩詰\n");
    let named = String::from_utf8(written(&foul, "ki2u").bytes).unwrap();
    assert!(named.contains("まで1手で打歩詰"), "{named}");
    for format in ["csa", "jkf"] {
        let losses = written(&foul, format).losses.to_string();
        assert!(losses.contains("1 ending"), "{format}: {losses}");
    }
    assert!(written(&foul, "kifu").losses.is_empty());
}

#[test]
fn glyphs_are_written_in_words() {
    let loaded = load("1 ７六歩(77)\n2 ３四歩(33)\n");
    let mut record = Record::clone(&loaded.game(0).unwrap());
    let end = record.tree.mainline_end();
    record.tree.note(end, Note::Glyph("?!".into()));
    for format in ["kifu", "ki2u", "csa", "jkf"] {
        let written = common::write(&record, format, &Default::default()).unwrap();
        assert_eq!(written.losses.to_string(), "1 glyph", "{format}");
        let again = common::read(&written.bytes, "game").unwrap().game(0).unwrap();
        assert_eq!(again.tree.comment(again.tree.mainline_end()), Some("疑問手"), "{format}");
    }
    record.tree.note(end, Note::Glyph("$140".into()));
    let written = common::write(&record, "kifu", &Default::default()).unwrap();
    assert!(!String::from_utf8(written.bytes).unwrap().contains("140"));
}

#[test]
fn losses_in_ki2_are_counted() {
    let loaded =
        load("1 ７六歩(77) ( 0:01/00:00:01)\n2 ３四歩(33) ( 0:01/00:00:01)\n3 ２五歩(27)\n");
    let losses = written(&loaded, "ki2").losses;
    assert_eq!(losses.to_string(), "2 clocks");
    assert!(written(&loaded, "kif").losses.is_empty());
}

/// An illegal move has a square where its words mean another piece, and so have the legal ones that it makes ambiguous.
#[test]
fn ki2_identifies_the_piece_of_an_illegal_move() {
    let loaded = load(
        "1 ２五歩(27)\n2 ３四歩(33)\n3 ５八金(88)\n4 ８四歩(83)\n5 ６八金(69)\n6 ８五歩(84)\n",
    );
    let ki2 = written(&loaded, "ki2u");
    assert!(ki2.losses.is_empty(), "{}", ki2.losses);
    let text = String::from_utf8(ki2.bytes.clone()).unwrap();
    assert!(text.contains("▲２五歩(27)△３四歩    ▲５八金(88)△８四歩    ▲６八金"), "{text}");
    let again = common::read(&ki2.bytes, "game.ki2u").unwrap();
    assert_eq!(lines(&again.game(0).unwrap()), lines(&loaded.game(0).unwrap()));
}

#[test]
fn headers_of_other_formats_get_the_names_of_kif() {
    let csa = "V2.2\nN+甲\nN-乙\n$EVENT:大会\n$START_TIME:2026/01/02 10:00:00\nPI\n+\n+7776FU\nT1\n%TORYO\n";
    let loaded = common::read(csa.as_bytes(), "a.csa").unwrap();
    let record = loaded.game(0).unwrap();
    let records = [record];
    let export = Export { source: &loaded, records: &records, options: &WriteOptions::default() };
    let kif = export.write(format::by_name("kifu").unwrap()).unwrap();
    let text = String::from_utf8(kif.bytes).unwrap();
    let expected = "#KIF version=2.0 encoding=UTF-8\r\n# ---- dapu 棋譜ファイル ----\r\n棋戦：大会\r\n開始日時：2026/01/02 10:00:00\r\n手合割：平手　　\r\n先手：甲\r\n後手：乙\r\n手数----指手---------消費時間--\r\n   1 ７六歩(77)   ( 0:01/00:00:01)\r\n   2 投了        \r\nまで1手で先手の勝ち\r\n";
    assert_eq!(text, expected);
}

/// Other programs refuse prose among the headers.
#[test]
fn prose_above_the_moves_becomes_a_comment() {
    let text = "第一局の記録\n手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n*開始\n   1 ７六歩(77)\n観戦記者の一言\n\
        解説会場：東京\n   2 ３四歩(33)\n";
    let loaded = read_as("game.kifu", text);
    let again = written(&loaded, "kifu");
    assert_eq!(again.losses.to_string(), "1 header (\"第一局の記録\")");
    let again = String::from_utf8(again.bytes).unwrap();
    for line in
        ["指手--\r\n*第一局の記録\r\n*開始\r\n", "#観戦記者の一言\r\n", "#解説会場：東京\r\n"]
    {
        assert!(again.contains(line), "{line} in {again}");
    }
    let csa = written(&loaded, "csa").losses;
    // Among the moves that would be a comment of a program.
    assert_eq!(csa.to_string(), "1 header (\"第一局の記録\")");
    let ki2 = read_as("game.ki2u", "第一局の記録\n先手：甲\n\n▲７六歩\n観戦記者の一言\n△３四歩\n");
    let again = written(&ki2, "ki2u");
    assert_eq!(again.losses.to_string(), "1 header (\"第一局の記録\")");
    let again = String::from_utf8(again.bytes).unwrap();
    assert!(again.contains("\r\n\r\n*第一局の記録\r\n▲７六歩\r\n#観戦記者の一言\r\n"), "{again}");
}

/// json-kifu-format refuses comments behind bookmarks, and comments behind the sentence about the end.
#[test]
fn bookmarks_and_the_end_follow_comments_in_ki2() {
    let loaded = load("先手：甲\n1 ７六歩(77)\n&しおり\n*一\n&次\n2 投了\n*二\n");
    let ki2 = written(&loaded, "ki2u");
    assert_eq!(ki2.losses.to_string(), "1 bookmark");
    let text = String::from_utf8(ki2.bytes).unwrap();
    assert!(
        text.ends_with("▲７六歩\r\n*一\r\n*二\r\n&しおり\r\nまで1手で先手の勝ち\r\n"),
        "{text}"
    );
}

/// tsshogi begins such games from the even position.
#[test]
fn handicaps_that_programs_do_not_know_have_a_diagram() {
    for (name, has_diagram) in [
        ("二枚落ち", false),
        ("二枚落", true),
        ("三枚落ち", true),
        ("五枚落ち", true),
        ("左五枚落ち", true),
        ("七枚落ち", true),
        ("左七枚落ち", true),
        ("八枚落ち", false),
    ] {
        let loaded = load(&format!("手合割：{name}\n1 ５二玉(51)\n"));
        for format in ["kifu", "ki2u", "jkf"] {
            let again = written(&loaded, format);
            assert!(again.losses.is_empty(), "{name} as {format}: {}", again.losses);
            let text = std::str::from_utf8(&again.bytes).unwrap();
            assert!(text.contains(name), "{name} in {text}");
            let is_preset = name == "二枚落";
            let is_shown = text.contains("+---") || text.contains("OTHER");
            assert_eq!(is_shown, has_diagram && !(format == "jkf" && is_preset), "{text}");
            let again = common::read(&again.bytes, &format!("game.{format}")).unwrap();
            assert_eq!(
                again.game(0).unwrap().start,
                loaded.game(0).unwrap().start,
                "{name} as {format}"
            );
        }
    }
    // Whatever that is, it may not be the even position.
    let unknown = written(&load("手合割：何か落ち\n1 ７六歩(77)\n"), "kifu");
    assert!(!String::from_utf8(unknown.bytes).unwrap().contains("+---"));
}

/// json-kifu-format reads the word of each, and no sentence but behind the last.
#[test]
fn a_sentence_about_the_end_does_not_stand_between_two() {
    let kif = written(
        &load("先手：甲\n1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n3 中断\nまで2手で中断\n"),
        "kifu",
    );
    assert!(kif.losses.is_empty(), "{}", kif.losses);
    let text = String::from_utf8(kif.bytes).unwrap();
    assert!(
        text.ends_with("   2 投了        \r\n   3 中断        \r\nまで2手で中断\r\n"),
        "{text}"
    );
}

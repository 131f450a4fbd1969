//! FEN, WXF, CBF and moves as plain text.

use dapu::game::Side;
use dapu::record::{Key, NodeId};

use crate::common::read;
use crate::xiangqi::{comments, game, load, mainline, variations};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
const ENDGAME: &str = "4k4/9/9/9/9/9/9/4R4/9/3K5";
const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

#[test]
fn a_fen_is_read_in_every_form() {
    let letters = START.replace(['n', 'N'], "h").to_uppercase();
    assert!(letters.contains('H'));
    for (text, side) in [
        (START.to_owned(), Side::First),
        (format!("{START} w - - 0 1\n"), Side::First),
        (format!("{START} r\r\n"), Side::First),
        (
            format!(
                "{} b - - 0 1",
                START.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E")
            ),
            Side::Second,
        ),
        (format!("\"{START} b\"\n"), Side::Second),
        (format!("FEN: {START} b\n"), Side::Second),
        (format!("[FEN \"{START} b\"]\n"), Side::Second),
        (format!("fen {START} w\n"), Side::First),
        ("position startpos\n".to_owned(), Side::First),
    ] {
        let (record, warnings) = game(&text, "position.fen", "fen");
        assert_eq!(record.start.side_to_move(), side, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
        assert_eq!(record.headers.get(Key::Title), None, "{text}");
    }
}

#[test]
fn rounds_are_numbered_in_every_way() {
    for text in [
        "（1）炮二平五 马8进7\n（2）马二进三 车9平8\n",
        "(1) 炮二平五 马8进7 (2) 马二进三 车9平8\n",
        "[1]炮二平五 马8进7\n[2]马二进三 车9平8\n",
        "1)炮二平五 马8进7\n2)马二进三 车9平8\n",
        "一、炮二平五 马8进7\n二、马二进三……车9平8\n",
        "①炮二平五 马8进7 ②马二进三 车9平8\n",
        "⒈炮二平五 马8进7 ⒉马二进三 车9平8\n",
        "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8\n",
        "第1回合：炮二平五 马8进7\n第二步: 马二进三 车9平8\n",
        "１．炮二平五　马８进７\n２．马二进三　车９平８\n",
        "1) 炮二 平五 馬8 進7\n2) 馬二　進三 車9 平8\n",
        "红：炮二平五 黑：马8进7\n红方: 马二进三\n黑方: 车9平8\n",
        "第1回合 Red: 炮二平五 Black: 马8进7\n第2回合 Red: 马二进三 Black: 车9平8\n",
        "> 1. 炮二平五 马8进7\r\n>> 2. 马二进三 车9平8\r\n",
        "炮二平五，马8进7；马二进三，车9平8\n",
        "1. 炮二平五 马8进7 (1... 马2进3) 2. 马二进三 车9平8\n",
        "1. 炮二平五 马8进7 (1... 马2进3 35) 马二进三 车9平8\n",
        "1. 炮二平五 (兵七进一) 马8进7 2. 马二进三 车9平8\n",
        "1.C2=5h8+72.H2+3r9=8\n",
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn variations_of_a_list_may_have_variations() {
    for text in [
        "1. 炮二平五 马8进7 (1... 马2进3 2. 马二进三 (2. 兵七进一 卒7进1) 2... 卒3进1) 2. 马二进三 车9平8\n",
        "炮二平五 马8进7 (马2进3 马二进三 (兵七进一 卒7进1) 卒3进1) 马二进三 车9平8\n",
        "1. 炮二平五 马8进7 （1... 马2进3 2. 马二进三 {好} (2. 兵七进一 $3 卒7进1) 卒3进1） 2. 马二进三 车9平8\n",
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!((variations(&record), record.tree.len()), (2, 10), "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn a_short_list_of_moves_is_recognised_among_other_text() {
    let (record, warnings) = game("1. 兵七进一 ( 炮二平五 ) 马８进７\n", "game.txt", "text");
    assert_eq!(mainline(&record), "c3c4 h9g7");
    assert_eq!(variations(&record), 1);
    assert_eq!(warnings, [""; 0]);
    for name in ["game.txt", "game.pgn", ""] {
        let (record, warnings) = game("1. C2=5 H8+7 2. R5+1 H2+3", name, "text");
        assert_eq!(mainline(&record), "h2e2 h9g7 -- b9c7");
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(read(b"1. e4 e5 *\n", name).is_err(), "{name:?}");
        assert!(read(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n", name).is_err());
    }
}

#[test]
fn each_game_of_a_text_begins_with_its_first_round() {
    let text = "第一站（上午）\n\n甲 红先胜 乙\n\n 1. 炮二平五 马8进7  2. 马二进三 车9平8\n 3. 车一平二\n红胜\n\n\
        丙红先负 丁\n\n  1. 相三进五 卒7进1\n\n\n戊 红先和 己\n1. 兵七进一 炮2平3\n好棋。\n2. 炮二平五\n";
    let loaded = load(text, "games.txt", "text");
    let records: Vec<_> = (0..3).map(|index| loaded.game(index).unwrap()).collect();
    let moves: Vec<_> = records.iter().map(|record| mainline(record)).collect();
    let first = format!("{OPENING} i0h0");
    assert_eq!(moves, [&first, "g0e2 g6g5", "c3c4 b7c7 h2e2"]);
    let red = Key::Player(Side::First);
    let headers = |key| records.iter().map(move |record| record.headers.get(key));
    assert!(headers(red).eq(["甲", "丙", "戊"].map(Some)));
    assert!(headers(Key::Result).eq(["1-0", "0-1", "1/2-1/2"].map(Some)));
    assert_eq!(loaded.games().len(), 3);
    assert_eq!(comments(&records[2]), [(2, "好棋。".to_owned())]);
    assert_eq!(loaded.warnings(), []);

    let exported = format!("{}\n标题: 乙\n", "-".repeat(20));
    let moves = "1. 炮二平五 马8进7\n棋谱由XQStudio生成 (http://a)\n";
    let loaded = load(&[&*exported, moves].concat().repeat(2), "games.txt", "text");
    assert_eq!(loaded.games().len(), 2);
    for index in 0..2 {
        let record = loaded.game(index).unwrap();
        assert_eq!(record.headers.get(Key::Title), Some("乙"));
        assert_eq!(mainline(&record), "h2e2 h9g7");
        assert_eq!(comments(&record), []);
    }
}

#[test]
fn comments_right_before_the_moves_belong_to_the_start() {
    for text in [
        "{当头炮} 1. 炮二平五 马8进7 2. 马二进三 车9平8\n",
        "五羊杯\n{当\n头炮\n}\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n",
        "; 当头炮 1. h2e2\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n",
    ] {
        let (record, warnings) = game(text, "game.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert!(record.tree.comment(NodeId::ROOT).unwrap().contains("当"));
        let title = record.headers.get(Key::Title);
        assert_eq!(title.is_some(), text.starts_with('五'), "{title:?}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn text_after_moves_is_read_as_moves_or_reported_with_its_location() {
    for (line, column) in [
        (format!("  {START} w - - 0 1 moves zzzz yyyy\n"), 79),
        ("position startpos moves zz h2e2\n".to_owned(), 25),
    ] {
        let (record, warnings) = game(&line, "game.fen", "fen");
        let place = format!("1:{column}: ");
        assert!(matches!(&warnings[..], [one] if one.starts_with(&place)), "{warnings:?}");
        assert_eq!(record.tree.comments(NodeId::ROOT).count(), 1);
    }
}

#[test]
fn moves_follow_a_fen() {
    for text in [
        format!("position fen {START} w - - 0 1 moves h2e2 h9g7 h0g2 i9h9\n"),
        format!("{START} w - - 0 1 moves H2-E2 H9-G7 H0-G2 I9-H9\n"),
        format!("{START} w\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n"),
        "position startpos moves h2e2 h9g7 h0g2 i9h9\n".to_owned(),
    ] {
        let (record, warnings) = game(&text, "game.fen", "fen");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn titles_and_remarks_belong_to_their_positions() {
    let text = format!(
        "# a file\n第一局\n{ENDGAME} w ; 红先胜\n\n第二局\n{ENDGAME} b\n1. 将5平6 {{好}}\n第三局\n{ENDGAME} r\n"
    );
    let loaded = load(&text, "problems.fen", "fen");
    let records: Vec<_> = (0..3).map(|index| loaded.game(index).unwrap()).collect();
    assert_eq!(comments(&records[0]), [(0, "a file\n第一局\n红先胜".to_owned())]);
    assert_eq!(records[1].headers.get(Key::Title), Some("第二局"));
    assert_eq!(comments(&records[1]), [(1, "好".to_owned())]);
    assert_eq!(records[2].headers.get(Key::Title), Some("第三局"));
    assert_eq!(loaded.warnings(), []);

    let loaded = load(&format!("残局一 {ENDGAME} w\n残局二：{ENDGAME} b\n"), "problems.fen", "fen");
    let titles =
        (0..2).map(|index| loaded.game(index).unwrap().headers.get(Key::Title).map(str::to_owned));
    assert_eq!(titles.collect::<Vec<_>>(), [Some("残局一".to_owned()), Some("残局二".to_owned())]);
}

#[test]
fn fen_errors_name_the_problem() {
    for (text, message) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            "1:1: a FEN has 10 ranks, this one has 8",
        ),
        ("4k4/8/9/9/9/9/9/9/9/4K4 w\n", "1:1: rank 8 of the FEN is 8 points wide, not 9"),
        ("4k4/9/9/9/9/9/9/9/9/4X4 w\n", "1:1: 'X' is not a piece in FEN"),
    ] {
        let error = read(text.as_bytes(), "position.fen").unwrap_err();
        assert_eq!(error.to_string(), message);
        let loaded = load(&format!("{text}{START} w\n"), "positions.fen", "fen");
        assert_eq!(loaded.games().len(), 1);
        assert_eq!(loaded.warnings()[0].to_string(), message);
    }
}

#[test]
fn wxf_is_read_in_either_case_and_with_spaces() {
    let text = "FORMAT\tWXF\nGAME\t\nRED\tme;1500;;\nBLACK\tyou;1400;x;\nRESULT\t1-0\nEVENT\tplayok\n\
        START{\n1. C2.5 h8+7\n2. h2+3 r9.8\n}END\n";
    for text in [
        text.to_owned(),
        text.replace('\n', "\r\n"),
        text.replace("START{", "START {").replace("}END", "} END"),
        text.replace("START{", "START\n{"),
        text.replace("FORMAT", "format")
            .replace("RED", "Red")
            .replace("START", "start")
            .replace("END", "end"),
    ] {
        let (record, warnings) = game(&text, "game.txt", "wxf");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(record.headers.get(Key::Rank(Side::First)), Some("1500"), "{text}");
        assert_eq!(record.headers.get(Key::Result), Some("1-0"), "{text}");
        let unknown: Vec<_> =
            crate::common::unknown(&record.headers).map(|(_, value)| value).collect();
        assert_eq!(unknown, ["you;1400;x;"], "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
        assert_eq!(load(&text.repeat(3), "games.txt", "wxf").games().len(), 3, "{text}");
    }
}

#[test]
fn lists_of_moves_need_no_numbers() {
    for text in [
        "炮二平五\n马8进7\n马二进三\n车9平8\n",
        "炮二平五,马8进7,马二进三,车9平8",
        "C2.5 H8+7 H2+3 R9.8",
        "h2e2 h9g7 h0g2 i9h9",
        "h3e3 h10g8 h1g3 i10h10",
        "1\t炮二平五\t马8进7\r2\t马二进三\t车9平8\r",
        "第1回合 炮二平五 马8进7\n第二回合 马二进三 车9平8\n",
    ] {
        let (record, warnings) = game(text, "moves.txt", "text");
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn the_printed_lists_of_xqstudio_are_read() {
    let text = "    标题: 仙人指路对起马局\n    赛事: \"中立杯\"象棋电视快棋赛\n    结果: 黑方胜\n\
        \x20   ----------------------------------------\n\
        \x20     1. 兵七进一  马８进７    2. 兵三进一  炮２平３\n\
        \x20   ----------------------------------------\n    棋谱由XQStudio生成 (http://www.qipaile.net/xqstudio)\n";
    let (record, warnings) = game(text, "game.txt", "text");
    assert_eq!(mainline(&record), "c3c4 h9g7 g3g4 b7c7");
    assert_eq!(record.headers.get(Key::Title), Some("仙人指路对起马局"));
    assert_eq!(record.headers.get(Key::Result), Some("0-1"));
    assert_eq!(comments(&record), []);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_text_may_begin_with_a_fen() {
    let text = format!("标题: 残局\nFEN：{ENDGAME} b\n\n1. ... 将5平6\n2. 车五进七\n");
    let (record, warnings) = game(&text, "game.txt", "text");
    assert_eq!(mainline(&record), "e9f9 e2e9");
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn the_samples_hold_one_game_in_many_formats() {
    let sample = |extension: &str| {
        let path = format!("samples/xiangqi/shunpao.{extension}");
        let loaded = read(&std::fs::read(&path).unwrap(), &path).unwrap();
        let games: Vec<_> =
            (0..loaded.games().len()).map(|index| mainline(&loaded.game(index).unwrap())).collect();
        assert_eq!(loaded.warnings(), [], "{path}");
        games
    };
    let whole = sample("pgn");
    assert_eq!(whole[0].split(' ').count(), 25);
    for extension in ["ubb", "manual", "wxf", "txt", "cbf", "pfc", "chn", "mxq", "ccm", "che"] {
        assert_eq!(sample(extension), whole, "{extension}");
    }
    assert_eq!(sample("fen"), ["h2e2 h7e7", "g7h9 e2e6", ""]);
}

#[test]
fn prose_is_not_a_record() {
    for text in [
        "象棋的规则\n\n作者: 某人\n\n马走日，象走田。\n车一平二是常见的着法。\n",
        "# README\n\nThis program reads XQF files.\n",
    ] {
        assert!(read(text.as_bytes(), "notes.txt").is_err(), "{text}");
    }
}

#[test]
fn cbf_keeps_its_fields_and_comments() {
    let text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ChineseChessRecord Version=\"1.0\"><Head>\
        <Name>甲 &amp; &#20057;</Name><RecordResult>4</RecordResult><RecordType>1</RecordType><Venue>x</Venue></Head>\
        <MoveList><Move value=\"00-00\"><![CDATA[引言]]></Move><Move value=\"77-47\"/>\
        <Move value=\"70-62\" end=\"1\">好</Move></MoveList></ChineseChessRecord>";
    let (record, warnings) = game(text, "game.cbf", "cbf");
    assert_eq!(mainline(&record), "h2e2 h9g7");
    assert_eq!(comments(&record), [(0, "引言".to_owned()), (2, "好".to_owned())]);
    assert_eq!(record.headers.get(Key::Title), Some("甲 & 乙"));
    assert_eq!(record.headers.get(Key::Kind), Some("game"));
    let unknown: Vec<_> = crate::common::unknown(&record.headers).collect();
    assert_eq!(unknown, [("RecordResult", "4"), ("Venue", "x")]);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn vietnamese_letters_are_moves() {
    let text = "Đỏ: Lại Lý Huynh\nĐen: Nguyễn Thành Bảo\n\n1. P2-5 M8.7\n2. M2.3 X9-8\n3. X1-2 P8-9\n4. B7.1 Tg5.1\n";
    let (record, warnings) = game(text, "van.txt", "text");
    assert_eq!(mainline(&record), "h2e2 h9g7 h0g2 i9h9 i0h0 h7i7 c3c4 e9e8");
    assert_eq!(warnings, [""; 0]);
    let headers = &record.headers;
    assert_eq!(headers.get(Key::Player(Side::First)), Some("Lại Lý Huynh"));
    // Front and rear, and letters that mean other pieces in WXF: C is a pawn, S an advisor.
    let text = "FEN: 4k4/9/9/9/9/2P6/9/1C7/1C2A4/4K4 w\n1. Pt-5 Tg5-4 2. P8.3 Tg4.1 3. C7.1 Tg4/1 4. S5.4 Tg4-5\n";
    let (record, warnings) = game(text, "van.fen", "fen");
    assert_eq!(mainline(&record), "b2e2 e9d9 b1b4 d9d8 c4c5 d8d9 e1f2 d9e9");
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn vietnamese_words_are_moves() {
    for text in [
        "1. Pháo 2 bình 5, Mã 8 tấn 7\n2. Mã 2 tiến 3, Xe 9 bình 8\n3. Xe 1 bình 2, Tượng 3 tấn 5\n4. Tướng 5 tiến 1, Sĩ 4 tấn 5\n",
        "1. PHÁO 2 BÌNH 5 - MÃ 8 TẤN 7\n2. MÃ 2 TẤN 3 XE 9 BÌNH 8\n3. XE 1 BÌNH 2 VOI 3 TIẾN 5\n4. TƯỚNG 5 TẤN 1 SỸ 4 TẤN 5\n",
        "1. Phao 2 binh 5 Ma 8 tan 7 2. Ma 2 tan 3 Xe 9 binh 8 3. Xe 1 binh 2 Tuong 3 tan 5 4. Tuong 5 tan 1 Si 4 tan 5\n",
        "1. P2–5 M8.7 2. M2.3 X9–8 3. X1–2 V3.5 4. Tg5.1 S4.5\n",
        "1. Pha\u{301}o 2 bi\u{300}nh 5 Ma\u{303} 8 tâ\u{301}n 7 2. M2.3 X9-8 3. X1-2 T3.5 4. Tg5.1 S4.5\n",
    ] {
        let (record, warnings) = game(text, "van.txt", "text");
        assert_eq!(mainline(&record), format!("{OPENING} i0h0 c9e7 e0e1 d9e8"), "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
    let text = "1. Pháo 2 bình 5, Mã 8 tấn 7\n2. Pháo 8 tấn 2, Xe 9 tấn 1\n3. Pháo 8 bình 5, Xe 9 bình 6\n4. Pháo trước tấn 3\n";
    let (record, _) = game(text, "van.txt", "text");
    assert!(mainline(&record).ends_with("b4e4 i8f8 e4e7"), "{}", mainline(&record));
}

#[test]
fn letters_of_annotators_and_of_the_federation_are_moves() {
    for (text, moves) in [
        (
            "1. C2=5 N8+7 2. C8+2 A4+5 3. C8=5 P1+1 4. fC+1 P9+1 5. rC-1 P3+1 6. bC=6\n",
            "e4e5 i6i5 e2e1 c6c5 e1d1",
        ),
        ("1. C2=5 N8+7 2. N2+3 G6+5 3. M3+1 M3+5 4. G4+5 K5=6\n", "f9e8 g0i2 c9e7 f0e1 e9f9"),
        (
            "FORMAT LALG\nSTART{\n1. Ch2-e2 Nh9-g7 2. Nb0-c2 Gd9-e8 DIAG{ #3 RED } 3. Ce2xe6+\n}END\n",
            "h2e2 h9g7 b0c2 d9e8 e2e6",
        ),
        ("1. Ch2-e2 Nh9-g7\n2. Nb0-c2 Gd9-e8\n3. Ce2xe6+\n", "h2e2 h9g7 b0c2 d9e8 e2e6"),
        (
            "FORMAT SALG\nSTART{\n1. Che2 Nhg7 2. Nbc2 Gde8 3. Cxe6+ Mce7 4. Mge2\n}END\n",
            "d9e8 e2e6 c9e7 g0e2",
        ),
    ] {
        let format = if text.starts_with('F') { "wxf" } else { "text" };
        let (record, warnings) = game(text, "game.txt", format);
        assert!(mainline(&record).ends_with(moves), "{text}: {}", mainline(&record));
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn each_game_of_a_page_is_between_brackets() {
    let block = "[game]\nFORMAT WXF\nGAME Khai cục\nSTART{\n1. P2-5 M8.7 2. M2.3 X9-8\nDIAG{ #3 RED }\n}END[/game]\n";
    let text = format!("Khai cục cơ bản\n\n{block}\nĐến đây có thể đi [b]B7.1[/b].\n{block}");
    let loaded = load(&text, "page.txt", "wxf");
    assert_eq!(loaded.games().len(), 2);
    for index in 0..2 {
        let record = loaded.game(index).unwrap();
        assert_eq!(mainline(&record), OPENING);
        assert_eq!(record.headers.get(Key::Title), Some("Khai cục"));
    }
    assert_eq!(loaded.warnings(), []);
}

#[test]
fn a_log_of_engines_has_each_game_once() {
    let log = ">A(0): ucinewgame\n>A(0): position startpos\n<A(0): bestmove h2e2\n>B(1): ucinewgame\n\
        >B(1): position startpos moves h2e2\n<B(1): bestmove h9g7\n>A(0): position startpos moves h2e2 h9g7 g0e2\n\
        >A(0): position startpos moves h2e2 h9g7 h0g2 i9h9\n>B(1): position startpos moves c3c4\n<B(1): bestmove g6g5\n";
    for text in [log.to_owned(), log.replace(">A(0): ", "").replace(">B(1): ", "")] {
        let loaded = load(&text, "match.log", "fen");
        let moves = [0, 1].map(|index| mainline(&loaded.game(index).unwrap()));
        assert_eq!(moves, [OPENING, "c3c4 g6g5"], "{text}");
        assert_eq!(loaded.games().len(), 2);
    }
}

#[test]
fn positions_that_follow_one_another_in_a_log_are_a_game() {
    let fens = [
        format!("{START} w - - 0 1"),
        format!("{} b - - 1 1", START.replace("1C5C1", "1C2C4")),
        format!(
            "{} w - - 2 2",
            START.replace("1C5C1", "1C2C4").replace("kabnr", "kab1r").replace("1c5c1", "1c4nc1")
        ),
    ];
    // The side of each, and one side only, with what the engine answers.
    let both: String = fens.iter().map(|fen| format!("12:00:01 > position fen {fen}\n")).collect();
    let own = format!(
        "position fen {}\ngo\nbestmove h2e2\nposition fen {}\ngo\nbestmove h0g2\n",
        fens[0], fens[2]
    );
    for (log, wanted) in [(both, "h2e2 h9g7"), (own, "h2e2 h9g7 h0g2")] {
        let loaded = load(&log, "match.log", "fen");
        assert_eq!(loaded.games().len(), 1, "{log}");
        assert_eq!(mainline(&loaded.game(0).unwrap()), wanted, "{log}");
        assert_eq!(loaded.warnings(), [], "{log}");
    }
    // A list of problems is none.
    let list: String = fens.iter().map(|fen| format!("position fen {fen}\n")).collect();
    assert_eq!(load(&list, "list.txt", "fen").games().len(), 3);
}

#[test]
fn moves_may_be_above_their_position() {
    let one = "i4g5e6e5f0f1\n3k5/9/9/4p4/9/8N/9/9/9/5K3w\n";
    for name in ["", "a.txt"] {
        let (record, warnings) = game(one, name, "fen");
        assert_eq!(mainline(&record), "i4g5 e6e5 f0f1", "{name}");
        assert_eq!(record.headers.get(Key::Title), None);
        assert_eq!(warnings, [""; 0], "{name}");
    }
    let other = format!("马踏八方\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n{START} w - - 0 1\n");
    let loaded = load(&[one, &other].concat(), "all.fen", "fen");
    let moves = [0, 1].map(|index| mainline(&loaded.game(index).unwrap()));
    assert_eq!(moves, ["i4g5 e6e5 f0f1", OPENING]);
    assert_eq!(loaded.game(1).unwrap().headers.get(Key::Title), Some("马踏八方"));
}

#[test]
fn each_line_may_be_a_game() {
    for text in [
        "炮二平五 马8进7 马二进三 车9平8 车一平二\n相三进五 炮8平5 马二进三 马8进7 兵三进一\n",
        "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二\n1.相三进五 炮8平5 2.马二进三 马8进7 3.兵三进一\n",
        "h2e2 h9g7 h0g2 i9h9 i0h0\ng0e2 h7e7 h0g2 h9g7 g3g4\n",
    ] {
        let loaded = load(text, "games.txt", "text");
        let moves: Vec<_> = (0..2).map(|index| mainline(&loaded.game(index).unwrap())).collect();
        assert_eq!(moves, [&*format!("{OPENING} i0h0"), "g0e2 h7e7 h0g2 h9g7 g3g4"], "{text}");
        assert_eq!(loaded.games().len(), 2);
    }
    let text = "炮二平五 马8进7 马二进三 车9平8\n兵七进一 卒7进1 马八进七 马2进3\n";
    assert_eq!(load(text, "game.txt", "text").games().len(), 1);
    // A heading that names the move below it is none.
    let text =
        "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二\n\n一、马2进3\n3.…… 马2进3 4.兵七进一\n";
    assert_eq!(load(text, "game.txt", "text").games().len(), 1, "{text}");
}

#[test]
fn cells_of_a_table_may_be_quoted() {
    let text = "\"回合\",\"红方\",\"黑方\"\n\"1\",\"炮二平五\",\"马8进7\"\n\"2\",\"马二进三\",\"车9平8\"\n";
    for name in ["game.txt", "game.csv"] {
        let (record, warnings) = game(text, name, "text");
        assert_eq!(mainline(&record), OPENING);
        assert_eq!((comments(&record), record.headers.get(Key::Title)), (vec![], None));
        assert_eq!(warnings, [""; 0]);
    }
}

#[test]
fn two_headers_may_be_on_a_line() {
    for line in [
        "红方:甲  黑方:乙",
        "紅方：甲 黑方：乙",
        "红:甲　黑:乙",
        "先手: 甲 后手: 乙",
        "【红方】甲 【黑方】乙",
        "甲 (先胜) 乙",
    ] {
        let text =
            format!("{line}\n赛事: 五羊杯 决赛\n1. 炮二平五 马８进７ 2. 马二进三 车９平８\n");
        let (record, _) = game(&text, "a.txt", "text");
        for (key, name) in [
            (Key::Player(Side::First), "甲"),
            (Key::Player(Side::Second), "乙"),
            (Key::Event, "五羊杯 决赛"),
        ] {
            assert_eq!(record.headers.get(key), Some(name), "{line}");
        }
    }
}

#[test]
fn words_for_results_are_read_in_both_scripts() {
    for (word, result, comment) in [
        ("黑方认负", "1-0", Some("黑方认负")),
        ("紅方認負", "0-1", Some("紅方認負")),
        ("黑方超时判负", "1-0", Some("黑方超时判负")),
        ("超时判负", "0-1", Some("超时判负")),
        ("红胜", "1-0", None),
        ("黑勝", "0-1", None),
        ("紅方勝", "1-0", None),
        ("双方议和", "1/2-1/2", None),
        ("和棋。", "1/2-1/2", None),
        ("结果：红胜", "1-0", None),
        ("（红胜）", "1-0", None),
        ("(和棋)", "1/2-1/2", None),
        ("(0-1)", "0-1", None),
        ("(draw)", "1/2-1/2", None),
        ("【红胜】", "1-0", None),
        ("黑方投子认负。", "1-0", Some("黑方投子认负")),
        ("双方同意作和", "1/2-1/2", None),
    ] {
        let text = format!("1. 炮二平五 马８进７\n2. 马二进三 车９平８\n{word}\n");
        let (record, warnings) = game(&text, "a.txt", "text");
        assert_eq!(record.headers.get(Key::Result), Some(result), "{word}");
        let last = record.tree.mainline_end();
        assert_eq!(record.tree.comment(last), comment, "{word}");
        assert_eq!(warnings, [""; 0], "{word}");
    }
    // A note in a line that goes on is none.
    let text = "1. 炮二平五 马８进７ (红胜) 2. 马二进三 车９平８\n";
    let (record, warnings) = game(text, "a.txt", "text");
    assert_eq!(mainline(&record), OPENING);
    assert_eq!(record.headers.get(Key::Result), None);
    assert_eq!(comments(&record), [(2, "红胜".to_owned())]);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn each_line_may_have_a_name_and_a_game() {
    for (text, games) in [
        ("g1\th2e2 h9g7 h0g2 i9h9\ng2\tb2e2 h9g7 b0c2\n", [OPENING, "b2e2 h9g7 b0c2"]),
        (
            "局,着法\n甲-乙,炮二平五 马8进7 马二进三 车9平8\n丙-丁,炮八平五 马8进7 马八进七\n",
            [OPENING, "b2e2 h9g7 b0c2"],
        ),
    ] {
        let loaded = load(text, "games.txt", "text");
        let found: Vec<String> =
            (0..loaded.games().len()).map(|game| mainline(&loaded.game(game).unwrap())).collect();
        assert_eq!(found, games, "{text}");
    }
    // The second line goes on.
    let text = "开局，炮二平五 马8进7\n续着，马二进三 车9平8\n";
    assert_eq!(mainline(&game(text, "a.txt", "text").0), OPENING);
}

#[test]
fn a_table_with_one_move_a_row_is_refused() {
    let row = |mv| format!("\"0\",\"{mv}\",\"info depth 20 pv h9g7 b2e2 b9c7 b0c2 a9b9 a0b0\"\n");
    let text = ["\"move_index\",\"move\",\"engine\"\n", &row("h2e2"), &row("h9g7")].concat();
    let error = read(text.as_bytes(), "moves.csv").unwrap_err().to_string();
    assert!(error.contains("each row of the table has one move"), "{error}");
}

#[test]
fn captures_may_have_a_sign_between_the_squares() {
    for moves in ["1. h2xh9 i9xh9 2. a0a1", "1. H2xH9 I9xH9 2. A0-A1", "1. h3xh10+ i10xh10 2. a1a2"]
    {
        let text = format!("[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n{moves}\n");
        let (record, warnings) = game(&text, "a.pgn", "pgn");
        assert_eq!(mainline(&record), "h2h9 i9h9 a0a1", "{moves}");
        assert_eq!(warnings, [""; 0], "{moves}");
    }
}

#[test]
fn a_line_with_both_players_may_have_a_date_and_the_result() {
    let moves = "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n";
    for (line, result) in [
        ("2026-09-23 楚河大师 vs 汉界棋手 · 红方胜（将死）", Some("1-0")),
        ("第3局 楚河大师 VS 汉界棋手, 和棋", Some("1/2-1/2")),
        ("楚河大师 vs. 汉界棋手", None),
    ] {
        let (record, _) = game(&format!("{line}\n{moves}"), "a.txt", "text");
        let players = [Side::First, Side::Second].map(|side| record.headers.get(Key::Player(side)));
        assert_eq!(players, [Some("楚河大师"), Some("汉界棋手")], "{line}");
        assert_eq!(record.headers.get(Key::Result), result, "{line}");
    }
}

#[test]
fn an_endgame_of_a_list_may_have_no_moves() {
    let text = format!("甲|{ENDGAME} w\n乙|{ENDGAME} w|e2e5\n");
    let loaded = load(&text, "a.eglib", "eglib");
    let games: Vec<String> =
        (0..loaded.games().len()).map(|game| mainline(&loaded.game(game).unwrap())).collect();
    assert_eq!(games, ["", "e2e5"]);
    assert_eq!(loaded.warnings().len(), 0);
}

//! KIF and KI2: what is read, what is said about what cannot be, and what is written.

#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;
use std::sync::Arc;

use dapu::draw::{self, View};
use dapu::format::{self, Export, Family, Loaded, Source, WriteOptions, Written};
use dapu::game::{Move, Position, shogi};
use dapu::record::{Clock, Ending, Eval, Key, NodeId, Note, Record, Tree};

fn load(text: &str) -> Loaded {
    common::read(text.as_bytes(), "game.kifu").unwrap()
}

fn game(text: &str) -> Arc<Record> {
    load(text).game(0).unwrap()
}

/// The moves of each line from the root to its end in USI, the main line first; `-` for a node without a move.
fn lines(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let ends = tree
        .preorder()
        .filter(|node| tree.first_child(*node).is_none());
    ends.map(|end| codes(tree, end).join(" ")).collect()
}

fn codes(tree: &Tree, node: NodeId) -> Vec<String> {
    let path = tree.path(node).into_iter().skip(1);
    path.map(|node| tree.mv(node).map_or("-".to_owned(), Move::code))
        .collect()
}

fn sfen(record: &Record) -> String {
    match &record.start {
        Position::Shogi(position) => position.sfen(record.first_number),
        _ => unreachable!(),
    }
}

fn warnings(loaded: &Loaded) -> Vec<String> {
    let warnings = loaded.all_warnings();
    warnings.iter().map(ToString::to_string).collect()
}

fn last_notes(record: &Record) -> Vec<Note> {
    let end = record.tree.mainline_end();
    record.tree.notes(end).cloned().collect()
}

fn written(loaded: &Loaded, format: &str) -> Written {
    common::write_all(loaded, format)
}

/// A diagram of two kings and a silver, without hands, side to move or moves.
const RANKS: &str = "\
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・v圭 ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ 銀 ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 王 ・ ・ ・ 竜|九
+---------------------------+
";

#[test]
fn headers_are_kept_in_order_and_known_by_meaning() {
    let text = "棋戦：名人戦\n先手の囲い：矢倉\n先手：甲: 乙\n後手:丙\n開始日時：2024/05/14 10:00\n備考：一\\n二\n場所：\n";
    let record = game(text);
    let raw: Vec<(&str, &str)> = record
        .headers
        .raw
        .iter()
        .map(|(k, v)| (&**k, &**v))
        .collect();
    let expected = [
        ("棋戦", "名人戦"),
        ("先手の囲い", "矢倉"),
        ("先手", "甲: 乙"),
        ("後手", "丙"),
        ("開始日時", "2024/05/14 10:00"),
        ("備考", "一\\n二"),
        ("場所", ""),
    ];
    assert_eq!(raw, expected);
    for (key, value) in [
        (Key::Event, "名人戦"),
        (Key::Sente, "甲: 乙"),
        (Key::Gote, "丙"),
        (Key::Date, "2024/05/14"),
        (Key::Remark, "一\n二"),
    ] {
        assert_eq!(record.headers.get(key), Some(value));
    }
    let both = game("先手: 先手 / 後手: 後手\n1 ７六歩(77)\n");
    assert_eq!(both.headers.get(Key::Gote), Some("後手"));
}

#[test]
fn a_diagram_counts_for_more_than_the_handicap() {
    let text = format!(
        "手合割：平手　　\n後手の持駒：飛　角二　歩十三　\n{RANKS}先手の持駒：なし\n1 ７六銀(77)\n"
    );
    let start = "4k4/9/9/9/2+n6/9/2S6/9/4K3+R b r2b13p 1";
    assert_eq!(sfen(&game(&text)), start);
    for hand in ["飛角二歩十三", "飛　角２　歩13", "飛 角二 歩十三 "] {
        let text = format!("{RANKS}後手の持駒：{hand}\n1 ７六銀(77)\n");
        assert_eq!(sfen(&game(&text)), start, "{hand}");
    }
}

#[test]
fn the_side_to_move_of_a_diagram_is_found() {
    let start = |head: &str, first: &str| {
        let text = format!("{head}{RANKS}{first}\n");
        sfen(&game(&text)).split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(start("", "1 ７六銀(77)"), "b");
    assert_eq!(start("後手番\n", ""), "w");
    assert_eq!(start("上手番\n", ""), "w");
    assert_eq!(start("手数＝171  ▲７六歩  まで\n", ""), "w");
    assert_eq!(start("", "2 同　玉"), "w");
    // The piece that moves first counts for more than what the file says.
    assert_eq!(start("下手番\n", "1 ５二玉(51)"), "w");
    assert_eq!(start("", "▲７六銀"), "b");
    assert_eq!(start("", "△５二玉"), "w");
}

#[test]
fn the_last_move_before_a_diagram_is_what_the_first_repeats() {
    let record = game(&format!(
        "手数＝30  △７六歩打  まで\n{RANKS}31 同　銀(77)\n"
    ));
    assert_eq!(lines(&record), ["7g7f"]);
    assert_eq!(record.first_number, 31);
}

#[test]
fn faults_of_a_diagram_are_told() {
    let text = format!("後手の持駒：飛　亀\n{}", RANKS.replace("v圭", "v亀"));
    let loaded = load(&text);
    let expected = [
        "1:9: '亀' is no piece in hand",
        "8:7: '亀' is no piece of a diagram",
    ];
    assert_eq!(warnings(&loaded), expected);
    let cut = RANKS.lines().take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(
        load(&cut).cut.as_deref(),
        Some("the file ends inside the diagram")
    );
}

#[test]
fn handicaps_that_are_not_known_are_told_and_other_games_refused() {
    let loaded = load("手合割：裸玉\n1 ７六歩(77)\n");
    assert_eq!(
        warnings(&loaded),
        ["1:5: the handicap 裸玉 is not known: the even start is shown"]
    );
    let error = common::read("手合割：5五将棋\n先手：甲\n".as_bytes(), "game.kif").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("1:5: 5五将棋 is not played on a board of 9 by 9"),
        "{error}"
    );
    for name in shogi::Handicap::all() {
        let record = game(&format!("手合割：{}　\n", name.name));
        assert_eq!(
            record.start,
            Position::Shogi(name.position()),
            "{}",
            name.name
        );
    }
}

#[test]
fn moves_are_read_in_every_layout() {
    for first in [
        "   1 ７六歩(77)   ( 0:16/00:00:16)",
        "1 ７六歩(77)( 0:16/00:00:16)",
        "1\t７六歩(77)\t( 0:16/00:00:16)+",
        "1手目 ▲７六歩(77)",
        "　1　☗76歩(77)",
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
fn times_are_read_in_every_shape() {
    for (field, spent, total) in [
        ("( 0:16/00:00:16)", 16_000, Some(16_000)),
        ("(00:16 / 00:00:16)", 16_000, Some(16_000)),
        ("( 0:7/)", 7_000, None),
        ("(0:5/0:0:10)", 5_000, Some(10_000)),
        ("(120:00/02:00:00)", 7_200_000, Some(7_200_000)),
        ("(1:00:01/1:00:01)", 3_601_000, Some(3_601_000)),
        ("( 0:01.25/00:00:01)", 1_250, Some(1_000)),
        ("( 0:03/ 0:00:19) ( 0:09/00:00:09)", 3_000, Some(19_000)),
    ] {
        let record = game(&format!("1 ７六歩(77) {field}\n"));
        let clock = Clock {
            spent: Some(spent),
            total,
        };
        assert_eq!(last_notes(&record), [Note::Clock(clock)], "{field}");
    }
    for field in ["", "()", "(/)", "(5)", "(99999999999:00/0)", "( 0:"] {
        let record = game(&format!("1 ７六歩(77) {field}\n2 ３四歩(33)\n"));
        assert_eq!(
            record
                .tree
                .notes(record.tree.first_child(NodeId::ROOT).unwrap())
                .count(),
            0,
            "{field}"
        );
    }
}

#[test]
fn the_word_behind_the_last_move_is_the_ending() {
    for (word, ending) in [
        ("投了", Ending::Resign),
        ("中断", Ending::Abort),
        ("千日手", Ending::Repetition),
        ("持将棋", Ending::Jishogi),
        ("詰み", Ending::Mate),
        ("詰", Ending::Mate),
        ("不詰", Ending::NoMate),
        ("切れ負け", Ending::Timeout),
        ("Time-up", Ending::Timeout),
        ("反則勝ち", Ending::IllegalWin),
        ("反則負け", Ending::IllegalLoss),
        ("後手 反則負け", Ending::IllegalLoss),
        ("先手 反則負け", Ending::IllegalWin),
        ("入玉勝ち", Ending::Nyugyoku),
        ("入玉宣言", Ending::Nyugyoku),
        ("不戦勝", Ending::DefaultWin),
        ("不戦敗", Ending::DefaultLoss),
        ("封じ手", Ending::Abort),
    ] {
        let record = game(&format!("1 ７六歩(77)\n2 {word}   ( 0:03/00:00:03)\n"));
        let end = record.tree.mainline_end();
        assert_eq!(
            (record.tree.ply(end), record.tree.ending(end)),
            (1, Some(ending)),
            "{word}"
        );
    }
    let loaded = load("1 ７六歩(77)\n2 トライ\n");
    assert_eq!(
        warnings(&loaded),
        ["2:3: the line ends with \"トライ\", which is not known"]
    );
    let again = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(again.contains("   2 トライ"), "{again}");
}

#[test]
fn the_summary_is_the_ending_where_no_word_is() {
    for (summary, ending) in [
        ("1手で先手の勝ち", Some(Ending::Resign)),
        ("1手で時間切れにより先手の勝ち", Some(Ending::Timeout)),
        ("1手で後手の反則勝ち", Some(Ending::IllegalWin)),
        ("1手で先手の反則負け", Some(Ending::IllegalWin)),
        ("1手で後手の反則負け", Some(Ending::IllegalLoss)),
        ("1手で中断", Some(Ending::Abort)),
        ("1手で千日手", Some(Ending::Repetition)),
        ("1手で持将棋", Some(Ending::Jishogi)),
        ("1手詰", Some(Ending::Mate)),
        ("1手で詰み", Some(Ending::Mate)),
        ("1手で不詰", Some(Ending::NoMate)),
        // Gote is to move and cannot have won by the other's resignation.
        ("1手で後手の勝ち", None),
    ] {
        let record = game(&format!("先手：甲\n▲７六歩\nまで{summary}\n"));
        assert_eq!(
            record.tree.ending(record.tree.mainline_end()),
            ending,
            "{summary}"
        );
        assert_eq!(record.headers.get(Key::Result), Some(summary));
    }
}

#[test]
fn variations_belong_to_the_line_written_last() {
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
    assert_eq!(load(moves).warnings, []);
}

#[test]
fn variations_in_any_order_find_their_place() {
    let moves = "1 ２六歩(27)\n2 ３四歩(33)\n3 ２五歩(26)\n";
    // Ascending: the second is behind the end of the first, and so belongs to the main line.
    let ascending = game(&format!(
        "{moves}変化：1手\n1 ７六歩(77)\n変化：3手\n3 ７六歩(77)\n"
    ));
    assert_eq!(
        lines(&ascending),
        ["2g2f 3c3d 2f2e", "2g2f 3c3d 7g7f", "7g7f"]
    );
    // One that begins where the line ends goes on with it.
    let extended = game(&format!("{moves}変化：4手\n4 ３三角(22)\n"));
    assert_eq!(lines(&extended), ["2g2f 3c3d 2f2e 2b3c"]);
    // One that repeats the line branches off where it differs.
    let repeated = game(&format!("{moves}変化：2手\n2 ３四歩(33)\n3 ７六歩(77)\n"));
    assert_eq!(lines(&repeated), ["2g2f 3c3d 2f2e", "2g2f 3c3d 7g7f"]);
    // One that has only an end stands beside the move.
    let ended = game(&format!("{moves}変化：2手\n2 投了\nまで1手で先手の勝ち\n"));
    assert_eq!(lines(&ended), ["2g2f 3c3d 2f2e", "2g2f -"]);
    let nowhere = load(&format!("{moves}変化：9手\n9 ３三角(22)\n"));
    assert_eq!(
        warnings(&nowhere)[0],
        "4:1: there is no such move to replace: the variation goes on where its line ends"
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
    assert_eq!(
        common::read(&ki2.bytes, "a.ki2u")
            .unwrap()
            .game(0)
            .unwrap()
            .first_number,
        42
    );
}

#[test]
fn comments_and_bookmarks_stand_where_they_were_written() {
    let text = "先手：甲\n*一\n* 二 \n*\n&初め\n盤面回転\n1 ７六歩(77)\n*三\n&&四\n2 投了\n*五\n";
    let record = game(text);
    assert!(record.flipped);
    let root: Vec<&Note> = record.tree.notes(NodeId::ROOT).collect();
    assert_eq!(
        root,
        [
            &Note::Comment("一\n 二 \n".into()),
            &Note::Bookmark("初め".into())
        ]
    );
    let expected = [
        Note::Comment("三".into()),
        Note::Bookmark("&四".into()),
        Note::End(Ending::Resign),
        Note::Comment("五".into()),
    ];
    assert_eq!(last_notes(&record), expected);
    let kif = String::from_utf8(written(&load(text), "kifu").bytes).unwrap();
    let body = kif.split_once("盤面回転\r\n").unwrap().1;
    let expected = "手数----指手--\r\n*一\r\n* 二 \r\n*\r\n&初め\r\n   1 ７六歩(77)  \r\n*三\r\n&&四\r\n   2 投了        \r\n*五\r\nまで1手で先手の勝ち\r\n";
    assert_eq!(body, expected);
}

#[test]
fn valuations_in_comments_are_found() {
    for (comment, eval) in [
        ("**評価値=120", Some(Eval::Centipawns(120))),
        (
            "*互角\n*#評価値=-35\n*#読み筋=△８四歩",
            Some(Eval::Centipawns(-35)),
        ),
        ("*#詰み=後手勝ち:9手", Some(Eval::Mate(-9))),
        ("**詰み=先手勝ち:3手", Some(Eval::Mate(3))),
        (
            "**対局 時間 00:01.0 深さ 5/8 ノード数 99 評価値 -1000001 読み筋 △８四歩(83)",
            Some(Eval::Centipawns(-1_000_001)),
        ),
        (
            "**解析 0 ○ 候補1 深さ 5 評価値 +詰 13 読み筋 ▲２六歩",
            Some(Eval::Mate(13)),
        ),
        (
            "*#指し手[72]△３四歩  ▲６八銀\n*#推奨手[29]△４二銀  ▲５八金右",
            Some(Eval::Centipawns(72)),
        ),
        // 将棋所: from the view of the side that moved, here gote.
        (
            "*104\n*△３四歩(33)▲２六歩(27)",
            Some(Eval::Centipawns(-104)),
        ),
        ("*-2732\n*P3c-3d P2g-2f", Some(Eval::Centipawns(2732))),
        ("*** 56 -3334FU +2726FU", Some(Eval::Centipawns(56))),
        ("*104", None),
        ("*評価値は互角です", None),
        ("*#詰み=先手勝ち", None),
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
fn fouls_and_moves_that_cannot_be_read_are_kept() {
    let text = "1 ７六歩(77)\n2 ５五歩(77)\n3 同　飛(28)\n4 ９九亀(11)\n5 ５四歩打\n6 投了\n";
    let loaded = load(text);
    let expected = [
        "2:3: move 2 (５五歩) is illegal: no piece stands on the square of origin",
        "3:3: move 3 (同　飛) is illegal: the piece cannot go there",
        "4:3: cannot read the move \"９九亀\": it names no square and piece",
        "5:3: move 5 (５四歩打) is illegal: the piece is not in hand",
    ];
    assert_eq!(warnings(&loaded), expected);
    let moves = ["7g7f 7g5e 2h5e - P*5d"];
    assert_eq!(lines(&loaded.game(0).unwrap()), moves);
    // What cannot be read is written as it was, and a piece that is not there keeps its name.
    let kif = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(kif.contains("   2 ５五歩(77)"), "{kif}");
    assert!(kif.contains("   4 ９九亀"), "{kif}");
    assert_eq!(lines(&load(&kif).game(0).unwrap()), moves);
}

#[test]
fn an_ambiguous_move_is_told() {
    let loaded = load("先手：甲\n▲５八金\n");
    assert_eq!(
        warnings(&loaded),
        ["2:1: ▲５八金 fits several pieces, or none: 4i5h is played"]
    );
}

/// A text in another encoding, made by the writer of KIF; the file declares whatever it does.
fn in_encoding(text: &str, label: &str) -> Vec<u8> {
    let options = WriteOptions {
        encoding: format::encoding_by_label(label),
        ..WriteOptions::default()
    };
    let record = load(text).game(0).unwrap();
    let written = common::write(&record, "kif", &options).unwrap();
    assert!(written.losses.is_empty(), "{label}");
    // Nothing before the headers but ASCII: the declaration can be exchanged.
    let headers = written
        .bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap();
    [
        b"#KIF version=2.0 encoding=UTF-8\r",
        &written.bytes[headers..],
    ]
    .concat()
}

#[test]
fn encodings_are_told_whatever_the_file_says() {
    let text = "先手：羽生 善治 ①\n1 ７六歩(77)\n*評価値は互角です～－\n";
    let utf16 = std::iter::once(0xFEFF).chain(text.encode_utf16());
    let files = [
        ("shift_jis", in_encoding(text, "shift_jis")),
        ("euc-jp", in_encoding(text, "euc-jp")),
        ("utf-8", in_encoding(text, "utf-8")),
        ("utf-16le", utf16.flat_map(u16::to_le_bytes).collect()),
    ];
    for (label, bytes) in files {
        let again = common::read(&bytes, "game.kif").unwrap();
        assert_eq!(again.encoding, Some(label));
        let record = again.game(0).unwrap();
        assert_eq!(
            record.headers.get(Key::Sente),
            Some("羽生 善治 ①"),
            "{label}"
        );
        let comment = record.tree.comment(record.tree.mainline_end());
        assert_eq!(comment, Some("評価値は互角です～－"), "{label}");
        // Half a character at the end changes nothing.
        let cut = common::read(&bytes[..bytes.len() - 3], "game.kif").unwrap();
        assert_eq!(cut.encoding, Some(label));
    }
}

#[test]
fn characters_that_the_encoding_lacks_are_counted() {
    let loaded = load("先手：☗甲😀\n1 ７六歩(77)\n*〜−♥\n");
    let kif = written(&loaded, "kif");
    assert_eq!(kif.losses.to_string(), "3 unmappable characters");
    let again = common::read(&kif.bytes, "game.kif")
        .unwrap()
        .game(0)
        .unwrap();
    assert_eq!(again.headers.get(Key::Sente), Some("▲甲?"));
    assert_eq!(again.tree.comment(again.tree.mainline_end()), Some("～－?"));
    assert!(written(&loaded, "kifu").losses.is_empty());
}

#[test]
fn what_ki2_cannot_hold_is_counted() {
    let loaded =
        load("1 ７六歩(77) ( 0:01/00:00:01)\n2 ３四歩(33) ( 0:01/00:00:01)\n3 ２五歩(27)\n");
    let losses = written(&loaded, "ki2").losses;
    assert_eq!(losses.to_string(), "2 clocks, 1 illegal move's origin");
    assert!(written(&loaded, "kif").losses.is_empty());
}

#[test]
fn a_printed_board_is_a_diagram() {
    let text = format!("後手の持駒：飛　歩十三\n{RANKS}先手の持駒：なし\n後手番\n");
    let record = game(&text);
    let view = View {
        coordinates: true,
        diagram: true,
        ..View::default()
    };
    let printed: Vec<String> = draw::draw(&record.start, &view).lines().collect();
    let again = game(&(printed.join("\n") + "\n"));
    assert_eq!(sfen(&again), sfen(&record));
}

/// Whether every line of a tree is the beginning of a line of another, ends included.
fn is_part_of(part: &Record, whole: &Record) -> Result<(), String> {
    let mut same = vec![NodeId::ROOT; part.tree.len()];
    for node in part.tree.preorder().skip(1) {
        let parent = same[part.tree.parent(node).unwrap().index()];
        let mv = part.tree.mv(node);
        let mut children = whole.tree.children(parent);
        let Some(child) = children.find(|child| whole.tree.mv(*child) == mv) else {
            return Err(format!("{:?} is new", mv.map(Move::code)));
        };
        same[node.index()] = child;
        let ending = part.tree.ending(node);
        if ending.is_some() && ending != whole.tree.ending(child) {
            return Err(format!("{ending:?} is new"));
        }
    }
    Ok(())
}

#[test]
fn a_file_that_is_being_written_shows_no_move_and_no_end_that_is_not_there() {
    for name in [
        "yokofudori.kif",
        "atamakin.kifu",
        "yagura.ki2",
        "floodgate.csa",
        "openings.sfen",
    ] {
        let path = format!("{}/samples/shogi/{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let whole = common::read(&bytes, name).unwrap();
        let mut plies = 0;
        for length in 1..=bytes.len() {
            let source = Source::new(&bytes[..length], name).growing(true);
            // A beginning in which nothing is said yet is no record.
            let Ok(loaded) = format::read(&source) else {
                continue;
            };
            for index in 0..loaded.games.len().min(whole.games.len()) {
                let (part, whole) = (loaded.game(index).unwrap(), whole.game(index).unwrap());
                if part.start == whole.start {
                    is_part_of(&part, &whole)
                        .unwrap_or_else(|how| panic!("{name} cut at {length}: {how}"));
                    plies = plies.max(part.tree.len());
                } else {
                    assert_eq!(part.tree.len(), 1, "{name} cut at {length}");
                }
            }
        }
        assert!(plies > 2, "{name}");
    }
}

#[test]
fn a_last_line_without_an_end_counts_in_a_finished_file() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)";
    assert_eq!(lines(&game(text)), ["7g7f 3c3d"]);
    let growing = Source::new("先手：甲\n▲７六歩\n△３四歩".as_bytes(), "a.ki2").growing(true);
    let loaded = format::read(&growing).unwrap();
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f"]);
    let half = load("1 ７六歩(77)\n2 ３四");
    assert_eq!(lines(&half.game(0).unwrap()), ["7g7f"]);
    assert_eq!(half.cut.as_deref(), Some("the file ends inside a line"));
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
    for text in [long, wide] {
        let loaded = load(&text);
        let nodes = loaded.game(0).unwrap().tree.len();
        let kif = written(&loaded, "kifu");
        let again = common::read(&kif.bytes, "a.kifu").unwrap();
        assert_eq!(again.game(0).unwrap().tree.len(), nodes);
    }
}

#[test]
fn detection_goes_by_the_text() {
    for (text, name, format) in [
        ("1 ７六歩(77)\n", "a.txt", "kif"),
        ("先手：甲\n▲７六歩 △３四歩\n", "a", "ki2"),
        ("先手：甲\n▲７六歩 △３四歩\n", "a.kif", "ki2"),
        ("先手：甲\n1 ７六歩(77)\n", "a.ki2", "kif"),
        ("先手：甲\n1 ７六歩(77)\n", "a.kifu", "kifu"),
        ("先手：甲\n▲７六歩\n", "a.ki2u", "ki2u"),
        (RANKS, "a.txt", "kif"),
    ] {
        let source = Source::new(text.as_bytes(), name);
        assert_eq!(
            format::detect(&source).map(|format| format.name),
            Some(format),
            "{name}: {text}"
        );
    }
    let source = Source::new("なにか: text\n1 apple\n".as_bytes(), "a.txt");
    assert!(
        !format::detect(&source)
            .is_some_and(|format| format.games.contains(&dapu::game::Game::Shogi))
    );
    assert!(source.head(Family::Japanese).text.starts_with("なにか"));
}

#[test]
fn headers_of_other_formats_get_the_names_of_kif() {
    let csa = "V2.2\nN+甲\nN-乙\n$EVENT:大会\n$START_TIME:2026/01/02 10:00:00\nPI\n+\n+7776FU\nT1\n%TORYO\n";
    let loaded = common::read(csa.as_bytes(), "a.csa").unwrap();
    let record = loaded.game(0).unwrap();
    let records = [record];
    let export = Export {
        source: &loaded,
        records: &records,
        options: &WriteOptions::default(),
    };
    let kif = format::by_name("kifu").unwrap().write.unwrap()(&export).unwrap();
    let text = String::from_utf8(kif.bytes).unwrap();
    let expected = "#KIF version=2.0 encoding=UTF-8\r\n# ---- dapu 棋譜ファイル ----\r\n棋戦：大会\r\n開始日時：2026/01/02 10:00:00\r\n手合割：平手　　\r\n先手：甲\r\n後手：乙\r\n手数----指手---------消費時間--\r\n   1 ７六歩(77)   ( 0:01/00:00:01)\r\n   2 投了        \r\nまで1手で先手の勝ち\r\n";
    assert_eq!(text, expected);
}

//! What comes before the first move: headers, handicaps, diagrams; and detection.

use super::*;
use dapu::board;
use dapu::board::View;
use dapu::game::{Side, shogi};
use dapu::text::Family;

#[test]
fn headers_keep_their_order_and_are_known_by_meaning() {
    let text = "棋戦：名人戦\n先手の囲い：矢倉\n先手：甲: 乙\n後手:丙\n開始日時：2024/05/14 10:00\n備考：一\\n二\n場所：\n";
    let record = game(text);
    let raw: Vec<(&str, &str)> =
        record.headers.entries().iter().map(|header| (header.name(), header.value())).collect();
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
        (Key::Player(Side::First), "甲: 乙"),
        (Key::Player(Side::Second), "丙"),
        (Key::Date, "2024/05/14"),
        (Key::Remark, "一\n二"),
    ] {
        assert_eq!(record.headers.get(key), Some(value));
    }
    let behind = game("1 ７六歩(77)\n秒読み：30秒\n表題：一局\nなにか：何も\n");
    assert_eq!(behind.headers.get(Key::Title), Some("一局"));
    assert_eq!(behind.headers.raw("秒読み"), Some("30秒"));
    assert_eq!(behind.headers.entries().len(), 2);
    let both = game("先手: 先手 / 後手: 後手\n1 ７六歩(77)\n");
    assert_eq!(both.headers.get(Key::Player(Side::Second)), Some("後手"));
}

#[test]
fn a_diagram_overrides_the_handicap() {
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
    assert_eq!(start("手番：後手\n", ""), "w");
    assert_eq!(start("手数＝171  ▲７六歩  まで\n", ""), "w");
    assert_eq!(start("", "2 同　玉"), "w");
    // The piece that moves first overrides the header.
    assert_eq!(start("下手番\n", "1 ５二玉(51)"), "w");
    assert_eq!(start("", "▲７六銀"), "b");
    assert_eq!(start("", "△５二玉"), "w");
}

#[test]
fn the_last_move_before_a_diagram_is_what_the_first_repeats() {
    let record = game(&format!("手数＝30  △７六歩打  まで\n{RANKS}31 同　銀(77)\n"));
    assert_eq!(lines(&record), ["7g7f"]);
    assert_eq!(record.first_number, 31);
}

#[test]
fn errors_in_a_diagram_are_reported() {
    let text = format!("後手の持駒：飛　亀\n{}", RANKS.replace("v圭", "v亀"));
    let loaded = load(&text);
    let expected = ["1:9: '亀' is not a piece in hand", "8:7: '亀' is not a piece of a diagram"];
    assert_eq!(warnings(&loaded), expected);
    let cut = RANKS.lines().take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(load(&cut).cut(), Some("the file ends inside the diagram"));
}

#[test]
fn unknown_handicaps_are_reported_and_other_games_refused() {
    // Illegal moves are not listed: the board is a guess.
    let loaded = load("手合割：平香交じり\n1 ７六歩(77)\n2 ５五歩(54)\n");
    let reason = "1:5: unknown handicap 平香交じり: the board starts from the even position and may be wrong";
    assert_eq!(warnings(&loaded), [reason]);
    let error = common::read("手合割：5五将棋\n先手：甲\n".as_bytes(), "game.kif").unwrap_err();
    assert!(
        error.to_string().starts_with("1:5: 5五将棋 is a shogi variant: recognised, not supported"),
        "{error}"
    );
    for name in shogi::Handicap::all() {
        let record = game(&format!("手合割：{}　\n", name.name));
        assert_eq!(record.start, Position::Shogi(name.position()), "{}", name.name);
    }
}

#[test]
fn a_printed_board_is_read_as_a_diagram() {
    let text = format!("後手の持駒：飛　歩十三\n{RANKS}先手の持駒：なし\n後手番\n");
    let record = game(&text);
    let view = View { coordinates: true, diagram: true, ..View::default() };
    let printed: Vec<String> = board::draw(&record.start, &view).lines(false).collect();
    let again = game(&(printed.join("\n") + "\n"));
    assert_eq!(sfen(&again), sfen(&record));
    // `|v香|v桂|`: a bar after each cell.
    let barred = |line: &str| match line.strip_prefix('|') {
        Some(rank) => {
            let cells: Vec<char> = rank.chars().collect();
            let cells = cells.chunks(2).map(|cell| cell.iter().collect());
            let cells: Vec<String> = cells.collect();
            format!("|{}\n", cells[..9].join("|") + &cells[9])
        }
        None => format!("{line}\n"),
    };
    let barred: String = text.lines().map(barred).collect();
    assert!(barred.contains("|v玉|"), "{barred}");
    assert_eq!(sfen(&game(&barred)), sfen(&record), "{barred}");
}

#[test]
fn detection_relies_on_the_text() {
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
            format::detect(&source).map(|detected| detected.format.name),
            Some(format),
            "{name}: {text}"
        );
    }
    let source = Source::new("なにか: text\n1 apple\n".as_bytes(), "a.txt");
    assert!(
        !format::detect(&source)
            .is_some_and(|detected| detected.format.games.contains(&dapu::game::Game::Shogi))
    );
    assert!(source.head(Family::Japanese).starts_with("なにか"));
}

#[test]
fn handicaps_have_several_names() {
    for (name, usual) in [
        ("一丁半", "飛香落ち"),
        ("飛車角落ち", "二枚落ち"),
        ("角行落ち", "角落ち"),
        ("右香車落ち", "右香落ち"),
    ] {
        let start = |name| game(&format!("手合割：{name}\n")).start.clone();
        assert_eq!(start(name), start(usual), "{name}");
    }
}

#[test]
fn both_names_may_stand_in_one_line() {
    for line in ["先手：甲　後手：乙", "先手：甲 / 後手：乙", "先手：甲 後手：乙"]
    {
        let record = game(&format!("{line}\n1 ７六歩(77)\n"));
        let names = Side::BOTH.map(|side| record.headers.get(Key::Player(side)));
        assert_eq!(names, [Some("甲"), Some("乙")], "{line}");
    }
}

#[test]
fn a_whole_board_of_five_ranks_is_another_game() {
    let board = |gote: &str, sente: &str| {
        format!(
            "後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n|{gote}|一\n| ・ ・ ・ ・v歩|二\n| ・ ・ ・ ・ ・|三\n\
             | 歩 ・ ・ ・ ・|四\n|{sente}|五\n+---------------+\n先手の持駒：なし\n"
        )
    };
    let gote = "v飛v角v銀v金v玉";
    let whole = board(gote, " 玉 金 銀 角 飛");
    for text in [whole.clone(), format!("{whole}\n▲２四角\n"), format!("{whole}1 ２四角(25)\n")]
    {
        let error = common::read(text.as_bytes(), "a.kif").unwrap_err().to_string();
        assert!(error.contains("5五将棋 is a shogi variant"), "{error}");
    }
    // The corner of a problem has one king.
    assert_eq!(
        sfen(&game(&board(gote, " 飛 金 銀 角 ・"))),
        "4rbsgk/8p/9/4P4/4RGSB1/9/9/9/9 b - 1"
    );
}

#[test]
fn a_hand_has_many_names_and_places() {
    const HELD: &str = "4k4/9/9/9/2+n6/9/2S6/9/4K3+R b SN 1";
    for hand in [
        "持駒　銀桂",
        "持駒：銀桂",
        "持ち駒：銀、桂",
        "攻方持駒　銀・桂",
        "攻め方の持駒：銀桂",
        "（持駒 銀・桂）",
        "【持駒】銀桂",
        "▲持駒 銀桂",
        "☗持駒：銀桂",
        "先手 持駒 銀桂",
        "持駒は銀と桂",
        "持駒銀桂",
    ] {
        for text in [format!("{RANKS}{hand}\n"), format!("{hand}\n{RANKS}")] {
            let record = game(&format!("{text}1 ７六銀(77)\n"));
            assert_eq!(sfen(&record), HELD, "{text}");
        }
    }
    let beside = RANKS.replacen("|一", "|一　持駒：銀桂", 1);
    assert_eq!(sfen(&game(&format!("{beside}1 ７六銀(77)\n"))), HELD);
    let twice = format!("持駒：銀桂\n{RANKS}先手の持駒：銀桂\n1 ７六銀(77)\n");
    assert_eq!(sfen(&game(&twice)), HELD);
    // What cannot be read as a hand is reported.
    for odd in [format!("{RANKS}持駒：残り全部\n"), RANKS.replacen("|一", "|一　銀桂", 1)]
    {
        assert_ne!(game(&odd).warnings.listed().len(), 0, "{odd}");
    }
}

#[test]
fn several_diagrams_without_moves_are_several_games() {
    let problem = |head: &str, hand: &str| format!("{head}後手の持駒：なし\n{RANKS}{hand}\n");
    for text in [
        problem("第１問\n", "先手の持駒：銀\n") + &problem("第２問\n", "先手の持駒：金"),
        problem("", "\n先手の持駒：銀\n先手番\n先手：\n手数----指手--\n")
            + &problem("作者：乙\n", "先手の持駒：金"),
        format!("持駒：銀\n{RANKS}\n持駒：金\n{RANKS}\n"),
    ] {
        let loaded = load(&text);
        let hands: Vec<String> = (0..loaded.games().len())
            .map(|index| sfen(&loaded.game(index).unwrap()).split(' ').nth(2).unwrap().to_owned())
            .collect();
        assert_eq!(hands, ["S", "G"], "{text}");
    }
}

#[test]
fn a_diagram_of_the_position_reached_is_no_second_game() {
    let diagram = |third: &str| {
        format!(
            "後手の持駒：なし\n|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n{third}\n\
             | ・ ・ ・ ・ ・ ・v歩 ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n\
             | 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n\
             先手の持駒：なし\n\n"
        )
    };
    let reached = diagram("|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三");
    let text = format!("▲７六歩△３四歩\n\n{reached}▲２六歩△８四歩\n");
    let loaded = load(&text);
    assert_eq!(loaded.games().len(), 1);
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f 3c3d 2g2f 8c8d"]);
    let other = diagram("| ・v歩v歩v歩v歩v歩 ・v歩v歩|三");
    assert_eq!(load(&text.replace(&reached, &other)).games().len(), 2);
}

#[test]
fn the_last_move_named_above_a_diagram_says_who_moves() {
    let record = game(&format!("図は▲７六銀まで\n{RANKS}"));
    assert_eq!(sfen(&record).split(' ').nth(1), Some("w"));
}

#[test]
fn files_may_be_numbered_from_the_left() {
    let text = "  １ ２ ３ ４ ５ ６ ７ ８ ９\n| ・ 銀 ・ ・ ・ ・ ・ ・ ・|九\n| ・v玉 ・ ・ ・ ・ ・ ・ ・|二\n持駒：金\n";
    assert_eq!(sfen(&game(text)), "9/7k1/9/9/9/9/9/9/7S1 b G 1");
}

//! Texts with very many headers or games and very long lines: costs grow in proportion to their size.

use dapu::format::{Chunks, Loaded};
use dapu::game::Game;
use dapu::record::Lines;

use crate::ccbridge::{self, State};
use crate::common::read;
use crate::depth::line;
use crate::growth::{SMALL, convert, grows_evenly, scaled, show};
use crate::measure::{alone, measure};

/// The name of a file, its first part, what is repeated with a number for `{}`, and its last part.
type Repeated = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const HEADERS: &[Repeated] = &[
    ("game.kif", "手合割：平手\n", "見出し{}：値\n", "1 ７六歩(77)\n"),
    ("game.csa", "V2.2\n", "$KEY{}:value\n", "PI\n+\n+7776FU\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n", "[Key{} \"value\"]\n", "\n1. 炮二平五 *\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]", "[Key{} \"value\"]", "\n\n1. 炮二平五 *\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]", "[Key{} \"value]", "\n\n1. 炮二平五 *\n"),
    ("game.sgf", "(;SZ[19]", "KY[{}]", ";B[aa])"),
    ("game.sgf", "(;SZ[19]KY", "[{}]", ";B[aa])"),
    ("game.sgf", "(;SZ[19]KY", "[\\{}\n", "];B[aa])"),
    ("game.sgf", "(;SZ[19];B[aa]", "XX[]", ")"),
    ("game.txt", "标题: 五羊杯\n", "键{}: 值\n", "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n"),
    ("game.wxf", "FORMAT\tWXF\n", "KEY{}\tvalue\n", "START{\n1. C2.5 H8+7\n}END\n"),
    ("game.cbf", "<ChineseChessRecord><Head>", "<K{}>v</K{}>",
     "</Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>"),
    ("game.cbf", "<ChineseChessRecord><Head>", "<K{}>v",
     "</Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>"),
    ("game.jkf", "{\"header\":{", "\"k{}\":\"v\",", "\"a\":\"b\"},\"moves\":[{}]}"),
    ("game.dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n", "[DhtmlXQ_k{}]v[/DhtmlXQ_k{}]\n",
     "[/DhtmlXQ]\n"),
    ("game.dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n", "[DhtmlXQ_k{}]v\n", "[/DhtmlXQ]\n"),
];

#[rustfmt::skip]
const LINES: &[Repeated] = &[
    ("game.kif", "棋戦：", "あ", "\n手合割：平手\n1 ７六歩(77)\n"),
    ("game.kif", "手合割：平手\n1 ７六歩(77)", " ", "x\n"),
    ("game.ki2", "手合割：平手\n", "▲７六歩 △３四歩 ▲７七角 △３三角 ▲８八角 △２二角 ▲７八飛 △３二飛 ▲２八飛 △８二飛 ", "\n"),
    ("game.csa", "V2.2\nN+", "x", "\nPI\n+\n+7776FU\n"),
    ("game.csa", "V2.2\nPI\n+\n", "+7776FU,T1,-3334FU,T1,+7677FU,-3433FU,", "\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n[Red \"", "x", "\"]\n\n1. 炮二平五 *\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n", "1. a0a1 a9a8 2. a1a0 a8a9 ", "*\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ", "{x} ", "*\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ", "{", "*\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ", "(", "*\n"),
    ("game.sgf", "(;SZ[19]GC[", "x", "];B[aa])"),
    ("game.sgf", "(;SZ[19]", ";B[aa];W[bb]AE[aa:bb]", ")"),
    ("game.sgf", "(;SZ[19]", "(;B[aa])", ")"),
    ("game.sgf", "(;SZ[19];B[aa]", "(", ")"),
    ("game.sgf", "(;SZ[19];B[aa]", ")", "("),
    ("game.sfen", "position startpos moves", " 2h3h 8b7b 3h2h 7b8b", "\n"),
    (
        "game.fen",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves",
        " a0a1 a9a8 a1a0 a8a9",
        "\n",
    ),
    ("game.txt", "1. 炮二平五 马8进7 2. 马二进三 车9平8 ", "车一进一 车8进一 车一退一 车8退一 ", "\n"),
    ("game.wxf", "FORMAT\tWXF\nRED\t", "x", "\nSTART{\n1. C2.5 H8+7\n}END\n"),
    ("game.manual", "##\n#0 ", "R1A1 r9a1 R1R1 r9r1 ", "\n"),
    ("game.manual", "##\n#0 C2H5\n##\n#0-1 ", "#", "\n"),
    ("game.txt", "1. 炮二平五 马8进7 2. 马二进三 车9平8", "1.", "\n"),
    ("game.txt", "五羊杯\n1. 炮二平五 马8进7 正着。\n2. 马二进三 车9平8\n", " 　\n", "\n"),
    ("game.txt", "五羊杯\n1. 炮二平五 马8进7 正着。\n2. 马二进三 车9平8\n", "【a\n", "\n"),
    ("game.txt", "1. 炮二平五 马8进7 2. 马二进三 车9平8", "-1", "\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n[Red \"", "\\\"", "\"]\n\n1. 炮二平五 *\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 ", "(1... 马2进3) ", "*\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 ", "(1... 马2进3 ", "*\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 ", ") ", "*\n"),
    ("game.pgn", "[Game \"Chinese Chess\"]\n\n", "0-炮二平五 ", "\n"),
    ("game.dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_movelist]", "09080001080900010", "[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"),
    ("game.jkf", "{\"header\":{\"a\":\"", "x", "\"},\"moves\":[{}]}"),
    ("game.cbf", "<ChineseChessRecord><Head><Title>", "&amp;",
     "</Title></Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>"),
];

/// A text with `{}` repeated, each time with its number.
fn repeated(head: &str, part: &str, tail: &str, count: usize) -> Vec<u8> {
    let mut text = head.to_owned();
    for number in 0..count {
        text.push_str(&part.replace("{}", &number.to_string()));
    }
    text.push_str(tail);
    text.into_bytes()
}

#[test]
fn a_million_headers_cost_in_proportion() {
    let _alone = alone();
    let size = scaled(1_000_000);
    for (name, head, part, tail) in HEADERS {
        grows_evenly("headers", name, size, |count| repeated(head, part, tail, count));
    }
}

#[test]
fn a_line_of_fifty_megabytes_costs_in_proportion() {
    let _alone = alone();
    let size = scaled(50_000_000);
    for (name, head, part, tail) in LINES {
        let count = size / part.len();
        let what = format!("a long line ({part:.12})");
        grows_evenly(&what, name, count, |count| repeated(head, part, tail, count));
    }
}

#[test]
fn ten_thousand_games_cost_in_proportion() {
    let _alone = alone();
    let count = 10_000;
    for (name, game) in [
        ("game.sgf", "(;SZ[9]PB[甲];B[aa];W[bb])\n"),
        ("game.sgf", "(;SZ[9]PB[甲];B[aa];W[bb]\n"),
        ("game.pgn", "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7 *\n\n"),
        ("game.csa", "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\n"),
        ("game.sfen", "position startpos moves 7g7f 3c3d\n"),
        ("game.fen", "4k4/9/9/9/9/9/9/4R4/9/3K5 b\n"),
        ("game.wxf", "FORMAT\tWXF\nRED\t甲;;;\nSTART{\n1. C2.5 H8+7\n}END\n"),
        ("game.manual", "#甲#2001#乙###丙##红先胜#全局谱#红先\n##\n#0 C2H5 c8h5\n##\n#0-1 x\n"),
        ("game.dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"),
    ] {
        grows_evenly("games", name, count, |count| repeated("", game, "", count));
    }
    let game = (State::Live, ccbridge::cbr(&line(Game::Xiangqi, 2)));
    grows_evenly("games", "game.cbl", count, |count| {
        ccbridge::cbl("library", &vec![game.clone(); count], count)
    });
    // They are packed to less than a hundredth; memory is compared with the packed file.
    grows_evenly("packed games", "game.cbl", count / 20, |count| {
        let records = vec![line(Game::Xiangqi, 2); count];
        ccbridge::pack(&ccbridge::cbl_2_1("library", &records))
    });
}

/// One record whose moves are illegal or cannot be read.
#[rustfmt::skip]
const DENSE: &[Repeated] = &[
    ("game.dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_movelist]", "7747", "[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"),
    ("game.manual", "#x#y#z#a#b#c#d#e#红先\n##\n#0 ", "C2H5 c8h5 ", "\n##\n"),
    ("game.sgf", "(;SZ[19];B[aa]", ";W[zzz];B[!!]", ")"),
    ("game.sgf", "(;SZ[19];B[aa]", ";W[aa];B[aa]", ")"),
    ("game.usi", "position startpos moves ", "1a9i 9i1a ", "\n"),
    ("game.fen", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves ", "a0a9 a9a0 ", "\n"),
];

#[test]
fn eight_megabytes_of_one_record_are_shown_in_a_hundred() {
    let _alone = alone();
    for (name, head, part, tail) in DENSE {
        let bytes = repeated(head, part, tail, 600_000 / part.len());
        let ((_loaded, lines), cost) = measure(|| {
            let loaded = read(&bytes, name).unwrap();
            let lines = Lines::new(&loaded.game(0).unwrap().tree);
            (loaded, lines)
        });
        assert!(lines.len() > bytes.len() / 8, "{name}");
        // The file itself and the program are not counted.
        let most = SMALL + bytes.len() * 11;
        assert!(cost.memory <= most, "{part:?} in {name}: {} of {most}", cost.memory);
    }
}

#[test]
fn tiny_games_take_memory_a_chunk_at_a_time() {
    let _alone = alone();
    for (name, game) in [
        ("all.sgf", "(;)"),
        ("all.csa", "V2\nPI\n+\n/\n"),
        ("all.usi", "startpos\n"),
        ("all.wxf", "FORMAT\tWXF\nSTART{\n}END\n"),
        ("all.kifu", "手合割：平手\n   1 ７六歩(77)\n"),
    ] {
        let chunks = Chunks::new(repeated("", game, "", 3_000_000 / game.len()), name, None);
        let (games, cost) = measure(|| {
            let chunks = chunks.unwrap_or_else(|_| panic!("{name} is not divided"));
            let chunks = chunks.map(|chunk| chunk.read().unwrap());
            chunks.map(|loaded| loaded.games().len()).sum::<usize>()
        });
        assert_eq!(games, 3_000_000 / game.len(), "{name}");
        assert!(cost.memory < 32 * SMALL, "{name}: {}", cost.memory);
    }
}

#[test]
fn a_point_that_is_set_a_million_times_is_written_once() {
    let _alone = alone();
    for (name, head, part, tail) in [
        ("game.sgf", "(;SZ[19]AB", "[aa]", ")"),
        ("game.sgf", "(;SZ[19]TR", "[aa]", ")"),
        ("game.ugf", "[Header]\nSize=19\n[Data]\n", "CC,B1,0,0\n", ""),
    ] {
        let bytes = repeated(head, part, tail, 50_000);
        let (loaded, record) = show(&bytes, name);
        let (_, cost) = measure(|| convert(&loaded, &record));
        assert!(cost.memory < 3 * SMALL, "{part:?} in {name}: {}", cost.memory);
    }
}

#[test]
fn texts_of_many_games_take_memory_a_part_at_a_time() {
    let _alone = alone();
    for (name, game) in [
        ("all.txt", "1. 炮二平五 马8进7 2. 马二进三 车9平8\n"),
        ("all.txt", "第一局 顺炮\n1. 炮二平五 炮8平5\n2. 马二进三 马8进7\n\n"),
        (
            "all.fen",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2\n",
        ),
    ] {
        let bytes = repeated("", game, "", 600_000 / game.len());
        let (games, cost) = measure(|| {
            let loaded = read(&bytes, name).unwrap();
            let all = loaded.games().len();
            let parts = (0..all).step_by(256).map(|from| loaded.part(from..all.min(from + 256)));
            let read = |part: &Loaded| {
                (0..part.games().len())
                    .filter(|game| part.game(*game).unwrap().tree.len() > 1)
                    .count()
            };
            parts.map(|part| read(&part)).sum::<usize>()
        });
        assert_eq!(games, 600_000 / game.len(), "{name}");
        let most = SMALL + bytes.len() * 9;
        assert!(cost.memory <= most, "{game:?}: {} of {most}", cost.memory);
    }
}

//! PGN for xiangqi.

use dapu::format::WriteOptions;
use dapu::game::Side;
use dapu::record::{Clock, Eval, Key, Left, Note, Record, Remaining};

use crate::common::{self, read};
use crate::xiangqi::{comments, game, load, mainline, variations};

const TAGS: &str = "[Game \"Chinese Chess\"]\n[Event \"五羊杯\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n";
const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

fn pgn(moves: &str) -> (std::sync::Arc<Record>, Vec<String>) {
    game(&format!("{TAGS}{moves}\n"), "game.pgn", "pgn")
}

#[test]
fn moves_are_numbered_and_spelled_in_many_ways() {
    for moves in [
        "1. 炮二平五 马８进７\n2. 马二进三 车９平８",
        "1.炮二平五 马8进72.马二进三车9平8",
        "1．砲二平五　馬8進7　2．傌二進三　車9平8",
        "01、炮二平五 马８进７\n 02、马二进三\n 02. ...     车９平８",
        "1. C2.5 h8+7 2. h2+3 r9.8",
        "1. Ｃ２＝５ Ｈ８＋７ 2. Ｎ２＋３ Ｒ９＝８",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "1. h2e2 h9g7\n2. h0g2 i9h9",
        "1. h3e3 h10g8 2. h1g3 i10h10",
        "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8",
        "炮二平五\n马8进7\n马二进三\n车9平8",
    ] {
        for text in [moves.to_owned(), moves.replace('\n', "\r\n"), format!("{moves} *")] {
            let (record, warnings) = pgn(&text);
            assert_eq!(mainline(&record), OPENING, "{text}");
            assert_eq!(warnings, [""; 0], "{text}");
        }
    }
}

#[test]
fn every_line_ending_is_accepted() {
    let text = format!("{TAGS}1. 炮二平五 马８进７\n2. 马二进三 车９平８ *\n");
    for end in ["\r\n", "\r", "\n\r", "\r\r\n"] {
        let (record, warnings) = game(&text.replace('\n', end), "game.pgn", "pgn");
        assert_eq!(mainline(&record), OPENING, "{end:?}");
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some("甲"), "{end:?}");
        assert_eq!(warnings, [""; 0], "{end:?}");
    }
}

#[test]
fn tags_are_read_as_programs_and_people_write_them() {
    let moves = "1. 炮二平五 *\n";
    for (tags, event) in [
        ("[game \"Chinese Chess\"]\n[EVENT \"五羊杯\"]\n[red \"甲\"]\n", "五羊杯"),
        ("[Game \"Chinese Chess\"] [Event \"五羊杯\"] [Red \"甲\"]\n", "五羊杯"),
        ("[Game \"Chinese Chess\"]\n[Event\"五羊杯\"]\n[Red\"甲\"]\n", "五羊杯"),
        ("[Game \"Chinese Chess\"]\n[Event \"\"五羊杯\"赛\"]\n[Red \"甲\"]\n", "\"五羊杯\"赛"),
        (
            "[Game \"Chinese Chess\"]\n[Event \"\\\"五羊杯\\\" a\\\\b\"]\n[Red \"甲\"]\n",
            "\"五羊杯\" a\\b",
        ),
        ("[Game \"Chinese Chess\"]\n[Event \"五羊\n杯\"]\n[Red \"甲\"]\n", "五羊\n杯"),
        ("[Game “Chinese Chess”]\n[Event “五羊杯”]\n[Red “甲”]\n", "五羊杯"),
        ("<pre>\n[Game \"Chinese Chess\"]\n[Event \"五羊杯\"]\n[Red \"甲\"]\n", "五羊杯"),
    ] {
        let (record, _) = game(&format!("{tags}\n{moves}"), "game.pgn", "pgn");
        assert_eq!(record.headers.get(Key::Event), Some(event), "{tags}");
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some("甲"), "{tags}");
        assert_eq!(mainline(&record), "h2e2", "{tags}");
    }
}

#[test]
fn comments_of_every_kind_are_kept() {
    let (record, warnings) = pgn(
        "% for other programs\n; on the game\n1. 炮二平五 ; to the end of the line\n马８进７ {多\n行} \
         2. 马二进三 $1 车９平８!? {末} 1-0 {红胜}",
    );
    assert_eq!(mainline(&record), OPENING);
    assert_eq!(warnings, [""; 0]);
    let wanted = [
        (0, "for other programs"),
        (0, "on the game"),
        (1, "to the end of the line"),
        (2, "多\n行"),
        (4, "末"),
        (4, "红胜"),
    ];
    assert_eq!(comments(&record), wanted.map(|(ply, text)| (ply, text.to_owned())));
    let tree = &record.tree;
    let glyphs: Vec<&str> = tree
        .mainline()
        .flat_map(|node| tree.notes(node))
        .filter_map(|note| match note {
            Note::Glyph(glyph) => Some(&**glyph),
            _ => None,
        })
        .collect();
    assert_eq!(glyphs, ["!", "!?"]);
}

#[test]
fn parentheses_hold_variations_or_words() {
    let (record, warnings) = pgn(
        "1. 炮二平五 马８进７ (1... 炮８平５ 2. 马二进三 (2. 马八进七 马８进７ 1-0) 马８进７) (1... 马２进３) \
         2. 马二进三 (屏风马) 车９平８",
    );
    assert_eq!(mainline(&record), OPENING);
    assert_eq!(variations(&record), 3);
    assert_eq!(comments(&record), [(3, "屏风马".to_owned())]);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_variation_ends_at_its_bracket_whatever_precedes_it() {
    let before = [
        "",
        "=",
        "N",
        "±",
        "红优",
        "略",
        "...",
        "……",
        "+-",
        "-+",
        "!?",
        "$14",
        "{评}",
        "3",
        "3.",
        "红优 =",
        "= {评}",
        "*",
        "1-0",
        "(略)",
        "某 (略) 某",
    ];
    for sign in before {
        for space in ["", " "] {
            let moves = format!(
                "1. 炮二平五 马８进７ (1... 炮８平５ 2. 马二进三{space}{sign}{space}) \
                 2. 马二进三 车９平８ 3. 车一平二 1-0"
            );
            let (record, _) = pgn(&moves);
            assert_eq!(mainline(&record), format!("{OPENING} i0h0"), "{moves}");
            assert_eq!(lines(&record), ["h7e7 h0g2"], "{moves}");
        }
    }
    for (moves, wanted) in [
        ("(1... 炮８平５ =) (1... 马２进３ 略)", &["h7e7", "b9c7"][..]),
        ("(1... 炮８平５ =)(1... 马２进３ 略)", &["h7e7", "b9c7"]),
        ("(1... 炮８平５ 2. 马二进三 (2. 马八进七 =))", &["h7e7 h0g2", "b0c2"]),
        ("(1... 炮８平５ 2. 马二进三 (2. 马八进七 =) 某)", &["h7e7 h0g2", "b0c2"]),
        ("(1... 炮８平５ =))", &["h7e7"]),
        ("(屏风马 (略))", &[]),
        ("(略 (屏风\n马)", &[]),
    ] {
        let (record, _) = pgn(&format!("1. 炮二平五 马８进７ {moves} 2. 马二进三 车９平８"));
        assert_eq!(mainline(&record), OPENING, "{moves}");
        assert_eq!(lines(&record), wanted, "{moves}");
    }
}

#[test]
fn a_variation_without_a_result_is_written_whole() {
    let text = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７ (1... 炮８平５ 2. 马二进三 *) 2. 马二进三 车９平８ *\n";
    let loaded = read(text.as_bytes(), "a.pgn").unwrap();
    let written = common::write_all(&loaded, "pgn");
    assert!(written.losses.is_empty(), "{}", written.losses);
    let again = read(&written.bytes, "a.pgn").unwrap();
    assert_eq!(lines(&again.game(0).unwrap()), ["h7e7 h0g2"]);
}

/// The moves of each variation from its first one, to its end, in the order of the tree.
fn lines(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let starts = tree.ids().flat_map(|node| tree.children(node).skip(1));
    let line = |start| {
        let nodes = std::iter::successors(Some(start), |node| tree.first_child(*node));
        let moves = nodes.map(|node| tree.mv(node).map_or("--".to_owned(), |mv| mv.code()));
        moves.collect::<Vec<_>>().join(" ")
    };
    let mut starts: Vec<_> = starts.collect();
    starts.sort_by_key(|node| node.index());
    starts.into_iter().map(line).collect()
}

#[test]
fn annotation_glyphs_are_kept_whole() {
    for sign in ["=", "±", "+-", "-+", "+=", "+/-"] {
        let (record, _) = pgn(&format!("1. 炮二平五 马８进７ {sign} 2. 马二进三 车９平８"));
        assert_eq!(mainline(&record), OPENING, "{sign}");
        assert_eq!(comments(&record), [(2, sign.to_owned())]);
    }
}

#[test]
fn advantages_are_numbers() {
    let signs =
        [("$10", "="), ("$13", "~"), ("$14", "+="), ("$15", "=+"), ("$16", "+/-"), ("$19", "-+")];
    for (number, sign) in signs {
        let (record, _) = pgn(&format!("1. 炮二平五 马８进７ {number} 2. 马二进三 车９平８"));
        let glyphs = |record: &Record| {
            let notes = record.tree.ids().flat_map(|node| record.tree.notes(node)).cloned();
            notes.filter(|note| matches!(note, Note::Glyph(_))).collect::<Vec<_>>()
        };
        assert_eq!(glyphs(&record), [Note::Glyph(sign.into())]);
        let written = common::write(&record, "pgn", &WriteOptions::default()).unwrap();
        assert!(written.losses.is_empty(), "{}", written.losses);
        let text = String::from_utf8(written.bytes).unwrap();
        assert!(text.contains(&format!(" {number}\n")), "{text}");
        assert_eq!(glyphs(&game(&text, "game.pgn", "pgn").0), glyphs(&record));
    }
}

#[test]
fn an_ellipsis_stands_for_the_move_of_red() {
    for moves in [
        "1. ... 马８进７ 2. 炮二平五",
        "1. …… 马８进７ 2. 炮二平五",
        "1. ………… 马8进7 2. 炮二平五",
        "1... 马8进7 2. 炮二平五",
    ] {
        let (record, warnings) = pgn(moves);
        assert_eq!(record.start.side_to_move(), Side::Second, "{moves}");
        assert_eq!(mainline(&record), "h9g7 h2e2", "{moves}");
        assert_eq!(warnings, [""; 0], "{moves}");
    }
}

#[test]
fn positions_are_read_with_any_letters_and_side() {
    for (fen, moves, squares) in [
        (
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
            "1. 炮二平五",
            "h2e2",
        ),
        ("4k4/9/9/9/9/9/9/4R4/9/3K5 b - - 0 1", "1. ... 将5平6", "e9f9"),
        // The side is wrong in some files.
        ("4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1", "1. ... 将5平6", "e9f9"),
        ("4k4/9/9/9/9/9/9/4R4/9/3K5", "1. 车五平六", "e2d2"),
    ] {
        let text = format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
        let (record, warnings) = game(&text, "game.pgn", "pgn");
        assert_eq!(mainline(&record), squares, "{fen}");
        assert_eq!(warnings, [""; 0], "{fen}");
    }
}

#[test]
fn several_games_are_read_whatever_is_between_them() {
    let game = format!("{TAGS}1. 炮二平五 马８进７ 1-0\n");
    for between in ["", "\n", "\n\n\n", "======\n欢迎访问 http://www.example.com\n", "\u{FEFF}"]
    {
        let text = [&*game, &*game, &*game].join(between);
        let loaded = load(&text, "games.pgn", "pgn");
        assert_eq!(loaded.games().len(), 3, "{between:?}");
        for index in 0..3 {
            assert_eq!(mainline(&loaded.game(index).unwrap()), "h2e2 h9g7");
        }
        assert_eq!(loaded.warnings(), [], "{between:?}");
    }
}

#[test]
fn unclosed_brackets_are_reported_and_cost_no_other_game() {
    let second = format!("\n{TAGS}1. 炮二平五 1-0\n");
    for (moves, warning) in [
        ("1. 炮二平五 {马８进７ 2. 马二进三\n", "7:9: the comment is never closed"),
        ("1. 炮二平五 马８进７ (1... 炮８平５\n", "7:14: the variation is never closed"),
    ] {
        let loaded = load(&format!("{TAGS}\n{moves}{second}"), "games.pgn", "pgn");
        assert_eq!(loaded.games().len(), 2, "{moves}");
        assert!(mainline(&loaded.game(0).unwrap()).starts_with("h2e2"));
        assert_eq!(mainline(&loaded.game(1).unwrap()), "h2e2");
        let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [warning]);
    }
}

#[test]
fn words_that_are_not_moves_are_kept() {
    let (record, warnings) = pgn("1. 炮二平五 某某某某 马８进７ 2. 车一进九 卒７进１ *");
    assert_eq!(mainline(&record), "h2e2 h9g7 i0i9 g6g5");
    assert_eq!(comments(&record), [(1, "某某某某".to_owned())]);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[1].contains("illegal"), "{warnings:?}");
}

#[test]
fn chess_is_not_taken_for_xiangqi() {
    let text = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
    assert!(read(text.as_bytes(), "game.pgn").is_err());
    for moves in ["1. e4 e5 *", "1. g4 g5 2. c4 c5 *", "1. e2e4 e7e5 *"] {
        let text = format!("[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n{moves}\n");
        let error = read(text.as_bytes(), "game.pgn").unwrap_err().to_string();
        assert!(error.contains("a PGN without xiangqi in it"), "{error}");
    }
    let text = "[White \"a\"]\n[Black \"b\"]\n\n1. C2=5 H8+7 2. R5+1 H2+3 *\n";
    let (record, warnings) = game(text, "game.pgn", "pgn");
    assert_eq!(mainline(&record), "h2e2 h9g7 -- b9c7");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let text = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. Che3 Nc8 2. Nc3 Ng8 *\n";
    let (record, _) = game(text, "game.pgn", "pgn");
    assert_eq!(mainline(&record), "h2e2 b9c7 b0c2 h9g7");
}

#[test]
fn an_unknown_result_is_kept_and_written() {
    let text = format!("{}1. 炮二平五\n", TAGS.replace("\n\n", "\n[Result \"待定\"]\n\n"));
    let (record, _) = game(&text, "game.pgn", "pgn");
    let unknown: Vec<_> = common::unknown(&record.headers).collect();
    assert_eq!(unknown, [("Result", "待定")]);
    let written = common::write(&record, "pgn", &Default::default()).unwrap();
    assert!(written.losses.is_empty());
    assert!(String::from_utf8(written.bytes).unwrap().contains("[Result \"待定\"]\n"));
    let written = common::write(&record, "xqf", &Default::default()).unwrap();
    assert_eq!(written.losses.to_string(), "1 header (Result)");
}

#[test]
fn the_number_of_the_first_round_is_kept_or_told() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for (fen, moves, number) in [
        (format!("{board} b - - 0 7"), "7... h9g7 8. h2e2", 13),
        (format!("{board} b - - 0 1"), "7... h9g7 8. h2e2", 13),
        (format!("{board} w - - 0 7"), "7. h2e2 h9g7", 13),
        (format!("{board} w - - 0 1"), "1. h2e2 h9g7", 1),
    ] {
        let text = format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
        let (record, warnings) = game(&text, "game.pgn", "pgn");
        assert_eq!((record.first_number, warnings.len()), (number, 0), "{text}");
        let written = common::write(&record, "pgn", &WriteOptions::default()).unwrap();
        assert!(written.losses.is_empty(), "{}", written.losses);
        let again = String::from_utf8(written.bytes).unwrap();
        assert_eq!(game(&again, "game.pgn", "pgn").0.first_number, number, "{again}");
        let told = common::write(&record, "xqf", &WriteOptions::default()).unwrap().losses;
        assert_eq!(told.to_string().contains("number of the first move"), number > 1);
    }
}

#[test]
fn a_clock_may_have_run_out_and_an_evaluation_may_have_its_depth() {
    let text = "[Game \"Chinese Chess\"]\n\n1. h2e2 {[%clk -0:00:03] [%eval #-3,12]} h9g7 {[%eval 0.35,20]} 2. h0g2 {[%emt -5]} *\n";
    let (record, warnings) = game(text, "game.pgn", "pgn");
    assert_eq!(warnings, [""; 0]);
    let tree = &record.tree;
    let nodes: Vec<_> = tree.mainline().collect();
    let notes = |ply: usize| tree.notes(nodes[ply]).cloned().collect::<Vec<_>>();
    let left = Remaining { side: Side::First, left: Left::Time(-3_000) };
    assert_eq!(notes(1), [Note::Remaining(left), Note::Eval(Eval::Mate(-5))]);
    assert_eq!(notes(2), [Note::Eval(Eval::Centipawns(35))]);
    assert_eq!(notes(3), [Note::Comment("[%emt -5]".into())]);
    let written = common::write(&record, "pgn", &WriteOptions::default()).unwrap();
    assert!(String::from_utf8(written.bytes).unwrap().contains("[%clk -0:00:03]"));
}

#[test]
fn clocks_and_evaluations_are_read_from_comments_and_written_back() {
    let text = "[Game \"Chinese Chess\"]\n\n  {[%eval #-1]}\n  1. h2e2 {[%clk 0:09:55]} {[%eval 0.35]} {[%csl Gd4] good}\n  1. ... h9g7 {[%emt 0:00:05.500]} {[%eval #-3]}\n  2. h0g2 {[%eval #2]} *\n";
    let (record, warnings) = game(text, "game.pgn", "pgn");
    assert_eq!(warnings, [""; 0]);
    let tree = &record.tree;
    let nodes: Vec<_> = tree.mainline().collect();
    let notes = |ply: usize| tree.notes(nodes[ply]).cloned().collect::<Vec<_>>();
    // A value before the first move is that of the start, where Red is to move.
    assert_eq!(notes(0), [Note::Eval(Eval::Mate(-2))]);
    let left = Left::Time(595_000);
    let side = Side::First;
    assert_eq!(
        notes(1),
        [
            Note::Remaining(Remaining { side, left }),
            Note::Eval(Eval::Centipawns(35)),
            Note::Comment("[%csl Gd4] good".into()),
        ]
    );
    let spent = Clock { spent: Some(5500), total: None };
    assert_eq!(notes(2), [Note::Clock(spent), Note::Eval(Eval::Mate(-6))]);
    // Black is to move: two moves of each side.
    assert_eq!(notes(3), [Note::Eval(Eval::Mate(4))]);
    let options = WriteOptions { version: Some("iccs".to_owned()), ..WriteOptions::default() };
    let written = common::write(&record, "pgn", &options).unwrap();
    assert!(written.losses.is_empty(), "{}", written.losses);
    let again = String::from_utf8(written.bytes).unwrap();
    let again = game(&again, "game.pgn", "pgn").0;
    for (node, other) in nodes.iter().zip(again.tree.mainline()) {
        let notes = tree.notes(*node).collect::<Vec<_>>();
        assert_eq!(notes, again.tree.notes(other).collect::<Vec<_>>());
    }
}

#[test]
fn a_result_ends_a_game_but_nothing_after_it_is_lost() {
    // The next game may have no tags.
    let text = format!("{TAGS}1. h2e2 h9g7 1-0\n\n1. b2e2 b9c7 2. b0c2 0-1\n\n{TAGS}1. h2e2 *\n");
    let loaded = load(&text, "game.pgn", "pgn");
    let games: Vec<String> =
        (0..loaded.games().len()).map(|game| mainline(&loaded.game(game).unwrap())).collect();
    assert_eq!(games, ["h2e2 h9g7", "b2e2 b9c7 b0c2", "h2e2"]);
    assert_eq!(loaded.warnings().len(), 0);
    for rest in ["2. h0g2 i9h9", "\n(1... b9c7 2. b0c2)", "{红胜}\n2. h0g2"] {
        let (record, warnings) = pgn(&format!("1. h2e2 h9g7 * {rest}"));
        assert_eq!(mainline(&record), "h2e2 h9g7", "{rest}");
        assert_eq!(warnings.len(), 1, "{rest}");
        assert!(warnings[0].ends_with("moves after the result are kept as a comment"), "{rest}");
        assert!(comments(&record).iter().any(|(_, text)| text.contains("0")), "{rest}");
    }
    let (record, warnings) = pgn("1. h2e2 h9g7 1-0\n\n棋谱由象棋桥生成");
    assert_eq!((comments(&record).len(), warnings.len()), (0, 0));
}

#[test]
fn the_tag_of_the_game_may_be_that_of_a_book() {
    let moves = "\n1. 炮二平五 马８进７ 1-0\n";
    let (record, _) =
        game(&format!("[Game \"象棋譜大全\"]\n[Event \"甲\"]\n{moves}"), "a.pgn", "pgn");
    let options = WriteOptions::default();
    let pgn = common::write(&record, "pgn", &options).unwrap();
    let text = String::from_utf8(pgn.bytes).unwrap();
    assert_eq!(text.matches("[Game \"象棋譜大全\"]").count(), 1, "{text}");
    assert_eq!(text.matches("[Game").count(), 1, "{text}");
    let xqf = common::write(&record, "xqf", &options).unwrap();
    assert!(!xqf.losses.is_empty());
    for (name, is_xiangqi) in [
        ("China Chess", true),
        ("CChess", true),
        ("第12局", true),
        ("Chess", false),
        ("Shogi", false),
    ] {
        let text = format!("[Game \"{name}\"]\n[Red \"甲\"]\n{moves}");
        let loaded = read(text.as_bytes(), "a.pgn");
        let is_read = loaded.is_ok_and(|loaded| loaded.format.name == "pgn");
        assert_eq!(is_read, is_xiangqi, "{name}");
    }
}

#[test]
fn results_may_be_english_words() {
    for (words, result) in [("Red wins", "1-0"), ("BLACK_WINS", "0-1")] {
        let text =
            format!("[Event \"x\"]\n[Red \"A\"]\n[Result \"{words}\"]\n\n1. 炮二平五 马8进7\n");
        let (record, _) = game(&text, "a.pgn", "pgn");
        assert_eq!(record.headers.get(Key::Result), Some(result), "{words}");
    }
}

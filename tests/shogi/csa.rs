//! CSA and USI, read and written.

use super::*;
use dapu::game::Side;
use dapu::record::{At, Left, Remaining};

fn csa(text: &str) -> Arc<Record> {
    read_as("game.csa", text).game(0).unwrap()
}

fn mainline(record: &Record) -> Vec<String> {
    codes(&record.tree, record.tree.mainline_end())
}

fn notes(record: &Record, ply: usize) -> Vec<Note> {
    let path = record.tree.path(record.tree.mainline_end());
    record.tree.notes(path[ply]).cloned().collect()
}

#[test]
fn a_floodgate_log_is_read_in_full() {
    let loaded = read_as("floodgate.csa", sample("floodgate.csa"));
    assert_eq!(loaded.format.name, "csa");
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    assert_eq!(mainline(&record), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("first_engine"));
    assert_eq!(record.headers.get(Key::Ended), Some("2026/11/01 12:03:10"));
    let spent = |milliseconds| Note::Clock(Clock { spent: Some(milliseconds), total: None });
    let first = [
        spent(3000),
        Note::Comment("* 45 -3334FU +2726FU".into()),
        Note::Eval(Eval::Centipawns(45)),
    ];
    assert_eq!(notes(&record, 1), first);
    assert!(notes(&record, 4).contains(&Note::Comment("a trade of bishops on move three".into())));
    assert_eq!(ending(&record, record.tree.mainline_end()), Some(EndingKind::Resign));
}

#[test]
fn the_summary_of_the_server_ends_a_game_without_another_ending() {
    let ending = |kind: &str| {
        let text = format!(
            "V2\nN+a\nN-b\nPI\n+\n+7776FU\nT1\n'summary:{kind}\n'$END_TIME:2026/11/01 12:00:00\n"
        );
        let record = csa(&text);
        ending(&record, record.tree.mainline_end())
    };
    assert_eq!(ending("sennichite:b draw:a draw"), Some(EndingKind::Repetition));
    assert_eq!(ending("time up:b lose:a win"), Some(EndingKind::Timeout));
    assert_eq!(ending("illegal move:b lose:a win"), Some(EndingKind::IllegalLoss));
    assert_eq!(ending("oute_sennichite:a lose:b win"), Some(EndingKind::IllegalWin));
    assert_eq!(ending("max_moves:b draw:a draw"), Some(EndingKind::MaxMoves));
}

#[test]
fn a_line_may_have_several_statements_and_a_file_several_games() {
    let loaded = read_as(
        "two.csa",
        "PI\n+\n+7776FU,T12\n-3334FU,T3.5\n%TORYO,T2\n/\nPI\n+\n+2726FU\n%CHUDAN\n",
    );
    assert_eq!(loaded.games().len(), 2);
    let first = loaded.game(0).unwrap();
    assert_eq!(mainline(&first), ["7g7f", "3c3d"]);
    assert!(notes(&first, 2).contains(&Note::Clock(Clock { spent: Some(3500), total: None })));
    assert_eq!(mainline(&loaded.game(1).unwrap()), ["2g2f"]);
    assert_eq!(loaded.warnings(), []);
    for moves in ["+7776FU-3334FU%TORYO", "PI\n+7776FU -3334FU %TORYO"] {
        let loaded = read_as("", moves);
        let record = loaded.game(0).unwrap();
        assert_eq!(mainline(&record), ["7g7f", "3c3d"], "{moves}");
        let end = ending(&record, record.tree.mainline_end());
        assert_eq!(end, Some(EndingKind::Resign), "{moves}");
        assert_eq!(loaded.warnings(), [], "{moves}");
    }
}

#[test]
fn starting_positions_are_read_in_every_form() {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(sfen(&csa("+7776FU\n-3334FU\n+2726FU\n")), even);
    assert_eq!(
        sfen(&csa("PI82HI22KA\n-\n-5142OU\n")),
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    );
    // A mating problem: two kings, single pieces, and everything else in gote's hand.
    let problem = csa("P-51OU\nP+53FU00KI00KI\nP-00AL\n+\n+0052KI\n");
    assert_eq!(sfen(&problem), "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    // Trailing blanks of ranks are missing, double ones collapsed.
    let folded = csa(
        "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA .\nP3\nP4\nP5\nP6\nP7\nP8\nP9 *  *  *  * +OU\n+\n+5948OU\n",
    );
    assert_eq!(sfen(&folded), "lnsgkgsnl/1r5b1/9/9/9/9/9/9/4K4 b - 1");
}

#[test]
fn a_board_without_all_nine_ranks_is_not_taken() {
    let ranks = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA\nP1 *\n";
    for rest in ["", "+\n+7776FU\n"] {
        let loaded = read_as("half.csa", format!("{ranks}{rest}"));
        let record = loaded.game(0).unwrap();
        assert_eq!(record.start, csa("+7776FU\n").start);
        let told = "the board has 2 of 9 ranks; the usual position is shown";
        assert_eq!(loaded.warnings()[0].to_string(), told);
        assert_eq!(loaded.warnings().len(), 1);
    }
}

#[test]
fn errors_are_reported_with_line_and_column_and_nothing_is_lost() {
    let loaded = read_as("bad.csa", "PI\n+\n+7776FU\n-3333FU\n+XX\n-8384FU,T1,oops\n%NONSENSE\n");
    let record = loaded.game(0).unwrap();
    assert_eq!(record.tree.len(), 4, "two moves, a foul in between");
    let places: Vec<At> = loaded.warnings().iter().map(|warning| warning.at).collect();
    let line = |line, column| At::Line { line, column };
    assert_eq!(
        places,
        [line(4, 1), line(5, 1), line(6, 1), line(6, 12), line(7, 1)],
        "{:?}",
        loaded.warnings()
    );
}

#[test]
fn written_records_read_back() {
    for name in ["floodgate.csa", "openings.sfen"] {
        let loaded = read_as(name, sample(name));
        let csa = written(&loaded, "csa");
        let again = read_as("again.csa", &csa.bytes);
        assert_eq!(again.games().len(), loaded.games().len());
        for index in 0..loaded.games().len() {
            let (before, after) = (loaded.game(index).unwrap(), again.game(index).unwrap());
            assert_eq!(before.start, after.start);
            assert_eq!(mainline(&before), mainline(&after));
            let comments = |record: &Record| -> Vec<Option<String>> {
                record.tree.ids().map(|node| record.tree.comment(node).map(str::to_owned)).collect()
            };
            assert_eq!(comments(&before), comments(&after));
        }
        let usi = written(&again, "usi");
        let third = read_as("again.sfen", &usi.bytes);
        for index in 0..loaded.games().len() {
            assert_eq!(
                mainline(&loaded.game(index).unwrap()),
                mainline(&third.game(index).unwrap())
            );
        }
    }
}

#[test]
fn losses_in_usi_are_counted() {
    let loaded = read_as("game.csa", "V2\nN+a\nPI\n+\n+7776FU\nT1\n'*good\n%TORYO\n");
    let losses = written(&loaded, "usi").losses.to_string();
    assert_eq!(losses, "1 clock, 1 comment, 1 ending, 1 header (sente)");
}

#[test]
fn every_word_for_an_ending_is_known_and_written_back() {
    for (word, ending) in [
        ("TORYO", EndingKind::Resign),
        ("CHUDAN", EndingKind::Abort),
        ("ERROR", EndingKind::Abort),
        ("SENNICHITE", EndingKind::Repetition),
        ("TIME_UP", EndingKind::Timeout),
        ("ILLEGAL_MOVE", EndingKind::IllegalLoss),
        ("+ILLEGAL_ACTION", EndingKind::IllegalWin),
        ("-ILLEGAL_ACTION", EndingKind::IllegalLoss),
        ("ILLEGAL_ACTION", EndingKind::IllegalWin),
        ("JISHOGI", EndingKind::Jishogi),
        ("KACHI", EndingKind::Nyugyoku),
        ("HIKIWAKE", EndingKind::Draw),
        ("TSUMI", EndingKind::Mate),
        ("FUZUMI", EndingKind::NoMate),
        ("MAX_MOVES", EndingKind::MaxMoves),
    ] {
        let loaded = read_as("a.csa", format!("PI\n+\n+7776FU\n%{word}\n"));
        let record = loaded.game(0).unwrap();
        assert_eq!(super::ending(&record, record.tree.mainline_end()), Some(ending), "{word}");
        assert_eq!(loaded.warnings(), [], "{word}");
        let again = String::from_utf8(written(&loaded, "csa").bytes).unwrap();
        assert!(again.ends_with(&format!("\n%{word}\n")), "{again}");
    }
    // 待った is not an ending: the game continues.
    let text = "PI\n+\n+7776FU\n%MATTA\n-3334FU\n";
    let loaded = read_as("a.csa", text);
    assert_eq!(mainline(&loaded.game(0).unwrap()), ["7g7f", "3c3d"]);
    assert_eq!(loaded.warnings(), []);
    let again = String::from_utf8(written(&loaded, "csa").bytes).unwrap();
    assert_eq!(again, format!("V2.2\n{text}"));
    // CSA has no word for 不戦勝.
    let walkover = load("1 不戦勝\n");
    assert_eq!(written(&walkover, "csa").losses.to_string(), "1 ending");
}

#[test]
fn pieces_are_added_to_a_board_and_removed() {
    let with_hand = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1";
    assert_eq!(sfen(&csa("PI\nP+00FU\n+\n")), with_hand);
    assert_eq!(sfen(&csa("P+00FU\n+\n")), "9/9/9/9/9/9/9/9/9 b P 1");
}

#[test]
fn every_line_ending_is_read() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["V2.2", "N+甲", "PI", "+", "+7776FU", "T3", "%TORYO", ""].join(end);
        assert_eq!(mainline(&csa(&text)), ["7g7f"], "{end:?}");
        let two = ["position startpos moves 7g7f", "startpos moves 2g2f", ""].join(end);
        assert_eq!(read_as("a.sfen", two).games().len(), 2, "{end:?}");
    }
}

#[test]
fn unreadable_words_of_usi_keep_their_place() {
    let loaded = read_as("a.usi", "position startpos moves 7g7f oops 2g2f resign\n");
    let record = loaded.game(0).unwrap();
    assert_eq!(mainline(&record), ["7g7f", "-", "2g2f"]);
    assert_eq!(warnings(&loaded), ["1:30: \"oops\" is not a move in USI"]);
    let end = record.tree.mainline_end();
    assert_eq!(ending(&record, end), Some(EndingKind::Resign));
}

#[test]
fn remarks_in_a_collection_of_positions_cause_no_warnings() {
    let loaded = read_as("a.sfen", "# mates in one\n4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n# end\n");
    assert_eq!((loaded.games().len(), loaded.warnings().len()), (1, 0));
    let book = "#YANEURAOU-DB2016 1.00\nsfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nG*5b none 0 0 1\n";
    assert!(common::read(book.as_bytes(), "book.db").is_err());
}

#[test]
fn headers_are_written_back_and_unnamed_ones_reported() {
    let text = "V2.2\nN+甲\nN-乙\n$EVENT:大会\n$TIME:300+10+5\n$START_TIME:2026/01/02 10:00:00\n$NOTE:一\\n二\n$TIME+:600+10+5\n$MAX_MOVES:256\nPI\n+\n+7776FU\nT1\n'summary:max_moves:甲 draw:乙 draw\n";
    let loaded = read_as("a.csa", text);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Remark), Some("一\n二"));
    let options = WriteOptions {
        encoding: dapu::text::encoding_by_label("utf-8"),
        ..WriteOptions::default()
    };
    let again = common::write(&record, "csa", &options).unwrap();
    assert!(again.losses.is_empty(), "{}", again.losses);
    // The ending from the summary is written out.
    let expected =
        format!("'CSA encoding=UTF-8\n{}", text.replace("'summary", "%MAX_MOVES\n'summary"));
    assert_eq!(String::from_utf8(again.bytes).unwrap(), expected);
    let kif = String::from_utf8(written(&loaded, "kifu").bytes).unwrap();
    assert!(kif.contains("MAX_MOVES：256\r\n"), "{kif}");
    let kifu = load("先手：甲\n持ち時間：各５時間\n先手の囲い：矢倉\n後手の囲い：\n1 ７六歩(77)\n");
    let losses = written(&kifu, "csa").losses.to_string();
    assert_eq!(losses, "2 headers (time_control, 先手の囲い)");
    assert!(written(&kifu, "jkf").losses.is_empty());
    let losses = written(&kifu, "usi").losses.to_string();
    let expected = "3 headers (sente, time_control, 先手の囲い)";
    assert_eq!(losses, expected);
}

#[test]
fn time_left_is_read() {
    let loaded = read_as("wars.csa", "V2.2\nPI\n+\n+7776FU,L599\n-3334FU,L597.5\n%TORYO\n");
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    let left = |side, milliseconds| {
        let left = Left::Time(milliseconds);
        Note::Remaining(Remaining { side, left })
    };
    assert_eq!(notes(&record, 1), [left(Side::First, 599_000)]);
    let last = [left(Side::Second, 597_500), Note::from(EndingKind::Resign)];
    assert_eq!(notes(&record, 2), last);
}

#[test]
fn an_unreadable_move_of_csa_is_written_back() {
    let text = "V2.2\nPI\n+\n+7776FU\n-9999ZZ\n+2726FU\n";
    let loaded = read_as("game.csa", text);
    let csa = written(&loaded, "csa");
    assert!(csa.losses.is_empty(), "{}", csa.losses);
    assert_eq!(String::from_utf8(csa.bytes).unwrap(), text);
    // A format without such a move reports a loss.
    assert!(written(&loaded, "usi").losses.to_string().contains("1 unreadable move"));
}

#[test]
fn time_left_is_not_written_to_csa_whose_other_readers_refuse_it() {
    let text = "V2.2\nPI\n+\n+7776FU\nL599\n-3334FU\nL598\n";
    let loaded = read_as("game.csa", text);
    let csa = written(&loaded, "csa");
    assert_eq!(csa.losses.to_string(), "2 remaining times");
    assert_eq!(String::from_utf8(csa.bytes).unwrap(), "V2.2\nPI\n+\n+7776FU\n-3334FU\n");
    assert_eq!(written(&loaded, "kif").losses.to_string(), "2 remaining times");
}

#[test]
fn comments_of_programs_and_headers_behind_a_comma_are_kept() {
    let text = "'rating:a+id:b+id\nV2.2\nPI,$SITE:KAZUSA ARC\n+\n+7776FU\n'a remark\n'*good\n%%ILLEGAL_ACTION\n";
    let loaded = read_as("game.csa", text);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Place), Some("KAZUSA ARC"));
    let csa = written(&loaded, "csa");
    assert!(csa.losses.is_empty(), "{}", csa.losses);
    let again = String::from_utf8(csa.bytes).unwrap();
    for line in ["'rating:a+id:b+id", "$SITE:KAZUSA ARC", "'a remark", "'*good", "%%ILLEGAL_ACTION"]
    {
        assert!(again.lines().any(|other| other == line), "{line} in {again}");
    }
    // Above the moves, KIF cannot tell prose from headers.
    assert_eq!(written(&loaded, "kif").losses.to_string(), "1 remark");
}

#[test]
fn an_unplayed_game_is_not_a_resignation() {
    for (word, name) in [("不戦敗", "default_loss"), ("不戦勝", "default_win")] {
        let kif = format!("手合割：平手\n先手：a\n後手：b\n   1 ７六歩(77)\n   2 {word}\n");
        let loaded = read_as("game.kifu", kif.as_str());
        for format in ["csa", "jkf"] {
            let losses = written(&loaded, format).losses;
            assert_eq!(losses.to_string(), "1 ending", "{word} in {format}");
            assert!(format!("{losses:#}").contains(name) || format!("{losses:#}").contains(word));
        }
        assert!(written(&loaded, "kifu").losses.is_empty(), "{word}");
    }
}

#[test]
fn every_time_of_jkf_has_its_total() {
    let text = "V2.2\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n+2726FU\nT3\n%TORYO\nT4\n";
    let loaded = read_as("game.csa", text);
    let jkf = written(&loaded, "jkf");
    let json: serde_json::Value = serde_json::from_slice(&jkf.bytes).unwrap();
    let moves = json["moves"].as_array().unwrap();
    let totals: Vec<_> =
        moves.iter().filter_map(|entry| entry["time"]["total"]["s"].as_u64()).collect();
    assert_eq!(totals, [1, 2, 4, 6]);
}

#[test]
fn no_round_trip_changes_an_ending() {
    let jkf = r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}},
        {"special":"CHUDAN"},{"special":"TIME_UP"}]}"#;
    let loaded = read_as("game.jkf", jkf);
    let again = written(&loaded, "jkf");
    let endings = |loaded: &Loaded| {
        let record = loaded.game(0).unwrap();
        let tree = &record.tree;
        let endings: Vec<_> = tree.ids().filter_map(|node| tree.ending(node).cloned()).collect();
        endings
    };
    assert_eq!(endings(&loaded).len(), 2);
    assert_eq!(endings(&read_as("game.jkf", &again.bytes)), endings(&loaded));
}

#[test]
fn small_letters_and_blanks_before_a_time_are_read() {
    let text = "v2.2\nn+a\npi\n+\n+7776fu T5\n-3334FU\nT 6\n+2726fu,T 7\n%toryo\n";
    for name in ["game.csa", "game"] {
        let loaded = read_as(name, text);
        assert_eq!(loaded.warnings(), []);
        let record = loaded.game(0).unwrap();
        assert_eq!(mainline(&record), ["7g7f", "3c3d", "2g2f"]);
        assert_eq!(ending(&record, record.tree.mainline_end()), Some(EndingKind::Resign));
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some("a"));
        for (ply, seconds) in [(1, 5), (2, 6), (3, 7)] {
            let clock = Clock { spent: Some(seconds * 1000), total: None };
            assert!(notes(&record, ply).contains(&Note::Clock(clock)), "{ply}");
        }
    }
}

#[test]
fn unknown_lines_of_a_board_are_reported() {
    let loaded = read_as("game.csa", "V2.2\nPI\nPZ\nP\n+\n+7776FU\n");
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    let unknown = "expected PI, P1 to P9, P+ or P-";
    assert_eq!(warnings, [format!("3:1: {unknown}"), format!("4:1: {unknown}")]);
}

#[test]
fn the_time_of_the_start_has_no_weekday() {
    for started in ["2012/08/06(月) 06:09:11", "2012年08月06日(月) 06:09:11", "2012/08/06 06:09:11"]
    {
        let loaded = load(&format!("開始日時：{started}\n手合割：平手\n1 ７六歩(77)\n"));
        let csa = written(&loaded, "csa").bytes;
        let csa = String::from_utf8(csa).unwrap();
        assert!(csa.contains("$START_TIME:2012/08/06 06:09:11\n"), "{csa}");
    }
}

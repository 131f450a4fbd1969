//! Games in logs, in addresses and in web pages.

use dapu::format::Loaded;
use dapu::game::Side;
use dapu::record::{EndingKind, Key, Note};

use crate::common;

const OPENING: &str = "7g7f 3c3d 8h2b+ 3a2b B*4e";

fn moves(loaded: &Loaded, game: usize) -> String {
    common::moves(loaded, game).join(" ")
}

fn read(text: &str, format: &str) -> Loaded {
    let loaded =
        common::read(text.as_bytes(), "").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(loaded.format.name, format, "{text}");
    loaded
}

fn ending(loaded: &Loaded) -> Option<EndingKind> {
    let record = loaded.game(0).unwrap();
    let last = record.tree.mainline_end();
    record.tree.ending(last).map(|ending| ending.kind)
}

#[test]
fn usi_is_recognised_by_its_moves() {
    assert_eq!(moves(&read("7g7f 3c3d\n", "usi"), 0), "7g7f 3c3d");
    assert_eq!(moves(&read("startpos 7g7f 3c3d resign\n", "usi"), 0), "7g7f 3c3d");
    for text in ["7g7f\n3c3d\n", "7g7f\r\n3c3d"] {
        assert_eq!(moves(&read(text, "usi"), 0), "7g7f 3c3d");
    }
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for start in ["b - 0", "b 2b2g 1", "b -"] {
        for before in ["", "sfen ", "position sfen "] {
            let text = format!("{before}{board} {start} 7g7f 3c3d\n");
            assert_eq!(moves(&read(&text, "usi"), 0), "7g7f 3c3d", "{text}");
        }
        let alone = format!("{board} {start}\n");
        assert_eq!(moves(&read(&alone, "usi"), 0), "", "{alone}");
    }
    assert_eq!(read("position startpos moves h2e2 h9g7\n", "fen").games().len(), 1);
}

#[test]
fn each_game_of_an_engine_log_is_its_longest_position_command() {
    let log = std::fs::read_to_string("samples/shogi/engine.log").unwrap();
    let loaded = read(&log, "usi");
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(moves(&loaded, 0), OPENING);
    assert_eq!(moves(&loaded, 1), "2g2f 8c8d");
    assert_eq!(loaded.warnings(), []);
}

#[test]
fn the_last_answer_in_an_engine_log_is_a_move() {
    let log = |ask: &str, answer: &str| {
        format!(
            "usinewgame\nposition startpos\ngo btime 0\nbestmove 7g7f\nposition startpos moves 7g7f 3c3d\n{ask}\n\
             info depth 1 pv 6i7h\nbestmove {answer}\n"
        )
    };
    for (ask, answer, wanted) in [
        ("go btime 0 wtime 0", "2g2f ponder 8c8d", "7g7f 3c3d 2g2f"),
        ("go ponder btime 0\nponderhit", "2g2f", "7g7f 3c3d 2g2f"),
        ("go ponder btime 0\nstop", "2g2f", "7g7f 3c3d"),
        ("go infinite\nstop", "2g2f", "7g7f 3c3d"),
        // Stale, or none.
        ("go", "3c3d", "7g7f 3c3d"),
        ("go", "(none)", "7g7f 3c3d"),
    ] {
        let loaded = read(&log(ask, answer), "usi");
        assert_eq!(
            (moves(&loaded, 0), loaded.games().len()),
            (wanted.to_owned(), 1),
            "{ask} {answer}"
        );
        assert_eq!(loaded.warnings(), []);
    }
    let loaded = read(&log("go", "resign"), "usi");
    assert_eq!(
        (moves(&loaded, 0), ending(&loaded)),
        ("7g7f 3c3d".into(), Some(EndingKind::Resign))
    );
}

#[test]
fn positions_that_follow_one_another_in_a_log_are_a_game() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let third = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let game = format!(
        "position sfen {start}\ngo\nbestmove 7g7f\nposition sfen {third}\ngo\nbestmove 8h2b+\n"
    );
    let loaded = read(&game, "usi");
    assert_eq!((moves(&loaded, 0), loaded.games().len()), ("7g7f 3c3d 8h2b+".to_owned(), 1));
    // After another game has begun, and without an answer between, they are not.
    for text in [
        game.replace(
            "position sfen lnsgkgsnl/1r5b1/pppppp1pp",
            "usinewgame\nposition sfen lnsgkgsnl/1r5b1/pppppp1pp",
        ),
        game.replacen("bestmove 7g7f", "bestmove 2g2f", 1),
    ] {
        assert_eq!(read(&text, "usi").games().len(), 2, "{text}");
    }
}

#[test]
fn the_log_of_a_csa_client_is_read_as_a_game() {
    let log = std::fs::read_to_string("samples/shogi/server.log").unwrap();
    let loaded = read(&log, "csa");
    assert_eq!(moves(&loaded, 0), "7g7f 3c3d");
    assert_eq!(ending(&loaded), Some(EndingKind::Resign));
    let headers = loaded.games()[0].headers();
    assert_eq!(headers.get(Key::Player(Side::Second)), Some("second"));
    assert_eq!(headers.get(Key::Event), Some("test-1"));
    assert_eq!(loaded.warnings(), []);
    let timeout = log.replace("send: %TORYO\nrecv: %TORYO,T2\nrecv: #RESIGN", "recv: #TIME_UP");
    assert_eq!(ending(&read(&timeout, "csa")), Some(EndingKind::Timeout));
    // Perpetual check loses; only the last line says for whom.
    let foul =
        log.replace("send: %TORYO\nrecv: %TORYO,T2\nrecv: #RESIGN", "recv: #OUTE_SENNICHITE");
    assert_eq!(ending(&read(&foul, "csa")), Some(EndingKind::IllegalLoss));
}

#[test]
fn concatenated_csa_files_are_separate_games() {
    let file = "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\nT1\n%TORYO\n";
    let loaded = read(&format!("{file}{file}"), "csa");
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(moves(&loaded, 1), "7g7f");
}

#[test]
fn moves_in_addresses_are_read() {
    let sample = std::fs::read_to_string("samples/shogi/bishops.url").unwrap();
    let kento = read(&sample, "link");
    assert_eq!(moves(&kento, 0), OPENING);
    assert_eq!(kento.game(0).unwrap().tree.len(), 8, "the branch has two moves");
    for address in
        ["~0.7ku2jm8rl09kbxo.r", "https://www.shogi-playground.example/?usen=~0.7ku2jm8rl09kbxo.r"]
    {
        let usen = read(address, "link");
        assert_eq!(moves(&usen, 0), OPENING, "{address}");
        assert_eq!(ending(&usen), Some(EndingKind::Resign));
    }
    let piyo = "https://www.studiok-i.net/kifu/?sfen=position%20startpos%20moves%207g7f%203c3d%208h2b%2B%203a2b%20B%2A4e";
    assert_eq!(moves(&read(piyo, "link"), 0), OPENING);
    // `position startpos moves 7g7f 3c3d`
    let board = "https://www.shogi-extend.com/share-board?turn=2&xbody=cG9zaXRpb24gc3RhcnRwb3MgbW92ZXMgN2c3ZiAzYzNk";
    assert_eq!(moves(&read(board, "link"), 0), "7g7f 3c3d");
    assert!(common::read(b"https://example.org/?moves=all", "").is_err());
    assert!(common::read(b"https://example.org/", "").is_err());
}

#[test]
fn records_in_scripts_attributes_strings_and_text_of_pages_are_read() {
    let record = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let page = |body: &str| {
        format!("<!DOCTYPE html>\n<html><head><title>x</title></head><body>{body}</body></html>")
    };
    let bodies = [
        format!("<script type=\"text/kifu\">{record}</script>"),
        format!("<div data-kifu=\"{record}\"></div>"),
        format!("<pre>{record}</pre>"),
        format!("<p>x</p><textarea>{record}</textarea>"),
        format!("<div>{}</div>", record.replace('\n', "<br>").replace(' ', "&nbsp;")),
        format!("<script>var kifu = \"{}\";</script>", record.replace('\n', "\\n")),
        format!("<script>var kifu = '{}';</script>", record.replace('\n', "\\n' +\n '")),
    ];
    for body in bodies {
        let loaded = read(&page(&body), "page");
        assert_eq!(moves(&loaded, 0), "7g7f 3c3d", "{body}");
        assert_eq!(ending(&loaded), Some(EndingKind::Resign), "{body}");
    }
    // KI2 in a paragraph, and two records.
    let ki2 = page("<h1>昨日</h1><p>先手：A<br>▲７六歩　△３四歩<br>▲２六歩</p>");
    assert_eq!(moves(&read(&ki2, "page"), 0), "7g7f 3c3d 2g2f");
    let two =
        format!("<PRE>{record}</PRE><pre>{}</pre>", record.replace("３四歩(33)", "８四歩(83)"));
    assert_eq!(moves(&read(&page(&two), "page"), 0), "7g7f 3c3d");
    assert_eq!(moves(&read(&page(&two), "page"), 1), "7g7f 8c8d");
    assert!(common::read(page("<p>手合割 and nothing else</p>").as_bytes(), "").is_err());
}

#[test]
fn words_around_commands_are_kept() {
    let text = "次の局面です。\nposition startpos moves 7g7f 3c3d\nよろしく。\nposition startpos moves 2g2f 8c8d 2f2e\nそして\n終わり。\n";
    let loaded = read(text, "usi");
    let told = |game: usize| -> Vec<(u32, String)> {
        let record = loaded.game(game).unwrap();
        let tree = &record.tree;
        let comments = tree.ids().flat_map(|node| {
            tree.comments(node).map(move |text| (tree.ply(node), text.to_owned()))
        });
        comments.collect()
    };
    assert_eq!(
        (moves(&loaded, 0), moves(&loaded, 1)),
        ("7g7f 3c3d".into(), "2g2f 8c8d 2f2e".into())
    );
    assert_eq!(told(0), [(0, "次の局面です。".to_owned()), (2, "よろしく。".to_owned())]);
    assert_eq!(told(1), [(3, "そして\n終わり。".to_owned())]);
}

#[test]
fn ranks_may_be_numbers_in_western_letters() {
    let text = "1.P76 P34 2.P26 P84 3.P25 P85 4.G78 G32 5.P24 Px24 6.Rx24\n";
    let loaded = read(text, "psn");
    assert_eq!(moves(&loaded, 0), "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d");
    assert_eq!(loaded.warnings(), []);
}

#[test]
fn fields_of_tables_and_data_may_hold_games() {
    for (name, text, format) in [
        (
            "games.csv",
            "id,kifu\n1,\"手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\"\n2,\"手合割：平手\n1 ２六歩(27)\n2 ８四歩(83)\"\n",
            "kif",
        ),
        ("games.csv", "id,kifu\n1,\"▲７六歩△３四歩\"\n2,\"▲２六歩△８四歩\"\n", "ki2"),
        ("games.tsv", "id\tkifu\n1\t▲７六歩△３四歩\n2\t▲２六歩△８四歩\n", "ki2"),
        ("games.csv", "id,moves,winner\n1,7g7f 3c3d,black\n2,2g2f 8c8d,white\n", "usi"),
        ("games.jsonl", "{\"kifu\":\"▲７六歩△３四歩\"}\n{\"kifu\":\"▲２六歩△８四歩\"}\n", "ki2"),
    ] {
        let loaded =
            common::read(text.as_bytes(), name).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(loaded.format.name, format, "{text}");
        assert_eq!(loaded.games().len(), 2, "{text}");
        assert_eq!([moves(&loaded, 0), moves(&loaded, 1)], ["7g7f 3c3d", "2g2f 8c8d"], "{text}");
    }
}

#[test]
fn pgn_of_shogi_may_have_the_moves_of_psn() {
    for list in ["1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e *", "1. P-76 P-34 2. Bx22+ Sx22 3. B*45 *"] {
        let text = format!(
            "[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n[Variant \"shogi\"]\n\n{list}\n"
        );
        let loaded = read(&text, "psn");
        assert_eq!(moves(&loaded, 0), OPENING, "{text}");
        assert_eq!(loaded.warnings(), []);
    }
}

#[test]
fn players_are_named_without_colons_too() {
    let list = "▲７六歩△３四歩▲２六歩△８四歩\n";
    for text in [
        format!("先手　佐藤\n後手　森内\n{list}まで、4手で先手の勝ち\n"),
        format!("☗先手 佐藤 ☖後手 森内\n{list}"),
        format!("▲佐藤 △森内\n{list}"),
        "Sente: 佐藤, Gote: 森内\n1. P-7f P-3d 2. P-2f P-8d (also good)\n".to_owned(),
        "Sente：佐藤 / Gote：森内\n1. P-7f P-3d\n2. P-2f P-8d and so on\n".to_owned(),
    ] {
        let loaded =
            common::read(text.as_bytes(), "").unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves(&loaded, 0), "7g7f 3c3d 2g2f 8c8d", "{text}");
        let headers = &loaded.game(0).unwrap().headers;
        for (side, name) in Side::BOTH.into_iter().zip(["佐藤", "森内"]) {
            assert_eq!(headers.get(Key::Player(side)), Some(name), "{text}");
        }
        assert_eq!(loaded.warnings(), [], "{text}");
    }
}

#[test]
fn western_moves_may_touch_or_be_in_wide_letters() {
    for text in
        ["1. P-7fP-3d2. P-2fP-8d3. P-2e P-8e\n", "1. Ｐ－７ｆ P-3d 2. P-2f Ｐ－８ｄ 3. P-2e P-8e\n"]
    {
        let loaded = common::read(text.as_bytes(), "").unwrap();
        assert_eq!(moves(&loaded, 0), "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e", "{text}");
        assert_eq!(loaded.warnings(), [], "{text}");
    }
}

#[test]
fn times_may_be_in_minutes() {
    for text in [
        "手数 指し手 考慮時間\n1 ▲７六歩 1分\n2 △３四歩 2分30秒\n",
        "先手：A\n後手：B\n1手目　▲７六歩（1分）\n2手目　△３四歩（２分30秒）\n",
    ] {
        let loaded = common::read(text.as_bytes(), "").unwrap();
        let record = loaded.game(0).unwrap();
        let clocks =
            record.tree.mainline().flat_map(|node| record.tree.notes(node)).filter_map(|note| {
                match note {
                    Note::Clock(clock) => clock.spent,
                    _ => None,
                }
            });
        assert_eq!(clocks.collect::<Vec<_>>(), [60_000, 150_000], "{text}");
        assert!(loaded.warnings().is_empty(), "{text}: {:?}", loaded.warnings());
    }
}

#[test]
fn sentences_and_headings_of_shogi_are_read() {
    let line = "7g7f 3c3d 2g2f 8c8d";
    let text =
        "初手▲７六歩に△３四歩。そこから▲２六歩△８四歩▲２五歩△８五歩▲７八金△３二金と進んだ。\n";
    let loaded = common::read(text.as_bytes(), "").unwrap();
    assert_eq!(moves(&loaded, 0), format!("{line} 2f2e 8d8e 6i7h 4a3b"));
    let film = "1\n00:00:01,000 --> 00:00:04,000\n先手は▲７六歩。\n\n2\n00:00:04,500 --> 00:00:08,000\n\
        後手は△３四歩と角道を開けました。\n\n3\n00:00:08,500 --> 00:00:12,000\n▲２六歩に対して△８四歩。\n\n\
        4\n00:00:12,500 --> 00:00:16,000\n▲２五歩△８五歩▲７八金△３二金と進みます。\n";
    assert_eq!(lines_of(film), [format!("{line} 2f2e 8d8e 6i7h 4a3b")]);
    for [one, other] in [["（Ａ）", "（Ｂ）"], ["(1)", "(2)"]] {
        let text = format!(
            "▲７六歩△３四歩▲２六歩△８四歩\n{one}▲２五歩△８五歩▲７八金\n{other}▲７八金△３二金▲２五歩\n"
        );
        let loaded = common::read(text.as_bytes(), "").unwrap();
        let record = loaded.game(0).unwrap();
        assert_eq!(moves(&loaded, 0), format!("{line} 2f2e 8d8e 6i7h"), "{text}");
        assert_eq!(record.tree.len(), 1 + 4 + 6, "{text}");
        let mut notes = record.tree.all_notes();
        assert!(
            !notes.any(|note| matches!(note, Note::Comment(text) if text.contains(['▲', '△'])))
        );
    }
}

fn lines_of(text: &str) -> Vec<String> {
    let loaded =
        common::read(text.as_bytes(), "").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(loaded.warnings(), [], "{text}");
    super::lines(&loaded.game(0).unwrap())
}

#[test]
fn branches_of_books_begin_where_those_above_them_do() {
    let line = "7g7f 3c3d 2g2f 8c8d";
    for [one, other] in [
        ["Ａ．△８四歩", "Ｂ．△４四歩"],
        ["【基本図からの指し手①】\n△８四歩", "【基本図からの指し手②】\n△４四歩"],
        ["A\n△８四歩", "B\n△４四歩"],
        ["【変化１】△８四歩", "【変化２】△８四歩で△４四歩"],
    ] {
        let text =
            format!("▲７六歩△３四歩▲２六歩\n\n{one}\n▲２五歩△８五歩\n\n{other}\n▲２五歩△３三角\n");
        let expected = [format!("{line} 2f2e 8d8e"), "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c".to_owned()];
        assert_eq!(lines_of(&text), expected, "{text}");
    }
}

#[test]
fn shogi_is_written_in_many_ways() {
    let line = "7g7f 3c3d 2g2f 8c8d 2f2e";
    for text in [
        "初手から\n▲七六歩△三四歩▲二六歩△八四歩▲二五歩\n",
        "☗P76 ☖P34 ☗P26 ☖P84 ☗P25\n",
        "Opens '''1. P-76 P-34 2. P-26 P-84 3. P-25'''. {{diagram}}\n",
        "{\"players\":[\"A\"],\"moves\":[\"7g7f\",\"3c3d\",\"2g2f\",\"8c8d\",\"2f2e\"]}\n",
        "[2023-03-04 10:00:02.111] csa > +7776FU\n[2023-03-04 10:00:02.120] csa < +7776FU,T1\n\
         [2023-03-04 10:00:05.100] csa < -3334FU,T3\n[2023-03-04 10:00:06.000] csa > +2726FU\n\
         [2023-03-04 10:00:06.010] csa < +2726FU,T1\n[2023-03-04 10:00:07.000] csa < -8384FU\n\
         [2023-03-04 10:00:07.100] csa < +2625FU\n",
    ] {
        assert_eq!(lines_of(text), [line], "{text}");
    }
    // A piece that is taken may stand in place of the square.
    let text = "1.P-7f, P-3d; 2.P-2f, P-8d; 3.P-2e, P-8e; 4.G-7h, G-3b; 5.P-2d, PxP; 6.RxP, P-8f; 7.PxP, RxP.\n";
    let expected = format!("{line} 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f");
    assert_eq!(lines_of(text), [expected]);
}

#[test]
fn a_title_may_name_the_handicap() {
    for title in ["二枚落ち定跡（銀多伝）\n", "二枚落ち指導対局\n下手：甲\n上手：乙\n"]
    {
        let text = format!("{title}\n△６二銀▲７六歩△５四歩▲４六歩\n");
        let loaded = common::read(text.as_bytes(), "").unwrap();
        let record = loaded.game(0).unwrap();
        assert!(super::sfen(&record).starts_with("lnsgkgsnl/9/"), "{text}");
    }
    // Where sente moves first, it is only a word.
    let loaded = common::read("二枚落ちの話\n▲７六歩△３四歩\n".as_bytes(), "").unwrap();
    assert!(super::sfen(&loaded.game(0).unwrap()).starts_with("lnsgkgsnl/1r5b1/"));
}

#[test]
fn words_behind_moves_of_ki2_are_kept() {
    let text =
        "先手：甲\n▲２六歩　　「居飛車党だから」と藤井。\n△８四歩　　渡辺はノータイム。\n▲７六歩\n";
    let loaded = common::read(text.as_bytes(), "").unwrap();
    let notes = format!("{:?}", loaded.game(0).unwrap().tree.all_notes().collect::<Vec<_>>());
    for word in ["「居飛車党だから」と藤井。", "渡辺はノータイム。"] {
        assert!(notes.contains(word), "{notes}");
    }
}

#[test]
fn what_is_no_move_ends_no_line() {
    let comment_at = |loaded: &Loaded, ply: usize| {
        let tree = &loaded.game(0).unwrap().tree;
        let node = tree.mainline().nth(ply).unwrap();
        tree.comments(node).collect::<Vec<_>>().join("|")
    };
    for (text, expected) in [
        (
            "▲７六歩 △３四歩 ▲２二角成り △同銀 ▲４五角打ち △５二金右 ▲３四角",
            "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b 4e3d",
        ),
        ("▲７六歩△３四歩▲２二角成らず△同銀", "7g7f 3c3d 8h2b 3a2b"),
        ("▲５八金右△３四歩▲６八金寄ル△８四歩", "4i5h 3c3d 5h6h 8c8d"),
        ("☗７六歩☖３四歩☗２六歩☖８四歩🤔☗２五歩😱☖８五歩", "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e"),
        ("☗７六歩☖３四歩🙇‍♂️☗２六歩⁉☖８四歩", "7g7f 3c3d 2g2f 8c8d"),
        (
            "▲７六歩 △３四歩 ▲６八飛! △６二銀? ▲４八玉(1図) △４二玉 ▲３八玉【２図】 △３二玉",
            "7g7f 3c3d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b",
        ),
        ("▲７六歩[図1]△３四歩〔途中図〕▲２六歩だ△８四歩！▲２五歩", "7g7f 3c3d 2g2f 8c8d 2f2e"),
        ("▲７六歩 +35 △３四歩 -12 ▲２六歩 +0.4 △８四歩", "7g7f 3c3d 2g2f 8c8d"),
    ] {
        let loaded = read(text, "ki2");
        assert_eq!(moves(&loaded, 0), expected, "{text}");
        assert_eq!(loaded.warnings(), [], "{text}");
    }
    let loaded = read("☗７六歩☖３四歩☗２六歩🤔☖８四歩【２図】☗２五歩 +0.3 ☖８五歩", "ki2");
    let kept = [3, 4, 5].map(|ply| comment_at(&loaded, ply));
    assert_eq!(kept, ["🤔", "【２図】", "+0.3"]);
}

#[test]
fn positions_are_read_from_addresses() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL";
    let escaped = start.replace('/', "%2F");
    for text in [
        format!("https://shogidb2.com/games/018d3d1e#{escaped}%20w%20-%202"),
        format!("https://lishogi.org/analysis/standard/{start}_w_-_2"),
        format!("piyoshogi://?sfen={escaped}%20w%20-%202"),
        format!("{start}_w_-_2\n"),
    ] {
        let loaded = read(&text, "link");
        let record = loaded.game(0).unwrap();
        assert_eq!(record.start.shogi().unwrap().sfen(2), format!("{start} w - 2"), "{text}");
    }
    let text = format!("https://shogidb2.com/board?sfen={escaped}%20w%20-%202&moves=-3334FU");
    assert_eq!(read(&text, "link").game(0).unwrap().warnings.listed().len(), 1);
}

#[test]
fn moves_below_a_japanese_head_may_be_in_any_notation() {
    let head = "先手：羽生善治\n後手：森内俊之\n\n";
    for list in [
        "☗P-7f ☖P-3d ☗Bx2b+ ☖Sx2b ☗B*4e",
        "☗7g7f ☖3c3d ☗8h2b+ ☖3a2b ☗B*4e*1",
        "1. 7g7f 3c3d 2. 8h2b+ 3a2b 3. B*4e",
        "1 ７六歩(77) 2 ３四歩(33) ❤️ 3 ２二角成(88) https://example.org 4 同　銀(31)<br>5 ４五角打",
    ] {
        let loaded = read(&format!("{head}{list}\n"), "kif");
        assert_eq!(moves(&loaded, 0), OPENING, "{list}");
        assert_eq!(loaded.warnings(), [], "{list}");
        assert_eq!(
            loaded.game(0).unwrap().headers.get(Key::Player(Side::First)),
            Some("羽生善治"),
            "{list}"
        );
    }
}

#[test]
fn a_move_of_a_marked_list_that_cannot_be_read_is_reported() {
    for list in
        ["☗P-7f ☖P-3d ☗P-2f ☖P-8d ☗P-2e ☖S-4■", "▲７六歩 △３四歩 ▲２六歩 △８四歩 ▲２五歩 △４二"]
    {
        let format = if list.contains('P') { "psn" } else { "ki2" };
        assert!(!read(list, format).warnings().is_empty(), "{list}");
    }
    let loaded = read("先手：A\n後手：B\n\n- [☗P-7h] [☖P-3e]\n", "kif");
    assert!(!loaded.warnings().is_empty());
}

#[test]
fn a_line_that_is_announced_as_another_one_is_doubted() {
    let text = "▲７六歩△３四歩▲２六歩△８四歩\n▲２五歩\n変化は△４四歩▲４八銀\n△８五歩\n";
    assert!(!read(text, "ki2").warnings().is_empty(), "{text}");
}

#[test]
fn words_and_diagrams_open_variations() {
    let line = "7g7f 3c3d 2g2f 8c8d";
    for text in [
        "▲７六歩△３四歩▲２六歩△８四歩（Ａ図）\n\nＡ図から▲２五歩△８五歩。\n\nＡ図から▲６六歩△６二銀。\n",
        "▲７六歩△３四歩▲２六歩△８四歩\n\n▲２五歩の場合\n△８五歩\n\n▲６六歩の場合\n△６二銀\n",
    ] {
        let expected = [format!("{line} 2f2e 8d8e"), format!("{line} 6g6f 7a6b")];
        assert_eq!(lines_of(text), expected, "{text}");
    }
}

#[test]
fn a_list_of_plies_may_lack_a_number() {
    let list = "1 ７六歩(77) 2 ３四歩(33) ２六歩(27) 4 ８四歩(83) 5 ２五歩(26)\n";
    for list in [list.to_owned(), list.replace("六歩(27)", "六\u{200b}歩(27)")] {
        let loaded = read(&list, "kif");
        assert_eq!(moves(&loaded, 0), "7g7f 3c3d 2g2f 8c8d 2f2e", "{list}");
    }
}

#[test]
fn moves_below_japanese_names_are_read_or_reported() {
    let list = |moves: &str| read(&format!("先手：A\n後手：B\n\n{moves}\n"), "kif");
    let touching = list("1.2g2f8c8d2.7g7f 4a3b3.2f2e 8d8e4.8h7g3c3d");
    assert_eq!(moves(&touching, 0), "2g2f 8c8d 7g7f 4a3b 2f2e 8d8e 8h7g 3c3d");
    assert!(!list("1.2g2f_8c8d,2.7g7fx4a3b 5.2f2ex").warnings().is_empty());
}

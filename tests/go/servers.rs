//! The text formats of Asian servers: GIB, NGF and UGF, and their conversion to SGF.

use dapu::format;
use dapu::game::Side;
use dapu::record::{Key, Note};
use dapu::text::Source;

use super::{common, last_board, load, outline, picture, to_sgf_without};

const GIB: &str = "\\HS\n\\[GIBOKIND=Global\\]\n\\[GAMENAME=a game\\]\n\\[GAMEPLACE=Tygem\\]\n\\[GAMEWHITENAME=white one (3D)\\]\n\
    \\[GAMEBLACKNAME=black (2D)\\]\n\
    \\[GAMEINFOMAIN=GBKIND:3,GTIME:600-30-3,GRLT:1,ZIPSU:35,DUM:0,GONGJE:65,TCNT:4\\]\n\
    \\[GAMETAG=S0,R0,D0,G65,W1,Z35,T30-3-600,C2020:06:14:01:26,I:w,L:19\\]\n\\HE\n\\GS\n2 1 0\n5 0 &4\nINI 0 1 0 &4 \n\
    STO 0 2 1 15 3 \nSTO 0 3 2 3 15 \nSKI 0 4 \nSTO 0 5 2 3 3 \n\\GE\n";

#[test]
fn gib_gives_headers_and_moves() {
    let loaded = load("a.gib", GIB);
    assert_eq!(loaded.format.name, "gib");
    assert_eq!(loaded.warnings(), []);
    assert_eq!(loaded.cut(), None);
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B pd W dp B pass W dd");
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Player(Side::First)), Some("black"));
    assert_eq!(header(Key::Rank(Side::Second)), Some("3D"));
    assert_eq!(header(Key::Komi), Some("6.5"));
    assert_eq!(header(Key::Result), Some("W+3.5"));
    assert_eq!(header(Key::Date), Some("2020-06-14"));
    let text = to_sgf_without(&loaded, "3 headers (GIBOKIND, GAMEINFOMAIN, GAMETAG)");
    assert!(text.contains("TM[600]OT[3x30 byo-yomi]"), "{text}");
}

#[test]
fn gib_has_its_commentary_behind_the_game() {
    let block = |what: &str| format!("\\RS\n\\[REFSUSUN=2\\]\n\\[{what}\\]\n\\RE\n");
    let game = GIB.replace("STO 0 5 2 3 3 \n", "REM 0 5 -1 -1 0 1\n");
    let diagram = block("REFGIBO=\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\nSTO 0 4 1 2 2\nSTO 0 5 2 3 3");
    let text = [game, block("REFEXPLAIN=\none\ntwo\n"), diagram].concat();
    let loaded = load("a.gib", text);
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B pd W dp (B pass) (B cc W dd)");
    let second = record.tree.mainline().nth(2).unwrap();
    assert_eq!(record.tree.comment(second), Some("one\ntwo"));
}

#[test]
fn gib_of_today_has_its_headers_in_lists() {
    let loaded = load(
        "a.gib",
        "\\HS\n\\[GAMEINFOMAIN=GRLT:3,GONGJE:75,LINE:13\\]\n\\[GAMEINFOSUB=GNAME:rank game,\
        GDATE:2025- 1-18-16-38-32,GPLC:here\\]\n\\[WUSERINFO=WID:w ,WLV:35\\]\n\
        \\[BUSERINFO=BID:bb,BLV:11,BNICK:b\\]\n\\HE\n\\GS\n2 1 0\n2 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n",
    );
    let record = loaded.game(0).unwrap();
    let wanted = [
        (Key::Player(Side::First), "bb"),
        (Key::Rank(Side::First), "7K"),
        (Key::Player(Side::Second), "w"),
        (Key::Rank(Side::Second), "9P"),
        (Key::Date, "2025-01-18"),
        (Key::Title, "rank game"),
        (Key::Place, "here"),
        (Key::Size, "13"),
        (Key::Komi, "7.5"),
        (Key::Result, "B+R"),
    ];
    for (key, value) in wanted {
        assert_eq!(record.headers.get(key), Some(value));
    }
}

#[test]
fn gib_with_handicap_and_errors_is_read() {
    let text =
        GIB.replace("INI 0 1 0", "INI 0 1 3").replace("SKI 0 4", "STO 0 4 9 1").replace("\\GE", "");
    let loaded = load("a.gib", text);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Handicap), Some("3"));
    let dapu::game::Position::Go(start) = record.position_at(dapu::record::NodeId::ROOT) else {
        panic!("no Go");
    };
    assert_eq!(picture(&start).matches('X').count(), 3);
    assert_eq!(outline(&record), "- B pd W dp - W dd");
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 5, "{warnings:?}");
    assert_eq!(warnings[2], "16:1: \"STO 0 4 9 1\" is not a move");
    assert_eq!(loaded.cut(), Some("the file ends before \\GE"));
    assert!(format::read(&Source::new(b"\\HS\n\\HE\n", "a.gib")).is_err());
}

#[test]
fn gib_is_read_in_the_encodings_of_its_servers() {
    let named = |label: &str, kind: &str, name: &str, place: &str| {
        let text = GIB
            .replace("Global", kind)
            .replace("black (2D)", name)
            .replace("=Tygem", &format!("={place}"));
        let encoding = dapu::text::encoding_by_label(label).unwrap();
        load("a.gib", encoding.encode(&text).0)
    };
    for (label, kind, name, place, encoding) in [
        ("euc-kr", "Korea", "이세돌 (9단)", "타이젬", "euc-kr"),
        ("gbk", "China", "石下之臣(9段)", "弈城", "gb18030"),
        ("utf-8", "Global", "신진서 (9P)", "Tygem", "utf-8"),
    ] {
        let loaded = named(label, kind, name, place);
        assert_eq!(loaded.encoding, Some(encoding));
        let record = loaded.game(0).unwrap();
        let (player, rank) = name.trim_end_matches(')').split_once('(').unwrap();
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some(player.trim()));
        assert_eq!(record.headers.get(Key::Rank(Side::First)), Some(rank));
        assert_eq!(record.headers.get(Key::Place), Some(place));
    }
}

#[test]
fn gib_without_codes_gives_what_it_can() {
    let text = GIB
        .replace("GRLT:1", "GRLT:99")
        .replace(
            "\\[GAMETAG=",
            "\\[GAMERESULT=흑 불계승\\]\n\\[GAMEDATE=2014- 1-27-17-54-54\\]\n\\[OTHER=",
        )
        .replace("GTIME:600-30-3", "GTIME:no limit")
        .replace(
            "\\[GAMEPLACE=Tygem\\]",
            "\\[GAMEPLACE=Tygem,\nSeoul\\]\n\\[GAMECOMMENT=a good game\\]",
        )
        .replace("INI 0 1 0 &4 ", "INI 0 1 0 &4 hello there")
        .replace("SKI 0 4", "SKI 0 4\nFOO 0 5");
    let loaded = load("a.gib", &text);
    let record = loaded.game(0).unwrap();
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Result), Some("B+R"));
    assert_eq!(header(Key::Date), Some("2014-01-27"));
    assert_eq!(header(Key::TimeControl), Some("no limit"));
    assert_eq!(header(Key::Place), Some("Tygem,Seoul"));
    assert_eq!(header(Key::Remark), Some("a good game"));
    assert_eq!(record.tree.comment(dapu::record::NodeId::ROOT), Some("hello there"));
    assert_eq!(outline(&record), "- B pd W dp B pass W dd");
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["21:1: \"FOO 0 5\" is not understood"]);
    // 255 is an unfinished game.
    let open = load("a.gib", GIB.replace("GRLT:1", "GRLT:255")).game(0).unwrap();
    assert_eq!(open.headers.get(Key::Result), None);
}

const NGF: &str = "Rating game\n19\nwhite       7D*\nblack       9DP\nwww.cyberoro.com\n0\n0\n6\n20170316 [02:52]\n10\n\
    White wins by 2.5 points\n3\nPMABBQEEQ\nPMACWEQQE\nPMADBEEEE\n";

#[test]
fn ngf_gives_headers_and_moves() {
    let loaded = load("a.ngf", NGF);
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B pd W dp B dd");
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Player(Side::Second)), Some("white"));
    assert_eq!(header(Key::Rank(Side::Second)), Some("7d"));
    assert_eq!(header(Key::Rank(Side::First)), Some("9p"));
    assert_eq!(header(Key::Komi), Some("6.5"));
    assert_eq!(header(Key::Date), Some("2017-03-16"));
    assert_eq!(header(Key::Result), Some("W+2.5"));
    let (record, count) = {
        let loaded = load("a.ngf", NGF.replace("PMACWEQQE", "PMACW"));
        (loaded.game(0).unwrap(), loaded.warnings().len())
    };
    assert_eq!((outline(&record).as_str(), count), ("- B pd - B dd", 1));
}

#[test]
fn ngf_passes_counts_its_moves_and_is_written_in_many_scripts() {
    let text = NGF.replace("PMACWEQQE", "PMACWAAAA").replace("\n3\n", "\n9\n");
    let loaded = load("a.ngf", text);
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B pd W pass B dd");
    assert_eq!(loaded.cut(), Some("3 of 9 moves are there"));
    assert_eq!(loaded.warnings().len(), 1);
    for (label, encoding, name, said, result) in [
        ("shift_jis", "shift_jis", "江維傑      5段P", "黒中押し勝ち!", "B+R"),
        ("euc-kr", "euc-kr", "이세돌      9DP", "흑 1.5집 승", "B+1.5"),
        ("big5", "big5", "周俊勳      9DP", "白5.5目勝!", "W+5.5"),
        ("gbk", "gb18030", "古力        9DP", "黑中盘胜", "B+R"),
    ] {
        let text = NGF.replace("black       9DP", name).replace("White wins by 2.5 points", said);
        let bytes = dapu::text::encoding_by_label(label).unwrap().encode(&text).0;
        let loaded = load("a.ngf", bytes);
        assert_eq!(loaded.encoding, Some(encoding));
        let record = loaded.game(0).unwrap();
        let (player, _) = name.split_once(' ').unwrap();
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some(player));
        assert!(record.headers.get(Key::Rank(Side::First)).unwrap().ends_with('p'));
        assert_eq!(record.headers.get(Key::Result), Some(result));
    }
    // With a handicap the komi is as written, and White moves first.
    let text = NGF.replace("cyberoro.com\n0\n0\n6", "cyberoro.com\n3\n0\n0");
    let record = load("a.ngf", text).game(0).unwrap();
    assert_eq!(record.headers.get(Key::Komi), Some("0"));
    assert_eq!(record.headers.get(Key::Handicap), Some("3"));
    assert_eq!(record.start.side_to_move(), Side::Second);
}

#[test]
fn ngf_is_read_in_its_older_layout() {
    let text = "GIEvent\nGIfirst 1d\nGIsecond 5d\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI2\nPMABBQEEQ\nPMACWEQQE\nGI1\nID[2] Black wins[EndTxt]\n";
    let loaded = load("a.ngf", text);
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B pd W dp");
    assert_eq!(record.headers.get(Key::Event), Some("Event"));
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("second"));
    assert_eq!(record.headers.get(Key::Result), Some("Black wins"));
}

#[test]
fn results_in_the_words_of_servers_become_those_of_sgf() {
    let unknown = ["Progressing!", "白棋12子 >> 白方(94):黑方(82)", "Black", "w+x"];
    let known = [
        ("White wins by 2.5 points", "W+2.5"),
        ("White Win by Resign!", "W+R"),
        ("black wins by resignation", "B+R"),
        ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
        ("White loses on time", "B+T"),
        ("White 19Win  >> White(83):Black(64)", "W+19"),
        ("white 59.5 win", "W+59.5"),
        ("흑 1.5집 승", "B+1.5"),
        ("백 2집반승", "W+2.5"),
        ("흑 불계승", "B+R"),
        ("흑 시간승", "B+T"),
        ("白5.5目勝ち!", "W+5.5"),
        ("黒中押し勝ち!", "B+R"),
        ("197手完、黒中押し勝ち", "B+R"),
        ("232手完、黒2目半勝ち", "B+2.5"),
        ("白半目勝ち", "W+0.5"),
        ("白時間切れ勝ち！", "W+T"),
        ("黑中盘胜(现场消息)", "B+R"),
        ("白11目胜", "W+11"),
        ("黑负3.5目", "W+3.5"),
        ("Jigo", "Draw"),
    ];
    let unknown = unknown.map(|text| (text, text));
    for (text, result) in known.into_iter().chain(unknown) {
        let text = NGF.replace("White wins by 2.5 points", text);
        let record = load("a.ngf", text).game(0).unwrap();
        assert_eq!(record.headers.get(Key::Result), Some(result));
    }
}

#[test]
fn gib_without_the_line_before_the_game_is_read() {
    let loaded = load("a.gib", GIB.replace("\\GS\n2 1 0\n5 0 &4\n", ""));
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B pd W dp B pass W dd");
}

const UGI: &str = "[Header]\nLang=SJIS\nCrypt=0,PLAIN\nTitle=t\nDate=2020/06/23,22:46:52\nRule=JPN\nSize=19\nHdcp=0,6.50\n\
    Winner=B,2.50\nCoordinateType=IGS\nPlayerB=b,2k,,\nPlayerW=w,1d,,\n[Data]\nPP,B1,1,0\nDD,W1,2,0\nYA,B1,3,0\n";

const REVIEW: &str = "[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,16,16\n  VARIATION,\n    NODE,10,2,3,3\n      VARIATION,\n        NODE,12,1,9,9\n\
      VARIATIONEND,\n    NODE,11,1,4,3\n  VARIATIONEND,\n  VARIATION,\n    NODE,13,2,5,5\n  VARIATIONEND,\nNODE,3,2,4,4\nNODE,4,1,20,20\n\
    NODE,5,0,0,0\n[ReviewComment]\n.Comment,1\nhello\n there\n.Comment,10\nhere\n.Comment,99\nlost\n";

#[test]
fn ugf_gives_headers_and_moves() {
    let loaded = load("a.ugf", UGI);
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    // IGS counts rows from the bottom.
    assert_eq!(outline(&record), "- B pd W dp B pass");
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Player(Side::First)), Some("b"));
    assert_eq!(header(Key::Rank(Side::Second)), Some("1d"));
    assert_eq!(header(Key::Komi), Some("6.5"));
    assert_eq!(header(Key::Result), Some("B+2.5"));
    let whole = UGI.replace("0,6.50", "0,10").replace("B,2.50", "B,20.00");
    let whole = load("a.ugf", whole).game(0).unwrap();
    let header = |key| whole.headers.get(key);
    assert_eq!(header(Key::Komi), Some("10"));
    assert_eq!(header(Key::Result), Some("B+20"));
    let top = load("a.ugf", UGI.replace("=IGS", "=JPN")).game(0).unwrap();
    assert_eq!(outline(&top), "- B pp W dd B pass");
    let handicap = UGI.replace("PP,B1,1,0", "PP,B1,0,0");
    let record = load("a.ugf", handicap).game(0).unwrap();
    assert_eq!(outline(&record), "- W dp B pass");
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 1);
    let error = format::read(&Source::new(UGI.replace("Crypt=0", "Crypt=1").as_bytes(), "a.ugf"));
    assert_eq!(error.unwrap_err().to_string(), "the file is encrypted");
}

#[test]
fn ugi_gives_the_review_with_its_variations_after_the_mainline() {
    let loaded = load("a.ugi", format!("{UGI}{REVIEW}"));
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B pd (W dp B pass) (W cq (B dq) (B ik)) (W eo)");
    let comments: Vec<String> = record
        .tree
        .ids()
        .flat_map(|node| record.tree.notes(node))
        .filter_map(|note| match note {
            Note::Comment(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(comments, ["hello\n there", "here"]);
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].ends_with("there is no node 99 for this comment"), "{warnings:?}");
}

#[test]
fn ugf_notes_the_texts_of_figures() {
    let figure =
        "[Figure]\n.Text,0\nabout the game\n.EndText\n.Text,2\na wall\n.#,4,16,A\n.EndText\n";
    let loaded = load("a.ugf", format!("{UGI}{figure}"));
    let record = loaded.game(0).unwrap();
    let nodes: Vec<_> = record.tree.mainline().collect();
    assert_eq!(record.tree.comment(nodes[0]), Some("about the game"));
    assert_eq!(record.tree.comment(nodes[2]), Some("a wall"));
    let labels = record.tree.marks(nodes[2]);
    assert_eq!(labels[0].labels.iter().collect::<Vec<_>>(), ["A"]);
    assert_eq!(labels[0].points(), [(3, 3)]);
}

#[test]
fn headers_of_servers_are_kept_or_reported() {
    let gib = "\\HS\n\\[GAMEBLACKNAME=a (1d)\\]\n\\[GAMECONDITION=even\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 15\n\\GE\n";
    assert_eq!(losses("a.gib", gib), "1 header (GAMECONDITION)");
    let ugf = UGI.replace("[Header]", "[Header]\nWriter=somebody");
    let lost = losses("a.ugf", &ugf);
    assert!(lost.contains("Writer"), "{lost}");
}

fn losses(name: &str, text: &str) -> String {
    let written = common::write_all(&load(name, text), "sgf");
    written.losses.to_string()
}

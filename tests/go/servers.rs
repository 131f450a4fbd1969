//! The formats of the Asian servers: WGS, GIB, NGF and UGF, and what they become in SGF.

use dapu::format;
use dapu::format::Export;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::game::Side;
use dapu::record::{At, Key, Note};
use dapu::text::Source;

use super::{last_board, load, outline, picture};

fn to_sgf(loaded: &Loaded) -> String {
    to_sgf_without(loaded, "")
}

/// The same of a file whose headers SGF does not hold all.
fn to_sgf_without(loaded: &Loaded, lost: &str) -> String {
    let written = crate::common::write_all(loaded, "sgf");
    assert_eq!(written.losses.to_string(), lost);
    String::from_utf8(written.bytes).unwrap()
}

/// The layout of WGS as it is documented: 122 bytes of header, then two a move.
struct Wgs {
    black: (&'static str, i32, i32, u8),
    white: (&'static str, i32, i32, u8),
    handicap: u8,
    size: u8,
    komi: [u8; 2],
    ended: u8,
    winner: u8,
    score: i16,
    moves: Vec<[u8; 2]>,
}

impl Wgs {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![2, 0, 0, 0];
        for (name, number, points, examined) in [self.black, self.white] {
            let mut player = [0; 48];
            player[..4].copy_from_slice(&number.to_le_bytes());
            let gbk = dapu::text::encoding_by_label("gbk").unwrap();
            let name = gbk.encode(name).0;
            player[6..6 + name.len()].copy_from_slice(&name);
            player[28..32].copy_from_slice(&[0x10, 0, 0, 0]);
            player[32..36].copy_from_slice(&points.to_le_bytes());
            player[36..38].copy_from_slice(&77u16.to_le_bytes());
            player[38] = examined;
            bytes.extend_from_slice(&player);
        }
        bytes.extend_from_slice(&[self.handicap, self.size, 0, self.komi[0], self.komi[1]]);
        bytes.extend_from_slice(&[self.ended, self.winner, 0]);
        bytes.extend_from_slice(&self.score.to_le_bytes());
        bytes.extend_from_slice(&[0; 10]);
        bytes.extend_from_slice(&(self.moves.len() as u16).to_le_bytes());
        assert_eq!(bytes.len(), 0x7A);
        bytes.extend(self.moves.concat());
        bytes
    }
}

/// Moves in SGF's letters, `--` for a pass.
fn wgs_moves(moves: &str) -> Vec<[u8; 2]> {
    let code = |text: &str| match text.as_bytes() {
        b"--" => [1, 0],
        [column, row] => [(column - b'a') * 4, row - b'a'],
        _ => panic!("{text}"),
    };
    moves.split_whitespace().map(code).collect()
}

/// The game of the sample: it was made up for it.
fn sample() -> Wgs {
    Wgs {
        black: ("打谱黑棋", 1_105_462_249, 312, 2),
        white: ("王积薪", -1_434_845_203, -128, 0),
        handicap: 0,
        size: 19,
        komi: [7, 5],
        ended: 10,
        winner: 1,
        score: 16,
        moves: wgs_moves(
            "pd dp pp dd fq cn jp qf nc rd qc qi pi pj oi qh cf fd cj nq pn lq jq -- dq cq --",
        ),
    }
}

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/go/qq.wgs");

/// `DAPU_SAMPLES=write cargo test --test go` writes the sample anew.
#[test]
fn the_sample_of_wgs_is_made_by_the_documented_layout() {
    let bytes = sample().bytes();
    if std::env::var("DAPU_SAMPLES").is_ok_and(|value| value == "write") {
        std::fs::write(SAMPLE, &bytes).unwrap();
    }
    assert_eq!(std::fs::read(SAMPLE).unwrap(), bytes);
}

#[test]
fn wgs_gives_players_ranks_komi_result_and_moves() {
    let loaded = load("qq.wgs", sample().bytes());
    assert_eq!(
        (loaded.format.name, loaded.encoding),
        ("wgs", Some("gb18030"))
    );
    assert_eq!(loaded.warnings, []);
    let record = loaded.game(0).unwrap();
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Player(Side::First)), Some("打谱黑棋"));
    assert_eq!(header(Key::Player(Side::Second)), Some("王积薪"));
    assert_eq!(header(Key::Rank(Side::First)), Some("3d"));
    assert_eq!(header(Key::Rank(Side::Second)), Some("3k"));
    assert_eq!(header(Key::Komi), Some("7.5"));
    assert_eq!(header(Key::Result), Some("B+15.5"));
    assert_eq!(
        header(Key::Remark),
        Some("QQ: Black 1105462249 业余2段, White 1434845203")
    );
    assert_eq!(header(Key::Handicap), None);
    let line = outline(&record);
    assert!(line.starts_with("- B pd W dp B pp W dd"), "{line}");
    assert!(line.ends_with("B jq W pass B dq W cq B pass"), "{line}");
}

#[test]
fn wgs_becomes_sgf_with_everything_in_it() {
    let text = to_sgf(&load("qq.wgs", sample().bytes()));
    for part in [
        "(;FF[4]GM[1]CA[UTF-8]AP[dapu:",
        "SZ[19]",
        "PB[打谱黑棋]",
        "PW[王积薪]",
        "BR[3d]",
        "WR[3k]",
        "KM[7.5]",
        "RE[B+15.5]",
        "1105462249",
        "1434845203",
        ";B[pd];W[dp]",
        ";W[]",
        ";B[])",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let again = super::sgf(&text);
    assert_eq!(
        outline(&again),
        outline(&load("qq.wgs", sample().bytes()).game(0).unwrap())
    );
}

#[test]
fn wgs_handicap_stones_stand_where_the_server_puts_them() {
    let mut game = sample();
    (game.handicap, game.komi, game.ended) = (2, [0, 0], 9);
    game.moves = wgs_moves("dd pp");
    let loaded = load("qq.wgs", game.bytes());
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- W dd B pp");
    assert_eq!(last_board(&record).stone((15, 3).into()), Some(Side::First));
    let text = to_sgf(&loaded);
    assert!(
        text.contains("HA[2]KM[0]RE[B+R]") && text.contains("AB[pd][dp]"),
        "{text}"
    );
}

#[test]
fn wgs_results_are_written_as_sgf_has_them() {
    let result = |ended, winner, score| {
        let game = Wgs {
            ended,
            winner,
            score,
            ..sample()
        };
        let record = load("qq.wgs", game.bytes()).game(0).unwrap();
        record.headers.get(Key::Result).unwrap_or("none").to_owned()
    };
    assert_eq!(result(0, 0, 0), "none");
    assert_eq!(result(2, 0, 0), "Draw");
    assert_eq!(result(6, 0, 0), "W+F");
    assert_eq!(result(8, 1, 0), "B+T");
    assert_eq!(result(9, 1, 0), "B+R");
    // 0.75 stones are a point and a half.
    assert_eq!(result(10, 1, 2), "B+1.5");
    assert_eq!(result(10, 0, -3), "W+3.5");
}

#[test]
fn wgs_with_faults_is_shown_with_the_offset_of_each() {
    let warnings = |bytes: &[u8]| -> Vec<String> {
        let loaded = load("qq.wgs", bytes);
        loaded.warnings.iter().map(ToString::to_string).collect()
    };
    let whole = sample().bytes();
    // Fewer moves than announced, and half a move.
    let cut = &whole[..0x7A + 5];
    assert_eq!(
        warnings(cut),
        ["byte 120: 27 moves are announced in 5 bytes"]
    );
    let loaded = load("qq.wgs", cut);
    assert_eq!(loaded.cut.as_deref(), Some("2 of 27 moves are there"));
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B pd W dp");
    // More bytes than moves.
    let mut long = whole.clone();
    long[0x78] = 2;
    assert_eq!(
        warnings(&long),
        ["byte 120: 2 moves are announced in 54 bytes"]
    );
    // A move off the board, one that no board has, and one on a stone.
    let mut game = sample();
    game.size = 13;
    game.moves = vec![[12 * 4, 0], [15 * 4, 3], [0, 99], [12 * 4, 0], [4, 4]];
    let loaded = load("qq.wgs", game.bytes());
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B ma W pd - W ma B be");
    let offsets: Vec<At> = loaded.warnings.iter().map(|warning| warning.at).collect();
    assert_eq!(offsets, [At::Byte(0x7C), At::Byte(0x7E), At::Byte(0x80)]);
    // A size that is none.
    let mut bytes = whole.clone();
    bytes[0x65] = 77;
    assert_eq!(
        warnings(&bytes),
        ["byte 101: 77 is not a board size; it is taken as 19"]
    );
    let mut bytes = whole.clone();
    bytes[0x69] = 66;
    assert_eq!(
        warnings(&bytes),
        ["byte 105: 66 is not a way to end a game"]
    );
    let error = format::read(&Source::new(&whole[..100], "qq.wgs")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 100: the file ends inside the header of 122 bytes"
    );
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn wgs_of_the_corpus_has_the_moves_of_its_author_s_own_sgf() {
    let corpus = super::common::corpus("go/wgs");
    let wgs = load("test.wgs", std::fs::read(corpus.join("test.wgs")).unwrap());
    let sgf = load(
        "test.sgf",
        std::fs::read(corpus.join("test.wgs.sgf")).unwrap(),
    );
    let ours = outline(&wgs.game(0).unwrap());
    assert_eq!(ours, outline(&sgf.game(0).unwrap()));
    assert!(wgs.warnings.is_empty());
    let again = super::sgf(&to_sgf(&wgs));
    assert_eq!(outline(&again), ours);
}

const GIB: &str = "\\HS\n\\[GIBOKIND=Global\\]\n\\[GAMENAME=a game\\]\n\\[GAMEPLACE=Tygem\\]\n\\[GAMEWHITENAME=white one (3D)\\]\n\
    \\[GAMEBLACKNAME=black (2D)\\]\n\
    \\[GAMEINFOMAIN=GBKIND:3,GTIME:600-30-3,GRLT:1,ZIPSU:35,DUM:0,GONGJE:65,TCNT:4\\]\n\
    \\[GAMETAG=S0,R0,D0,G65,W1,Z35,T30-3-600,C2020:06:14:01:26,I:w,L:19\\]\n\\HE\n\\GS\n2 1 0\n5 0 &4\nINI 0 1 0 &4 \n\
    STO 0 2 1 15 3 \nSTO 0 3 2 3 15 \nSKI 0 4 \nSTO 0 5 2 3 3 \n\\GE\n";

#[test]
fn gib_gives_headers_and_moves() {
    let loaded = load("a.gib", GIB);
    assert_eq!(loaded.format.name, "gib");
    assert_eq!(loaded.warnings, []);
    assert_eq!(loaded.cut, None);
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
fn gib_with_handicap_and_faults() {
    let text = GIB
        .replace("INI 0 1 0", "INI 0 1 3")
        .replace("SKI 0 4", "STO 0 4 9 1")
        .replace("\\GE", "");
    let loaded = load("a.gib", text);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Handicap), Some("3"));
    let dapu::game::Position::Go(start) = record.position_at(dapu::record::NodeId::ROOT) else {
        panic!("no Go");
    };
    assert_eq!(picture(&start).matches('X').count(), 3);
    assert_eq!(outline(&record), "- B pd W dp - W dd");
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 5, "{warnings:?}");
    assert_eq!(warnings[2], "16:1: \"STO 0 4 9 1\" is not a move");
    assert_eq!(loaded.cut.as_deref(), Some("the file ends before \\GE"));
    assert!(format::read(&Source::new(b"\\HS\n\\HE\n", "a.gib")).is_err());
}

#[test]
fn gib_in_the_encodings_of_its_servers() {
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
        assert_eq!(
            record.headers.get(Key::Player(Side::First)),
            Some(player.trim())
        );
        assert_eq!(record.headers.get(Key::Rank(Side::First)), Some(rank));
        assert_eq!(record.headers.get(Key::Place), Some(place));
    }
}

#[test]
fn gib_tells_what_it_can_where_codes_are_missing() {
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
        .replace("SKI 0 4", "SKI 0 4\nREM 0 5");
    let loaded = load("a.gib", &text);
    let record = loaded.game(0).unwrap();
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Result), Some("B+R"));
    assert_eq!(header(Key::Date), Some("2014-01-27"));
    assert_eq!(header(Key::TimeControl), Some("no limit"));
    assert_eq!(header(Key::Place), Some("Tygem,Seoul"));
    assert_eq!(header(Key::Remark), Some("a good game"));
    assert_eq!(
        record.tree.comment(dapu::record::NodeId::ROOT),
        Some("hello there")
    );
    assert_eq!(outline(&record), "- B pd W dp B pass W dd");
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["21:1: \"REM 0 5\" is not understood"]);
    // 255 is a game that was not finished.
    let open = load("a.gib", GIB.replace("GRLT:1", "GRLT:255"))
        .game(0)
        .unwrap();
    assert_eq!(open.headers.get(Key::Result), None);
}

const NGF: &str = "Rating game\n19\nwhite       7D*\nblack       9DP\nwww.cyberoro.com\n0\n0\n6\n20170316 [02:52]\n10\n\
    White wins by 2.5 points\n3\nPMABBQEEQ\nPMACWEQQE\nPMADBEEEE\n";

#[test]
fn ngf_gives_headers_and_moves() {
    let loaded = load("a.ngf", NGF);
    assert_eq!(loaded.warnings, []);
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
        (loaded.game(0).unwrap(), loaded.warnings.len())
    };
    assert_eq!((outline(&record).as_str(), count), ("- B pd - B dd", 1));
}

#[test]
fn ngf_passes_counts_its_moves_and_is_written_in_many_scripts() {
    let text = NGF
        .replace("PMACWEQQE", "PMACWAAAA")
        .replace("\n3\n", "\n9\n");
    let loaded = load("a.ngf", text);
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B pd W pass B dd");
    assert_eq!(loaded.cut.as_deref(), Some("3 of 9 moves are there"));
    assert_eq!(loaded.warnings.len(), 1);
    for (label, encoding, name, said, result) in [
        (
            "shift_jis",
            "shift_jis",
            "江維傑      5段P",
            "黒中押し勝ち!",
            "B+R",
        ),
        (
            "euc-kr",
            "euc-kr",
            "이세돌      9DP",
            "흑 1.5집 승",
            "B+1.5",
        ),
        ("big5", "big5", "周俊勳      9DP", "白5.5目勝!", "W+5.5"),
        ("gbk", "gb18030", "古力        9DP", "黑中盘胜", "B+R"),
    ] {
        let text = NGF
            .replace("black       9DP", name)
            .replace("White wins by 2.5 points", said);
        let bytes = dapu::text::encoding_by_label(label)
            .unwrap()
            .encode(&text)
            .0;
        let loaded = load("a.ngf", bytes);
        assert_eq!(loaded.encoding, Some(encoding));
        let record = loaded.game(0).unwrap();
        let (player, _) = name.split_once(' ').unwrap();
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some(player));
        assert!(
            record
                .headers
                .get(Key::Rank(Side::First))
                .unwrap()
                .ends_with('p')
        );
        assert_eq!(record.headers.get(Key::Result), Some(result));
    }
    // With handicap komi is what is written, and White moves first.
    let text = NGF.replace("cyberoro.com\n0\n0\n6", "cyberoro.com\n3\n0\n0");
    let record = load("a.ngf", text).game(0).unwrap();
    assert_eq!(record.headers.get(Key::Komi), Some("0"));
    assert_eq!(record.headers.get(Key::Handicap), Some("3"));
    assert_eq!(record.start.side_to_move(), Side::Second);
}

#[test]
fn ngf_in_its_older_layout() {
    let text = "GIEvent\nGIfirst 1d\nGIsecond 5d\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI2\nPMABBQEEQ\nPMACWEQQE\nGI1\nID[2] Black wins[EndTxt]\n";
    let loaded = load("a.ngf", text);
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B pd W dp");
    assert_eq!(record.headers.get(Key::Event), Some("Event"));
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("second"));
    assert_eq!(record.headers.get(Key::Result), Some("Black wins"));
}

const UGI: &str = "[Header]\nLang=SJIS\nCrypt=0,PLAIN\nTitle=t\nDate=2020/06/23,22:46:52\nRule=JPN\nSize=19\nHdcp=0,6.50\n\
    Winner=B,2.50\nCoordinateType=IGS\nPlayerB=b,2k,,\nPlayerW=w,1d,,\n[Data]\nPP,B1,1,0\nDD,W1,2,0\nYA,B1,3,0\n";

const REVIEW: &str = "[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,16,16\n  VARIATION,\n    NODE,10,2,3,3\n      VARIATION,\n        NODE,12,1,9,9\n\
      VARIATIONEND,\n    NODE,11,1,4,3\n  VARIATIONEND,\n  VARIATION,\n    NODE,13,2,5,5\n  VARIATIONEND,\nNODE,3,2,4,4\nNODE,4,1,20,20\n\
    NODE,5,0,0,0\n[ReviewComment]\n.Comment,1\nhello\n there\n.Comment,10\nhere\n.Comment,99\nlost\n";

#[test]
fn ugf_gives_headers_and_moves() {
    let loaded = load("a.ugf", UGI);
    assert_eq!(loaded.warnings, []);
    let record = loaded.game(0).unwrap();
    // IGS counts rows from the bottom.
    assert_eq!(outline(&record), "- B pd W dp B pass");
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Player(Side::First)), Some("b"));
    assert_eq!(header(Key::Rank(Side::Second)), Some("1d"));
    assert_eq!(header(Key::Komi), Some("6.5"));
    assert_eq!(header(Key::Result), Some("B+2.5"));
    let top = load("a.ugf", UGI.replace("=IGS", "=JPN")).game(0).unwrap();
    assert_eq!(outline(&top), "- B pp W dd B pass");
    let handicap = UGI.replace("PP,B1,1,0", "PP,B1,0,0");
    let record = load("a.ugf", handicap).game(0).unwrap();
    assert_eq!(outline(&record), "- W dp B pass");
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 1);
    let error = format::read(&Source::new(
        UGI.replace("Crypt=0", "Crypt=1").as_bytes(),
        "a.ugf",
    ));
    assert_eq!(error.unwrap_err().to_string(), "the file is encrypted");
}

#[test]
fn ugi_gives_the_review_with_its_variations_after_the_mainline() {
    let loaded = load("a.ugi", format!("{UGI}{REVIEW}"));
    let record = loaded.game(0).unwrap();
    assert_eq!(
        outline(&record),
        "- B pd (W dp B pass) (W cq (B dq) (B ik)) (W eo)"
    );
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
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].ends_with("there is no node 99 for this comment"),
        "{warnings:?}"
    );
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
fn what_the_headers_of_servers_say_is_kept_or_told() {
    let gib = "\\HS\n\\[GAMEBLACKNAME=a (1d)\\]\n\\[GAMECONDITION=even\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 15\n\\GE\n";
    assert_eq!(losses("a.gib", gib), "1 header (GAMECONDITION)");
    let ugf = UGI.replace("[Header]", "[Header]\nWriter=somebody");
    let lost = losses("a.ugf", &ugf);
    assert!(lost.contains("Writer"), "{lost}");
}

fn losses(name: &str, text: &str) -> String {
    let loaded = load(name, text);
    let sgf = format::by_name("sgf").unwrap().write.unwrap();
    let export = Export {
        source: &loaded,
        records: &[loaded.game(0).unwrap()],
        options: &WriteOptions::default(),
    };
    sgf(&export).unwrap().losses.to_string()
}

//! Reading SGF: the grammar, points, headers and collections.

use dapu::game::{Position, Side};
use dapu::record::{Key, NodeId, Note};
use dapu::text::Source;
use serde_json::json;

use super::{damaged, last_board, load, notes, outline, picture, sgf};

#[test]
fn the_tree_has_the_nodes_and_variations_of_the_file() {
    let record = sgf("(;SZ[9];B[ee](;W[cc];B[dd](;W[ff])(;W[gg]))(;W[hh]))");
    assert_eq!(outline(&record), "- B ee (W cc B dd (W ff) (W gg)) (W hh)");
    let one_each = sgf("(;SZ[9](;B[ee](;W[cc](;B[dd]))))");
    assert_eq!(outline(&one_each), "- B ee W cc B dd");
    assert_eq!(one_each.tree.mainline_end().index(), 3);
}

#[test]
fn nodes_after_a_closed_variation_continue_before_it() {
    let record = sgf("(;SZ[9];B[aa](;W[bb];B[cc]);W[dd];B[ee])");
    assert_eq!(outline(&record), "- B aa (W bb B cc) (W dd B ee)");
}

#[test]
fn white_space_is_allowed_anywhere_outside_values() {
    let record = sgf("\r\n ( \t; SZ [9]\n;B\n[ee]\u{b};W [c\nc ] ; AB [aa]\n [bb] )\n");
    assert_eq!(outline(&record), "- B ee W cc -");
    assert_eq!(
        picture(&last_board(&record)),
        "X......../.X......./..O....../........./....X..../........./........./........./........."
    );
}

#[test]
fn empty_variations_are_dropped_and_empty_nodes_kept() {
    let record = sgf("(;SZ[9];B[ee]()(;W[cc])(;))");
    assert_eq!(outline(&record), "- B ee (W cc) (-)");
    assert_eq!(outline(&sgf("(;SZ[9];B[ee];)")), "- B ee -");
}

#[test]
fn text_keeps_its_line_breaks_and_loses_its_escapes() {
    let comment = |text: &str| {
        let record = sgf(&format!("(;SZ[9]C[{text}])"));
        record.tree.comment(NodeId::ROOT).map(str::to_owned)
    };
    assert_eq!(comment("a\r\nb\rc\n\rd\ne").unwrap(), "a\nb\nc\nd\ne");
    assert_eq!(comment("a\\r\\nb\\n \\r").unwrap(), "a\nbn r");
    assert_eq!(comment("soft\\\nbreak, soft\\\r\nbreak").unwrap(), "softbreak, softbreak");
    assert_eq!(comment("\\[a\\] \\\\ \\: \\x").unwrap(), "[a] \\ : x");
    assert_eq!(comment("tab\tand\u{b}more").unwrap(), "tab and more");
    assert_eq!(comment("(;B[aa\\])").unwrap(), "(;B[aa])");
    // One trailing line end is removed.
    assert_eq!(comment("a\n").unwrap(), "a");
    assert_eq!(comment("a\n\n").unwrap(), "a\n");
    assert_eq!(comment(""), None);
    let record = sgf("(;SZ[9]N[one\r\nline];B[ee])");
    assert_eq!(notes(&record, 0), [Note::Bookmark("one line".into())]);
}

#[test]
fn boards_are_of_any_size() {
    let size = |text: &str| match &sgf(text).start {
        Position::Go(position) => position.size().to_string(),
        _ => panic!("no Go"),
    };
    assert_eq!(size("(;B[pd])"), "19x19");
    assert_eq!(size("(;SZ[ 13 ])"), "13x13");
    assert_eq!(size("(;SZ[19:9])"), "19x9");
    assert_eq!(size("(;SZ[5:13])"), "5x13");
    assert_eq!(size("(;SZ[9:9])"), "9x9");
    assert_eq!(size("(;SZ[1])"), "1x1");
    assert_eq!(size("(;SZ[52])"), "52x52");
    // The size may come after the stones.
    let record = sgf("(;AB[cc]SZ[3])");
    assert_eq!(picture(&last_board(&record)), ".../.../..X");
    for wrong in ["0", "-10", "200", "", "x", "19:0", "53"] {
        let (record, warnings) = damaged(&format!("(;SZ[{wrong}];B[pd])"));
        assert_eq!(record.headers.get(Key::Size), Some("19"));
        assert_eq!(warnings.len(), 1, "{wrong}: {warnings:?}");
    }
}

#[test]
fn coordinates_reach_52_and_tt_is_a_pass_up_to_19() {
    let record = sgf("(;SZ[52];B[aa];W[ZZ];B[Aa];W[zZ];B[tt])");
    assert_eq!(outline(&record), "- B aa W ZZ B Aa W zZ B tt");
    assert_eq!(outline(&sgf("(;SZ[21];B[tt];W[uu];B[])")), "- B tt W uu B pass");
    assert_eq!(outline(&sgf("(;SZ[19];B[tt];W[])")), "- B pass W pass");
    assert_eq!(outline(&sgf("(;SZ[9];B[tt])")), "- B pass");
    // The longer side counts.
    assert_eq!(outline(&damaged("(;SZ[21:9];B[tt])").0), "- B tt");
}

#[test]
fn a_root_may_carry_a_move_before_the_size() {
    let record = sgf("(;B[tt]SZ[21]C[first];W[aa])");
    assert_eq!(outline(&record), "B tt W aa");
    assert_eq!(outline(&sgf("(;B[tt]SZ[19])")), "B pass");
}

#[test]
fn setup_overwrites_and_rectangles_fill() {
    let record = sgf("(;SZ[5]AB[aa:ac][ea]AW[ec:ce];AE[ab]AB[ce]PL[W];B[bb]AE[ac])");
    assert_eq!(picture(&last_board(&record)), "X...X/.X.../..OOO/..OOO/..XOO");
    let position = last_board(&record);
    assert_eq!(position.prisoners(Side::First), 0);
    // Points off the board are dropped and rectangles clipped.
    let record = sgf("(;SZ[3]AB[ss][ba:sa])");
    assert_eq!(picture(&last_board(&record)), ".XX/.../...");
}

#[test]
fn the_side_to_move_comes_from_the_node_the_last_move_or_the_first() {
    let to_move = |text: &str| last_board(&sgf(text)).side_to_move();
    assert_eq!(to_move("(;SZ[9])"), Side::First);
    assert_eq!(to_move("(;SZ[9]HA[2]AB[cc][gg])"), Side::Second);
    assert_eq!(to_move("(;SZ[9]PL[W])"), Side::Second);
    assert_eq!(to_move("(;SZ[9]PL[2])"), Side::Second);
    assert_eq!(to_move("(;SZ[9]PL[black])"), Side::First);
    assert_eq!(to_move("(;SZ[9];W[cc])"), Side::First);
    assert_eq!(to_move("(;SZ[9];B[cc];B[dd])"), Side::Second);
    let record = sgf("(;SZ[9]AB[cc];W[dd])");
    assert_eq!(record.start.side_to_move(), Side::Second);
}

#[test]
fn move_numbers_count_moves_and_obey_mn() {
    let record = sgf("(;SZ[9];B[aa];AB[bb];W[];B[cc]MN[1];W[dd])");
    let numbers = |ply: usize| {
        let path = record.tree.path(record.tree.mainline_end());
        match record.position_at(path[ply]) {
            Position::Go(position) => position.move_number(),
            _ => panic!("no Go"),
        }
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(numbers), [0, 1, 1, 2, 1, 2]);
}

#[test]
fn headers_are_known_by_meaning_and_kept_as_written() {
    let record = sgf(
        "(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]ST[2]SZ[19]PB[Bob [3d\\]]BR[3d]PW[井山\n裕太]RE[B+R]KM[6.50]HA[0]TM[600]OT[3x30 byo-yomi]DT[2012-07-14 19\\:36\\:03]EV[E]RO[1]PC[P]GN[G]RU[Japanese]AN[A]US[U]SO[S]ON[O]CP[C]GC[x\ny])",
    );
    let header = |key| record.headers.get(key).unwrap();
    assert_eq!(header(Key::Player(Side::First)), "Bob [3d]");
    assert_eq!(header(Key::Player(Side::Second)), "井山 裕太");
    assert_eq!(header(Key::Komi), "6.5");
    assert_eq!(header(Key::Date), "2012-07-14 19:36:03");
    assert_eq!(header(Key::TimeControl), "600, 3x30 byo-yomi");
    assert_eq!(header(Key::Remark), "x\ny");
    assert_eq!(record.headers.raw("GC"), Some("x\ny"));
    let keys: Vec<_> = record.headers.entries().iter().map(|header| header.name()).collect();
    assert_eq!(
        keys.join(" "),
        "FF GM CA AP ST SZ PB BR PW RE KM HA TM OT DT EV RO PC GN RU AN US SO ON CP GC"
    );
}

#[test]
fn komi_of_fox_is_in_hundredths() {
    let komi = |text: &str| sgf(text).headers.get(Key::Komi).map(str::to_owned);
    assert_eq!(komi("(;AP[foxwq]KM[375])").unwrap(), "7.5");
    assert_eq!(komi("(;AP[GNU Go:3.8]AP[foxwq]KM[650])").unwrap(), "6.5");
    assert_eq!(komi("(;AP[foxwq]KM[0])").unwrap(), "0");
    assert_eq!(komi("(;KM[275])").unwrap(), "275");
    assert_eq!(komi("(;KM[0.500000])").unwrap(), "0.5");
    assert_eq!(komi("(;KM[5,5])").unwrap(), "5.5");
    assert_eq!(komi("(;KM[黒6目半])").unwrap(), "黒6目半");
    assert_eq!(komi("(;SZ[9])"), None);
    // No board has so many points, whatever program kept the number.
    assert_eq!(komi("(;AP[x]KM[750])").unwrap(), "7.5");
    assert_eq!(komi("(;KM[375])").unwrap(), "7.5");
    assert_eq!(komi("(;KM[600])").unwrap(), "6");
}

#[test]
fn handicap_stones_that_a_file_omits_are_placed_if_white_moves_first() {
    let (record, warnings) = damaged("(;AP[foxwq]SZ[19]HA[2];W[dd])");
    assert_eq!(warnings.len(), 1);
    let stones = picture(&last_board(&record)).matches('X').count();
    assert_eq!(stones, 2);
    let (record, warnings) = damaged("(;SZ[9]HA[3];W[dd])");
    assert_eq!(warnings.len(), 1);
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 3);
    // The handicap may be the first moves.
    let record = sgf("(;SZ[19]HA[2];B[dd];B[pp];W[dp])");
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 2);
    let record = sgf("(;AP[foxwq]SZ[19]HA[2]AB[pd][dp];W[dd])");
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 2);
    // They are elsewhere if a move is on one of their points, but not if it is there after they were taken.
    let (record, warnings) = damaged("(;SZ[19]HA[2];W[dd];B[qc];W[pd])");
    assert_eq!(warnings.len(), 1);
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 1);
    let taken = "(;SZ[9]HA[2];W[gb];B[aa];W[gd];B[ab];W[fc];B[ac];W[hc];B[ad];W[gc])";
    assert_eq!(picture(&last_board(&damaged(taken).0)).matches('X').count(), 5);
}

#[test]
fn games_in_the_text_of_a_page_are_read() {
    let text = "<html><head><title>x (;</title><style>a{}</style></head><body><h1>Two</h1><script>for(;;){}</script>\
                <div>(;GM[1]SZ[9]<br>PB[A &amp; B]&nbsp;;B[aa]C[a &lt;b&gt;]<br>;W[bb])</div><table><tr><td>(;SZ[9];B[cc])";
    let loaded = load("a.html", text);
    assert_eq!((loaded.format.name, loaded.games().len()), ("page", 2));
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- B aa W bb");
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("A & B"));
    assert_eq!(outline(&loaded.game(1).unwrap()), "- B cc");
    let prose = "<html><body><p>Nothing here (; or there; 1. e4 e5). W (; [x]</p></body></html>";
    assert!(dapu::format::read(&Source::new(prose.as_bytes(), "a.html")).is_err());
}

#[test]
fn values_are_read_as_programs_write_them() {
    let record = sgf("(;SZ[13x13]AB[aa,bb,cc]GC[one\ntwo];W[dd])");
    assert_eq!(record.headers.get(Key::Size), Some("13"));
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 3);
    assert_eq!(record.headers.get(Key::Remark), Some("one\ntwo"));
}

#[test]
fn diagrams_of_sina_are_variations_of_the_game_behind_them() {
    let text = "(\nTE[a cup]PB[x];B[pd];W[dp];B[qp](RN[first]PT[3];B[pd];W[dp];B[qp];W[dd]C[so])C[there]\n;W[dc]\
                (RN[at the end]PT[5];B[pd];W[dp];B[qp];W[dc];B[cc](;W[cd])))";
    let loaded = load("a.sgf", text);
    let record = loaded.game(0).unwrap();
    let messages: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["2:1: a ; is missing before the first property"]);
    assert_eq!(outline(&record), "- B pd W dp (B qp (W dc) (W dc B cc W cd)) (B qp W dd)");
    let third = record.tree.mainline().nth(3).unwrap();
    assert_eq!(record.tree.comment(third), Some("there"));
}

#[test]
fn game_information_after_the_root_fills_gaps_of_the_root() {
    let record = sgf("(;SZ[9]PB[root];PB[later]PW[w];B[aa])");
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("root"));
    assert_eq!(record.headers.get(Key::Player(Side::Second)), Some("w"));
    // In a variation it is about that variation.
    let record = sgf("(;SZ[9](;PW[w])(;PW[x]))");
    assert_eq!(record.headers.get(Key::Player(Side::Second)), None);
}

#[test]
fn each_game_of_a_collection_opens_separately() {
    let loaded = load("two.sgf", "(;GM[1]SZ[9]PB[one];B[aa])\n\n(;GM[1]SZ[13]PB[two];B[bb];W[zz])");
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(loaded.games()[1].headers().get(Key::Player(Side::First)), Some("two"));
    assert_eq!(loaded.warnings(), []);
    assert_eq!(outline(&loaded.game(1).unwrap()), "- B bb W zz");
    // The second game is read now, and its warning has its location in the file.
    assert_eq!(
        loaded.warnings()[0].to_string(),
        "3:27: move zz is illegal: the square is off the board"
    );
    assert!(loaded.game(2).is_err());
}

#[test]
fn other_games_are_refused_by_name() {
    let read = |text: &str| dapu::format::read(&Source::new(text.as_bytes(), "x.sgf"));
    let error = read("(;GM[4]FF[4];B[hh])").unwrap_err();
    assert_eq!(error.to_string(), "1:1: this is a game of Gomoku or Renju (GM[4]), not of Go");
    assert!(read("(;GM[99];B[hh])").unwrap_err().message.contains("GM[99]"));
    // Among games of Go it is a warning.
    let loaded = read("(;GM[1];B[aa])(;GM[2];B[bb])(;GM[game of go];B[cc])").unwrap();
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(loaded.warnings().len(), 1);
    assert!(loaded.warnings()[0].to_string().contains("Othello"));
    let loaded = read("(;GM[2];B[bb])(;GM[1];B[aa])(;GM[3])(;GM[7])").unwrap();
    assert_eq!(loaded.games().len(), 1);
    assert_eq!(
        loaded.warnings()[0].to_string(),
        "1:1: this is a game of Othello (GM[2]), not of Go; nor are 2 games after it"
    );
}

/// The JSON of a record.
fn export(text: &str) -> serde_json::Value {
    let loaded = load("test.sgf", text);
    let written = super::common::write_all(&loaded, "json");
    serde_json::from_slice(&written.bytes).unwrap()
}

#[test]
fn json_has_moves_marks_and_setups() {
    let json = export(
        "(;FF[4]SZ[9]AB[aa:ba]AW[cc]LB[aa:A]TR[bb]C[root\n];B[ee]BL[12.5]OB[3]MN[5](;W[]XY[z])(;W[cg]PL[W]))",
    );
    let game = &json["games"][0];
    assert_eq!(json["format"], "sgf");
    assert_eq!(json["encoding"], "utf-8");
    assert_eq!(game["game"], "go");
    assert_eq!(game["start"], "9x9");
    assert_eq!(game["headers"], json!({"size": "9"}));
    assert_eq!(game["raw_headers"], json!([["FF", "4"], ["SZ", "9"]]));
    assert_eq!(
        game["nodes"],
        json!([
            {"parent": null, "comment": "root", "marks": {"label": {"aa": "A"}, "triangle": ["bb"]},
             "setup": {"black": ["aa", "ba"], "white": ["cc"]}},
            {"parent": 0, "move": "B ee", "text": "E5", "clock": {"left": {"black": 12.5}, "moves": {"black": 3}},
             "number": 5},
            {"parent": 1, "move": "W pass", "text": "pass", "props": {"XY": ["z"]}},
            {"parent": 1, "move": "W cg", "text": "C3", "turn": "second"},
        ])
    );
}

#[test]
fn a_file_of_ten_thousand_games_opens_only_the_first() {
    let game = "(;SZ[19]PB[a]PW[b];B[pd];W[dp];B[zz])\n";
    let loaded = load("many.sgf", game.repeat(10_000));
    assert_eq!(loaded.games().len(), 10_000);
    assert_eq!(loaded.warnings().len(), 1);
    loaded.game(9_999).unwrap();
    assert_eq!(
        loaded.warnings()[1].to_string(),
        "10000:31: move zz is illegal: the square is off the board"
    );
}

#[test]
fn capitals_are_points_of_a_usual_board() {
    let loaded = load("a.sgf", "(;SZ[19];B[PD];W[dp];B[Pq])");
    let codes = crate::common::moves(&loaded, 0);
    assert_eq!(codes[..2], ["B pd", "W dp"]);
    assert_eq!(loaded.warnings().len(), 1);
    assert_eq!(crate::common::moves(&load("a.sgf", "(;SZ[52];B[PD])"), 0), ["B PD"]);
}

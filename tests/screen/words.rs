//! The words of the screen, in each language.

use dapu::board::Pieces;
use dapu::format::{self, Loaded};
use dapu::record::{Key, Record};
use dapu::settings::Config;
use dapu::words::Lang;

use crate::common;
use crate::common::emulator::{self, Emulator, settings};
use crate::common::program;

fn read(text: &str) -> Loaded {
    common::read(text.as_bytes(), "a.sgf").unwrap()
}

/// A screen of 80 columns and 24 rows.
fn open(loaded: Loaded, settings: Config) -> Emulator {
    Emulator::open("a", loaded, settings, (80, 24))
}

/// Known values are translated, and default ones left out.
#[test]
fn headers_are_in_the_language_of_the_screen() {
    let mut record = Record::clone(&emulator::forks().game(0).unwrap());
    for (key, value) in
        [(Key::Kind, "endgame"), (Key::Annotator, "劉殿中"), (Key::Author, "劉殿中")]
    {
        record.headers.set(key, value);
    }
    let page = |lang, record: &Record| {
        let settings = Config { language: lang, ..settings() };
        let loaded = Loaded::one(format::by_name("json").unwrap(), None, record.clone());
        let mut screen = open(loaded, settings);
        screen.press("i");
        screen
    };
    for (lang, wanted) in [
        (Lang::Zh, ["类型         残局", "结果         红方胜"]),
        (Lang::Ja, ["種類         終盤", "結果         紅勝ち"]),
    ] {
        let screen = page(lang, &record);
        screen.shows(&wanted);
        assert_eq!(screen.text().matches("劉殿中").count(), 1);
    }
    record.headers.set(Key::Kind, "game");
    record.headers.set(Key::Result, "*");
    let text = page(Lang::Zh, &record).text();
    // The result is that of the record's ending.
    assert!(!text.contains("类型") && text.contains("结果         黑方胜"), "{text}");
}

/// Text beside simplified pieces is simplified, too; in Chinese, the colours of Go have Chinese characters.
#[test]
fn the_river_and_the_sides_match_the_script_of_the_pieces() {
    for (pieces, river, side) in
        [(Pieces::Traditional, "漢", "紅"), (Pieces::Simplified, "汉", "红")]
    {
        let settings = Config { pieces, ..settings() };
        let screen = open(emulator::forks(), settings);
        screen.shows(&[river]);
        screen.shows(&[side]);
    }
    // The players are called as the record is written, the pieces as they are drawn.
    for (text, first, second) in [
        ("[Red \"马明\"]\n\n1. 炮二平五\n", "红 马明", "炮二平五"),
        ("[Red \"馬明\"]\n\n1. 炮二平五\n", "紅 馬明", "炮二平五"),
        ("先手：张明\n後手：李文\n1 ７六歩(77)\n", "先手 张明", "后手 李文"),
        ("先手：張明\n後手：李文\n1 ７六歩(77)\n", "先手 張明", "後手 李文"),
    ] {
        open(read(text), settings()).shows(&[first, second]);
    }
    for (lang, black) in [(Lang::En, "Black E5"), (Lang::Zh, "黑 E5"), (Lang::Ja, "黒 E5")] {
        let settings = Config { language: lang, ..settings() };
        let mut screen = open(read("(;SZ[9];B[ee])"), settings);
        screen.press("l");
        screen.shows(&[black]);
    }
}

/// A file with warnings opens with a hint for the keys and their count; `L` lists them.
#[test]
fn warnings_are_counted_and_listed() {
    let loaded = read("(;SZ[9];B[zz];W[aa];B[aa];W[yy])");
    let warnings = loaded.warnings();
    assert!(warnings.len() > 1);
    let mut screen = open(loaded, settings());
    screen.shows(&[&format!("{} warnings (L)", warnings.len())]);
    screen.shows(&["? help"]);
    screen.press("L");
    for warning in &warnings {
        let message = warning.to_string();
        let first: Vec<&str> = message.split(' ').take(3).collect();
        screen.shows(&[&first.join(" ")]);
    }
}

#[test]
fn a_warning_is_listed_once_however_often_its_game_is_opened() {
    let mut screen = open(read("(;SZ[9];B[zz])(;SZ[9];B[aa])"), settings());
    screen.keys("Enter > < > <");
    screen.shows(&["1 warning (L)"]);
    screen.press("L");
    assert_eq!(screen.text().matches("zz").count(), 1, "{}", screen.text());
}

#[test]
fn a_node_without_a_move_has_the_same_caption_everywhere() {
    let loaded = read("(;SZ[9];C[First of all];B[aa];N[named]C[x];)");
    let record = loaded.game(0).unwrap();
    let nodes = record.tree.mainline();
    let captions: Vec<String> = nodes.map(|node| record.caption(node)).collect();
    assert_eq!(captions[1..], ["(First of all)", "--", "(named)", "--"]);
    let screen = open(loaded, settings());
    // In Go they have no number: moves are counted.
    screen.shows(&["     (First of all)", "  1 A9", "     (named) *", "     --"]);
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("a.sgf"), "(;SZ[9];C[First of all];B[aa])").unwrap();
    for arguments in [&["--moves"][..], &["--ply", "1"]] {
        let shown = program::dapu(home.path(), &[&["show", "a.sgf"], arguments].concat());
        assert!(shown.fine().contains("(First of all)"));
    }
}

/// Evaluations are in the unit of the game, mates in the language; `!` reports why it cannot jump.
#[test]
fn evaluations_are_in_the_unit_of_the_game() {
    let csa = "V2.2\nPI\n+\n+7776FU\n'** 113 -3334FU +2726FU\n-3334FU\n'** -45\n%TORYO\n";
    let shogi = || common::read(csa.as_bytes(), "a.csa").unwrap();
    let mut screen = open(shogi(), settings());
    screen.shows(&[" 113 "]);
    screen.shows(&[" -45"]);
    screen.press("!");
    screen.shows(&[" 2/2 "]);
    let calm = csa.replace("113", "20");
    let mut screen = open(common::read(calm.as_bytes(), "a.csa").unwrap(), settings());
    screen.press("!");
    screen.shows(&["no swing of 100 or more on this line"]);
    let mut screen = open(read("(;SZ[9];B[ee]V[3.5];W[cc]V[-0.25])"), settings());
    screen.shows(&[" 3.5"]);
    screen.shows(&[" -0.25"]);
    screen.press("!");
    screen.shows(&["2/2"]);
    let mut screen = open(read("(;SZ[9];B[ee])"), settings());
    screen.press("!");
    screen.shows(&["no evaluations on this line"]);
    let kif = "手合割：平手\n   1 ７六歩(77)\n*詰み=先手勝ち:5手\n";
    for (lang, mate) in [(Lang::En, "mate 5"), (Lang::Ja, "詰5"), (Lang::Zh, "杀5")] {
        let settings = Config { language: lang, ..settings() };
        let loaded = common::read(kif.as_bytes(), "a.kif").unwrap();
        open(loaded, settings).shows(&[mate]);
    }
}

/// Lines of engines are written like moves; with another notation they are as in the file.
#[test]
fn lines_of_engines_are_in_the_notation_of_the_moves() {
    let csa = "V2.2\nPI\n+\n+7776FU\n'** 113 -3334FU +2726FU\n";
    let mut screen = open(common::read(csa.as_bytes(), "a.csa").unwrap(), settings());
    screen.press("l");
    screen.shows(&["３四歩 ２六歩"]);
    screen.press("t");
    screen.press("t");
    screen.shows(&["-3334FU +2726FU"]);
}

#[test]
fn illegal_moves_are_reported_in_the_language_of_the_screen() {
    for (lang, noted, listed) in [
        (Lang::En, "(!) illegal: ", "move 1 (７五歩) is illegal: "),
        (Lang::Zh, "(!) 犯规：棋子不能这样走", "第1着（７五歩）犯规："),
        (Lang::Ja, "(!) 反則：その駒はそこへ動けません", "1手目（７五歩）反則："),
    ] {
        let loaded = common::read("V2.2\nPI\n+\n+7775FU\n".as_bytes(), "a.csa").unwrap();
        let settings = Config { language: lang, ..settings() };
        let mut screen = Emulator::open("a.csa", loaded, settings, (80, 24));
        screen.keys("l");
        screen.shows(&[noted]);
        screen.keys("L");
        screen.shows(&[listed]);
    }
}

#[test]
fn the_result_of_a_line_is_below_its_last_move_and_in_the_last_row() {
    let bytes = std::fs::read(program::sample("xiangqi/shunpao.manual")).unwrap();
    for (lang, outcome) in [(Lang::En, "even"), (Lang::Zh, "均势"), (Lang::Ja, "互角")] {
        let settings = Config { language: lang, ..settings() };
        let loaded = common::read(&bytes, "a.manual").unwrap();
        let mut screen = Emulator::open("a.manual", loaded, settings, (120, 40));
        screen.keys("1 0 l Down End");
        let shown = screen.trimmed();
        let rows = shown.lines().filter(|row| row.contains(outcome)).count();
        assert_eq!(rows, 2, "{shown}");
    }
}

#[test]
fn the_pages_of_help_are_full_and_no_key_crosses_a_column() {
    for (size, starts) in [((120, 40), vec![0, 40, 80]), ((80, 24), vec![0, 40])] {
        let mut screen =
            Emulator::open("lesson.sgf", emulator::game("lesson.sgf"), settings(), size);
        screen.press("?");
        screen.shows(&[if size.0 == 120 { "1/3 --" } else { "1/" }]);
        // The last page has a single column.
        for _ in 0..if size.0 == 120 { 2 } else { 4 } {
            for start in &starts {
                let top = &screen.columns(*start..start + 12)[1];
                assert_ne!(top.trim(), "", "{}", screen.text());
            }
            screen.press("PgDn");
        }
    }
}

#[test]
fn moves_in_a_comment_are_not_broken() {
    let comment = "此处也可走兵七进一卒７进１马八进七车９进１炮二平五马８进７车一平二";
    let pgn = format!("[Game \"Chinese Chess\"]\n\n{{{comment}}} 1. 炮二平五 *\n");
    for columns in 70..90 {
        let screen = Emulator::read_at("quoted.pgn", &pgn, (columns, 24));
        screen.shows(&["兵七进一", "卒７进１", "马八进七", "车９进１", "马８进７", "车一平二"]);
    }
}

#[test]
fn moves_of_go_are_counted_without_setups_and_empty_nodes() {
    let sgf = "(;GM[1]SZ[9];AB[aa][bb];B[ee];W[cc];;B[gg](;W[gc];B[eg])(;W[gf]))";
    let mut screen = Emulator::read("a.sgf", sgf);
    screen.shows(&[
        "     --",
        "  1 E5               C7",
        "  3 G3",
        "  4 .. G7 [1/2] (2 G4)",
        "  5 E3",
    ]);
    // Places count plies, and say so.
    screen.keys("3 G");
    assert!(screen.status().starts_with("ply 5/7  Black G3  move 3"), "{}", screen.status());
    screen.shows(&["AT MOVE 4: 2 BRANCHES"]);
    screen.press(":");
    screen.type_in("3");
    screen.press("Enter");
    assert!(screen.status().starts_with("ply 3/7  White C7  move 2"), "{}", screen.status());
    screen.keys("9 G");
    assert!(screen.status().starts_with("ply 7/7"), "{}", screen.status());
}

#[test]
fn rounds_are_counted_beside_values_and_a_mated_king_is_mated() {
    let pgn = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 {[%eval 30]} H9-G7 {[%eval 12]} 2. H0-G2 I9-H9 *\n";
    let screen = Emulator::read("a.pgn", pgn);
    screen.shows(&["  1 紅 炮二平五", " .. 黑 马８进７", "  2 紅 马二进三", " .. 黑 车９平８"]);
    let pgn = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R1R1K4 w\"]\n\n1. A0-A8 E9-F9 2. C0-C9 *\n";
    let mut screen = Emulator::read("a.pgn", pgn);
    screen.press("G");
    assert!(screen.status().contains("  mate "), "{}", screen.status());
}

#[test]
fn a_branch_has_the_letter_that_the_file_has_at_its_point() {
    let sgf = "(;GM[1]SZ[9];B[ee]LB[cc:k][gc:12345678](;W[cc];B[gg])(;W[gc])(;W[aa]))";
    let mut screen = Emulator::read("a.sgf", sgf);
    screen.press("l");
    screen.shows(&["  1 -> C7 (k) G3  2 moves", "  2 G7 (1234)  1 move", "  3 A9  1 move"]);
}

#[test]
fn moves_of_shogi_say_which_piece_moves() {
    // Both golds can go to 5八.
    let usi = "position startpos moves 7g7f 3c3d 6i5h 8c8d 5h6h 8d8e 4i5h";
    let mut screen = Emulator::read("a.usi", usi);
    screen.shows(&["５八金左", "５八金"]);
    screen.keys("3 G");
    assert!(screen.status().contains("５八金左"), "{}", screen.status());
    screen.press("t");
    assert!(!screen.text().contains("５八金左"), "{}", screen.text());
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("a.usi"), usi).unwrap();
    for (notation, third) in [("auto", "3. ５八金左"), ("short", "3. ５八金 "), ("code", "3. 6i5h")]
    {
        let arguments = ["show", "a.usi", "--moves", "--notation", notation];
        let shown = program::dapu(home.path(), &arguments).fine();
        assert!(shown.contains(third), "{shown}");
    }
}
